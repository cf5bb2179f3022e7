//! What a search has found.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_rules::string_enum;
use serde::Serialize;
use utoipa::ToSchema;

use crate::json::{Certainty, Named, Winner};

/// What ended a search, as JSON spells it.
pub type StoppedByName = Named<StoppedBy>;

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

answer! {
    pub struct Candidate {
        pub r#move: String,
        pub seat: Option<u32>,
        pub value: f64,
        pub certainty: Certainty,
        pub principal_line: Vec<String>,
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Outcome {
    pub winner: Winner,
    pub certainty: Certainty,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Bounds {
    pub least: i32,
    pub most: i32,
}

answer! {
    #[derive(Copy, Default)]
    pub struct SearchLimits {
        pub depth: Option<u32>,
        pub nodes: u64,
        pub time_ms: Option<u32>,
        pub level: Option<u32>,
    }
}

answer! {
    pub struct SuggestMoveResponse {
        pub r#move: String,
        pub seat: Option<u32>,
        pub value: f64,
        pub certainty: Certainty,
        pub outcome: Outcome,
        pub bounds: Option<Bounds>,
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
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SuggestMoveStreamResponse {
    pub suggestion: SuggestMoveResponse,
    pub last: bool,
}
