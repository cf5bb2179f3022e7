//! The rules of a game: a variant with its options.

use super::about::About;
use super::board::Side;
use super::fault::{Fault, FaultKind, Faults};
use super::game::GameOptions;
use super::option::{Given, OptionInfo, Value};
use super::setup::Setup;
use super::variant::Variant;
use super::{andada, anywoli, awale};

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
pub enum Rules {
    /// Awalé.
    Awale(awale::Options),
    /// Andada.
    Andada(andada::Options),
    /// Anywoli.
    Anywoli(anywoli::Options),
}

impl Variant {
    /// The rules with every option at its default.
    #[must_use]
    pub fn default_rules(self) -> Rules {
        match self {
            Self::Awale => awale::Options::default().into(),
            Self::Andada => andada::Options::default().into(),
            Self::Anywoli => anywoli::Options::default().into(),
        }
    }

    /// The description of the game.
    #[must_use]
    pub fn about(self) -> &'static About {
        by_variant!(Rules, self.default_rules(), options => options.about())
    }

    /// The name of the game as it stands in a sentence.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.about().title
    }

    /// The options of the game, in alphabetical order.
    #[must_use]
    pub fn options(self) -> Vec<&'static OptionInfo> {
        self.default_rules().options().into_iter().map(|(info, _)| info).collect()
    }
}

impl Rules {
    /// These rules with the options given.
    ///
    /// # Errors
    ///
    /// All options that are unknown or out of range. Where some are only unknown, also what is wrong with the others taken
    /// together.
    pub fn with_options<'a>(
        mut self,
        given: impl IntoIterator<Item = (&'a str, Given<&'a str>)>,
    ) -> Result<Self, Faults> {
        let mut faults: Vec<_> = given.into_iter().filter_map(|(name, value)| self.set(name, value).err()).collect();
        if !faults.is_empty() && faults.iter().all(|fault| fault.kind() == FaultKind::UnknownOption) {
            faults.extend(self.conflict());
        }
        Faults::none_or(faults, || self)
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
    #[must_use]
    pub fn variant(&self) -> Variant {
        by_variant!(Rules, self, options => options.variant())
    }

    /// The value of every option, in alphabetical order of the names.
    #[must_use]
    pub fn options(&self) -> Vec<(&'static OptionInfo, Value)> {
        by_variant!(Rules, self, options => options.values())
    }

    /// Houses in a row.
    #[must_use]
    pub fn houses(&self) -> u32 {
        by_variant!(Rules, self, options => options.houses())
    }

    /// Players in a team, in games with seats (AN-7).
    #[must_use]
    pub fn seats(&self) -> Option<u32> {
        by_variant!(Rules, self, options => options.seats())
    }

    /// What is wrong with these options taken together, for the start of a game: rulings of AN and AY that tie
    /// `houses` to `team` or `seeds`.
    #[must_use]
    pub fn conflict(&self) -> Option<Fault> {
        by_variant!(Rules, self, options => options.conflict())
    }

    /// The first position of a game in which `first` begins (C-5). It is consistent when there is no
    /// [`conflict`](Rules::conflict).
    #[must_use]
    pub fn start(&self, first: Side) -> Setup<Self> {
        by_variant!(Rules, self, options => options.start(first).map_rules(Self::from))
    }
}
