//! How long a connection may keep the server waiting: for the rest of a head, or for answers to be taken.
//!
//! Time passes here in ticks, so that a call costs no clock. What is waited for is noted with the tick in which the
//! waiting began; when a tick ends, whatever is too old ends the connection.

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

/// So many ticks make up the shorter of the two times: the precision is half of it.
const TICKS: u32 = 2;

/// So many ticks make up the longer one at most: a connection takes a few bytes for each.
const MOST_TICKS: u32 = 256;

/// What a connection waits for.
#[derive(Debug)]
pub(super) struct Patience {
    tick: Duration,
    head_ticks: u32,
    stall_ticks: u32,
    /// The present tick, from 1.
    now: AtomicU32,
    /// The tick in which a head began to arrive, or 0.
    head: AtomicU32,
    /// The tick since which no byte could be written, or 0.
    write: AtomicU32,
    /// The calls that run, and the pieces of answers that have not been taken.
    calls: AtomicUsize,
    /// The answers, or pieces of them, of which something was last taken in each of the last ticks, from when they were
    /// ready.
    answers: Vec<AtomicUsize>,
    /// Whether the connection speaks HTTP/1, where bytes that come while no call runs begin a head.
    heads: AtomicBool,
    /// Whether the next answer is the last one.
    last: AtomicBool,
    /// Whether a stream lasts longer than it may.
    overdue: AtomicBool,
    /// The body that is in the way of the next request.
    pub(super) unread: Unread,
}

impl Patience {
    /// Of a connection that may keep the server waiting so long.
    pub(super) fn new(head: Duration, stall: Duration) -> Self {
        let tick = (head.min(stall) / TICKS).max(stall / MOST_TICKS).max(Duration::from_millis(1));
        let ticks = |time: Duration| u32::try_from(time.as_nanos().div_ceil(tick.as_nanos())).unwrap_or(u32::MAX - 1);
        let (head_ticks, stall_ticks) = (ticks(head), ticks(stall));
        // The present tick, those in which an answer may still wait, and the one that is to be looked at.
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

    /// Waits until the connection has kept the server waiting too long, and says for what.
    pub(super) async fn ends(&self) -> &'static str {
        loop {
            sleep(self.tick).await;
            if let Some(what) = self.pass() {
                return what;
            }
        }
    }

