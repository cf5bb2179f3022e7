//! Retrograde analysis of a layer, the boards with the same number of seeds, from the highest stake down (C-10).
//!
//! A settled board sends updates of four bytes to its predecessors. Boards lie in *chunks* that fit into the cache of a
//! processor, and the updates for each chunk are collected into batches before it is fetched, so that nearly all memory
//! is read and written in order, although the moves of a board lead all over the layer. A chunk is locked while a batch
//! is applied, so that any thread may do it with plain reads and writes. The order of the updates of one stake has no
//! influence on any value.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::state::{Code, Stake, value};
use super::workers::WorkerPool;
use ayla_rules::Setup;

/// Boards in a chunk, as a power of two.
const CHUNK_BITS: u32 = 17;
const CHUNK: usize = 1 << CHUNK_BITS;
/// The updates in a full batch.
const BATCH: usize = 1 << 12;

/// The boards of a layer by the rules of a game.
pub(super) trait Layer: Code + Sync {
    /// Sets the initial states of the boards from index `first`: settled if the game is over, else by the best exit and
    /// the number of moves within the layer.
    fn initial(&self, first: usize, states: &mut [u8]);

    /// Passes the index of each predecessor of a board in the layer, once for each move.
    fn predecessors(&self, at: usize, each: impl FnMut(u32));
}

/// Settles the layers of a table one after the other.
pub trait Builder {
    /// The positions at these indexes of a layer, with empty stores and South to move.
    fn positions(&self, seeds: u8, indexes: &[usize]) -> Vec<Setup>;

    /// Settles the entries with this many seeds, from the values of those with fewer.
    fn settle(&self, seeds: u8, fewer: &[u8], states: &mut [u8], workers: &WorkerPool<'_>) -> Counts;
}

/// The numbers of wins, draws, losses and cycles in a layer.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The player to move captures more than the opponent from here on.
    pub wins: u64,
    /// Both capture the same, and best play can lead to a capture or to the end of the game.
    pub draws: u64,
    /// The opponent captures more.
    pub losses: u64,
    /// Nobody captures anything more: all best play goes round for ever (C-10).
    pub cycles: u64,
}

impl Counts {
    /// All entries together.
    pub const fn total(&self) -> u64 {
        self.wins + self.draws + self.losses + self.cycles
    }
}

/// Settles a layer of this many seeds. At the end `states` holds the value of each board, in one signed byte.
pub(super) fn settle<L: Layer>(layer: &L, seeds: u8, states: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
    let chunks: Vec<Mutex<&mut [u8]>> = states.chunks_mut(CHUNK).map(Mutex::new).collect();
    workers.each(chunks.len(), |at| {
        let mut states = lock(&chunks[at]);
        layer.initial(at * CHUNK, &mut states);
        // A board that is over is not processed again.
        workers.count(states.len() + states.iter().filter(|&&state| value::<L>(state).is_some()).count());
    });
    for stake in (0..=seeds).rev() {
        let stake = Stake::new::<L>(stake);
        let round = Round { layer, chunks: &chunks, stake, tasks: Mutex::default(), ready: Condvar::new() };
        WorkerPool::together(workers.threads_for(chunks.len()), || round.work(workers));
    }
    let counts = Mutex::new(Counts::default());
    workers.each(chunks.len(), |at| {
        let (here, open) = to_values::<L>(&mut lock(&chunks[at]));
        let mut counts = lock(&counts);
        counts.wins += here.wins;
        counts.draws += here.draws;
        counts.losses += here.losses;
        counts.cycles += here.cycles;
        workers.count(open);
    });
    counts.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Turns states into values, and returns the number of entries that were not counted as processed.
fn to_values<C: Code>(states: &mut [u8]) -> (Counts, usize) {
    let values: [u8; 256] = std::array::from_fn(|state| value::<C>(state as u8).unwrap_or(0) as u8);
    let mut often = [0_u64; 256];
    for state in states {
        often[usize::from(*state)] += 1;
        *state = values[usize::from(*state)];
    }
    let mut counts = Counts::default();
    for (state, &often) in (0..=u8::MAX).zip(&often) {
        match value::<C>(state) {
            Some(1..) => counts.wins += often,
            Some(0) => counts.draws += often,
            Some(..0) => counts.losses += often,
            None => counts.cycles += often,
        }
    }
    (counts, counts.cycles as usize)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A table is discarded if its builder panics.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One stake, settled by all threads.
struct Round<'a, L> {
    layer: &'a L,
    chunks: &'a [Mutex<&'a mut [u8]>],
    stake: Stake,
    tasks: Mutex<Tasks>,
    ready: Condvar,
}

#[derive(Debug, Default)]
struct Tasks {
    batches: Vec<Batch>,
    /// The first chunk that has not been scanned at this stake.
    scan: usize,
    /// The number of threads without work.
    idle: usize,
}

/// Packed updates for a chunk: the index of the board in it, and the [`Update`](super::state::Update) in the lowest
/// bit.
#[derive(Debug)]
struct Batch {
    chunk: usize,
    updates: Vec<u32>,
}

#[derive(Debug)]
enum Task {
    Apply(Batch),
    /// Scans a chunk for boards that the stake settles.
    Scan(usize),
}

