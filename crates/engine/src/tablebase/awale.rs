//! Tables of Awalé: the options that matter, the order of entries, and the moves of a layer.

mod index;

use self::index::{Blocks, Rows};
use super::layer::{self, Builder, Counts, Layer};
use super::state::{self, Code};
use super::tabled::Tabled;
use super::workers::WorkerPool;
use ayla_rules::awale::packed::PackedBoard;
use ayla_rules::awale::{Awale, GrandSlam, Options, OverLimit, ROW, State};
use ayla_rules::{Game, Rules, Setup};

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
    const MOST_SEEDS: u8 = Awale::MOST_SEEDS;
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

impl Tabled for Awale {
    /// With more, the state of a board would not fit into one byte, nor an index into four.
    const MOST_SEEDS: u8 = 24;
    const LEAST_HOUSES: u32 = ROW as u32;

    fn relevant(options: &Options) -> Option<Options> {
        let Options { capture, limit, over_limit, .. } = *options;
        let over_limit = if limit < ROW.into() { over_limit } else { OverLimit::Last };
        let relevant = Options { capture, limit, over_limit, ..Options::default() };
        (options.fits_words() && options.grand_slam == GrandSlam::NoCapture).then_some(relevant)
    }

    /// A table of 12 seeds takes 2.6 MiB.
    fn few_seeds(_: &Options) -> u32 {
        12
    }

    /// A table of 18 seeds takes 82 MiB. With 18 to 24 seeds in the houses less than a third as many moves are mistakes
    /// as with the first table.
    fn many_seeds(_: &Options) -> u32 {
        18
    }

    fn fewer(_: &Options, seeds: u8) -> usize {
        index::fewer(seeds) as usize
    }

    fn builder(options: &Options, seeds: u8) -> Box<dyn Builder> {
        let game = Self::new(*options, seeds.into());
        Box::new(AwaleBuilder { game, rows: Rows::new(&game, seeds) })
    }

    #[inline]
    fn seeds(state: &State) -> u8 {
        state.in_play()
    }

    #[inline]
    fn index(&self, state: &State) -> usize {
        index::in_layer(state.board()) as usize
    }
}

/// The rules and rows of a table of Awalé.
#[derive(Debug)]
struct AwaleBuilder {
    game: Awale,
    rows: Rows,
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
