//! Awalé, to the search.

use super::searchable::{Key, Searchable};
use crate::game::awale::{Awale, Capture, State};
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

    /// Seeds and moves of one's own are good to have, and houses that can be captured bad; worse for the player who is
    /// not to move.
    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let most = match self.options().capture {
            Capture::TwoOrThree => 2,
            Capture::Two => 1,
        };
        let worth = |row: u64, danger: i32| -> i32 {
            let house = |step: u32| match (row >> (8 * step)) as u8 {
                0 => 0,
                seeds if seeds <= most => 10 + 3 * i32::from(seeds) - danger,
                seeds if seeds < 12 => 10 + 3 * i32::from(seeds),
                seeds => 40 + 3 * i32::from(seeds),
            };
            (0..6).map(house).sum()
        };
        let [near, far] = state.rows();
        worth(near, 14) - worth(far, 24)
    }
}
