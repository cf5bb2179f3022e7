use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ayla_engine::Certainty;
use ayla_rules::Winner::{Nobody, North, South};
use ayla_rules::option::Domain;
use ayla_rules::{EndReason, House, Move, MoveKind, Side, Variant};

use super::*;
use crate::answer::StoppedBy;
use crate::error::Reason;
use crate::read::typed_move;

/// The messages of a catalogue by key, attributes as `key.attribute`; each with its text.
fn entries(catalogue: &str) -> BTreeMap<String, String> {
    let mut entries: BTreeMap<String, String> = BTreeMap::new();
    let mut key = String::new();
    for line in catalogue.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" = ") {
            Some((name, text)) if !line.starts_with([' ', '}']) => {
                name.clone_into(&mut key);
                assert_eq!(entries.insert(key.clone(), text.to_owned()), None, "{key} is there twice");
            }
            Some((name, text)) if name.trim_start().starts_with('.') => {
                entries.insert(key.clone() + name.trim_start(), text.to_owned());
            }
            _ => {
                if let Some(text) = entries.get_mut(&key) {
                    text.push_str(line);
                }
            }
        }
    }
    entries
}

/// The names after a mark in a text, such as the variables after `$`.
fn names_after(text: &str, mark: &str) -> BTreeSet<String> {
    let name = |rest: &str| {
        let end = rest.find(|character: char| !character.is_ascii_alphanumeric() && character != '-');
        rest[..end.unwrap_or(rest.len())].to_owned()
    };
    text.split(mark).skip(1).map(name).filter(|name| !name.is_empty()).collect()
}

/// The source of the library, without this file, of the tools and of the page.
fn source() -> String {
    fn read(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                read(&path, text);
            } else if !path.ends_with("words/tests.rs") && !path.components().any(|part| part.as_os_str() == "vendor") {
                text.push_str(&fs::read_to_string(&path).unwrap_or_default());
            }
        }
    }
    let mut text = String::new();
    for folder in ["src", "crates/api", "crates/mcp", "crates/pages", "docs/rules"] {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), &mut text);
    }
    text
}

/// The keys that code puts together from names.
fn composed() -> BTreeSet<String> {
    let mut messages: Vec<Message> = Reason::all().map(Reason::title).collect();
    for &variant in Variant::ALL {
        messages.push(summary(variant));
        messages.extend(variant.about().aliases.iter().map(|(_, key)| region(key)));
        messages.push(Message::new(format!("door-{variant}")));
        messages.push(Message::new(format!("page-lesson-{variant}-why")));
        messages.extend(variant.about().presets.iter().map(|built_in| preset(variant, built_in.name)));
        for option in variant.options() {
            messages.push(meaning(variant, option));
            let title = format!("option-title-{}", option.name);
            if let Domain::Word(words) = option.domain {
                messages.extend(words.iter().map(|word| Message::new(format!("{title}.{word}"))));
            }
            messages.push(Message::new(title));
        }
    }
    messages.extend(ayla_rules::ruling::all().map(ruling));
    messages.extend(EndReason::ALL.iter().flat_map(|&reason| [ending(reason), ended(reason)]));
    messages.extend(Certainty::ALL.iter().map(|&value| certainty(value)));
    messages.extend((1..=Variant::Kalah.about().levels).map(|number| level(Variant::Kalah, number)));
    for played in WORD_MOVES {
        messages.extend(["word", "words"].map(|key| Message::new(format!("{key}-{}", played.text()))));
    }
    for kind in MoveKind::NAMES {
        messages.extend(["label", "better"].map(|key| Message::new(format!("{key}-{kind}"))));
    }
    messages.extend(StoppedBy::NAMES.iter().map(|name| Message::new(format!("stopped-by-{name}"))));
    for (prefix, names) in RECORD {
        messages.extend(names.iter().map(|name| Message::new(format!("record-{prefix}-{name}"))));
    }
    for (prefix, names) in PAGE {
        messages.extend(names.iter().map(|name| Message::new(format!("page-{prefix}-{name}"))));
    }
    messages.into_iter().map(|message| message.key.into_owned()).collect()
}

