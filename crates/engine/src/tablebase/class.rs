//! The classes of rules that tables are for, and the list of the games that have tables.

use std::fmt;

use super::layer::Builder;
use super::tabled::Tabled;
pub(super) use ayla_rules::anywoli::Anywoli;
pub(super) use ayla_rules::awale::Awale;
pub(super) use ayla_rules::congklak::Congklak;
pub(super) use ayla_rules::kalah::Kalah;
pub(super) use ayla_rules::mangala::Mangala;
#[cfg(feature = "files")]
use ayla_rules::notation::read_rules;
use ayla_rules::{Game, Rules, Variant};

/// The rules that the values in a table depend on: a game, and those of its options that matter without stops.
///
/// Other options are at their defaults, so that rules which differ in nothing that matters have the same class. A class
/// is written as the rules text of a start with those options, such as `awale:capture=two,limit=3`.
///
/// Awalé has 22 classes: two of `capture`, times `limit` from 1 to 5 with two of `over-limit` each, or 6, where
/// `over-limit` does not matter. Anywoli has six for each number of `houses` from 6: three of `last-four`, times two of
/// `bonus-move`. Kalah, Mangala and Congklak have one for each combination of their options without stops and the
/// direction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Class(pub(super) Options);

/// Makes of the list of the [`Tabled`] games what has a case for each of them.
macro_rules! games_with_tables {
    ($d:tt $($game:ident),+) => {
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub(super) enum Options { $($game(<$game as Game>::Options)),+ }

        /// The most seeds of a table of any game.
        pub(super) const MOST_SEEDS: u8 = {
            let mut most = 0;
            $(if $game::MOST_SEEDS > most {
                most = $game::MOST_SEEDS;
            })+
            most
        };

        impl Class {
            /// The class of these rules; `None` for a game without tables, or for rows too short for them.
            pub fn of(rules: &Rules) -> Option<Self> {
                $(if let Rules::$game(options) = rules {
                    let relevant = $game::relevant(options).filter(|_| rules.houses() >= $game::LEAST_HOUSES);
                    return relevant.map(|options| Self(Options::$game(options)));
                })+
                None
            }

            /// The shortest rows with tables; `None` for a game without tables.
            pub fn least_houses(variant: Variant) -> Option<u32> {
                $(if variant == Variant::$game {
                    return Some($game::LEAST_HOUSES);
                })+
                None
            }

            /// The rules of the class.
            pub const fn rules(&self) -> Rules {
                match self.0 { $(Options::$game(options) => Rules::$game(options)),+ }
            }
        }

        /// Runs one expression on the options of a class, and the type of their game.
        macro_rules! by_class {
            ($d class:expr, $d of:ident, $d options:ident => $d body:expr) => {
                match &$d class.0 {
                    $($d crate::tablebase::class::Options::$game($d options) => {
                        type $d of = $d crate::tablebase::class::$game;
                        $d body
                    })+
                }
            };
        }
    };
}

// The first argument stands for itself in the macro that is made.
games_with_tables! { $ Awale, Anywoli, Kalah, Mangala, Congklak }
pub(super) use by_class;

impl Class {
    #[cfg(feature = "files")]
    pub(super) fn named(name: &str) -> Option<Self> {
        let class = Self::of(&read_rules(name).ok()?)?;
        (class.to_string() == name).then_some(class)
    }

    /// The most seeds of a table.
    pub fn most_seeds(&self) -> u32 {
        by_class!(self, G, options => G::most_seeds(options).into())
    }

    /// The most seeds of a table that takes seconds to build and little memory: 12 for Awalé, in 2.6 MiB; 8 for Anywoli
    /// with rows of up to 12 houses, in up to 20 MiB, and fewer with longer ones; 13 for games of two rows with stores
    /// with rows of six houses, in 5 MiB, and fewer with longer ones.
    pub fn few_seeds(&self) -> u32 {
        by_class!(self, G, options => G::few_seeds(options))
    }

    /// The most seeds of a table that is worth its memory where a class is searched often: 18, in 82 MiB, for Awalé,
    /// and 16, in 29 MiB, for games of two rows with stores on rows of six houses, and fewer on longer rows. Such a
    /// table takes up to 12 seconds to build. For other games it is as many as [`few_seeds`](Self::few_seeds).
    pub fn many_seeds(&self) -> u32 {
        by_class!(self, G, options => G::many_seeds(options))
    }

    /// The number of entries with fewer seeds.
    pub(super) fn fewer(&self, seeds: u8) -> usize {
        by_class!(self, G, options => G::fewer(options, seeds))
    }

    /// The number of entries with this many seeds.
    pub(super) fn layer(&self, seeds: u8) -> usize {
        self.fewer(seeds + 1) - self.fewer(seeds)
    }

    /// The number of entries of a table of up to this many seeds.
    ///
    /// ```
    /// use ayla_rules::Variant;
    /// use ayla_engine::tablebase::Class;
    ///
    /// let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
    /// assert_eq!(class.entries(20), 225_792_840);
    /// ```
    pub fn entries(&self, seeds: u32) -> usize {
        self.fewer(seeds.min(self.most_seeds()) as u8 + 1)
    }

    /// The builder of a table of up to this many seeds.
    pub(super) fn builder(&self, seeds: u8) -> Box<dyn Builder> {
        by_class!(self, G, options => G::builder(options, seeds))
    }
}

/// The rules text of a start (N-2), from which the class can be read.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules().write(true, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::notation::read_rules;

    fn class(text: &str) -> Class {
        Class::of(&read_rules(text).expect("rules")).expect("there are tables")
    }

    #[test]
    fn long_rows_have_few_seeds() {
        for (text, seeds, entries) in [
            ("anywoli:last-four=play-out", 8, 10_518_300),
            ("anywoli:last-four=starter-takes-eight", 8, 21_036_600),
            ("anywoli:houses=13,last-four=starter-takes-eight", 7, 8_544_096),
            ("anywoli:houses=24", 5, 2_869_685),
        ] {
            let class = class(text);
            assert_eq!((class.few_seeds(), class.entries(seeds)), (seeds, entries), "{text}");
        }
    }

    #[cfg(feature = "files")]
    #[test]
    fn classes_are_known_by_their_names() {
        use std::collections::BTreeSet;

        use ayla_rules::anywoli::LastFour;
        use ayla_rules::awale::{Capture, OverLimit};

        let mut texts = Vec::new();
        for (capture, over_limit) in
            Capture::NAMES.iter().flat_map(|it| OverLimit::NAMES.iter().map(move |to| (it, to)))
        {
            for limit in 1..=6 {
                let text = format!("awale:capture={capture},limit={limit},over-limit={over_limit}");
                texts.extend([format!("{text},majority=true"), text]);
            }
        }
        for (last_four, bonus) in LastFour::NAMES.iter().flat_map(|it| [(it, false), (it, true)]) {
            for houses in 6..=24 {
                let text = format!("anywoli:bonus-move={bonus},houses={houses},last-four={last_four},seeds=2");
                texts.extend([format!("{text},quiet=9"), text]);
            }
        }
        let names: BTreeSet<String> = texts.iter().map(|text| class(text).to_string()).collect();
        assert_eq!(names.len(), 22 + 6 * 19);
        assert!(names.iter().all(|name| Class::named(name) == Some(class(name))));
        assert!(names.contains("anywoli:houses=10,last-four=play-out"));
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
    }
}
