//! The worked examples of `docs/`: each block with a `before`, `line` or `given` is played. And every ruling in the code
//! must be documented.

use std::fs;
use std::path::Path;

use ayla_rules::ruling;
use ayla_test_games::{play, read};

fn pages() -> Vec<(String, String)> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let pages = ["notation.md", "rules/common.md", "rules/awale.md", "rules/andada.md", "rules/anywoli.md"];
    pages.map(|page| (page.to_owned(), fs::read_to_string(docs.join(page)).expect("a page"))).into()
}

/// The position after a line, and after one more move if it is given.
fn after(text: &str, played: Option<&str>) -> String {
    let line = played.into_iter().fold(read(text), |line, played| play(line, played, &mut ()));
    line.position().to_string()
}

#[test]
fn worked_examples_are_true() {
    let mut examples = 0;
    for (page, text) in pages() {
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
    let pages: String = pages().into_iter().map(|(_, text)| text).collect();
    for ruling in ruling::ALL {
        assert!(pages.contains(ruling.number()), "{ruling} is nowhere in docs/");
    }
}
