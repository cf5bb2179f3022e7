//! The transposition table: the results of positions searched before.
//!
//! The memory of a table can serve one search after another, which saves the system from allocating and zeroing up to
//! 64 MiB for each. No search sees the entries of another: every entry carries the generation of its search, and one of
//! another generation counts as empty for reading and for replacement.
//!
//! A [lasting](TranspositionTable::lasting) table is for one player's searches, each of which goes on from what the
//! earlier ones have found. Its entries are of one game, by rules and by all else that is no part of a key
//! ([`Setting`]); for another it is emptied. The generation says how old an entry is: the older one is replaced first.

use super::Limits;
use super::bounds::Points;
use super::prover::Proofs;
use super::searchable::Key;
use super::stop::expected_nodes;
use crate::hash::fold;
use crate::memory::Memory;
use ayla_rules::{BySide, Move, Rules};

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
/// of earlier searches have no influence, unless the table is [lasting](TranspositionTable::lasting).
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
    lasting: Option<Lasting>,
}

/// What a lasting table has besides.
#[derive(Debug, Default)]
struct Lasting {
    /// The most bytes of entries and proofs together.
    bytes: u64,
    /// What the entries are of.
    setting: Option<Setting>,
    proofs: Proofs,
}

/// What the results of a search depend on besides the keys of positions and their contexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) rules: Rules,
    /// The seeds of the game, in games with stores, of which a key has no more than one.
    pub(super) seeds: Option<u64>,
    pub(super) burnt: BySide<Vec<u32>>,
    /// The seeds of the endgame table.
    pub(super) table_seeds: u32,
    /// The seeds at the root, if they are so few that the table has it: positions with as many have other estimates.
    pub(super) tabled_root: Option<u32>,
    /// Whether the game has a prover, with which the memory is shared.
    pub(super) has_prover: bool,
}

/// The part of a table that one search uses: entries of 32 bytes in buckets of four. Positions are compared by all 128
/// bits of their keys.
#[derive(Debug)]
pub(super) struct Entries<'a> {
    words: &'a mut [[u64; 4]],
    generation: u64,
    is_lasting: bool,
}

