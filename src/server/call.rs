//! Calls, from the arrival of the head until the client has taken the answer: counted, traced and logged.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use ayla_api::error::Error;
use ayla_fair::client::{Caller, Group};
use ayla_fair::shares::{Place, Revocation, Shares};
use ayla_fair::usage::Usage;
use ayla_net::{BoxError, Content, InFlight, RequestBody, Table};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use hyper::body::{Body, Frame, SizeHint};
use tonic::Code;
use tower::Service;
use tracing::{Instrument, Span};

use super::log::{EndedCall, ErrorReason, Log};
use super::metrics::CallMetrics;
use super::status::Status;
use super::trace;
use super::transport::transport;
use crate::access::Access;
use crate::access::keys::{Keys, KnownCaller};
use crate::access::pictures::PictureRates;
use crate::http::problem;
use crate::service::call::{CallContext, End, Terms, Transport, Work};
use crate::service::metrics::WorkMetrics;
use crate::service::operation::Operation;
use crate::telemetry::trace_context::{TRACEPARENT, TraceIds};

/// The share of calls in flight that may be for the documentation: a quarter. It needs no API key, and clients without one
/// must not use up the places of those that have one.
const DOCUMENTATION_SHARE: usize = 4;
/// How long a client may keep what is revoked before its connection is closed.
const REVOKED: Duration = Duration::from_secs(1);
/// How many callers are logged as those that use most processor time.
const GREEDIEST: usize = 5;

/// What holds for all calls: their times, places, metrics and log.
pub(super) struct Calls {
    times: CallTimes,
    /// The connections, and the proxies in front of them.
    table: Arc<Table>,
    /// The callers admitted; none to admit everyone.
    keys: Option<Arc<Keys>>,
    /// The rates at which addresses may ask for pictures, where those need no key.
    pictures: Option<PictureRates>,
    /// The processor time of callers without a key, and who has used most.
    unnamed: WorkMetrics,
    usage: Usage,
    /// The places of calls in flight.
    places: Arc<Shares>,
    /// The part of these places that calls for the documentation may take.
    documentation: Arc<Shares>,
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
    /// Creates the state of a server that has at most `calls` in flight, on the connections of this table.
    pub(super) fn new(times: CallTimes, table: Arc<Table>, calls: usize, access: &Access, names_clients: bool) -> Self {
        let (keys, pictures) = (access.keys.clone(), PictureRates::of(access.pictures));
        let (places, documentation) = (Shares::new(calls), Shares::new(calls.div_ceil(DOCUMENTATION_SHARE)));
        let (metrics, log) = (CallMetrics::new(), Log::default());
        let (unnamed, usage) = (WorkMetrics::new(""), Usage::default());
        Self { times, table, keys, pictures, unnamed, usage, places, documentation, names_clients, metrics, log }
    }

    /// The number of calls in flight that have a place.
    pub(super) fn in_flight(&self) -> usize {
        self.places.taken()
    }

    /// Logs who has used most processor time since the last time. To be called every minute.
    pub(super) fn log_greediest(&self) {
        let greediest = self.usage.take_greediest(GREEDIEST);
        if greediest.is_empty() {
            return;
        }
        let names = |group: &Group| match group {
            Group::Network(..) if !self.names_clients => "a network".to_owned(),
            group => group.to_string(),
        };
        let list: Vec<_> =
            greediest.iter().map(|(group, time)| format!("{} {} ms", names(group), time.as_millis())).collect();
        tracing::info!(callers = list.join(", "), "most processor time in the last minute");
    }

    /// Renews the budget of the log. To be called every second.
    pub(super) fn renew_log(&self) {
        self.log.renew();
    }

