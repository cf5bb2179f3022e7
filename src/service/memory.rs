//! The hash memory of all searches: bounded, kept from one search to the next, and released when idle.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use ayla_engine::TranspositionTable;

/// How long the memory is kept after the last search.
pub const IDLE_TIME: Duration = Duration::from_secs(10);

/// The unit of allocation, in bytes; no table is smaller.
const UNIT: u64 = 1024;

/// The tables of searches. Those in use and those kept for the next search take no more than the capacity together.
///
/// A table is allocated when a search first needs it. After [`IDLE_TIME`] without a search all tables are released.
#[derive(Debug)]
pub struct Memory {
    capacity: u64,
    idle_time: Duration,
    /// The bytes of all tables.
    held: AtomicU64,
    /// A permit for each unit not in use.
    free: Arc<Semaphore>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The tables not in use, the smallest first.
    kept: Vec<TranspositionTable>,
    /// The number of tables in use.
    used: usize,
    /// When the last search ended.
    idle_since: Instant,
    /// The task that releases the tables.
    release_task: Option<JoinHandle<()>>,
}

/// A reservation of memory for a table.
#[derive(Debug)]
pub struct Reservation {
    memory: Arc<Memory>,
    bytes: u64,
    permit: OwnedSemaphorePermit,
}

/// A table in use, which is kept for the next search when this is dropped.
#[derive(Debug)]
pub struct TableGuard {
    memory: Arc<Memory>,
    table: TranspositionTable,
    // Released after the table is kept: see `Drop`.
    _permit: OwnedSemaphorePermit,
}

impl Memory {
    /// Memory of `capacity` bytes for all searches together, but at least of the largest table ([`TranspositionTable::MOST_BYTES`]).
    #[must_use]
    pub fn new(capacity: u64) -> Arc<Self> {
        Self::with_idle_time(capacity, IDLE_TIME)
    }

    fn with_idle_time(capacity: u64, idle_time: Duration) -> Arc<Self> {
        let units = (capacity.max(TranspositionTable::MOST_BYTES) / UNIT).min(Semaphore::MAX_PERMITS as u64);
        let state = State { kept: Vec::new(), used: 0, idle_since: Instant::now(), release_task: None };
        Arc::new(Self {
            capacity: units * UNIT,
            idle_time,
            held: AtomicU64::new(0),
            free: Arc::new(Semaphore::new(units as usize)),
            state: Mutex::new(state),
        })
    }

    /// The most bytes that tables may take.
    #[must_use]
    pub const fn capacity(&self) -> u64 {
        self.capacity
    }

    /// The bytes of the tables in use and of those kept, including pages that were never touched.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Waits, first come, first served, until this number of bytes fits beside those in use.
    pub(super) async fn reserve(self: &Arc<Self>, bytes: u64) -> Reservation {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        match Arc::clone(&self.free).acquire_many_owned(units).await {
            Ok(permit) => {
                self.schedule_release();
                Reservation { memory: Arc::clone(self), bytes, permit }
            }
            Err(_) => unreachable!("nobody closes the semaphore"),
        }
    }

    /// Makes sure that the release task runs.
    fn schedule_release(self: &Arc<Self>) {
        let mut state = self.state();
        state.idle_since = Instant::now();
        // A task whose runtime has ended has finished too.
        if state.release_task.as_ref().is_none_or(JoinHandle::is_finished) {
            state.release_task = Some(tokio::spawn(Arc::clone(self).release_when_idle()));
        }
    }

    /// Releases all tables once no search has run for the idle time.
    async fn release_when_idle(self: Arc<Self>) {
        let mut until = Instant::now() + self.idle_time;
        loop {
            tokio::time::sleep_until(until).await;
            let mut state = self.state();
            let now = Instant::now();
            until = if state.used > 0 { now } else { state.idle_since } + self.idle_time;
            if until <= now {
                state.release_task = None;
                let tables = std::mem::take(&mut state.kept);
                drop(state);
                // A search that begins now waits until they are released.
                let units = tables.iter().map(TranspositionTable::bytes).sum::<u64>().div_ceil(UNIT);
                let units = u32::try_from(units).unwrap_or(u32::MAX);
                let released = Arc::clone(&self.free).try_acquire_many_owned(units);
                // Unmapping takes some milliseconds.
                tokio::task::spawn_blocking(move || {
                    self.release(tables);
                    drop(released);
                });
                return;
            }
        }
    }

