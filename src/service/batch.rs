//! batch: many positions in one call, which are answered as they arrive.
//!
//! Batches have slots of their own. Positions that have arrived are answered when it is their caller's turn, which
//! depends on the processor time that the caller has used. Between two positions a batch hands its slot over to others
//! that wait. It holds the requests that have arrived, up to its limit of bytes, and about [`PIECE_BYTES`] of answers
//! that its client has not taken yet, with one position more.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use ayla_api::answer::BatchResponse;
use ayla_api::batch::Batch;
use ayla_api::error::{Error, Result};
use ayla_api::request::BatchRequest;
use ayla_engine::proven_value;
use ayla_engine::tablebase::{Class, Table};
use ayla_fair::scheduler::{Again, Need, Priority, Refused, Scheduler, Size, Task, Turn};
use ayla_fair::shares::{HeldPlace, Shares};
use ayla_rules::Position;
use ayla_steps::{Outcome, has_to_stop, interruptible};

use super::Service;
use super::piece::interrupt;
use crate::call::{Call, part};
use crate::config::memory::BATCHES;
use crate::operation::Work;

/// Receiving pauses after this many bytes of requests that are not answered yet, and answering after this many bytes of
/// answers that are not sent yet.
pub(crate) const PIECE_BYTES: usize = 32 * 1_024;

/// Where batches are held and answered.
pub(super) struct Batches {
    places: Arc<Shares>,
    pub(super) turns: Scheduler,
}

impl Batches {
    /// Creates the batches of a server that answers `slots` of them at the same time.
    pub(super) fn new(slots: usize) -> Self {
        // The threads are used again: a piece takes less than a millisecond, unless its sowings are long.
        let turns = Scheduler::new(Size::without_memory(slots, BATCHES), Priority::Normal);
        Self { places: Shares::new(BATCHES), turns }
    }
}

/// A batch under way.
pub(crate) struct BatchCall {
    pub(crate) service: Arc<Service>,
    pub(crate) call: Call,
    /// Taken while it is at work.
    batch: Option<Batch>,
    /// When it has to end.
    deadline: Instant,
    /// Whoever holds most gives its place up.
    place: HeldPlace,
}

impl Service {
    /// Begins a batch.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if there is no place for the batch, or none for this caller.
    pub(crate) fn begin_batch(self: &Arc<Self>, call: Call) -> Result<BatchCall> {
        let place = self.batches.places.take_revocable(call.caller().clone()).ok_or_else(Error::overloaded)?;
        call.may_lose(&place);
        let longest = Instant::now() + self.limits.longest_deadline;
        let deadline = call.deadline().map_or(longest, |deadline| deadline.min(longest));
        Ok(BatchCall { service: Arc::clone(self), call, batch: Some(Batch::default()), deadline, place })
    }
}

impl BatchCall {
    /// Waits for more of the request.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if another caller needs the place before.
    pub(crate) async fn receive<T>(&self, next: impl Future<Output = T>) -> Result<T> {
        let received = self.place.revocation().before(next).await;
        received.ok_or_else(Error::overloaded)
    }

    /// Whether nothing more is answered.
    pub(crate) fn is_over(&self) -> bool {
        self.batch.as_ref().is_none_or(Batch::is_over)
    }

    /// Answers what has arrived when it is the caller's turn: `work` is to end soon after [`BatchTurn::has_to_stop`].
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if too many calls wait for such turns; `DEADLINE_EXCEEDED` if the time of the batch is over.
    pub(crate) async fn answer<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut BatchTurn<'_>) -> T + Send + 'static,
    ) -> Result<T> {
        self.call.before(Work::Rules)?;
        let Some(batch) = self.batch.take() else { return Err(Error::internal()) };
        let service = Arc::clone(&self.service);
        let call = self.call.clone();
        let steps = self.service.metrics.steps(call.operation);
        let waiting = call.waiting_for(Work::Rules);
        let waited = waiting.clone();
        let piece = move |turn: &Rc<Turn>| {
            part::end(&waited);
            drop(waited);
            let _part = call.part(Work::Rules.name()).entered();
            let Outcome { result, steps: counted } = interruptible(interrupt(turn), || {
                let mut turn = BatchTurn { batch, service, call, turn, table: None, is_late: false };
                let done = work(&mut turn);
                (turn.batch, done, turn.is_late)
            });
            steps.increment(counted);
            result
        };
        let client = self.call.client(Work::Rules);
        let task =
            Task { client: &client, need: Need::default(), is_short: true, again: Again::No, deadline: self.deadline };
        let ended = match self.service.batches.turns.run(task, piece).await {
            Ok(Some((batch, done, false))) => {
                self.batch = Some(batch);
                Ok(done)
            }
            // What was answered is cut off in the middle.
            Ok(Some((_, _, true)) | None) | Err(Refused::Late) => Err(Error::too_late()),
            Err(Refused::Full) => {
                self.service.metrics.lines_full.increment(1);
                Err(Error::overloaded())
            }
            Err(Refused::Failed) => Err(Error::internal()),
        };
        ended.inspect_err(|error| part::refuse(&waiting, error))
    }
}

/// The turn of a batch.
pub(crate) struct BatchTurn<'a> {
    batch: Batch,
    service: Arc<Service>,
    call: Call,
    turn: &'a Turn,
    /// The table that was looked up last. Most positions of a batch have the same rules.
    table: Option<(Class, Option<Arc<Table>>)>,
    is_late: bool,
}

impl BatchTurn<'_> {
    /// Whether to stop: the time is over, the caller has left, or the batch has ended. Also hands the slot over to
    /// others.
    pub(crate) fn has_to_stop(&mut self) -> bool {
        self.is_late |= has_to_stop() || self.turn.interrupt().is_some();
        self.is_late || self.batch.is_over()
    }

    /// Answers a request.
    pub(crate) fn answer(&mut self, request: BatchRequest) -> BatchResponse {
        let Self { batch, service, call, table, .. } = self;
        batch.answer(request, call.language(), |position, seeds| value(position, seeds, service, call, table))
    }

    /// Answers a request as JSON.
    pub(crate) fn answer_json(&mut self, text: &[u8]) -> BatchResponse {
        let Self { batch, service, call, table, .. } = self;
        batch.answer_json(text, call.language(), |position, seeds| value(position, seeds, service, call, table))
    }

    /// Answers a request that cannot be read, for this reason.
    pub(crate) fn refuse(&mut self, id: Option<String>, error: Box<Error>) -> BatchResponse {
        self.batch.refuse(id, error, self.call.language())
    }
}

/// The value of a position, if an endgame table that is ready proves it.
fn value(
    position: &Position,
    seeds: u32,
    service: &Service,
    call: &Call,
    table: &mut Option<(Class, Option<Arc<Table>>)>,
) -> Option<i32> {
    let rules = position.rules();
    let class = Class::of(&rules)?;
    if seeds > class.most_seeds() {
        return None;
    }
    if table.as_ref().is_none_or(|(known, _)| *known != class) {
        // The values of a batch are deterministic.
        *table = Some((class, service.table(&rules, false, call)));
    }
    table.as_ref().and_then(|(_, table)| proven_value(position, table.as_deref()?))
}
