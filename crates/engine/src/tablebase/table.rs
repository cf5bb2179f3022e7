//! Endgame tables in memory.

use super::class::{Class, MOST_SEEDS};
use super::layer::Counts;
use super::memory::Memory;
use super::position::TablePosition;
use super::workers::WorkerPool;

/// The values of all boards of up to a number of seeds, by the rules of a class.
///
/// ```
/// use ayla_rules::Variant;
/// use ayla_rules::awale::{Awale, Options};
/// use ayla_rules::notation::read_line;
/// use ayla_rules::Game;
/// use ayla_engine::tablebase::{Class, Table};
///
/// let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
/// let table = Table::build(class, 4, 1);
/// let setup = read_line("awale 000001/110000 20/25 s").expect("well formed").setup;
/// let state = Awale::new(Options::default(), 48).state(&setup);
/// assert_eq!(table.value(&state), Some(1));
/// ```
#[derive(Debug)]
pub struct Table {
    class: Class,
    seeds: u8,
    memory: Memory,
    /// The start of each layer in memory.
    starts: [usize; MOST_SEEDS as usize + 1],
    counts: Vec<Counts>,
}

impl Table {
    /// Builds a table in memory of up to `seeds` seeds, or [`Class::most_seeds`] if that is less. The result does not depend on the
    /// number of threads.
    #[must_use]
    pub fn build(class: Class, seeds: u32, threads: usize) -> Self {
        let seeds = seeds.min(class.most_seeds()) as u8;
        let mut memory = Memory::new(class.fewer(seeds + 1));
        let (builder, done) = (class.builder(seeds), std::sync::atomic::AtomicU64::new(0));
        let workers = WorkerPool::new(threads, &done);
        let settle = |layer| {
            let (fewer, rest) = memory.split_at_mut(class.fewer(layer));
            builder.settle(layer, fewer, &mut rest[..class.layer(layer)], &workers)
        };
        let counts = (0..=seeds).map(settle).collect();
        Self::new(class, memory, counts, |layer| class.fewer(layer))
    }

    /// Creates a table with a layer for each of `counts`, starting at `start(layer)` in memory.
    pub(super) fn new(class: Class, memory: Memory, counts: Vec<Counts>, start: impl Fn(u8) -> usize) -> Self {
        let seeds = counts.len().saturating_sub(1) as u8;
        let starts =
            std::array::from_fn(|layer| if layer <= usize::from(seeds) { start(layer as u8) } else { usize::MAX });
        Self { class, seeds, memory, starts, counts }
    }

    /// The class of rules.
    #[must_use]
    pub const fn class(&self) -> &Class {
        &self.class
    }

    /// The most seeds of a board in the table.
    #[inline]
    #[must_use]
    pub const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The counts of each layer, from 0 seeds.
    #[must_use]
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// The bytes of the table.
    #[cfg(feature = "files")]
    pub(super) fn memory(&self) -> &[u8] {
        &self.memory
    }

    /// The values of a layer in order, each one signed byte.
    #[must_use]
    pub fn layer(&self, seeds: u8) -> &[u8] {
        let start = self.starts.get(usize::from(seeds)).copied().unwrap_or(usize::MAX);
        let rest = self.memory.get(start..).unwrap_or_default();
        rest.get(..self.class.layer(seeds.min(self.seeds))).unwrap_or_default()
    }

    /// The value of a position to the player to move: the seeds that player captures from here on minus those the opponent
    /// captures, under best play by the rules of the [`Class`] without stops. `None` if the position has more seeds than the table.
    ///
    /// The caller compares the rules. In a game that a stop has ended, seeds still in houses (AW-17) have no value any more.
    #[inline]
    #[must_use]
    pub fn value(&self, position: &impl TablePosition) -> Option<i8> {
        let seeds = position.seeds();
        if seeds > self.seeds {
            return None;
        }
        self.entry(seeds, position.index(&self.class.rules())?)
    }

    /// The value at an index of a layer.
    #[inline]
    pub(super) fn entry(&self, seeds: u8, at: usize) -> Option<i8> {
        let start = self.starts.get(usize::from(seeds))?;
        self.memory.get(start.wrapping_add(at)).map(|&value| value as i8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::anywoli::{self, LastFour};
    use ayla_rules::awale::{self, Capture, OverLimit};
    use ayla_rules::Rules;

    fn awale(options: awale::Options) -> Class {
        Class::of(&Rules::Awale(options)).expect("Awalé has tables")
    }

    fn anywoli(options: anywoli::Options) -> Class {
        Class::of(&Rules::Anywoli(options)).expect("rows are long enough")
    }

    #[test]
    fn any_number_of_threads_builds_the_same() {
        let last_four = LastFour::StarterTakesEight;
        let of_anywoli = anywoli(anywoli::Options { houses: 8, last_four, ..anywoli::Options::default() });
        for (class, seeds, bytes) in [(awale(awale::Options::default()), 9, 293_930), (of_anywoli, 6, 149_226)] {
            let one = Table::build(class, seeds, 1);
            for threads in [2, 5] {
                let many = Table::build(class, seeds, threads);
                assert!(one.memory[..] == many.memory[..] && one.counts == many.counts, "{threads} threads");
            }
            assert_eq!(one.bytes(), bytes);
            assert!(one.layer(seeds as u8 + 1).is_empty());
        }
    }

    #[test]
    fn long_rows_have_few_seeds() {
        let few = |last_four, houses| {
            let class = anywoli(anywoli::Options { last_four, houses, ..anywoli::Options::default() });
            (class.few_seeds(), class.entries(class.few_seeds()))
        };
        assert_eq!(few(LastFour::PlayOut, 12), (8, 10_518_300));
        assert_eq!(few(LastFour::StarterTakesEight, 12), (8, 21_036_600));
        assert_eq!(few(LastFour::StarterTakesEight, 13), (7, 8_544_096));
        assert_eq!(few(LastFour::LastCaptor, 24), (5, 2_869_685));
    }

    #[cfg(feature = "files")]
    #[test]
    fn classes_are_known_by_their_names() {
        let mut names = [const { std::collections::BTreeSet::new() }; 2];
        let mut add = |class: Class, game: usize| {
            assert_eq!(Class::named(&class.to_string()), Some(class));
            names[game].insert(class.to_string());
        };
        for stop in [false, true] {
            for &capture in Capture::ALL {
                for &over_limit in OverLimit::ALL {
                    for limit in 1..=6 {
                        let options =
                            awale::Options { capture, over_limit, limit, majority: stop, ..awale::Options::default() };
                        add(awale(options), 0);
                    }
                }
            }
            for &last_four in LastFour::ALL {
                for bonus_move in [false, true] {
                    for houses in 6..=24 {
                        let quiet = if stop { 9 } else { 0 };
                        let default = anywoli::Options::default();
                        add(anywoli(anywoli::Options { last_four, bonus_move, houses, quiet, ..default }), 1);
                    }
                }
            }
        }
        assert_eq!(names.map(|names| names.len()), [22, 6 * 19]);
        for name in [
            "",
            "oware",
            "andada",
            "awale:majority=true",
            "awale:limit=6",
            "awale:over-limit=none",
            "anywoli:houses=12",
            "anywoli:houses=5",
            "anywoli:quiet=9",
            "anywoli:last-four=play-out,houses=10",
        ] {
            assert_eq!(Class::named(name), None, "{name}");
        }
        assert_eq!(
            anywoli(anywoli::Options { last_four: LastFour::PlayOut, houses: 10, ..anywoli::Options::default() })
                .to_string(),
            "anywoli:houses=10,last-four=play-out"
        );
    }
}
