//! The worked examples of `docs/`: each block with a `before`, `line` or `given` is played. Every ruling in the code must be
//! documented, and the tables of options must say what the code says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ayla_rules::{Variant, ruling};
use ayla_test_games::{play, read};

/// The texts of the pages with rulings, each with its path.
fn pages() -> Vec<(String, String)> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let games = Variant::ALL.iter().map(|variant| variant.document());
    let pages = ["notation.md", "rules/common.md"].map(str::to_owned).into_iter().chain(games);
    let read = |page| (fs::read_to_string(docs.join(&page)).expect("a page"), page);
    pages.map(read).collect()
}

/// The position after a line, and after one more move if it is given.
fn after(text: &str, played: Option<&str>) -> String {
    let line = played.into_iter().fold(read(text), |line, played| play(line, played, &mut ()));
    line.position().to_string()
}

#[test]
fn worked_examples_are_true() {
    let mut examples = 0;
    for (text, page) in pages() {
        for block in text.split("```").skip(1).step_by(2) {
            let field = |name: &str| {
                let line = block.lines().find(|line| line.split_whitespace().next() == Some(name))?;
                // In the grammar of the notation, these names are followed by `=`.
                Some(line[name.len()..].trim()).filter(|text| !text.starts_with('='))
            };
            let (result, expected) = match (field("before"), field("line"), field("given")) {
                (Some(before), ..) => (after(before, field("move")), field("after")),
                (_, Some(line), _) => (after(line, None), field("after")),
                (.., Some(given)) => (after(given, None), field("settled")),
                (None, None, None) => continue,
            };
            assert_eq!(Some(result.as_str()), expected, "{page}: {block}");
            examples += 1;
        }
    }
    assert!(examples > 50, "only {examples} examples were found");
}

#[test]
fn the_documentation_has_every_ruling_of_the_code() {
    let pages: String = pages().into_iter().map(|(text, _)| text).collect();
    for ruling in ruling::all() {
        assert!(pages.contains(ruling.number()), "{ruling} is nowhere in docs/");
    }
    for about in Variant::ALL.iter().map(|variant| variant.about()) {
        let prefix = format!("{}-", about.ruling_prefix);
        assert!(
            about.rulings.iter().all(|ruling| ruling.number().starts_with(&prefix)),
            "{prefix} {:?}",
            about.rulings
        );
    }
}

#[test]
fn a_game_whose_positions_recur_has_the_option_for_it() {
    for variant in Variant::ALL {
        let has_option = variant.options().iter().any(|option| option.name == "repetition");
        assert_eq!(variant.about().can_recur(), has_option, "{variant}");
    }
}

#[test]
fn the_tables_of_options_cite_the_rulings_of_the_code() {
    for (text, page) in pages() {
        let Some(variant) = Variant::ALL.iter().find(|variant| *page == variant.document()) else {
            continue;
        };
        let (_, section) = text.split_once("\n## Options\n").expect("a section");
        let rows =
            section.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with("| `"));
        let documented: BTreeSet<_> = rows
            .map(|row| {
                let cells: Vec<_> = row.split('|').map(str::trim).collect();
                (cells[1].trim_matches('`').to_owned(), cells[4].split(", ").map(str::to_owned).collect())
            })
            .collect();
        let rulings =
            |option: &ayla_rules::option::OptionInfo| option.rulings.iter().map(ToString::to_string).collect();
        let options = variant.options().into_iter();
        let coded: BTreeSet<(String, BTreeSet<String>)> =
            options.map(|option| (option.name.to_owned(), rulings(option))).collect();
        assert_eq!(documented, coded, "{page}");
    }
}
