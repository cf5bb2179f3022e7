//! Tables of Awalé: which options matter, where a board is, and what the rules say of a layer.

mod index;

use self::index::{Blocks, Rows};
use super::crew::Crew;
use super::layer::{self, Counts, Layer};
use super::state;
use super::table::Table;
use crate::game::awale::bare::Bare;
use crate::game::awale::{Awale, Options, OverLimit, ROW, State};
use crate::game::rules::Game;
use crate::game::setup::Setup;

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
    fn open(&self, board: Bare) -> u8 {
        let (mut left, crossing) = board.crossing_moves();
        let mut exit = state::NO_EXIT;
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
        state::open(exit, left)
    }
}

impl Layer for Boards<'_> {
    fn open(&self, first: usize, states: &mut [u8]) {
        let places = first as u32..(first + states.len()) as u32;
        for (board, state) in self.blocks.each(places, self.rows).zip(states) {
            *state = board.settled().map_or_else(|| self.open(board), state::settled);
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

/// The most seeds that a table can be for: as far as a [`state`] takes one byte, and a place four.
pub(super) const MOST_SEEDS: u8 = state::MOST_SEEDS;

/// The options that a value depends on, the others at their defaults. The direction turns the board over, and the number
/// of seeds at the start is history; stops are for those to think of who use a table.
pub(super) fn relevant(options: &Options) -> Options {
    let Options { capture, limit, over_limit, .. } = *options;
    let over_limit = if limit < ROW.into() { over_limit } else { OverLimit::default() };
    Options { capture, limit, over_limit, ..Options::default() }
}

impl Table {
    /// What a position of Awalé is worth to the player to move: the seeds that player captures from here on, minus those
    /// the opponent captures, under best play by the rules of the [`Class`](super::Class) without stops. None when the
    /// table is for fewer seeds. The rules are for the caller to compare; of a game that a stop has ended, houses that
    /// still hold seeds (AW-17) are no longer worth anything.
    #[inline]
    #[must_use]
    pub fn value(&self, state: &State) -> Option<i8> {
        let board = state.bare();
        let seeds = state.in_play();
        if seeds > self.seeds() {
            return None;
        }
        self.entry(seeds, index::in_layer(board) as usize)
    }
}

/// The place of a position in its layer.
#[cfg(test)]
pub(super) fn place(state: &State) -> usize {
    index::in_layer(state.bare()) as usize
}

/// How many boards have fewer seeds than so many.
pub(super) fn fewer(seeds: u8) -> usize {
    index::fewer(seeds) as usize
}

/// What a position is worth by the entries that its moves lead to: none if one of them is not in the table.
pub(super) fn by_moves(options: &Options, table: &Table, setup: &Setup) -> Option<i8> {
    let game = Awale::new(*options, u32::from(MOST_SEEDS));
    let state = game.place(setup);
    // Seen by the player who moved.
    let gained = |state: &State| game.stores(state).map(|[mine, theirs]| theirs as i8 - mine as i8);
    let mut best = None;
    for played in game.candidates(&state) {
        let next = game.play(&state, played, &[], &mut ())?;
        let left = if game.over(&next).is_some() { 0 } else { table.value(&next)? };
        best = best.max(Some(gained(&next)? - left));
    }
    // Without a move it is over, and settled.
    best.or_else(|| gained(&state).map(|theirs| -theirs))
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
        let setup = |&at: &usize| self.game.setup(&State::of(blocks.board(at as u32, &self.rows)));
        places.iter().map(setup).collect()
    }

    /// Settles the boards of so many seeds, all those of fewer being known.
    pub(super) fn settle(&self, seeds: u8, fewer: &[u8], states: &mut [u8], crew: &Crew<'_>) -> Counts {
        let blocks = Blocks::new(seeds, &self.rows);
        layer::settle(&Boards { game: self.game, seeds, fewer, rows: &self.rows, blocks }, states, crew)
    }
}
