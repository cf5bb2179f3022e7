//! A scheduler for long work: callers share processor time and memory.
//!
//! A scheduler has a few *places*; each runs one *piece* of work on a thread. A running piece hands its place over when
//! its slice is over and another piece is waiting. The next place goes to the caller that has had the least processor
//! time lately, so a hundred pieces of one caller count as one. What counts is the time of the processor: a thread that
//! gets none because the machine is busy with other programs is charged nothing, and owed nothing.
//!
//! A piece is *new* until it has had a few milliseconds. If no place is free, a new piece has a *quick place* of its
//! own, since the threads of older pieces have a low priority: on a busy machine, it may take them seconds to notice
//! that their slice is over. Quick places are used for at most a fifth of the time.
//!
//! The memory of a piece is reserved before the piece begins, so no piece holds a place while it waits for memory. If
//! there are too many pieces, one of the caller that has most makes room for a newcomer that has fewer. If too many
//! pieces have begun, one that can be begun again *gives way* to a caller that has none under way.
//!
//! `state` makes the decisions, and is pure; `hand_over` passes places from thread to thread; this file has the
//! interface for callers.

mod accounts;
mod hand_over;
mod memory;
mod state;
mod sync;
#[cfg(test)]
mod tests;
mod turn;

use std::rc::Rc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::client::Client;
use crate::pace::Pace;
use crate::thread::{NICENESS, lower_priority};
use hand_over::{Begun, Places, Signal};
use state::{Id, Profile, State};

pub use memory::Need;
pub use turn::Turn;

/// The capacity of a scheduler.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The maximum number of pieces that run at the same time.
    pub places: usize,
    /// The maximum number of further pieces, whether they have begun or not.
    pub queue: usize,
    /// The maximum number of pieces that have begun and not ended. Each has a thread.
    pub begun: usize,
    /// The bytes that all pieces may need together.
    pub memory: u64,
    /// The most bytes that a single piece needs.
    pub largest: u64,
}

impl Size {
    /// The size of a scheduler whose work needs no memory worth counting.
    pub const fn without_memory(places: usize, queue: usize) -> Self {
        Self { places, queue, begun: places + queue, memory: 0, largest: 0 }
    }
}

/// The priority of the threads that do the work.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Priority {
    /// The priority of the threads that serve connections.
    Normal,
    /// A lower priority, for work that would otherwise delay calls that take microseconds. It has an effect on Linux
    /// only.
    Low,
    /// The normal priority while a piece is new, and then the lower one. Long work thus reaches a first result even on
    /// a machine that is busy with other programs.
    LowOnceOld,
}

/// The reasons why work was not done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Too many pieces wait, in total or of this caller, or the piece had to make room for one of another caller.
    Full,
    /// The turn of the work did not come in time.
    Late,
    /// The work panicked, or no thread could be started for it.
    Failed,
}

/// The reasons why work has to stop.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller has left.
    Cancelled,
    /// The work has to make room for work of another caller, which has less.
    Displaced,
    /// The work has to give way to work of another caller, and may be asked for again.
    GivesWay,
    /// The time of the work is over.
    Time,
}

/// A scheduler, with its places and its memory.
pub struct Scheduler {
    shared: Arc<Shared>,
}

struct Shared {
    places: Places<Begin>,
    started: Instant,
    size: Size,
    priority: Priority,
    /// The pace of the work; none where it has all the time of the processors.
    pace: OnceLock<Arc<Pace>>,
    /// When it was last checked whether a piece may begin because time has passed, in milliseconds.
    checked: AtomicU64,
}

/// Begins a piece, given its number and the bytes that are reserved for it.
type Begin = Box<dyn FnOnce(Id, u64) + Send>;

/// Whether a piece of work can be begun again, so that it may have to [give way](Stop::GivesWay).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// It cannot.
    No,
    /// It can.
    Can,
    /// It can, and has given way once. No other piece gives way to it.
    Has,
}

/// A piece of work, given its turn.
type Work = Box<dyn FnOnce(&Rc<Turn>) + Send>;

/// A request to do a piece of work.
#[derive(Clone)]
pub struct Task<'a> {
    /// The client that the work is for.
    pub client: &'a Client,
    /// The memory that the work needs.
    pub need: Need,
    /// Whether the work ends soon once it has begun. While it is new, it goes before other new work.
    pub is_short: bool,
    /// Whether the work can be begun again.
    pub again: Again,
    /// The time by which the work has to end.
    pub deadline: Instant,
}

impl Scheduler {
    /// Creates a scheduler of this size that runs its work at this priority.
    pub fn new(size: Size, priority: Priority) -> Self {
        Self {
            shared: Arc::new(Shared {
                places: Places::new(State::new(size)),
                started: Instant::now(),
                size,
                priority,
                pace: OnceLock::new(),
                checked: AtomicU64::new(0),
            }),
        }
    }

    /// Has the work keep a pace, which other schedulers may share. It cannot be changed later.
    pub fn keep_pace(&self, pace: &Arc<Pace>) {
        let _ = self.shared.pace.set(Arc::clone(pace));
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.shared.size
    }

    /// The number of ordinary places in use.
    pub fn busy(&self) -> usize {
        self.shared.places.with_state(|state| state.ordinary)
    }

    /// The number of pieces that wait for a place, whether they have begun or not.
    pub fn waiting(&self) -> usize {
        self.shared.places.with_state(|state| state.pieces() - state.running())
    }

