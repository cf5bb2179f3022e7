//! Every sentence that the service says to people, in English and French, as the page `sentences.md` beside this file,
//! made by the code that says them. A message, or a variant of one, without an example fails the test. The examples of
//! a game are in its file `tests/vectors/GAME/sentences.txt`.

mod example;
mod faults;
mod games;
mod page;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ayla_api::words::{Language, add_languages};
use ayla_test_languages::{Marked, Trace, catalogue};

use example::{Example, KINDS, Section};

/// The languages of the page, with the tags under which their catalogues are there once more, with marks.
const LANGUAGES: [(&str, &str); 2] = [("en", "en-XM"), ("fr", "fr-XM")];

const PAGE: &str = "tests/sentences/sentences.md";

/// The variable that has the test write the page.
const WRITE: &str = "WRITE_SENTENCES";

/// Messages that are in no answer to a person: the page has them, the command line, or the tools of language
/// models, or they are compared with what people type.
fn is_left_out(key: &str) -> bool {
    const PREFIXES: [&str; 13] = [
        "problem-",
        "region-",
        "tool-",
        "page-",
        "door-",
        "docs-",
        "document-",
        "title-",
        "heading-",
        "stopped-by-",
        "event-",
        "words-",
        "preset-of-",
    ];
    const OTHERS: [&str; 17] = [
        "language",
        "thousands",
        "list-comma",
        "in-move",
        "with-seat",
        "can-agree",
        "quiet-moves",
        "best-move",
        "value",
        "bounds",
        "principal-line",
        "searched",
        "houses-in-order",
        "events-truncated",
        "certainty-proven",
        "certainty-estimated",
        "verbatim",
    ];
    PREFIXES.iter().any(|prefix| key.starts_with(prefix)) || OTHERS.contains(&key)
}

/// The attribute of rulings in plain words, which the page says beside its lessons.
const PLAIN: &str = ".plain";

/// A variant that is not said: a position without even the name of a game is empty, which another message says.
const NEVER_SAID: [&str; 1] = ["malformed-ends[field variant]"];

fn sections() -> Vec<Section> {
    [games::sections(), faults::sections()].concat()
}

#[test]
fn the_page_has_every_sentence_and_is_current() {
    let marked = mark();
    let sections = sections();
    let (text, shown) = page::written(&sections);
    for (tag, places) in &marked {
        let is_said = |place: &&String| !NEVER_SAID.contains(&place.as_str()) && !place.ends_with(PLAIN);
        let missing: Vec<_> = places.difference(&shown).filter(is_said).collect();
        assert!(
            missing.is_empty(),
            "{tag}: without an example in tests/vectors/*/sentences.txt or crates/api/tests/sentences: {missing:#?}"
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, &text).expect("the page can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{PAGE} is out of date; mend it with: {WRITE}=1 cargo test -p ayla-api --test sentences"
    );
}

#[test]
fn every_row_of_a_game_is_an_example() {
    for (variant, row) in ayla_test_games::vectors::rows_of_all("sentences.txt") {
        assert!(
            KINDS.iter().any(|kind| row.starts_with(&format!("{kind} {variant}"))),
            "{variant}/sentences.txt: {row}"
        );
    }
}

/// Adds the marked languages. Returns the places of each catalogue.
fn mark() -> Vec<(&'static str, BTreeSet<String>)> {
    let mut added = Vec::new();
    let mut places = Vec::new();
    for (tag, marked_tag) in LANGUAGES {
        let marked = Marked::new(&catalogue(tag), is_left_out);
        added.push((marked_tag, &*marked.catalogue.leak()));
        places.push((tag, marked.places));
    }
    add_languages(added).expect("no language was used before");
    places
}

/// What an example says in the marked catalogue of a language.
fn traced(example: &Example, marked_tag: &str, you: Option<ayla_rules::Side>) -> Trace {
    let language = Language::negotiate(Some(marked_tag), None);
    assert_eq!(language.tag(), marked_tag);
    Trace::new(&example.say(language, you))
}
