//! Settling a layer, all boards of as many seeds, backwards from the highest stake down (C-10).
//!
//! What a board learns of another is a note of four bytes. Boards lie in *chunks* that fit the cache of a processor, and
//! the notes for each chunk are gathered until it is worth the while to fetch it: so nearly all memory is read and
//! written in order, though the moves of a board lead all over the layer. A chunk is locked while its notes are read,
//! so any thread may do it, and none needs anything but plain reads and writes. In which order the notes of one stake
//! are read has no influence on any value.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::state::{Code, Stake, value};
use super::workers::WorkerPool;

/// Boards in a chunk, as a power of two.
const CHUNK_BITS: u32 = 17;
const CHUNK: usize = 1 << CHUNK_BITS;
/// Notes for a chunk that are worth fetching it for.
const BATCH: usize = 1 << 12;

/// What the rules of a game say of the boards of a layer.
pub(super) trait Layer: Sync {
    /// How what is known of a board is written in a byte.
    type Code: Code;

    /// Says of the boards from `first` on what can be said of each without its layer: it is over, and settled; or how
    /// good its best exit is, and how many moves it has within the layer.
    fn open(&self, first: usize, states: &mut [u8]);

    /// Names the boards of the layer from which a move leads to this one, on which the game goes on: once for each move.
    fn before(&self, at: usize, each: impl FnMut(u32));

    /// The most that can be at stake.
    fn stake(&self) -> u8;
}

/// How many entries of a layer are what.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The player to move captures more than the opponent from here on.
    pub wins: u64,
    /// Both capture as much, and best play can lead to a capture or to the end of the game.
    pub draws: u64,
    /// The opponent captures more.
    pub losses: u64,
    /// Nobody captures anything any more: all best play goes round for ever (C-10).
    pub cycles: u64,
}

impl Counts {
    /// All entries together.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.wins + self.draws + self.losses + self.cycles
    }
}

/// Settles a layer: `states` becomes the value of each board, in one signed byte.
pub(super) fn settle<L: Layer>(layer: &L, states: &mut [u8], workers: &WorkerPool<'_>) -> Counts {
    let chunks: Vec<Mutex<&mut [u8]>> = states.chunks_mut(CHUNK).map(Mutex::new).collect();
    workers.each(chunks.len(), |at| {
        let mut states = lock(&chunks[at]);
        layer.open(at * CHUNK, &mut states);
        // A board that is over is not looked at again.
        workers.count(states.len() + states.iter().filter(|&&state| value::<L::Code>(state).is_some()).count());
    });
    for stake in (0..=layer.stake()).rev() {
        let stake = Stake::new::<L::Code>(stake);
        let round = Round { layer, chunks: &chunks, stake, tasks: Mutex::default(), ready: Condvar::new() };
        WorkerPool::together(workers.threads_for(chunks.len()), || round.work(workers));
    }
    let counts = Mutex::new(Counts::default());
    workers.each(chunks.len(), |at| {
        let (here, open) = finish::<L::Code>(&mut lock(&chunks[at]));
        let mut counts = lock(&counts);
        counts.wins += here.wins;
        counts.draws += here.draws;
        counts.losses += here.losses;
        counts.cycles += here.cycles;
        workers.count(open);
    });
    counts.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Makes values of states; and says how many had not been counted yet.
fn finish<C: Code>(states: &mut [u8]) -> (Counts, usize) {
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
    // Nothing is kept of a table whose builder panicked.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One stake, settled by all threads together.
struct Round<'a, L> {
    layer: &'a L,
    chunks: &'a [Mutex<&'a mut [u8]>],
    stake: Stake,
    tasks: Mutex<Tasks>,
    ready: Condvar,
}

/// What there is to do.
#[derive(Debug, Default)]
struct Tasks {
    batches: Vec<Batch>,
    /// The first chunk that has not been looked through at this stake.
    scan: usize,
    /// Threads that have nothing to do.
    idle: usize,
}

/// Notes for a chunk: the board's place in it, and the [news](super::state::News) in the lowest bit.
#[derive(Debug)]
struct Batch {
    chunk: usize,
    notes: Vec<u32>,
}

#[derive(Debug)]
enum Task {
    /// To read notes.
    Read(Batch),
    /// To look through a chunk for what the stake alone settles.
    Scan(usize),
}

