//! The end of a connection: by itself, at its maximum age, or with the process.

use std::hash::{BuildHasher, RandomState};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::server::timeouts::Timeouts;

/// How long an idle connection is kept once the process shuts down: enough for an answer to leave, and for a request that is
/// on its way to arrive.
pub(super) const LAST_WORDS: Duration = Duration::from_secs(1);

/// The spread of the maximum ages in either direction: a tenth.
const SPREAD: f64 = 0.1;

/// The maximum ages of connections.
#[derive(Debug)]
pub(super) struct Ages {
    age: Duration,
    /// The number of ages handed out, from a random start.
    count: AtomicU32,
}

impl Ages {
    /// Ages around `age`.
    ///
    /// The start is random, so that a client with a connection to each replica does not lose all of them at once.
    pub(super) fn about(age: Duration) -> Self {
        let start = RandomState::new().hash_one(age) as u32;
        Self { age, count: AtomicU32::new(start) }
    }

    /// The maximum age of the next connection. Ages are spread evenly, so that connections opened together do not end
    /// together.
    pub(super) fn next(&self) -> Duration {
        // Multiples of the golden ratio fall into the widest gap between the earlier ones.
        const GOLDEN: u32 = 0x9e37_79b9;
        let place = self.count.fetch_add(1, Ordering::Relaxed).wrapping_mul(GOLDEN);
        let place = f64::from(place) / f64::from(u32::MAX);
        self.age.mul_f64(1.0 - SPREAD + 2.0 * SPREAD * place)
    }
}

/// The conditions that end a connection without a fault.
#[derive(Debug)]
pub(super) struct Ends {
    /// Cancelled when the process shuts down.
    pub(super) closing: CancellationToken,
    /// The maximum age; none for no maximum.
    pub(super) age: Option<Duration>,
}

/// Runs a connection until it ends by itself, a timeout passes, or its calls have finished after `close`, which is called at
/// the maximum age or when the process shuts down. At the maximum age calls have this grace to finish; without a grace the
/// connection is kept until the client closes it.
pub(super) async fn drive<C>(
    mut connection: Pin<&mut C>,
    timeouts: &Timeouts,
    ends: &Ends,
    grace: Option<Duration>,
    close: impl FnOnce(Pin<&mut C>),
) -> Result<(), axum::BoxError>
where
    C: Future<Output = hyper::Result<()>>,
{
    let mut timeout = pin!(timeouts.passed());
    let grace = tokio::select! {
        ended = connection.as_mut() => return Ok(ended?),
        why = timeout.as_mut() => return Err(why.into()),
        // Calls in flight then have the drain time of the process.
        () = ends.closing.cancelled() => None,
        () = after(ends.age) => grace,
    };
    close(connection.as_mut());
    let closed = async {
        ends.closing.cancelled().await;
        wait_until_idle(timeouts).await;
    };
    tokio::select! {
        ended = connection => Ok(ended?),
        why = timeout => Err(why.into()),
        () = closed => Ok(()),
        () = after(grace) => Ok(()),
    }
}

/// Sleeps for this time, or for ever.
async fn after(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}

/// How often an ending connection is checked for calls in flight.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// Waits until the connection has been idle for [`LAST_WORDS`]. Long-lived calls such as health watches do not count.
async fn wait_until_idle(timeouts: &Timeouts) {
    let mut idle = Duration::ZERO;
    while idle < LAST_WORDS {
        tokio::time::sleep(IDLE_CHECK_INTERVAL).await;
        idle = if timeouts.is_idle() { idle + IDLE_CHECK_INTERVAL } else { Duration::ZERO };
    }
}

/// Waits until the process shuts down, and [`LAST_WORDS`] longer: a request may be on its way.
pub(super) async fn last_words(closing: &CancellationToken) {
    closing.cancelled().await;
    tokio::time::sleep(LAST_WORDS).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_opened_together_end_apart() {
        let ages = Ages::about(Duration::from_secs(1_000));
        let mut drawn: Vec<u64> = (0..100).map(|_| ages.next().as_secs()).collect();
        drawn.sort_unstable();
        assert!(drawn[0] >= 900 && drawn[99] <= 1_100, "{drawn:?}");
        // Evenly, each two seconds apart would be.
        assert!(drawn.windows(2).all(|two| two[1] - two[0] <= 6), "{drawn:?}");
    }
}
