//! The timeouts of a connection: for the rest of a request head, and for a client that does not read its answers.
//!
//! Time is counted in ticks, so that a call reads no clock. Each wait is noted with the tick in which it began; at the end of
//! a tick, a wait that is too old ends the connection.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::{Sleep, sleep};

use super::unread::Unread;

/// The ticks in the shorter of the two timeouts: the precision is half of it.
const TICKS: u32 = 2;

/// The most ticks in the longer timeout: a connection takes a few bytes for each.
const MAX_TICKS: u32 = 256;

/// The waits of a connection.
#[derive(Debug)]
pub(super) struct Timeouts {
    tick: Duration,
    head_ticks: u32,
    stall_ticks: u32,
    /// The current tick, from 1.
    now: AtomicU32,
    /// The tick in which a head began to arrive, or 0.
    head: AtomicU32,
    /// The tick since which no byte could be written, or 0.
    write: AtomicU32,
    /// The number of calls in flight and of pieces of answers that have not been read.
    calls: AtomicUsize,
    /// The number of answers or pieces last read from in each of the last ticks.
    answers: Vec<AtomicUsize>,
    /// Whether the connection speaks HTTP/1, where bytes that arrive on an idle connection begin a head.
    heads: AtomicBool,
    /// Whether the next answer is the last one of the connection.
    last: AtomicBool,
    /// Whether a stream has exceeded its time.
    overdue: AtomicBool,
    /// The rest of a body, which precedes the next request.
    pub(super) unread: Unread,
}

impl Timeouts {
    /// The timeouts for the rest of a head and for a client that does not read.
    pub(super) fn new(head: Duration, stall: Duration) -> Self {
        let tick = (head.min(stall) / TICKS).max(stall / MAX_TICKS).max(Duration::from_millis(1));
        let ticks = |time: Duration| u32::try_from(time.as_nanos().div_ceil(tick.as_nanos())).unwrap_or(u32::MAX - 1);
        let (head_ticks, stall_ticks) = (ticks(head), ticks(stall));
        // The current tick, those in which an answer may still wait, and the one to be checked.
        let answers = (0..=stall_ticks).map(|_| AtomicUsize::new(0)).collect();
        Self {
            tick,
            head_ticks,
            stall_ticks,
            now: AtomicU32::new(1),
            head: AtomicU32::new(0),
            write: AtomicU32::new(0),
            calls: AtomicUsize::new(0),
            answers,
            heads: AtomicBool::new(false),
            last: AtomicBool::new(false),
            overdue: AtomicBool::new(false),
            unread: Unread::default(),
        }
    }

