//! get-server-info: the build and the limits.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use std::sync::Arc;

use ayla_api::error::Result;
use ayla_api::json::milliseconds;
use ayla_api::request::GetServerInfoRequest;
use ayla_api::rule_calls::Answered;
use ayla_rules::{line, sowing};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::{Call, CallContext, GetServerInfo};
use super::operation::Operation;
use super::{Limits, RULES_VERSION, Service};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Build {
    pub version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<&'static str>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
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
}

impl From<&Limits> for LimitsInfo {
    fn from(limits: &Limits) -> Self {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            body_bytes: count(limits.body_bytes),
            query_bytes: count(Limits::QUERY_BYTES),
            line_moves: count(line::MAX_MOVES),
            sowing_laps: sowing::MAX_LAPS,
            suggest_nodes_max: limits.suggest_nodes,
            suggest_time_ms_max: milliseconds(limits.suggest_time),
            suggest_depth_max: ayla_engine::MAX_DEPTH,
            get_suggest_nodes_max: limits.allowance().nodes_by_get(),
            default_suggest_nodes: limits.allowance().default_nodes(),
            search_slots: count(limits.search_slots),
            search_queue: count(limits.search_queue),
            deadline_ms: milliseconds(limits.longest_deadline),
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    pub per_second: f64,
    pub burst: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallerLimits {
    pub calls: Rate,
    pub suggestions: Rate,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_ms: Option<Rate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture_ms: Option<Rate>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GetServerInfoResponse {
    pub build: Build,
    pub engine: &'static str,
    pub rules: &'static str,
    pub limits: LimitsInfo,
    pub tables: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<CallerLimits>,
}

impl GetServerInfoResponse {
    /// This build with these limits, endgame tables, and limits of the caller.
    #[must_use]
    pub fn new(limits: &Limits, tables: Vec<String>, caller: Option<CallerLimits>) -> Self {
        Self {
            build: Build { version: env!("CARGO_PKG_VERSION"), commit: crate::COMMIT },
            engine: ayla_engine::ENGINE,
            rules: RULES_VERSION,
            limits: limits.into(),
            tables,
            caller,
        }
    }
}

impl Call for GetServerInfo {
    const OPERATION: Operation = Operation::GetServerInfo;
    type Request = GetServerInfoRequest;
    type Answer = GetServerInfoResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        _: GetServerInfoRequest,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<GetServerInfoResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let answer = GetServerInfoResponse::new(service.limits(), service.tables().names(), call.limits());
        Ok(write(Answered::wordless(answer)))
    }
}
