//! The state of a connection: its calls, and what it waits for.

use std::any::Any;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use ayla_fair::client::Caller;
use ayla_fair::lock;
use slab::Slab;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::frames::Unread;
use super::sender::Sender;
use super::whole::Writing;

/// Why a connection has to end although its client did not close it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The head of a request did not arrive in time.
    Head,
    /// An answer was not taken in time.
    Answer,
    /// The client closed its side of the stream during a search.
    Stream,
    /// Another connection needed its place, and it had been without a call for longest.
    Idle,
    /// Its client kept calls waiting, whose places others needed.
    Slow,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [Self::Head, Self::Answer, Self::Stream, Self::Idle, Self::Slow];

    /// The reason in one word, for metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Answer => "answer",
            Self::Stream => "stream",
            Self::Idle => "idle",
            Self::Slow => "slow",
        }
    }
}

/// A connection, shared by its calls and the task that serves it.
#[derive(Debug)]
pub struct Connection {
    /// The address of the client, or of a proxy.
    pub peer: SocketAddr,
    /// Whether the connection uses TLS.
    pub secure: bool,
    /// The client to whose share this connection counts; none for a trusted proxy.
    pub share: Option<Caller>,
    sender: Weak<Sender>,
    state: Mutex<State>,
    /// Wakes the task that serves the connection: a search has begun, or the connection has been told to end.
    pub(super) changed: Notify,
    /// The small frames that nobody has read.
    pub(super) unread: Unread,
    /// The answers that are being written over HTTP/2.
    pub(super) writing: Arc<Writing>,
}

#[derive(Debug)]
struct State {
    calls: Slab<CallState>,
    /// When the last call ended, or else when the connection was opened.
    idle_since: Instant,
    /// When a head began to arrive over HTTP/1.
    head_since: Option<Instant>,
    /// Whether the connection speaks HTTP/1, where bytes that arrive on an idle connection begin a head.
    http1: bool,
    /// Whether the next answer is the last one.
    last: bool,
    /// Why the connection has to end.
    ended: Option<EndReason>,
}

/// A call in flight.
#[derive(Debug)]
struct CallState {
    begun: Instant,
    /// When the request was complete.
    received: Option<Instant>,
    answer: Option<Delivery>,
    /// Whether it lasts as long as its client likes.
    lasts: bool,
    /// Whether it ends with the caller's stream.
    search: bool,
    /// What is dropped when the call ends, such as its place.
    guards: Vec<Box<dyn Any + Send + Sync>>,
}

/// The delivery of an answer that the client has to take.
#[derive(Copy, Clone, Debug)]
struct Delivery {
    since: Instant,
    time: Duration,
    /// Whether the service may still send more of it.
    streams: bool,
}

impl Delivery {
    /// The delivery of an answer to be taken within this time from now.
    fn within(time: Duration, streams: bool) -> Self {
        Self { since: Instant::now(), time, streams }
    }
}

impl CallState {
    fn new(received: bool) -> Self {
        let begun = Instant::now();
        let received = received.then_some(begun);
        Self { begun, received, answer: None, lasts: false, search: false, guards: Vec::new() }
    }

    /// Since when the call has waited for its client, if it does.
    fn waits_since(&self) -> Option<Instant> {
        match self.answer {
            Some(answer) => (!answer.streams).then_some(answer.since),
            None => self.received.is_none().then_some(self.begun),
        }
    }
}

impl State {
    /// Whether there is no call besides those that last.
    fn is_idle(&self) -> bool {
        self.calls.iter().all(|(_, call)| call.lasts)
    }

    fn has_search(&self) -> bool {
        self.calls.iter().any(|(_, call)| call.search)
    }
}

impl Connection {
    pub(super) fn new(peer: SocketAddr, secure: bool, share: Option<Caller>, sender: Weak<Sender>) -> Self {
        let state = State {
            calls: Slab::new(),
            idle_since: Instant::now(),
            head_since: None,
            http1: false,
            last: false,
            ended: None,
        };
        Self {
            peer,
            secure,
            share,
            sender,
            state: Mutex::new(state),
            changed: Notify::new(),
            unread: Unread::default(),
            writing: Arc::default(),
        }
    }

    /// Begins a call whose head has arrived. `complete` says whether that was the whole request.
    #[must_use]
    pub fn begin(self: &Arc<Self>, complete: bool) -> Arc<InFlight> {
        let mut state = lock(&self.state);
        state.head_since = None;
        let key = state.calls.insert(CallState::new(complete));
        drop(state);
        Arc::new(InFlight { connection: Arc::clone(self), key })
    }

    /// Makes the next answer over HTTP/1 the last one.
    pub fn close_after_answer(&self) {
        lock(&self.state).last = true;
    }

    pub(super) fn is_last(&self) -> bool {
        lock(&self.state).last
    }

    /// Notes that the connection speaks HTTP/1, and that its first head has begun.
    pub(super) fn begin_http1(&self) {
        let mut state = lock(&self.state);
        state.http1 = true;
        state.head_since = Some(Instant::now());
    }

