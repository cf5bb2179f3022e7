//! Random entries of a table, to check them against other results.

use std::ops::ControlFlow;

use super::class::{Class, MOST_SEEDS, by_class};
use super::table::Table;
use super::tabled::Tabled;
use crate::random::Random;
use ayla_rules::{ByTurn, Game, Setup};

/// An entry, with the value that follows from its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The board, with empty stores and South to move, by the rules of the class.
    pub setup: Setup,
    /// The value in the table.
    pub value: i8,
    /// The value that follows from the entries of its moves, with the seeds captured on the way. None if the table
    /// lacks one of them.
    pub by_moves: Option<i8>,
}

/// Positions decoded at once: the decoder costs more than a position.
const BATCH: usize = 1 << 16;

impl Table {
    /// Passes `count` random entries of boards of up to `most` seeds to `each`, fewest seeds first, until it breaks.
    /// All entries are equally likely, and one may come twice. The same `seed` gives the same entries.
    pub fn sample(&self, count: usize, most: u8, seed: u64, mut each: impl FnMut(Sample) -> ControlFlow<()>) {
        let class = self.class();
        let most = most.min(self.seeds());
        let entries = class.fewer(most + 1).max(1) as u64;
        let builder = class.builder(most);
        let mut random = Random::new(seed, 0);
        let mut chosen: Vec<usize> = (0..count).map(|_| (random.number() % entries) as usize).collect();
        chosen.sort_unstable();
        let mut chosen = chosen.as_mut_slice();
        for layer in 0..=most {
            let (here, rest) = chosen.split_at_mut(chosen.partition_point(|&at| at < class.fewer(layer + 1)));
            chosen = rest;
            here.iter_mut().for_each(|at| *at -= class.fewer(layer));
            for places in here.chunks(BATCH) {
                for (setup, &at) in builder.positions(layer, places).into_iter().zip(places) {
                    let by_moves = class.value_by_moves(self, &setup);
                    let sample = Sample { by_moves, value: self.entry(layer, at).unwrap_or_default(), setup };
                    if each(sample).is_break() {
                        return;
                    }
                }
            }
        }
    }
}

impl Class {
    /// The value of a position with empty stores that follows from the entries of its moves; `None` if the table lacks
    /// one.
    pub(super) fn value_by_moves(&self, table: &Table, setup: &Setup) -> Option<i8> {
        by_class!(self, G, options => value_by_moves(&G::with_options(*options, MOST_SEEDS.into()), table, setup))
    }
}

fn value_by_moves<G: Tabled>(game: &G, table: &Table, setup: &Setup) -> Option<i8> {
    let state = game.state(setup);
    let for_mover = |value: i8, now: &G::State| if game.turn(now) == game.turn(&state) { value } else { -value };
    let gained = |now: &G::State| game.stores(now).map(|ByTurn { mover, other }| mover as i8 - other as i8);
    let mut best = None;
    for played in game.candidates(&state) {
        let next = game.play(&state, played, &[], &mut ())?;
        let left = if game.over(&next).is_some() { 0 } else { table.value(game, &next)? };
        best = best.max(Some(for_mover(gained(&next)? + left, &next)));
    }
    // Without a move the game is over, and the stores hold the value.
    best.or_else(|| gained(&state))
}
