//! The log of calls: those that failed or were slow, and all others at debug level. The number of lines per second is
//! limited.

use ayla_api::error::Reason;
use tracing::{Level, debug, enabled, error, info, warn};

use crate::call::{Ended, Severity};
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

impl Log {
    /// Logs a call that has ended, and was slow or not, unless the filter or the budget leaves it out. The line has the
    /// address of the client if it `names_clients`.
    pub(super) fn ended(
        &self,
        call: &Ended<'_>,
        slow: bool,
        names_clients: bool,
        trace: impl FnOnce() -> Option<TraceIds>,
    ) {
        let severity = call.end.status.severity();
        let all = enabled!(target: TARGET, Level::DEBUG);
        let is_logged = match severity {
            Severity::Success if !slow => all,
            Severity::Success => enabled!(target: TARGET, Level::WARN) && (all || self.slow.allows()),
            Severity::ClientError => enabled!(target: TARGET, Level::INFO) && (all || self.client_error.allows()),
            Severity::Overload => enabled!(target: TARGET, Level::WARN) && (all || self.overload.allows()),
            Severity::Failure => enabled!(target: TARGET, Level::ERROR) && (all || self.failure.allows()),
        };
        if is_logged {
            log(call, severity, slow, names_clients, trace());
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

/// Writes the line about a call.
fn log(ended: &Ended<'_>, severity: Severity, slow: bool, names_clients: bool, trace: Option<TraceIds>) {
    let Ended { call, end, time, bytes, .. } = ended;
    let transport = call.transport.name();
    let operation = call.operation.name();
    let status = end.status.name();
    let duration_ms = time.as_micros() as f64 / 1_000.0;
    let reason = end.reason.map(Reason::name);
    let detail = end.detail.as_deref();
    // RESOURCE_EXHAUSTED also stands for requests that are too large or too many, which are the client's error.
    let is_too_much = matches!(end.reason, Some(Reason::TooLarge | Reason::RateLimited));
    let severity = if is_too_much { Severity::ClientError } else { severity };
    let caller = call.caller().name();
    let client = names_clients.then(|| tracing::field::display(call.client));
    let request_id = call.request_id_text();
    let trace_id = trace.as_ref().map(|ids| ids.trace.as_str());
    let span_id = trace.as_ref().and_then(|ids| ids.span.as_deref());
    // The level of a line has to be a constant.
    macro_rules! log {
        ($level:ident, $message:literal) => {
            $level!(
                target: TARGET, transport, operation, status, reason, detail, caller, client, duration_ms, bytes,
                request_id, trace_id, span_id,
                $message
            )
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
