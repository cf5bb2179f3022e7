//! Places, and how they pass from thread to thread.
//!
//! Every change of the state happens under the lock, and free places are given away before the lock is released. A
//! thread that waits for a place waits, under the same lock, for the signal of its own piece, so no signal is lost.

use std::time::Duration;

use super::state::{Displaced, Id, Next, Profile, State};
use super::sync::{Arc, AtomicBool, Condvar, Mutex, MutexGuard, Ordering, PoisonError};
use super::{Refused, Stop};

/// The places of a scheduler, and the pieces that have them. `B` begins a piece.
pub(super) struct Places<B> {
    state: Mutex<State<Job<B>>>,
    /// Whether a piece waits for a place. Running pieces check this often, and take the lock only if it is set.
    contended: AtomicBool,
}

/// A piece in the scheduler.
pub(super) struct Job<B> {
    /// Begins the piece; none once it has begun.
    begin: Option<B>,
    signal: Arc<Signal>,
}

/// The state shared by the caller of a piece, its thread, and any thread that gives it a place.
#[derive(Debug, Default)]
pub(super) struct Signal {
    is_cancelled: AtomicBool,
    is_displaced: AtomicBool,
    gives_way: AtomicBool,
    changed: Condvar,
}

impl Signal {
    /// Why the piece has to stop, besides its time.
    pub(super) fn stop(&self) -> Option<Stop> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            Some(Stop::Cancelled)
        } else if self.is_displaced() {
            Some(Stop::Displaced)
        } else {
            self.gives_way.load(Ordering::Relaxed).then_some(Stop::GivesWay)
        }
    }

    /// Whether the piece had to make room for another one.
    pub(super) fn is_displaced(&self) -> bool {
        self.is_displaced.load(Ordering::Relaxed)
    }

    /// Tells the thread of the piece, if it waits, to look again. The lock of the state has to be held: between looking
    /// and waiting, the thread holds it.
    fn set(&self, flag: &AtomicBool) {
        flag.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }
}

/// What is to be done once the lock is released.
pub(super) struct Begun<B> {
    /// The pieces to begin, each with its number and its reserved bytes.
    pieces: Vec<(B, Id, u64)>,
    /// What is to be dropped: a piece that had to make room.
    refused: Option<Job<B>>,
}

impl<B> Places<B> {
    pub(super) fn new(state: State<Job<B>>) -> Self {
        Self { state: Mutex::new(state), contended: AtomicBool::new(false) }
    }

    /// Calls a function with the locked state.
    pub(super) fn with_state<T>(&self, at: impl FnOnce(&mut State<Job<B>>) -> T) -> T {
        at(&mut self.lock())
    }

    /// Whether a piece waits for a place. The answer may be slightly out of date.
    pub(super) fn are_contended(&self) -> bool {
        self.contended.load(Ordering::Relaxed)
    }

    /// Adds a piece. Another one may have to make room for it.
    ///
    /// # Errors
    ///
    /// The same as [`State::add`].
    pub(super) fn add(
        &self,
        now: Duration,
        profile: Profile,
        begin: B,
        signal: Arc<Signal>,
    ) -> Result<(Id, Begun<B>), Refused> {
        let mut state = self.lock();
        let (id, displaced) = state.add(now, profile, Job { begin: Some(begin), signal })?;
        let refused = match displaced {
            Some(Displaced::Refused(job)) => {
                job.signal.set(&job.signal.is_displaced);
                Some(job)
            }
            Some(Displaced::Stops(id)) => {
                if let Some(job) = state.job(id) {
                    job.signal.set(&job.signal.is_displaced);
                }
                None
            }
            None => None,
        };
        Ok((id, Begun { refused, ..self.give_away(&mut state, now) }))
    }

    /// Removes a piece that has not begun. Returns none if it has begun or ended.
    pub(super) fn leave(&self, now: Duration, id: Id) -> Option<Begun<B>> {
        let mut state = self.lock();
        if !state.is_waiting(id) {
            return None;
        }
        state.remove(now, id);
        // Others may now take the memory that was meant for this piece.
        Some(self.give_away(&mut state, now))
    }

    /// Tells a piece that nobody needs its result any more.
    pub(super) fn cancel(&self, signal: &Signal) {
        let _state = self.lock();
        signal.set(&signal.is_cancelled);
    }

    /// Charges a piece for the processor time that it has used since the last time. Returns none if the piece keeps its
    /// place, as in [`State::settle`]; otherwise it has to wait for the next one.
    pub(super) fn settle(&self, now: Duration, id: Id, had: Duration, slice_is_over: bool) -> Option<Begun<B>> {
        let mut state = self.lock();
        let keeps = state.settle(now, id, had, slice_is_over);
        (!keeps).then(|| self.give_away(&mut state, now))
    }

    /// Gives places away that have become free because time has passed. Returns none if a piece has begun or ended.
    pub(super) fn begin_due(&self, now: Duration, id: Id) -> Option<Begun<B>> {
        let mut state = self.lock();
        state.is_waiting(id).then(|| self.give_away(&mut state, now))
    }

    /// Waits until a paused piece has a place again. `left` returns how much longer it may wait.
    pub(super) fn wait(&self, id: Id, signal: &Signal, left: impl Fn() -> Duration) -> Option<Stop> {
        let mut state = self.lock();
        loop {
            if let Some(stop) = signal.stop() {
                return Some(stop);
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

    /// Removes a piece that has ended, and that has used this much processor time since it was last charged.
    pub(super) fn end(&self, now: Duration, id: Id, had: Duration) -> Begun<B> {
        let mut state = self.lock();
        state.end(now, id, had);
        self.give_away(&mut state, now)
    }

    /// Gives the free places to the next pieces.
    fn give_away(&self, state: &mut State<Job<B>>, now: Duration) -> Begun<B> {
        let mut pieces = Vec::new();
        while let Some(next) = state.pick(now) {
            match next {
                Next::Begin(id, bytes) => {
                    let begin = state.job(id).and_then(|job| job.begin.take());
                    pieces.extend(begin.map(|begin| (begin, id, bytes)));
                }
                Next::Resume(id) => {
                    if let Some(job) = state.job(id) {
                        job.signal.changed.notify_one();
                    }
                }
            }
        }
        if let Some(id) = state.give_way()
            && let Some(job) = state.job(id)
        {
            job.signal.set(&job.signal.gives_way);
        }
        self.contended.store(state.is_contended(), Ordering::Relaxed);
        Begun { pieces, refused: None }
    }

    fn lock(&self) -> MutexGuard<'_, State<Job<B>>> {
        // No panic can leave the state inconsistent: it calls no code from outside this module.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B: FnOnce(Id, u64)> Begun<B> {
    /// Begins the pieces, and refuses the one that had to make room.
    pub(super) fn begin(self) {
        for (begin, id, bytes) in self.pieces {
            begin(id, bytes);
        }
        drop(self.refused);
    }
}
