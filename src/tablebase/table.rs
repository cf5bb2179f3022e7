//! A table that can be asked.

use super::class::Class;
use super::crew::Crew;
use super::layer::Counts;
use super::memory::Memory;
use super::state::MOST_SEEDS;

/// The values of all boards of up to so many seeds, by the rules of a class.
///
/// ```
/// use ayla::game::Variant;
/// use ayla::game::awale::{Awale, Options};
/// use ayla::game::notation::read_line;
/// use ayla::game::rules::Game;
/// use ayla::tablebase::{Class, Table};
///
/// let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
/// let table = Table::build(class, 4, 1);
/// let setup = read_line("awale 000001/110000 20/25 s").expect("well formed").setup;
/// let state = Awale::new(Options::default(), 48).place(&setup);
/// assert_eq!(table.value(&state), Some(1));
/// ```
#[derive(Debug)]
pub struct Table {
    class: Class,
    seeds: u8,
    memory: Memory,
    /// Where each layer begins in the memory.
    starts: [usize; MOST_SEEDS as usize + 1],
    counts: Vec<Counts>,
}

impl Table {
    /// Builds a table in memory, of up to `seeds` seeds or as many as there can be, on so many threads. The same whatever
    /// the number of threads.
    #[must_use]
    pub fn build(class: Class, seeds: u32, threads: usize) -> Self {
        let seeds = seeds.min(class.most_seeds()) as u8;
        let mut memory = Memory::new(class.fewer(seeds + 1));
        let (builder, done) = (class.builder(seeds), std::sync::atomic::AtomicU64::new(0));
        let crew = Crew::new(threads, &done);
        let settle = |layer| {
            let (fewer, rest) = memory.split_at_mut(class.fewer(layer));
            builder(layer, fewer, &mut rest[..class.boards(layer)], &crew)
        };
        let counts = (0..=seeds).map(settle).collect();
        Self::new(class, memory, counts, |layer| class.fewer(layer))
    }

    /// A table of as many layers as there are counts, each at its start in the memory.
    pub(super) fn new(class: Class, memory: Memory, counts: Vec<Counts>, start: impl Fn(u8) -> usize) -> Self {
        let seeds = counts.len().saturating_sub(1) as u8;
        let starts =
            std::array::from_fn(|layer| if layer <= usize::from(seeds) { start(layer as u8) } else { usize::MAX });
        Self { class, seeds, memory, starts, counts }
    }

    /// The rules that it is for.
    #[must_use]
    pub const fn class(&self) -> &Class {
        &self.class
    }

    /// The most seeds whose boards it holds.
    #[inline]
    #[must_use]
    pub const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// How many entries are what, for each number of seeds from 0.
    #[must_use]
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// The bytes of memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// All its bytes.
    #[cfg(feature = "server")]
    pub(super) fn memory(&self) -> &[u8] {
        &self.memory
    }

    /// The values of a layer, in order: one signed byte each.
    #[must_use]
    pub fn layer(&self, seeds: u8) -> &[u8] {
        let start = self.starts.get(usize::from(seeds)).copied().unwrap_or(usize::MAX);
        let rest = self.memory.get(start..).unwrap_or_default();
        rest.get(..self.class.boards(seeds.min(self.seeds))).unwrap_or_default()
    }

