//! A bounded pool for work that keeps a processor busy, separate from the threads that serve connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// A pool with a number of slots for work, and a bounded queue for work that waits for a slot.
#[derive(Debug)]
pub struct Pool {
    slots: Arc<Semaphore>,
    /// A permit for each task, running or waiting.
    places: Arc<Semaphore>,
    busy: Arc<AtomicUsize>,
    slot_count: usize,
    queue_capacity: usize,
    priority: Priority,
}

/// The priority of the threads that do the work.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Priority {
    /// The priority of the threads that serve connections.
    Normal,
    /// A lower priority, for work of seconds that would delay calls of microseconds. It has an effect on Linux only.
    Low,
}

/// A slot that is acquired but not in use yet.
#[derive(Debug)]
pub struct Slot {
    priority: Priority,
    busy: Arc<AtomicUsize>,
    permits: [OwnedSemaphorePermit; 2],
}

/// A guard that counts a slot as busy until it is dropped.
struct BusyGuard {
    busy: Arc<AtomicUsize>,
    permits: Option<[OwnedSemaphorePermit; 2]>,
}

impl Drop for BusyGuard {
    fn drop(&mut self) {
        // First the slot is free, then it is reported.
        drop(self.permits.take());
        self.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The reason why work was not done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// The queue is full.
    QueueFull,
    /// No slot became free before the deadline.
    DeadlineExceeded,
    /// The work panicked.
    Panicked,
}

/// A guard that sets the stop flag of the work when the future of its caller is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// A pool with this number of slots, and a queue of this capacity.
    #[must_use]
    pub fn new(slot_count: usize, queue_capacity: usize, priority: Priority) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(slot_count)),
            places: Arc::new(Semaphore::new(slot_count + queue_capacity)),
            busy: Arc::default(),
            slot_count,
            queue_capacity,
            priority,
        }
    }

    /// The number of slots.
    #[must_use]
    pub const fn slot_count(&self) -> usize {
        self.slot_count
    }

    /// The capacity of the queue.
    #[must_use]
    pub const fn queue_capacity(&self) -> usize {
        self.queue_capacity
    }

    /// The number of slots in use.
    #[must_use]
    pub fn busy(&self) -> usize {
        // One that has just been released may be in use again before it is counted as free.
        self.busy.load(Ordering::Relaxed).min(self.slot_count)
    }

    /// The number of tasks that wait for a slot, or for what else they need.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let taken = (self.slot_count + self.queue_capacity).saturating_sub(self.places.available_permits());
        taken.saturating_sub(self.busy())
    }

    /// Does the work once a slot is free. The work is given a flag that becomes true when the returned future is dropped.
    ///
    /// # Errors
    ///
    /// The queue is full, the `deadline` passes before a slot is free, or the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        deadline: Option<Instant>,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.acquire(deadline, std::future::ready(())).await?.0.run(work).await
    }

    /// Waits for a slot, first come, first served, and then for the resource that the work needs besides. Dropping the
    /// future leaves the queue.
    ///
    /// # Errors
    ///
    /// The queue is full, or the `deadline` passes before slot and resource are there.
    pub async fn acquire<R>(
        &self,
        deadline: Option<Instant>,
        resource: impl Future<Output = R>,
    ) -> Result<(Slot, R), PoolError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| PoolError::QueueFull)?;
        let waiting = async {
            let permit = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| PoolError::Panicked)?;
            let slot = Slot { priority: self.priority, busy: Arc::clone(&self.busy), permits: [permit, place] };
            Ok((slot, resource.await))
        };
        match deadline {
            Some(deadline) => {
                tokio::time::timeout_at(deadline.into(), waiting).await.map_err(|_| PoolError::DeadlineExceeded)?
            }
            None => waiting.await,
        }
    }
}

impl Slot {
    /// Does the work. It is given a flag that becomes true when the returned future is dropped.
    ///
    /// # Errors
    ///
    /// The work panics, or no thread can be started.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let stop = Arc::new(AtomicBool::new(false));
        let stop_on_drop = StopOnDrop(Arc::clone(&stop));
        let span = tracing::Span::current();
        self.busy.fetch_add(1, Ordering::Relaxed);
        let busy = BusyGuard { busy: self.busy, permits: Some(self.permits) };
        let (sender, receiver) = oneshot::channel();
        let work = move || {
            let result = span.in_scope(|| work(&stop));
            // The slot is released when the work has stopped, not when its caller goes, and before its caller has the result
            // and may bring more work.
            drop(busy);
            // The span has to end with the call: once this thread gets here, the last spans may have been exported.
            drop(span);
            let _ = sender.send(result);
        };
        match self.priority {
            Priority::Normal => drop(tokio::task::spawn_blocking(work)),
            // On a thread of its own, since a lowered priority cannot be raised again.
            Priority::Low => {
                let thread = std::thread::Builder::new().name("ayla-low".to_owned());
                let started = thread.spawn(|| {
                    lower_priority(SEARCH_NICENESS);
                    work();
                });
                if let Err(error) = started {
                    tracing::error!(%error, "cannot start a thread");
                    return Err(PoolError::QueueFull);
                }
            }
        }
        let result = receiver.await;
        drop(stop_on_drop);
        result.map_err(|_| PoolError::Panicked)
    }
}

/// The niceness of a search: it gets a tenth of the processor time of a competing thread of niceness 0.
const SEARCH_NICENESS: i32 = 10;

/// Lowers the priority of the current thread. Has an effect on Linux only, where threads have a niceness of their own.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "other systems have no niceness of threads"))]
pub(super) fn lower_priority(niceness: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, niceness) {
        tracing::debug!(%error, "cannot lower the priority of a thread");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::time::Duration;

    fn wait_for(stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn work_stops_when_its_caller_is_gone_and_releases_its_slot() {
        let pool = Pool::new(1, 1, Priority::Low);
        let mut running = Box::pin(pool.run(None, wait_for));
        assert!(running.as_mut().now_or_never().is_none());
        assert_eq!((pool.busy(), pool.waiting()), (1, 0));
        drop(running);
        assert_eq!(pool.run(None, |_| ()).await, Ok(()));
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_a_wait_ends_at_the_deadline() {
        let pool = Pool::new(1, 1, Priority::Normal);
        let mut running = Box::pin(pool.run(None, wait_for));
        assert!(running.as_mut().now_or_never().is_none());
        let mut waiting = Box::pin(pool.run(None, |_| ()));
        assert!(waiting.as_mut().now_or_never().is_none());
        assert_eq!((pool.busy(), pool.waiting()), (1, 1));
        assert_eq!(pool.run(None, |_| ()).await, Err(PoolError::QueueFull));
        drop(waiting);
        let late = pool.run(Some(Instant::now() + Duration::from_millis(1)), |_| ());
        assert_eq!(late.await, Err(PoolError::DeadlineExceeded));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_work_of_low_priority_leaves_the_processor_to_others() {
        let niceness = || rustix::process::getpriority_process(None).expect("Linux has it");
        let ours = niceness();
        let run = async |priority| Pool::new(1, 0, priority).run(None, move |_| niceness()).await;
        assert_eq!(run(Priority::Normal).await, Ok(ours));
        assert_eq!(run(Priority::Low).await, Ok(SEARCH_NICENESS));
        assert_eq!(niceness(), ours);
    }
}
