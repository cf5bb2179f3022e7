//! A row of Awalé in one word (SWAR, SIMD within a register), and what sowing does to it.
//!
//! The lanes of a row are as in [`packed`](super::packed): the house before another (AW-2) is the lane above, which is
//! where a subtraction borrows from; see [`CaptureRule`](super::capture::CaptureRule).
//!
//! A house holds at most 96 seeds: additions never carry into the next lane, and the top bit of each lane is free for
//! tests. A set of houses is given as these top bits.

use super::options::{MAX_SEEDS, ROW};
use crate::board::Direction;
use crate::moves::MoveSet;

/// Bits in a lane.
pub(super) const LANE: u32 = u8::BITS;
/// One in each lane.
pub(super) const ONES: u64 = 0x0101_0101_0101;
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
#[inline]
pub(super) const fn holding(lane: u32, seeds: u8) -> u64 {
    (seeds as u64).wrapping_shl(lane)
}

/// The top bit of one house.
#[inline]
pub(super) const fn top(lane: u32) -> u64 {
    holding(lane, 0x80)
}

/// The place of a house of the mover in the order of sowing, from 0; within the row whatever the lane.
#[inline]
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
#[inline]
pub(super) const fn covers(row: u64, other: u64) -> bool {
    ((row | TOPS) - other) & TOPS == TOPS
}

/// A factor that brings the lowest bits of the six lanes together at the top, the house sown first lowest.
const FIRST_LOWEST: u64 = 0x8040_2010_0804_0000;

/// The lanes of the numbers that players give to their houses (C-1).
#[derive(Copy, Clone, Debug)]
pub(super) struct Numbering {
    /// All bits if the lanes go down as the numbers go up, else none.
    down: u32,
    /// The difference between a lane and eight times its number, once that is complemented or not by `down`.
    offset: u32,
    /// A factor that brings the lowest bits of the six lanes together at the top, house 1 lowest.
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

/// The change that sowing a house makes to the two rows.
#[derive(Copy, Clone)]
#[repr(align(32))]
pub(super) struct Change {
    /// The gain of the mover's row; the origin loses what it held.
    pub(super) near: u64,
    /// The gain of the opponent's row.
    pub(super) far: u64,
    /// One in the lane of the last seed if that is the opponent's; else nothing is captured (AW-2), and this is 0.
    pub(super) last: u64,
}

/// Every sowing, by the origin's place from the end of its row and the seeds in it (AW-1). The last two rows are there
/// so that no index is out of bounds: nothing is ever in their houses.
static SOWINGS: [[Change; 128]; 8] = sowings();

const fn sowings() -> [[Change; 128]; 8] {
    let mut table = [[Change { near: 0, far: 0, last: 0 }; 128]; 8];
    let mut origin = 0;
    while origin < ROW as usize {
        let mut seeds = 1;
        while seeds <= MAX_SEEDS as usize {
            let mut near = 0_u64;
            let mut far = 0;
            let mut last = 0;
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
pub(super) const fn one(place: usize) -> u64 {
    1 << (LANE * (5 - place as u32))
}

/// The place sown after `place`, the mover's houses being 0 to 5 in the order of sowing and the opponent's 6 to 11; the
/// origin is always skipped (AW-1).
#[inline]
pub(super) const fn place_after(origin: usize, place: usize) -> usize {
    let next = (place + 1) % 12;
    if next == origin { (next + 1) % 12 } else { next }
}

/// The change that sowing the house in this lane makes, with these seeds in it. A number that is no lane, or no
/// possible count of seeds, changes nothing or gives the change of another, without panic.
#[inline]
pub(super) fn sowing(lane: u32, seeds: u8) -> &'static Change {
    &SOWINGS[(lane / LANE) as usize % 8][seeds as usize % 128]
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

    #[test]
    fn the_table_sows_seed_by_seed() {
        for origin in 0..6 {
            for seeds in 1..=MAX_SEEDS as u8 {
                let mut houses = [0; 12];
                let mut at = origin;
                let mut left = seeds;
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
}
