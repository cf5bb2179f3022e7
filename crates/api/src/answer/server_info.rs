//! The build and the limits of a server.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use serde::Serialize;
use utoipa::ToSchema;

answer! {
    #[derive(Copy)]
    pub struct Build {
        pub version: &'static str,
        pub commit: Option<&'static str>,
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Limits)]
pub struct LimitsInfo {
    pub body_bytes: u32,
    pub query_bytes: u32,
    pub line_moves: u32,
    pub sowing_laps: u32,
    pub suggest_nodes_max: u64,
    pub suggest_time_ms_max: u32,
    pub suggest_depth_max: u32,
    pub get_suggest_nodes_max: u64,
    pub default_suggest_nodes: u64,
    pub search_slots: u32,
    pub search_queue: u32,
    pub deadline_ms: u32,
    pub batch_bytes: u32,
    pub batch_positions: u32,
    pub batch_moves: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    pub per_second: f64,
    pub burst: u32,
}

answer! {
    #[derive(Copy)]
    pub struct CallerLimits {
        pub calls: Rate,
        pub suggestions: Rate,
        pub search_ms: Option<Rate>,
        pub picture_ms: Option<Rate>,
        pub rule_ms: Option<Rate>,
    }
}

answer! {
    pub struct GetServerInfoResponse {
        pub build: Build,
        pub engine: &'static str,
        pub rules: &'static str,
        pub limits: LimitsInfo,
        pub tables: Vec<String>,
        pub caller: Option<CallerLimits>,
    }
}
