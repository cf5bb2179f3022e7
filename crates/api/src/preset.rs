//! Presets: named option sets of the games.

use ayla_rules::about::Preset as BuiltIn;
use ayla_rules::option::Given;
use ayla_rules::{Rules, Variant};

use crate::error::{Error, Field, Reason, Result};
use crate::words::{self, Argument, Language, Message};

/// A named option set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, unique within the game.
    pub name: String,
    /// What an operator says of it; what comes with Ayla is described in every language.
    pub description: Option<Description>,
    /// The game and its options.
    pub rules: Rules,
}

impl Preset {
    /// Whether it comes with Ayla.
    pub const fn is_built_in(&self) -> bool {
        self.description.is_none()
    }

    /// The name for display, and the purpose in a sentence.
    pub fn describe(&self, language: Language) -> Description {
        self.description.clone().unwrap_or_else(|| {
            let message = words::preset(self.rules.variant(), &self.name);
            Description { title: language.say(&message), summary: language.say_attribute(&message, "summary") }
        })
    }
}

/// What an operator says of a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name for display.
    pub title: String,
    /// The purpose, in a sentence.
    pub summary: String,
}

/// The presets of all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presets(Vec<Preset>);

/// The most names that an error lists: gRPC sends errors in headers, whose size clients limit.
const NAMES: usize = 16;

impl Presets {
    /// The presets that come with Ayla.
    pub fn built_in() -> Self {
        let preset = |variant: Variant, preset: &BuiltIn| {
            let given = preset.options.iter().map(|&(name, value)| (name, Given::Text(value)));
            let rules = variant.default_rules().with_options(given).ok()?;
            Some(Preset { name: preset.name.to_owned(), description: None, rules })
        };
        let of =
            |&variant: &Variant| variant.about().presets.iter().filter_map(move |built_in| preset(variant, built_in));
        Self(Variant::ALL.iter().flat_map(of).collect())
    }

    /// Adds presets of an operator.
    pub fn add(&mut self, presets: Vec<Preset>) {
        self.0.extend(presets);
    }

    /// The number of presets besides those that come with Ayla.
    pub fn added(&self) -> usize {
        self.0.iter().filter(|preset| !preset.is_built_in()).count()
    }

    /// The presets of one game, those that come with Ayla first.
    pub fn of(&self, variant: Variant) -> impl Iterator<Item = &Preset> {
        self.0.iter().filter(move |preset| preset.rules.variant() == variant)
    }

    /// The preset of a game with this name.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_PRESET`, with the names that there are.
    pub fn find(&self, variant: Variant, name: &str) -> Result<&Preset> {
        self.of(variant).find(|preset| preset.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.of(variant).map(|preset| preset.name.as_str()).collect();
            let (shown, more) = names.split_at(names.len().min(NAMES));
            let key = if more.is_empty() { "unknown-preset" } else { "unknown-preset-of-many" };
            let message = Message::unknown(key, name, names.iter().copied())
                .with("variant", variant.title())
                .with("known", shown.iter().map(|&name| name.to_owned()).collect::<Argument>())
                .with("more", more.len());
            Error::at(Field::named("preset"), Reason::UnknownPreset, message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_preset_can_be_started() {
        let presets = Presets::built_in();
        let built = Variant::ALL.iter();
        let listed: usize = built.map(|variant| variant.about().presets.len()).sum();
        assert_eq!(presets.0.len(), listed, "an option of a preset is not accepted");
        for preset in &presets.0 {
            assert_eq!(preset.rules.conflict(), None, "{}", preset.name);
        }
    }

    #[test]
    fn the_tournament_preset_ends_at_a_majority_or_a_repetition() {
        let presets = Presets::built_in();
        let tournament = presets.find(Variant::Awale, "tournament").expect("built in");
        assert_eq!(tournament.rules.to_string(), "awale:majority=true,repetition=2");
    }
}