    /// The value at a place of a layer.
    #[inline]
    pub(super) fn entry(&self, seeds: u8, at: usize) -> Option<i8> {
        let start = self.starts.get(usize::from(seeds))?;
        self.memory.get(start.wrapping_add(at)).map(|&value| value as i8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::awale::{Awale, Capture, Options, OverLimit};
    use crate::game::moves::Move;
    use crate::game::rules::{Game, Rules};

    fn class(options: Options) -> Class {
        Class::of(&Rules::Awale(options)).expect("Awalé has tables")
    }

    /// Values by iteration over all boards of a layer, forwards and without any order: whoever can force a number of
    /// seeds in ever more moves. An upper and a lower bound for each board close in on its value from the end of the
    /// game; between those that never meet lies what goes round for ever.
    fn iterated(options: Options, seeds: u8) -> Vec<Vec<i8>> {
        let game = Awale::new(options, seeds.into());
        let class = class(options);
        let mut layers: Vec<Vec<i8>> = Vec::new();
        for layer in 0..=seeds {
            let places: Vec<usize> = (0..class.boards(layer)).collect();
            let states: Vec<_> = class.positions(layer, &places).iter().map(|setup| game.place(setup)).collect();
            let worth = |state: &<Awale as Game>::State| {
                let [mine, theirs] = state_stores(&game, state);
                (mine - theirs, state.in_play())
            };
            // The least and the most that the player to move can be sure of.
            let mut bounds: Vec<[i8; 2]> = states
                .iter()
                .map(|state| if game.over(state).is_some() { [worth(state).0; 2] } else { [-100, 100] })
                .collect();
            let moves: Vec<Vec<Move>> = states.iter().map(|state| game.candidates(state).collect()).collect();
            loop {
                let before = bounds.clone();
                for (at, state) in states.iter().enumerate().filter(|(at, _)| !moves[*at].is_empty()) {
                    let mut best = [-100, -100];
                    for &played in &moves[at] {
                        let next = game.play(state, played, &[], &mut ()).expect("a sowing ends");
                        // Seen by the other player.
                        let (gained, left) = worth(&next);
                        let place = crate::tablebase::awale::place(&next);
                        let [low, high] = if game.over(&next).is_some() {
                            [0, 0]
                        } else if left < layer {
                            [layers[usize::from(left)][place]; 2]
                        } else {
                            before[place]
                        };
                        best = [best[0].max(-gained - high), best[1].max(-gained - low)];
                    }
                    bounds[at] = best;
                }
                if bounds == before {
                    break;
                }
            }
            // Bounds that do not meet lie on either side of what going round for ever is worth.
            layers.push(bounds.iter().map(|&[low, high]| 0.clamp(low, high)).collect());
        }
        layers
    }

    fn state_stores(game: &Awale, state: &<Awale as Game>::State) -> [i8; 2] {
        game.stores(state).expect("Awalé has stores").map(|store| store as i8)
    }

    #[test]
    fn values_are_those_of_forward_iteration() {
        for options in [
            Options::default(),
            Options { capture: Capture::Two, ..Options::default() },
            Options { limit: 1, ..Options::default() },
            Options { limit: 2, over_limit: OverLimit::Nothing, ..Options::default() },
        ] {
            let table = Table::build(class(options), 6, 2);
            for (values, seeds) in iterated(options, 6).iter().zip(0..) {
                let built: Vec<i8> = table.layer(seeds).iter().map(|&value| value as i8).collect();
                assert_eq!(built.len(), values.len());
                let wrong = built.iter().zip(values).position(|(built, value)| built != value);
                assert_eq!(wrong, None, "{options:?}, {seeds} seeds");
                let counts = table.counts()[usize::from(seeds)];
                let count = |what: fn(&i8) -> bool| values.iter().filter(|value| what(value)).count() as u64;
                assert_eq!(counts.wins, count(|value| *value > 0));
                assert_eq!(counts.losses, count(|value| *value < 0));
                assert_eq!(counts.draws + counts.cycles, count(|value| *value == 0));
            }
        }
    }

    #[test]
    fn any_number_of_threads_builds_the_same() {
        let class = class(Options::default());
        let one = Table::build(class, 9, 1);
        for threads in [2, 5] {
            let many = Table::build(class, 9, threads);
            assert!(one.memory[..] == many.memory[..] && one.counts == many.counts, "{threads} threads");
        }
        assert_eq!(one.bytes(), 293_930);
        assert!(one.layer(10).is_empty());
    }

    #[cfg(feature = "server")]
    #[test]
    fn there_are_22_classes_of_awale() {
        let mut names = std::collections::BTreeSet::new();
        for &capture in Capture::ALL {
            for &over_limit in OverLimit::ALL {
                for limit in 1..=6 {
                    for majority in [false, true] {
                        let class = class(Options { capture, over_limit, limit, majority, ..Options::default() });
                        assert_eq!(Class::named(&class.to_string()), Some(class));
                        names.insert(class.to_string());
                    }
                }
            }
        }
        assert_eq!(names.len(), 22);
        for name in ["", "oware", "andada", "awale:majority=true", "awale:limit=6", "awale:over-limit=none"] {
            assert_eq!(Class::named(name), None, "{name}");
        }
    }
}
