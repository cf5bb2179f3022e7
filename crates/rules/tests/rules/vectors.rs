//! The folders of the games in `tests/vectors/`, which the other tests read.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ayla_rules::Variant;
use ayla_test_games::vectors;

/// What the folder of each game has. `tests/vectors/README.md` describes the files.
const FILES: [&str; 8] = [
    "calls.jsonl",
    "conformance.jsonl",
    "perft.txt",
    "playthroughs",
    "positions.txt",
    "sentences.txt",
    "texts.jsonl",
    "tokens.txt",
];

/// The names of the folders, or of everything that a folder has.
fn names(folder: &Path, only_folders: bool) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let kept = entries.filter(|entry| !only_folders || entry.path().is_dir());
    kept.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect()
}

#[test]
fn every_game_has_a_folder_of_vectors_and_every_folder_a_game() {
    // One folder has texts of other programs, of any game.
    let folders = Variant::NAMES.iter().copied().chain(["records"]);
    assert_eq!(names(&vectors::root(), true), folders.map(str::to_owned).collect());
    for &variant in Variant::ALL {
        let found = names(&vectors::folder(variant), false);
        // The rounds of a match.
        let of_one_game = (variant == Variant::Congklak).then_some("rounds.jsonl");
        assert_eq!(found, FILES.into_iter().chain(of_one_game).map(str::to_owned).collect(), "{variant}");
    }
}

#[test]
fn every_position_has_a_use_and_is_of_its_game() {
    for (variant, row) in vectors::rows_of_all("positions.txt") {
        let (purpose, text) = row.split_once(' ').expect("a use");
        assert!(["search", "match", "over", "recurring", "draw"].contains(&purpose), "{row}");
        assert_eq!(ayla_test_games::read(text).position().rules().variant(), variant, "{row}");
    }
    for &variant in Variant::ALL {
        assert_eq!(vectors::positions_of(variant, "draw").len(), 1, "{variant}");
        let recurs = !vectors::positions_of(variant, "recurring").is_empty();
        assert_eq!(recurs, variant.about().can_recur(), "{variant}");
    }
}
