//! A hash table of results, in memory of a fixed size; entries that took the least work are replaced.

use std::collections::TryReserveError;

use super::indexer::PositionId;
use super::path_dependence::PathDependence;
use crate::hash::fold;

/// The proof and disproof number of a position, seen by the player to move: the fewest positions that must still be
/// searched for an answer. The goal of that player is to win if they are the attacker, otherwise to keep the attacker
/// from winning.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// The number for a proof that the player to move reaches their goal; 0 if it is proven.
    pub(super) proof: u32,
    /// The number for a proof that they do not; 0 if it is disproven.
    pub(super) disproof: u32,
}

impl ProofNumbers {
    /// The number where no proof is possible.
    pub(super) const INFINITE: u32 = (1 << NUMBER) - 1;
    /// The greatest finite number.
    pub(super) const MAX: u32 = Self::INFINITE - 1;
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: Self::INFINITE };
    pub(super) const DISPROVEN: Self = Self { proof: Self::INFINITE, disproof: 0 };

    /// These values as the opponent sees them.
    pub(super) const fn for_opponent(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }

    pub(super) const fn is_open(self) -> bool {
        self.proof > 0 && self.disproof > 0
    }
}

/// Path-independent bounds on the value of a position to the player to move, and the distance to the end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The lower bound: -1 lost, 0 neither, 1 won.
    pub(super) low: i8,
    pub(super) high: i8,
    /// The most moves in which the winner wins by the play found, if the position is won or lost.
    pub(super) moves: u16,
}

impl Bounds {
    pub(super) const OPEN: Self = Self { low: -1, high: 1, moves: 0 };

    pub(super) const fn exactly(value: i8) -> Self {
        Self { low: value, high: value, moves: 0 }
    }

    /// These values as the opponent sees them.
    pub(super) const fn for_opponent(self) -> Self {
        Self { low: -self.high, high: -self.low, moves: self.moves }
    }

    pub(super) const fn value(self) -> Option<i8> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// Whether the position is won or lost.
    pub(super) const fn is_decided(self) -> bool {
        self.low == 1 || self.high == -1
    }

    pub(super) fn and(self, other: Self) -> Self {
        let moves = match (self.is_decided(), other.is_decided()) {
            (true, true) => self.moves.min(other.moves),
            (true, false) => self.moves,
            (false, true | false) => other.moves,
        };
        Self { low: self.low.max(other.low), high: self.high.min(other.high), moves }
    }
}

/// The result of a position for one attacker, beyond its bounds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Nothing,
    Numbers(ProofNumbers),
    /// The attacker fails, while the frame at the last ply that this depends on has this stamp.
    FailsOnPath {
        depends_on: PathDependence,
        stamp: u64,
    },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) bounds: Bounds,
    /// Whether `known` is about the player to move as the attacker.
    pub(super) attacks: bool,
    pub(super) known: Known,
    /// The logarithm of the nodes that the results took.
    pub(super) work: u8,
}

const BOUNDS: u32 = 3;
const KIND: u32 = 2;
const WORK: u32 = 6;
const NUMBER: u32 = 26;
const PLY: u32 = 9;
const STAMP: u32 = 34;
/// The deepest ply and the last stamp that fit into an entry.
pub(super) const DEEPEST: usize = (1 << PLY) - 1;
pub(super) const LAST_STAMP: u64 = (1 << STAMP) - 1;

/// The possible pairs of bounds.
const PAIRS: [(i8, i8); 6] = [(-1, 1), (-1, 0), (-1, -1), (0, 1), (0, 0), (1, 1)];

/// The number of entries in a bucket, which fills a cache line.
const BUCKET: usize = 4;

/// The table: each entry is a position id and its results in 64 bits.
#[derive(Clone, Debug)]
pub(super) struct ProofTable {
    buckets: Vec<[u64; 2 * BUCKET]>,
    pub(super) used: u64,
}

impl ProofTable {
    /// The smallest size, in bytes.
    pub(super) const MIN_BYTES: usize = 64 << 10;

