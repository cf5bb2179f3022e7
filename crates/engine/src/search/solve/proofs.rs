//! What has been found out about positions, in memory of a fixed size: the least laborious gives way.

use std::collections::TryReserveError;

use super::name::Name;
use super::rests::Rests;
use crate::search::searchable::fold;

/// How hard something is to show, for the player to move: 0 it is shown, [`Effort::NEVER`] the contrary is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// To show that the player to move gets what the question denies the opponent.
    pub(super) own: u32,
    /// To show that the opponent does.
    pub(super) other: u32,
}

impl Effort {
    /// It cannot be shown.
    pub(super) const NEVER: u32 = (1 << EFFORT) - 1;
    /// The most for what is open.
    pub(super) const MOST: u32 = Self::NEVER - 1;
    pub(super) const SHOWN: Self = Self { own: 0, other: Self::NEVER };
    pub(super) const REFUTED: Self = Self { own: Self::NEVER, other: 0 };

    /// Seen by the other player.
    pub(super) const fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    pub(super) const fn is_open(self) -> bool {
        self.own > 0 && self.other > 0
    }
}

/// What a position is worth to the player to move, as far as it is known on any path; and how far away the end is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// At least so much: -1 lost, 0 neither, 1 won.
    pub(super) low: i8,
    /// At most so much.
    pub(super) high: i8,
    /// Of a position won or lost: in no more moves than this does the winner win, if he plays as was found.
    pub(super) moves: u16,
}

impl Bounds {
    pub(super) const OPEN: Self = Self { low: -1, high: 1, moves: 0 };

    pub(super) const fn exactly(value: i8) -> Self {
        Self { low: value, high: value, moves: 0 }
    }

    /// Seen by the other player.
    pub(super) const fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low, moves: self.moves }
    }

    pub(super) const fn value(self) -> Option<i8> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// Whether it is won or lost.
    pub(super) const fn is_decided(self) -> bool {
        self.low == 1 || self.high == -1
    }

    /// Both are true.
    pub(super) fn and(self, other: Self) -> Self {
        let moves = match (self.is_decided(), other.is_decided()) {
            (true, true) => self.moves.min(other.moves),
            (true, false) => self.moves,
            (false, true | false) => other.moves,
        };
        Self { low: self.low.max(other.low), high: self.high.min(other.high), moves }
    }
}

/// What is known of a position for one question.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing beyond the bounds.
    Nothing,
    /// How hard it seems.
    Efforts(Effort),
    /// The attacker fails, as long as the frame at the last ply that this rests on has this stamp.
    FailsBelow { rests: Rests, stamp: u64 },
}

/// All about a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) bounds: Bounds,
    /// The question that `known` is about: whether the player to move is the one who is to win.
    pub(super) attacks: bool,
    pub(super) known: Known,
    /// The logarithm of the moves made to find it out.
    pub(super) labour: u8,
}

const BOUNDS: u32 = 3;
const KIND: u32 = 2;
const LABOUR: u32 = 6;
const EFFORT: u32 = 26;
const PLY: u32 = 9;
const STAMP: u32 = 34;
/// The deepest frame and the last stamp that an entry can name.
pub(super) const DEEPEST: usize = (1 << PLY) - 1;
pub(super) const LAST_STAMP: u64 = (1 << STAMP) - 1;

/// The pairs of bounds.
const PAIRS: [(i8, i8); 6] = [(-1, 1), (-1, 0), (-1, -1), (0, 1), (0, 0), (1, 1)];

/// Entries in a bucket: together a line of the cache.
const BUCKET: usize = 4;

/// The entries, each a name and what is packed into 64 bits.
#[derive(Clone, Debug)]
pub(super) struct Proofs {
    buckets: Vec<[u64; 2 * BUCKET]>,
    used: u64,
}

impl Proofs {
    /// The least memory, in bytes.
    pub(super) const LEAST: usize = 64 << 10;

    /// As many entries as fit into so many bytes.
    ///
    /// # Errors
    ///
    /// So much memory cannot be had.
    pub(super) fn with_bytes(bytes: usize) -> Result<Self, TryReserveError> {
        Self::with_buckets(bytes.max(Self::LEAST) / size_of::<[u64; 2 * BUCKET]>())
    }

