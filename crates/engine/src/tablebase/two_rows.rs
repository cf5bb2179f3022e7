//! Tables of the games of two rows with stores.
//!
//! In these games no position recurs: within a layer seeds only move on towards the store of the row that they are in.
//! So the value of a board follows from those of its moves, one after the other, and nothing goes round for ever.

pub(crate) mod index;

use super::layer::{Builder, Counts};
use super::tabled::Tabled;
use super::workers::WorkerPool;
use crate::search::StoreSearch;
use ayla_rules::two_rows::{StoreGame, TwoRows};
use ayla_rules::{ByTurn, Game, GameOptions, Rules, Setup};

/// An entry whose value is not known yet: less than any value.
const UNKNOWN: i8 = i8::MIN;

/// The most entries of a table that takes seconds to build.
const FEW_ENTRIES: u64 = 5 << 20;
/// The most entries of a table for rules that are searched often.
const MANY_ENTRIES: u64 = 30 << 20;

/// The most seeds of a table of at most this many entries.
fn most_seeds(options: &impl GameOptions, entries: u64, most: u8) -> u8 {
    let houses = 2 * options.houses() as usize;
    (0..=most).rev().find(|&seeds| index::fewer(houses, seeds + 1) <= entries).unwrap_or_default()
}

impl<O: StoreSearch + Into<Rules>> Tabled for StoreGame<O> {
    const MOST_SEEDS: u8 = 24;
    const LEAST_HOUSES: u32 = 1;

    fn relevant(options: &O) -> Option<O> {
        (!options.stops_by_majority()).then(|| options.tabled())
    }

    /// With rows of up to six houses 24 seeds, in up to 1.2 GiB, and fewer with longer ones.
    fn most_seeds(options: &O) -> u8 {
        most_seeds(options, u32::MAX.into(), Self::MOST_SEEDS)
    }

    /// With rows of six houses 13 seeds, in 5 MiB, with rows of seven 11, and fewer with longer ones.
    fn few_seeds(options: &O) -> u32 {
        most_seeds(options, FEW_ENTRIES, Self::MOST_SEEDS).into()
    }

    /// With rows of six houses 16 seeds, in 29 MiB, with rows of seven 13, and fewer with longer ones. The prover then
    /// needs a third of the nodes.
    fn many_seeds(options: &O) -> u32 {
        most_seeds(options, MANY_ENTRIES, Self::MOST_SEEDS).into()
    }

    fn fewer(options: &O, seeds: u8) -> usize {
        index::fewer(2 * options.houses() as usize, seeds) as usize
    }

    fn builder(options: &O, seeds: u8) -> Box<dyn Builder> {
        Box::new(Self::with_options(*options, seeds.into()))
    }

    #[inline]
    fn seeds(state: &TwoRows) -> u8 {
        state.in_play()
    }

    #[inline]
    fn index(&self, state: &TwoRows) -> usize {
        index::in_layer(state, self.options().houses() as usize) as usize
    }
}

/// The value of a position of a layer, which becomes known, as do those of the positions that it leads to.
fn value<G: Tabled<State = TwoRows>>(game: &G, state: &TwoRows, seeds: u8, fewer: &[u8], layer: &mut [u8]) -> i8 {
    let at = game.index(state);
    let known = layer[at] as i8;
    if known != UNKNOWN {
        return known;
    }
    let standing = |state: &TwoRows| game.stores(state).map_or(0, |ByTurn { mover, other }| mover as i8 - other as i8);
    let mut best = UNKNOWN;
    for played in game.candidates(state) {
        let Some(next) = game.play(state, played, &[], &mut ()) else { continue };
        let left = if game.over(&next).is_some() {
            0
        } else if next.in_play() == seeds {
            value(game, &next, seeds, fewer, layer)
        } else {
            fewer[G::fewer(game.options(), next.in_play()) + game.index(&next)] as i8
        };
        let worth = standing(&next) + left;
        let worth = if game.turn(&next) == game.turn(state) { worth } else { -worth };
        best = best.max(worth - standing(state));
    }
    layer[at] = best as u8;
    best
}

impl<O: StoreSearch + Into<Rules>> Builder for StoreGame<O> {
    fn positions(&self, seeds: u8, indexes: &[usize]) -> Vec<Setup> {
        let setup = |&at: &usize| self.setup(&board(self, seeds, at)).map_rules(Into::into);
        indexes.iter().map(setup).collect()
    }

    /// By one thread: nearly every value is looked up once its position has been reached from another one.
    fn settle(&self, seeds: u8, fewer: &[u8], values: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
        /// The entries between two reports of the progress.
        const STEP: usize = 1 << 16;
        values.fill(UNKNOWN as u8);
        let mut counts = Counts::default();
        for at in 0..values.len() {
            if values[at] as i8 == UNKNOWN {
                let state = self.settled(board(self, seeds, at));
                if self.over(&state).is_some() {
                    let ByTurn { mover, other } = self.stores(&state).unwrap_or_default();
                    values[at] = mover.wrapping_sub(other);
                } else {
                    value(self, &state, seeds, fewer, values);
                }
            }
            match values[at] as i8 {
                1.. => counts.wins += 1,
                0 => counts.draws += 1,
                ..0 => counts.losses += 1,
            }
            if at % STEP == 0 {
                // Each entry counts twice.
                workers.count(2 * STEP.min(values.len() - at));
            }
        }
        counts
    }
}

/// The board at an index of a layer, with South to move. Its game may be over.
fn board<O: StoreSearch>(game: &StoreGame<O>, seeds: u8, at: usize) -> TwoRows {
    TwoRows::of_rows(index::rows(game.options().houses() as usize, seeds, at as u64))
}
