//! Endgame tables in memory.

use super::class::{Class, MOST_SEEDS};
use super::layer::Counts;
use super::tabled::Tabled;
use super::workers::WorkerPool;
use crate::memory::Memory;

/// The values of all boards of up to a number of seeds, by the rules of a class.
///
/// ```
/// use ayla_engine::tablebase::{Class, Table};
/// use ayla_rules::{Position, Variant};
///
/// let Position::Awale(at) = Position::read("awale 000001/110000 20/25 s")? else { unreachable!() };
/// let table = Table::build(Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables"), 4, 1);
/// assert_eq!(table.value(&at.game, &at.state), Some(1));
/// # Ok::<(), ayla_rules::Faults>(())
/// ```
#[derive(Debug)]
pub struct Table {
    class: Class,
    seeds: u8,
    pub(super) memory: Memory<u8>,
    /// The start of each layer in memory.
    starts: [usize; MOST_SEEDS as usize + 1],
    /// The counts of each layer, from 0 seeds.
    pub counts: Vec<Counts>,
    /// A bit for each layer whose values are all odd or all even, as their number of seeds is. With play that goes
    /// round for ever, an odd number may be left over.
    same_parity: u32,
}

impl Table {
    /// Builds a table in memory of up to `seeds` seeds, or [`Class::most_seeds`] if that is less. The result does not
    /// depend on the number of threads.
    pub fn build(class: Class, seeds: u32, threads: usize) -> Self {
        let done = std::sync::atomic::AtomicU64::new(0);
        Self::build_by(class, seeds, &WorkerPool::new(threads, &done))
    }

    /// Builds a table in memory, as [`build`](Self::build), by these threads.
    pub fn build_by(class: Class, seeds: u32, workers: &WorkerPool<'_>) -> Self {
        let seeds = seeds.min(class.most_seeds()) as u8;
        let mut memory = Memory::zeroed(class.fewer(seeds + 1));
        let builder = class.builder(seeds);
        let settle = |layer| {
            let (fewer, rest) = memory.split_at_mut(class.fewer(layer));
            builder.settle(layer, fewer, &mut rest[..class.layer(layer)], workers)
        };
        let counts = (0..=seeds).map(settle).collect();
        Self::new(class, memory, counts, |layer| class.fewer(layer))
    }

    /// Creates a table with a layer for each of `counts`, starting at `start(layer)` in memory.
    pub(super) fn new(class: Class, memory: Memory<u8>, counts: Vec<Counts>, start: impl Fn(u8) -> usize) -> Self {
        let seeds = counts.len().saturating_sub(1) as u8;
        let starts =
            std::array::from_fn(|layer| if layer <= usize::from(seeds) { start(layer as u8) } else { usize::MAX });
        let mut table = Self { class, seeds, memory, starts, counts, same_parity: 0 };
        let same = |&seeds: &u8| table.layer(seeds).iter().all(|value| (value ^ seeds) & 1 == 0);
        table.same_parity = (0..=seeds).filter(same).fold(0, |layers, seeds| layers | 1 << seeds);
        table
    }

    /// The class of rules.
    pub const fn class(&self) -> &Class {
        &self.class
    }

    /// The most seeds of a board in the table.
    #[inline]
    pub const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// The values of a layer in order, each one signed byte.
    pub fn layer(&self, seeds: u8) -> &[u8] {
        let start = self.starts.get(usize::from(seeds)).copied().unwrap_or(usize::MAX);
        let rest = self.memory.get(start..).unwrap_or_default();
        rest.get(..self.class.layer(seeds.min(self.seeds))).unwrap_or_default()
    }

    /// The value of a position to the player to move: the seeds that player captures from here on minus those the
    /// opponent captures, under best play by the rules of the [`Class`] without stops. `None` if the position has more
    /// seeds than the table, or if its entry is a value that its seeds cannot give, since a file can be overwritten
    /// while it is mapped.
    ///
    /// The caller compares the [`Class`] of the game's rules. In a game that a stop has ended, seeds still in houses
    /// (AW-17) have no value any more.
    #[inline]
    pub fn value<G: Tabled>(&self, game: &G, state: &G::State) -> Option<i8> {
        let seeds = G::seeds(state);
        if seeds > self.seeds {
            return None;
        }
        self.entry(seeds, game.index(state))
    }

    #[inline]
    pub(super) fn entry(&self, seeds: u8, at: usize) -> Option<i8> {
        let start = self.starts.get(usize::from(seeds))?;
        let value = *self.memory.get(start.wrapping_add(at))? as i8;
        let wrong_parity = u32::from((value as u8 ^ seeds) & 1) & self.same_parity >> seeds;
        (value.unsigned_abs() <= seeds && wrong_parity == 0).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::notation::read_rules;

    #[test]
    fn a_value_that_the_seeds_cannot_give_is_no_value() {
        for (rules, seeds) in [("awale", 9), ("awale:capture=two", 7), ("anywoli:houses=6", 6)] {
            let class = Class::of(&read_rules(rules).expect("rules")).expect("there are tables");
            let mut table = Table::build(class, seeds, 1);
            let mut checked = 0;
            for seeds in 0..=seeds as u8 {
                let start = table.starts[usize::from(seeds)];
                let sound = table.entry(seeds, 0);
                assert!((0..table.layer(seeds).len()).all(|at| table.entry(seeds, at).is_some()));
                for wrong in i8::MIN..=i8::MAX {
                    table.memory[start] = wrong as u8;
                    let possible = wrong.unsigned_abs() <= seeds;
                    let parity = (wrong as u8 ^ seeds) & 1 == 0 || table.same_parity >> seeds & 1 == 0;
                    assert_eq!(table.entry(seeds, 0), (possible && parity).then_some(wrong), "{rules} {seeds}");
                    checked += usize::from(possible && !parity);
                }
                table.memory[start] = sound.expect("sound") as u8;
            }
            assert!(checked > 0, "{rules}");
        }
    }

    #[test]
    fn any_number_of_threads_builds_the_same() {
        for (rules, seeds, bytes) in
            [("awale", 9, 293_930), ("anywoli:houses=8,last-four=starter-takes-eight", 6, 149_226)]
        {
            let class = Class::of(&read_rules(rules).expect("rules")).expect("there are tables");
            let one = Table::build(class, seeds, 1);
            for threads in [2, 5] {
                let many = Table::build(class, seeds, threads);
                assert!(one.memory[..] == many.memory[..] && one.counts == many.counts, "{threads} threads");
            }
            assert_eq!(one.bytes(), bytes);
            assert!(one.layer(seeds as u8 + 1).is_empty());
        }
    }
}
