//! Tables of Awalé: the options that matter, the order of entries, and the moves of a layer.

mod index;

use self::index::{Blocks, Rows};
use super::layer::{self, Builder, Counts, Layer};
use super::position::TablePosition;
use super::state::{self, Code};
use super::workers::WorkerPool;
use ayla_rules::awale::packed::PackedBoard;
use ayla_rules::awale::{Awale, Options, OverLimit, ROW, State};
use ayla_rules::{Game, Rules, Setup};

/// The most seeds of a table: with more, the state of a board would not fit into one byte, nor an index into four.
pub(super) const MOST_SEEDS: u8 = 24;

/// The layer of the boards with a number of seeds.
struct Boards<'a> {
    game: Awale,
    seeds: u8,
    fewer: &'a [u8],
    rows: &'a Rows,
    blocks: Blocks,
}

impl Boards<'_> {
    /// The state of a board before its layer is settled.
    #[inline(always)]
    fn initial_state(&self, board: PackedBoard) -> u8 {
        let (mut left, crossing) = board.crossing_moves();
        let mut exit = Self::NO_EXIT;
        for origin in crossing {
            let sown = self.game.sow(board, origin);
            if sown.captured != 0 {
                let gain = sown.gain();
                let at = index::fewer(self.seeds - gain) + index::in_layer(sown.board);
                let value = self.fewer.get(at as usize).map_or(0, |&value| value as i8);
                exit = exit.max(gain as i8 - value);
                continue;
            }
            // Only a player who has just emptied their own row can meet a famine.
            match (sown.board.far == 0).then(|| sown.board.settled()).flatten() {
                Some(value) => exit = exit.max(-value),
                None => left += 1,
            }
        }
        state::open::<Self>(exit, left)
    }
}

impl Code for Boards<'_> {
    const MOST_SEEDS: u8 = MOST_SEEDS;
    const MOST_MOVES: u8 = ROW;
}

impl Layer for Boards<'_> {
    fn initial(&self, first: usize, states: &mut [u8]) {
        let places = first as u32..(first + states.len()) as u32;
        for (board, state) in self.blocks.each(places, self.rows).zip(states) {
            *state = board.settled().map_or_else(|| self.initial_state(board), state::settled::<Self>);
        }
    }

    #[inline(always)]
    fn predecessors(&self, at: usize, each: impl FnMut(u32)) {
        self.blocks.predecessors(at as u32, &self.game, self.rows, each);
    }
}

/// The options that values depend on, the others at their defaults. The direction mirrors the board, the number of seeds at
/// the start does not matter later, and stops are for the user of a table to consider.
pub(super) fn relevant(options: &Options) -> Options {
    let Options { capture, limit, over_limit, .. } = *options;
    let over_limit = if limit < ROW.into() { over_limit } else { OverLimit::Last };
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

pub(super) fn fewer(seeds: u8) -> usize {
    index::fewer(seeds) as usize
}

/// The rules and rows of a table of Awalé.
#[derive(Debug)]
pub(super) struct AwaleBuilder {
    game: Awale,
    rows: Rows,
}

impl AwaleBuilder {
    /// Prepares for a table of up to this many seeds.
    pub(super) fn new(options: &Options, seeds: u8) -> Self {
        let game = Awale::new(*options, seeds.into());
        Self { game, rows: Rows::new(&game, seeds) }
    }
}

impl Builder for AwaleBuilder {
    fn positions(&self, seeds: u8, indexes: &[usize]) -> Vec<Setup> {
        let blocks = Blocks::new(seeds, &self.rows);
        let setup =
            |&at: &usize| self.game.setup(&State::of_board(blocks.board(at as u32, &self.rows))).map_rules(Rules::from);
        indexes.iter().map(setup).collect()
    }

    fn settle(&self, seeds: u8, fewer: &[u8], states: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
        let blocks = Blocks::new(seeds, &self.rows);
        layer::settle(&Boards { game: self.game, seeds, fewer, rows: &self.rows, blocks }, seeds, states, workers)
    }
}
