//! A row of Awalé in one word, and what sowing and capture do to it.
//!
//! A row is six *lanes*, a byte for each house, against the order of sowing: the house sown first is the highest, the
//! one sown last the lowest. So the house before another (AW-2) is the lane above, which is where a subtraction borrows
//! from; see [`CaptureRule::run`]. A lane is named by its lowest bit: 0, 8, 16, 24, 32 or 40.
//!
//! A house holds at most 96 seeds: additions never carry into the next lane, and the top bit of each lane is free for
//! tests. What a function here answers about houses, it answers in these top bits.

use super::options::{Capture, MAX_SEEDS, Options, OverLimit, ROW};
use crate::board::Direction;
use crate::moves::MoveSet;

/// Bits in a lane.
const LANE: u32 = u8::BITS;
/// One in each lane.
const ONES: u64 = 0x0101_0101_0101;
/// The top bit of each lane.
pub(super) const TOPS: u64 = ONES << 7;
/// Added to a row, this sets the top bit of the houses that hold a seed.
const OCCUPIED: u64 = ONES * 0x7f;
/// Added to a row, this sets the top bit of the houses whose sowing leaves the row: one seed is
/// enough in the lowest lane, the highest needs six.
const REACHING: u64 = OCCUPIED - 0x0504_0302_0100;

/// The houses that hold a seed.
#[inline]
pub(super) const fn occupied(row: u64) -> u64 {
    (row + OCCUPIED) & TOPS
}

/// The houses whose sowing leaves the row.
#[inline]
pub(super) const fn reaching(row: u64) -> u64 {
    (row + REACHING) & TOPS
}

/// The houses that the mover may play (AW-1, AW-4).
#[inline]
pub(super) const fn playable(near: u64, far: u64) -> u64 {
    (near + if far == 0 { REACHING } else { OCCUPIED }) & TOPS
}

/// The seeds of one house.
#[inline]
pub(super) const fn seeds(row: u64, lane: u32) -> u8 {
    row.wrapping_shr(lane) as u8
}

/// A row in which one house holds these seeds and the others none.
pub(super) const fn holding(lane: u32, seeds: u8) -> u64 {
    (seeds as u64).wrapping_shl(lane)
}

/// The top bit of one house.
pub(super) const fn top(lane: u32) -> u64 {
    holding(lane, 0x80)
}

/// The place of a house of the mover in the order of sowing, from 0; within the row whatever the lane.
pub(super) const fn place(lane: u32) -> usize {
    (5 - lane / LANE % 6) as usize
}

/// The seeds of all the houses of a row, or of two rows added up.
#[inline]
pub(super) const fn sum(row: u64) -> u8 {
    // The highest byte of the product is the sum of all bytes.
    (row.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// The lane of the house at a place in the order of sowing, 0 to 5.
#[inline]
pub(super) const fn lane(place: u32) -> u32 {
    LANE * (5 - place)
}

/// The lanes of the houses whose top bit is set, the last one sown first.
#[inline]
pub(super) fn each(mut tops: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = tops.trailing_zeros();
        tops &= tops.wrapping_sub(1);
        (lane < u64::BITS).then(|| lane + 1 - LANE)
    })
}

/// The houses whose top bit is set as the lowest six bits, the house sown first lowest.
#[inline]
pub(super) const fn in_order(tops: u64) -> u32 {
    ((tops >> 7).wrapping_mul(FIRST_LOWEST) >> 58) as u32
}

/// Whether each house holds at least as many seeds as in the other row.
pub(super) const fn covers(row: u64, other: u64) -> bool {
    ((row | TOPS) - other) & TOPS == TOPS
}

/// Multiplied by, this brings the lowest bits of the six lanes together at the top, the house sown first lowest.
const FIRST_LOWEST: u64 = 0x8040_2010_0804_0000;

/// How the numbers that players give to their houses (C-1) lie in the lanes.
#[derive(Copy, Clone, Debug)]
pub(super) struct Numbering {
    /// All bits if the lanes go down as the numbers go up, else none.
    down: u32,
    /// What is then missing from eight times a number to its lane.
    offset: u32,
    /// Multiplied by, this brings the lowest bits of the six lanes together at the top, house 1 lowest.
    gather: u64,
}

