//! What a search has found.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_rules::string_enum;
use serde::Serialize;
use utoipa::ToSchema;

use super::LegalMove;
use crate::json::{Named, Winner};
use crate::request::{Omit, Part};
use crate::search::Found;
use crate::words::Language;

/// What ended a search, as JSON spells it.
pub type StoppedByName = Named<StoppedBy>;
/// Whether a value is the game-theoretic one (C-10) or an estimate.
pub type Certainty = Named<ayla_engine::Certainty>;

string_enum! {
    /// What ended a search.
    pub enum StoppedBy {
        /// The value is proven: there is nothing more to find.
        Proven = "proven",
        /// The limit of depth.
        Depth = "depth",
        /// The limit of nodes.
        Nodes = "nodes",
        /// The limit of time, the caller's or the server's.
        Time = "time",
        /// The caller's deadline.
        Deadline = "deadline",
        /// Nothing yet: the search goes on, and a better answer may follow.
        Nothing = "nothing",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    pub r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    pub value: f64,
    pub certainty: Certainty,
    pub principal_line: Vec<String>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Outcome {
    pub winner: Winner,
    pub certainty: Certainty,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Bounds {
    pub least: i32,
    pub most: i32,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    pub nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestMoveResponse {
    pub r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    pub value: f64,
    pub certainty: Certainty,
    pub outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    pub principal_line: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub candidates: Vec<Candidate>,
    pub depth: u32,
    pub nodes: u64,
    pub limits: SearchLimits,
    pub stopped_by: StoppedByName,
    pub tables: Vec<String>,
    pub engine: &'static str,
    pub deterministic: bool,
}

impl SuggestMoveResponse {
    /// What a search has found. What is said of it is in this language.
    pub fn new(found: Found, omit: Omit, language: Language) -> Self {
        let position = found.position;
        let candidate = |candidate: ayla_engine::Candidate| {
            let LegalMove { r#move, seat, .. } = LegalMove::new(&position, candidate.played);
            let line = if omit.has(Part::PrincipalLine) { &[] } else { candidate.line.as_slice() };
            let principal_line = line.iter().map(|played| played.text()).collect();
            Candidate { r#move, seat, value: candidate.value, certainty: Named(candidate.certainty), principal_line }
        };
        let outcome = found.outcome();
        let Candidate { r#move, seat, value, certainty, principal_line } = candidate(found.best);
        Self {
            r#move,
            seat,
            value,
            certainty,
            outcome,
            bounds: found.bounds.map(|[least, most]| Bounds { least, most }),
            why: found.why.map(|why| language.say(&why)),
            principal_line,
            candidates: found.candidates.into_iter().map(candidate).collect(),
            depth: found.depth,
            nodes: found.nodes,
            limits: found.limits,
            stopped_by: Named(found.stopped_by),
            tables: found.table.into_iter().collect(),
            engine: ayla_engine::ENGINE,
            deterministic: found.deterministic,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SuggestMoveStreamResponse {
    pub suggestion: SuggestMoveResponse,
    pub last: bool,
}
