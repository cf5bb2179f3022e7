//! Mangala of Türkiye: single sowing whose first seed goes back, captures of even numbers and opposite, and another move after
//! the store (rulings MN).

mod look;
mod options;
pub(crate) mod rulings;

pub use self::options::{Options, Remaining};
use super::games::EndReason;
use super::ruling;
use super::sowing::Recorder;
pub use super::two_rows::TwoRows as State;
use super::two_rows::{Last, Sowing, StoreGame, ring};

/// The most houses in a row.
pub const MAX_ROW: usize = 8;

/// Mangala, ready to play.
#[derive(Copy, Clone, Debug)]
pub struct Mangala {
    options: Options,
    /// A store with more seeds than this holds more than half of all.
    half: u8,
}

/// MN-1, MN-2.
struct FirstBack;

impl Sowing for FirstBack {
    const FIRST_GOES_BACK: bool = true;
}

impl StoreGame for Mangala {
    type Options = Options;
    const NEEDS_SEEDS: ruling::Ruling = ruling::MN_1;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: Options, seeds: u32) -> Self {
        Self { options: Options { seeds: Options::default().seeds, ..options }, half: (seeds / 2) as u8 }
    }

    #[inline]
    fn options(&self) -> &Options {
        &self.options
    }

    #[inline]
    fn sow<R: Recorder>(&self, state: &mut State, origin: usize, recorder: &mut R) {
        let ring = ring(&self.options);
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
    fn settle<R: Recorder>(&self, state: &mut State, recorder: &mut R) {
        let sums = state.sums();
        if !sums.contains(&0) {
            return;
        }
        let (shares, ruling) = match self.options.remaining {
            Remaining::Finisher => ([sums[1], sums[0]], ruling::MN_6),
            Remaining::OwnSide => (sums, ruling::MN_7),
        };
        state.end_and_share(EndReason::EmptyRow, shares, ruling, recorder);
    }

    /// MN-8.
    #[inline]
    fn stop(&self, state: &mut State) {
        if self.options.majority && state.stores.iter().any(|&store| store > self.half) {
            state.over = Some(EndReason::Majority);
        }
    }
}