    /// Charges a client for processor time that it has used outside of the scheduler.
    pub fn charge(&self, client: &Client, time: Duration) {
        let now = self.shared.now();
        client.spend(time);
        self.shared.places.with_state(|state| state.charge(now, &client.caller, time.as_secs_f64()));
    }

    /// Runs a piece of work when its turn comes. If the returned future is dropped, the piece leaves the queue, or its
    /// [`Turn`] says that it has to stop.
    ///
    /// # Errors
    ///
    /// [`Refused`]: too many pieces wait, the turn of this one does not come in time, or the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        task: Task<'_>,
        work: impl FnOnce(&Rc<Turn>) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let (sender, mut receiver) = oneshot::channel();
        let work = Box::new(move |turn: &Rc<Turn>| {
            let _ = sender.send(work(turn));
        });
        self.run_boxed(task, work).await?;
        receiver.try_recv().map_err(|_| Refused::Failed)
    }

    /// Does a piece of work, as [`run`](Self::run). There is one such function, not one for each kind of work.
    async fn run_boxed(&self, task: Task<'_>, work: Work) -> Result<(), Refused> {
        let Task { client, need, is_short, again, deadline } = task;
        let signal = Arc::<Signal>::default();
        let span = tracing::Span::current();
        let (sender, receiver) = oneshot::channel();
        let run = move |turn: Turn| {
            turn.begin();
            let turn = Rc::new(turn);
            span.in_scope(|| work(&turn));
            // The place becomes free when the work has stopped, not when its caller leaves, and before the caller has
            // the result and can send more work.
            drop(turn);
            // The span has to end with the call. Later, on this thread, the last spans may already have been exported.
            drop(span);
            let _ = sender.send(());
        };
        let profile = Profile { client: client.clone(), need, is_short, again };
        let begin = {
            let shared = Arc::clone(&self.shared);
            let signal = Arc::clone(&signal);
            let profile = profile.clone();
            let runtime = tokio::runtime::Handle::current();
            move |id, bytes| {
                let priority = shared.priority;
                let turn = Turn::new(shared, signal, profile, deadline, id, bytes);
                start(priority, &runtime, move || run(turn));
            }
        };
        let (id, begun) = self.shared.places.add(self.shared.now(), profile, Box::new(begin), Arc::clone(&signal))?;
        begun.begin();
        let mut waiter = Waiter { shared: &self.shared, signal: &signal, id, has_ended: false };
        let mut receiver = std::pin::pin!(receiver);
        let deadline = tokio::time::Instant::from_std(deadline);
        let asked = tokio::time::Instant::now();
        let ended = loop {
            let now = tokio::time::Instant::now();
            if now >= deadline && waiter.leave() {
                return Err(Refused::Late);
            }
            if now >= deadline || !waiter.still_waits() {
                // The piece has begun, and stops when its time is over.
                break receiver.await;
            }
            // A piece that has waited for long checks less often, since there may be many of them.
            let again =
                if self.shared.size.places == 0 { deadline } else { now + CHECK_INTERVAL.max((now - asked) / 8) };
            if let Ok(ended) = tokio::time::timeout_at(again.min(deadline), &mut receiver).await {
                break ended;
            }
        };
        waiter.has_ended = true;
        ended.map_err(|_| if signal.is_displaced() { Refused::Full } else { Refused::Failed })
    }
}

/// How often it is checked whether pieces may begin because time has passed.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// Runs a piece of work on a thread. If no thread can be started, the work is dropped.
fn start(priority: Priority, runtime: &tokio::runtime::Handle, work: impl FnOnce() + Send + 'static) {
    match priority {
        Priority::Normal => drop(runtime.spawn_blocking(work)),
        // These use a thread of their own, since a lowered priority cannot be raised again.
        Priority::Low | Priority::LowOnceOld => {
            let thread = std::thread::Builder::new().name("low-priority".to_owned());
            let runtime = runtime.clone();
            let started = thread.spawn(move || {
                // Tasks that the work starts run on the threads of the runtime.
                let _entered = runtime.enter();
                if priority == Priority::Low {
                    lower_priority(NICENESS);
                }
                work();
            });
            if let Err(error) = started {
                tracing::error!(%error, "cannot start a thread");
            }
        }
    }
}

/// A piece whose caller waits for it. If the caller leaves, the piece leaves the queue or has to stop.
struct Waiter<'a> {
    shared: &'a Shared,
    signal: &'a Signal,
    id: Id,
    has_ended: bool,
}

impl Waiter<'_> {
    /// Returns whether the piece has not begun, and lets it begin if it may now.
    fn still_waits(&self) -> bool {
        if !self.shared.is_due() {
            return self.shared.places.with_state(|state| state.is_waiting(self.id));
        }
        let begun = self.shared.places.begin_due(self.shared.now(), self.id);
        begun.map(Begun::begin).is_some()
    }

    /// Takes the piece out of the queue, unless it has begun.
    fn leave(&self) -> bool {
        let begun = self.shared.places.leave(self.shared.now(), self.id);
        begun.map(Begun::begin).is_some()
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        if !self.has_ended && !self.leave() {
            self.shared.places.cancel(self.signal);
        }
    }
}

impl Shared {
    /// Whether it is time to check again whether a piece may begin; if so, the caller does it.
    fn is_due(&self) -> bool {
        let now = u64::try_from(self.now().as_millis()).unwrap_or(u64::MAX);
        let checked = self.checked.load(Relaxed);
        let is_due = now >= checked + CHECK_INTERVAL.as_millis() as u64;
        is_due && self.checked.compare_exchange(checked, now, Relaxed, Relaxed).is_ok()
    }

    /// The time on the clock of the state.
    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}