/// The scratch memory of a thread.
#[derive(Debug)]
struct Scratch {
    /// The updates of batches that are not full, by chunk.
    updates: Vec<Vec<u32>>,
    free_buffers: Vec<Vec<u32>>,
    /// The boards just settled whose predecessors are to be updated, packed as in a [`Batch`].
    settled: Vec<u32>,
}

/// Marks a thread that panics as idle, so that the others do not wait for it.
struct IdleOnPanic<'a> {
    tasks: &'a Mutex<Tasks>,
    ready: &'a Condvar,
}

impl Drop for IdleOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(self.tasks).idle += 1;
            self.ready.notify_all();
        }
    }
}

impl<L: Layer> Round<'_, L> {
    fn work(&self, workers: &WorkerPool<'_>) {
        let _idle_on_panic = IdleOnPanic { tasks: &self.tasks, ready: &self.ready };
        let threads = workers.threads_for(self.chunks.len());
        let mut scratch = Scratch {
            updates: vec![Vec::new(); self.chunks.len()],
            free_buffers: Vec::new(),
            settled: Vec::with_capacity(BATCH),
        };
        while let Some(task) = self.next(&mut scratch, threads) {
            let chunk = match task {
                Task::Apply(Batch { chunk, mut updates }) => {
                    self.apply(chunk, &updates, &mut scratch.settled);
                    updates.clear();
                    scratch.free_buffers.push(updates);
                    chunk
                }
                Task::Scan(chunk) => {
                    self.scan(chunk, &mut scratch.settled);
                    chunk
                }
            };
            workers.count(scratch.settled.len());
            self.send_updates(chunk, &mut scratch);
        }
    }

    /// The next task; `None` once the stake is settled.
    fn next(&self, scratch: &mut Scratch, threads: usize) -> Option<Task> {
        let mut tasks = lock(&self.tasks);
        loop {
            // Updates before scans, and the latest first, so that few are in memory at any time.
            if let Some(batch) = tasks.batches.pop() {
                return Some(Task::Apply(batch));
            }
            if tasks.scan < self.chunks.len() {
                tasks.scan += 1;
                return Some(Task::Scan(tasks.scan - 1));
            }
            for (chunk, updates) in scratch.updates.iter_mut().enumerate().filter(|(_, updates)| !updates.is_empty()) {
                tasks.batches.push(Batch {
                    chunk,
                    updates: std::mem::replace(updates, scratch.free_buffers.pop().unwrap_or_default()),
                });
            }
            if !tasks.batches.is_empty() {
                self.ready.notify_all();
                continue;
            }
            tasks.idle += 1;
            if tasks.idle == threads {
                self.ready.notify_all();
                return None;
            }
            while tasks.batches.is_empty() {
                if tasks.idle == threads {
                    return None;
                }
                tasks = self.ready.wait(tasks).unwrap_or_else(PoisonError::into_inner);
            }
            tasks.idle -= 1;
        }
    }

    fn apply(&self, chunk: usize, updates: &[u32], settled: &mut Vec<u32>) {
        let mut states = lock(&self.chunks[chunk]);
        for &update in updates {
            let Some(state) = states.get_mut((update >> 1) as usize) else { continue };
            let next = self.stake.after(*state, update as usize);
            if next != *state {
                *state = next;
                if value::<L>(next).is_some() {
                    settled.push(update & !1 | self.stake.update(next) as u32);
                }
            }
        }
    }

    fn scan(&self, chunk: usize, settled: &mut Vec<u32>) {
        /// The number of boards tested together.
        const GROUP: usize = 64;
        let mut states = lock(&self.chunks[chunk]);
        let [(one, is_one), (other, is_other)] = self.stake.due;
        for (group, states) in states.chunks_mut(GROUP).enumerate() {
            if !states.iter().fold(false, |any, &state| any | (state == one) | (state == other)) {
                continue;
            }
            for (place, state) in states.iter_mut().enumerate() {
                if *state == one {
                    *state = is_one;
                } else if *state == other {
                    *state = is_other;
                } else {
                    continue;
                }
                settled.push(((group * GROUP + place) << 1) as u32 | self.stake.update(*state) as u32);
            }
        }
    }

    /// Sends updates to the predecessors of the boards just settled.
    fn send_updates(&self, chunk: usize, scratch: &mut Scratch) {
        let Scratch { updates, free_buffers, settled } = scratch;
        for update in settled.drain(..) {
            let kind = update & 1;
            self.layer.predecessors(chunk * CHUNK + (update >> 1) as usize, |before| {
                let chunk = (before >> CHUNK_BITS) as usize;
                let updates = &mut updates[chunk];
                if updates.len() == updates.capacity() {
                    self.send_batch(chunk, updates, free_buffers);
                }
                updates.push((before % CHUNK as u32) << 1 | kind);
            });
        }
    }

    #[cold]
    fn send_batch(&self, chunk: usize, updates: &mut Vec<u32>, free_buffers: &mut Vec<Vec<u32>>) {
        let full = std::mem::replace(updates, free_buffers.pop().unwrap_or_default());
        if updates.capacity() < BATCH {
            updates.reserve_exact(BATCH);
        }
        if !full.is_empty() {
            lock(&self.tasks).batches.push(Batch { chunk, updates: full });
            self.ready.notify_one();
        }
    }
}