    /// Begins a call.
    fn begin(self: &Arc<Self>, request: &mut Request<RequestBody>) -> Call {
        let transport = transport(request.headers());
        let operation = match transport {
            Transport::Grpc | Transport::GrpcWeb => Operation::of_grpc(request.uri().path()),
            Transport::Http => Operation::of_http(request.uri().path()),
        };
        let in_flight = Arc::clone(request.body().call());
        let connection = in_flight.connection();
        let client = self.table.client(connection.peer().ip(), request.headers());
        // Pictures that anyone may ask for have a rate of their own.
        let rates = self.pictures.as_ref().filter(|_| operation == Operation::RenderBoard);
        let keys = self.keys.as_ref().filter(|_| !operation.is_public() && rates.is_none());
        let (known, error) = match keys.map(|keys| keys.find(request.headers())) {
            Some(Ok(known)) => (Some(known), None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
        let owner = match &known {
            Some(known) => known.caller(),
            // A trusted proxy has no share of its own: its calls are for others.
            None => connection.share().cloned().unwrap_or_else(|| Caller::of_address(client)),
        };
        let place = if operation.is_unbounded() { None } else { self.place(operation, &owner) };
        let is_shed = place.is_none() && !operation.is_unbounded();
        if is_shed {
            self.metrics.shed();
            // Of the client's network, unless all places are taken.
            let is_full = self.places.taken() >= self.places.capacity();
            let own = Caller::of_address(client);
            self.table.end_slowest((!is_full).then(|| own.widest()));
        }
        let mut context = CallContext::new(transport, operation, owner);
        context.set_limits(known.as_ref().map(KnownCaller::limits));
        context.set_terms(Arc::new(CallTerms {
            calls: Arc::clone(self),
            is_shed,
            error,
            known: known.clone(),
            caller: context.caller().clone(),
            client,
            in_flight: Arc::downgrade(&in_flight),
        }));
        let context = Arc::new(context);
        if let Some(place) = place {
            // With all that the context holds.
            in_flight.keep((place, Arc::clone(&context)));
        }
        let span = trace::span(&context, request, client, connection.is_secure());
        request.extensions_mut().insert(Arc::clone(&context));
        Call {
            span,
            calls: Arc::clone(self),
            context,
            known,
            in_flight,
            status: None,
            error: None,
            client,
            traceparent: request.headers().get(TRACEPARENT).cloned(),
        }
    }

    /// A place for a call: for one of the documentation, two.
    fn place(&self, operation: Operation, caller: &Caller) -> Option<Places> {
        let document = match operation {
            Operation::Documentation => Some(self.documentation.take(Some(caller.clone()))?),
            _ => None,
        };
        Some((self.places.take(Some(caller.clone()))?, document))
    }
}

/// The place of a call, and the one among those of the documentation.
type Places = (Place, Option<Place>);

/// The terms on which a call is answered: it needs a place, a key where the server requires one, and stays within the rates of
/// its caller.
struct CallTerms {
    calls: Arc<Calls>,
    is_shed: bool,
    /// Why its key is refused.
    error: Option<Box<Error>>,
    known: Option<KnownCaller>,
    caller: Caller,
    client: IpAddr,
    in_flight: Weak<InFlight>,
}

impl Terms for CallTerms {
    fn admit(&self, operation: Operation) -> Result<(), Box<Error>> {
        if self.is_shed {
            return Err(Error::overloaded());
        }
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let work = operation.always_does();
        work.map_or(Ok(()), |work| self.begin(work))?;
        self.known.as_ref().map_or(Ok(()), |known| known.admit(work))
    }

    fn before(&self, work: Work) -> Result<(), Box<Error>> {
        self.begin(work)?;
        self.known.as_ref().map_or(Ok(()), |known| known.before(work))
    }

    fn spent(&self, work: Work, time: Duration) {
        match &self.known {
            Some(known) => known.spent(work, time),
            None => self.calls.unnamed.spent(work, time),
        }
        self.calls.usage.add(&self.caller, time);
    }

    fn may_be_revoked(&self, revocation: Revocation) {
        let call = Weak::clone(&self.in_flight);
        tokio::spawn(async move {
            if revocation.revoked().await {
                // Whoever reads and writes has given it back by then.
                tokio::time::sleep(REVOKED).await;
                call.upgrade().iter().for_each(|call| call.connection().make_room());
            }
        });
    }
}

impl CallTerms {
    /// What holds for work whoever asks for it.
    fn begin(&self, work: Work) -> Result<(), Box<Error>> {
        match work {
            Work::Rules => {}
            // From now on the call ends when the caller leaves.
            Work::Search => self.in_flight.upgrade().iter().for_each(|call| call.end_with_stream()),
            Work::Picture => self.calls.pictures.as_ref().map_or(Ok(()), |rates| rates.check(self.client))?,
        }
        Ok(())
    }
}

/// Whether the head of an answer announces server-sent events.
fn is_event_stream(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"))
}

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
    type Response = Response<Content>;
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
            let (mut head, content) = answer.await?.into_parts();
            call.record_head(&head, is_head);
            if let Some(known) = call.known.as_ref().filter(|_| call.context.transport() == Transport::Http) {
                known.show_rates(&mut head.headers);
            }
            let content = if is_head { Content::default() } else { content };
            let answer = call.answer(&head.headers, content);
            Ok(Response::from_parts(head, Content::new(answer)))
        })
    }
}

