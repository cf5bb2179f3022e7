//! Capture in Awalé: what the options make of AW-2, on a row in one word.

use super::options::{Capture, GrandSlam, Options, OverLimit, ROW};
use super::swar::{LANE, ONES, TOPS};

/// The rule of capture, as the options make it of AW-2.
#[derive(Copy, Clone, Debug)]
pub(super) struct CaptureRule {
    /// The bits in which a capturable house equals 2: with twos and threes, all but the lowest (AW-10).
    like_two: u64,
    /// The bits of the houses that may be captured in one move (AW-8): eight for each.
    limit: u32,
    /// All bits if the houses within the limit are captured when there are more beyond it, else none (AW-9).
    over_limit: u64,
    /// A bit outside a row if a grand slam captures (AW-18), else none (AW-3): a row with it is never all that is
    /// captured.
    grand_slam: u64,
}

impl CaptureRule {
    pub(super) const fn new(options: &Options) -> Self {
        Self {
            like_two: match options.capture {
                Capture::TwoOrThree => ONES * 0xfe,
                Capture::Two => ONES * 0xff,
            },
            limit: if options.limit < ROW as u32 { LANE * options.limit } else { LANE * ROW as u32 },
            over_limit: match options.over_limit {
                OverLimit::Last => u64::MAX,
                OverLimit::Nothing => 0,
            },
            grand_slam: match options.grand_slam {
                GrandSlam::Capture => 1 << 63,
                // The last three are played house by house (AW-20).
                GrandSlam::NoCapture
                | GrandSlam::Illegal
                | GrandSlam::OpponentTakes
                | GrandSlam::LeaveLeft
                | GrandSlam::LeaveRight => 0,
            },
        }
    }

    /// The seeds captured from a row that has just been sown, lane by lane; `last` is as in a
    /// [`Change`](super::swar::Change).
    #[inline]
    pub(super) const fn captured(&self, sown: u64, last: u64) -> u64 {
        let capturable = self.within_limit(sown, last);
        // All seeds of the row are a grand slam.
        if capturable == sown | self.grand_slam { 0 } else { capturable }
    }

    /// Whether a sowing is a grand slam (AW-3): what could be captured is all the seeds in the row.
    pub(super) const fn is_grand_slam(&self, sown: u64, last: u64) -> bool {
        sown != 0 && self.within_limit(sown, last) == sown
    }

    /// The seeds that AW-2 captures, within the limit (AW-8, AW-9).
    #[inline]
    const fn within_limit(&self, sown: u64, last: u64) -> u64 {
        let mut run = self.run(sown, last);
        // The last houses sown are the lowest of the run; moved up by the limit, it covers those beyond (AW-8, AW-9).
        let beyond = run & (run << self.limit);
        if beyond != 0 {
            run = self.limited(run ^ beyond);
        }
        // From the top bit of each lane of the run, the seven bits below it.
        sown & (run - (run >> 7))
    }

    /// The houses within the limit that are captured when there are more beyond it (AW-9). Cold, because a choice made
    /// at every move costs more than a jump that is seldom taken.
    #[cold]
    const fn limited(&self, within: u64) -> u64 {
        within & self.over_limit
    }

    /// The houses that hold what can be captured (AW-2, AW-10).
    #[inline]
    pub(super) const fn capturable(&self, row: u64) -> u64 {
        (TOPS - ((row & self.like_two) ^ (ONES << 1))) & TOPS
    }

    /// The houses that AW-2 captures: from the last one sown backwards, as long as they are capturable.
    #[inline]
    const fn run(&self, sown: u64, last: u64) -> u64 {
        // Capturable houses become zero, any other stays below 128. Taking one from the last house sown borrows its way
        // up through the zeros, turns each into 255 and so marks it, and ends at the first house that is not zero. The
        // seventh lane is not zero either, and stops what comes through the whole row.
        const TWOS: u64 = 0x0002_0202_0202_0202;
        ((sown & self.like_two) ^ TWOS).wrapping_sub(last) & TOPS
    }
}

#[cfg(test)]
mod tests {
    use ayla_test_games::Random;

    use super::super::swar::one;
    use super::*;

    /// AW-2 with AW-8, AW-9, AW-10 and AW-3, house by house; places in the order of sowing.
    fn captured_by_hand(options: &Options, mut row: [u8; 6], last: Option<usize>) -> [u8; 6] {
        let capturable = |seeds: u8| seeds == 2 || seeds == 3 && options.capture == Capture::TwoOrThree;
        let mut captured = [0; 6];
        let run: Vec<usize> = match last {
            Some(last) => (0..=last).rev().take_while(|&place| capturable(row[place])).collect(),
            None => Vec::new(),
        };
        let most = match options.over_limit {
            OverLimit::Nothing if run.len() > options.limit as usize => 0,
            OverLimit::Nothing | OverLimit::Last => options.limit as usize,
        };
        for &place in run.iter().take(most) {
            captured[place] = std::mem::take(&mut row[place]);
        }
        if row == [0; 6] { [0; 6] } else { captured }
    }

    #[test]
    fn capture_is_as_by_hand() {
        let mut random = Random(1);
        let mut captures = 0;
        let mut slams = 0;
        let mut over = 0;
        for _ in 0..60_000 {
            // Mostly twos and threes, so that long runs and grand slams are common.
            let row: [u8; 6] = std::array::from_fn(|_| match random.below(16) {
                0..6 => 2,
                6..11 => 3,
                11..13 => 0,
                13 => 1,
                _ => 4 + random.below(12) as u8,
            });
            let last = random.below(7).checked_sub(1);
            for &capture in &[Capture::TwoOrThree, Capture::Two] {
                for &over_limit in &[OverLimit::Last, OverLimit::Nothing] {
                    for limit in 1..=6 {
                        let options = Options { capture, limit, over_limit, ..Options::default() };
                        let by_hand = captured_by_hand(&options, row, last);
                        let rule = CaptureRule::new(&options);
                        let lanes = |row: [u8; 6]| (0..6).map(|place| one(place) * u64::from(row[place])).sum::<u64>();
                        let captured = rule.captured(lanes(row), last.map_or(0, one));
                        assert_eq!(captured, lanes(by_hand), "{row:?}, last seed in {last:?}, {options:?}");
                        captures += usize::from(captured > 0);
                        let free = captured_by_hand(&Options { limit: 6, ..options }, row, last);
                        over += usize::from(free != by_hand);
                        slams += usize::from(last.is_some_and(|last| captured == 0 && (2..4).contains(&row[last])));
                    }
                }
            }
        }
        assert!(captures > 1_000 && slams > 1_000 && over > 1_000, "{captures} {slams} {over}");
    }
}
