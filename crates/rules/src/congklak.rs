//! Congklak of Indonesia, Malaysia and Singapore: relay sowing that takes the mover's store along, moves again, and
//! captures opposite (rulings CO).

mod look;
mod options;
mod rounds;

pub use self::options::{Capture, End, Options};
pub use self::rounds::NoRound;
use super::board::BySide;
use super::game::GameOptions;
use super::games::EndReason;
use super::ruling;
use super::sowing::Recorder;
use super::two_rows::{Houses, Last, Sowing, Stage, StoreGame, StoreRules, TwoRows};

rulings! {
    CO_1 = "CO-1", CO_2 = "CO-2", CO_3 = "CO-3", CO_4 = "CO-4", CO_5 = "CO-5", CO_6 = "CO-6", CO_7 = "CO-7",
    CO_8 = "CO-8", CO_9 = "CO-9", CO_10 = "CO-10", CO_12 = "CO-12", CO_14 = "CO-14", CO_15 = "CO-15", CO_16 = "CO-16",
    CO_17 = "CO-17",
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

/// CO-1 to CO-3, around the burnt houses (CO-14).
struct AroundBurnt(Houses);

impl Sowing for AroundBurnt {
    const RELAY: bool = true;
    const SKIPS: bool = true;

    #[inline]
    fn skipped(&self) -> Houses {
        self.0
    }
}

impl StoreRules for Options {
    const NEEDS_SEEDS: ruling::Ruling = ruling::CO_1;
    const BURNT: Option<ruling::Ruling> = Some(ruling::CO_14);
    const PASS: Option<ruling::Ruling> = Some(ruling::CO_8);

    #[inline]
    fn sow<const USUAL: bool, R: Recorder>(&self, state: &mut TwoRows, origin: usize, burnt: Houses, recorder: &mut R) {
        let ring = self.ring();
        let mover = state.turn;
        let stored = state.store(mover);
        let last = if USUAL {
            state.sow(&Relay, ring, origin, recorder)
        } else {
            state.sow(&AroundBurnt(burnt), ring, origin, recorder)
        };
        let Last::House { row, at, holds } = last else { return };
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
            state.stage = Stage::Over(EndReason::NoSeeds);
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
