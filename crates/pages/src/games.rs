//! What the pages know of each game, from what the games say of themselves.

use std::collections::BTreeMap;

use ayla_puzzles::{Filter, GRADES, PuzzleTheme};
use ayla_records::Format;
use ayla_rules::about::LONG_QUIET;
use ayla_rules::look::{Colours, Look};
use ayla_rules::option::Given;
use ayla_rules::{About, Phase, Position, RULES_VERSION, Side, Variant};

use crate::{HAS_RULES, TRANSLATIONS, rules};

/// The titles of the games, as they are listed.
pub(crate) fn titles() -> String {
    Variant::ALL.iter().map(|variant| variant.title()).collect::<Vec<_>>().join(", ")
}

/// The first position of a game by the rules that are offered first.
pub(crate) fn first_position(variant: Variant) -> Option<Position> {
    let given = variant.about().first_preset().options.iter().map(|&(name, value)| (name, Given::Text(value)));
    variant.default_rules().with_options(given).ok()?.first_position(Side::South).ok()
}

/// The script of the lessons with those of every game, which lie beside its page of rules.
pub(crate) fn with_lessons(script: &str) -> String {
    let lessons = Variant::ALL.iter().map(|variant| {
        let lessons = rules::text(&format!("rules/{variant}.lessons.json"));
        format!("{:?}: {}", variant.name(), lessons.trim_end())
    });
    script.replace("LESSONS = {}", &format!("LESSONS = {{{}}}", lessons.collect::<Vec<_>>().join(", ")))
}

/// The JavaScript module, whose types are in `files/games.d.ts`.
pub(crate) fn module() -> String {
    let games: String = Variant::ALL.iter().map(|variant| game(*variant)).collect();
    let pages: BTreeMap<_, _> = rules::pages_of_rulings().collect();
    // Rust writes numbers, texts, and lists and maps of them as JavaScript does.
    format!(
        "// The build of the pages wrote this, from what the games say of themselves.\n\
         export const GAMES = {{\n{games}}};\n\
         export const VARIANTS = Object.keys(GAMES);\n\
         export const RULINGS = {pages:?};\n\
         export const EDITIONS = {TRANSLATIONS:?};\n\
         export const PHASES = {:?};\n\
         export const LONG_QUIET = {LONG_QUIET};\n\
         export const GRADES = {GRADES};\n\
         export const RULES = {RULES_VERSION:?};\n\
         export const PLAYS_HERE = {};\n",
        Phase::NAMES,
        HAS_RULES,
    )
}

fn game(variant: Variant) -> String {
    let About { title, parts, mistakes, levels, look, at_a_glance, .. } = variant.about();
    let Look { material, stores, seed_shape, colours } = look;
    let first_preset = variant.about().first_preset().name;
    let parts: Vec<_> = parts.iter().map(|part| part.name()).collect();
    let formats: Vec<_> =
        Format::ALL.iter().filter(|format| format.variants().contains(&variant)).map(|format| format.name()).collect();
    let has_theme = |theme| Filter { theme: Some(theme), grade: None }.ids(variant).next().is_some();
    let themes: Vec<_> = PuzzleTheme::ALL.iter().filter(|theme| has_theme(**theme)).map(|theme| theme.name()).collect();
    let [material, stores, seed_shape] = [material.name(), stores.name(), seed_shape.name()];
    let [light, dark] = [colours.map(|tone| tone.light), colours.map(|tone| tone.dark)].map(declarations);
    format!(
        "  {:?}: {{ title: {title:?}, firstPreset: {first_preset:?}, parts: {parts:?}, mistakes: {mistakes:?}, levels: {levels}, byEye: {by_eye}, formats: {formats:?}, themes: {themes:?}, look: {{\n    \
         material: {material:?}, stores: {stores:?}, seedShape: {seed_shape:?},\n    \
         light: {light:?},\n    dark: {dark:?},\n  }} }},\n",
        variant.name(),
        by_eye = at_a_glance.is_some(),
    )
}

/// The colours as properties of CSS.
fn declarations(colours: Colours) -> String {
    let Colours { edge, base, grain, rim, hole, shadow, seed, ink, faint, accent, badge } = colours;
    let named = [
        ("edge", edge),
        ("base", base),
        ("grain0", grain[0]),
        ("grain1", grain[1]),
        ("rim", rim),
        ("hole0", hole[0]),
        ("hole1", hole[1]),
        ("hole2", hole[2]),
        ("shadow", shadow),
        ("seed0", seed[0]),
        ("seed1", seed[1]),
        ("seed2", seed[2]),
        ("seed3", seed[3]),
        ("ink", ink),
        ("faint", faint),
        ("accent", accent),
        ("badge0", badge[0]),
        ("badge1", badge[1]),
    ];
    named.map(|(name, colour)| format!("--{name}:{colour}")).join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_lessons() {
        let lessons = with_lessons("LESSONS = {}");
        for variant in Variant::ALL {
            assert!(lessons.contains(&format!("{:?}: [", variant.name())), "{variant}");
        }
    }
}
