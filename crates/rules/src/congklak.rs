//! Congklak of Indonesia, Malaysia and Singapore: relay sowing that takes the mover's store along, moves again, and captures
//! opposite (rulings CO).

mod look;
mod options;

pub use self::options::{Capture, End, Options};
use super::board::BySide;
use super::game::GameOptions;
use super::games::EndReason;
use super::ruling;
use super::sowing::Recorder;
use super::two_rows::{Last, Sowing, StoreGame, StoreRules, TwoRows};

rulings! {
    CO_1 = "CO-1", CO_2 = "CO-2", CO_3 = "CO-3", CO_4 = "CO-4", CO_5 = "CO-5", CO_6 = "CO-6", CO_7 = "CO-7",
    CO_8 = "CO-8", CO_9 = "CO-9", CO_10 = "CO-10", CO_12 = "CO-12",
}

/// The most houses in a row.
pub const MAX_ROW: usize = 10;

/// Congklak, ready to play.
pub type Congklak = StoreGame<Options>;

/// CO-1 to CO-3.
struct Relay;

impl Sowing for Relay {
    const RELAY: bool = true;
}

impl StoreRules for Options {
    const NEEDS_SEEDS: ruling::Ruling = ruling::CO_1;
    const PASS: Option<ruling::Ruling> = Some(ruling::CO_8);

    #[inline]
    fn sow<R: Recorder>(&self, state: &mut TwoRows, origin: usize, recorder: &mut R) {
        let ring = self.ring();
        let mover = state.turn;
        let stored = state.store(mover);
        let Last::House { row, at, holds } = state.sow(&Relay, ring, origin, recorder) else { return };
        let may_capture = match self.capture {
            Capture::Any => true,
            Capture::AfterStore => state.store(mover) > stored,
        };
        if may_capture && row == mover && holds == 1 {
            let alone = self.empty_capture.then_some(ruling::CO_5);
            state.capture_opposite(ring, at, ruling::CO_5, alone, recorder);
        }
        state.turn = mover.other();
    }

    /// CO-8, CO-9 and CO-10.
    #[inline]
    fn settle<R: Recorder>(&self, state: &mut TwoRows, recorder: &mut R) {
        let sums = state.sums();
        if sums == BySide::default() {
            state.over = Some(EndReason::NoSeeds);
            return;
        }
        match self.end {
            End::NoMove if sums[state.turn] == 0 => {
                state.end_and_share(EndReason::NoMove, sums, ruling::CO_9, recorder);
            }
            End::EmptyRow if sums.south == 0 || sums.north == 0 => {
                state.end_and_share(EndReason::EmptyRow, sums, ruling::CO_10, recorder);
            }
            End::PlayOut | End::NoMove | End::EmptyRow => {}
        }
    }
}
