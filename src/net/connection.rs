//! The state of a connection: its calls, and what it waits for.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use slab::Slab;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::place::{Address, Place, network};
use super::sender::Sender;

/// The most bytes that a connection may send ahead of the calls that need them: more than an HTTP/2 client can send of
/// bodies that nobody has read yet.
const MOST_AHEAD: i64 = 320 * 1_024;

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
    /// It kept calls waiting whose places others needed.
    Slow,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [Self::Head, Self::Answer, Self::Stream, Self::Idle, Self::Slow];

    /// The reason in one word, for metrics.
    #[must_use]
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
    peer: SocketAddr,
    secure: bool,
    /// The limits that hold for the address; none for a trusted proxy.
    address: Option<Arc<Address>>,
    sender: Weak<Sender>,
    state: Mutex<State>,
    /// The bytes that may still be sent ahead of calls.
    ahead: AtomicI64,
    /// Wakes the task that serves the connection: a search has begun, or the connection has been told to end.
    pub(super) changed: Notify,
}

#[derive(Debug)]
struct State {
    calls: Slab<Call>,
    /// When the last call ended, or else when the connection was opened.
    idle_since: Instant,
    /// When a head began to arrive over HTTP/1.
    head_since: Option<Instant>,
    /// Whether the connection speaks HTTP/1, where bytes that arrive on an idle connection begin a head.
    http1: bool,
    /// Whether the next answer is the last one.
    last: bool,
    /// The number of calls that last as long as their client likes.
    lasting: usize,
    /// The number of calls with a place.
    places: usize,
    /// The number of calls that end with the caller's stream.
    searches: usize,
    /// Why the connection has to end.
    ended: Option<EndReason>,
}

/// A call in flight.
#[derive(Debug)]
struct Call {
    begun: Instant,
    /// When the request was complete.
    received: Option<Instant>,
    answer: Option<Answer>,
    lasts: bool,
    search: bool,
    /// None for calls that are not counted.
    place: Option<Place>,
}

/// An answer that the client has to take.
#[derive(Copy, Clone, Debug)]
struct Answer {
    since: Instant,
    until: Instant,
    /// Whether the service may still send more of it.
    streams: bool,
}

impl Answer {
    /// An answer to be taken within this time from now; none for a time that no clock can tell, which does not pass.
    fn within(time: Duration, streams: bool) -> Option<Self> {
        let since = Instant::now();
        since.checked_add(time).map(|until| Self { since, until, streams })
    }
}

impl Call {
    /// Since when the call has waited for its client, if it does.
    fn waits_since(&self) -> Option<Instant> {
        match self.answer {
            Some(answer) => (!answer.streams).then_some(answer.since),
            None => self.received.is_none().then_some(self.begun),
        }
    }
}

impl Connection {
    pub(super) fn new(peer: SocketAddr, secure: bool, address: Option<Arc<Address>>, sender: Weak<Sender>) -> Self {
        let state = State {
            calls: Slab::new(),
            idle_since: Instant::now(),
            head_since: None,
            http1: false,
            last: false,
            lasting: 0,
            places: 0,
            searches: 0,
            ended: None,
        };
        Self {
            peer,
            secure,
            address,
            sender,
            state: Mutex::new(state),
            ahead: AtomicI64::new(MOST_AHEAD),
            changed: Notify::new(),
        }
    }

    /// The address of the client, or of a proxy.
    #[must_use]
    pub const fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// Whether the connection uses TLS.
    #[must_use]
    pub const fn is_secure(&self) -> bool {
        self.secure
    }

    /// The address, or the network of an IPv6 address, that has a share of what there is for all; none for a trusted proxy.
    #[must_use]
    pub fn share(&self) -> Option<IpAddr> {
        self.address.is_some().then(|| network(self.peer.ip()))
    }

    pub(super) fn address(&self) -> Option<&Arc<Address>> {
        self.address.as_ref()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a call whose head, of about this many bytes, has arrived. `complete` says whether that was the whole request.
    #[must_use]
    pub fn begin(self: &Arc<Self>, head_bytes: usize, complete: bool) -> Arc<InFlight> {
        self.grant(head_bytes);
        let begun = Instant::now();
        let received = complete.then_some(begun);
        let mut state = self.state();
        state.head_since = None;
        let key = state.calls.insert(Call { begun, received, answer: None, lasts: false, search: false, place: None });
        drop(state);
        Arc::new(InFlight { connection: Arc::clone(self), key })
    }

    /// Makes the next answer over HTTP/1 the last one.
    pub(super) fn close_after_answer(&self) {
        self.state().last = true;
    }

    pub(super) fn is_last(&self) -> bool {
        self.state().last
    }

    /// Notes that the connection speaks HTTP/1, and that its first head has begun.
    pub(super) fn begin_http1(&self) {
        let mut state = self.state();
        state.http1 = true;
        state.head_since = Some(Instant::now());
    }

    /// Notes that what arrived without a call was the rest of a body, and no head.
    pub(super) fn forget_head(&self) {
        self.state().head_since = None;
    }

    /// Ends the connection, whatever it is doing.
    pub(super) fn end(&self, why: EndReason) {
        self.state().ended.get_or_insert(why);
        self.changed.notify_one();
    }

    /// Since when there has been no call besides those that last; none while there is one, or when the connection is about
    /// to end.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        (state.calls.len() == state.lasting && state.ended.is_none()).then_some(state.idle_since)
    }

    /// Since when there has been no call at all.
    pub(super) fn unused_since(&self) -> Option<Instant> {
        let state = self.state();
        state.calls.is_empty().then_some(state.idle_since)
    }

