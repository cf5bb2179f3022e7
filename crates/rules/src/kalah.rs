//! Kalah: single sowing that takes the mover's store along, moves again, and captures opposite (rulings KA).

mod look;
mod options;

pub use self::options::{End, Options, Remaining};
use super::board::{Direction, Ring, Side};
use super::game::GameOptions;
use super::games::EndReason;
use super::ruling;
use super::sowing::Recorder;
use super::two_rows::{Houses, Last, Sowing, Stage, StoreGame, StoreRules, TwoRows};

rulings! {
    KA_1 = "KA-1", KA_2 = "KA-2", KA_3 = "KA-3", KA_4 = "KA-4", KA_5 = "KA-5", KA_6 = "KA-6", KA_9 = "KA-9",
    KA_10 = "KA-10", KA_11 = "KA-11", KA_12 = "KA-12", KA_13 = "KA-13", KA_14 = "KA-14",
}

/// The most houses in a row.
pub const MAX_ROW: usize = 12;

/// Kalah, ready to play.
pub type Kalah = StoreGame<Options>;

/// KA-1, KA-2.
struct Once;

impl Sowing for Once {}

impl StoreRules for Options {
    const NEEDS_SEEDS: ruling::Ruling = ruling::KA_1;
    const SWAP: Option<ruling::Ruling> = Some(ruling::KA_11);

    #[inline]
    fn sow<const USUAL: bool, R: Recorder>(&self, state: &mut TwoRows, origin: usize, _: Houses, recorder: &mut R) {
        let ring = self.ring_of::<USUAL>();
        let mover = state.turn;
        let Last::House { row, at, holds } = state.sow(&Once, ring, origin, recorder) else { return };
        if row == mover && holds == 1 {
            let alone = self.empty_capture.then_some(ruling::KA_5);
            state.capture_opposite(ring, at, ruling::KA_4, alone, recorder);
        }
        state.turn = mover.other();
    }

    fn is_usual(&self) -> bool {
        self.direction == Direction::Anticlockwise && !self.majority && !self.has_phase()
    }

    #[inline]
    fn ring_of<const USUAL: bool>(&self) -> Ring {
        if USUAL { Ring { row: self.houses as u8, direction: Direction::Anticlockwise } } else { self.ring() }
    }

    /// KA-11 and KA-12.
    fn sown_in_first_turn(&self, state: &mut TwoRows, mover: Side) {
        if state.stage == Stage::FirstTurn && !self.first_bonus {
            state.turn = mover.other();
        }
        state.stage = match state.stage {
            Stage::FirstTurn if state.turn == mover => Stage::FirstTurn,
            Stage::FirstTurn if self.pie => Stage::MaySwap,
            Stage::FirstTurn | Stage::MaySwap | Stage::Play | Stage::Over(_) => Stage::Play,
        };
    }

    /// KA-13.
    #[inline]
    fn stops_by_majority(&self) -> bool {
        self.majority
    }

    /// KA-6, KA-9 and KA-10.
    #[inline]
    fn settle<R: Recorder>(&self, state: &mut TwoRows, recorder: &mut R) {
        let sums = state.sums();
        // Nearly always both rows have seeds, which is seen without looking at whose turn it is.
        if sums.south > 0 && sums.north > 0 {
            return;
        }
        if sums[state.turn] > 0 && self.end == End::OwnTurn {
            return;
        }
        match self.remaining {
            Remaining::OwnSide => state.end_and_share(EndReason::EmptyRow, sums, ruling::KA_6, recorder),
            Remaining::Finisher => state.end_and_share(EndReason::EmptyRow, sums.swapped(), ruling::KA_9, recorder),
            Remaining::Leave => state.stage = Stage::Over(EndReason::EmptyRow),
        }
    }
}
