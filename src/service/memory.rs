//! The hash tables of searches: kept from one search to the next, and released when idle.
//!
//! The [scheduler](ayla_fair::scheduler) decides how much memory all searches have together. Idle tables are released
//! when a search needs their memory.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ayla_engine::TranspositionTable;
use ayla_fair::lock;

/// How long tables are kept after the last search.
pub const IDLE_TIME: Duration = Duration::from_secs(10);

/// The tables of searches. The tables in use, the other memory of searches, and the idle tables together take no more
/// than the capacity, unless running searches alone need more.
#[derive(Debug)]
pub struct Memory {
    pub(super) capacity: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The tables not in use, the one used last at the end.
    idle: Vec<TranspositionTable>,
    /// The bytes of searches: of their tables, and those that they need besides.
    used: u64,
    /// The bytes of their tables.
    in_tables: u64,
    /// When the last search ended.
    idle_since: Instant,
}

impl State {
    /// The bytes of the tables not in use.
    fn idle_bytes(&self) -> u64 {
        self.idle.iter().map(TranspositionTable::bytes).sum()
    }
}

/// A table in use, which is kept for the next search when this is dropped.
#[derive(Debug)]
pub(super) struct TableGuard {
    memory: Arc<Memory>,
    table: TranspositionTable,
    /// The bytes of the search, its table included.
    bytes: u64,
}

impl Memory {
    /// Memory of `capacity` bytes for all searches together.
    pub fn new(capacity: u64) -> Arc<Self> {
        let state = State { idle: Vec::new(), used: 0, in_tables: 0, idle_since: Instant::now() };
        Arc::new(Self { capacity, state: Mutex::new(state) })
    }

    /// The bytes of all tables, in use or idle, including pages that were never touched.
    pub fn held(&self) -> u64 {
        let state = lock(&self.state);
        state.in_tables + state.idle_bytes()
    }

    /// A table of `size` bytes, an idle one or else a new one, for a search that takes `bytes` bytes, its table
    /// included. May take some milliseconds.
    pub(super) fn table(self: &Arc<Self>, size: u64, bytes: u64) -> TableGuard {
        let mut state = lock(&self.state);
        state.used += bytes;
        state.in_tables += size;
        let found = state.idle.iter().rposition(|table| table.bytes() == size);
        let reused = found.map(|index| state.idle.remove(index));
        let mut evicted = Vec::new();
        while state.used + state.idle_bytes() > self.capacity && !state.idle.is_empty() {
            evicted.push(state.idle.remove(0));
        }
        // Unmapping and mapping take milliseconds, and threads of calls may wait for the lock.
        drop(state);
        drop(evicted);
        let table = reused.unwrap_or_else(|| TranspositionTable::with_bytes(size));
        TableGuard { memory: Arc::clone(self), table, bytes }
    }

    /// Releases the idle tables, if there has been no search for [`IDLE_TIME`]. To be called every second or so.
    pub fn release_if_idle(&self) {
        let mut state = lock(&self.state);
        if state.used == 0 && state.idle_since.elapsed() >= IDLE_TIME {
            let tables = std::mem::take(&mut state.idle);
            drop(state);
            drop(tables);
        }
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
        let mut state = lock(&self.memory.state);
        state.used -= self.bytes;
        state.in_tables -= table.bytes();
        state.idle_since = Instant::now();
        state.idle.push(table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn tables_are_kept_and_make_room_for_others() {
        let memory = Memory::new(128 * MIB);
        let lend = |mib| memory.table(mib * MIB, mib * MIB);
        let large = lend(64);
        let small = lend(16);
        assert_eq!(memory.held(), 80 * MIB);
        drop((large, small));
        let tables = [lend(8), lend(16), lend(32)];
        assert_eq!((memory.held(), lock(&memory.state).idle.len()), (120 * MIB, 1));
        // The one that was used longest ago makes room.
        let more = lend(16);
        assert_eq!((memory.held(), lock(&memory.state).idle.len()), (72 * MIB, 0));
        drop((tables, more));
        assert_eq!((memory.held(), lock(&memory.state).used), (72 * MIB, 0));
    }

    #[test]
    fn what_searches_need_beside_their_tables_counts() {
        let memory = Memory::new(128 * MIB);
        drop(memory.table(64 * MIB, 64 * MIB));
        let _search = memory.table(32 * MIB, 64 * MIB);
        assert_eq!(memory.held(), 96 * MIB);
        let _other = memory.table(32 * MIB, 33 * MIB);
        assert_eq!(memory.held(), 64 * MIB, "nothing is kept");
    }

    #[test]
    fn idle_memory_is_released() {
        let memory = Memory::new(64 * MIB);
        let lent = memory.table(64 * MIB, 64 * MIB);
        let earlier = Instant::now().checked_sub(IDLE_TIME).expect("the clock began before");
        lock(&memory.state).idle_since = earlier;
        memory.release_if_idle();
        drop(lent);
        memory.release_if_idle();
        assert_eq!(memory.held(), 64 * MIB);
        lock(&memory.state).idle_since = earlier;
        memory.release_if_idle();
        assert_eq!(memory.held(), 0);
    }
}
