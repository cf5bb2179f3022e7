//! The end of a connection: by itself, when it is old, or with the process.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::server::patience::Patience;

/// For how long a connection without a call is kept once the process is to end: time enough for an answer to leave, and
/// for a request that was under way to arrive.
pub(super) const LAST_WORDS: Duration = Duration::from_secs(1);

/// How much shorter or longer than the others a connection may be kept: a tenth.
const SPREAD: f64 = 0.1;

/// How long connections are kept, one after the other.
#[derive(Debug)]
pub(super) struct Ages {
    age: Duration,
    /// How many have been told.
    told: AtomicU32,
}

impl Ages {
    /// Of connections that are kept about so long.
    pub(super) const fn about(age: Duration) -> Self {
        Self { age, told: AtomicU32::new(0) }
    }

    /// That of the next connection. They are spread evenly: also of those that were opened at once each goes at a moment
    /// of its own.
    pub(super) fn next(&self) -> Duration {
        // Multiples of the golden section fall into the widest gaps that those before have left.
        const GOLDEN: u32 = 0x9e37_79b9;
        let place = self.told.fetch_add(1, Ordering::Relaxed).wrapping_mul(GOLDEN);
        let place = f64::from(place) / f64::from(u32::MAX);
        self.age.mul_f64(1.0 - SPREAD + 2.0 * SPREAD * place)
    }
}

/// When a connection is to end that goes on well.
#[derive(Debug)]
pub(super) struct Ends {
    /// When the process ends.
    pub(super) closing: CancellationToken,
    /// When it is so old; none where it may grow old.
    pub(super) age: Option<Duration>,
}

/// Runs a connection until it ends by itself, tries the patience, or has finished its calls after it was told to `close`:
/// when it is old, or the process is to end. One that is old has this grace for them; without a grace it is kept until its
/// caller heeds what the next answer says.
pub(super) async fn drive<C>(
    mut connection: Pin<&mut C>,
    patience: &Patience,
    ends: &Ends,
    grace: Option<Duration>,
    close: impl FnOnce(Pin<&mut C>),
) -> Result<(), axum::BoxError>
where
    C: Future<Output = hyper::Result<()>>,
{
    let mut impatient = pin!(patience.ends());
    let grace = tokio::select! {
        ended = connection.as_mut() => return Ok(ended?),
        why = impatient.as_mut() => return Err(why.into()),
        // What runs then has the drain time of the whole process.
        () = ends.closing.cancelled() => None,
        () = after(ends.age) => grace,
    };
    close(connection.as_mut());
    let closed = async {
        ends.closing.cancelled().await;
        fall_silent(patience).await;
    };
    tokio::select! {
        ended = connection => Ok(ended?),
        why = impatient => Err(why.into()),
        () = closed => Ok(()),
        () = after(grace) => Ok(()),
    }
}

/// Waits so long, or for ever.
async fn after(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}

/// How often is looked whether calls run, once the process is to end.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Waits until no call has run for a moment. Answers that may last, such as a health watch, are no calls that run: they
/// would never end.
async fn fall_silent(patience: &Patience) {
    let mut idle = Duration::ZERO;
    while idle < LAST_WORDS {
        tokio::time::sleep(LOOK_AGAIN).await;
        idle = if patience.is_idle() { idle + LOOK_AGAIN } else { Duration::ZERO };
    }
}

/// Waits until the process is to end, and a moment longer: a connection that was opened before may have a request under
/// way.
pub(super) async fn last_words(closing: &CancellationToken) {
    closing.cancelled().await;
    tokio::time::sleep(LAST_WORDS).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_of_one_moment_do_not_all_end_in_one() {
        let ages = Ages::about(Duration::from_secs(1_000));
        let mut told: Vec<u64> = (0..100).map(|_| ages.next().as_secs()).collect();
        told.sort_unstable();
        assert!(told[0] >= 900 && told[99] <= 1_100, "{told:?}");
        // Evenly, each two seconds apart would be.
        assert!(told.windows(2).all(|two| two[1] - two[0] <= 6), "{told:?}");
    }
}
