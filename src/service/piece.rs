//! Work that is counted in steps: on the thread of its call while it is small, and otherwise from its beginning as a piece that
//! takes turns, is charged for, and stops when nobody waits for it.
//!
//! Every operation computes its answer so. Requests and answers hold no state that others see, so work can be begun again: on
//! another thread when it turns out to be large, and when it had to give way to another caller.

use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ayla_api::error::{Error, Result};
use ayla_fair::scheduler::{Need, Refused, Scheduler, Stop, Task, Turn};
use ayla_steps::weights::PER_MILLISECOND;
use ayla_steps::{Outcome, interruptible, within};
use metrics::Counter;
use tokio::time::timeout_at;

use super::Service;
use super::suggest::NOTICE;
use crate::call::{Call, Work};

/// The most steps that a call does on a thread which serves connections: a third of a millisecond.
const SMALL: u64 = PER_MILLISECOND / 3;

/// Where pieces of some kind of work take turns.
pub(super) struct Turns<'a> {
    pub(super) scheduler: &'a Scheduler,
    /// The kind of work.
    pub(super) work: Work,
    /// Counts pieces for which there was no room.
    pub(super) full: &'a Counter,
}

impl Service {
    /// Computes something by the rules alone.
    ///
    /// # Errors
    ///
    /// As [`compute_and_finish`](Self::compute_and_finish).
    pub(super) async fn compute<T: Send + 'static>(
        &self,
        call: &Call,
        work: impl Fn() -> Result<T> + Send + Sync + 'static,
    ) -> Result<T> {
        self.compute_and_finish(call, call.deadline(), false, work, Ok).await
    }

    /// Computes something by the rules alone, and finishes it: on this thread if it is small, and otherwise as a piece. Work that is
    /// known to be large `is_long`, and begins as a piece.
    ///
    /// # Errors
    ///
    /// The errors of `work` and `finish`; `RATE_LIMITED` above the caller's rates; `OVERLOADED` when too many pieces wait;
    /// `DEADLINE_EXCEEDED` when `until`, or the longest deadline of the limits, passes first.
    pub(super) async fn compute_and_finish<T, A>(
        &self,
        call: &Call,
        until: Option<Instant>,
        is_long: bool,
        work: impl Fn() -> Result<T> + Send + Sync + 'static,
        finish: impl FnOnce(T) -> Result<A> + Send + 'static,
    ) -> Result<A>
    where
        T: Send + 'static,
        A: Send + 'static,
    {
        if !is_long {
            let Outcome { result, steps } = within(SMALL, &work);
            self.metrics.worked_here(call.operation(), steps);
            call.worked_here(Work::Rules, steps);
            if let Some(result) = result {
                return finish(result?);
            }
        }
        let turns = Turns { scheduler: &self.lines, work: Work::Rules, full: self.metrics.lines_full() };
        // Boxed, so that the many calls with little work need no room for it.
        Box::pin(self.run_piece(&turns, call, until, work, finish)).await
    }

    /// Runs work as a piece, again each time that it had to give way, and finishes it on the same thread.
    ///
    /// # Errors
    ///
    /// As [`compute_and_finish`](Self::compute_and_finish).
    pub(super) async fn run_piece<T, A>(
        &self,
        turns: &Turns<'_>,
        call: &Call,
        until: Option<Instant>,
        work: impl Fn() -> Result<T> + Send + Sync + 'static,
        finish: impl FnOnce(T) -> Result<A> + Send + 'static,
    ) -> Result<A>
    where
        T: Send + 'static,
        A: Send + 'static,
    {
        call.note_large();
        call.before(turns.work)?;
        let client = call.client(turns.work);
        let longest = Instant::now() + self.limits.longest_deadline;
        let until = until.map_or(longest, |until| until.min(longest));
        let task = Task { client: &client, need: Need::default(), is_short: true, gives_way: true, until };
        let steps = self.metrics.steps(call.operation());
        let work = Arc::new((work, Mutex::new(Some(finish))));
        loop {
            let own = Arc::clone(&work);
            let steps = steps.clone();
            let piece = move |turn: &Rc<Turn>| {
                let (work, finish) = &*own;
                let outcome = interruptible(interrupt(turn), work);
                steps.increment(outcome.steps);
                let result = outcome.result.ok_or_else(|| turn.interrupt())?;
                // Only what is not thrown away is finished, once.
                let finish = finish.lock().unwrap_or_else(PoisonError::into_inner).take();
                Ok(result.and_then(|result| finish.map_or_else(|| Err(Error::internal()), |finish| finish(result))))
            };
            // A thread of a low priority may notice late that its time is over.
            let ended = timeout_at((until + NOTICE).into(), turns.scheduler.run(task.clone(), piece)).await;
            return match ended {
                Ok(Ok(Ok(result))) => result,
                Ok(Ok(Err(Some(Stop::GivesWay)))) => continue,
                Ok(Ok(Err(Some(Stop::Displaced))) | Err(Refused::Full)) => {
                    turns.full.increment(1);
                    Err(Error::overloaded())
                }
                Ok(Err(Refused::Failed)) => Err(Error::internal()),
                Ok(Ok(Err(Some(Stop::Time | Stop::Cancelled) | None)) | Err(Refused::Late)) | Err(_) => {
                    Err(Error::too_late())
                }
            };
        }
    }
}

/// What asks a turn whether its work has to stop.
pub(super) fn interrupt(turn: &Rc<Turn>) -> impl Fn() -> bool + 'static {
    let turn = Rc::clone(turn);
    move || turn.interrupt().is_some()
}