    /// The number of calls with a place.
    pub(super) fn places(&self) -> usize {
        self.state().places
    }

    /// The number of calls with a place that have waited for their client for this long.
    pub(super) fn kept_waiting(&self, time: Duration) -> usize {
        let state = self.state();
        if state.ended.is_some() {
            return 0;
        }
        let long = |since: Instant| since.elapsed() >= time;
        state.calls.iter().filter(|(_, call)| call.place.is_some() && call.waits_since().is_some_and(long)).count()
    }

    /// Why the connection has to end now, if it has to.
    pub(super) fn overdue(&self, head_time: Duration) -> Option<EndReason> {
        let mut state = self.state();
        let why = self.fault(&state, head_time);
        state.ended = state.ended.or(why);
        state.ended
    }

    fn fault(&self, state: &State, head_time: Duration) -> Option<EndReason> {
        let now = Instant::now();
        if state.head_since.is_some_and(|since| now - since >= head_time) {
            return Some(EndReason::Head);
        }
        let late = |call: &Call| call.answer.is_some_and(|answer| answer.until <= now);
        if state.calls.iter().any(|(_, call)| late(call)) {
            return Some(EndReason::Answer);
        }
        if state.searches > 0 && self.sender().is_some_and(|sender| sender.is_read_closed()) {
            return Some(EndReason::Stream);
        }
        None
    }

    /// Whether a call is in flight that ends with the caller's stream.
    pub(super) fn has_search(&self) -> bool {
        self.state().searches > 0
    }

    /// The half of the stream that sends, unless the stream is closed.
    pub(super) fn sender(&self) -> Option<Arc<Sender>> {
        self.sender.upgrade()
    }

    /// Notes that bytes have arrived.
    pub(super) fn received(&self, bytes: usize) {
        self.ahead.fetch_sub(bytes as i64, Ordering::Relaxed);
        let mut state = self.state();
        if state.http1 && state.calls.is_empty() {
            state.head_since.get_or_insert_with(Instant::now);
        }
    }

    /// Allows as many bytes more, since a call needed them.
    pub(super) fn grant(&self, bytes: usize) {
        let _ = self.ahead.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |ahead| {
            Some(ahead.saturating_add(bytes as i64).min(MOST_AHEAD))
        });
    }

    /// The number of bytes that may be read now.
    pub(super) fn may_read(&self) -> usize {
        usize::try_from(self.ahead.load(Ordering::Relaxed)).unwrap_or(0)
    }
}

/// The bytes of a request besides its fields and its body, and those of frames that clients send because of an answer.
pub(super) const FRAMING_BYTES: usize = 256;

/// A call in flight, from its head until the client has taken the answer and this is dropped.
#[derive(Debug)]
pub struct InFlight {
    connection: Arc<Connection>,
    key: usize,
}

impl InFlight {
    /// The connection of the call.
    #[must_use]
    pub fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    fn update<R>(&self, change: impl FnOnce(&mut Call) -> R) -> R {
        change(&mut self.connection.state().calls[self.key])
    }

    /// Keeps a place until the call ends or [gives it back](Self::release_place).
    pub(super) fn keep(&self, place: Place) {
        let mut state = self.connection.state();
        state.places += 1;
        state.calls[self.key].place = Some(place);
    }

    /// Whether the call has a place.
    #[must_use]
    pub fn has_place(&self) -> bool {
        self.update(|call| call.place.is_some())
    }

    /// Gives the place back: what follows is small.
    pub fn release_place(&self) {
        let mut state = self.connection.state();
        let place = state.calls[self.key].place.take();
        state.places -= usize::from(place.is_some());
    }

    /// Ends the connection as soon as the caller has closed its side of the stream.
    pub fn end_with_stream(&self) {
        let mut state = self.connection.state();
        let search = &mut state.calls[self.key].search;
        if !std::mem::replace(search, true) {
            state.searches += 1;
        }
        drop(state);
        self.connection.changed.notify_one();
    }

    /// Lets the call last as long as its client likes: it does not keep the connection from making room for others.
    pub fn lasts(&self) {
        let mut state = self.connection.state();
        if !std::mem::replace(&mut state.calls[self.key].lasts, true) {
            state.lasting += 1;
        }
    }

    /// Notes that the request is complete.
    pub(super) fn complete(&self) {
        self.update(|call| {
            call.received.get_or_insert_with(Instant::now);
        });
    }

    /// When the head arrived, and when the request was complete, unless it is not.
    #[must_use]
    pub fn arrival(&self) -> (Instant, Option<Instant>) {
        self.update(|call| (call.begun, call.received))
    }

    /// Gives the client this time to take the answer, unless the handler gave it [another](Self::streams) or the call
    /// [lasts](Self::lasts).
    pub(super) fn answered(&self, time: Duration) {
        let answer = Answer::within(time, false);
        self.update(|call| call.answer = call.answer.or(answer.filter(|_| !call.lasts)));
    }

    /// Gives the client this time to take the answer, of which the service may still send more.
    pub fn streams(&self, time: Duration) {
        self.update(|call| call.answer = Answer::within(time, true));
    }

    /// Notes that a piece of the answer is on its way, which the client may acknowledge.
    pub(super) fn sends(&self) {
        self.connection.grant(FRAMING_BYTES);
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let mut state = self.connection.state();
        let call = state.calls.remove(self.key);
        state.places -= usize::from(call.place.is_some());
        state.searches -= usize::from(call.search);
        state.lasting -= usize::from(call.lasts);
        if state.calls.len() == state.lasting {
            state.idle_since = Instant::now();
        }
    }
}