    /// Room for as much as here, with nothing in it.
    ///
    /// # Errors
    ///
    /// So much memory cannot be had.
    #[cfg(feature = "files")]
    pub(super) fn another(&self) -> Result<Self, TryReserveError> {
        Self::with_buckets(self.buckets.len())
    }

    fn with_buckets(buckets: usize) -> Result<Self, TryReserveError> {
        // To ask for zeroed memory ends the process where there is too little; but only that is zeroed page by page, as it
        // comes to be used. So it is first asked for in the way that can be refused, and given back.
        Vec::<[u64; 2 * BUCKET]>::new().try_reserve_exact(buckets)?;
        Ok(Self { buckets: vec![[0; 2 * BUCKET]; buckets], used: 0 })
    }

    /// Entries that there is room for.
    pub(super) const fn capacity(&self) -> u64 {
        (self.buckets.len() * BUCKET) as u64
    }

    /// Entries in use.
    pub(super) const fn used(&self) -> u64 {
        self.used
    }

    #[inline]
    fn bucket(&self, name: Name) -> usize {
        let mixed = fold(name ^ 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
        ((u128::from(mixed) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn get(&self, name: Name) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(name)];
        let at = (0..BUCKET).find(|at| bucket[2 * at] == name)?;
        Some(unpack(bucket[2 * at + 1]))
    }

    /// Keeps what was found out; bounds that were known before stay known.
    pub(super) fn put(&mut self, name: Name, entry: &Entry) {
        let at = self.bucket(name);
        let bucket = &mut self.buckets[at];
        let labour = |at: usize| if bucket[2 * at] == 0 { 0 } else { 1 + (bucket[2 * at + 1] & ((1 << LABOUR) - 1)) };
        let here = (0..BUCKET).find(|at| bucket[2 * at] == name);
        let at = here.or_else(|| (0..BUCKET).min_by_key(|&at| labour(at))).unwrap_or(0);
        let mut entry = *entry;
        if here.is_some() {
            entry.bounds = unpack(bucket[2 * at + 1]).bounds.and(entry.bounds);
        }
        self.used += u64::from(bucket[2 * at] == 0);
        (bucket[2 * at], bucket[2 * at + 1]) = (name, pack(&entry));
    }

    /// Every entry as it is kept.
    #[cfg(feature = "files")]
    pub(super) fn raw(&self) -> impl Iterator<Item = (Name, u64)> + '_ {
        let pairs = self.buckets.iter().flat_map(|bucket| bucket.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        pairs.filter(|&(name, _)| name != 0)
    }

    /// Takes an entry as it was kept, but for what rested on a path: false if it cannot have been kept.
    #[cfg(feature = "files")]
    pub(super) fn put_raw(&mut self, name: Name, packed: u64) -> bool {
        let sound = name != 0 && packed >> LABOUR & 7 < PAIRS.len() as u64 && packed >> (LABOUR + BOUNDS + 1) & 3 < 3;
        if sound {
            let mut entry = unpack(packed);
            if matches!(entry.known, Known::FailsBelow { .. }) {
                entry.known = Known::Nothing;
            }
            self.put(name, &entry);
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
        Known::Efforts(Effort { own, other }) => (1, u64::from(own) << EFFORT | u64::from(other)),
        Known::FailsBelow { rests: Rests { from, to }, stamp } => {
            (2, ((from as u64) << PLY | to as u64) << STAMP | stamp & LAST_STAMP)
        }
    };
    let attacks = u64::from(entry.attacks);
    (((rest << KIND | kind) << 1 | attacks) << BOUNDS | pair) << LABOUR | u64::from(entry.labour) & ((1 << LABOUR) - 1)
}

fn unpack(mut packed: u64) -> Entry {
    let mut take = |bits: u32| {
        let field = packed & ((1 << bits) - 1);
        packed >>= bits;
        field
    };
    let labour = take(LABOUR) as u8;
    let (low, high) = PAIRS[take(BOUNDS) as usize];
    let attacks = take(1) == 1;
    let kind = take(KIND);
    let mut bounds = Bounds { low, high, moves: 0 };
    let known = match kind {
        1 => {
            let other = take(EFFORT) as u32;
            Known::Efforts(Effort { own: take(EFFORT) as u32, other })
        }
        2 => {
            let stamp = take(STAMP);
            let to = take(PLY) as usize;
            Known::FailsBelow { rests: Rests { from: take(PLY) as usize, to }, stamp }
        }
        _ => Known::Nothing,
    };
    if bounds.is_decided() {
        bounds.moves = take(u16::BITS) as u16;
    }
    Entry { bounds, attacks, known, labour }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is true of both.
    fn and(one: (i8, i8, u16), other: (i8, i8, u16)) -> (i8, i8, u16) {
        let bounds = |(low, high, moves)| Bounds { low, high, moves };
        let Bounds { low, high, moves } = bounds(one).and(bounds(other));
        (low, high, moves)
    }

    #[test]
    fn bounds_that_are_both_true_say_more_together() {
        assert_eq!(and((-1, 1, 0), (-1, 1, 0)), (-1, 1, 0));
        assert_eq!(and((0, 1, 0), (-1, 0, 0)), (0, 0, 0));
        assert_eq!(and((0, 1, 0), (1, 1, 9)), (1, 1, 9));
        assert_eq!(and((-1, 0, 0), (-1, -1, 4)), (-1, -1, 4));
        assert_eq!(and((1, 1, 9), (1, 1, 7)), (1, 1, 7));
        assert_eq!(and((-1, -1, 0), (-1, -1, 3)), (-1, -1, 0));
    }

    #[test]
    fn bounds_are_the_same_in_any_order_and_from_both_sides() {
        let all = PAIRS.iter().flat_map(|&(low, high)| [0, 5].map(|moves| Bounds { low, high, moves }));
        let all: Vec<Bounds> = all.filter(|it| it.is_decided() || it.moves == 0).collect();
        for &one in &all {
            assert_eq!((one.and(one), one.and(Bounds::OPEN), one.turned().turned()), (one, one, one));
            for &other in all.iter().filter(|other| one.low <= other.high && other.low <= one.high) {
                let both = one.and(other);
                assert_eq!(both, other.and(one));
                assert_eq!(both.turned(), one.turned().and(other.turned()));
                for value in -1..=1 {
                    let within = |it: Bounds| it.low <= value && value <= it.high;
                    assert_eq!(within(both), within(one) && within(other), "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_refused() {
        assert!(Proofs::with_bytes(usize::MAX).is_err());
    }

    #[test]
    fn entries_come_back_whole() {
        let mut proofs = Proofs::with_bytes(0).expect("little");
        let mut name = 1;
        for (low, high) in PAIRS {
            for known in [
                Known::Nothing,
                Known::Efforts(Effort { own: 1, other: Effort::MOST }),
                Known::FailsBelow { rests: Rests { from: 0, to: DEEPEST }, stamp: LAST_STAMP },
            ] {
                let decided = low == 1 || high == -1;
                if decided && known != Known::Nothing {
                    continue;
                }
                let bounds = Bounds { low, high, moves: if decided { u16::MAX } else { 0 } };
                let entry = Entry { bounds, attacks: name % 2 == 0, known, labour: 63 };
                proofs.put(name, &entry);
                assert_eq!(proofs.get(name), Some(entry));
                name += 1;
            }
        }
        assert_eq!(proofs.get(name), None);
        assert_eq!(proofs.used(), name - 1);
    }

    #[test]
    fn the_least_laborious_gives_way_and_bounds_stay() {
        let mut proofs = Proofs::with_bytes(0).expect("little");
        let bucket = proofs.bucket(1);
        let names: Vec<Name> = (1..1 << 20).filter(|&name| proofs.bucket(name) == bucket).take(5).collect();
        let entry = |labour, low| Entry {
            bounds: Bounds { low, ..Bounds::OPEN },
            attacks: false,
            known: Known::Nothing,
            labour,
        };
        for (&name, labour) in names.iter().zip([5, 3, 4, 6]) {
            proofs.put(name, &entry(labour, 0));
        }
        proofs.put(names[4], &entry(1, 0));
        proofs.put(names[0], &entry(1, -1));
        assert_eq!(proofs.get(names[1]), None);
        assert_eq!(proofs.get(names[0]), Some(entry(1, 0)));
        assert_eq!(proofs.used(), 4);
    }
}
