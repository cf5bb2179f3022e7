//! The end of a connection: by itself, at its maximum age, or with the process.

use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::body::BoxError;
use super::connection::{Connection, EndReason};
use super::limits::Http;
use super::preface::Version;
use super::sender::Sender;

/// How long an idle connection is kept once the process shuts down: enough for an answer to leave, and for a request
/// that is on its way to arrive.
pub(super) const ARRIVAL_TIME: Duration = Duration::from_secs(1);

/// The spread of the maximum ages in either direction: a tenth.
const SPREAD: f64 = 0.1;

/// The maximum age of a new connection, around `age`. It is random, so that connections opened together do not end
/// together.
pub(super) fn max_age(age: Duration) -> Duration {
    // Each `RandomState` has different keys, the first of which are random.
    let random = RandomState::new().hash_one(()) as f64 / u64::MAX as f64;
    age.mul_f64(1.0 - SPREAD + 2.0 * SPREAD * random)
}

/// The conditions that end a connection without a fault.
#[derive(Debug)]
pub(super) struct Ends {
    /// Cancelled when the process shuts down.
    pub(super) closing: CancellationToken,
    /// The maximum age; none for no maximum.
    pub(super) age: Option<Duration>,
}

/// Runs a connection until it ends by itself, or its calls have finished after `close`, which is called when it
/// is old or, over HTTP/2, idle, and when the process shuts down.
///
/// An old HTTP/2 connection ends after its grace. An old HTTP/1 connection is kept until its client makes a call; if it
/// is idle, hyper ends it.
pub(super) async fn drive<C: Future<Output = hyper::Result<()>>>(
    served: Pin<&mut C>,
    connection: &Connection,
    settings: &Http,
    ends: &Ends,
    version: Version,
    close: impl FnOnce(Pin<&mut C>),
) -> Result<(), BoxError> {
    let http2 = version == Version::Http2;
    let mut served = Turns::new(served, connection, http2);
    let mut grace = None;
    let mut is_idle = false;
    tokio::select! {
        ended = &mut served => return ended,
        // Calls in flight then have the drain time of the process.
        () = ends.closing.cancelled() => {}
        () = sleep(ends.age.unwrap_or(Duration::MAX)) => grace = http2.then_some(settings.grace),
        () = idle(connection, settings.idle_time), if http2 => is_idle = true,
    }
    close(served.connection.as_mut());
    let closed = async {
        if !is_idle {
            ends.closing.cancelled().await;
        }
        wait_until_idle(connection).await;
    };
    tokio::select! {
        ended = served => ended,
        () = closed => Ok(()),
        () = sleep(grace.unwrap_or(Duration::MAX)) => Ok(()),
    }
}

/// A connection that gives its calls a turn before each of its own, and then sends their answers together, each whole.
///
/// Each answer wakes the connection, and the runtime polls next what was woken last: without the turns, each answer
/// would be sent by itself.
pub(super) struct Turns<'a, C> {
    connection: Pin<&'a mut C>,
    state: &'a Connection,
    sender: Option<Arc<Sender>>,
    /// Whether several calls can be in flight.
    takes_turns: bool,
    /// Whether it is the turn of the calls.
    waits: bool,
}

impl<'a, C> Turns<'a, C> {
    pub(super) fn new(connection: Pin<&'a mut C>, state: &'a Connection, takes_turns: bool) -> Self {
        let sender = state.sender();
        sender.iter().for_each(|sender| sender.gather());
        Self { connection, state, sender, takes_turns, waits: false }
    }
}

impl<C: Future<Output = hyper::Result<()>>> Future for Turns<'_, C> {
    type Output = Result<(), BoxError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.waits = self.takes_turns && !self.waits;
        if self.waits {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let written = self.state.writing.ended();
        let ended = self.connection.as_mut().poll(context);
        if ended.is_pending() && self.state.writing.poll_whole(written, context).is_pending() {
            return Poll::Pending;
        }
        match self.sender.as_ref().map(|sender| sender.poll_send(context)) {
            Some(Poll::Ready(Err(error))) => Poll::Ready(Err(error.into())),
            Some(Poll::Ready(Ok(())) | Poll::Pending) | None => ended.map_err(Into::into),
        }
    }
}

/// How often a connection is checked for timeouts: a part of its shortest timeout.
const LOOKS: u32 = 4;
/// How often it is checked while a search has to end with the caller's stream.
const SEARCH_LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Waits until the connection has to end, and says why.
pub(super) async fn overdue(connection: &Connection, settings: &Http) -> EndReason {
    let shortest = settings.head_time.min(settings.answer_time) / LOOKS;
    let interval = shortest.clamp(Duration::from_millis(10), Duration::from_secs(1));
    loop {
        let interval = if connection.has_search() { SEARCH_LOOK_INTERVAL } else { interval };
        tokio::select! {
            () = sleep(interval) => {}
            () = connection.changed.notified() => {}
        }
        if let Some(why) = connection.overdue(settings.head_time) {
            return why;
        }
    }
}

/// Waits until the connection has been without a call for this long.
async fn idle(connection: &Connection, time: Duration) {
    loop {
        match connection.unused_since() {
            Some(since) if since.elapsed() >= time => return,
            Some(since) => sleep_until(since + time).await,
            None => sleep(time).await,
        }
    }
}

/// How often an ending connection is checked for calls in flight.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// Waits until the connection has been idle for [`ARRIVAL_TIME`]. Calls that last, such as health watches, do not
/// count.
async fn wait_until_idle(connection: &Connection) {
    let mut idle = Duration::ZERO;
    while idle < ARRIVAL_TIME {
        sleep(IDLE_CHECK_INTERVAL).await;
        idle = if connection.idle_since().is_some() { idle + IDLE_CHECK_INTERVAL } else { Duration::ZERO };
    }
}

/// Waits until the process shuts down, and [`ARRIVAL_TIME`] longer: a request may be on its way.
pub(super) async fn closing_begun(closing: &CancellationToken) {
    closing.cancelled().await;
    sleep(ARRIVAL_TIME).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use std::pin::pin;
    use std::sync::Weak;

    use tokio::sync::mpsc;

    #[test]
    fn connections_opened_together_end_apart() {
        let mut ages: Vec<u64> = (0..100).map(|_| max_age(Duration::from_secs(1_000_000)).as_secs()).collect();
        ages.sort_unstable();
        ages.dedup();
        assert!(ages[0] >= 900_000 && ages[ages.len() - 1] <= 1_100_000 && ages.len() > 90, "{ages:?}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn the_calls_that_are_ready_run_before_their_connection() {
        const CALLS: usize = 10;
        let turns = tokio::spawn(async {
            let (answers, mut waiting) = mpsc::unbounded_channel();
            let mut begun = false;
            let mut together = Vec::new();
            let mut connection = pin!(poll_fn(|context| {
                for call in 0..if std::mem::replace(&mut begun, true) { 0 } else { CALLS } {
                    let answers = answers.clone();
                    tokio::spawn(async move { answers.send(call) });
                }
                let mut ready = 0;
                while waiting.poll_recv(context).is_ready() {
                    ready += 1;
                }
                together.push(ready);
                if together.iter().sum::<usize>() == CALLS { Poll::Ready(Ok(())) } else { Poll::Pending }
            }));
            let state = Connection::new(([127, 0, 0, 1], 1).into(), false, None, Weak::new());
            Turns::new(connection.as_mut(), &state, true).await.expect("it does not fail");
            together
        });
        assert_eq!(turns.await.expect("it ends"), [0, CALLS]);
    }
}
