//! Entries taken out of a table, to be compared with what else is known of them.

use super::table::Table;
use crate::game::setup::Setup;

/// An entry, and what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The board, with empty stores and South to move, by the rules of the class.
    pub setup: Setup,
    /// What the table says that it is worth.
    pub value: i8,
    /// What follows from the entries of the boards that its moves lead to: the best of them, and of what is captured on the
    /// way. None if the table has not all of them.
    pub by_moves: Option<i8>,
}

impl Table {
    /// Takes so many entries of boards of up to `most` seeds, each as likely as any other, and some perhaps twice. The
    /// same for the same `seed`. They come with the fewest seeds first.
    pub fn sample(&self, count: usize, most: u8, seed: u64, mut each: impl FnMut(Sample)) {
        let (class, most) = (self.class(), most.min(self.seeds()));
        let entries = class.fewer(most + 1);
        let mut random = seed;
        let mut chosen: Vec<usize> = (0..count).map(|_| next(&mut random) as usize % entries.max(1)).collect();
        chosen.sort_unstable();
        let mut chosen = chosen.as_slice();
        for layer in 0..=most {
            let (here, rest) = chosen.split_at(chosen.partition_point(|&at| at < class.fewer(layer + 1)));
            chosen = rest;
            let places: Vec<usize> = here.iter().map(|at| at - class.fewer(layer)).collect();
            for (setup, &at) in class.positions(layer, &places).into_iter().zip(&places) {
                let by_moves = class.by_moves(self, &setup);
                each(Sample { by_moves, value: self.entry(layer, at).unwrap_or_default(), setup });
            }
        }
    }
}

/// The next of a series of numbers that look random (SplitMix64).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
