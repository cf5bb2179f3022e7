//! Calls, from the arrival of the head to the end of the answer: admitted, counted, traced and logged.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use http::{HeaderMap, HeaderValue};
use tonic::Code;
use tracing::Span;

use crate::grpc::Outcome;
use crate::http::Ending;
use crate::service::Searched;

use super::log::{EndedCall, ErrorReason, Log};
use super::metrics::CallMetrics;
use super::status::Status;
use super::trace;
use super::transport::Transport;
use crate::service::operation::Operation;

/// The share of calls in flight that may be for the documentation: a quarter. It needs no API key, and clients without one
/// must not use up the calls of those that have one.
const DOCUMENTATION_SHARE: usize = 4;

/// The calls in flight, with their limits, metrics and log.
#[derive(Debug)]
pub(super) struct Calls {
    running: AtomicUsize,
    /// The calls in flight for the documentation.
    documentation: AtomicUsize,
    max: usize,
    slow: Duration,
    stream_time: Duration,
    metrics: CallMetrics,
    log: Log,
}

impl Calls {
    /// Allows `max` calls in flight. Calls that take longer than `slow` are logged, and the stream of a search may take
    /// `stream_time`.
    pub(super) fn new(max: usize, slow: Duration, stream_time: Duration) -> Self {
        let (metrics, log) = (CallMetrics::new(), Log::default());
        Self { running: AtomicUsize::new(0), documentation: AtomicUsize::new(0), max, slow, stream_time, metrics, log }
    }

    /// The number of calls in flight.
    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Renews the budget of the log. To be called every second.
    pub(super) fn renew_log(&self) {
        self.log.renew();
    }

    /// Begins a call.
    pub(super) fn begin(self: &Arc<Self>, transport: Transport, operation: Operation, head: &trace::Head<'_>) -> Call {
        Call {
            calls: Arc::clone(self),
            transport,
            operation,
            begun: Instant::now(),
            admission: self.admit(operation),
            status: None,
            outcome: None,
            ending: None,
            searched: None,
            error: None,
            caller: None,
            traceparent: head.traceparent().cloned(),
            span: trace::span(transport, operation, head),
        }
    }

    fn admit(self: &Arc<Self>, operation: Operation) -> Admission {
        if operation.is_unbounded() {
            return Admission::Uncounted;
        }
        let documentation = operation == Operation::Documentation;
        // It is subtracted when the guard is dropped, also if it was one too many.
        let running = Running { documentation, calls: Arc::clone(self) };
        let before = self.running.fetch_add(1, Ordering::Relaxed);
        let documentation_before = if documentation { self.documentation.fetch_add(1, Ordering::Relaxed) } else { 0 };
        if before < self.max && documentation_before < self.max.div_ceil(DOCUMENTATION_SHARE) {
            return Admission::Counted(running);
        }
        self.metrics.shed();
        Admission::Overloaded
    }
}

/// The admission of a call.
#[derive(Debug)]
enum Admission {
    /// The call is counted among those in flight.
    Counted(Running),
    /// The call is admitted without being counted.
    Uncounted,
    /// Too many calls are in flight.
    Overloaded,
}