    /// Ends a tick: what is too old by then.
    fn pass(&self) -> Option<&'static str> {
        let now = self.now.load(Ordering::Relaxed) + 1;
        let old = |since: &AtomicU32, ticks: u32| match since.load(Ordering::Relaxed) {
            0 => false,
            // What began in a tick is one less than its age in ticks old, at least.
            began => now - began > ticks,
        };
        if old(&self.head, self.head_ticks) {
            return Some("the head of a request did not arrive in time");
        }
        if old(&self.write, self.stall_ticks) || self.answers[self.place(now)].load(Ordering::Relaxed) > 0 {
            return Some("an answer was not taken in time");
        }
        if self.overdue.load(Ordering::Relaxed) {
            return Some("a stream of answers was not taken in time");
        }
        self.now.store(now, Ordering::Relaxed);
        None
    }

    /// Where the answers of a tick are counted.
    fn place(&self, tick: u32) -> usize {
        tick as usize % self.answers.len()
    }

    /// The moment, unless it is already noted.
    fn note(&self, since: &AtomicU32) {
        if since.load(Ordering::Relaxed) == 0 {
            since.store(self.now.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// The connection speaks HTTP/1, and its first head has begun.
    pub(super) fn has_heads(&self) {
        self.heads.store(true, Ordering::Relaxed);
        self.note(&self.head);
    }

    /// A call runs from now on: its head has arrived.
    pub(super) fn call(self: &Arc<Self>) -> Waiting {
        self.head.store(0, Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
        Waiting { patience: Arc::clone(self), answer: None, ends: None }
    }

    /// The next answer is the last one.
    pub(super) fn answers_last(&self) {
        self.last.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    pub(super) fn is_last(&self) -> bool {
        self.last.load(Ordering::Relaxed)
    }

    /// Whether no call runs, and every answer is taken.
    pub(super) fn is_idle(&self) -> bool {
        self.calls.load(Ordering::Relaxed) == 0
    }
}

/// A call that runs, until this is dropped.
#[derive(Debug)]
pub(super) struct Waiting {
    patience: Arc<Patience>,
    answer: Option<usize>,
    ends: Option<Ends>,
}

/// Waits for the moment by which a stream has to have ended, until this is dropped.
#[derive(Debug)]
struct Ends(AbortHandle);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Waiting {
    /// The answer is ready: from now on its caller is waited for.
    pub(super) fn answered(&mut self) {
        let place = self.patience.place(self.patience.now.load(Ordering::Relaxed));
        self.patience.answers[place].fetch_add(1, Ordering::Relaxed);
        self.answer = Some(place);
    }

    /// The answer is a stream of what is found meanwhile, which takes so long at most when its caller takes it.
    ///
    /// Who has no room for more cannot be told, while nothing is found, from who waits for it: so it is the whole that has
    /// its time.
    pub(super) fn streams(&mut self, most: Duration) {
        let patience = Arc::clone(&self.patience);
        let waits = tokio::spawn(async move {
            sleep(most).await;
            patience.overdue.store(true, Ordering::Relaxed);
        });
        self.ends = Some(Ends(waits.abort_handle()));
    }

    /// Some of the answer was taken: its caller is waited for anew.
    pub(super) fn taken(&mut self) {
        let Some(before) = self.answer else { return };
        let place = self.patience.place(self.patience.now.load(Ordering::Relaxed));
        if place != before {
            self.patience.answers[place].fetch_add(1, Ordering::Relaxed);
            self.patience.answers[before].fetch_sub(1, Ordering::Relaxed);
            self.answer = Some(place);
        }
    }

    /// A further piece of the same answer is waited for.
    pub(super) fn further(&self) -> Self {
        self.patience.calls.fetch_add(1, Ordering::Relaxed);
        let mut further = Self { patience: Arc::clone(&self.patience), answer: None, ends: None };
        further.answered();
        further
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.patience.calls.fetch_sub(1, Ordering::Relaxed);
        if let Some(place) = self.answer {
            self.patience.answers[place].fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The stream of a connection, which notes when it has to wait.
#[derive(Debug)]
pub(super) struct Patient {
    stream: TcpStream,
    patience: Arc<Patience>,
    /// Until when it is read once nothing more is written.
    lingering: Option<Pin<Box<Sleep>>>,
}

/// How long a connection is read after the last answer: until the caller closes it too, as a rule. To close it while
/// bytes arrive would reset it, and the caller might lose the answer, or the word that a call was not taken any more.
const LINGER: Duration = Duration::from_secs(1);

impl Patient {
    /// A stream that has said nothing yet.
    pub(super) const fn new(stream: TcpStream, patience: Arc<Patience>) -> Self {
        Self { stream, patience, lingering: None }
    }

    fn wrote<T>(&self, written: Poll<T>) -> Poll<T> {
        if written.is_pending() {
            self.patience.note(&self.patience.write);
        } else {
            self.patience.write.store(0, Ordering::Relaxed);
        }
        written
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if into.filled().len() > before && self.patience.heads.load(Ordering::Relaxed) && self.patience.is_idle() {
            self.patience.note(&self.patience.head);
        }
        read
    }
}

impl AsyncWrite for Patient {
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

    /// How many ticks pass until the connection ends, of a few.
    fn passes(patience: &Patience) -> Option<u32> {
        (1..=20).find(|_| patience.pass().is_some())
    }

    #[test]
    fn a_connection_without_anything_to_wait_for_never_ends() {
        let patience = Arc::new(Patience::new(SECOND, SECOND));
        assert_eq!(passes(&patience), None);
        drop(patience.call());
        let mut taken = patience.call();
        taken.answered();
        drop(taken);
        let _runs = patience.call();
        assert_eq!(passes(&patience), None);
    }

    #[test]
    fn an_answer_that_is_not_taken_ends_it_whatever_else_is_taken() {
        let patience = Arc::new(Patience::new(SECOND, SECOND));
        let mut stalled = patience.call();
        stalled.answered();
        let passed = (1..=20).find(|_| {
            let mut taken = patience.call();
            taken.answered();
            patience.pass().is_some()
        });
        // Two ticks are a second; the one in which it was ready may have been about to end.
        assert_eq!(passed, Some(3));
    }

    #[test]
    fn an_answer_that_is_taken_slowly_does_not_end_it() {
        let patience = Arc::new(Patience::new(SECOND, SECOND));
        let mut slow = patience.call();
        slow.answered();
        let slower = slow.further();
        assert_eq!(
            (1..=20).find(|_| {
                slow.taken();
                patience.pass().is_some()
            }),
            Some(3),
            "the other piece is not taken"
        );
        drop(slower);
        for _ in 0..20 {
            slow.taken();
            assert_eq!(patience.pass(), None);
        }
        drop(slow);
        assert!(patience.is_idle());
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_may_be_silent_for_its_time() {
        let patience = Arc::new(Patience::new(SECOND, SECOND));
        let stream = || {
            let mut stream = patience.call();
            stream.streams(10 * SECOND);
            stream
        };
        let (taken, silent) = (stream(), stream());
        sleep(9 * SECOND).await;
        assert_eq!(passes(&patience), None);
        drop(silent);
        sleep(2 * SECOND).await;
        assert!(patience.pass().is_some());
        drop(taken);
        let patience = Arc::new(Patience::new(SECOND, SECOND));
        drop({
            let mut stream = patience.call();
            stream.streams(SECOND);
            stream
        });
        sleep(2 * SECOND).await;
        assert_eq!(passes(&patience), None);
    }

    #[test]
    fn long_times_take_little() {
        let patience = Patience::new(Duration::from_millis(100), Duration::from_secs(3_600));
        assert!(patience.answers.len() <= 258, "{}", patience.answers.len());
    }

    #[test]
    fn a_head_that_stays_half_ends_it_later_when_it_may_take_longer() {
        for (seconds, ticks) in [(1, 3), (4, 9)] {
            let patience = Arc::new(Patience::new(seconds * SECOND, SECOND));
            patience.note(&patience.head);
            assert_eq!(passes(&patience), Some(ticks));
            drop(patience.call());
        }
    }
}
