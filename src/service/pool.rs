//! A bounded pool for work that keeps a processor busy, apart from the threads that serve connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// So many pieces of work at once, and so many more that wait.
#[derive(Debug)]
pub struct Pool {
    slots: Arc<Semaphore>,
    /// A place for each piece of work, running or waiting.
    places: Arc<Semaphore>,
    busy: Arc<AtomicUsize>,
    most: [usize; 2],
    priority: Priority,
}

/// Which work comes first when there is more than the processors can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Priority {
    /// That of the threads that serve connections.
    Normal,
    /// After all others: for work of seconds, which would delay calls of microseconds. On Linux only.
    Low,
}

/// A slot for a piece of work, which does not run yet.
#[derive(Debug)]
pub struct Turn {
    priority: Priority,
    busy: Arc<AtomicUsize>,
    held: [OwnedSemaphorePermit; 2],
}

/// Counts a piece of work for as long as it runs.
struct Running {
    busy: Arc<AtomicUsize>,
    _held: [OwnedSemaphorePermit; 2],
}

impl Drop for Running {
    fn drop(&mut self) {
        self.busy.fetch_sub(1, Ordering::Relaxed);
    }
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
    pub fn new(slots: usize, queue: usize, priority: Priority) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(slots)),
            places: Arc::new(Semaphore::new(slots + queue)),
            busy: Arc::default(),
            most: [slots, queue],
            priority,
        }
    }

    /// How much work may run at once.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.most[0]
    }

    /// How much more may wait.
    #[must_use]
    pub const fn queue(&self) -> usize {
        self.most[1]
    }

    /// How much work runs now.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.busy.load(Ordering::Relaxed)
    }

    /// How much work waits now, for a slot or for what else it needs.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let taken = (self.slots() + self.queue()).saturating_sub(self.places.available_permits());
        taken.saturating_sub(self.busy())
    }

    /// Does the work once a slot is free. It is handed a flag that turns true when nobody waits for it any more.
    ///
    /// # Errors
    ///
    /// The queue is full; or `deadline` passed while the work waited for its slot; or it panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        deadline: Option<Instant>,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        self.turn(deadline, std::future::ready(())).await?.0.run(work).await
    }

    /// Waits for a slot, first come, first served, and then for what else the work needs before it can run. Whoever
    /// stops waiting leaves the queue.
    ///
    /// # Errors
    ///
    /// The queue is full; or `deadline` passed before there was all.
    pub async fn turn<N>(
        &self,
        deadline: Option<Instant>,
        needed: impl Future<Output = N>,
    ) -> Result<(Turn, N), Refused> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Refused::Full)?;
        let waiting = async {
            let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| Refused::Failed)?;
            Ok((Turn { priority: self.priority, busy: Arc::clone(&self.busy), held: [slot, place] }, needed.await))
        };
        match deadline {
            Some(deadline) => tokio::time::timeout_at(deadline.into(), waiting).await.map_err(|_| Refused::Late)?,
            None => waiting.await,
        }
    }
}

impl Turn {
    /// Does the work. It is handed a flag that turns true when nobody waits for it any more.
    ///
    /// # Errors
    ///
    /// The work panicked.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let stop = Arc::new(AtomicBool::new(false));
        let gone = StopOnDrop(Arc::clone(&stop));
        let span = tracing::Span::current();
        self.busy.fetch_add(1, Ordering::Relaxed);
        let running = Running { busy: self.busy, _held: self.held };
        let (answer, answered) = oneshot::channel();
        let work = move || {
            let done = span.in_scope(|| work(&stop));
            // Slot and place are given back when the work has stopped, not when its caller goes, and before its caller
            // hears of it, who may have more.
            drop(running);
            // The span of a call ends with the call, not when this thread comes to let go of it: by then the process may
            // have sent its last spans.
            drop(span);
            let _ = answer.send(done);
        };
        match self.priority {
            Priority::Normal => drop(tokio::task::spawn_blocking(work)),
            // A thread of its own, since a priority that was lowered cannot be raised again.
            Priority::Low => {
                let thread = std::thread::Builder::new().name("ayla-search".to_owned());
                let begun = thread.spawn(|| {
                    lower_priority(SEARCH_NICENESS);
                    work();
                });
                if let Err(error) = begun {
                    tracing::error!(%error, "cannot start a thread");
                    return Err(Refused::Full);
                }
            }
        }
        let done = answered.await;
        drop(gone);
        done.map_err(|_| Refused::Failed)
    }
}

/// What a search gives way by, on the scale of `nice`: it gets a tenth of the processor time of a thread at zero that
/// competes with it.
const SEARCH_NICENESS: i32 = 10;

/// Has the thread give way to others of the process. On Linux, where niceness is a thread's and not the process's.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "there is no such thing for a thread"))]
pub(super) fn lower_priority(niceness: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, niceness) {
        tracing::debug!(%error, "cannot lower the priority of a thread");
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
        let pool = Pool::new(1, 0, Priority::Low);
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
        let pool = Pool::new(1, 1, Priority::Normal);
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