    /// Notes that what arrived without a call was the rest of a body, and no head.
    pub(super) fn forget_head(&self) {
        lock(&self.state).head_since = None;
    }

    /// Ends the connection, whatever it is doing.
    pub(super) fn end(&self, why: EndReason) {
        lock(&self.state).ended.get_or_insert(why);
        self.changed.notify_one();
    }

    /// Ends the connection in favour of others, unless it is that of a trusted proxy, which carries the calls of many
    /// clients.
    pub fn make_room(&self) {
        if self.share.is_some() {
            self.end(EndReason::Slow);
        }
    }

    /// Since when there has been no call, not counting calls that last. None while there is one, or when the connection
    /// is about to end.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = lock(&self.state);
        (state.is_idle() && state.ended.is_none()).then_some(state.idle_since)
    }

    /// Since when there has been no call at all.
    pub(super) fn unused_since(&self) -> Option<Instant> {
        let state = lock(&self.state);
        state.calls.is_empty().then_some(state.idle_since)
    }

    /// Since when the client has kept a call waiting: the longest wait of all its calls or, with `of_keeping`, of those
    /// that keep something. None when the connection is about to end.
    pub(super) fn waits_since(&self, of_keeping: bool) -> Option<Instant> {
        let state = lock(&self.state);
        let calls = state.calls.iter().map(|(_, call)| call).filter(|call| !of_keeping || !call.guards.is_empty());
        calls.filter_map(CallState::waits_since).min().filter(|_| state.ended.is_none())
    }

    /// Why the connection has to end now, if it has to.
    pub(super) fn overdue(&self, head_time: Duration) -> Option<EndReason> {
        let mut state = lock(&self.state);
        let why = self.fault(&state, head_time);
        state.ended = state.ended.or(why);
        state.ended
    }

    fn fault(&self, state: &State, head_time: Duration) -> Option<EndReason> {
        if state.head_since.is_some_and(|since| since.elapsed() >= head_time) {
            return Some(EndReason::Head);
        }
        let is_late = |answer: Delivery| answer.since.elapsed() >= answer.time;
        if state.calls.iter().any(|(_, call)| call.answer.is_some_and(is_late)) {
            return Some(EndReason::Answer);
        }
        let has_left = || self.sender().is_some_and(|sender| sender.is_read_closed());
        (state.has_search() && has_left()).then_some(EndReason::Stream)
    }

    /// Whether a call is in flight that ends with the caller's stream.
    pub(super) fn has_search(&self) -> bool {
        lock(&self.state).has_search()
    }

    /// The half of the stream that sends, unless the stream is closed.
    pub(super) fn sender(&self) -> Option<Arc<Sender>> {
        self.sender.upgrade()
    }

    /// Notes that bytes have arrived.
    pub(super) fn received(&self) {
        let mut state = lock(&self.state);
        if state.http1 && state.calls.is_empty() {
            state.head_since.get_or_insert_with(Instant::now);
        }
    }
}

/// A call in flight, from its head until the client has taken the answer and this is dropped.
#[derive(Debug)]
pub struct InFlight {
    /// The connection.
    pub connection: Arc<Connection>,
    key: usize,
}

impl InFlight {
    fn update<R>(&self, change: impl FnOnce(&mut CallState) -> R) -> R {
        change(&mut lock(&self.connection.state).calls[self.key])
    }

    /// Keeps something, such as a place, until the client has taken the answer and this is dropped. A call may
    /// keep several things.
    pub fn keep(&self, guard: impl Send + Sync + 'static) {
        self.update(|call| call.guards.push(Box::new(guard)));
    }

    /// Ends the connection as soon as the caller has closed its side of the stream.
    pub fn end_with_stream(&self) {
        self.update(|call| call.search = true);
        self.connection.changed.notify_one();
    }

    /// Lets the call last as long as its client likes: it does not keep the connection from making room for others.
    pub fn let_last(&self) {
        self.update(|call| call.lasts = true);
    }

    /// Notes that the request is complete.
    pub(super) fn complete(&self) {
        self.update(|call| {
            call.received.get_or_insert_with(Instant::now);
        });
    }

    /// When the head arrived, and when the request was complete, unless it is not.
    pub fn arrival(&self) -> (Instant, Option<Instant>) {
        self.update(|call| (call.begun, call.received))
    }

    /// Gives the client this time to take the answer, unless the handler gave it [another](Self::streams) or the call
    /// [lasts](Self::let_last).
    pub(super) fn answered(&self, time: Duration) {
        self.update(|call| call.answer = call.answer.or((!call.lasts).then(|| Delivery::within(time, false))));
    }

    /// Gives the client this time to take the answer, of which the service may still send more.
    pub fn streams(&self, time: Duration) {
        self.update(|call| call.answer = Some(Delivery::within(time, true)));
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let mut state = lock(&self.connection.state);
        let call = state.calls.remove(self.key);
        if state.is_idle() {
            state.idle_since = Instant::now();
        }
        if state.calls.is_empty() {
            self.connection.unread.forget();
        }
        // What the call keeps is dropped after the lock is released.
        drop(state);
        drop(call);
    }
}
