//! Awalé, to the search.

use super::searchable::{Key, Searchable};
use crate::game::awale::{Awale, State};
use crate::game::rules::Game;

/// More quiet moves than this are the same to every value of the option.
const MAX_QUIET: u32 = 1_023;

/// Seven bits of each house of a row, which no house exceeds, side by side.
const fn pack(row: u64) -> u64 {
    let mut packed = 0;
    let mut step = 0;
    while step < 6 {
        packed |= (row >> (8 * step) & 0x7f) << (7 * step);
        step += 1;
    }
    packed
}

impl Searchable for Awale {
    const UNIT: i32 = 100;

    /// The houses as the mover sees them, with the quiet moves and a store where a stop looks at them: all of it, not a
    /// hash.
    #[inline]
    fn key(&self, state: &State) -> Key {
        let [near, far] = state.rows();
        let options = self.options();
        let quiet = if options.quiet > 0 { state.quiet().min(MAX_QUIET) } else { 0 };
        // The other store follows from this one: no seed leaves the game before its end.
        let store = if options.majority { self.stores(state).map_or(0, |[mine, _]| mine) } else { 0 };
        u128::from(pack(near)) | u128::from(pack(far)) << 42 | u128::from(quiet) << 84 | u128::from(store) << 94
    }

    #[inline]
    fn reach(&self, state: &State) -> i32 {
        state.in_play().into()
    }

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    #[inline]
    fn layer(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    /// What each house is worth by the seeds in it.
    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [near, far] = state.rows();
        let sum = |table: &[[i16; 128]; 6], row: u64| -> i32 {
            (0..6).map(|step| i32::from(table[step][(row >> (8 * step)) as usize & 0x7f])).sum()
        };
        sum(&NEAR, near) - sum(&FAR, far)
    }
}

static NEAR: [[i16; 128]; 6] = worth(14);
static FAR: [[i16; 128]; 6] = worth(24);

const fn worth(danger: i16) -> [[i16; 128]; 6] {
    let mut table = [[0; 128]; 6];
    let mut seeds = 1;
    while seeds < 128 {
        let most = if seeds > 40 { 40 } else { seeds } as i16;
        let mut house = 0;
        while house < 6 {
            table[house][seeds] = if seeds <= 2 {
                10 + 3 * most - danger
            } else if seeds < 12 {
                10 + 3 * most
            } else {
                40 + 3 * most
            };
            house += 1;
        }
        seeds += 1;
    }
    table
}
