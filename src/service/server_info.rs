//! get-server-info: the build and the limits.

use std::sync::Arc;

use ayla_api::answer::{Build, GetServerInfoResponse, LimitsInfo};
use ayla_api::batch;
use ayla_api::error::Result;
use ayla_api::form::QUERY_BYTES;
use ayla_api::json::milliseconds;
use ayla_api::request::GetServerInfoRequest;
use ayla_api::rule_calls::Answered;
use ayla_rules::{RULES_VERSION, line, sowing};

use super::operations::{GetServerInfo, Unary};
use super::{Limits, Service};
use crate::call::Call;

/// The limits as they are shown.
fn limits_info(limits: &Limits) -> LimitsInfo {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    LimitsInfo {
        body_bytes: count(limits.body_bytes),
        query_bytes: count(QUERY_BYTES),
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
        batch_bytes: count(limits.batch_bytes),
        batch_positions: count(batch::MOST_POSITIONS),
        batch_moves: count(line::MAX_MOVES),
    }
}

impl Unary for GetServerInfo {
    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        _: GetServerInfoRequest,
        call: &Call,
        write: impl FnOnce(Answered<GetServerInfoResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let answer = GetServerInfoResponse {
            build: Build { version: env!("CARGO_PKG_VERSION"), commit: crate::COMMIT },
            engine: ayla_engine::ENGINE,
            rules: RULES_VERSION,
            limits: limits_info(&service.limits),
            tables: service.tables.names(),
            caller: call.limits(),
        };
        Ok(write(Answered::wordless(answer)))
    }
}
