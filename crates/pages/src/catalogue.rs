//! The messages that the pages say themselves, from the Fluent catalogues of the service.

use std::collections::HashMap;
use std::fmt::Write;

/// For each language, its tag and its messages in Fluent.
pub type Catalogues = &'static [(&'static str, &'static str)];

/// The beginnings of the keys of messages that the pages say themselves. All other messages are said by the service.
const SPOKEN: [&str; 7] = ["page-", "side-", "house-of ", "seeds ", "or-more ", "tuzdik-of ", "burnt "];

/// The catalogues of messages that only few views say, by their names, with the beginnings of the keys. Two can have
/// the same message.
pub(crate) const OF_VIEWS: [(&str, &[&str]); 4] = [
    (
        "play",
        &[
            "certainty-",
            "page-agree",
            "page-better-",
            "page-bring",
            "page-eye",
            "page-fault",
            "page-format",
            "page-head",
            "page-kept-goes-on ",
            "page-kept-follows ",
            "page-kept-apart ",
            "page-link-",
            "page-mistake",
            "page-moment",
            "page-paste",
            "page-propose",
            "page-record",
            "page-recurs",
            "page-resigned ",
            "page-review",
            "page-save",
            "page-set-",
            "page-share",
            "page-sheet-",
            "page-speed",
            "page-sum",
            "page-variation",
            "page-won-",
            "record-at ",
            "verdict-",
        ],
    ),
    ("developers", &["page-developers-"]),
    ("lessons", &["page-lesson-", "page-teach-", "ruling-"]),
    (
        "puzzles",
        &[
            "page-puzzle-",
            "page-lesson-again ",
            "page-lesson-no-house ",
            "page-lesson-not-yours ",
            "page-lesson-refused ",
            "page-lesson-set-up ",
            "page-lesson-wrong ",
        ],
    ),
];

/// The beginnings of the keys of messages that the board says.
pub(crate) const OF_BOARD: &[&str] = &[
    "page-board ",
    "page-board-refused ",
    "page-house ",
    "page-house-",
    "page-seat ",
    "side-",
    "house-of ",
    "seeds ",
    "or-more ",
    "tuzdik-of ",
    "burnt ",
];

/// The messages of a catalogue that the pages say themselves, but for those of a few views.
pub(crate) fn spoken(catalogue: &str) -> String {
    selected(catalogue, |line| begins(line, &SPOKEN) && OF_VIEWS.iter().all(|(_, keys)| !begins(line, keys)))
}

/// The messages of a catalogue whose keys begin like one of these.
pub(crate) fn of_view(catalogue: &str, keys: &[&str]) -> String {
    selected(catalogue, |line| begins(line, keys))
}

/// Whether the key of a message begins like one of these.
fn begins(line: &str, keys: &[&str]) -> bool {
    keys.iter().any(|key| line.starts_with(key))
}

/// Selects the messages of a catalogue by their first lines.
fn selected(catalogue: &str, wants: impl Fn(&str) -> bool) -> String {
    let mut is_selected = false;
    let mut is_of_selected = |line: &&str| {
        // A message continues on indented lines, and may end with a brace.
        if !line.starts_with([' ', '}']) {
            is_selected = wants(line);
        }
        is_selected
    };
    catalogue.split_inclusive('\n').filter(|line| is_of_selected(line)).collect()
}

/// The text of a message of one line.
pub(crate) fn message<'a>(catalogue: &'a str, key: &str) -> Option<&'a str> {
    catalogue.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))
}

/// The messages of one line, and the attributes of messages after a point, by their keys.
pub(crate) fn messages(catalogue: &str) -> HashMap<String, &str> {
    let mut messages = HashMap::new();
    let mut name = "";
    for (key, text) in catalogue.lines().filter_map(|line| line.split_once(" = ")) {
        let key = match key.strip_prefix("    .") {
            Some(attribute) => format!("{name}.{attribute}"),
            None => {
                name = key;
                key.to_owned()
            }
        };
        messages.entry(key).or_insert(text);
    }
    messages
}

/// Writes the JavaScript module that lists the languages of these catalogues, with the texts for when a catalogue
/// cannot be loaded.
pub(crate) fn languages(catalogues: &[(&str, &str)]) -> String {
    let mut module = String::from("export const LANGUAGES = {\n");
    for (tag, catalogue) in catalogues {
        let [name, failed, again] = ["language", "page-words-failed", "page-lesson-again"]
            .map(|key| message(catalogue, key).unwrap_or_default());
        // Rust quotes texts as JavaScript does.
        let _ = writeln!(module, "  {tag:?}: {{ name: {name:?}, failed: {failed:?}, again: {again:?} }},");
    }
    module + "};\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_get_every_message_that_they_say() {
        for (name, file) in crate::FILES {
            let views: &[&str] = match *name {
                "developers.js" => &["developers"],
                "exercise.js" => &["lessons", "puzzles"],
                "learn.js" | "lessons.js" | "teach.js" => &["lessons"],
                "puzzles.js" => &["puzzles"],
                "advice.js" | "bring.js" | "controls.js" | "course.js" | "ending.js" | "form.js" | "game-page.js"
                | "game.js" | "linked-game.js" | "new-game.js" | "play.js" | "review.js" | "save.js" | "set-up.js"
                | "share.js" | "telling.js" => &["play"],
                _ => &[""],
            };
            for key in file.split("say(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let message = format!("{key} = said\n");
                for view in views {
                    let own = OF_VIEWS.iter().find(|(name, _)| name == view);
                    let own = own.map_or_else(String::new, |(_, keys)| of_view(&message, keys));
                    assert_eq!(spoken(&message) + &own, message, "{name}");
                }
            }
        }
    }

    #[test]
    fn a_language_costs_a_catalogue_only() {
        let swahili = "language = Kiswahili\npage-words-failed = \"Maneno\" hayapo.\npage-lesson-again = Tena\n";
        assert_eq!(
            languages(&[("sw", swahili)]),
            "export const LANGUAGES = {\n  \"sw\": { name: \"Kiswahili\", failed: \"\\\"Maneno\\\" hayapo.\", again: \"Tena\" },\n};\n"
        );
    }

    #[test]
    fn a_message_is_kept_with_all_its_lines() {
        let kept = "seeds = { $seeds ->\n    [one] { $seeds } seed\n   *[other] { $seeds } seeds\n}\n";
        let other = "queue-full = too many\n    suggestions\n";
        assert_eq!(spoken(&format!("# Names\n{other}{kept}{other}\n")), kept);
    }
}
