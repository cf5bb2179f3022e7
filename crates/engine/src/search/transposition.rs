//! The transposition table: the results of positions searched before.
//!
//! The memory of a table can serve one search after another, which saves the system from allocating and zeroing up to
//! 64 MiB for each. No search sees the entries of another: every entry carries the generation of its search, and one of
//! another generation counts as empty for reading and for replacement.

use super::Limits;
use super::bounds::Points;
use super::searchable::Key;
use super::stop::expected_nodes;
use crate::hash::fold;
use crate::memory::Memory;
use ayla_rules::Move;

/// What the window made of a score.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The exact score: it was within the window.
    Exact,
    /// A lower bound: the search failed high.
    AtLeast,
    /// An upper bound: the search failed low.
    AtMost,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Bounds on the true value, in points, each with whether it holds in every context.
    pub(super) low: (Points, bool),
    pub(super) high: (Points, bool),
    /// The context in which the other bounds hold.
    pub(super) context: u64,
    /// The score, in units, of a search to this depth.
    pub(super) score: i32,
    pub(super) kind: Kind,
    pub(super) depth: u32,
    /// Whether the search was in full width.
    pub(super) full_width: bool,
    pub(super) best: Option<Move>,
}

/// The memory of a search, which can be kept from one search to the next.
///
/// How much of it a search uses depends only on the limits of that search ([`TranspositionTable::bytes_for`]). Entries
/// of earlier searches have no influence.
///
/// ```
/// use ayla_engine::{Request, TranspositionTable, suggest, suggest_in};
/// use ayla_rules::{Line, Position};
///
/// let line = Line::from(Position::read("awale 444444/444444 0/0 s").expect("a position"));
/// let request = Request::new(&line);
/// let mut table = TranspositionTable::default();
/// let report = suggest_in(&mut table, &request);
/// assert_eq!(table.bytes(), TranspositionTable::bytes_for(&request.limits));
/// assert_eq!(suggest_in(&mut table, &request), report);
/// assert_eq!(suggest(&request), report);
/// ```
#[derive(Debug, Default)]
pub struct TranspositionTable {
    words: Memory<[u64; 4]>,
    /// The generation of the last search; 0 before the first.
    generation: u64,
}

/// The part of a table that one search uses: entries of 32 bytes in buckets of four. Positions are compared by all 128
/// bits of their keys.
#[derive(Debug)]
pub(super) struct Entries<'a> {
    words: &'a mut [[u64; 4]],
    generation: u64,
}

const BUCKET: usize = 4;
/// The fewest and the most entries that a search uses: 32 KiB to 64 MiB.
const SIZES: [u64; 2] = [1 << 10, 1 << 21];
const ENTRY: u64 = size_of::<[u64; 4]>() as u64;

/// Bits of the fields of the last word, from the lowest up. Bounds and scores are stored with an offset.
const GENERATION: u32 = 10;
const POINTS: u32 = 10;
const SCORE: u32 = 16;
const DEPTH: u32 = 7;
const MOVE: u32 = 6;
const KIND: u32 = 2;
const FULL_WIDTH: u32 = 1;

/// The greatest score that is stored.
const MOST_SCORE: i32 = (1 << (SCORE - 1)) - 1;

const _: () = assert!(GENERATION + 2 * (POINTS + 1) + SCORE + DEPTH + MOVE + KIND + FULL_WIDTH == u64::BITS);

/// The last generation, after which comes 1; 0 marks an empty entry.
const LAST_GENERATION: u64 = (1 << GENERATION) - 1;
/// The number of parts, one of which each search clears, so that all are cleared before a generation comes again.
const PARTS: usize = 1 << (GENERATION - 1);

impl TranspositionTable {
    /// The most bytes that any search uses: 64 MiB.
    pub const MOST_BYTES: u64 = SIZES[1] * ENTRY;

    /// The bytes that a search with these limits uses: 32 KiB to 64 MiB, by the nodes that the limits allow or that
    /// there is time for.
    pub fn bytes_for(limits: &Limits) -> u64 {
        entries_for(expected_nodes(limits)) * ENTRY
    }

    /// A table of this many bytes. The system provides the memory when it is first used.
    pub fn with_bytes(bytes: u64) -> Self {
        Self { words: Memory::zeroed((bytes / ENTRY) as usize), generation: 0 }
    }

