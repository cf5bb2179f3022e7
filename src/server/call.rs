//! Calls, from the arrival of the head until the client has taken the answer: counted, traced and logged.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderValue, Method, Request, Response};
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tonic::Code;
use tower::Service;
use tower_http::body::UnsyncBoxBody;
use tracing::{Instrument, Span};

use crate::grpc::Outcome;
use crate::http::Ending;
use crate::http::problem::RefusedFor;
use crate::net::{InFlight, RequestBody, Table};
use crate::service::Searched;
use crate::service::operation::Operation;
use crate::telemetry::trace_context::{TRACEPARENT, TraceIds};

use super::log::{EndedCall, ErrorReason, Log};
use super::metrics::CallMetrics;
use super::status::Status;
use super::trace;
use super::transport::{Route, Transport};

/// The share of calls in flight that may be for the documentation: a quarter. It needs no API key, and clients without one
/// must not use up the places of those that have one.
const DOCUMENTATION_SHARE: usize = 4;

/// What holds for all calls: their times, metrics and log.
pub(super) struct Calls {
    times: CallTimes,
    /// The limits of calls.
    table: Arc<Table>,
    /// The places that calls for the documentation may have.
    documentation: Arc<Semaphore>,
    /// Whether the log names the addresses of clients.
    names_clients: bool,
    metrics: CallMetrics,
    log: Log,
}

/// The times of calls.
#[derive(Copy, Clone, Debug)]
pub(super) struct CallTimes {
    /// For a stream, from its first message until it is taken.
    pub(super) stream: Duration,
    /// From which a call is logged as slow; the time of its search does not count.
    pub(super) slow: Duration,
}

impl Calls {
    /// Creates the state of a server whose calls have their places in this table, a share of them for the documentation.
    pub(super) fn new(times: CallTimes, table: Arc<Table>, names_clients: bool) -> Self {
        let documentation = table.most_calls().div_ceil(DOCUMENTATION_SHARE).min(Semaphore::MAX_PERMITS);
        let (metrics, log) = (CallMetrics::new(), Log::default());
        Self { times, table, documentation: Arc::new(Semaphore::new(documentation)), names_clients, metrics, log }
    }

    /// Renews the budget of the log. To be called every second.
    pub(super) fn renew_log(&self) {
        self.log.renew();
    }

    /// The address of the client, for a limit of its own; none for a proxy that names no client, and has no such limit.
    pub(super) fn limited_client(&self, request: &Request<RequestBody>) -> Option<IpAddr> {
        let peer = request.body().call().connection().peer().ip();
        Some(self.table.client(peer, request.headers())).filter(|&client| !self.table.is_trusted(client))
    }

    /// Begins a call.
    fn begin(self: &Arc<Self>, request: &mut Request<RequestBody>) -> Call {
        let route = Route::of(request);
        let in_flight = Arc::clone(request.body().call());
        let connection = in_flight.connection();
        let client = self.table.client(connection.peer().ip(), request.headers());
        let operation = route.operation;
        let document = (operation == Operation::Documentation).then(|| self.documentation.clone().try_acquire_owned());
        let refused = matches!(document, Some(Err(_)));
        if !operation.is_unbounded() && (refused || !self.table.admit(&in_flight)) {
            self.metrics.shed();
        }
        if operation.suggests() {
            in_flight.end_with_stream();
        }
        Call {
            span: trace::span(route, request, client, connection.is_secure()),
            calls: Arc::clone(self),
            route,
            _document: document.and_then(Result::ok),
            in_flight,
            status: None,
            outcome: None,
            ending: None,
            searched: None,
            error: None,
            caller: None,
            client,
            traceparent: request.headers().get(TRACEPARENT).cloned(),
        }
    }
}

/// The body of an answer before it is counted.
pub(super) type Content = UnsyncBoxBody<Bytes, axum::BoxError>;

/// The name of the caller's API key, in the extensions of an answer.
#[derive(Clone)]
pub(super) struct Caller(pub(super) Arc<str>);

/// The layer that begins a call for each request, and ends it with its answer.
#[derive(Clone)]
pub(super) struct Counted<S> {
    inner: S,
    calls: Arc<Calls>,
}

impl<S> Counted<S> {
    pub(super) const fn new(inner: S, calls: Arc<Calls>) -> Self {
        Self { inner, calls }
    }
}

