//! Answers to the requests of a batch.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use std::collections::BTreeMap;

use ayla_rules::{Line, Position};
use serde::Serialize;
use utoipa::ToSchema;

use super::{LegalMove, Status};
use crate::error::{self, Error, Field, Reason};
use crate::json::milliseconds;
use crate::request::Omit;
use crate::words::Language;

answer! {
    #[derive(Default)]
    pub struct BatchResponse {
        pub id: Option<String>,
        #[schema(example = "awale 444444/444444 0/0 s")]
        pub position: Option<String>,
        pub text: Option<String>,
        pub status: Option<Status>,
        pub legal_moves: Option<Vec<LegalMove>>,
        pub value: Option<f64>,
        pub error: Option<BatchError>,
    }
}

impl BatchResponse {
    /// The answer about the position at the end of a line. `value` returns the value of a position with this many seeds
    /// in its houses, if it is known.
    pub fn new(id: Option<String>, line: &Line, value: impl FnOnce(&Position, u32) -> Option<i32>) -> Self {
        let position = line.position();
        let setup = position.setup();
        let seeds = setup.south.iter().chain(&setup.north).sum();
        let looks_back = !line.is_only_position();
        Self {
            id,
            status: Some(Status::new(position.status(), &setup)),
            position: Some(if looks_back { line.to_string() } else { setup.text() }),
            text: looks_back.then(|| setup.text()),
            legal_moves: LegalMove::all(&position, Omit::default(), None),
            value: value(&position, seeds).map(f64::from),
            error: None,
        }
    }

    /// The answer where there is none, for this reason, which is said in this language.
    pub fn failed(id: Option<String>, error: Error, language: Language) -> Self {
        Self { id, error: Some(BatchError::new(error, language)), ..Self::default() }
    }
}

answer! {
    pub struct BatchError {
        pub reason: Reason,
        pub detail: String,
        pub retry_after_ms: Option<u32>,
        pub metadata: BTreeMap<String, String>,
        pub violations: Vec<Violation>,
    }
}

impl BatchError {
    fn new(error: Error, language: Language) -> Self {
        Self {
            reason: error.reason,
            detail: error.detail(language),
            retry_after_ms: error.retry_after.map(|after| milliseconds(after).max(1)),
            violations: Violation::all(&error, language),
            metadata: error.metadata.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Violation {
    #[schema(value_type = String)]
    pub field: Field,
    pub reason: Reason,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<String>,
}

impl Violation {
    /// The faults of a request, as an answer in this language describes them beside the detail.
    pub fn all(error: &Error, language: Language) -> Vec<Self> {
        let is_said = error.is_one_sentence();
        let described = |fault: &error::Violation| Self {
            message: (!is_said).then(|| fault.sentence(language)),
            reason: fault.reason,
            field: fault.field.clone(),
        };
        error.violations.iter().map(described).collect()
    }
}
