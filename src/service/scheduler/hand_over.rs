//! Places, and how they pass from thread to thread.
//!
//! Everything that changes the state takes the lock, changes it, and gives free places away before it unlocks. A thread that
//! waits for a place waits for a signal of its own piece, under the same lock, so that no signal is lost.

use std::time::Duration;

use super::state::{Id, Next, State};
use super::sync::{Arc, AtomicBool, Condvar, Mutex, MutexGuard, Ordering, PoisonError};
use super::{Client, Need, Refused, Stop};

/// The places of a scheduler, and who has them. `B` begins a piece.
pub(super) struct Places<B> {
    state: Mutex<State<Job<B>>>,
    /// Whether a piece waits for a place. Those that run look at it often, and take the lock only if it is set.
    contended: AtomicBool,
}

/// A piece that is there.
pub(super) struct Job<B> {
    /// Taken when it begins.
    begin: Option<B>,
    signal: Arc<Signal>,
}

/// What the caller of a piece, its thread, and whoever gives it a place share.
#[derive(Debug, Default)]
pub(super) struct Signal {
    is_cancelled: AtomicBool,
    changed: Condvar,
}

impl Signal {
    /// Whether nobody wants the result any more.
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// Pieces to begin, each with its number and the bytes that are kept for it. To be begun once the lock is free.
#[must_use]
pub(super) struct Begun<B>(Vec<(B, Id, u64)>);

impl<B> Places<B> {
    pub(super) fn new(state: State<Job<B>>) -> Self {
        Self { state: Mutex::new(state), contended: AtomicBool::new(false) }
    }

    /// Looks at the state.
    pub(super) fn look<T>(&self, at: impl FnOnce(&mut State<Job<B>>) -> T) -> T {
        at(&mut self.lock())
    }

    /// Whether a piece waits for a place. May be late by a moment.
    pub(super) fn are_contended(&self) -> bool {
        self.contended.load(Ordering::Relaxed)
    }

    /// Takes in a piece that has to begin within this time.
    ///
    /// # Errors
    ///
    /// As [`State::add`].
    pub(super) fn add(
        &self,
        now: Duration,
        client: Client,
        need: Need,
        within: Duration,
        begin: B,
        signal: Arc<Signal>,
    ) -> Result<(Id, Begun<B>), Refused> {
        let mut state = self.lock();
        let id = state.add(now, client, need, within, Job { begin: Some(begin), signal })?;
        Ok((id, self.give_away(&mut state, now)))
    }

    /// Takes a piece out that has not begun; none if it has, or has ended.
    pub(super) fn leave(&self, now: Duration, id: Id) -> Option<Begun<B>> {
        let mut state = self.lock();
        if !state.is_waiting(id) {
            return None;
        }
        state.remove(now, id);
        // Others may take the memory that was for it.
        Some(self.give_away(&mut state, now))
    }

    /// Lets a piece know that nobody wants its result any more.
    pub(super) fn cancel(&self, signal: &Signal) {
        signal.is_cancelled.store(true, Ordering::Relaxed);
        // With the lock: between its last look and its wait a thread has it.
        let _state = self.lock();
        signal.changed.notify_one();
    }

    /// Takes its place from a piece, which has had this much processor time in it.
    pub(super) fn pause(&self, now: Duration, id: Id, had: Duration) -> Begun<B> {
        let mut state = self.lock();
        state.pause(now, id, had);
        self.give_away(&mut state, now)
    }

    /// Waits until a piece that was paused has a place again. `left` says for how long it may wait from now on.
    pub(super) fn wait(&self, id: Id, signal: &Signal, left: impl Fn() -> Duration) -> Option<Stop> {
        let mut state = self.lock();
        loop {
            if signal.is_cancelled() {
                return Some(Stop::Cancelled);
            }
            if state.is_running(id) {
                return None;
            }
            let left = left();
            if left.is_zero() {
                return Some(Stop::Time);
            }
            (state, _) = signal.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes a piece that has ended, and has had this much processor time since it got its place.
    pub(super) fn end(&self, now: Duration, id: Id, had: Duration) -> Begun<B> {
        let mut state = self.lock();
        state.end(now, id, had);
        self.give_away(&mut state, now)
    }

    /// Gives the free places away.
    fn give_away(&self, state: &mut State<Job<B>>, now: Duration) -> Begun<B> {
        let mut begun = Vec::new();
        while let Some(next) = state.pick(now) {
            match next {
                Next::Begin(id, bytes) => {
                    let begin = state.job(id).and_then(|job| job.begin.take());
                    begun.extend(begin.map(|begin| (begin, id, bytes)));
                }
                Next::Resume(id) => state.job(id).into_iter().for_each(|job| job.signal.changed.notify_one()),
            }
        }
        self.contended.store(state.is_contended(), Ordering::Relaxed);
        Begun(begun)
    }

    fn lock(&self) -> MutexGuard<'_, State<Job<B>>> {
        // No panic can leave the state inconsistent: nothing in it calls what others have written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B: FnOnce(Id, u64)> Begun<B> {
    /// Begins the pieces.
    pub(super) fn begin(self) {
        for (begin, id, bytes) in self.0 {
            begin(id, bytes);
        }
    }
}
