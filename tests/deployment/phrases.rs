//! The phrases of `phrases.txt` are nowhere in what people read: the documentation, the catalogues, the contract, the pages,
//! and the comments and texts of the code.

use super::files::{below, read};

/// A text as it is compared: on one line, without the marks of comments and of broken lines, in small letters, with plain
/// spaces and apostrophes.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for line in text.lines() {
        let line = line.trim();
        let line = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).unwrap_or(line);
        let line = line.strip_prefix("//").unwrap_or(line);
        plain.push_str(line.trim_end_matches('\\'));
        plain.push(' ');
    }
    let words: Vec<_> = plain.split(char::is_whitespace).filter(|word| !word.is_empty()).collect();
    words.join(" ").replace('’', "'").to_lowercase()
}

#[test]
fn no_text_has_a_phrase_that_does_not_read_well() {
    let list = read("tests/deployment/phrases.txt");
    let phrases: Vec<_> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(" => ").unwrap_or_else(|| panic!("a phrase and what to say instead: {line}")))
        .map(|(phrase, better)| (plain(phrase), better))
        .collect();
    assert!(phrases.len() > 40, "only {} phrases", phrases.len());

    let folders = ["crates", "docs", "examples", "fuzz", "locales", "proto", "src", "tests", "benches"];
    let texts = folders
        .into_iter()
        .flat_map(|folder| [".md", ".ftl", ".proto", ".rs"].into_iter().flat_map(move |end| below(folder, end)));
    let pages = [".js", ".html"].into_iter().flat_map(|end| below("crates/pages/files", end));
    let single = ["README.md", "SECURITY.md"].map(|path| (path.to_owned(), read(path)));
    let mut files = 0;
    let mut found = Vec::new();
    for (path, text) in texts.chain(pages).chain(single) {
        files += 1;
        let text = plain(&text);
        let used = phrases.iter().filter(|(phrase, _)| text.contains(phrase));
        found.extend(used.map(|(phrase, better)| format!("{path}: '{phrase}'; say rather: {better}")));
    }
    assert!(files > 300, "only {files} files");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn a_phrase_is_found_across_lines_and_in_comments() {
    assert_eq!(
        plain("    /// Until the\n    /// file’s  end, \\\n   where\u{a0}it is"),
        "until the file's end, where it is"
    );
}