/// A call. It ends when it is dropped.
struct Call {
    calls: Arc<Calls>,
    in_flight: Arc<InFlight>,
    context: Arc<CallContext>,
    known: Option<KnownCaller>,
    status: Option<Status>,
    error: Option<ErrorReason>,
    client: IpAddr,
    traceparent: Option<HeaderValue>,
    span: Span,
}

impl Call {
    /// Records the head of the answer.
    fn record_head(&mut self, head: &http::response::Parts, is_head: bool) {
        trace::record_caller(&self.span, self.context.caller().name());
        match self.context.transport() {
            // Its end is yet to come, and says how the call ended.
            Transport::Http if self.context.operation().is_streamed() && head.status == StatusCode::OK && !is_head => {}
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
    fn answer(self, headers: &HeaderMap, content: Content) -> Answer {
        let operation = self.context.operation();
        // An error instead of a stream is a whole answer.
        let is_stream = if operation.is_streamed() { self.status.is_none() } else { is_event_stream(headers) };
        if operation.is_unbounded() {
            self.in_flight.lasts();
        } else if operation.may_stream() && is_stream {
            self.in_flight.streams(self.calls.times.stream);
        }
        Answer { content, call: self }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let Self { context, .. } = self;
        let mut error = context.refused();
        let status = match context.end() {
            // Of gRPC-web, whose trailers are part of the body.
            Some(End::Grpc(code)) => Some(Status::Grpc(Code::from_i32(code))),
            Some(End::Stream(reason)) => {
                error = error.or(reason);
                Some(Status::Http(reason.map_or(StatusCode::OK, problem::status)))
            }
            None => self.status,
        };
        let status = status.unwrap_or_else(|| Status::disconnected(context.transport()));
        let error = error.map(|reason| ErrorReason::Name(reason.name())).or(self.error.take());
        let (begun, received) = self.in_flight.arrival();
        let since = received.unwrap_or(begun);
        let (duration, slow) = (since.elapsed(), self.calls.times.slow);
        self.calls.metrics.ended(context, status, received.map(|_| duration));
        if received.map_or(duration, |received| received - begun) >= slow {
            self.calls.metrics.arrived_slowly();
        }
        trace::end(&self.span, status);

        let is_bounded = !context.operation().is_unbounded();
        let slow = received.is_some() && is_bounded && duration.saturating_sub(context.searched()) >= slow;
        self.calls.log.ended(status.severity(), slow, || EndedCall {
            context,
            status,
            duration,
            error: error.as_ref(),
            client: self.calls.names_clients.then_some(self.client),
            trace: TraceIds::of(&self.span, self.traceparent.as_ref()),
        });
    }
}

/// The body of an answer. The call ends when it is dropped.
struct Answer {
    content: Content,
    call: Call,
}

impl Body for Answer {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
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
