//! Calls: the request and the answer of each operation, and the context of a call, which is created when the call is
//! admitted and read when it ends.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use ayla_api::answer::CallerLimits;
use ayla_api::error::{Reason, Result};
use ayla_api::request::{self, CallRequest};
use ayla_api::rule_calls::{Answered, RuleRequest};
use ayla_fair::client::{Caller, Client, Meter};
use ayla_fair::shares::{Place, Revocation};
use ayla_rules::string_enum;
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};

use super::Service;
use super::operation::{Operation, operations};

/// Implements [`Call`] for a call that the rules alone answer. The service implements it for the others, each where its
/// work is.
macro_rules! call_by {
    (Rules $call:ident($request:ident)) => {
        impl Call for $call {
            const OPERATION: Operation = Operation::$call;
            type Request = request::$request;
            type Answer = <request::$request as RuleRequest>::Answer;

            async fn run<T: Send + 'static>(
                service: &Arc<Service>,
                request: Self::Request,
                call: &Arc<CallContext>,
                write: impl FnOnce(Answered<Self::Answer>) -> T + Send + 'static,
            ) -> Result<T> {
                service.answer_by_rules(request, call, write).await
            }
        }
    };
    (Service $call:ident($request:ident)) => {};
}

macro_rules! define_calls {
    (
        unary { $($(#[$unary_meta:meta])* $unary:ident $unary_label:literal {
            rpc: $method:ident($request:ident) -> $answer:ident, $http:ident: $methods:ident $path:literal,
            caching: $caching:ident, tag: $tag:literal, access: $access:ident, searches: $searches:ident, by: $by:ident
        })* }
        pictures { $($(#[$picture_meta:meta])* $picture:ident $picture_label:literal { $($picture_row:tt)* })* }
        streams { $($(#[$stream_meta:meta])* $stream:ident $stream_label:literal { $($stream_row:tt)* })* }
        batches { $($batch:tt)* }
        others { $($other:tt)* }
    ) => {
        $(
            $(#[$unary_meta])* #[derive(Copy, Clone, Debug)] pub struct $unary;
            call_by! { $by $unary($request) }
        )*
        $($(#[$picture_meta])* #[derive(Copy, Clone, Debug)] pub struct $picture;)*
        $($(#[$stream_meta])* #[derive(Copy, Clone, Debug)] pub struct $stream;)*
    };
}

operations!(define_calls);

/// An operation with a single answer, independent of the transport.
pub trait Call: Send + 'static {
    /// The operation.
    const OPERATION: Operation;
    /// The type of the request.
    type Request: CallRequest;
    /// The type of the answer.
    type Answer: Send + 'static;

    /// Answers a request. `write` turns the answer into the form that the transport sends. It runs where the answer was
    /// computed, so that writing a large answer counts towards its caller's turn.
    ///
    /// # Errors
    ///
    /// The errors of the operation, in any language: [`Service::answer`] puts them into the language of the request.
    fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: Self::Request,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<Self::Answer>) -> T + Send + 'static,
    ) -> impl Future<Output = Result<T>> + Send;
}

/// An operation that answers with a stream of messages, independent of the transport.
pub trait StreamedCall: Send + 'static {
    /// The operation.
    const OPERATION: Operation;
    /// The type of the request.
    type Request: CallRequest;
    /// The type of a message.
    type Message: StreamMessage;

    /// Answers a request, once the first message is available.
    ///
    /// # Errors
    ///
    /// The errors of the operation, as in [`Call::run`]. An error in place of a later message ends the stream.
    fn run(
        service: &Arc<Service>,
        request: Self::Request,
        call: &Arc<CallContext>,
    ) -> impl Future<Output = Result<Answered<Messages<Self::Message>>>> + Send;
}

/// A message in a stream of answers.
pub trait StreamMessage: Send + 'static {
    /// The name of such messages.
    const NAME: &'static str;

    /// Whether this is the last message.
    fn is_last(&self) -> bool;
}

/// The messages of a stream. Dropping them stops the work that makes them.
pub type Messages<M> = Pin<Box<dyn Stream<Item = Result<M>> + Send>>;

/// Waits for the first message of a stream, and returns all of its messages.
///
/// # Errors
///
/// The error that takes the place of the first message.
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

string_enum! {
    /// The kinds of work for which calls use processor time. Each has a budget of its own.
    pub enum Work {
        /// What the rules alone say: batches, and lines too long to be played at once.
        Rules = "rules",
        /// Searches.
        Search = "search",
        /// Pictures.
        Picture = "picture",
    }
}

/// The terms on which a call is answered: every piece of work, behind whatever door it is asked for, is admitted and paid for here.
pub trait Terms: Send + Sync {
    /// Decides whether a call of this operation goes on.
    ///
    /// # Errors
    ///
    /// As [`CallContext::admit`].
    fn admit(&self, operation: Operation) -> Result<()>;

    /// Decides whether the call may do this work now.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above the rates of the caller.
    fn before(&self, work: Work) -> Result<()>;

    /// Charges the caller for processor time.
    fn spent(&self, work: Work, time: Duration);

    /// Ends the call if its client keeps something for long that is revoked for others.
    fn may_be_revoked(&self, revocation: Revocation);
}

/// A call, from its admission to its end.
pub struct CallContext {
    transport: Transport,
    operation: Operation,
    caller: Caller,
    limits: Option<CallerLimits>,
    terms: Option<Arc<dyn Terms>>,
    /// Whether the work began that the operation always does, and that was admitted with the call.
    has_begun: AtomicBool,
    /// When the caller stops waiting, if it has said so.
    deadline: OnceLock<Instant>,
    /// The time that the call has spent searching, in nanoseconds.
    searched: AtomicU64,
    /// How a call ended if the head of its response does not say so, with the reason of an error.
    end: OnceLock<End>,
    refused: OnceLock<Reason>,
    /// The place that a large answer holds.
    held: Mutex<Option<Place>>,
}

/// How a call ended, as its transport reports it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The code in the trailers, over gRPC.
    Grpc(i32),
    /// The error that ended a stream, long after its status was sent; none if the stream was complete.
    Stream(Option<Reason>),
}

impl CallContext {
    /// Creates the context of a call that is being admitted.
    pub const fn new(transport: Transport, operation: Operation, caller: Caller) -> Self {
        Self {
            transport,
            operation,
            caller,
            limits: None,
            terms: None,
            has_begun: AtomicBool::new(false),
            deadline: OnceLock::new(),
            searched: AtomicU64::new(0),
            end: OnceLock::new(),
            refused: OnceLock::new(),
            held: Mutex::new(None),
        }
    }

    /// Sets the rate limits of the caller.
    pub const fn set_limits(&mut self, limits: Option<CallerLimits>) {
        self.limits = limits;
    }

    /// The rate limits of the caller; none if no API key limits it.
    pub const fn limits(&self) -> Option<CallerLimits> {
        self.limits
    }

    /// Sets the terms on which the call is answered; without these, it may do everything.
    pub fn set_terms(&mut self, terms: Arc<dyn Terms>) {
        self.terms = Some(terms);
    }

    /// Creates the context of a call within the process, without limits.
    pub fn local(operation: Operation) -> Arc<Self> {
        let caller = Caller::of_address(std::net::Ipv4Addr::LOCALHOST.into());
        Arc::new(Self::new(Transport::Http, operation, caller))
    }

    /// The transport of the call.
    pub const fn transport(&self) -> Transport {
        self.transport
    }

    /// The operation of the call.
    pub const fn operation(&self) -> Operation {
        self.operation
    }

    /// The caller.
    pub const fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The client that this work of the call is for: the caller, with the meter of such work.
    pub fn client(&self, work: Work) -> Client {
        let meter = self.terms.clone().map(|terms| Arc::new(move |time| terms.spent(work, time)) as Meter);
        Client { caller: self.caller.clone(), meter }
    }

    /// Sets the time at which the caller stops waiting.
    pub fn set_deadline(&self, deadline: Instant) {
        let _ = self.deadline.set(deadline);
    }

    /// When the caller stops waiting, if it has said so.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.get().copied()
    }

    /// Checks whether the call is admitted. Must be called only once.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if no place is free, `UNAUTHENTICATED` without a known key on a server that requires one,
    /// `RATE_LIMITED` above the caller's rates.
    pub fn admit(&self) -> Result<()> {
        self.terms.as_ref().map_or(Ok(()), |terms| terms.admit(self.operation))
    }

    /// Checks whether the call may do this work now. To be asked before each search, each picture, each long line, and each
    /// piece of a batch. The first that the operation always does was admitted with the call.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above the caller's rates.
    pub fn before(&self, work: Work) -> Result<()> {
        if self.operation.always_does() == Some(work) && !self.has_begun.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        self.terms.as_ref().map_or(Ok(()), |terms| terms.before(work))
    }

    /// Ends the call if its client keeps this place for long once it is revoked.
    pub(super) fn may_be_revoked(&self, place: &Place) {
        self.terms.iter().for_each(|terms| terms.may_be_revoked(place.revocation()));
    }

    /// Adds the time of a search.
    pub(super) fn searched_for(&self, time: Duration) {
        self.searched.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The time that the call has spent searching so far, without its waits before the searches.
    pub fn searched(&self) -> Duration {
        Duration::from_nanos(self.searched.load(Ordering::Relaxed))
    }

    /// Keeps the place of a large answer for as long as this context exists.
    pub(super) fn hold(&self, place: Place) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
    }

    /// Notes how the call ended. Only the first end counts.
    pub fn ended(&self, end: End) {
        let _ = self.end.set(end);
    }

    /// How the call ended, if that was noted.
    pub fn end(&self) -> Option<End> {
        self.end.get().copied()
    }

    /// Notes why the call was refused.
    pub fn refused_for(&self, reason: Reason) {
        let _ = self.refused.set(reason);
    }

    /// Why the call was refused, if it was.
    pub fn refused(&self) -> Option<Reason> {
        self.refused.get().copied()
    }
}

impl fmt::Debug for CallContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { transport, operation, caller, .. } = self;
        f.debug_struct("CallContext")
            .field("transport", transport)
            .field("operation", operation)
            .field("caller", caller)
            .finish_non_exhaustive()
    }
}
