//! Mangala of Türkiye: single sowing whose first seed goes back, captures of even numbers and opposite, and another move after
//! the store (rulings MN).

mod look;
mod options;
pub(crate) mod rulings;

pub use self::options::{Options, Remaining};
use super::games::EndReason;
use super::ruling;
use super::sowing::Recorder;
use super::two_rows::{Last, Sowing, StoreGame, StoreRules, TwoRows, ring};

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

    fn without_seeds(self) -> Self {
        Self { seeds: Self::default().seeds, ..self }
    }

    #[inline]
    fn sow<R: Recorder>(&self, state: &mut TwoRows, origin: usize, recorder: &mut R) {
        let ring = ring(self);
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
        if !sums.contains(&0) {
            return;
        }
        let (shares, ruling) = match self.remaining {
            Remaining::Finisher => ([sums[1], sums[0]], ruling::MN_6),
            Remaining::OwnSide => (sums, ruling::MN_7),
        };
        state.end_and_share(EndReason::EmptyRow, shares, ruling, recorder);
    }

    /// MN-8.
    #[inline]
    fn stop(&self, state: &mut TwoRows, half: u8) {
        if self.majority && state.stores.iter().any(|&store| store > half) {
            state.over = Some(EndReason::Majority);
        }
    }
}
