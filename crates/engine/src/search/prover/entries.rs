//! What the prover knows of positions: both bounds in eight bytes, which identify the position exactly.

use crate::memory::Memory;

/// What is known of a position, in points from here on, as the player to move sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) low: i16,
    pub(super) high: i16,
    /// The place of the best move in the mover's row; [`NO_PLACE`] if there is none.
    pub(super) best: u8,
}

/// The place of no move.
pub(super) const NO_PLACE: u8 = 15;

/// Bits of the fields of an entry, from the lowest up; the rest identifies the position. Bounds are stored with an
/// offset, so that no entry is 0.
const BOUND: u32 = 8;
const PLACE: u32 = 4;
const WORK: u32 = 5;
const FIELDS: u32 = 2 * BOUND + PLACE + WORK;
const OFFSET: i16 = 1 << (BOUND - 1);
/// The greatest value that a bound can have.
pub(super) const MOST_POINTS: i16 = OFFSET - 1;

/// Entries that lie in one cache line.
const BUCKET: usize = 8;
const LEAST_ENTRIES: usize = 1 << 13;

/// The entries, in buckets. Positions are identified by their indexes, which are mixed by a function that can be
/// undone: the bucket of a position says the lower bits of the result, and the entry the others.
#[derive(Debug, Default)]
pub(in crate::search) struct Entries {
    words: Memory<u64>,
    /// The bits of an index.
    index_bits: u32,
    bucket_bits: u32,
}

impl Entries {
    /// Entries in at most this many bytes, for indexes below `indexes`; `None` if an entry could not tell them apart.
    pub(super) fn new(bytes: usize, indexes: u64) -> Option<Self> {
        let entries = (bytes / size_of::<u64>()).max(LEAST_ENTRIES);
        let bucket_bits = (entries / BUCKET).ilog2();
        let index_bits = u64::BITS - indexes.saturating_sub(1).leading_zeros();
        if index_bits > bucket_bits + u64::BITS - FIELDS {
            return None;
        }
        Some(Self {
            words: Memory::zeroed(BUCKET << bucket_bits),
            index_bits: index_bits.max(bucket_bits),
            bucket_bits,
        })
    }

    /// Entries in at most this many bytes, for as many indexes as an entry can tell apart.
    pub(in crate::search) fn lasting(bytes: usize) -> Self {
        let bucket_bits = ((bytes / size_of::<u64>()).max(LEAST_ENTRIES) / BUCKET).ilog2();
        let index_bits = (bucket_bits + u64::BITS - FIELDS).min(u64::BITS - 1);
        Self { words: Memory::zeroed(BUCKET << bucket_bits), index_bits, bucket_bits }
    }

    /// The number of boards that they tell apart in each of three phases.
    pub(super) fn most_boards(&self) -> u64 {
        if self.words.is_empty() { 0 } else { (1 << self.index_bits) / 3 }
    }

    /// The start of the bucket of a position, and what identifies the position there.
    #[inline]
    fn place(&self, index: u64) -> (usize, u64) {
        let mask = (1 << self.index_bits) - 1;
        let half = self.index_bits / 2;
        let mixed = (index ^ index >> half).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        let mixed = (mixed ^ mixed >> half).wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        let mixed = mixed ^ mixed >> half;
        let bucket = mixed as usize & ((1 << self.bucket_bits) - 1);
        (bucket * BUCKET, mixed >> self.bucket_bits)
    }

    #[inline]
    pub(super) fn get(&self, index: u64) -> Option<Known> {
        let (start, rest) = self.place(index);
        let bucket = &self.words[start..start + BUCKET];
        bucket.iter().find(|&&word| word >> FIELDS == rest && word != 0).map(|&word| unpack(word))
    }

    /// Stores what is known of a position after a search that took `nodes` nodes, in place of what was known before, or
    /// of what took the least work.
    #[inline]
    pub(super) fn put(&mut self, index: u64, known: Known, nodes: u64) {
        let (start, rest) = self.place(index);
        let bucket = &mut self.words[start..start + BUCKET];
        let mut slot = 0;
        let mut least = u64::MAX;
        for (at, &word) in bucket.iter().enumerate() {
            if word == 0 || word >> FIELDS == rest {
                slot = at;
                break;
            }
            let work = word >> (FIELDS - WORK) & ((1 << WORK) - 1);
            if work < least {
                (slot, least) = (at, work);
            }
        }
        let work = u64::from((nodes | 1).ilog2().min((1 << WORK) - 1));
        let bound = |points: i16| (points + OFFSET) as u64;
        bucket[slot] = bound(known.low)
            | bound(known.high) << BOUND
            | u64::from(known.best) << (2 * BOUND)
            | work << (FIELDS - WORK)
            | rest << FIELDS;
    }
}

fn unpack(word: u64) -> Known {
    let bound = |at: u32| (word >> at & ((1 << BOUND) - 1)) as i16 - OFFSET;
    Known { low: bound(0), high: bound(BOUND), best: (word >> (2 * BOUND)) as u8 & ((1 << PLACE) - 1) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn positions_are_told_apart() {
        for indexes in [1 << 9, 1 << 16, (1 << 16) + 1, 3 << 20] {
            let entries = Entries::new(0, indexes).expect("few indexes");
            let places: HashSet<_> = (0..indexes.min(1 << 20)).map(|index| entries.place(index)).collect();
            assert_eq!(places.len() as u64, indexes.min(1 << 20));
        }
        assert!(Entries::new(1 << 23, 1 << 56).is_some() && Entries::new(1 << 20, 1 << 57).is_none());
    }

    #[test]
    fn entries_are_read_as_they_were_stored() {
        let mut entries = Entries::new(1 << 16, 1 << 40).expect("few indexes");
        let known = Known { low: -MOST_POINTS, high: MOST_POINTS, best: NO_PLACE };
        for index in [0, 1, (1 << 40) - 1] {
            assert_eq!(entries.get(index), None);
            entries.put(index, known, 1);
            assert_eq!(entries.get(index), Some(known));
            let tighter = Known { low: 3, high: 3, best: 5 };
            entries.put(index, tighter, u64::MAX);
            assert_eq!(entries.get(index), Some(tighter));
        }
    }

    #[test]
    fn the_least_work_is_replaced() {
        let mut entries = Entries::new(0, 1 << 30).expect("few indexes");
        let bucket = entries.place(0).0;
        let same: Vec<u64> = (0..1 << 20).filter(|&index| entries.place(index).0 == bucket).take(9).collect();
        let known = Known { low: 0, high: 1, best: 0 };
        for (&index, nodes) in same.iter().zip([64, 64, 64, 8, 64, 64, 64, 64, 1]) {
            entries.put(index, known, nodes);
        }
        assert_eq!(same.iter().filter(|&&index| entries.get(index).is_none()).collect::<Vec<_>>(), [&same[3]]);
    }
}
