//! The threads that build a table.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The threads that build a table, and their progress.
#[derive(Debug)]
pub struct WorkerPool<'a> {
    /// The number of threads, at least one.
    threads: usize,
    /// The entries processed so far. Each entry is processed twice.
    done: &'a AtomicU64,
}

impl<'a> WorkerPool<'a> {
    /// A pool of this many threads, which counts the entries they have processed in `done`. Each entry of a table is processed
    /// twice.
    pub fn new(threads: usize, done: &'a AtomicU64) -> Self {
        Self { threads: threads.max(1), done }
    }

    /// Counts entries that have been processed, or need not be.
    pub fn count(&self, entries: usize) {
        self.done.fetch_add(entries as u64, Ordering::Relaxed);
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