    fn release(&self, tables: Vec<TranspositionTable>) {
        let bytes: u64 = tables.iter().map(TranspositionTable::bytes).sum();
        drop(tables);
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No panic can leave the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservation {
    /// A table of the reserved size or larger: a kept one if possible, or else a new one, for which kept tables make room.
    /// May take some milliseconds.
    pub(super) fn table(mut self) -> TableGuard {
        let memory = Arc::clone(&self.memory);
        let mut state = memory.state();
        state.used += 1;
        let kept = self.kept(&mut state);
        let mut evicted = Vec::new();
        let mut held = memory.held();
        while kept.is_none() && held + self.bytes > memory.capacity && !state.kept.is_empty() {
            let smallest = state.kept.remove(0);
            held -= smallest.bytes();
            evicted.push(smallest);
        }
        // Allocation takes milliseconds, and threads of calls may wait for the lock.
        drop(state);
        memory.release(evicted);
        let table = kept.unwrap_or_else(|| {
            memory.held.fetch_add(self.bytes, Ordering::Relaxed);
            TranspositionTable::with_bytes(self.bytes)
        });
        TableGuard { memory, table, _permit: self.permit }
    }

    /// The smallest kept table that is large enough, if the bytes beyond the reservation are free.
    fn kept(&mut self, state: &mut State) -> Option<TranspositionTable> {
        let index = state.kept.iter().position(|table| table.bytes() >= self.bytes)?;
        let more = (state.kept[index].bytes() - self.bytes).div_ceil(UNIT);
        if more > 0 {
            let more = Arc::clone(&self.memory.free).try_acquire_many_owned(u32::try_from(more).ok()?).ok()?;
            self.permit.merge(more);
        }
        Some(state.kept.remove(index))
    }
}

impl TableGuard {
    /// The table.
    pub(super) const fn table(&mut self) -> &mut TranspositionTable {
        &mut self.table
    }
}

impl Drop for TableGuard {
    fn drop(&mut self) {
        let table = std::mem::take(&mut self.table);
        let mut state = self.memory.state();
        let index = state.kept.partition_point(|kept| kept.bytes() < table.bytes());
        state.kept.insert(index, table);
        state.used -= 1;
        state.idle_since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    const MIB: u64 = 1 << 20;

    #[tokio::test]
    async fn tables_are_kept_and_never_take_more_than_the_capacity() {
        let memory = Memory::new(128 * MIB);
        let lend = async |mib| memory.reserve(mib * MIB).await.table();
        let (large, small) = (lend(64).await, lend(16).await);
        assert_eq!(memory.held(), 80 * MIB);
        drop((large, small));
        assert_eq!(memory.held(), 80 * MIB);
        // The smallest table that is large enough is used, even if it is larger.
        let tables = [lend(8).await, lend(8).await, lend(32).await];
        assert_eq!(tables.each_ref().map(|lent| lent.table.bytes() / MIB), [16, 64, 32]);
        assert_eq!(memory.held(), 112 * MIB);
        drop(tables);
        // The smaller tables make room.
        let tables = [lend(64).await, lend(64).await];
        assert_eq!(tables.each_ref().map(|lent| lent.table.bytes() / MIB), [64, 64]);
        assert_eq!(memory.held(), 128 * MIB);
        assert!(memory.reserve(1).now_or_never().is_none(), "nothing is free");
        drop(tables);
        assert_eq!(memory.free.available_permits() as u64 * UNIT, memory.capacity());
    }

    #[tokio::test]
    async fn there_is_room_for_the_largest_table_whatever_the_capacity() {
        let memory = Memory::new(0);
        assert_eq!(memory.capacity(), TranspositionTable::MOST_BYTES);
        assert_eq!(
            memory.reserve(TranspositionTable::MOST_BYTES).await.table().table().bytes(),
            TranspositionTable::MOST_BYTES
        );
    }

    #[tokio::test]
    async fn a_larger_table_is_not_used_if_other_searches_need_the_difference() {
        let memory = Memory::new(64 * MIB);
        drop(memory.reserve(64 * MIB).await.table());
        let first = memory.reserve(MIB).await;
        let second = memory.reserve(MIB).await;
        let tables = [first.table(), second.table()];
        assert_eq!(tables.each_ref().map(|lent| lent.table.bytes()), [MIB, MIB]);
        assert_eq!(memory.held(), 2 * MIB);
    }

    #[tokio::test(start_paused = true)]
    async fn idle_memory_is_released() {
        let memory = Memory::new(64 * MIB);
        let lent = memory.reserve(64 * MIB).await.table();
        tokio::time::sleep(3 * IDLE_TIME).await;
        drop(lent);
        tokio::time::sleep(IDLE_TIME - Duration::from_millis(10)).await;
        assert_eq!(memory.held(), 64 * MIB);
        drop(memory.reserve(MIB).await.table());
        tokio::time::sleep(IDLE_TIME - Duration::from_millis(10)).await;
        assert_eq!(memory.held(), 64 * MIB);
        tokio::time::sleep(Duration::from_millis(20)).await;
        // On a thread whose clock is not paused.
        while memory.held() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(memory.state().release_task.is_none());
    }
}