const BUCKET: usize = 4;
/// The depth that an entry loses in priority with each search after it, and the most searches that count.
const AGED: u32 = 8;
const MOST_AGE: u32 = 16;
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
        Self { words: Memory::zeroed((bytes / ENTRY) as usize), ..Self::default() }
    }

    /// A table whose entries last from one search to the next, and with them the proofs of positions, in at most this
    /// many bytes together, whatever the limits of the searches. For another game it is emptied.
    ///
    /// A search in it finds more within its limits, and its report depends on those before it. What is proven is as
    /// true as without it.
    pub fn lasting(bytes: u64) -> Self {
        Self { lasting: Some(Lasting { bytes, ..Lasting::default() }), ..Self::default() }
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
        Entries { words: &mut words[..entries], generation: self.generation, is_lasting: false }
    }

    /// Starts a search, with the entries and proofs of earlier ones if the table is lasting.
    pub(super) fn begin_in(
        &mut self,
        nodes: u64,
        setting: impl FnOnce() -> Setting,
    ) -> (Entries<'_>, Option<&mut Proofs>) {
        if self.lasting.is_none() {
            return (self.begin(nodes), None);
        }
        let setting = setting();
        let lasting = self.lasting.get_or_insert_default();
        if lasting.setting.as_ref() != Some(&setting) {
            let bytes = if setting.has_prover { lasting.bytes / 2 } else { lasting.bytes };
            let entries = 1 << (bytes / ENTRY).max(SIZES[0]).ilog2();
            // The system gets the old memory back before it gives as much again.
            self.words = Memory::default();
            lasting.proofs = Proofs::default();
            self.words = Memory::zeroed(entries);
            if setting.has_prover {
                lasting.proofs = Proofs::lasting(bytes as usize);
            }
            lasting.setting = Some(setting);
        }
        self.generation = self.generation % LAST_GENERATION + 1;
        let entries = Entries { words: &mut self.words, generation: self.generation, is_lasting: true };
        (entries, Some(&mut lasting.proofs))
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
        self.find(key).map(unpack)
    }

    /// The entry of a position in this context. The score of an earlier search in another one is of no depth.
    #[inline]
    pub(super) fn get_in(&self, key: Key, context: u64) -> Option<Entry> {
        let words = self.find(key)?;
        let entry = unpack(words);
        let is_of_another = self.is_lasting && entry.context != context && self.age(words) > 0;
        Some(if is_of_another { Entry { depth: 0, ..entry } } else { entry })
    }

    #[inline]
    fn find(&self, key: Key) -> Option<&[u64; 4]> {
        let start = self.bucket(key);
        let bucket = &self.words[start..start + BUCKET];
        bucket.iter().find(|words| self.is_of(words, key))
    }

    /// Stores an entry in place of the one of this position, or of the least valuable in its bucket.
    pub(super) fn put(&mut self, key: Key, entry: &Entry) {
        let start = self.bucket(key);
        let bucket = &self.words[start..start + BUCKET];
        let slot = bucket.iter().position(|words| self.is_of(words, key));
        let slot = slot.or_else(|| (0..BUCKET).min_by_key(|&slot| self.priority(&bucket[slot]))).unwrap_or(0);
        self.words[start + slot] = pack(key, entry, self.generation);
    }

    /// Whether there is an entry: this search stored it or, in a lasting table, an earlier one.
    #[inline]
    const fn is_live(&self, words: &[u64; 4]) -> bool {
        let generation = words[3] & LAST_GENERATION;
        generation == self.generation || self.is_lasting && generation != 0
    }

    #[inline]
    const fn is_of(&self, words: &[u64; 4], key: Key) -> bool {
        words[0] == key as u64 && words[1] == (key >> 64) as u64 && self.is_live(words)
    }

    /// The priority of an entry against replacement; 0 if it is empty.
    fn priority(&self, words: &[u64; 4]) -> u32 {
        if !self.is_live(words) {
            return 0;
        }
        let entry = unpack(words);
        let depth = entry.depth + if entry.low.0 == entry.high.0 { 4 } else { 0 };
        1 + depth + AGED * MOST_AGE.saturating_sub(self.age(words))
    }

    /// The number of searches since the one that stored an entry.
    const fn age(&self, words: &[u64; 4]) -> u32 {
        ((self.generation + LAST_GENERATION - (words[3] & LAST_GENERATION)) % LAST_GENERATION) as u32
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

    #[test]
    fn lasting_entries_are_of_one_setting_and_scores_of_their_context() {
        let setting = Setting {
            rules: Rules::Awale(ayla_rules::awale::Options::default()),
            seeds: Some(48),
            burnt: BySide::default(),
            table_seeds: 0,
            tabled_root: None,
            has_prover: false,
        };
        let mut memory = TranspositionTable::lasting(1 << 20);
        let mut table = memory.begin_in(1, || setting.clone()).0;
        assert_eq!(table.words.len(), 1 << 15);
        let stored = entry(7);
        table.put(1, &stored);
        assert_eq!(table.get_in(1, 0), Some(stored));

        let mut table = memory.begin_in(1, || setting.clone()).0;
        assert_eq!(table.get_in(1, stored.context), Some(stored));
        assert_eq!(table.get_in(1, 0), Some(Entry { depth: 0, ..stored }));
        // Of entries of the same depth the oldest is replaced, and a deep one that is old.
        let bucket = table.bucket(1);
        let keys: Vec<Key> = (2..1 << 24).filter(|&key| table.bucket(key) == bucket).take(4).collect();
        for &key in &keys {
            table.put(key, &entry(0));
        }
        assert!(table.get(1).is_none() && keys.iter().all(|&key| table.get(key).is_some()));

        let of_fewer = Setting { seeds: Some(46), ..setting };
        assert!(memory.begin_in(1, || of_fewer).0.get(keys[0]).is_none());
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