/// What a text of another program can lack, and have in place of what is expected.
const RECORD: [(&str, &[&str]); 2] = [
    ("ends", &["move", "board", "turn", "number", "closing", "game"]),
    ("unexpected", &["move", "tag", "board", "turn", "number", "row", "end", "game"]),
];

/// What the page puts after the beginning of a key.
const PAGE: [(&str, &[&str]); 14] = [
    ("view", &["play", "learn", "puzzles", "teach", "developers"]),
    ("puzzle", &["day", "run"]),
    ("puzzle-theme", ayla_puzzles::PuzzleTheme::NAMES),
    ("teach", &["rules", "list"]),
    ("theme", &["auto", "light", "dark"]),
    ("speed", &["auto", "slow", "normal", "fast", "off"]),
    ("condition", &["slow", "busy", "gone", "here", "key"]),
    ("news", &["kept", "newer"]),
    ("move", &["pass", "take", "give", "agree", "swap"]),
    ("phase", &["opening", "choice", "bear-off", "pass", "swap"]),
    ("swap", &["opening", "choice", "play"]),
    ("is", &["opening", "choice", "play", "bear-off"]),
    ("review", &["value", "cost", "better"]),
    ("share", &["friend", "watch", "play"]),
];

#[test]
fn every_message_is_in_every_catalogue_and_used() {
    let source = source();
    let composed = composed();
    let english = entries(LOCALES[0].1);
    let quoted: BTreeSet<_> = source.split('"').collect();
    // The templates of pages name messages in double braces.
    let in_templates: BTreeSet<_> =
        source.split("{{").skip(1).filter_map(|piece| Some(piece.split_once("}}")?.0)).collect();
    for (tag, text) in LOCALES {
        let catalogue = entries(text);
        let keys = |entries: &BTreeMap<String, String>| entries.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&catalogue), keys(&english), "{tag}");
        for (key, text) in &catalogue {
            let variables = |text: &str| names_after(text, "$");
            assert_eq!(variables(text), variables(&english[key]), "{tag}: the variables of {key}");
        }
        let mentioned: BTreeSet<String> = catalogue.values().flat_map(|text| names_after(text, "{ ")).collect();
        for key in catalogue.keys().filter(|key| !key.contains('.')) {
            let is_literal = quoted.contains(key.as_str()) || in_templates.contains(key.as_str());
            assert!(is_literal || composed.contains(key) || mentioned.contains(key), "{tag}: {key} is not used");
        }
        for key in &composed {
            assert!(catalogue.contains_key(key), "{tag} lacks {key}");
        }
    }
    let said = ["Message::new(\"", "message!(\"", "say(\""].into_iter().flat_map(|begin| source.split(begin).skip(1));
    for piece in said {
        let key = piece.split('"').next().unwrap_or_default();
        assert!(english.contains_key(key), "no catalogue has {key}");
    }
    for key in in_templates {
        let is_message = ["door-", "page-"].iter().any(|begin| key.starts_with(begin)) && !key.contains(['{', ' ']);
        assert!(!is_message || english.contains_key(key), "no catalogue has {key}");
    }
}

#[test]
fn a_capital_is_that_of_the_language() {
    let cases = [
        ('i', "tr", "İ"),
        ('i', "az-Latn", "İ"),
        ('ı', "tr", "I"),
        ('i', "fr", "I"),
        ('é', "fr", "É"),
        ('ß', "de", "SS"),
    ];
    for (letter, tag, wanted) in cases {
        assert_eq!(capital(letter, tag), wanted, "{letter} in {tag}");
    }
    assert_eq!(sentence("it is your turn", Language::ENGLISH), "It is your turn.");
}

