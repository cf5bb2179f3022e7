//! Tables of Anywoli: the options that matter, the order of entries, and the moves of a layer.

mod index;

use super::layer::{self, Builder, Counts, Layer};
use super::position::TablePosition;
use super::state::{self, Code};
use super::workers::WorkerPool;
use ayla_rules::anywoli::{Anywoli, LastFour, Options, State, retrograde};
use ayla_rules::board::Side;
use ayla_rules::{Game, Rules, Setup};

pub(super) const MOST_SEEDS: u8 = index::MOST_SEEDS;
/// The shortest rows with tables. On those of 3 to 5 houses there are sowings of up to eight seeds that never end (C-6), so
/// that a player who has seeds may have to pass, and where both have to, `remaining` says whose the seeds are (AY-7).
pub(super) const LEAST_HOUSES: u32 = 6;

/// The options that values depend on, the others at their defaults. The direction mirrors the board, the number of seeds at
/// the start does not matter later, and stops are for the user of a table to consider.
pub(super) fn relevant(options: &Options) -> Options {
    let Options { bonus_move, houses, last_four, .. } = *options;
    Options { bonus_move, houses, last_four, ..Options::default() }
}

/// The order of the entries: one for each board as the player to move sees it or, where it matters whether that player
/// began, two in succession.
#[derive(Copy, Clone, Debug)]
pub(super) struct Indexer {
    row: u8,
    /// Whether it matters who began.
    by_first: bool,
}

impl Indexer {
    pub(super) const fn new(options: &Options) -> Self {
        let by_first = match options.last_four {
            LastFour::StarterTakesEight => true,
            LastFour::LastCaptor | LastFour::PlayOut => false,
        };
        Self { row: options.houses as u8, by_first }
    }

    /// The number of entries with fewer seeds.
    pub(super) fn fewer(self, seeds: u8) -> usize {
        (index::fewer(2 * u32::from(self.row), seeds) as usize) << u32::from(self.by_first)
    }

    /// The index of a position in its layer.
    #[inline]
    fn index(self, state: &State) -> u32 {
        self.with(index::in_layer(state.board(), state.turn()), state.first() == state.turn())
    }

    #[inline]
    const fn with(self, board: u32, began: bool) -> u32 {
        if self.by_first { board << 1 | began as u32 } else { board }
    }

    /// The position at an index of a layer, with South to move.
    fn state(self, seeds: u8, at: u32) -> State {
        let (board, first) = if !self.by_first {
            (at, Side::South)
        } else {
            (at >> 1, if at & 1 == 1 { Side::South } else { Side::North })
        };
        State::of_board(index::board(self.row, seeds, board), Side::South, first)
    }
}

/// The layer of the boards with a number of seeds.
struct Boards<'a> {
    game: Anywoli,
    indexer: Indexer,
    seeds: u8,
    fewer: &'a [u8],
}

impl Boards<'_> {
    /// The state of a position before its layer is settled.
    fn initial_state(&self, state: &State) -> u8 {
        let (mut exit, mut left) = (Self::NO_EXIT, 0);
        for played in self.game.candidates(state) {
            let Some(next) = self.game.play(state, played, &[], &mut ()) else { continue };
            if self.game.over(&next).is_none() && next.in_play() == self.seeds {
                // Without a capture the turn passes.
                left += 1;
                continue;
            }
            exit = exit.max(self.exit(state, &next));
        }
        state::open::<Self>(exit, left)
    }

    /// The value of a move out of the layer to the mover.
    fn exit(&self, state: &State, next: &State) -> i8 {
        let left = if self.game.over(next).is_some() {
            0
        } else {
            let at = self.indexer.fewer(next.in_play()) + self.indexer.index(next) as usize;
            self.fewer.get(at).map_or(0, |&value| value as i8)
        };
        let [mine, theirs] = self.game.stores(next).unwrap_or_default();
        let worth = left + mine as i8 - theirs as i8;
        if next.turn() == state.turn() { worth } else { -worth }
    }
}

impl Code for Boards<'_> {
    const MOST_SEEDS: u8 = MOST_SEEDS;
    // Each occupied house has a seed.
    const MOST_MOVES: u8 = MOST_SEEDS;
}

impl Layer for Boards<'_> {
    fn initial(&self, first: usize, states: &mut [u8]) {
        for (at, state) in (first as u32..).zip(states) {
            // Without seeds the game is over, whatever the rules (C-8).
            *state = if self.seeds == 0 {
                state::settled::<Self>(0)
            } else {
                self.initial_state(&self.indexer.state(self.seeds, at))
            };
        }
    }

    #[inline]
    fn predecessors(&self, at: usize, mut each: impl FnMut(u32)) {
        let state = self.indexer.state(self.seeds, at as u32);
        // South is to move, so North moved before.
        let began = state.first() == Side::North;
        retrograde::predecessors(state.board(), Side::North, |before| {
            each(self.indexer.with(index::in_layer(before, Side::North), began));
        });
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
            Rules::Anywoli(options) => Some(Indexer::new(options).index(self) as usize),
            Rules::Awale(_) | Rules::Andada(_) => None,
        }
    }
}

/// The rules of a table of Anywoli, and the order of its entries.
#[derive(Debug)]
pub(super) struct AnywoliBuilder {
    game: Anywoli,
    indexer: Indexer,
}

impl AnywoliBuilder {
    pub(super) fn new(options: &Options) -> Self {
        Self { game: Anywoli::new(*options), indexer: Indexer::new(options) }
    }
}

impl Builder for AnywoliBuilder {
    fn positions(&self, seeds: u8, indexes: &[usize]) -> Vec<Setup> {
        let setup = |&at: &usize| self.game.setup(&self.indexer.state(seeds, at as u32)).map_rules(Rules::from);
        indexes.iter().map(setup).collect()
    }

    fn settle(&self, seeds: u8, fewer: &[u8], states: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
        layer::settle(&Boards { game: self.game, indexer: self.indexer, seeds, fewer }, seeds, states, workers)
    }
}
