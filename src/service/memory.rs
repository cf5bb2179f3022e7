//! The hash memory of all searches together: bounded, kept from one search to the next, and given back when idle.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use ayla_engine::TranspositionTable;

/// How long after the last search the memory is kept for the next one.
pub const KEPT: Duration = Duration::from_secs(10);

/// What is handed out at a time, in bytes: no table has fewer.
const UNIT: u64 = 1024;

/// Tables for searches: those in use and those kept take no more than the capacity together.
///
/// The memory is taken from the system when a search first needs it. After [`KEPT`] without a search all of it is given
/// back.
#[derive(Debug)]
pub struct Memory {
    capacity: u64,
    kept_for: Duration,
    /// The bytes of all tables.
    held: AtomicU64,
    /// A permit for each unit that is not in use.
    free: Arc<Semaphore>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Tables that no search uses, the smallest first.
    kept: Vec<TranspositionTable>,
    /// How many searches use one.
    used: usize,
    /// When the last search ended.
    idle_since: Instant,
    /// Waits for the moment to give everything back.
    keeper: Option<JoinHandle<()>>,
}

/// The right to use so much memory.
#[derive(Debug)]
pub struct Share {
    memory: Arc<Memory>,
    bytes: u64,
    permit: OwnedSemaphorePermit,
}

/// A table in use, which goes back when this is dropped.
#[derive(Debug)]
pub struct Lent {
    memory: Arc<Memory>,
    table: TranspositionTable,
    // Given back after the table is: see `Drop`.
    _permit: OwnedSemaphorePermit,
}

impl Memory {
    /// So many bytes for all searches together; never less than the largest table needs ([`TranspositionTable::MOST_BYTES`]).
    #[must_use]
    pub fn new(capacity: u64) -> Arc<Self> {
        Self::kept_for(capacity, KEPT)
    }