    /// A table of this many bytes.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub(super) fn with_bytes(bytes: usize) -> Result<Self, TryReserveError> {
        Self::with_buckets(bytes.max(Self::MIN_BYTES) / size_of::<[u64; 2 * BUCKET]>())
    }

    /// An empty table of the same size.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    #[cfg(feature = "files")]
    pub(super) fn same_size(&self) -> Result<Self, TryReserveError> {
        Self::with_buckets(self.buckets.len())
    }

    fn with_buckets(buckets: usize) -> Result<Self, TryReserveError> {
        // A failed allocation of zeroed memory ends the process, but only such memory is zeroed page by page when it is
        // used. So the memory is first allocated in the way that can fail, and freed.
        Vec::<[u64; 2 * BUCKET]>::new().try_reserve_exact(buckets)?;
        Ok(Self { buckets: vec![[0; 2 * BUCKET]; buckets], used: 0 })
    }

    pub(super) const fn capacity(&self) -> u64 {
        (self.buckets.len() * BUCKET) as u64
    }

    #[inline]
    fn bucket(&self, id: PositionId) -> usize {
        let mixed = fold(id ^ 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
        ((u128::from(mixed) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn get(&self, id: PositionId) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(id)];
        let at = (0..BUCKET).find(|at| bucket[2 * at] == id)?;
        Some(unpack(bucket[2 * at + 1]))
    }

    /// Stores an entry, with the bounds of an earlier one of the same position.
    pub(super) fn put(&mut self, id: PositionId, entry: &Entry) {
        let at = self.bucket(id);
        let bucket = &mut self.buckets[at];
        let work = |at: usize| if bucket[2 * at] == 0 { 0 } else { 1 + (bucket[2 * at + 1] & ((1 << WORK) - 1)) };
        let here = (0..BUCKET).find(|at| bucket[2 * at] == id);
        let at = here.or_else(|| (0..BUCKET).min_by_key(|&at| work(at))).unwrap_or(0);
        let mut entry = *entry;
        if here.is_some() {
            entry.bounds = unpack(bucket[2 * at + 1]).bounds.and(entry.bounds);
        }
        self.used += u64::from(bucket[2 * at] == 0);
        (bucket[2 * at], bucket[2 * at + 1]) = (id, pack(&entry));
    }

    #[cfg(feature = "files")]
    pub(super) fn raw(&self) -> impl Iterator<Item = (PositionId, u64)> + '_ {
        let pairs = self.buckets.iter().flat_map(|bucket| bucket.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        pairs.filter(|&(id, _)| id != 0)
    }

    /// Stores an entry read from a file, without results that depend on a path. False if it is not valid.
    #[cfg(feature = "files")]
    pub(super) fn put_raw(&mut self, id: PositionId, packed: u64) -> bool {
        let sound = id != 0 && packed >> WORK & 7 < PAIRS.len() as u64 && packed >> (WORK + BOUNDS + 1) & 3 < 3;
        if sound {
            let mut entry = unpack(packed);
            if matches!(entry.known, Known::FailsOnPath { .. }) {
                entry.known = Known::Nothing;
            }
            self.put(id, &entry);
        }
        sound
    }
}

fn pack(entry: &Entry) -> u64 {
    let Bounds { low, high, moves } = entry.bounds;
    let pair = PAIRS.iter().position(|&pair| pair == (low, high)).unwrap_or(0) as u64;
    let (kind, rest) = match entry.known {
        _ if entry.bounds.is_decided() => (0, u64::from(moves)),
        Known::Nothing => (0, 0),
        Known::Numbers(ProofNumbers { proof, disproof }) => (1, u64::from(proof) << NUMBER | u64::from(disproof)),
        Known::FailsOnPath { depends_on: PathDependence { from, to }, stamp } => {
            (2, ((from as u64) << PLY | to as u64) << STAMP | stamp & LAST_STAMP)
        }
    };
    let attacks = u64::from(entry.attacks);
    (((rest << KIND | kind) << 1 | attacks) << BOUNDS | pair) << WORK | u64::from(entry.work) & ((1 << WORK) - 1)
}

fn unpack(mut packed: u64) -> Entry {
    let mut take = |bits: u32| {
        let field = packed & ((1 << bits) - 1);
        packed >>= bits;
        field
    };
    let work = take(WORK) as u8;
    let (low, high) = PAIRS[take(BOUNDS) as usize];
    let attacks = take(1) == 1;
    let kind = take(KIND);
    let mut bounds = Bounds { low, high, moves: 0 };
    let known = match kind {
        1 => {
            let disproof = take(NUMBER) as u32;
            Known::Numbers(ProofNumbers { proof: take(NUMBER) as u32, disproof })
        }
        2 => {
            let stamp = take(STAMP);
            let to = take(PLY) as usize;
            Known::FailsOnPath { depends_on: PathDependence { from: take(PLY) as usize, to }, stamp }
        }
        _ => Known::Nothing,
    };
    if bounds.is_decided() {
        bounds.moves = take(u16::BITS) as u16;
    }
    Entry { bounds, attacks, known, work }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_combine_in_any_order_and_for_either_player() {
        let all = PAIRS.iter().flat_map(|&(low, high)| [0, 5].map(|moves| Bounds { low, high, moves }));
        let all: Vec<Bounds> = all.filter(|it| it.is_decided() || it.moves == 0).collect();
        let won = |moves| Bounds { low: 1, high: 1, moves };
        assert_eq!((won(9).and(won(7)), Bounds { low: 0, ..Bounds::OPEN }.and(won(9))), (won(7), won(9)));
        for &one in &all {
            assert_eq!((one.and(one), one.and(Bounds::OPEN), one.for_opponent().for_opponent()), (one, one, one));
            for &other in all.iter().filter(|other| one.low <= other.high && other.low <= one.high) {
                let both = one.and(other);
                assert_eq!(both, other.and(one));
                assert_eq!(both.for_opponent(), one.for_opponent().and(other.for_opponent()));
                for value in -1..=1 {
                    let within = |it: Bounds| it.low <= value && value <= it.high;
                    assert_eq!(within(both), within(one) && within(other), "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn too_much_memory_is_refused() {
        assert!(ProofTable::with_bytes(usize::MAX).is_err());
    }

    #[test]
    fn entries_are_read_as_they_were_stored() {
        let mut proofs = ProofTable::with_bytes(0).expect("little");
        let mut id = 1;
        for (low, high) in PAIRS {
            for known in [
                Known::Nothing,
                Known::Numbers(ProofNumbers { proof: 1, disproof: ProofNumbers::MAX }),
                Known::FailsOnPath { depends_on: PathDependence { from: 0, to: DEEPEST }, stamp: LAST_STAMP },
            ] {
                let decided = low == 1 || high == -1;
                if decided && known != Known::Nothing {
                    continue;
                }
                let bounds = Bounds { low, high, moves: if decided { u16::MAX } else { 0 } };
                let entry = Entry { bounds, attacks: id % 2 == 0, known, work: 63 };
                proofs.put(id, &entry);
                assert_eq!(proofs.get(id), Some(entry));
                id += 1;
            }
        }
        assert_eq!(proofs.get(id), None);
        assert_eq!(proofs.used, id - 1);
    }

    #[test]
    fn the_entry_of_least_work_is_replaced_and_bounds_stay() {
        let mut proofs = ProofTable::with_bytes(0).expect("little");
        let bucket = proofs.bucket(1);
        let indexer: Vec<PositionId> = (1..1 << 20).filter(|&id| proofs.bucket(id) == bucket).take(5).collect();
        let entry =
            |work, low| Entry { bounds: Bounds { low, ..Bounds::OPEN }, attacks: false, known: Known::Nothing, work };
        for (&id, work) in indexer.iter().zip([5, 3, 4, 6]) {
            proofs.put(id, &entry(work, 0));
        }
        proofs.put(indexer[4], &entry(1, 0));
        proofs.put(indexer[0], &entry(1, -1));
        assert_eq!(proofs.get(indexer[1]), None);
        assert_eq!(proofs.get(indexer[0]), Some(entry(1, 0)));
        assert_eq!(proofs.used, 4);
    }
}
