//! The files of the repository, and the words in them.

use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file, by its path from the root of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether there is a file or folder at this path from the root of the repository.
pub(crate) fn exists(path: &Path) -> bool {
    root().join(path).exists()
}

/// The files below a folder whose names end in `end`, each with its path from the root and its text.
pub(crate) fn below(folder: &str, end: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}")) {
        let entry = entry.expect("an entry");
        let path = format!("{folder}/{}", entry.file_name().to_str().expect("UTF-8"));
        if entry.path().is_dir() {
            found.extend(below(&path, end));
        } else if path.ends_with(end) {
            let text = read(&path);
            found.push((path, text));
        }
    }
    found
}

/// All files that name settings and metrics: those for clusters, containers, systemd and balancers, and the
/// documentation.
pub(crate) fn operator_files() -> Vec<(String, String)> {
    let folders = ["k8s", "compose", "examples/balancers", "examples/systemd"].map(|folder| below(folder, ""));
    let folders = folders.into_iter().chain([below("docs", ".md")]);
    let single = ["compose.yaml", "Dockerfile", "README.md", "SECURITY.md"].map(|path| (path.to_owned(), read(path)));
    folders.flatten().chain(single).collect()
}

/// The words of letters, digits and underscores that begin with `prefix` and are longer.
pub(crate) fn words<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(move |word| word.len() > prefix.len() && word.starts_with(prefix))
}

/// A text as it is compared: on one line, without the marks of comments and of broken lines, in small letters, with
/// plain spaces and apostrophes.
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
fn a_text_is_plain_across_lines_and_in_comments() {
    assert_eq!(
        plain("    /// Until the\n    /// file’s  end, \\\n   where\u{a0}it is"),
        "until the file's end, where it is"
    );
}