impl<S> Service<Request<RequestBody>> for Counted<S>
where
    S: Service<Request<RequestBody>, Response = Response<Content>, Error = Infallible, Future: Send + 'static>,
{
    type Response = Response<Answer>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<RequestBody>) -> Self::Future {
        let mut call = self.calls.begin(&mut request);
        let is_head = request.method() == Method::HEAD;
        let span = call.span.clone();
        let answer = span.in_scope(|| self.inner.call(request)).instrument(span);
        Box::pin(async move {
            let (head, content) = answer.await?.into_parts();
            call.record_head(&head);
            let content = if is_head { Content::default() } else { content };
            Ok(Response::from_parts(head, call.answer(content)))
        })
    }
}

/// A call. It ends when it is dropped.
struct Call {
    calls: Arc<Calls>,
    in_flight: Arc<InFlight>,
    route: Route,
    /// The place among the calls for the documentation.
    _document: Option<OwnedSemaphorePermit>,
    status: Option<Status>,
    /// The code of a gRPC-web call, whose trailers are part of the body.
    outcome: Option<Outcome>,
    /// The end of a stream whose HTTP status was sent before.
    ending: Option<Ending>,
    searched: Option<Searched>,
    error: Option<ErrorReason>,
    caller: Option<Arc<str>>,
    client: IpAddr,
    traceparent: Option<HeaderValue>,
    span: Span,
}

impl Call {
    /// Records the head of the answer.
    fn record_head(&mut self, head: &http::response::Parts) {
        let extensions = &head.extensions;
        self.caller = extensions.get().map(|Caller(name)| Arc::clone(name));
        trace::record_caller(&self.span, self.caller.as_deref());
        self.outcome = extensions.get().cloned();
        self.ending = extensions.get().cloned();
        self.searched = extensions.get().cloned();
        self.error = extensions.get().map(|&RefusedFor(reason)| ErrorReason::Name(reason));
        match self.route.transport {
            Transport::Http if self.ending.is_some() => {}
            Transport::Http => self.status = Some(Status::Http(head.status)),
            Transport::Grpc | Transport::GrpcWeb => self.record_grpc_status(&head.headers),
        }
    }

    /// Records the status in headers or trailers of gRPC, if they have it.
    fn record_grpc_status(&mut self, headers: &HeaderMap) {
        let Some(code) = crate::grpc::code(headers) else { return };
        self.status = Some(Status::Grpc(code));
        if code != Code::Ok {
            self.error = headers.get("grpc-status-details-bin").cloned().map(ErrorReason::GrpcDetails);
        }
    }

    /// The answer, with its time to be taken where that is not the time of every answer.
    fn answer(self, content: Content) -> Answer {
        if self.route.operation.is_unbounded() {
            self.in_flight.lasts();
        } else if self.route.operation.is_streamed() && self.status.is_none() {
            // An error instead of a stream is a whole answer.
            self.in_flight.streams(self.calls.times.stream);
        }
        Answer { content, call: self }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if let Some((status, reason)) = self.ending.as_ref().and_then(Ending::status) {
            self.status = Some(Status::Http(status));
            self.error = reason.map(ErrorReason::Name);
        }
        let route = self.route;
        let in_body = self.outcome.as_ref().and_then(Outcome::code).map(Status::Grpc);
        let status = in_body.or(self.status).unwrap_or_else(|| Status::disconnected(route.transport));
        let (begun, received) = self.in_flight.arrival();
        let since = received.unwrap_or(begun);
        let (duration, slow) = (since.elapsed(), self.calls.times.slow);
        self.calls.metrics.ended(route, status, received.map(|_| duration));
        if received.map_or(duration, |received| received - begun) >= slow {
            self.calls.metrics.arrived_slowly();
        }
        trace::end(&self.span, status);

        let searched = self.searched.as_ref().map_or(Duration::ZERO, Searched::time);
        let slow = received.is_some() && !route.operation.is_unbounded() && duration.saturating_sub(searched) >= slow;
        self.calls.log.ended(status.severity(), slow, || EndedCall {
            route,
            status,
            duration,
            error: self.error.as_ref(),
            caller: self.caller.as_deref(),
            client: self.calls.names_clients.then_some(self.client),
            trace: TraceIds::of(&self.span, self.traceparent.as_ref()),
        });
    }
}

/// The body of an answer. The call ends when it is dropped.
pub(super) struct Answer {
    content: Content,
    call: Call,
}

impl Body for Answer {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let frame = ready!(Pin::new(&mut self.content).poll_frame(context));
        if let Some(Ok(frame)) = &frame
            && let Some(trailers) = frame.trailers_ref()
        {
            self.call.record_grpc_status(trailers);
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
