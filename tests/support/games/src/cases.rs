//! The conformance cases of `tests/vectors/conformance.jsonl`.

use serde_json::Value;

/// A case: a position with its moves, or a line.
pub struct Case {
    /// The line number in the file, from 1.
    pub number: usize,
    case: Value,
}

/// Reads every case of the file.
pub fn cases() -> Vec<Case> {
    let text = include_str!("../../../vectors/conformance.jsonl");
    let cases: Vec<_> = text
        .lines()
        .enumerate()
        .map(|(at, line)| Case { number: at + 1, case: serde_json::from_str(line).expect("a case is JSON") })
        .collect();
    assert!(cases.len() > 600, "the file of cases is cut short");
    cases
}

impl Case {
    pub fn position(&self) -> &str {
        self.case["position"].as_str().expect("a case has a position")
    }

    /// The position as answers give it: it differs when the game is already over as submitted.
    pub fn settled(&self) -> &str {
        self.case["settled"].as_str().unwrap_or_else(|| self.position())
    }

    /// The legal moves, or `None` for a case with a line.
    pub fn legal(&self) -> Option<Vec<&str>> {
        let moves = self.case["legal"].as_array()?;
        Some(moves.iter().map(|played| played.as_str().expect("a move is text")).collect())
    }

    /// Illegal moves, each with its reason.
    pub fn illegal(&self) -> Vec<(&str, &str)> {
        entries(&self.case["illegal"])
    }

    /// The position after each move.
    pub fn after(&self) -> Vec<(&str, &str)> {
        entries(&self.case["after"])
    }

    /// The number of laps that a move sows.
    pub fn laps(&self, played: &str) -> Option<u64> {
        self.case["laps"][played].as_u64()
    }

    /// The moves of a line and the position after them.
    pub fn line(&self) -> Option<(Vec<&str>, &str)> {
        let moves = self.case["moves"].as_array()?;
        let moves = moves.iter().map(|played| played.as_str().expect("a move is text")).collect();
        Some((moves, self.case["after"].as_str().expect("a line ends in a position")))
    }
}

fn entries(object: &Value) -> Vec<(&str, &str)> {
    object.as_object().map_or_else(Vec::new, |entries| {
        entries.iter().map(|(name, value)| (name.as_str(), value.as_str().expect("text"))).collect()
    })
}
