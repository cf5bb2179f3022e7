//! The log of calls: those that failed or were slow at once, the others when they are asked for. A flood of failures is
//! no flood of lines.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use http::HeaderValue;
use tonic_types::ErrorInfo;
use tracing::{Level, debug, enabled, error, info, warn};

use crate::service::error::Reason;

use super::status::{Severity, Status};
use super::trace::Ids;
use super::transport::Transport;
use crate::service::operation::Operation;

/// The most lines a second about calls that ended in one way; of the others the log says how many they were.
const LINES: u32 = 50;

/// The target of these lines, for the log filter: `ayla::call=debug` logs every call.
const TARGET: &str = "ayla::call";

/// What is logged about calls.
#[derive(Debug, Default)]
pub(super) struct Log {
    slow: Budget,
    refused: Budget,
    strained: Budget,
    failed: Budget,
}

/// The lines of one kind that were logged in this second, so that a flood of one does not hide another.
#[derive(Debug, Default)]
struct Budget {
    lines: AtomicU32,
    left_out: AtomicU32,
}

/// What the log says of a call.
#[derive(Debug)]
pub(super) struct Ended<'a> {
    pub(super) transport: Transport,
    pub(super) operation: Operation,
    pub(super) status: Status,
    pub(super) taken: Duration,
    pub(super) refusal: Option<&'a Refusal>,
    /// Who called, where callers are known.
    pub(super) caller: Option<&'a str>,
    pub(super) trace: Option<Ids>,
}

impl Log {
    /// A call has ended.
    pub(super) fn ended<'a>(&self, severity: Severity, slow: bool, call: impl FnOnce() -> Ended<'a>) {
        let all = enabled!(target: TARGET, Level::DEBUG);
        let wanted = match severity {
            Severity::Fine if !slow => all,
            Severity::Fine => enabled!(target: TARGET, Level::WARN) && (all || self.slow.allows()),
            Severity::Refused => enabled!(target: TARGET, Level::INFO) && (all || self.refused.allows()),
            Severity::Strained => enabled!(target: TARGET, Level::WARN) && (all || self.strained.allows()),
            Severity::Failed => enabled!(target: TARGET, Level::ERROR) && (all || self.failed.allows()),
        };
        if wanted {
            call().log(severity, slow);
        }
    }

    /// A second has passed: says what was left out in it.
    pub(super) fn pass(&self) {
        for (kind, budget) in
            [("slow", &self.slow), ("refused", &self.refused), ("strained", &self.strained), ("failed", &self.failed)]
        {
            let left_out = budget.renew();
            if left_out > 0 {
                warn!(target: TARGET, kind, left_out, "more calls ended so than are logged");
            }
        }
    }
}

impl Budget {
    /// Whether one more line is within it.
    fn allows(&self) -> bool {
        let allows = self.lines.load(Ordering::Relaxed) < LINES;
        let count = if allows { &self.lines } else { &self.left_out };
        count.fetch_add(1, Ordering::Relaxed);
        allows
    }

    /// Begins anew, and answers how many lines were left out.
    fn renew(&self) -> u32 {
        self.lines.store(0, Ordering::Relaxed);
        self.left_out.swap(0, Ordering::Relaxed)
    }
}

impl Ended<'_> {
    fn log(&self, severity: Severity, slow: bool) {
        let (transport, operation, status) = (self.transport.name(), self.operation.name(), self.status.name());
        let duration_ms = self.taken.as_micros() as f64 / 1_000.0;
        let reason = self.refusal.and_then(Refusal::reason);
        // A code for what a caller sends too much of is one for what the service has too much of as well.
        let too_much = [Reason::TooLarge, Reason::RateLimited].map(|reason| Some(reason.name()));
        let severity = if too_much.contains(&reason.as_deref()) { Severity::Refused } else { severity };
        let caller = self.caller;
        let trace_id = self.trace.as_ref().map(|ids| ids.trace.as_str());
        let span_id = self.trace.as_ref().and_then(|ids| ids.span.as_deref());
        // The level is fixed where a line is written.
        macro_rules! log {
            ($level:ident, $message:literal) => {
                $level!(target: TARGET, transport, operation, status, reason, caller, duration_ms, trace_id, span_id, $message)
            };
        }
        match severity {
            Severity::Failed => log!(error, "call failed"),
            Severity::Strained => log!(warn, "call failed"),
            Severity::Refused => log!(info, "call refused"),
            Severity::Fine if slow => log!(warn, "call was slow"),
            Severity::Fine => log!(debug, "call"),
        }
    }
}

/// Where an error says its reason.
#[derive(Debug)]
pub(super) enum Refusal {
    /// In the details of the gRPC status.
    Details(HeaderValue),
    /// In words.
    Reason(&'static str),
}

impl Refusal {
    /// The reason of an error, as answers spell it.
    fn reason(&self) -> Option<String> {
        match self {
            Self::Reason(reason) => Some((*reason).to_owned()),
            Self::Details(details) => {
                let mut headers = http::HeaderMap::new();
                headers.insert("grpc-status", HeaderValue::from_static("2"));
                headers.insert("grpc-status-details-bin", details.clone());
                let status = tonic::Status::from_header_map(&headers)?;
                tonic_types::StatusExt::get_details_error_info(&status).map(|info: ErrorInfo| info.reason)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_and_the_next_second_begins_anew() {
        let budget = Budget::default();
        let logged = (0..1_000).filter(|_| budget.allows()).count();
        assert_eq!(logged, LINES as usize);
        assert_eq!(budget.renew(), 1_000 - LINES);
        assert!(budget.allows());
        assert_eq!(budget.renew(), 0);
    }

    #[test]
    fn the_reason_of_a_grpc_error_is_found_in_its_details() {
        let error = crate::service::error::Error::queue_full();
        let headers = tonic::Status::from(error).into_http::<()>().headers().clone();
        let details = headers["grpc-status-details-bin"].clone();
        assert_eq!(Refusal::Details(details).reason().as_deref(), Some("SEARCH_QUEUE_FULL"));
    }
}