    /// The size in bytes.
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * ENTRY
    }

    /// Starts a search of at most `nodes` nodes, with no entries. A table that is too small grows.
    pub(super) fn begin(&mut self, nodes: u64) -> Entries<'_> {
        let entries = entries_for(nodes) as usize;
        if self.words.len() < entries {
            *self = Self::with_bytes(entries as u64 * ENTRY);
        }
        self.generation = self.generation % LAST_GENERATION + 1;
        // A part at a time, so that no entry of an earlier search with this generation is left, and no search clears
        // all.
        let words = &mut *self.words;
        let part = words.len().div_ceil(PARTS);
        let first = self.generation as usize % PARTS * part;
        words.iter_mut().skip(first).take(part).for_each(|entry| *entry = [0; 4]);
        Entries { words: &mut words[..entries], generation: self.generation }
    }
}

/// The number of entries for a search of this many nodes. Most nodes are leaves, which are not stored.
fn entries_for(nodes: u64) -> u64 {
    let [least, most] = SIZES;
    (nodes / 2).clamp(least, most).next_power_of_two()
}

impl Entries<'_> {
    /// The index of the first entry in the bucket of a key.
    #[inline]
    fn bucket(&self, key: Key) -> usize {
        let mixed = fold(key as u64 ^ 0x9e37_79b9_7f4a_7c15, (key >> 64) as u64 ^ 0xd6e8_feb8_6659_fd93)
            ^ fold(key as u64, 0xa076_1d64_78bd_642f);
        (mixed as usize & (self.words.len() - 1)) & !(BUCKET - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let start = self.bucket(key);
        let bucket = &self.words[start..start + BUCKET];
        bucket.iter().find(|words| self.is_of(words, key)).map(unpack)
    }

    /// Stores an entry in place of the one of this position, or of the least valuable in its bucket.
    pub(super) fn put(&mut self, key: Key, entry: &Entry) {
        let start = self.bucket(key);
        let bucket = &self.words[start..start + BUCKET];
        let slot = bucket.iter().position(|words| self.is_of(words, key));
        let slot = slot.or_else(|| (0..BUCKET).min_by_key(|&slot| self.priority(&bucket[slot]))).unwrap_or(0);
        self.words[start + slot] = pack(key, entry, self.generation);
    }

    /// Whether this search stored the entry.
    #[inline]
    const fn is_own(&self, words: &[u64; 4]) -> bool {
        words[3] & LAST_GENERATION == self.generation
    }

    #[inline]
    const fn is_of(&self, words: &[u64; 4], key: Key) -> bool {
        words[0] == key as u64 && words[1] == (key >> 64) as u64 && self.is_own(words)
    }

    /// The priority of an entry against replacement; 0 if it is empty.
    fn priority(&self, words: &[u64; 4]) -> u32 {
        if !self.is_own(words) {
            return 0;
        }
        let entry = unpack(words);
        1 + entry.depth + if entry.low.0 == entry.high.0 { 4 } else { 0 }
    }
}

fn pack(key: Key, entry: &Entry, generation: u64) -> [u64; 4] {
    let points = |(bound, anywhere): (Points, bool)| ((bound + (1 << (POINTS - 1))) as u64) << 1 | u64::from(anywhere);
    let fields = [
        (generation, GENERATION),
        (points(entry.low), POINTS + 1),
        (points(entry.high), POINTS + 1),
        // A swap of unequal stores is worth more than there is room for.
        ((entry.score.clamp(-MOST_SCORE, MOST_SCORE) + (1 << (SCORE - 1))) as u64, SCORE),
        (u64::from(entry.depth), DEPTH),
        (entry.best.map_or(0, Move::code).into(), MOVE),
        (entry.kind as u64, KIND),
        (entry.full_width.into(), FULL_WIDTH),
    ];
    let mut packed = 0;
    for (field, bits) in fields.into_iter().rev() {
        packed = packed << bits | field & ((1 << bits) - 1);
    }
    [key as u64, (key >> 64) as u64, entry.context, packed]
}