impl Numbering {
    pub(super) const fn new(direction: Direction) -> Self {
        match direction {
            // `!n + 49` is `48 - n`: house 1 is lane 40, house 6 lane 0.
            Direction::Anticlockwise => Self { down: u32::MAX, offset: 49, gather: FIRST_LOWEST },
            // House 1 is lane 0, house 6 lane 40.
            Direction::Clockwise => Self { down: 0, offset: LANE.wrapping_neg(), gather: 0x0408_1020_4080_0000 },
        }
    }

    /// The lane of the house with this number; some multiple of 8 below 64 whatever the number. Without a condition on
    /// the direction, which would cost a quarter of the speed of perft.
    #[inline]
    pub(super) const fn lane(self, number: u8) -> u32 {
        ((LANE * number as u32) ^ self.down).wrapping_add(self.offset) % u64::BITS
    }

    /// The set of the houses whose top bit is set.
    #[inline]
    pub(super) const fn set(self, tops: u64) -> MoveSet {
        MoveSet::of_houses((tops >> 7).wrapping_mul(self.gather) >> 58)
    }
}

/// What sowing a house changes.
#[derive(Copy, Clone)]
#[repr(align(32))]
pub(super) struct Change {
    /// What the mover's row gains; the origin loses what it held.
    pub(super) near: u64,
    /// What the opponent's row gains.
    pub(super) far: u64,
    /// One in the lane of the last seed if that is the opponent's; else nothing is captured (AW-2), and this is 0.
    pub(super) last: u64,
}

/// Every sowing, by the origin's place from the end of its row and the seeds in it (AW-1). The last two rows are there so
/// that no index is out of bounds: nothing is ever in their houses.
static SOWINGS: [[Change; 128]; 8] = sowings();

const fn sowings() -> [[Change; 128]; 8] {
    let mut table = [[Change { near: 0, far: 0, last: 0 }; 128]; 8];
    let mut origin = 0;
    while origin < ROW as usize {
        let mut seeds = 1;
        while seeds <= MAX_SEEDS as usize {
            let (mut near, mut far, mut last) = (0_u64, 0, 0);
            let mut place = origin;
            let mut left = seeds;
            while left > 0 {
                place = place_after(origin, place);
                if place < 6 {
                    near += one(place);
                    last = 0;
                } else {
                    far += one(place - 6);
                    last = one(place - 6);
                }
                left -= 1;
            }
            near = near.wrapping_sub(one(origin) * seeds as u64);
            table[5 - origin][seeds] = Change { near, far, last };
            seeds += 1;
        }
        origin += 1;
    }
    table
}

/// One seed in the house at a place of its row, in the order of sowing from 0.
const fn one(place: usize) -> u64 {
    1 << (LANE * (5 - place as u32))
}

/// The place sown after `place`, the mover's houses being 0 to 5 in the order of sowing and the opponent's 6 to 11; the
/// origin is always skipped (AW-1).
pub(super) const fn place_after(origin: usize, place: usize) -> usize {
    let next = (place + 1) % 12;
    if next == origin { (next + 1) % 12 } else { next }
}

/// What sowing the house in this lane changes, with these seeds in it. Any numbers will do: those of no house sow
/// nothing.
#[inline]
pub(super) fn sowing(lane: u32, seeds: u8) -> &'static Change {
    &SOWINGS[(lane / LANE) as usize % 8][seeds as usize % 128]
}

