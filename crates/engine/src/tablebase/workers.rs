//! The threads that build a table.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The threads that build a table, and their progress.
pub struct WorkerPool<'a> {
    /// The number of threads, at least one.
    threads: usize,
    /// The entries processed so far. Each entry is processed twice.
    done: &'a AtomicU64,
    /// What a thread does between two parts of the work.
    between: &'a (dyn Fn() + Sync),
}

impl<'a> WorkerPool<'a> {
    /// A pool of this many threads, which counts the entries they have processed in `done`. Each entry of a table is
    /// processed twice.
    pub fn new(threads: usize, done: &'a AtomicU64) -> Self {
        Self { threads: threads.max(1), done, between: &|| () }
    }

    /// Makes the threads call `between` after each part of their work. A part takes up to some tens of milliseconds.
    /// `between` may sleep if the pool has a single thread. With more threads, a thread that sleeps can hold a lock for
    /// which the others wait.
    #[must_use]
    pub fn with_rests(self, between: &'a (dyn Fn() + Sync)) -> Self {
        Self { between, ..self }
    }

    /// Counts entries that have been processed, or need not be. A part of the work is over.
    pub fn count(&self, entries: usize) {
        self.done.fetch_add(entries as u64, Ordering::Relaxed);
        (self.between)();
    }

    /// The number of threads for this many pieces of work.
    pub(super) fn threads_for(&self, pieces: usize) -> usize {
        self.threads.min(pieces).max(1)
    }

    /// Runs the work on this many threads at once.
    pub(super) fn together(threads: usize, work: impl Fn() + Sync) {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(&work);
            }
            work();
        });
    }

    /// Runs every piece of work once, on any thread.
    pub(super) fn each(&self, pieces: usize, work: impl Fn(usize) + Sync) {
        let next = AtomicUsize::new(0);
        Self::together(self.threads_for(pieces), || {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= pieces {
                    break;
                }
                work(piece);
            }
        });
    }
}