fn unpack(words: &[u64; 4]) -> Entry {
    let mut packed = words[3] >> GENERATION;
    let mut take = |bits: u32| {
        let field = packed & ((1 << bits) - 1);
        packed >>= bits;
        field
    };
    let mut points = || {
        let anywhere = take(1) == 1;
        (take(POINTS) as Points - (1 << (POINTS - 1)), anywhere)
    };
    let low = points();
    let high = points();
    Entry {
        low,
        high,
        context: words[2],
        score: take(SCORE) as i32 - (1 << (SCORE - 1)),
        depth: take(DEPTH) as u32,
        best: Move::from_code(take(MOVE) as u8),
        kind: match take(KIND) {
            0 => Kind::Exact,
            1 => Kind::AtLeast,
            _ => Kind::AtMost,
        },
        full_width: take(FULL_WIDTH) == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32) -> Entry {
        Entry {
            low: (-240, true),
            high: (240, false),
            context: 0x1234_5678_9abc_def0,
            score: -24_000,
            kind: Kind::AtMost,
            depth,
            full_width: true,
            best: Some(Move::House(48)),
        }
    }

    #[test]
    fn entries_are_read_as_they_were_stored() {
        let mut memory = TranspositionTable::default();
        let mut table = memory.begin(0);
        for (key, best) in
            [None, Some(Move::Pass), Some(Move::Take), Some(Move::Swap), Some(Move::House(1))].into_iter().enumerate()
        {
            for kind in [Kind::Exact, Kind::AtLeast, Kind::AtMost] {
                for full_width in [false, true] {
                    let entry = Entry {
                        best,
                        kind,
                        full_width,
                        low: (0, false),
                        high: (-7, true),
                        score: 10_000,
                        ..entry(100)
                    };
                    table.put(key as Key, &entry);
                    assert_eq!(table.get(key as Key), Some(entry));
                }
            }
        }
        table.put(9, &entry(0));
        assert_eq!(table.get(9), Some(entry(0)));
        assert_eq!(table.get(10), None);
    }

    #[test]
    fn the_least_valuable_entry_is_replaced() {
        let mut memory = TranspositionTable::default();
        let mut table = memory.begin(0);
        let bucket = table.bucket(0);
        let keys: Vec<Key> = (0..1 << 20).filter(|&key| table.bucket(key) == bucket).take(5).collect();
        for (&key, depth) in keys.iter().zip([5, 3, 4, 6]) {
            table.put(key, &entry(depth));
        }
        table.put(keys[4], &entry(1));
        assert_eq!(table.get(keys[1]), None);
        assert!([0, 2, 3, 4].iter().all(|&key| table.get(keys[key]).is_some()));
    }

    #[test]
    fn the_size_depends_on_the_nodes() {
        assert_eq!(TranspositionTable::default().begin(0).words.len(), 1 << 10);
        assert_eq!(TranspositionTable::default().begin(1_000_000).words.len(), 1 << 19);
        assert_eq!(TranspositionTable::default().begin(u64::MAX).words.len(), 1 << 21);
        let mut memory = TranspositionTable::with_bytes(TranspositionTable::MOST_BYTES);
        assert_eq!(memory.begin(0).words.len(), 1 << 10);
        assert_eq!(memory.begin(u64::MAX).words.len(), 1 << 21);
        assert_eq!(memory.bytes(), 64 << 20);
        assert_eq!(TranspositionTable::bytes_for(&Limits { nodes: Some(1), ..Limits::default() }), 32 << 10);
        assert_eq!(TranspositionTable::bytes_for(&Limits::default()), 16 << 20);
        assert_eq!(
            TranspositionTable::bytes_for(&Limits { depth: Some(3), ..Limits::default() }),
            TranspositionTable::MOST_BYTES
        );
    }

    /// Stores 4,000 entries with keys and depths that depend on the search.
    fn fill(table: &mut Entries<'_>, search: u64) {
        for at in 0..4_000 {
            let mixed = fold(at ^ 0x9e37_79b9_7f4a_7c15, search | 1);
            table.put((mixed % 3_000).into(), &entry((mixed >> 32) as u32 % 100));
        }
    }

    #[test]
    fn entries_of_earlier_searches_have_no_influence() {
        let mut reused = TranspositionTable::with_bytes(TranspositionTable::MOST_BYTES);
        // The last generation is passed twice.
        for search in 0..2 * LAST_GENERATION + 3 {
            let left = reused.begin(0);
            let generation = left.generation;
            assert!((1..=LAST_GENERATION).contains(&generation));
            if search % 500 > 2 && search % LAST_GENERATION > 2 {
                continue;
            }
            let mut left = left;
            let mut fresh = TranspositionTable::default();
            let mut alone = fresh.begin(0);
            assert!((0..3_000).all(|key| left.get(key).is_none()));
            fill(&mut left, search);
            fill(&mut alone, search);
            assert!((0..3_000).all(|key| left.get(key) == alone.get(key)), "search {search}");
        }
    }
}