/// A guard that counts a call in flight until it is dropped.
#[derive(Debug)]
pub(super) struct Running {
    documentation: bool,
    calls: Arc<Calls>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.calls.running.fetch_sub(1, Ordering::Relaxed);
        if self.documentation {
            self.calls.documentation.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A call. It ends when it is dropped.
#[derive(Debug)]
pub(super) struct Call {
    calls: Arc<Calls>,
    transport: Transport,
    operation: Operation,
    begun: Instant,
    admission: Admission,
    status: Option<Status>,
    /// The code of a gRPC-web call, whose trailers are part of the body.
    outcome: Option<Outcome>,
    /// The end of a stream whose HTTP status was sent before.
    ending: Option<Ending>,
    searched: Option<Searched>,
    error: Option<ErrorReason>,
    caller: Option<Arc<str>>,
    traceparent: Option<HeaderValue>,
    span: Span,
}

impl Call {
    /// Whether the call may run, rather than be refused as `OVERLOADED`.
    pub(super) fn is_admitted(&self) -> bool {
        !matches!(self.admission, Admission::Overloaded)
    }

    /// Stops counting the call, which is refused: its answer is small, and its client may have no key.
    pub(super) fn release(&mut self) {
        self.admission = Admission::Uncounted;
    }

    /// Records the name of the caller's API key.
    pub(super) fn set_caller(&mut self, caller: Option<Arc<str>>) {
        self.caller = caller;
        trace::record_caller(&self.span, self.caller.as_deref());
    }

    /// The guard of the call, for an answer whose memory outlives it; none if the call is not counted, or no longer.
    pub(super) fn take_guard(&mut self) -> Option<Running> {
        if self.is_streaming() {
            return None;
        }
        match std::mem::replace(&mut self.admission, Admission::Uncounted) {
            Admission::Counted(running) => Some(running),
            Admission::Uncounted | Admission::Overloaded => None,
        }
    }

    /// The span of the call.
    pub(super) const fn span(&self) -> &Span {
        &self.span
    }

    /// Whether the call may last as long as its client likes.
    pub(super) const fn is_long_lived(&self) -> bool {
        self.operation.is_unbounded()
    }

    /// Whether the answer is a stream of messages. An error instead of the stream is not.
    pub(super) const fn is_streaming(&self) -> bool {
        self.operation.is_streamed() && self.status.is_none()
    }

    /// The most time for the stream of a search; none for other answers.
    pub(super) fn stream_time(&self) -> Option<Duration> {
        (self.is_streaming() && self.operation.streams_search()).then_some(self.calls.stream_time)
    }

    /// Takes the code at the end of the call from here.
    pub(super) fn set_outcome(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// Records the head of the answer.
    pub(super) fn record_head(&mut self, head: &http::response::Parts) {
        self.ending = head.extensions.get().cloned();
        match self.transport {
            Transport::Http if self.ending.is_some() => {}
            Transport::Http => self.status = Some(Status::Http(head.status)),
            Transport::Grpc | Transport::GrpcWeb => self.record_grpc_status(&head.headers),
        }
        self.searched = head.extensions.get().cloned();
        if let Some(&crate::http::problem::RefusedFor(reason)) = head.extensions.get() {
            self.error = Some(ErrorReason::Name(reason));
        }
    }

    /// Records the status in headers or trailers of gRPC, if they have it.
    pub(super) fn record_grpc_status(&mut self, headers: &HeaderMap) {
        let Some(code) = crate::grpc::code(headers) else { return };
        self.status = Some(Status::Grpc(code));
        if code != Code::Ok {
            self.error = headers.get("grpc-status-details-bin").cloned().map(ErrorReason::GrpcDetails);
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if let Some((status, reason)) = self.ending.as_ref().and_then(Ending::status) {
            self.status = Some(Status::Http(status));
            self.error = reason.map(ErrorReason::Name);
        }
        let in_body = self.outcome.as_ref().and_then(Outcome::code).map(Status::Grpc);
        let status = in_body.or(self.status).unwrap_or_else(|| Status::disconnected(self.transport));
        let duration = self.begun.elapsed();
        self.calls.metrics.ended(self.transport, self.operation, status, duration);
        trace::end(&self.span, status);

        let severity = status.severity();
        let searched = self.searched.as_ref().map_or(Duration::ZERO, Searched::time);
        let slow = duration.saturating_sub(searched) >= self.calls.slow && !self.operation.is_unbounded();
        self.calls.log.ended(severity, slow, || EndedCall {
            transport: self.transport,
            operation: self.operation,
            status,
            duration,
            error: self.error.as_ref(),
            caller: self.caller.as_deref(),
            trace: trace::TraceIds::of(&self.span, self.traceparent.as_ref()),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_flight_are_limited_and_a_watch_does_not_count() {
        let calls = Arc::new(Calls::new(1, Duration::MAX, Duration::MAX));
        let head = trace::Head::default();
        let begin = |operation| calls.begin(Transport::Grpc, operation, &head);
        let first = begin(Operation::ApplyMove);
        assert!(first.is_admitted() && begin(Operation::HealthWatch).is_admitted());
        assert!(!begin(Operation::ApplyMove).is_admitted());
        drop(first);
        assert_eq!(calls.running(), 0);
        assert!(begin(Operation::ApplyMove).is_admitted());
    }
}
