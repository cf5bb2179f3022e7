//! The parts of the pages that tests write from the code.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The line before a part, up to its name.
const BEGIN: &str = "<!-- from the code: ";
/// The line after a part.
const END: &str = "<!-- end of the list -->\n";

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The parts that tests check, by their pages.
const PARTS: [(&str, &[&str]); 10] = [
    ("docs/README.md", &["pages"]),
    ("docs/bots.md", &["buttons"]),
    ("docs/house.md", &["crates", "src", "api", "net"]),
    ("docs/notation.md", &["reasons"]),
    ("docs/operations.md", &["work"]),
    ("docs/pictures.md", &["pictures", "deuteranopia", "phones"]),
    ("docs/presets.md", &["presets"]),
    ("docs/rules/common.md", &["links"]),
    ("docs/rules/fr/common.md", &["links"]),
    ("docs/rules/fr/notation.md", &["reasons"]),
];

/// Keeps other tests of the same program from the pages.
fn alone() -> MutexGuard<'static, ()> {
    static PAGES: Mutex<()> = Mutex::new(());
    PAGES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fails if a page has a part that no test checks.
pub fn check_names() {
    let _alone = alone();
    let mut pages = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/rules", "docs/rules/fr"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder").map(|entry| entry.expect("an entry"));
        let names = entries.map(|entry| format!("{folder}/{}", entry.file_name().display()));
        pages.extend(names.filter(|name| name.ends_with(".md")));
    }
    for page in pages {
        let text = fs::read_to_string(root().join(&page)).expect("a page");
        let parts = text.lines().filter_map(|line| line.strip_prefix(BEGIN)?.strip_suffix(" -->"));
        let known = PARTS.iter().find(|(known, _)| *known == page).map_or(&[][..], |(_, parts)| parts);
        assert_eq!(parts.collect::<Vec<_>>(), known, "{page}");
    }
}

/// Compares a part of a page with what it should be. With `AYLA_MEND` set, it writes the part.
pub fn check(page: &str, name: &str, expected: &str) {
    assert!(PARTS.iter().any(|(known, parts)| *known == page && parts.contains(&name)), "{page}, {name}");
    let _alone = alone();
    let path = root().join(page);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
    let begin = format!("{BEGIN}{name} -->\n");
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{page} has no line {begin}"));
    let (found, after) = rest.split_once(END).unwrap_or_else(|| panic!("{page}, {name}: no line {END}"));
    if found == expected {
        return;
    }
    assert!(
        std::env::var_os("AYLA_MEND").is_some(),
        "{page} is out of date; with AYLA_MEND=1 this test writes it. The part {name} should be:\n{expected}"
    );
    fs::write(path, format!("{before}{begin}{expected}{END}{after}")).expect("the page can be written");
}
