//! Kalah: single sowing that takes the mover's store along, moves again, and captures opposite (rulings KA).

mod look;
mod options;
pub(crate) mod rulings;

pub use self::options::{End, Options, Remaining};
use super::games::EndReason;
use super::ruling;
use super::sowing::Recorder;
pub use super::two_rows::TwoRows as State;
use super::two_rows::{Last, Sowing, StoreGame, ring};

/// The most houses in a row.
pub const MAX_ROW: usize = 12;

/// Kalah, ready to play.
#[derive(Copy, Clone, Debug)]
pub struct Kalah {
    options: Options,
}

impl Kalah {
    /// The game with these options.
    pub const fn new(options: Options) -> Self {
        Self { options }
    }
}

/// KA-1, KA-2.
struct Once;

impl Sowing for Once {}

impl StoreGame for Kalah {
    type Options = Options;
    const NEEDS_SEEDS: ruling::Ruling = ruling::KA_1;

    /// Leaves out the seeds of the start, of which a position says nothing (N-2).
    fn with_options(options: Options, _: u32) -> Self {
        Self::new(Options { seeds: Options::default().seeds, ..options })
    }

    #[inline]
    fn options(&self) -> &Options {
        &self.options
    }

    #[inline]
    fn sow<R: Recorder>(&self, state: &mut State, origin: usize, recorder: &mut R) {
        let ring = ring(&self.options);
        let mover = state.turn;
        let Last::House { row, at, holds } = state.sow(&Once, ring, origin, recorder) else { return };
        if row == mover && holds == 1 {
            let alone = self.options.empty_capture.then_some(ruling::KA_5);
            state.capture_opposite(ring, at, ruling::KA_4, alone, recorder);
        }
        state.turn = mover.other();
    }

    /// KA-6, KA-9 and KA-10.
    #[inline]
    fn settle<R: Recorder>(&self, state: &mut State, recorder: &mut R) {
        let sums = state.sums();
        let is_over = match self.options.end {
            End::EitherRow => sums.contains(&0),
            End::OwnTurn => sums[state.turn.index()] == 0,
        };
        if !is_over {
            return;
        }
        match self.options.remaining {
            Remaining::OwnSide => state.end_and_share(EndReason::EmptyRow, sums, ruling::KA_6, recorder),
            Remaining::Finisher => {
                state.end_and_share(EndReason::EmptyRow, [sums[1], sums[0]], ruling::KA_9, recorder);
            }
            Remaining::Leave => state.over = Some(EndReason::EmptyRow),
        }
    }
}
