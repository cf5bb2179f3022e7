//! The log of calls: those that failed or were slow at once, the others when they are asked for. A flood of failures is
//! no flood of lines.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use tonic_types::ErrorInfo;
use tracing::{debug, enabled, error, info, warn};

use super::call::{Refusal, Severity, Status};
use super::operation::{Operation, Transport};
use super::trace::Ids;

/// The most lines a second about calls that went wrong; of the others the log says how many they were.
const LINES: u32 = 50;

/// The target of these lines, for the log filter: `ayla::call=debug` logs every call.
const TARGET: &str = "ayla::call";

/// What is logged about calls.
#[derive(Debug, Default)]
pub(super) struct Log {
    second: Mutex<Option<Second>>,
}

/// A second in which lines were logged.
#[derive(Copy, Clone, Debug)]
struct Second {
    begun: Instant,
    lines: u32,
    left_out: u32,
}

/// What the log says of a call.
#[derive(Debug)]
pub(super) struct Ended<'a> {
    pub(super) transport: Transport,
    pub(super) operation: Operation,
    pub(super) status: Status,
    pub(super) taken: Duration,
    pub(super) refusal: Option<&'a Refusal>,
    pub(super) trace: Option<Ids>,
}

impl Log {
    /// A call has ended.
    pub(super) fn ended<'a>(&self, severity: Severity, slow: bool, call: impl FnOnce() -> Ended<'a>) {
        if severity == Severity::Fine && !slow {
            if enabled!(target: TARGET, tracing::Level::DEBUG) {
                call().log(severity, slow);
            }
        } else if self.may_log() {
            call().log(severity, slow);
        }
    }

    /// Whether one more line is within the bound.
    fn may_log(&self) -> bool {
        let now = Instant::now();
        let mut left_out = 0;
        let may = {
            let mut second = self.second.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let current = second
                .filter(|second| now.saturating_duration_since(second.begun) < Duration::from_secs(1))
                .unwrap_or_else(|| {
                    left_out = second.map_or(0, |second| second.left_out);
                    Second { begun: now, lines: 0, left_out: 0 }
                });
            let may = current.lines < LINES;
            *second = Some(Second {
                lines: current.lines + u32::from(may),
                left_out: current.left_out.saturating_add(u32::from(!may)),
                ..current
            });
            may
        };
        if left_out > 0 {
            warn!(target: TARGET, left_out, "more calls failed or were slow than are logged");
        }
        may
    }
}

impl Ended<'_> {
    fn log(&self, severity: Severity, slow: bool) {
        let (transport, operation, status) = (self.transport.name(), self.operation.name(), self.status.name());
        let duration_ms = self.taken.as_micros() as f64 / 1_000.0;
        let reason = self.refusal.and_then(Refusal::reason);
        let trace_id = self.trace.as_ref().map(|ids| ids.trace.as_str());
        let span_id = self.trace.as_ref().and_then(|ids| ids.span.as_deref());
        // The level is fixed where a line is written.
        macro_rules! log {
            ($level:ident, $message:literal) => {
                $level!(target: TARGET, transport, operation, status, reason, duration_ms, trace_id, span_id, $message)
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

impl Refusal {
    /// The reason of an error, as answers spell it.
    fn reason(&self) -> Option<String> {
        match self {
            Self::Reason(reason) => Some((*reason).to_owned()),
            Self::Details(details) => {
                let mut headers = http::HeaderMap::new();
                headers.insert("grpc-status", http::HeaderValue::from_static("2"));
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
        let log = Log::default();
        let logged = (0..1_000).filter(|_| log.may_log()).count();
        assert_eq!(logged, LINES as usize);
        let a_second_ago = Instant::now().checked_sub(Duration::from_secs(1)).expect("the clock runs");
        log.second.lock().expect("sound").as_mut().expect("logged").begun = a_second_ago;
        assert!(log.may_log());
        assert_eq!(log.second.lock().expect("sound").expect("logged").left_out, 0);
    }

    #[test]
    fn the_reason_of_a_grpc_error_is_found_in_its_details() {
        let error = crate::service::error::Error::queue_full();
        let headers = tonic::Status::from(error).into_http::<()>().headers().clone();
        let details = headers["grpc-status-details-bin"].clone();
        assert_eq!(Refusal::Details(details).reason().as_deref(), Some("SEARCH_QUEUE_FULL"));
    }
}
