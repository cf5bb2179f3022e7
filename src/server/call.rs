//! A call, from the arrival of its head to the end of its answer: admitted or refused, counted, traced, logged.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use http::{HeaderMap, HeaderValue};
use tonic::Code;
use tracing::Span;

use crate::grpc::Outcome;
use crate::http::Ending;
use crate::service::Searched;

use super::log::{Log, Refusal};
use super::metrics::CallMetrics;
use super::status::Status;
use super::trace;
use super::transport::Transport;
use crate::service::operation::Operation;

/// Which part of the calls at once may be for pages, a quarter: they are for strangers too, who leave them untaken if they
/// mean harm, and must not keep callers out that have a key.
const PAGES_SHARE: usize = 4;

/// The calls that run, and what is told of them.
#[derive(Debug)]
pub(super) struct Calls {
    running: AtomicUsize,
    /// Of these, those for the contract and the pages to try it.
    pages: AtomicUsize,
    most: usize,
    slow: Duration,
    stream_time: Duration,
    metrics: CallMetrics,
    log: Log,
}

impl Calls {
    /// None yet, and `most` at once; those that take longer than `slow` are logged, and an answer that is streamed as it is
    /// found may take `stream_time`.
    pub(super) fn new(most: usize, slow: Duration, stream_time: Duration) -> Self {
        let (metrics, log) = (CallMetrics::new(), Log::default());
        Self { running: AtomicUsize::new(0), pages: AtomicUsize::new(0), most, slow, stream_time, metrics, log }
    }

    /// How many run.
    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// A second has passed.
    pub(super) fn pass(&self) {
        self.log.pass();
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
            refusal: None,
            caller: None,
            traceparent: head.traceparent().cloned(),
            span: trace::span(transport, operation, head),
        }
    }

    fn admit(self: &Arc<Self>, operation: Operation) -> Admission {
        if operation.is_unbounded() {
            return Admission::Uncounted;
        }
        let pages = operation == Operation::Documentation;
        // The place is given back when it is dropped, also where it was one too many.
        let running = Running { pages, calls: Arc::clone(self) };
        let before = self.running.fetch_add(1, Ordering::Relaxed);
        let pages_before = if pages { self.pages.fetch_add(1, Ordering::Relaxed) } else { 0 };
        if before < self.most && pages_before < self.most.div_ceil(PAGES_SHARE) {
            return Admission::Counted(running);
        }
        self.metrics.shed();
        Admission::Refused
    }
}

/// Whether a call may run.
#[derive(Debug)]
enum Admission {
    /// It is one of those that may run at once.
    Counted(Running),
    /// It may, and takes nothing.
    Uncounted,
    /// As many run already as may.
    Refused,
}

/// The place of a call among those that may run at once, until it is dropped.
#[derive(Debug)]
pub(super) struct Running {
    pages: bool,
    calls: Arc<Calls>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.calls.running.fetch_sub(1, Ordering::Relaxed);
        if self.pages {
            self.calls.pages.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A call. It has ended when it is dropped.
#[derive(Debug)]
pub(super) struct Call {
    calls: Arc<Calls>,
    transport: Transport,
    operation: Operation,
    begun: Instant,
    admission: Admission,
    status: Option<Status>,
    /// Where the code is left when it is hidden in the body.
    outcome: Option<Outcome>,
    /// Where the end of a stream is told whose status was sent before.
    ending: Option<Ending>,
    searched: Option<Searched>,
    refusal: Option<Refusal>,
    caller: Option<Arc<str>>,
    traceparent: Option<HeaderValue>,
    span: Span,
}

impl Call {
    /// Whether it may run; otherwise it is answered that the service is overloaded.
    pub(super) fn is_admitted(&self) -> bool {
        !matches!(self.admission, Admission::Refused)
    }

    /// It is refused: it gives its place back at once. Its answer is small, and who leaves it untaken has no key.
    pub(super) fn is_refused(&mut self) {
        self.admission = Admission::Uncounted;
    }

    /// The caller is known by this name.
    pub(super) fn is_from(&mut self, caller: Option<Arc<str>>) {
        self.caller = caller;
        trace::name_caller(&self.span, self.caller.as_deref());
    }

    /// Its place, for an answer that takes memory longer than the call lasts; none where it has none, or not any more.
    pub(super) fn leave(&mut self) -> Option<Running> {
        if self.streams() {
            return None;
        }
        match std::mem::replace(&mut self.admission, Admission::Uncounted) {
            Admission::Counted(running) => Some(running),
            Admission::Uncounted | Admission::Refused => None,
        }
    }

    /// The span of the call.
    pub(super) const fn span(&self) -> &Span {
        &self.span
    }

    /// Whether it may last as long as its caller likes.
    pub(super) const fn may_last(&self) -> bool {
        self.operation.is_unbounded()
    }

    /// Whether its answers come one by one. An error that comes instead is an answer like any other.
    pub(super) const fn streams(&self) -> bool {
        self.operation.is_streamed() && self.status.is_none()
    }

    /// How long its answer may take where it is streamed as it is found.
    pub(super) fn stream_time(&self) -> Option<Duration> {
        (self.streams() && self.operation.streams_search()).then_some(self.calls.stream_time)
    }

    /// The code that the call ends with will be left here.
    pub(super) fn expect(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// The head of the answer is known.
    pub(super) fn answered(&mut self, head: &http::response::Parts) {
        self.ending = head.extensions.get().cloned();
        match self.transport {
            Transport::Http if self.ending.is_some() => {}
            Transport::Http => self.status = Some(Status::Http(head.status)),
            Transport::Grpc | Transport::GrpcWeb => self.told(&head.headers),
        }
        self.searched = head.extensions.get().cloned();
        if let Some(&crate::http::problem::RefusedFor(reason)) = head.extensions.get() {
            self.refusal = Some(Refusal::Reason(reason));
        }
    }

    /// Headers or trailers of gRPC are known.
    pub(super) fn told(&mut self, headers: &HeaderMap) {
        let Some(code) = crate::grpc::code(headers) else { return };
        self.status = Some(Status::Grpc(code));
        if code != Code::Ok {
            self.refusal = headers.get("grpc-status-details-bin").cloned().map(Refusal::Details);
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if let Some((status, reason)) = self.ending.as_ref().and_then(Ending::status) {
            self.status = Some(Status::Http(status));
            self.refusal = reason.map(Refusal::Reason);
        }
        let hidden = self.outcome.as_ref().and_then(Outcome::code).map(Status::Grpc);
        let status = hidden.or(self.status).unwrap_or_else(|| Status::gone(self.transport));
        let taken = self.begun.elapsed();
        self.calls.metrics.ended(self.transport, self.operation, status, taken);
        trace::end(&self.span, status);

        let severity = status.severity();
        let searched = self.searched.as_ref().map_or(Duration::ZERO, Searched::time);
        let slow = taken.saturating_sub(searched) >= self.calls.slow && !self.operation.is_unbounded();
        self.calls.log.ended(severity, slow, || super::log::Ended {
            transport: self.transport,
            operation: self.operation,
            status,
            taken,
            refusal: self.refusal.as_ref(),
            caller: self.caller.as_deref(),
            trace: trace::Ids::of(&self.span, self.traceparent.as_ref()),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_calls_run_at_once_and_a_watch_is_none() {
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
