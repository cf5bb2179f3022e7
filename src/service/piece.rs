//! Work that is counted in steps. While it is small, it runs on the thread of its call. Otherwise it begins again as a
//! piece that takes turns, is charged for, and stops when nobody waits for it.
//!
//! Every operation computes its answer this way. Computing an answer changes nothing that others see, so work can be
//! begun again: on another thread when it turns out to be large, and after it had to give way to another caller.

use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use ayla_api::error::{Error, Result};
use ayla_fair::lock;
use ayla_fair::scheduler::{Again, Need, Refused, Scheduler, Stop, Task, Turn};
use ayla_steps::weights::SIXTEEN_BYTES_WRITTEN;
use ayla_steps::{Outcome, interruptible, within};
use metrics::Counter;
use tokio::time::timeout_at;

use super::Service;
use super::suggest::NOTICE;
use crate::call::{Arrived, Call, part};
use crate::operation::Work;

/// The steps after which the work of a call leaves the thread that serves its connection: enough for the variants with
/// all their options, and so few that a flood of such calls delays others hardly more than a flood of the smallest
/// ones.
const SMALL: u64 = 15_000;
/// The steps after which work leaves that thread while large work has used up its part of the processors' time: enough
/// for nearly every call.
const LEAST: u64 = 2_000;

/// Where pieces of some kind of work take turns.
pub(super) struct Turns<'a> {
    pub(super) scheduler: &'a Scheduler,
    /// The kind of work.
    pub(super) work: Work,
    /// Counts pieces for which there was no room.
    pub(super) full: &'a Counter,
}

/// Work that may be begun several times. It keeps its own result, and returns whether it has one, and its steps.
type Piece = dyn Fn(&Rc<Turn>) -> Outcome<()> + Send + Sync;

impl Service {
    /// Computes something by the rules alone.
    ///
    /// # Errors
    ///
    /// As [`finish`](Self::finish).
    pub(super) async fn compute<T: Send + 'static>(
        &self,
        call: &Call,
        work: impl Fn() -> Result<T> + Send + Sync + 'static,
    ) -> Result<T> {
        self.finish(call, call.deadline(), work, |_| 0, Ok).await
    }

    /// Computes something by the rules alone, and finishes it: on this thread if both are small, and otherwise as a
    /// piece. `bytes` returns the number of bytes that finishing writes. All of it has to end by `deadline`.
    ///
    /// # Errors
    ///
    /// The errors of `work` and `finish`; `RATE_LIMITED` above the caller's rates; `OVERLOADED` when too many pieces
    /// wait; `DEADLINE_EXCEEDED` when `deadline`, or the longest deadline of the limits, passes first.
    pub(super) async fn finish<T: Send + 'static, A: Send + 'static>(
        &self,
        call: &Call,
        deadline: Option<Instant>,
        work: impl Fn() -> Result<T> + Send + Sync + 'static,
        bytes: fn(&T) -> usize,
        finish: impl FnOnce(T) -> Result<A> + Send + 'static,
    ) -> Result<A> {
        let most = if self.pace.as_ref().is_some_and(|pace| pace.is_behind()) { LEAST } else { SMALL };
        let part = call.part(Work::Rules.name());
        let Outcome { result, mut steps } = part.in_scope(|| within(most, &work));
        let more = |result: &T| bytes(result) as u64 / 16 * SIXTEEN_BYTES_WRITTEN;
        let written = result.as_ref().and_then(|result| result.as_ref().ok()).map_or(0, more);
        let is_small = result.is_some() && steps + written <= most;
        steps += if is_small { written } else { 0 };
        self.metrics.worked_here(call.operation, steps);
        call.worked_here(Work::Rules, steps);
        match result.filter(|_| is_small) {
            Some(result) => finish(part::ended(&part, result)?),
            // Boxed, because calls with little work, which are most, would need memory for this future too.
            None => Box::pin(self.run_piece(&self.rules(), call, deadline, work, finish)).await,
        }
    }

    /// Where large work by the rules takes turns.
    pub(super) const fn rules(&self) -> Turns<'_> {
        Turns { scheduler: &self.large_work, work: Work::Rules, full: &self.metrics.lines_full }
    }

    /// Runs work as a piece, again each time that it had to give way, and finishes it on the same thread.
    ///
    /// # Errors
    ///
    /// As [`finish`](Self::finish).
    pub(super) async fn run_piece<T: Send + 'static, A: Send + 'static>(
        &self,
        turns: &Turns<'_>,
        call: &Call,
        deadline: Option<Instant>,
        work: impl Fn() -> Result<T> + Send + Sync + 'static,
        finish: impl FnOnce(T) -> Result<A> + Send + 'static,
    ) -> Result<A> {
        let slot = Arc::new(Mutex::new((Some(finish), None)));
        let own = Arc::clone(&slot);
        let arrived = Arrived::clone(call);
        let kind = turns.work;
        let piece = move |turn: &Rc<Turn>| {
            let part = arrived.part(kind.name());
            let Outcome { result, steps } = interruptible(interrupt(turn), || part.in_scope(&work));
            // Only what is not thrown away is finished, once.
            let result = result.map(|result| {
                let finish = lock(&own).0.take();
                let finished = part::ended(&part, result)
                    .and_then(|result| finish.map_or_else(|| Err(Error::internal()), |finish| finish(result)));
                lock(&own).1 = Some(finished);
            });
            Outcome { result, steps }
        };
        self.take_turns(turns, call, deadline, Arc::new(piece)).await?;
        let finished = lock(&slot).1.take();
        finished.unwrap_or_else(|| Err(Error::internal()))
    }

    /// Runs a piece, as [`run_piece`](Self::run_piece). There is one such function, not one for each kind of work.
    async fn take_turns(
        &self,
        turns: &Turns<'_>,
        call: &Call,
        deadline: Option<Instant>,
        piece: Arc<Piece>,
    ) -> Result<()> {
        call.note_large();
        call.before(turns.work)?;
        let client = call.client(turns.work);
        let longest = call.at + self.limits.longest_deadline;
        let deadline = deadline.map_or(longest, |deadline| deadline.min(longest));
        let mut task = Task { client: &client, need: Need::default(), is_short: true, again: Again::Can, deadline };
        let steps = self.metrics.steps(call.operation);
        loop {
            let piece = Arc::clone(&piece);
            let steps = steps.clone();
            let waiting = call.waiting_for(turns.work);
            let waited = waiting.clone();
            let run = move |turn: &Rc<Turn>| {
                part::end(&waited);
                drop(waited);
                let outcome = piece(turn);
                steps.increment(outcome.steps);
                outcome.result.ok_or_else(|| turn.interrupt())
            };
            // A thread of a low priority may notice late that its time is over.
            let ended = timeout_at((deadline + NOTICE).into(), turns.scheduler.run(task.clone(), run)).await;
            let ended = match ended {
                Ok(Ok(Ok(()))) => Ok(()),
                Ok(Ok(Err(Some(Stop::GivesWay)))) => {
                    task.again = Again::Has;
                    continue;
                }
                Ok(Ok(Err(Some(Stop::Displaced))) | Err(Refused::Full)) => {
                    turns.full.increment(1);
                    Err(Error::overloaded())
                }
                Ok(Err(Refused::Failed)) => Err(Error::internal()),
                Ok(Ok(Err(Some(Stop::Time | Stop::Cancelled) | None)) | Err(Refused::Late)) | Err(_) => {
                    Err(Error::too_late())
                }
            };
            return ended.inspect_err(|error| part::refuse(&waiting, error));
        }
    }
}

