//! Mangala of Türkiye: single sowing whose first seed goes back, captures of even numbers and opposite, and another
//! move after the store (rulings MN).

mod look;
mod options;

pub use self::options::{Options, Remaining};
use super::game::GameOptions;
use super::games::EndReason;
use super::ruling;
use super::sowing::Recorder;
use super::two_rows::{Houses, Last, Sowing, StoreGame, StoreRules, TwoRows};

rulings! {
    MN_1 = "MN-1", MN_2 = "MN-2", MN_3 = "MN-3", MN_4 = "MN-4", MN_5 = "MN-5", MN_6 = "MN-6", MN_7 = "MN-7",
    MN_8 = "MN-8",
}

/// The most houses in a row.
pub const MAX_ROW: usize = 8;

/// Mangala, ready to play.
pub type Mangala = StoreGame<Options>;

/// MN-1, MN-2.
struct FirstBack;

impl Sowing for FirstBack {
    const FIRST_GOES_BACK: bool = true;
}

impl StoreRules for Options {
    const NEEDS_SEEDS: ruling::Ruling = ruling::MN_1;

    #[inline]
    fn sow<const USUAL: bool, R: Recorder>(&self, state: &mut TwoRows, origin: usize, _: Houses, recorder: &mut R) {
        let ring = self.ring();
        let mover = state.turn;
        let Last::House { row, at, holds } = state.sow(&FirstBack, ring, origin, recorder) else { return };
        if row != mover && holds % 2 == 0 {
            state.capture(ring, row, at, ruling::MN_4, recorder);
        } else if row == mover && holds == 1 {
            state.capture_opposite(ring, at, ruling::MN_5, None, recorder);
        }
        state.turn = mover.other();
    }

    /// MN-6 and MN-7.
    #[inline]
    fn settle<R: Recorder>(&self, state: &mut TwoRows, recorder: &mut R) {
        let sums = state.sums();
        if sums.south > 0 && sums.north > 0 {
            return;
        }
        let (shares, ruling) = match self.remaining {
            Remaining::Finisher => (sums.swapped(), ruling::MN_6),
            Remaining::OwnSide => (sums, ruling::MN_7),
        };
        state.end_and_share(EndReason::EmptyRow, shares, ruling, recorder);
    }

    fn is_usual(&self) -> bool {
        !self.majority
    }

    /// MN-8.
    #[inline]
    fn stops_by_majority(&self) -> bool {
        self.majority
    }
}