    fn kept_for(capacity: u64, kept_for: Duration) -> Arc<Self> {
        let units = (capacity.max(TranspositionTable::MOST_BYTES) / UNIT).min(Semaphore::MAX_PERMITS as u64);
        let state = State { kept: Vec::new(), used: 0, idle_since: Instant::now(), keeper: None };
        Arc::new(Self {
            capacity: units * UNIT,
            kept_for,
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

    /// The bytes that tables take now, in use or kept for the next search. What a table has not touched yet counts too.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Waits, first come, first served, until so many bytes fit beside those in use.
    pub(super) async fn share(self: &Arc<Self>, bytes: u64) -> Share {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        match Arc::clone(&self.free).acquire_many_owned(units).await {
            Ok(permit) => {
                self.watch();
                Share { memory: Arc::clone(self), bytes, permit }
            }
            Err(_) => unreachable!("nobody closes the semaphore"),
        }
    }

    /// Sees to it that the memory is given back one day.
    fn watch(self: &Arc<Self>) {
        let mut state = self.state();
        state.idle_since = Instant::now();
        // One that was started in a runtime which is no more has finished too.
        if state.keeper.as_ref().is_none_or(JoinHandle::is_finished) {
            state.keeper = Some(tokio::spawn(Arc::clone(self).keep()));
        }
    }

    /// Gives everything back once no search has run for some time.
    async fn keep(self: Arc<Self>) {
        let mut until = Instant::now() + self.kept_for;
        loop {
            tokio::time::sleep_until(until).await;
            let mut state = self.state();
            let now = Instant::now();
            until = if state.used > 0 { now } else { state.idle_since } + self.kept_for;
            if until <= now {
                state.keeper = None;
                let tables = std::mem::take(&mut state.kept);
                drop(state);
                // A search that comes now waits until there is room again.
                let units = tables.iter().map(TranspositionTable::bytes).sum::<u64>().div_ceil(UNIT);
                let units = u32::try_from(units).unwrap_or(u32::MAX);
                let leaving = Arc::clone(&self.free).try_acquire_many_owned(units);
                // The system takes some milliseconds for it.
                tokio::task::spawn_blocking(move || {
                    self.give_back(tables);
                    drop(leaving);
                });
                return;
            }
        }
    }

    fn give_back(&self, tables: Vec<TranspositionTable>) {
        let bytes: u64 = tables.iter().map(TranspositionTable::bytes).sum();
        drop(tables);
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that could panic happens between two changes that belong together.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    /// A table of this size or larger: one that was kept, if there is one, else a new one in place of what was kept as
    /// far as both do not fit. May take some milliseconds.
    pub(super) fn table(mut self) -> Lent {
        let memory = Arc::clone(&self.memory);
        let mut state = memory.state();
        state.used += 1;
        let kept = self.kept(&mut state);
        let mut in_the_way = Vec::new();
        let mut held = memory.held();
        while kept.is_none() && held + self.bytes > memory.capacity && !state.kept.is_empty() {
            let smallest = state.kept.remove(0);
            held -= smallest.bytes();
            in_the_way.push(smallest);
        }
        // What takes milliseconds is done without the lock, for which threads of calls may wait.
        drop(state);
        memory.give_back(in_the_way);
        let table = kept.unwrap_or_else(|| {
            memory.held.fetch_add(self.bytes, Ordering::Relaxed);
            TranspositionTable::with_bytes(self.bytes)
        });
        Lent { memory, table, _permit: self.permit }
    }

    /// The smallest table kept that is large enough, if what it is too large is free as well.
    fn kept(&mut self, state: &mut State) -> Option<TranspositionTable> {
        let at = state.kept.iter().position(|table| table.bytes() >= self.bytes)?;
        let more = (state.kept[at].bytes() - self.bytes).div_ceil(UNIT);
        if more > 0 {
            let more = Arc::clone(&self.memory.free).try_acquire_many_owned(u32::try_from(more).ok()?).ok()?;
            self.permit.merge(more);
        }
        Some(state.kept.remove(at))
    }
}

impl Lent {
    /// The table.
    pub(super) const fn table(&mut self) -> &mut TranspositionTable {
        &mut self.table
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let table = std::mem::take(&mut self.table);
        let mut state = self.memory.state();
        let at = state.kept.partition_point(|kept| kept.bytes() < table.bytes());
        state.kept.insert(at, table);
        state.used -= 1;
        state.idle_since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    #[tokio::test]
    async fn tables_are_kept_and_never_take_more_than_the_capacity() {
        let memory = Memory::new(128 * MIB);
        let lend = async |mib| memory.share(mib * MIB).await.table();
        let (large, small) = (lend(64).await, lend(16).await);
        assert_eq!(memory.held(), 80 * MIB);
        drop((large, small));
        assert_eq!(memory.held(), 80 * MIB);
        // The smallest that is large enough, though it be larger; then what there is room for.
        let tables = [lend(8).await, lend(8).await, lend(32).await];
        assert_eq!(tables.each_ref().map(|lent| lent.table.bytes() / MIB), [16, 64, 32]);
        assert_eq!(memory.held(), 112 * MIB);
        drop(tables);
        // The smaller ones make room.
        let tables = [lend(64).await, lend(64).await];
        assert_eq!(tables.each_ref().map(|lent| lent.table.bytes() / MIB), [64, 64]);
        assert_eq!(memory.held(), 128 * MIB);
        let waits = tokio::time::timeout(Duration::from_millis(20), memory.share(1)).await;
        assert!(waits.is_err(), "nothing is free");
        drop(tables);
        assert_eq!(memory.free.available_permits() as u64 * UNIT, memory.capacity());
    }

    #[tokio::test]
    async fn there_is_room_for_the_largest_table_whatever_the_capacity() {
        let memory = Memory::new(0);
        assert_eq!(memory.capacity(), TranspositionTable::MOST_BYTES);
        assert_eq!(
            memory.share(TranspositionTable::MOST_BYTES).await.table().table().bytes(),
            TranspositionTable::MOST_BYTES
        );
    }

    #[tokio::test]
    async fn a_larger_table_is_not_lent_at_the_expense_of_those_who_wait() {
        let memory = Memory::new(64 * MIB);
        drop(memory.share(64 * MIB).await.table());
        let first = memory.share(MIB).await;
        let second = memory.share(MIB).await;
        let tables = [first.table(), second.table()];
        assert_eq!(tables.each_ref().map(|lent| lent.table.bytes()), [MIB, MIB]);
        assert_eq!(memory.held(), 2 * MIB);
    }

    #[tokio::test(start_paused = true)]
    async fn idle_memory_is_given_back() {
        let memory = Memory::new(64 * MIB);
        let lent = memory.share(64 * MIB).await.table();
        tokio::time::sleep(3 * KEPT).await;
        drop(lent);
        tokio::time::sleep(KEPT - Duration::from_millis(10)).await;
        assert_eq!(memory.held(), 64 * MIB);
        drop(memory.share(MIB).await.table());
        tokio::time::sleep(KEPT - Duration::from_millis(10)).await;
        assert_eq!(memory.held(), 64 * MIB);
        tokio::time::sleep(Duration::from_millis(20)).await;
        // Given back on a thread whose time is not paused.
        while memory.held() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(memory.state().keeper.is_none());
    }
}
