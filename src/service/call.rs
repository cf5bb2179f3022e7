//! Calls: what each operation takes and answers, and the context of a call, which is made where the call is admitted and read
//! where it ends.

use std::fmt;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use ayla_rules::string_enum;
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};

use super::Service;
use super::catalogue::CallerLimits;
use super::error::{Reason, Result};
use super::operation::{Operation, operations};
use super::request::CallRequest;
use crate::shares::Place;
use crate::words::Language;

macro_rules! define_calls {
    (
        unary { $($(#[$unary_meta:meta])* $unary:ident $unary_label:literal { $($unary_row:tt)* })* }
        pictures { $($(#[$picture_meta:meta])* $picture:ident $picture_label:literal { $($picture_row:tt)* })* }
        streams { $($(#[$stream_meta:meta])* $stream:ident $stream_label:literal { $($stream_row:tt)* })* }
        others { $($other:tt)* }
    ) => {
        $($(#[$unary_meta])* #[derive(Copy, Clone, Debug)] pub struct $unary;)*
        $($(#[$picture_meta])* #[derive(Copy, Clone, Debug)] pub struct $picture;)*
        $($(#[$stream_meta])* #[derive(Copy, Clone, Debug)] pub struct $stream;)*
    };
}

operations!(define_calls);

/// An operation with one answer, whatever the transport.
pub trait Call: Send + 'static {
    /// The operation.
    const OPERATION: Operation;
    /// What it is asked.
    type Request: CallRequest;
    /// What it answers.
    type Answer: Send + 'static;

    /// Answers a request. `write` makes of the answer what the transport sends; it runs where the answer was worked out, so that a
    /// large one is written in its caller's turn.
    ///
    /// # Errors
    ///
    /// Those of the operation, in any language: [`Service::answer`] puts them into that of the request.
    fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: Self::Request,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<Self::Answer>) -> T + Send + 'static,
    ) -> impl Future<Output = Result<T>> + Send;
}

/// An answer, and what may be said of it.
#[derive(Clone, Debug)]
pub struct Answered<A> {
    /// The answer.
    pub answer: A,
    /// The language of its sentences, if it has any.
    pub language: Option<Language>,
    /// Whether the same request is answered so again, as long as nothing changes that the table of operations names.
    pub is_lasting: bool,
}

impl<A> Answered<A> {
    /// A lasting answer with sentences in this language.
    pub const fn in_language(language: Language, answer: A) -> Self {
        Self { answer, language: Some(language), is_lasting: true }
    }

    /// A lasting answer without sentences.
    pub const fn wordless(answer: A) -> Self {
        Self { answer, language: None, is_lasting: true }
    }
}

/// An operation that answers with messages, whatever the transport.
pub trait StreamedCall: Send + 'static {
    /// The operation.
    const OPERATION: Operation;
    /// What it is asked.
    type Request: CallRequest;
    /// What it answers with.
    type Message: StreamMessage;

    /// Answers a request, once the first message is there.
    ///
    /// # Errors
    ///
    /// As of [`Call::run`]; also instead of any later message, and then no other follows.
    fn run(
        service: &Arc<Service>,
        request: Self::Request,
        call: &Arc<CallContext>,
    ) -> impl Future<Output = Result<Answered<Messages<Self::Message>>>> + Send;
}

/// One of the messages of an answer.
pub trait StreamMessage: Send + 'static {
    /// What such messages are called.
    const NAME: &'static str;

    /// Whether no other follows.
    fn is_last(&self) -> bool;
}

/// The messages of an answer. What makes them stops when they are dropped.
pub type Messages<M> = Pin<Box<dyn Stream<Item = Result<M>> + Send>>;

/// The messages of a stream, once the first of them is known.
///
/// # Errors
///
/// What comes instead of the first message.
pub(super) async fn begun<M: StreamMessage>(
    messages: impl Stream<Item = Result<M>> + Send + 'static,
) -> Result<Messages<M>> {
    let mut messages = Box::pin(messages);
    let first = messages.next().await.transpose()?;
    Ok(Box::pin(stream::iter(first.map(Ok)).chain(messages)))
}

string_enum! {
    /// The way a call reached the service.
    pub enum Transport {
        /// gRPC over HTTP/2.
        Grpc = "grpc",
        /// gRPC-web, over HTTP/2 or HTTP/1.1.
        GrpcWeb = "grpc-web",
        /// JSON, or anything else over HTTP.
        Http = "http",
    }
}

/// The caller of a call. Whatever is scarce is shared by callers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Caller {
    /// The caller that an API key belongs to, by its name.
    Key(Arc<str>),
    /// The address of a client without a known key, or the network of an IPv6 address.
    Network(IpAddr),
}

impl Caller {
    /// The name of the caller's API key, if there is one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Key(name) => Some(name),
            Self::Network(_) => None,
        }
    }
}

/// One of the people whom a caller with an API key serves: a hash of what the caller names them by. None for a caller that
/// does not tell them apart.
pub type User = Option<u64>;

/// Whose a piece of work is.
#[derive(Clone)]
pub struct Client {
    /// The caller.
    pub caller: Caller,
    /// The user of the caller.
    pub user: User,
    /// Is told the processor time that is spent for the client.
    pub meter: Option<Meter>,
}

/// Takes note of processor time, and of what it was spent for.
pub type Meter = Arc<dyn Fn(Duration) + Send + Sync>;

impl Client {
    /// A client without users and without a meter.
    #[must_use]
    pub const fn of(caller: Caller) -> Self {
        Self { caller, user: None, meter: None }
    }

    /// Takes note of processor time that is spent for the client.
    pub(super) fn spend(&self, time: Duration) {
        if let Some(meter) = &self.meter {
            meter(time);
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("caller", &self.caller).field("user", &self.user).finish_non_exhaustive()
    }
}

/// Says whether a call may go on.
pub type Gate = Box<dyn Fn(Operation) -> Result<()> + Send + Sync>;

/// A call, from its admission to its end.
pub struct CallContext {
    transport: Transport,
    operation: Operation,
    client: Client,
    limits: Option<CallerLimits>,
    admission: Option<Gate>,
    search_gate: Option<Gate>,
    /// When the caller leaves, if it says so.
    deadline: OnceLock<Instant>,
    /// The time that the call has searched, in nanoseconds.
    searched: AtomicU64,
    /// How a call ended whose answer does not say so in its head, and the reason of an error.
    end: OnceLock<End>,
    refused: OnceLock<Reason>,
    /// The place of a large answer.
    held: Mutex<Option<Place<Caller>>>,
}

/// The end of a call as its transport says it: a gRPC code, or an HTTP status.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The code in the trailers.
    Grpc(i32),
    /// The error that ended a stream, whose status was sent long before; none if it came to its end.
    Stream(Option<Reason>),
}

impl CallContext {
    /// The context of a call that is admitted now.
    #[must_use]
    pub const fn new(transport: Transport, operation: Operation, client: Client) -> Self {
        Self {
            transport,
            operation,
            client,
            limits: None,
            admission: None,
            search_gate: None,
            deadline: OnceLock::new(),
            searched: AtomicU64::new(0),
            end: OnceLock::new(),
            refused: OnceLock::new(),
            held: Mutex::new(None),
        }
    }

    /// Sets what the caller may use.
    pub const fn set_limits(&mut self, limits: Option<CallerLimits>) {
        self.limits = limits;
    }

    /// What the caller may use; none if no API key limits it.
    #[must_use]
    pub const fn limits(&self) -> Option<CallerLimits> {
        self.limits
    }

    /// Sets what is asked when the call is admitted.
    pub fn set_admission(&mut self, gate: Gate) {
        self.admission = Some(gate);
    }

    /// Sets what is asked before each search that the operation alone did not promise.
    pub fn set_search_gate(&mut self, gate: Gate) {
        self.search_gate = Some(gate);
    }

    /// The context of a call within the process, without limits.
    #[must_use]
    pub fn local(operation: Operation) -> Arc<Self> {
        let caller = Caller::Network(std::net::Ipv4Addr::LOCALHOST.into());
        Arc::new(Self::new(Transport::Http, operation, Client::of(caller)))
    }

    /// The way by which the call came.
    #[must_use]
    pub const fn transport(&self) -> Transport {
        self.transport
    }

    /// What the call asks for.
    #[must_use]
    pub const fn operation(&self) -> Operation {
        self.operation
    }

    /// Whose call it is.
    #[must_use]
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Notes when the caller leaves.
    pub fn set_deadline(&self, deadline: Instant) {
        let _ = self.deadline.set(deadline);
    }

    /// When the caller leaves, if it says so.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.get().copied()
    }

    /// Asks whether the call is admitted. To be asked once.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` without a place, `UNAUTHENTICATED` without a known key where one is needed, `RATE_LIMITED` above the
    /// caller's rates.
    pub fn admit(&self) -> Result<()> {
        self.admission.as_ref().map_or(Ok(()), |gate| gate(self.operation))
    }

    /// Asks whether the call may search now.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above the caller's rates.
    pub fn before_search(&self) -> Result<()> {
        self.search_gate.as_ref().map_or(Ok(()), |gate| gate(self.operation))
    }

    /// Notes the time of a search.
    pub(super) fn searched_for(&self, time: Duration) {
        self.searched.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The time that the call has searched so far, without its waits before the searches.
    #[must_use]
    pub fn searched(&self) -> Duration {
        Duration::from_nanos(self.searched.load(Ordering::Relaxed))
    }

    /// Keeps the place of a large answer as long as there is this context.
    pub(super) fn hold(&self, place: Place<Caller>) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
    }

    /// Notes how the call ended. The first end counts.
    pub fn ended(&self, end: End) {
        let _ = self.end.set(end);
    }

    /// How the call ended, if that was noted.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end.get().copied()
    }

    /// Notes the reason for which the call is refused.
    pub fn refused_for(&self, reason: Reason) {
        let _ = self.refused.set(reason);
    }

    /// The reason for which the call was refused, if it was.
    #[must_use]
    pub fn refused(&self) -> Option<Reason> {
        self.refused.get().copied()
    }
}

impl fmt::Debug for CallContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { transport, operation, client, .. } = self;
        f.debug_struct("CallContext")
            .field("transport", transport)
            .field("operation", operation)
            .field("client", client)
            .finish_non_exhaustive()
    }
}
