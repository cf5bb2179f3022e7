//! The threads that build a table.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// How many threads work on a table, and how far they are.
#[derive(Debug)]
pub struct WorkerPool<'a> {
    /// How many work at once; at least one.
    threads: usize,
    /// What has been done so far, in entries: each is looked at twice.
    done: &'a AtomicU64,
}

impl<'a> WorkerPool<'a> {
    /// A workers of so many threads, which counts in `done` the entries it has looked at. Each entry of a table is looked
    /// at twice.
    #[must_use]
    pub fn new(threads: usize, done: &'a AtomicU64) -> Self {
        Self { threads: threads.max(1), done }
    }

    /// Counts entries that have been looked at.
    pub(super) fn count(&self, entries: usize) {
        self.done.fetch_add(entries as u64, Ordering::Relaxed);
    }

    /// How many threads are worth it for so many pieces of work.
    pub(super) fn threads_for(&self, pieces: usize) -> usize {
        self.threads.min(pieces).max(1)
    }

    /// Runs the work on so many threads at once.
    pub(super) fn together(threads: usize, work: impl Fn() + Sync) {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(&work);
            }
            work();
        });
    }

    /// Does every piece of work once, on whichever thread comes to it.
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
