//! The conformance cases of `tests/vectors/conformance.jsonl`.

use std::collections::BTreeMap;

use serde::Deserialize;

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

/// Reads every case of the file, with the number of its line.
pub fn cases() -> Vec<(usize, Case)> {
    let lines = include_str!("../../../vectors/conformance.jsonl").lines();
    let cases: Vec<_> = (1..).zip(lines.map(|line| serde_json::from_str(line).expect("a case is JSON"))).collect();
    assert!(cases.len() > 600, "the file of cases is cut short");
    cases
}
