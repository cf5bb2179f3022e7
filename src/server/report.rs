//! What is reported of a call: its span, its metrics, and its line in the log. A call ends when the last part of its
//! answer was taken, or its client has left.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use ayla_api::error::Reason;
use ayla_net::{BoxError, Content, InFlight, RequestBody};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use hyper::body::{Body, Frame, SizeHint};
use tracing::Span;

use super::log::Log;
use super::metrics::CallMetrics;
use super::trace;
use crate::call::{Arrived, End, Ended, Status, Transport};
use crate::headers::{REQUEST_ID, may_be_shared};
use crate::telemetry::trace_context::{self, TRACEPARENT, TRACERESPONSE, TraceIds};

/// Where calls are reported.
pub(super) struct Reports {
    times: CallTimes,
    /// Whether the log names the addresses of clients.
    pub(super) names_clients: bool,
    metrics: CallMetrics,
    /// Its budget is to be renewed every second.
    pub(super) log: Log,
}

/// The times of calls.
#[derive(Copy, Clone, Debug)]
pub(super) struct CallTimes {
    /// For a stream, from its first message until it is taken.
    pub(super) stream: Duration,
    /// From which a call is logged as slow; the time of its search does not count.
    pub(super) slow: Duration,
}

impl Reports {
    pub(super) fn new(times: CallTimes, names_clients: bool) -> Self {
        Self { times, names_clients, metrics: CallMetrics::new(), log: Log::default() }
    }
}

/// The report of a call. It is made when this is dropped.
pub(super) struct Report {
    reports: Arc<Reports>,
    call: Arrived,
    in_flight: Arc<InFlight>,
    /// The span of the call.
    pub(super) span: Span,
    traceparent: Option<HeaderValue>,
    /// What the answer says of the span; none unless it is exported.
    traceresponse: Option<HeaderValue>,
    /// Whether the answer is to a question that caches answer too.
    is_get: bool,
    is_head: bool,
    /// The status in the head of an answer over HTTP, which is that of the call unless another end is noted.
    status: Option<StatusCode>,
    /// The bytes of the body that were handed to the connection.
    bytes: u64,
}

impl Report {
    /// Begins the report of a call with this head.
    pub(super) fn begin(reports: &Arc<Reports>, call: &Arrived, request: &Request<RequestBody>) -> Self {
        let in_flight = Arc::clone(request.body().call());
        let span = trace::span(call, request, in_flight.connection.secure);
        span.record("ayla.caller", call.caller().name());
        let traceresponse = trace_context::traceresponse(&span);
        if traceresponse.is_some() {
            call.follow(&span);
        }
        Self {
            reports: Arc::clone(reports),
            call: call.clone(),
            in_flight,
            span,
            traceparent: request.headers().get(TRACEPARENT).cloned(),
            traceresponse,
            is_get: matches!(*request.method(), Method::GET | Method::HEAD),
            is_head: request.method() == Method::HEAD,
            status: None,
            bytes: 0,
        }
    }

    /// The response with the report attached, which is made when the body is dropped. Streams have their own time to be
    /// taken.
    pub(super) fn attach(mut self, response: Response<Content>) -> Response<Content> {
        let (mut head, content) = response.into_parts();
        let operation = self.call.operation;
        let is_http = self.call.transport == Transport::Http;
        // The end of a stream is yet to come, and says how the call ended. An error instead of a stream is a whole
        // answer.
        let is_stream = operation.is_streamed() && head.status == StatusCode::OK && !self.is_head;
        self.status = (is_http && !is_stream).then_some(head.status);
        if let Some(known) = self.call.known().filter(|_| is_http) {
            known.show_rates(&mut head.headers);
        }
        if self.is_get && may_be_shared(&head.headers) {
            // Whoever gets it from a cache has not made this call.
            head.headers.remove("trailer-x-request-id");
        } else {
            // The one answer of a call over gRPC has the id in its trailers, and to send it twice takes long.
            if self.call.transport != Transport::Grpc || operation.may_stream() || operation.is_unbounded() {
                head.headers.insert(REQUEST_ID, self.call.request_id.clone());
            }
            head.headers.extend(self.traceresponse.take().map(|said| (TRACERESPONSE, said)));
        }
        if operation.is_unbounded() {
            self.in_flight.let_last();
        } else if operation.is_streamed() && self.status.is_none() && self.call.end().is_none()
            || operation.may_stream() && is_event_stream(&head.headers)
        {
            self.in_flight.streams(self.reports.times.stream);
        }
        let content = if self.is_head { Content::default() } else { content };
        Response::from_parts(head, Content::new(Reported { content, report: self }))
    }
}

/// Whether the head of an answer announces server-sent events.
fn is_event_stream(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"))
}

impl Drop for Report {
    fn drop(&mut self) {
        let Self { reports, call, in_flight, span, traceparent, bytes, .. } = self;
        let Reports { times, names_clients, metrics, log } = &**reports;
        if let Some(status) = self.status {
            call.record_end(End::of(Status::Http(status)));
        }
        let (begun, received) = in_flight.arrival();
        let time = received.unwrap_or(begun).elapsed();
        let ended = Ended::new(call, time, received.map(|received| received - begun), *bytes);
        metrics.ended(&ended, ended.arrived_slowly(times.slow));
        call.end_parts();
        trace::end(span, &ended);
        log.ended(&ended, ended.is_slow(times.slow), *names_clients, || TraceIds::of(span, traceparent.as_ref()));
    }
}

/// The body of an answer, with the report of its call.
struct Reported {
    content: Content,
    report: Report,
}

/// A part of an answer.
type Polled = Result<Frame<Bytes>, BoxError>;

/// Polls the next part of an answer. Returns none if that panics: only this call fails, and not the others on its
/// connection.
fn poll_unless_panicking(content: &mut Content, context: &mut Context<'_>) -> Option<Poll<Option<Polled>>> {
    let polled = catch_unwind(AssertUnwindSafe(|| Pin::new(&mut *content).poll_frame(context)));
    polled.inspect_err(|_| *content = Content::default()).ok()
}

impl Body for Reported {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let frame = match poll_unless_panicking(&mut self.content, context) {
            Some(frame) => ready!(frame),
            None => {
                let status = Status::failed(self.report.call.transport);
                self.report.call.record_end(End::refused(status, Reason::Internal));
                Some(Err("the answer failed".into()))
            }
        };
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            self.report.bytes += data.len() as u64;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;
    use http_body_util::StreamBody;
    use std::task::Waker;

    #[test]
    fn a_panic_while_an_answer_is_sent_ends_it() {
        let parts = [false, true].into_iter().map(|panics| {
            assert!(!panics, "on purpose");
            Ok::<_, BoxError>(Frame::data(Bytes::from_static(b"{")))
        });
        let mut content = Content::new(StreamBody::new(stream::iter(parts)));
        let mut context = Context::from_waker(Waker::noop());
        let first = poll_unless_panicking(&mut content, &mut context).expect("no panic");
        assert!(matches!(first, Poll::Ready(Some(Ok(_)))));
        assert!(poll_unless_panicking(&mut content, &mut context).is_none());
        let rest = poll_unless_panicking(&mut content, &mut context).expect("no panic");
        assert!(matches!(rest, Poll::Ready(None)));
    }
}
