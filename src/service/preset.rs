//! Presets: option sets with a name, for callers who want one word.

pub mod file;

use ayla_rules::notation::{quoted, set_options};
use ayla_rules::option::Given;
use ayla_rules::{Rules, Variant};

use super::error::{Error, Field, Reason, Result, Violation};

/// An option set with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, unique within the game.
    pub name: String,
    /// The name as a title.
    pub title: String,
    /// What it is for, in a sentence.
    pub summary: String,
    /// The game and its options.
    pub rules: Rules,
    /// Whether it comes with Ayla.
    pub built_in: bool,
}

/// The presets of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presets(Vec<Preset>);

/// The most names that an error lists: gRPC sends it in headers, for which clients have little room.
const NAMES: usize = 16;

/// What a built-in preset is made of: game, name, title, summary, options.
type BuiltIn = (Variant, &'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const BUILT_IN: &[BuiltIn] = &[
    (Variant::Awale, "default", "Abapa", "Four seeds in each house, twos and threes captured, no stop option.", &[]),
    (
        Variant::Awale,
        "tournament",
        "Tournament",
        "Stops at a majority, and when a position recurs.",
        &[("majority", "true"), ("repetition", "2")],
    ),
    (Variant::Awale, "twos-only", "Twos only", "Only a house that holds two can be captured.", &[("capture", "two")]),
    (Variant::Andada, "default", "Andada", "Twelve houses in a row, one player a side.", &[]),
    (
        Variant::Andada,
        "houses-24",
        "Long rows",
        "Twenty-four houses in a row, as on large boards.",
        &[("houses", "24")],
    ),
    (Variant::Andada, "teams-of-four", "Teams of four", "Four players a side, three houses each.", &[("team", "4")]),
    (Variant::Andada, "clockwise", "Clockwise", "Sown the other way round.", &[("direction", "clockwise")]),
    (Variant::Anywoli, "default", "Anywoli", "Twelve houses in a row, the last captor takes the last four.", &[]),
    (Variant::Anywoli, "finite", "Finite", "Stops after a hundred moves without a capture.", &[("quiet", "100")]),
    (
        Variant::Anywoli,
        "ba-awa",
        "Ba-awa ending",
        "The player who began takes the last eight seeds.",
        &[("last-four", "starter-takes-eight")],
    ),
    (
        Variant::Anywoli,
        "bonus",
        "Bonus moves",
        "After a capture at the end of a sowing the same player moves again.",
        &[("bonus-move", "true")],
    ),
];

impl Presets {
    /// The presets that come with Ayla.
    #[must_use]
    pub fn built_in() -> Self {
        let preset = |&(variant, name, title, summary, options): &BuiltIn| {
            let given = options.iter().map(|&(name, value)| (name, Given::Text(value)));
            let rules = set_options(variant.default_rules(), given).ok()?;
            let (name, title, summary) = (name.to_owned(), title.to_owned(), summary.to_owned());
            Some(Preset { name, title, summary, rules, built_in: true })
        };
        Self(BUILT_IN.iter().filter_map(preset).collect())
    }

    /// How many there are beside those that come with Ayla.
    #[must_use]
    pub fn added(&self) -> usize {
        self.0.iter().filter(|preset| !preset.built_in).count()
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
            let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            Error::of(Violation {
                field: Field::named("preset"),
                reason: Reason::UnknownPreset,
                description: format!(
                    "{} has no preset called {}; it has {}{more}",
                    variant.title(),
                    quoted(name),
                    shown.join(", ")
                ),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_preset_can_be_started() {
        let presets = Presets::built_in();
        assert_eq!(presets.0.len(), BUILT_IN.len(), "an option of a preset is not accepted");
        for preset in &presets.0 {
            assert_eq!(preset.rules.conflicts(), [], "{}", preset.name);
        }
    }

    #[test]
    fn the_tournament_preset_is_what_its_name_says() {
        let presets = Presets::built_in();
        let tournament = presets.find(Variant::Awale, "tournament").expect("built in");
        assert_eq!(tournament.rules.to_string(), "awale:majority=true,repetition=2");
    }
}
