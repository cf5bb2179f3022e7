//! Tables of Awalé: which options matter, where a board is, and what the rules say of a layer.

mod index;

use self::index::{Blocks, Rows};
use super::layer::{self, Counts, Layer};
use super::position::TablePosition;
use super::state::{self, Code};
use super::workers::WorkerPool;
use ayla_rules::awale::packed::PackedBoard;
use ayla_rules::awale::{Awale, Options, OverLimit, ROW, State};
use ayla_rules::{Game, Rules, Setup};

/// The most seeds that a table can be for: as far as what is known of a board takes one byte, and a place four.
pub(super) const MOST_SEEDS: u8 = 24;

/// What is known of a board in one byte.
struct Known;

impl Code for Known {
    const MOST_SEEDS: u8 = MOST_SEEDS;
    const MOST_MOVES: u8 = ROW;
}

/// The boards of a number of seeds, and what is known of those of fewer.
struct Boards<'a> {
    game: Awale,
    seeds: u8,
    /// The values of all boards of fewer seeds.
    fewer: &'a [u8],
    rows: &'a Rows,
    blocks: Blocks,
}

impl Boards<'_> {
    /// What can be said of a board without its layer.
    #[inline(always)]
    fn open(&self, board: PackedBoard) -> u8 {
        let (mut left, crossing) = board.crossing_moves();
        let mut exit = Known::NO_EXIT;
        for origin in crossing {
            let sown = self.game.sow(board, origin);
            if sown.captured != 0 {
                let gain = sown.gain();
                let at = index::fewer(self.seeds - gain) + index::in_layer(sown.board);
                let value = self.fewer.get(at as usize).map_or(0, |&value| value as i8);
                exit = exit.max(gain as i8 - value);
                continue;
            }
            // Only a player who has just emptied the own row can meet a famine.
            match (sown.board.far == 0).then(|| sown.board.settled()).flatten() {
                Some(value) => exit = exit.max(-value),
                None => left += 1,
            }
        }
        state::open::<Known>(exit, left)
    }
}

impl Layer for Boards<'_> {
    type Code = Known;

    fn open(&self, first: usize, states: &mut [u8]) {
        let places = first as u32..(first + states.len()) as u32;
        for (board, state) in self.blocks.each(places, self.rows).zip(states) {
            *state = board.settled().map_or_else(|| self.open(board), state::settled::<Known>);
        }
    }

    #[inline(always)]
    fn before(&self, at: usize, each: impl FnMut(u32)) {
        self.blocks.before(at as u32, &self.game, self.rows, each);
    }

    fn stake(&self) -> u8 {
        self.seeds
    }
}

/// The options that a value depends on, the others at their defaults. The direction turns the board over, and the number
/// of seeds at the start is history; stops are for those to think of who use a table.
pub(super) fn relevant(options: &Options) -> Options {
    let Options { capture, limit, over_limit, .. } = *options;
    let over_limit = if limit < ROW.into() { over_limit } else { OverLimit::default() };
    Options { capture, limit, over_limit, ..Options::default() }
}

impl TablePosition for State {
    #[inline]
    fn seeds(&self) -> u8 {
        self.in_play()
    }

    #[inline]
    fn index(&self, _: &Rules) -> Option<usize> {
        Some(index::in_layer(self.board()) as usize)
    }
}

/// How many boards have fewer seeds than so many.
pub(super) fn fewer(seeds: u8) -> usize {
    index::fewer(seeds) as usize
}

/// What it takes to settle one layer of a table after the other.
#[derive(Debug)]
pub(super) struct Builder {
    game: Awale,
    rows: Rows,
}

impl Builder {
    /// For a table of up to so many seeds.
    pub(super) fn new(options: &Options, seeds: u8) -> Self {
        let game = Awale::new(*options, seeds.into());
        Self { game, rows: Rows::new(&game, seeds) }
    }

    /// The positions at these places of a layer.
    pub(super) fn positions(&self, seeds: u8, places: &[usize]) -> Vec<Setup> {
        let blocks = Blocks::new(seeds, &self.rows);
        let setup =
            |&at: &usize| self.game.setup(&State::of_board(blocks.board(at as u32, &self.rows))).map_rules(Rules::from);
        places.iter().map(setup).collect()
    }

    /// Settles the boards of so many seeds, all those of fewer being known.
    pub(super) fn settle(&self, seeds: u8, fewer: &[u8], states: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
        let blocks = Blocks::new(seeds, &self.rows);
        layer::settle(&Boards { game: self.game, seeds, fewer, rows: &self.rows, blocks }, states, workers)
    }
}
