//! The log of calls: those that failed or were slow, and all others at debug level. The number of lines per second is
//! limited.

use std::net::IpAddr;
use std::time::Duration;

use ayla_api::error::Reason;
use http::HeaderValue;
use tracing::{Level, debug, enabled, error, info, warn};

use super::status::{Severity, Status};
use crate::service::call::CallContext;
use crate::telemetry::budget::Budget;
use crate::telemetry::trace_context::TraceIds;

/// The target of these lines: the filter `ayla::call=debug` logs every call.
const TARGET: &str = "ayla::call";

/// The log of calls, with a budget for each kind of line, so that a flood of one kind does not hide another.
#[derive(Debug, Default)]
pub(super) struct Log {
    slow: Budget,
    client_error: Budget,
    overload: Budget,
    failure: Budget,
}

/// A call that has ended, for the log.
#[derive(Debug)]
pub(super) struct EndedCall<'a> {
    pub(super) context: &'a CallContext,
    pub(super) status: Status,
    pub(super) duration: Duration,
    pub(super) error: Option<&'a ErrorReason>,
    /// The address of the client, if the log names it.
    pub(super) client: Option<IpAddr>,
    pub(super) trace: Option<TraceIds>,
}

impl Log {
    /// Logs a call that has ended, unless the filter or the budget leaves it out.
    pub(super) fn ended<'a>(&self, severity: Severity, slow: bool, call: impl FnOnce() -> EndedCall<'a>) {
        let all = enabled!(target: TARGET, Level::DEBUG);
        let is_logged = match severity {
            Severity::Success if !slow => all,
            Severity::Success => enabled!(target: TARGET, Level::WARN) && (all || self.slow.allows()),
            Severity::ClientError => enabled!(target: TARGET, Level::INFO) && (all || self.client_error.allows()),
            Severity::Overload => enabled!(target: TARGET, Level::WARN) && (all || self.overload.allows()),
            Severity::Failure => enabled!(target: TARGET, Level::ERROR) && (all || self.failure.allows()),
        };
        if is_logged {
            call().log(severity, slow);
        }
    }

    /// Begins a new second: logs the number of lines left out in the last one.
    pub(super) fn renew(&self) {
        let kinds = [
            ("slow", &self.slow),
            ("refused", &self.client_error),
            ("strained", &self.overload),
            ("failed", &self.failure),
        ];
        for (kind, budget) in kinds {
            let left_out = budget.renew();
            if left_out > 0 {
                warn!(target: TARGET, kind, left_out, "lines about calls were left out");
            }
        }
    }
}

impl EndedCall<'_> {
    fn log(&self, severity: Severity, slow: bool) {
        let (transport, operation, status) =
            (self.context.transport().name(), self.context.operation().name(), self.status.name());
        let duration_ms = self.duration.as_micros() as f64 / 1_000.0;
        let reason = self.error.and_then(ErrorReason::name);
        // RESOURCE_EXHAUSTED also stands for requests that are too large or too many, which are the client's error.
        let too_much = [Reason::TooLarge, Reason::RateLimited].map(|reason| Some(reason.name()));
        let severity = if too_much.contains(&reason.as_deref()) { Severity::ClientError } else { severity };
        let caller = self.context.caller().name();
        let client = self.client.map(tracing::field::display);
        let trace_id = self.trace.as_ref().map(|ids| ids.trace.as_str());
        let span_id = self.trace.as_ref().and_then(|ids| ids.span.as_deref());
        // The level of a line has to be a constant.
        macro_rules! log {
            ($level:ident, $message:literal) => {
                $level!(target: TARGET, transport, operation, status, reason, caller, client, duration_ms, trace_id, span_id, $message)
            };
        }
        match severity {
            Severity::Failure => log!(error, "call failed"),
            Severity::Overload => log!(warn, "call failed"),
            Severity::ClientError => log!(info, "call refused"),
            Severity::Success if slow => log!(warn, "call was slow"),
            Severity::Success => log!(debug, "call"),
        }
    }
}

/// The reason of an error, as far as the head or the trailers of an answer have it.
#[derive(Debug)]
pub(super) enum ErrorReason {
    /// The `grpc-status-details-bin` header, from which it is decoded for the log.
    GrpcDetails(HeaderValue),
    /// The name.
    Name(&'static str),
}

impl ErrorReason {
    /// The name of the reason, as answers spell it.
    fn name(&self) -> Option<String> {
        match self {
            Self::Name(name) => Some((*name).to_owned()),
            Self::GrpcDetails(details) => crate::grpc::reason(details),
        }
    }
}