#[test]
fn every_message_can_be_said_with_every_shape_of_argument() {
    let shapes: Vec<Argument> = vec![
        0_u32.into(),
        1_u32.into(),
        2_u32.into(),
        21_u32.into(),
        u64::MAX.into(),
        String::new().into(),
        "\u{2068}{ $x } \"é\"".into(),
        Side::North.into(),
        House { side: Side::South, number: 12 }.into(),
        Message::new("seeds").with("seeds", 1_u32).into(),
        Argument::List(vec![1_u32.into(), "b".into()]),
        enumeration("list-or", [1_u32, 2, 3]),
    ];
    for language in Language::all() {
        for (key, text) in entries(LOCALES[usize::from(language.0)].1) {
            let (key, attribute) = key.split_once('.').map_or((key.as_str(), None), |(key, name)| (key, Some(name)));
            for shape in &shapes {
                let names = names_after(&text, "$");
                // The names are those of messages, which live as long as the program.
                let arguments = names.into_iter().map(|name| (&*name.leak(), shape.clone()));
                // A message that another mentions has the same variables.
                let mut message = Message::new(key.to_owned()).with("houses", 3_u32).with("seeds", 4_u32);
                message.arguments.extend(arguments);
                let said = Voice::from(language).say_part(&message, attribute);
                let may_be_empty = ["thousands", "verbatim"].contains(&key);
                assert!(may_be_empty || !said.is_empty(), "{key} in {language}");
                let has_controls = said.chars().any(|character| character.is_control());
                assert!(!has_controls, "{key} in {language}: {said:?}");
            }
        }
    }
}

/// The messages of each file of each language, by the language and the name of the file without `.ftl`.
fn files() -> Vec<(String, String, BTreeMap<String, String>)> {
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
    let mut files = Vec::new();
    for folder in fs::read_dir(locales).expect("the folder of the languages") {
        let folder = folder.expect("an entry").path();
        for file in fs::read_dir(&folder).expect("the folder of a language") {
            let file = file.expect("an entry").path();
            let name = |path: &Path| path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned();
            files.push((name(&folder), name(&file), entries(&fs::read_to_string(&file).expect("a text"))));
        }
    }
    files
}