    /// Waits until a timeout has passed, and says which.
    pub(super) async fn passed(&self) -> &'static str {
        loop {
            sleep(self.tick).await;
            if let Some(timeout) = self.tick() {
                return timeout;
            }
        }
    }

    /// Ends a tick. Returns the timeout that has passed by then.
    fn tick(&self) -> Option<&'static str> {
        let now = self.now.load(Ordering::Relaxed) + 1;
        let old = |since: &AtomicU32, ticks: u32| match since.load(Ordering::Relaxed) {
            0 => false,
            // The age is at least one tick less than the difference.
            began => now - began > ticks,
        };
        if old(&self.head, self.head_ticks) {
            return Some("the head of a request did not arrive in time");
        }
        if old(&self.write, self.stall_ticks) || self.answers[self.place(now)].load(Ordering::Relaxed) > 0 {
            return Some("an answer was not read in time");
        }
        if self.overdue.load(Ordering::Relaxed) {
            return Some("a stream was not read in time");
        }
        self.now.store(now, Ordering::Relaxed);
        None
    }

    /// The index of the counter for the answers of a tick.
    fn place(&self, tick: u32) -> usize {
        tick as usize % self.answers.len()
    }

    /// Notes the current tick, unless one is noted already.
    fn note(&self, since: &AtomicU32) {
        if since.load(Ordering::Relaxed) == 0 {
            since.store(self.now.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Notes that the connection speaks HTTP/1, and that its first head has begun.
    pub(super) fn begin_http1(&self) {
        self.heads.store(true, Ordering::Relaxed);
        self.note(&self.head);
    }

    /// Begins a call, whose head has arrived.
    pub(super) fn call(self: &Arc<Self>) -> InFlight {
        self.head.store(0, Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
        InFlight { timeouts: Arc::clone(self), answer: None, stream_timeout: None }
    }

    /// Makes the next answer the last one of the connection.
    pub(super) fn close_after_answer(&self) {
        self.last.store(true, Ordering::Relaxed);
    }

    /// Whether the next answer is the last one.
    pub(super) fn is_last(&self) -> bool {
        self.last.load(Ordering::Relaxed)
    }

    /// Whether no call is in flight and every answer is read.
    pub(super) fn is_idle(&self) -> bool {
        self.calls.load(Ordering::Relaxed) == 0
    }
}

/// A guard that counts a call as in flight until it is dropped.
#[derive(Debug)]
pub(super) struct InFlight {
    timeouts: Arc<Timeouts>,
    answer: Option<usize>,
    stream_timeout: Option<StreamTimeout>,
}

/// The task that marks a stream as overdue, aborted on drop.
#[derive(Debug)]
struct StreamTimeout(AbortHandle);

impl Drop for StreamTimeout {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl InFlight {
    /// Starts the timeout of an answer that is ready.
    pub(super) fn answered(&mut self) {
        let place = self.timeouts.place(self.timeouts.now.load(Ordering::Relaxed));
        self.timeouts.answers[place].fetch_add(1, Ordering::Relaxed);
        self.answer = Some(place);
    }

    /// Starts the timeout of the stream of a search, which takes at most `max` if its client reads.
    ///
    /// The timeout is for the whole stream: while the search finds nothing, a client without room for more looks like one
    /// that waits.
    pub(super) fn stream(&mut self, max: Duration) {
        let timeouts = Arc::clone(&self.timeouts);
        let task = tokio::spawn(async move {
            sleep(max).await;
            timeouts.overdue.store(true, Ordering::Relaxed);
        });
        self.stream_timeout = Some(StreamTimeout(task.abort_handle()));
    }

    /// Restarts the timeout of an answer of which some was read.
    pub(super) fn progressed(&mut self) {
        let Some(before) = self.answer else { return };
        let place = self.timeouts.place(self.timeouts.now.load(Ordering::Relaxed));
        if place != before {
            self.timeouts.answers[place].fetch_add(1, Ordering::Relaxed);
            self.timeouts.answers[before].fetch_sub(1, Ordering::Relaxed);
            self.answer = Some(place);
        }
    }

    /// A guard for another piece of the same answer.
    pub(super) fn further(&self) -> Self {
        self.timeouts.calls.fetch_add(1, Ordering::Relaxed);
        let mut further = Self { timeouts: Arc::clone(&self.timeouts), answer: None, stream_timeout: None };
        further.answered();
        further
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.timeouts.calls.fetch_sub(1, Ordering::Relaxed);
        if let Some(place) = self.answer {
            self.timeouts.answers[place].fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A TCP stream that notes when it waits.
#[derive(Debug)]
pub(super) struct TimedIo {
    stream: TcpStream,
    timeouts: Arc<Timeouts>,
    /// The end of the time in which it is still read after the last write.
    lingering: Option<Pin<Box<Sleep>>>,
}

/// How long a connection is read after the last answer, unless the client closes it earlier. Closing it while bytes arrive
/// would reset it, and the client could lose the answer or the GOAWAY.
const LINGER: Duration = Duration::from_secs(1);

impl TimedIo {
    /// A stream of which nothing has been read.
    pub(super) const fn new(stream: TcpStream, timeouts: Arc<Timeouts>) -> Self {
        Self { stream, timeouts, lingering: None }
    }

    fn wrote<T>(&self, written: Poll<T>) -> Poll<T> {
        if written.is_pending() {
            self.timeouts.note(&self.timeouts.write);
        } else {
            self.timeouts.write.store(0, Ordering::Relaxed);
        }
        written
    }
}

impl AsyncRead for TimedIo {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if into.filled().len() > before && self.timeouts.heads.load(Ordering::Relaxed) && self.timeouts.is_idle() {
            self.timeouts.note(&self.timeouts.head);
        }
        read
    }
}

impl AsyncWrite for TimedIo {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let lingering = match &mut this.lingering {
            Some(lingering) => lingering,
            None => {
                ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
                this.lingering.insert(Box::pin(sleep(LINGER)))
            }
        };
        let mut unwanted = [0; 4_096];
        while lingering.as_mut().poll(context).is_pending() {
            let mut unwanted = ReadBuf::new(&mut unwanted);
            let read = ready!(Pin::new(&mut this.stream).poll_read(context, &mut unwanted));
            if read.is_err() || unwanted.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// The number of ticks until a timeout passes, up to 20.
    fn ticks(timeouts: &Timeouts) -> Option<u32> {
        (1..=20).find(|_| timeouts.tick().is_some())
    }

    #[test]
    fn a_connection_that_waits_for_nothing_never_ends() {
        let timeouts = Arc::new(Timeouts::new(SECOND, SECOND));
        assert_eq!(ticks(&timeouts), None);
        drop(timeouts.call());
        let mut taken = timeouts.call();
        taken.answered();
        drop(taken);
        let _runs = timeouts.call();
        assert_eq!(ticks(&timeouts), None);
    }

    #[test]
    fn an_unread_answer_ends_the_connection_even_if_others_are_read() {
        let timeouts = Arc::new(Timeouts::new(SECOND, SECOND));
        let mut stalled = timeouts.call();
        stalled.answered();
        let passed = (1..=20).find(|_| {
            let mut taken = timeouts.call();
            taken.answered();
            timeouts.tick().is_some()
        });
        // Two ticks are a second; the one in which it was ready may have been about to end.
        assert_eq!(passed, Some(3));
    }

    #[test]
    fn an_answer_that_is_read_slowly_does_not_end_the_connection() {
        let timeouts = Arc::new(Timeouts::new(SECOND, SECOND));
        let mut slow = timeouts.call();
        slow.answered();
        let slower = slow.further();
        assert_eq!(
            (1..=20).find(|_| {
                slow.progressed();
                timeouts.tick().is_some()
            }),
            Some(3),
            "the other piece is not read"
        );
        drop(slower);
        for _ in 0..20 {
            slow.progressed();
            assert_eq!(timeouts.tick(), None);
        }
        drop(slow);
        assert!(timeouts.is_idle());
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_may_be_silent_within_its_time() {
        let timeouts = Arc::new(Timeouts::new(SECOND, SECOND));
        let stream = || {
            let mut stream = timeouts.call();
            stream.stream(10 * SECOND);
            stream
        };
        let (taken, silent) = (stream(), stream());
        sleep(9 * SECOND).await;
        assert_eq!(ticks(&timeouts), None);
        drop(silent);
        sleep(2 * SECOND).await;
        assert!(timeouts.tick().is_some());
        drop(taken);
        let timeouts = Arc::new(Timeouts::new(SECOND, SECOND));
        drop({
            let mut stream = timeouts.call();
            stream.stream(SECOND);
            stream
        });
        sleep(2 * SECOND).await;
        assert_eq!(ticks(&timeouts), None);
    }

    #[test]
    fn long_timeouts_take_little_memory() {
        let timeouts = Timeouts::new(Duration::from_millis(100), Duration::from_secs(3_600));
        assert!(timeouts.answers.len() <= 258, "{}", timeouts.answers.len());
    }

    #[test]
    fn half_a_head_ends_the_connection_after_the_head_timeout() {
        for (seconds, expected) in [(1, 3), (4, 9)] {
            let timeouts = Arc::new(Timeouts::new(seconds * SECOND, SECOND));
            timeouts.note(&timeouts.head);
            assert_eq!(ticks(&timeouts), Some(expected));
            drop(timeouts.call());
        }
    }
}