/// What one thread has at hand.
#[derive(Debug)]
struct Desk {
    /// Notes not yet handed on, by chunk.
    notes: Vec<Vec<u32>>,
    /// Empty paper.
    blank: Vec<Vec<u32>>,
    /// Boards of the chunk at hand that were settled and have not told those before them: as in a [`Batch`].
    settled: Vec<u32>,
}

/// A thread at work: one that panics has nothing to do any more, and the others need not wait for it.
struct AtWork<'a> {
    tasks: &'a Mutex<Tasks>,
    ready: &'a Condvar,
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(self.tasks).idle += 1;
            self.ready.notify_all();
        }
    }
}

impl<L: Layer> Round<'_, L> {
    fn work(&self, workers: &WorkerPool<'_>) {
        let _here = AtWork { tasks: &self.tasks, ready: &self.ready };
        let threads = workers.threads_for(self.chunks.len());
        let mut desk =
            Desk { notes: vec![Vec::new(); self.chunks.len()], blank: Vec::new(), settled: Vec::with_capacity(BATCH) };
        while let Some(task) = self.next(&mut desk, threads) {
            let chunk = match task {
                Task::Read(Batch { chunk, mut notes }) => {
                    self.read(chunk, &notes, &mut desk.settled);
                    notes.clear();
                    desk.blank.push(notes);
                    chunk
                }
                Task::Scan(chunk) => {
                    self.scan(chunk, &mut desk.settled);
                    chunk
                }
            };
            workers.count(desk.settled.len());
            self.tell(chunk, &mut desk);
        }
    }

    /// What to do next: nothing once the stake is settled.
    fn next(&self, desk: &mut Desk, threads: usize) -> Option<Task> {
        let mut tasks = lock(&self.tasks);
        loop {
            // Notes before new chunks, and the last first: so few are kept at any time.
            if let Some(batch) = tasks.batches.pop() {
                return Some(Task::Read(batch));
            }
            if tasks.scan < self.chunks.len() {
                tasks.scan += 1;
                return Some(Task::Scan(tasks.scan - 1));
            }
            for (chunk, notes) in desk.notes.iter_mut().enumerate().filter(|(_, notes)| !notes.is_empty()) {
                tasks
                    .batches
                    .push(Batch { chunk, notes: std::mem::replace(notes, desk.blank.pop().unwrap_or_default()) });
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

    fn read(&self, chunk: usize, notes: &[u32], settled: &mut Vec<u32>) {
        let mut states = lock(&self.chunks[chunk]);
        for &note in notes {
            let Some(state) = states.get_mut((note >> 1) as usize) else { continue };
            let next = self.stake.after(*state, note as usize);
            if next != *state {
                *state = next;
                if value::<L::Code>(next).is_some() {
                    settled.push(note & !1 | self.stake.news(next) as u32);
                }
            }
        }
    }

    fn scan(&self, chunk: usize, settled: &mut Vec<u32>) {
        /// Looked at together, for any that is due.
        const GLANCE: usize = 64;
        let mut states = lock(&self.chunks[chunk]);
        let [(one, is_one), (other, is_other)] = self.stake.due();
        for (glance, states) in states.chunks_mut(GLANCE).enumerate() {
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
                settled.push(((glance * GLANCE + place) << 1) as u32 | self.stake.news(*state) as u32);
            }
        }
    }

    /// Writes notes to all before the boards just settled.
    fn tell(&self, chunk: usize, desk: &mut Desk) {
        let Desk { notes, blank, settled } = desk;
        for note in settled.drain(..) {
            let news = note & 1;
            self.layer.before(chunk * CHUNK + (note >> 1) as usize, |before| {
                let chunk = (before >> CHUNK_BITS) as usize;
                let notes = &mut notes[chunk];
                if notes.len() == notes.capacity() {
                    self.hand_on(chunk, notes, blank);
                }
                notes.push((before % CHUNK as u32) << 1 | news);
            });
        }
    }

    #[cold]
    fn hand_on(&self, chunk: usize, notes: &mut Vec<u32>, blank: &mut Vec<Vec<u32>>) {
        let full = std::mem::replace(notes, blank.pop().unwrap_or_default());
        if notes.capacity() < BATCH {
            notes.reserve_exact(BATCH);
        }
        if !full.is_empty() {
            lock(&self.tasks).batches.push(Batch { chunk, notes: full });
            self.ready.notify_one();
        }
    }
}