/// Returns a function that asks a turn whether its work has to stop.
pub(super) fn interrupt(turn: &Rc<Turn>) -> impl Fn() -> bool + 'static {
    let turn = Rc::clone(turn);
    move || turn.interrupt().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::Operation;
    use crate::service::Limits;
    use ayla_api::error::Reason;
    use ayla_api::preset::Presets;
    use ayla_steps::{count, has_to_stop};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::{ThreadId, current};
    use std::time::Duration;

    fn service() -> Arc<Service> {
        Arc::new(Service::new(Presets::built_in(), Limits::default()))
    }

    /// The thread that does this many steps of work, and the number of times that it was begun.
    async fn thread_of(steps: u64, bytes: fn(&ThreadId) -> usize) -> (ThreadId, usize) {
        let begun = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&begun);
        let work = move || {
            own.fetch_add(1, Ordering::Relaxed);
            for _ in 0..steps / 10 {
                if has_to_stop() {
                    break;
                }
                count(10);
            }
            Ok(current().id())
        };
        let call = Call::local(Operation::LegalMoves);
        let thread = service().finish(&call, None, work, bytes, Ok).await.expect("no limit");
        (thread, begun.load(Ordering::Relaxed))
    }

    #[tokio::test]
    async fn work_that_turns_out_to_be_large_is_begun_again_elsewhere() {
        assert_eq!(thread_of(SMALL - 10, |_| 0).await, (current().id(), 1));
        for (steps, bytes) in [(2 * SMALL, (|_| 0) as fn(&ThreadId) -> usize), (10, |_| 1 << 20)] {
            let (thread, begun) = thread_of(steps, bytes).await;
            assert!(thread != current().id() && begun == 2, "{steps}");
        }
    }

    #[tokio::test]
    async fn work_stops_at_its_deadline_and_when_nobody_waits_for_it() {
        let service = service();
        let call = Call::local(Operation::LegalMoves);
        let ended = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&ended);
        let endless = move || {
            while !has_to_stop() {
                count(100);
            }
            own.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        let deadline = Some(Instant::now() + Duration::from_millis(20));
        let late = service.finish(&call, deadline, endless.clone(), |()| 0, Ok).await;
        assert_eq!(late.expect_err("it never ends").reason, Reason::DeadlineExceeded);
        let left = service.finish(&call, None, endless, |()| 0, Ok);
        assert!(tokio::time::timeout(Duration::from_millis(20), left).await.is_err());
        while ended.load(Ordering::Relaxed) < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn a_panic_on_any_thread_is_the_error_of_its_call_alone() {
        let service = service();
        let call = Call::local(Operation::Batch);
        let client = call.client(Work::Search);
        for _ in 0..3 {
            let failed = service.run_piece::<(), ()>(&service.rules(), &call, None, || panic!("on purpose"), Ok).await;
            assert_eq!(failed.expect_err("a panic").reason, Reason::Internal);
            let finish = |()| -> Result<()> { panic!("on purpose") };
            let failed = service.run_piece(&service.rules(), &call, None, || Ok(()), finish).await;
            assert_eq!(failed.expect_err("a panic").reason, Reason::Internal);
            let mut batch = service.begin_batch(call.clone()).expect("a place");
            let failed = batch.answer::<()>(|_| panic!("on purpose")).await;
            assert_eq!(failed.expect_err("a panic").reason, Reason::Internal);
            let deadline = Instant::now() + Duration::from_secs(60);
            let task = Task { client: &client, need: Need::default(), is_short: true, again: Again::No, deadline };
            let failed = service.searches.run(task, |_| -> () { panic!("on purpose") }).await;
            assert_eq!(failed, Err(Refused::Failed));
        }
        let done = service.run_piece(&service.rules(), &call, None, || Ok(7), Ok).await;
        assert_eq!(done.expect("a free place"), 7);
        assert_eq!((service.large_work.busy(), service.searches.busy()), (0, 0));
    }
}
