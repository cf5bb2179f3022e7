//! Tables of Anywoli: which options matter, where a board is, and what the rules say of a layer.

mod index;

use super::layer::{self, Counts, Layer};
use super::position::TablePosition;
use super::state::{self, Code};
use super::workers::WorkerPool;
use ayla_rules::anywoli::{Anywoli, LastFour, Options, State, retrograde};
use ayla_rules::board::Side;
use ayla_rules::{Game, Rules, Setup};

/// The most seeds that a table can be for.
pub(super) const MOST_SEEDS: u8 = index::MOST_SEEDS;
/// The shortest rows. On those of 3 to 5 houses there are sowings of eight seeds and fewer that never end (C-6), so that who
/// has seeds may have to pass, and where both have to, `remaining` says whose the seeds are (AY-7). On longer rows there
/// are none.
pub(super) const LEAST_HOUSES: u32 = 6;

/// The options that a value depends on, the others at their defaults. The direction turns the board over, and the number
/// of seeds at the start is history; stops are for those to think of who use a table.
pub(super) fn relevant(options: &Options) -> Options {
    let Options { bonus_move, houses, last_four, .. } = *options;
    Options { bonus_move, houses, last_four, ..Options::default() }
}

/// Where entries are: there is one for each board as the player to move sees it; two, one after the other, where it matters
/// too whether that player began.
#[derive(Copy, Clone, Debug)]
pub(super) struct Places {
    row: u8,
    /// Whether it matters who began.
    by_first: bool,
}

impl Places {
    pub(super) const fn new(options: &Options) -> Self {
        let by_first = match options.last_four {
            LastFour::StarterTakesEight => true,
            LastFour::LastCaptor | LastFour::PlayOut => false,
        };
        Self { row: options.houses as u8, by_first }
    }

    /// How many entries have fewer seeds than so many.
    pub(super) fn fewer(self, seeds: u8) -> usize {
        (index::fewer(2 * u32::from(self.row), seeds) as usize) << u32::from(self.by_first)
    }

    /// The place of a position in its layer.
    #[inline]
    fn place(self, state: &State) -> u32 {
        self.with(index::in_layer(state.board(), state.turn()), state.first() == state.turn())
    }

    #[inline]
    const fn with(self, board: u32, began: bool) -> u32 {
        if self.by_first { board << 1 | began as u32 } else { board }
    }

    /// The position at a place of a layer, South to move.
    fn state(self, seeds: u8, at: u32) -> State {
        let (board, first) = if !self.by_first {
            (at, Side::South)
        } else {
            (at >> 1, if at & 1 == 1 { Side::South } else { Side::North })
        };
        State::of_board(index::board(self.row, seeds, board), Side::South, first)
    }
}

/// What is known of a board in one byte.
struct Known;

impl Code for Known {
    const MOST_SEEDS: u8 = MOST_SEEDS;
    // Each house that is filled has a seed.
    const MOST_MOVES: u8 = MOST_SEEDS;
}

/// The boards of a number of seeds, and what is known of those of fewer.
struct Boards<'a> {
    game: Anywoli,
    places: Places,
    seeds: u8,
    /// The values of all boards of fewer seeds.
    fewer: &'a [u8],
}

impl Boards<'_> {
    /// What can be said of a position without its layer.
    fn open(&self, state: &State) -> u8 {
        let (mut exit, mut left) = (Known::NO_EXIT, 0);
        for played in self.game.candidates(state) {
            let Some(next) = self.game.play(state, played, &[], &mut ()) else { continue };
            if self.game.over(&next).is_none() && next.in_play() == self.seeds {
                // Without a capture the turn passes.
                left += 1;
                continue;
            }
            exit = exit.max(self.exit(state, &next));
        }
        state::open::<Known>(exit, left)
    }

    /// What a move out of the layer is worth to who makes it.
    fn exit(&self, state: &State, next: &State) -> i8 {
        let left = if self.game.over(next).is_some() {
            0
        } else {
            let at = self.places.fewer(next.in_play()) + self.places.place(next) as usize;
            self.fewer.get(at).map_or(0, |&value| value as i8)
        };
        let [mine, theirs] = self.game.stores(next).unwrap_or_default();
        let worth = left + mine as i8 - theirs as i8;
        if next.turn() == state.turn() { worth } else { -worth }
    }
}

impl Layer for Boards<'_> {
    type Code = Known;

    fn open(&self, first: usize, states: &mut [u8]) {
        for (at, state) in (first as u32..).zip(states) {
            // Without a seed it is over, whatever the rules (C-8).
            *state = if self.seeds == 0 {
                state::settled::<Known>(0)
            } else {
                self.open(&self.places.state(self.seeds, at))
            };
        }
    }

    #[inline]
    fn before(&self, at: usize, mut each: impl FnMut(u32)) {
        let state = self.places.state(self.seeds, at as u32);
        // South is to move, so it was North who moved; the other of them began.
        let began = state.first() == Side::North;
        retrograde::predecessors(state.board(), Side::North, |before| {
            each(self.places.with(index::in_layer(before, Side::North), began));
        });
    }

    fn stake(&self) -> u8 {
        self.seeds
    }
}

impl TablePosition for State {
    #[inline]
    fn seeds(&self) -> u8 {
        self.in_play()
    }

    #[inline]
    fn index(&self, rules: &Rules) -> Option<usize> {
        match rules {
            Rules::Anywoli(options) => Some(Places::new(options).place(self) as usize),
            Rules::Awale(_) | Rules::Andada(_) => None,
        }
    }
}

/// What it takes to settle one layer of a table after the other.
#[derive(Debug)]
pub(super) struct Builder {
    game: Anywoli,
    places: Places,
}

impl Builder {
    pub(super) fn new(options: &Options) -> Self {
        Self { game: Anywoli::new(*options), places: Places::new(options) }
    }

    /// The positions at these places of a layer.
    pub(super) fn positions(&self, seeds: u8, places: &[usize]) -> Vec<Setup> {
        places.iter().map(|&at| self.game.setup(&self.places.state(seeds, at as u32)).map_rules(Rules::from)).collect()
    }

    /// Settles the boards of so many seeds, all those of fewer being known.
    pub(super) fn settle(&self, seeds: u8, fewer: &[u8], states: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
        layer::settle(&Boards { game: self.game, places: self.places, seeds, fewer }, states, workers)
    }
}