/// What the options make of AW-2.
#[derive(Copy, Clone, Debug)]
pub(super) struct CaptureRule {
    /// The bits in which a capturable house equals 2: in twos and threes all but the lowest (AW-10).
    like_two: u64,
    /// How many bits the houses cover that may be captured in one move (AW-8).
    limit: u32,
    /// What is captured of the houses within the limit when there are more beyond: all bits or none (AW-9).
    over_limit: u64,
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
        }
    }

    /// The seeds captured from a row that has just been sown, lane by lane; `last` is as in [`Change`].
    #[inline]
    pub(super) const fn captured(&self, sown: u64, last: u64) -> u64 {
        let mut run = self.run(sown, last);
        // The last houses sown are the lowest of the run; moved up by the limit, it covers those beyond (AW-8, AW-9).
        let beyond = run & (run << self.limit);
        if beyond != 0 {
            run = self.limited(run ^ beyond);
        }
        // From the top bit of each lane of the run, the seven bits below it.
        let captured = sown & (run - (run >> 7));
        // A grand slam captures nothing (AW-3).
        if captured == sown { 0 } else { captured }
    }

    /// What is captured when there are houses beyond the limit, of those within it (AW-9). Cold, because a choice made
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
    use super::*;
    use crate::board::Ring;
    use crate::moves::Move;

    /// Houses in the order of sowing, the mover's first, as two rows of lanes.
    fn rows(houses: [u8; 12]) -> [u64; 2] {
        let row = |from: usize| (0..6).map(|place| one(place) * u64::from(houses[from + place])).sum();
        [row(0), row(6)]
    }

    /// Numbers that look random.
    fn random(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    #[test]
    fn the_table_sows_seed_by_seed() {
        for origin in 0..6 {
            for seeds in 1..=MAX_SEEDS as u8 {
                let mut houses = [0; 12];
                let (mut at, mut left) = (origin, seeds);
                while left > 0 {
                    at = (at + 1) % 12;
                    if at != origin {
                        houses[at] += 1;
                        left -= 1;
                    }
                }
                let mut before = [0; 12];
                before[origin] = seeds;
                let lane = 8 * (5 - origin as u32);
                let sowing = sowing(lane, seeds);
                let [near, far] = rows(before);
                assert_eq!([near.wrapping_add(sowing.near), far + sowing.far], rows(houses), "{seeds} from {origin}");
                let last = if at < 6 { 0 } else { one(at - 6) };
                assert_eq!(sowing.last, last, "{seeds} from {origin}");
                assert_eq!(playable(near, 0) != 0, houses[6..].iter().any(|&seeds| seeds > 0), "{seeds} from {origin}");
            }
        }
    }

    #[test]
    fn no_house_sows_nothing() {
        for direction in Direction::ALL.iter().copied() {
            let numbering = Numbering::new(direction);
            for number in 0..=u8::MAX {
                let lane = numbering.lane(number);
                assert_eq!(lane % 8, 0, "house {number}");
                let Change { near, far, last } = *sowing(lane, 0);
                assert_eq!([near, far, last], [0; 3], "house {number}");
            }
        }
    }

    #[test]
    fn numbers_and_lanes_agree() {
        for direction in Direction::ALL.iter().copied() {
            let ring = Ring { row: ROW, direction };
            let numbering = Numbering::new(direction);
            for number in 1..=ROW {
                let lane = numbering.lane(number);
                assert_eq!(place(lane), usize::from(ring.step(number)));
                assert!(numbering.set(top(lane)).eq([Move::House(number)]));
            }
            assert!(numbering.set(TOPS).eq((1..=ROW).map(Move::House)));
        }
    }

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
        let mut seed = 1;
        let (mut captures, mut slams, mut over) = (0, 0, 0);
        for _ in 0..60_000 {
            // Mostly twos and threes, so that long runs and grand slams are common.
            let row: [u8; 6] = std::array::from_fn(|_| match random(&mut seed) % 16 {
                0..6 => 2,
                6..11 => 3,
                11..13 => 0,
                13 => 1,
                _ => 4 + (random(&mut seed) % 12) as u8,
            });
            let last = (random(&mut seed) % 7).checked_sub(1).map(|place| place as usize);
            for &capture in &[Capture::TwoOrThree, Capture::Two] {
                for &over_limit in &[OverLimit::Last, OverLimit::Nothing] {
                    for limit in 1..=6 {
                        let options = Options { capture, limit, over_limit, ..Options::default() };
                        let by_hand = captured_by_hand(&options, row, last);
                        let rule = CaptureRule::new(&options);
                        let lanes =
                            |row: [u8; 6]| rows(std::array::from_fn(|place| if place < 6 { row[place] } else { 0 }))[0];
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
