//! A bounded pool for work that keeps a processor busy, apart from the threads that serve connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tokio::sync::Semaphore;

/// So many pieces of work at once, and so many more that wait.
#[derive(Debug)]
pub struct Pool {
    slots: Arc<Semaphore>,
    /// A place for each piece of work, running or waiting.
    places: Arc<Semaphore>,
}

/// Why a piece of work was not done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// As many wait already as may.
    Full,
    /// No slot came free before the deadline.
    Late,
    /// The work panicked.
    Failed,
}

/// Tells the work to stop when whoever waits for it is gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// A pool with so many slots, and a queue of so many places.
    #[must_use]
    pub fn new(slots: usize, queue: usize) -> Self {
        Self { slots: Arc::new(Semaphore::new(slots)), places: Arc::new(Semaphore::new(slots + queue)) }
    }

    /// Does the work once a slot is free. It is handed a flag that turns true when nobody waits for it any more.
    ///
    /// # Errors
    ///
    /// The queue is full; or `deadline` passed while the work waited for its slot.
    pub async fn run<T: Send + 'static>(
        &self,
        deadline: Option<Instant>,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Refused::Full)?;
        let slot = Arc::clone(&self.slots).acquire_owned();
        let slot = match deadline {
            Some(deadline) => tokio::time::timeout_at(deadline.into(), slot).await.map_err(|_| Refused::Late)?,
            None => slot.await,
        };
        let slot = slot.map_err(|_| Refused::Failed)?;
        let stop = Arc::new(AtomicBool::new(false));
        let gone = StopOnDrop(Arc::clone(&stop));
        let span = tracing::Span::current();
        let done = tokio::task::spawn_blocking(move || {
            // Slot and place are given back when the work has stopped, not when its caller goes.
            let _held = (slot, place);
            span.in_scope(|| work(&stop))
        })
        .await;
        drop(gone);
        done.map_err(|_| Refused::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn wait_for(stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn work_stops_when_its_caller_is_gone_and_its_place_is_given_back() {
        let pool = Pool::new(1, 0);
        let gone = tokio::time::timeout(Duration::from_millis(20), pool.run(None, wait_for)).await;
        assert!(gone.is_err());
        let patience = Instant::now() + Duration::from_secs(10);
        while pool.run(None, |_| ()).await == Err(Refused::Full) {
            assert!(Instant::now() < patience, "the place was not given back");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_waiting_ends_at_the_deadline() {
        let pool = Pool::new(1, 1);
        let busy = pool.run(None, wait_for);
        let late = pool.run(Some(Instant::now() + Duration::from_millis(50)), |_| ());
        let full = async {
            tokio::time::sleep(Duration::from_millis(10)).await;
            pool.run(None, |_| ()).await
        };
        tokio::select! {
            biased;
            _ = busy => unreachable!("nobody stops it"),
            both = async { tokio::join!(late, full) } => assert_eq!(both, (Err(Refused::Late), Err(Refused::Full))),
        }
    }
}
