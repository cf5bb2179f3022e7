//! The transposition table: what was found out about positions met before. One for each search.

use super::searchable::{Key, fold};
use crate::game::Move;

/// Where a score came from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Within the window.
    Exact,
    /// It failed high: at least this.
    AtLeast,
    /// It failed low: at most this.
    AtMost,
}

/// What is kept of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Bounds on the true value, in points, with whether each holds in every context.
    pub(super) low: (i32, bool),
    pub(super) high: (i32, bool),
    /// The context in which the others hold.
    pub(super) context: u64,
    /// The score, in units, of a search to this depth.
    pub(super) score: i32,
    pub(super) kind: Kind,
    pub(super) depth: u32,
    pub(super) best: Option<Move>,
}

/// Entries of 32 bytes in buckets of four. A position is recognised by all 128 bits of its key.
#[derive(Debug)]
pub(super) struct Table {
    // Words, so that the zeroed memory is not touched before it is needed.
    words: Vec<[u64; 4]>,
}

const BUCKET: usize = 4;
/// No table has fewer entries, nor more: 32 KiB to 64 MiB.
const SIZES: [u64; 2] = [1 << 10, 1 << 21];

/// Bits of the last word: its fields from the lowest up. Bounds and scores are kept with an offset.
const POINTS: u32 = 10;
const SCORE: u32 = 16;
const DEPTH: u32 = 7;
const MOVE: u32 = 6;
const KIND: u32 = 2;

impl Table {
    /// A table fit for a search of so many nodes. Most nodes are leaves, which are not kept.
    pub(super) fn new(nodes: u64) -> Self {
        let [least, most] = SIZES;
        let entries = (nodes / 2).clamp(least, most).next_power_of_two();
        Self { words: vec![[0; 4]; entries as usize] }
    }

    /// Where the bucket of a key begins.
    #[inline]
    fn bucket(&self, key: Key) -> usize {
        let mixed = fold(key as u64 ^ 0x9e37_79b9_7f4a_7c15, (key >> 64) as u64 ^ 0xd6e8_feb8_6659_fd93)
            ^ fold(key as u64, 0xa076_1d64_78bd_642f);
        (mixed as usize & (self.words.len() - 1)) & !(BUCKET - 1)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let start = self.bucket(key);
        let bucket = &self.words[start..start + BUCKET];
        bucket.iter().find(|words| is_of(words, key)).map(unpack)
    }

    /// Keeps what was found out: in place of what was known of the position, or of the least worth in its bucket.
    pub(super) fn put(&mut self, key: Key, entry: &Entry) {
        let start = self.bucket(key);
        let bucket = &mut self.words[start..start + BUCKET];
        let at = bucket.iter().position(|words| is_of(words, key));
        let at = at.or_else(|| (0..BUCKET).min_by_key(|&at| worth(&bucket[at]))).unwrap_or(0);
        bucket[at] = pack(key, entry);
    }
}

fn is_of(words: &[u64; 4], key: Key) -> bool {
    words[0] == key as u64 && words[1] == (key >> 64) as u64 && words[3] != 0
}

/// How much an entry is worth keeping; 0 for none.
fn worth(words: &[u64; 4]) -> u32 {
    if words[3] == 0 {
        return 0;
    }
    let entry = unpack(words);
    1 + entry.depth + if entry.low.0 == entry.high.0 { 4 } else { 0 }
}

fn pack(key: Key, entry: &Entry) -> [u64; 4] {
    let points = |(at, free): (i32, bool)| ((at + (1 << (POINTS - 1))) as u64) << 1 | u64::from(free);
    let fields = [
        (1, 1),
        (points(entry.low), POINTS + 1),
        (points(entry.high), POINTS + 1),
        ((entry.score + (1 << (SCORE - 1))) as u64, SCORE),
        (u64::from(entry.depth), DEPTH),
        (number(entry.best), MOVE),
        (entry.kind as u64, KIND),
    ];
    let mut packed = 0;
    for (field, bits) in fields.into_iter().rev() {
        packed = packed << bits | field & ((1 << bits) - 1);
    }
    [key as u64, (key >> 64) as u64, entry.context, packed]
}

fn unpack(words: &[u64; 4]) -> Entry {
    let mut packed = words[3] >> 1;
    let mut take = |bits: u32| {
        let field = packed & ((1 << bits) - 1);
        packed >>= bits;
        field
    };
    let mut points = || {
        let free = take(1) == 1;
        (take(POINTS) as i32 - (1 << (POINTS - 1)), free)
    };
    let (low, high) = (points(), points());
    Entry {
        low,
        high,
        context: words[2],
        score: take(SCORE) as i32 - (1 << (SCORE - 1)),
        depth: take(DEPTH) as u32,
        best: numbered(take(MOVE)),
        kind: match take(KIND) {
            0 => Kind::Exact,
            1 => Kind::AtLeast,
            _ => Kind::AtMost,
        },
    }
}

/// A move as a number: houses by theirs, none 0.
const fn number(played: Option<Move>) -> u64 {
    match played {
        None | Some(Move::Agree) => 0,
        Some(Move::House(number)) => number as u64,
        Some(Move::Pass) => 61,
        Some(Move::Take) => 62,
        Some(Move::Give) => 63,
    }
}

const fn numbered(number: u64) -> Option<Move> {
    match number {
        0 => None,
        61 => Some(Move::Pass),
        62 => Some(Move::Take),
        63 => Some(Move::Give),
        house => Some(Move::House(house as u8)),
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
            best: Some(Move::House(48)),
        }
    }

    #[test]
    fn entries_come_back_whole() {
        let mut table = Table::new(0);
        for (key, best) in
            [None, Some(Move::Pass), Some(Move::Take), Some(Move::Give), Some(Move::House(1))].into_iter().enumerate()
        {
            for kind in [Kind::Exact, Kind::AtLeast, Kind::AtMost] {
                let entry = Entry { best, kind, low: (0, false), high: (-7, true), score: 10_000, ..entry(100) };
                table.put(key as Key, &entry);
                assert_eq!(table.get(key as Key), Some(entry));
            }
        }
        table.put(9, &entry(0));
        assert_eq!(table.get(9), Some(entry(0)));
        assert_eq!(table.get(10), None);
    }

    #[test]
    fn the_least_worth_gives_way() {
        let mut table = Table::new(0);
        let bucket = table.bucket(0);
        let keys: Vec<Key> = (0..1 << 20).filter(|&key| table.bucket(key) == bucket).take(5).collect();
        for (&key, depth) in keys.iter().zip([5, 3, 4, 6]) {
            table.put(key, &entry(depth));
        }
        table.put(keys[4], &entry(1));
        assert_eq!(table.get(keys[1]), None);
        assert!([0, 2, 3, 4].iter().all(|&at| table.get(keys[at]).is_some()));
    }

    #[test]
    fn the_size_follows_from_the_nodes() {
        assert_eq!(Table::new(0).words.len(), 1 << 10);
        assert_eq!(Table::new(1_000_000).words.len(), 1 << 19);
        assert_eq!(Table::new(u64::MAX).words.len(), 1 << 21);
    }
}
