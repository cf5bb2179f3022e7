//! The files of `tests/vectors/`, which has a folder for each game.

use std::fs;
use std::path::{Path, PathBuf};

use ayla_rules::Variant;

/// The folder with the folders of the games.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

/// The folder of a game.
pub fn folder(variant: Variant) -> PathBuf {
    root().join(variant.name())
}

/// The lines of a file, without comments. There is at least one.
pub fn rows(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let rows: Vec<_> = text.lines().filter(|row| !row.starts_with('#')).map(str::to_owned).collect();
    assert!(!rows.is_empty(), "{} has no rows", file.display());
    rows
}

/// The rows of the file of this name of every game.
pub fn rows_of_all(file: &str) -> Vec<(Variant, String)> {
    let rows_of = |&variant| rows(&folder(variant).join(file)).into_iter().map(move |row| (variant, row));
    Variant::ALL.iter().flat_map(rows_of).collect()
}

/// The positions of a game that are of this use, by its file `positions.txt`.
pub fn positions_of(variant: Variant, purpose: &str) -> Vec<String> {
    of_kind(rows(&folder(variant).join("positions.txt")), purpose)
}

/// The positions and lines in which something of this kind is said, by the file `sentences.txt` of every game.
pub fn sentences(kind: &str) -> Vec<String> {
    of_kind(rows_of_all("sentences.txt").into_iter().map(|(_, row)| row).collect(), kind)
}

/// What follows this word in the rows that begin with it.
fn of_kind(rows: Vec<String>, kind: &str) -> Vec<String> {
    rows.iter().filter_map(|row| row.strip_prefix(kind)?.strip_prefix(' ')).map(str::to_owned).collect()
}

/// The positions of every game that are of this use. Each game has one.
pub fn positions(purpose: &str) -> Vec<String> {
    let positions_of = |&variant| {
        let positions = positions_of(variant, purpose);
        assert!(!positions.is_empty(), "{variant} has no position to {purpose}");
        positions
    };
    Variant::ALL.iter().flat_map(positions_of).collect()
}
