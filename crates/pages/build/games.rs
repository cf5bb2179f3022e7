//! What the pages know of each game, from what the games say of themselves.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use ayla_puzzles::GRADES;
use ayla_records::Format;
use ayla_rules::about::{LEVELS, LONG_QUIET};
use ayla_rules::look::{Colours, Look};
use ayla_rules::{About, Phase, RULES_VERSION, Variant};

use super::documents::{FOLDER, editions::EDITIONS, rulings};

/// The titles of the games, as they are listed.
pub(super) fn titles() -> String {
    Variant::ALL.iter().map(|variant| variant.title()).collect::<Vec<_>>().join(", ")
}

/// The script of the lessons with those of every game, which lie beside its page of rules.
pub(super) fn with_lessons(script: &str) -> Result<String, Box<dyn Error>> {
    let mut lessons = Vec::new();
    for variant in Variant::ALL {
        let file = format!("{FOLDER}/rules/{variant}.lessons.json");
        println!("cargo:rerun-if-changed={file}");
        let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        lessons.push(format!("{:?}: {}", variant.name(), text.trim_end()));
    }
    Ok(script.replace("LESSONS = {}", &format!("LESSONS = {{{}}}", lessons.join(", "))))
}

/// The JavaScript module, whose types are in `files/games.d.ts`. `plays_here` says whether the pages have the rules themselves.
pub(super) fn module(plays_here: bool) -> String {
    let games: String = Variant::ALL.iter().map(|variant| game(*variant)).collect();
    let pages: BTreeMap<_, _> = rulings::pages().collect();
    let translated = EDITIONS.iter().filter(|edition| !edition.is_original());
    let editions: Vec<_> = translated.map(|edition| edition.tag).collect();
    // Rust writes numbers, texts, and lists and maps of them as JavaScript does.
    format!(
        "// The build of the pages wrote this, from what the games say of themselves.\n\
         export const GAMES = {{\n{games}}};\n\
         export const VARIANTS = Object.keys(GAMES);\n\
         export const RULINGS = {pages:?};\n\
         export const EDITIONS = {editions:?};\n\
         export const PHASES = {:?};\n\
         export const LEVELS = {};\n\
         export const LONG_QUIET = {LONG_QUIET};\n\
         export const GRADES = {GRADES};\n\
         export const RULES = {RULES_VERSION:?};\n\
         export const PLAYS_HERE = {plays_here};\n",
        Phase::NAMES,
        LEVELS + 1,
    )
}

fn game(variant: Variant) -> String {
    let About { title, parts, mistakes, look, at_a_glance, .. } = variant.about();
    let Look { material, stores, seed_shape, colours } = look;
    let first_preset = variant.about().first_preset().name;
    let parts: Vec<_> = parts.iter().map(|part| part.name()).collect();
    let formats: Vec<_> =
        Format::ALL.iter().filter(|format| format.variants().contains(&variant)).map(|format| format.name()).collect();
    let [material, stores, seed_shape] = [material.name(), stores.name(), seed_shape.name()];
    let [light, dark] = [colours.map(|tone| tone.light), colours.map(|tone| tone.dark)].map(declarations);
    format!(
        "  {:?}: {{ title: {title:?}, firstPreset: {first_preset:?}, parts: {parts:?}, mistakes: {mistakes:?}, byEye: {by_eye}, formats: {formats:?}, look: {{\n    \
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