#[test]
fn what_names_a_game_is_in_the_file_of_the_game() {
    let names_game = |key: &str, variant: &Variant| {
        let names = ["summary", "preset", "option", "page-lesson", "door"].map(|prefix| format!("{prefix}-{variant}"));
        let is_named = names
            .iter()
            .any(|name| key.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')));
        is_named || key.starts_with(&format!("ruling-{}-", variant.about().ruling_prefix))
    };
    let games: BTreeSet<&str> = Variant::NAMES.iter().copied().chain(["common"]).collect();
    for language in Language::all() {
        let files = files().into_iter().filter(|(tag, ..)| tag == language.tag());
        let files: BTreeMap<_, _> = files.map(|(_, name, messages)| (name, messages)).collect();
        assert_eq!(files.keys().map(String::as_str).collect::<BTreeSet<_>>(), games, "{language}");
        for (name, messages) in &files {
            let misplaced =
                |key: &&String| Variant::ALL.iter().any(|game| names_game(key, game) && game.name() != name);
            let misplaced: Vec<_> = messages.keys().filter(misplaced).collect();
            assert!(misplaced.is_empty(), "{language}: {misplaced:?} in {name}.ftl");
        }
        let count: usize = files.values().map(BTreeMap::len).sum();
        assert_eq!(entries(LOCALES[usize::from(language.0)].1).len(), count, "{language}: every file is read");
    }
}

#[test]
fn catalogues_are_well_formed() {
    for (tag, text) in LOCALES {
        assert!(tag.parse::<LanguageIdentifier>().is_ok(), "{tag}");
        if let Err((_, errors)) = FluentResource::try_new((*text).to_owned()) {
            panic!("{tag}: {errors:?}");
        }
    }
}

#[test]
fn french_has_no_break_before_its_marks_and_nothing_to_elide_before_names() {
    let french = LOCALES.iter().find(|(tag, _)| *tag == "fr").expect("there").1;
    for (key, text) in entries(french) {
        for mark in [" :", " ;", " ?", " !"] {
            assert!(!text.contains(mark), "{key}: an ordinary space before{mark}");
        }
        for word in ["de", "que", "le", "la"] {
            for name in ["mover", "side", "opponent", "winner", "captor", "store", "south", "north"] {
                let pair = format!("{word} {{ ${name} }}");
                let begins = text.find(&pair).is_some_and(|at| at == 0 || text[..at].ends_with([' ', '\'']));
                assert!(!begins, "{key}: {pair}");
            }
        }
    }
}

#[test]
fn moves_are_read_as_answers_write_them() {
    for language in Language::all() {
        let voice = Voice::from(language);
        let read = |text: &str| Some(typed_move(text, &Variant::Awale.default_rules(), Side::South, &voice)?.proposal);
        assert_eq!(read(&voice.say(&label(Move::House(3)))), Some(Move::House(3).into()), "{language}");
        for played in WORD_MOVES {
            let meant = Some(played.into());
            assert_eq!(read(&voice.say(&label(played))), meant, "{language}");
            let word = voice.say(&Message::new(format!("word-{}", played.text())));
            assert_eq!(read(&word), meant, "{language}: {word}");
            let quoted = voice.text(&Argument::quoting(&played.text()));
            assert_eq!(read(&quoted), meant, "{language}: {quoted}");
        }
    }
}

#[test]
fn a_language_is_found_by_lookup() {
    let french = Language::negotiate(Some("fr"), None);
    assert_eq!(french.tag(), "fr");
    for (locale, accepted, found) in [
        (None, None, "en"),
        (Some("fr-CI"), None, "fr"),
        (Some("FR"), None, "fr"),
        (Some("qaa"), Some("fr"), "fr"),
        (Some("qaa"), None, "en"),
        (Some("en-GB"), Some("fr"), "en"),
        (Some(""), None, "en"),
        (Some("not a tag"), Some("fr-FR"), "fr"),
        (None, Some("fr-FR,fr;q=0.9,en;q=0.8"), "fr"),
        (None, Some("en;q=0.5, fr;q=0.6"), "fr"),
        (None, Some("fr;q=0, en"), "en"),
        (None, Some("qaa, *;q=0.1"), "en"),
        (None, Some("*;q=0.5, fr;q=0.4"), "en"),
        (None, Some("*;q=0.4, fr;q=0.5"), "fr"),
        (None, Some("fr;q=x"), "en"),
        (None, Some(",;,"), "en"),
    ] {
        assert_eq!(Language::negotiate(locale, accepted).tag(), found, "{locale:?} {accepted:?}");
    }
}

#[test]
fn numbers_and_plurals_are_those_of_the_language() {
    let french = Language::negotiate(Some("fr"), None);
    let seeds = |seeds: u32| Message::new("seeds").with("seeds", seeds);
    assert_eq!([0, 1, 2].map(|number| Language::ENGLISH.say(&seeds(number))), ["0 seeds", "1 seed", "2 seeds"]);
    assert_eq!([0, 1, 2].map(|number| french.say(&seeds(number))), ["0 graine", "1 graine", "2 graines"]);
    assert_eq!(Voice::from(Language::ENGLISH).text(&10_000_u32.into()), "10,000");
    assert_eq!(Voice::from(french).text(&0.5.into()), "0,5");
    let large = [999_u32, 1_084, 1_000_000].map(|number| Voice::from(french).text(&number.into()));
    assert_eq!(large, ["999", "1\u{202f}084", "1\u{202f}000\u{202f}000"]);
    assert_eq!(french.say(&seeds(10_000)), "10\u{202f}000 graines");
}

#[test]
fn a_proven_result_is_given_away() {
    for (mover, before, after, expected) in [
        (Side::South, Some(South), Some(Nobody), Some("review-gave-away-win")),
        (Side::North, Some(North), Some(South), Some("review-gave-away-win")),
        (Side::North, Some(Nobody), Some(South), Some("review-gave-away-draw")),
        (Side::South, Some(South), Some(South), None),
        (Side::South, Some(North), Some(North), None),
        (Side::South, Some(Nobody), Some(Nobody), None),
        (Side::South, Some(South), None, None),
        (Side::South, None, Some(North), None),
    ] {
        assert_eq!(given_away(mover, before, after), expected.map(Message::new), "{mover} {before:?} {after:?}");
    }
}
