//! Which rules a table is for.

use std::fmt;

use super::awale::{self, Builder};
use super::crew::Crew;
use super::layer::Counts;
use super::table::Table;
#[cfg(feature = "server")]
use crate::game::notation::read_rules;
use crate::game::rules::Rules;
use crate::game::setup::Setup;

/// The rules that the values in a table depend on: a game, and those of its options that matter without stops. Other
/// options are at their defaults, so that rules which do not differ in anything that matters are of one class.
///
/// Awalé has 22: `capture` in two ways, times `limit` from 1 to 5 in two ways each by `over-limit`, or 6, where
/// `over-limit` does not matter. It is written as its canonical rules text (N-2), such as `awale:capture=two,limit=3`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Class {
    rules: Rules,
}

impl Class {
    /// The class of these rules: none for a game without tables.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        match rules {
            Rules::Awale(options) => Some(Self { rules: Rules::Awale(awale::relevant(options)) }),
            Rules::Andada(_) | Rules::Anywoli(_) => None,
        }
    }

    /// The class with this name.
    #[cfg(feature = "server")]
    pub(super) fn named(name: &str) -> Option<Self> {
        let class = Self::of(&read_rules(name).ok()?)?;
        (class.to_string() == name).then_some(class)
    }

    /// The rules, as far as they matter.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The most seeds that a table can be for.
    #[must_use]
    pub const fn most_seeds(&self) -> u32 {
        match self.rules {
            Rules::Awale(_) => awale::MOST_SEEDS as u32,
            Rules::Andada(_) | Rules::Anywoli(_) => 0,
        }
    }

    /// How many boards have fewer seeds than so many.
    pub(super) fn fewer(&self, seeds: u8) -> usize {
        match self.rules {
            Rules::Awale(_) => awale::fewer(seeds),
            Rules::Andada(_) | Rules::Anywoli(_) => 0,
        }
    }

    /// How many boards have so many seeds.
    pub(super) fn boards(&self, seeds: u8) -> usize {
        self.fewer(seeds + 1) - self.fewer(seeds)
    }

    /// How many entries a table of up to so many seeds has.
    ///
    /// ```
    /// use ayla::game::Variant;
    /// use ayla::tablebase::Class;
    ///
    /// let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
    /// assert_eq!(class.entries(20), 225_792_840);
    /// ```
    #[must_use]
    pub fn entries(&self, seeds: u32) -> usize {
        self.fewer(seeds.min(self.most_seeds()) as u8 + 1)
    }

    /// The positions at these places of a layer: the boards with empty stores, by the rules of the class.
    pub(super) fn positions(&self, seeds: u8, places: &[usize]) -> Vec<Setup> {
        match &self.rules {
            Rules::Awale(options) => Builder::new(options, seeds).positions(seeds, places),
            Rules::Andada(_) | Rules::Anywoli(_) => Vec::new(),
        }
    }

    /// What a position is worth by the entries that its moves lead to: none if one of them is not in the table.
    pub(super) fn by_moves(&self, table: &Table, setup: &Setup) -> Option<i8> {
        match &self.rules {
            Rules::Awale(options) => awale::by_moves(options, table, setup),
            Rules::Andada(_) | Rules::Anywoli(_) => None,
        }
    }

    /// What settles the layers of a table of up to so many seeds, one after the other: given the seeds, all values of fewer
    /// seeds, and room for those of the layer.
    pub(super) fn builder(&self, seeds: u8) -> impl Fn(u8, &[u8], &mut [u8], &Crew<'_>) -> Counts {
        let builder = match &self.rules {
            Rules::Awale(options) => Some(Builder::new(options, seeds)),
            Rules::Andada(_) | Rules::Anywoli(_) => None,
        };
        move |seeds, fewer, states, crew| {
            builder.as_ref().map_or_else(Counts::default, |builder| builder.settle(seeds, fewer, states, crew))
        }
    }
}

/// The canonical rules text (N-2).
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}
