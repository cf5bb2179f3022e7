//! The parts of the pages that are made of the list of the games and of the words in English.
//! `AYLA_MEND=1 cargo test -p ayla-api --test lists` writes them.

use ayla_api::words::{self, Language};
use ayla_rules::Variant;
use ayla_test_games::lists::check;

#[test]
fn the_page_of_presets_has_the_presets_of_every_game() {
    let english = Language::ENGLISH;
    let mut table = "| game | preset | title | options | what it is |\n|---|---|---|---|---|\n".to_owned();
    for &variant in Variant::ALL {
        let mut game = format!("[{}](rules/{variant}.md)", variant.title());
        for preset in variant.about().presets {
            let message = words::preset(variant, preset.name);
            let options: Vec<_> = preset.options.iter().map(|(name, value)| format!("`{name}={value}`")).collect();
            let options = if options.is_empty() { "the defaults".to_owned() } else { options.join(", ") };
            let title = english.say(&message);
            let summary = english.say_attribute(&message, "summary");
            table += &format!("| {game} | `{}` | {title} | {options} | {summary} |\n", preset.name);
            game.clear();
        }
    }
    check("docs/presets.md", "presets", &table);
}
