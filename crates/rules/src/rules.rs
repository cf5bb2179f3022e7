//! The rules of a game: a variant with its options.

use ayla_steps::{count, has_to_stop, weights};

use super::about::About;
use super::board::{Direction, Side};
use super::fault::{Fault, FaultKind, Faults};
use super::game::{Game, GameOptions};
use super::games::Variant;
use super::option::{Given, OptionInfo, OptionTable, Value};
use super::setup::Setup;

/// The options of a game.
type OptionsOf<G> = <G as Game>::Options;

enum_of_games! {
    /// A variant and its options. `houses` always says how long the rows are.
    ///
    /// ```
    /// use ayla_rules::option::Given;
    /// use ayla_rules::{Rules, Variant};
    ///
    /// let mut rules = Variant::Awale.default_rules();
    /// rules.set("capture", Given::Word("two"))?;
    /// assert_eq!(rules.to_string(), "awale:capture=two");
    /// assert!(rules.set("limit", Given::Number(7)).is_err());
    /// # Ok::<(), ayla_rules::Fault>(())
    /// ```
    #[derive(Copy, Clone, Debug, PartialEq, Eq)]
    pub enum Rules of OptionsOf
}

impl Variant {
    /// The description of the game.
    pub fn about(self) -> &'static About {
        by_variant!(Rules, self.default_rules(), options => options.about())
    }

    /// All names by which requests may call games.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let aliases = Self::ALL.iter().flat_map(|variant| variant.about().aliases);
        Self::NAMES.iter().copied().chain(aliases.map(|(name, _)| *name))
    }

    /// The game that people know by this other name.
    ///
    /// ```
    /// use ayla_rules::Variant;
    ///
    /// assert_eq!(Variant::known_as("oware"), Some(Variant::Awale));
    /// ```
    pub fn known_as(alias: &str) -> Option<Self> {
        let is_known = |variant: &&Self| variant.about().aliases.iter().any(|(name, _)| *name == alias);
        Self::ALL.iter().find(is_known).copied()
    }

    /// The name of the game as it stands in a sentence.
    pub fn title(self) -> &'static str {
        self.about().title
    }

    /// The page of its rules of play, below `docs/`.
    pub fn document(self) -> String {
        format!("rules/{self}.md")
    }

    /// The options of the game, in alphabetical order.
    pub fn options(self) -> Vec<&'static OptionInfo> {
        self.default_rules().options().into_iter().map(|(info, _)| info).collect()
    }
}

impl Rules {
    /// These rules with the options given.
    ///
    /// # Errors
    ///
    /// All options that are unknown or out of range. Where some are only unknown, also what is wrong with the others
    /// taken together.
    pub fn with_options<'a>(
        mut self,
        given: impl IntoIterator<Item = (&'a str, Given<&'a str>)>,
    ) -> Result<Self, Faults> {
        let mut faults = self.set_all(given);
        if !faults.is_empty() && faults.iter().all(|fault| fault.kind() == FaultKind::UnknownOption) {
            faults.extend(self.conflict());
        }
        Faults::check(faults, || self)
    }

    /// Sets options. Answers what is wrong with each of them.
    fn set_all<'a>(&mut self, given: impl IntoIterator<Item = (&'a str, Given<&'a str>)>) -> Vec<Fault> {
        let set = |(name, value)| {
            count(weights::POSITION);
            self.set(name, value).err()
        };
        given.into_iter().take_while(|_| !has_to_stop()).filter_map(set).collect()
    }

    /// Sets the option called `name`.
    ///
    /// # Errors
    ///
    /// The game has no such option, or the option cannot have that value. Nothing is changed then.
    pub fn set(&mut self, name: &str, given: Given<&str>) -> Result<(), Fault> {
        by_variant!(Rules, self, options => options.set(name, given))
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        by_variant!(Rules, self, options => options.variant())
    }

    /// The value of every option, in alphabetical order of the names.
    pub fn options(&self) -> Vec<(&'static OptionInfo, Value)> {
        by_variant!(Rules, self, options => options.values())
    }

    /// Houses in a row.
    pub fn houses(&self) -> u32 {
        by_variant!(Rules, self, options => options.houses())
    }

    /// The direction of sowing (C-2).
    pub fn direction(&self) -> Direction {
        by_variant!(Rules, self, options => options.direction())
    }

    /// Players in a team, in games with seats (AN-7).
    pub fn seats(&self) -> Option<u32> {
        by_variant!(Rules, self, options => options.seats())
    }

    /// What is wrong with these options taken together, for the start of a game: rulings of AN and AY that tie
    /// `houses` to `team` or `seeds`.
    pub fn conflict(&self) -> Option<Fault> {
        by_variant!(Rules, self, options => options.conflict())
    }

    /// The first position of a game in which `first` begins (C-5). It is consistent when there is no
    /// [`conflict`](Rules::conflict).
    pub fn start(&self, first: Side) -> Setup<Self> {
        by_variant!(Rules, self, options => options.start(first).map_rules(Self::from))
    }
}

impl<R> Setup<R> {
    /// This set-up by the rules of a variant: the options given, the others at their defaults, rows as long as South's
    /// (N-2).
    ///
    /// # Errors
    ///
    /// All options that are unknown or out of range, and with them everything that makes the set-up inconsistent by the
    /// options that are left (C-7).
    pub fn with_rules<'a>(
        self,
        variant: Variant,
        given: impl IntoIterator<Item = (&'a str, Given<&'a str>)>,
    ) -> Result<Setup<Rules>, Faults> {
        let mut rules = variant.default_rules();
        let houses = u32::try_from(self.south.len()).unwrap_or(u32::MAX);
        by_variant!(Rules, &mut rules, options => options.set_houses(houses));
        let mut faults = rules.set_all(given);
        if !faults.is_empty() {
            faults.extend(rules.faults(&self));
        }
        Faults::check(faults, || self.map_rules(|_| rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_contradict_each_other_are_a_fault_beside_unknown_ones() {
        use FaultKind::{OptionOutOfRange, UnknownOption};
        let conflict = [("houses", "9"), ("team", "2")];
        for (more, kinds) in [
            (vec![], vec![]),
            (vec![("x", "1")], vec![UnknownOption, OptionOutOfRange]),
            (vec![("bear-off", "x")], vec![OptionOutOfRange]),
            (vec![("x", "1"), ("bear-off", "x")], vec![UnknownOption, OptionOutOfRange]),
        ] {
            let given = conflict.iter().chain(&more).map(|&(name, value)| (name, Given::Text(value)));
            let result = Variant::Andada.default_rules().with_options(given);
            let faults = result.as_ref().err().map(|faults| faults.to_vec()).unwrap_or_default();
            assert_eq!(faults.iter().map(Fault::kind).collect::<Vec<_>>(), kinds, "{more:?}");
        }
        let alone = Variant::Andada.default_rules().with_options([("x", Given::Text("1"))]);
        assert_eq!(alone.expect_err("unknown").len(), 1);
    }
}
