//! The page: a table for each subject.

use std::collections::BTreeSet;
use std::fmt::Write;

use ayla_api::words::Language;
use ayla_rules::Side;

use crate::{LANGUAGES, Section, traced};

const HEAD: &str = "\
# Sentences

Everything that Ayla says to people in its answers, in English and French, for reading aloud. The players are called South
and North and, where a sentence speaks to one of them, Amina (South) and Koffi (North). The last column has the messages of
[`locales/`](../../../../docs/translating.md) that the sentence is made of, without those inside others. The words of the [page](../../../../docs/pages.md), of
the command line and of the titles of errors are not here.

A test makes this page from the code that says the sentences, and fails where a message has no example or the page is out
of date. To update it: `WRITE_SENTENCES=1 cargo test -p ayla-api --test sentences`.
";

/// The page, and every place of the catalogues that it shows.
pub(crate) fn written(sections: &[Section]) -> (String, BTreeSet<String>) {
    let mut page = HEAD.to_owned();
    let mut shown = BTreeSet::new();
    for Section { title, about, examples } in sections {
        let _ = write!(page, "\n## {title}\n\n{about}\n\n| English | French | messages |\n|---|---|---|\n");
        let mut rows: Vec<String> = Vec::new();
        for example in examples {
            for you in [None, Some(Side::South), Some(Side::North)] {
                let mut row = String::from("|");
                let mut messages = Vec::new();
                for (tag, marked) in LANGUAGES {
                    let trace = traced(example, marked, you);
                    let plain = example.say(Language::negotiate(Some(tag), None), you);
                    let _ = write!(row, " {} |", cell(&plain));
                    shown.extend(trace.places);
                    messages = trace.messages;
                }
                messages.dedup();
                let messages: Vec<_> = messages.iter().map(|key| format!("`{key}`")).collect();
                let _ = writeln!(row, " {} |", messages.join(" "));
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
        }
        page.extend(rows);
    }
    (page, shown)
}

/// A text within a table.
fn cell(text: &str) -> String {
    text.trim().replace('|', "\\|").replace('\n', " ").replace('<', "&lt;").replace('_', "\\_").replace('*', "\\*")
}
