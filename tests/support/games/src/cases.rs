//! The conformance cases of `tests/vectors/`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::vectors::rows_of_all;

/// A case of an independent reference.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Case {
    /// A position and its moves.
    Position {
        position: String,
        /// The position as answers give it, where the game is already over as submitted.
        settled: Option<String>,
        legal: Vec<String>,
        /// Illegal moves, each with its reason.
        illegal: BTreeMap<String, String>,
        /// The position after each move that can be played, `agree` among them.
        after: BTreeMap<String, String>,
        /// The number of laps that a move sows.
        #[serde(default)]
        laps: BTreeMap<String, usize>,
    },
    /// A position, the moves made from it, and the position after them.
    Line { position: String, moves: Vec<String>, after: String },
}

/// Reads the cases of every game, each with a name: the game and a number.
pub fn cases() -> Vec<(String, Case)> {
    let cases: Vec<_> = rows_of_all("conformance.jsonl")
        .into_iter()
        .zip(1..)
        .map(|((variant, row), number)| {
            let case: Case = serde_json::from_str(&row).expect("a case is JSON");
            let (Case::Position { position, .. } | Case::Line { position, .. }) = &case;
            assert_eq!(position.split([':', ' ']).next(), Some(variant.name()), "{row}");
            (format!("{variant} {number}"), case)
        })
        .collect();
    assert!(cases.len() > 600, "the files of cases are cut short");
    cases
}
