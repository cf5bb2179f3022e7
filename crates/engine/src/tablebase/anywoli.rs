//! Tables of Anywoli: the options that matter, the order of entries, and the moves of a layer.

mod index;

use super::layer::{self, Builder, Counts, Layer};
use super::state::{self, Code};
use super::tabled::Tabled;
use super::workers::WorkerPool;
use ayla_rules::anywoli::{Anywoli, LastFour, Options, State, retrograde};
use ayla_rules::board::Side;
use ayla_rules::{ByTurn, Game, Rules, Setup};

/// The order of the entries: one for each board as the player to move sees it or, where it matters whether that player
/// began, two in succession.
#[derive(Copy, Clone, Debug)]
struct Indexer {
    row: u8,
    /// Whether it matters who began.
    by_first: bool,
}

impl Indexer {
    const fn new(options: &Options) -> Self {
        let by_first = match options.last_four {
            LastFour::StarterTakesEight => true,
            LastFour::LastCaptor | LastFour::PlayOut => false,
        };
        Self { row: options.houses as u8, by_first }
    }

    /// The number of entries with fewer seeds.
    fn fewer(self, seeds: u8) -> usize {
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
        let mut exit = Self::NO_EXIT;
        let mut left = 0;
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
        let ByTurn { mover, other } = self.game.stores(next).unwrap_or_default();
        let worth = left + mover as i8 - other as i8;
        if next.turn() == state.turn() { worth } else { -worth }
    }
}

impl Code for Boards<'_> {
    const MOST_SEEDS: u8 = index::MOST_SEEDS;
    // Each occupied house has a seed.
    const MOST_MOVES: u8 = index::MOST_SEEDS;
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

impl Tabled for Anywoli {
    const MOST_SEEDS: u8 = index::MOST_SEEDS;
    /// On rows of 3 to 5 houses there are sowings of up to eight seeds that never end (C-6), so that a player who has
    /// seeds may have to pass, and where both have to, `remaining` says whose the seeds are (AY-7).
    const LEAST_HOUSES: u32 = 6;

    fn relevant(options: &Options) -> Option<Options> {
        let Options { bonus_move, houses, last_four, .. } = *options;
        Some(Options { bonus_move, houses, last_four, ..Options::default() })
    }

    /// With rows of up to 12 houses 8 seeds, in up to 20 MiB, and fewer with longer ones.
    fn few_seeds(options: &Options) -> u32 {
        /// The entries of 8 seeds on rows of 12 houses, where it matters who began.
        const FEW_ENTRIES: usize = 21_036_600;
        let fits = |&seeds: &u8| Self::fewer(options, seeds + 1) <= FEW_ENTRIES;
        (0..=Self::MOST_SEEDS).rev().find(fits).unwrap_or_default().into()
    }

    fn fewer(options: &Options, seeds: u8) -> usize {
        Indexer::new(options).fewer(seeds)
    }

    fn builder(options: &Options, _: u8) -> Box<dyn Builder> {
        Box::new(Self::new(*options))
    }

    #[inline]
    fn seeds(state: &State) -> u8 {
        state.in_play()
    }

    #[inline]
    fn index(&self, state: &State) -> usize {
        Indexer::new(self.options()).index(state) as usize
    }
}

impl Builder for Anywoli {
    fn positions(&self, seeds: u8, indexes: &[usize]) -> Vec<Setup> {
        let indexer = Indexer::new(self.options());
        let setup = |&at: &usize| self.setup(&indexer.state(seeds, at as u32)).map_rules(Rules::from);
        indexes.iter().map(setup).collect()
    }

    fn settle(&self, seeds: u8, fewer: &[u8], states: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
        layer::settle(
            &Boards { game: *self, indexer: Indexer::new(self.options()), seeds, fewer },
            seeds,
            states,
            workers,
        )
    }
}
