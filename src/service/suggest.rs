//! suggest-move: the limits of a search, its turn in the scheduler, and its answer.

use std::rc::Rc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ayla_api::answer::{StoppedBy, SuggestMoveResponse};
use ayla_api::error::{Error, Result};
use ayla_api::request::SuggestMoveRequest;
use ayla_api::rule_calls::{self, Answered};
use ayla_api::search::{End, EngineSearch, Found, SearchOptions, game_over};
use ayla_engine::{self as engine, Interrupt, Report, TranspositionTable};
use ayla_fair::scheduler::{Again, Need, Refused, Stop, Task, Turn};
use ayla_rules::Line;
use tokio::sync::watch;
use tracing::Span;

use super::operations::{SuggestMove, Unary};
use super::{Limits, Service};
use crate::call::{Arrived, Call, part};
use crate::operation::Work;

/// The channel for the latest answer of a running search. The search does not wait for readers.
pub(super) type Updates = watch::Sender<Option<Found>>;

/// Finds the best move, with its value and how certain this value is.
///
/// The search ends by the deadline of the call, the request's `timeMs` and the server's longest deadline, and returns
/// the best move so far. Waiting for the caller's turn counts. If the future is dropped, the search stops, or leaves
/// the queue.
///
/// Besides faults in the position, the moves or the limits, the errors are: `GAME_OVER`; `SEARCH_QUEUE_FULL` if too
/// many searches wait, or if the time was over before the search found a move; and `DEADLINE_EXCEEDED` if that time was
/// the caller's deadline.
impl Unary for SuggestMove {
    fn has_sentences(request: &SuggestMoveRequest) -> bool {
        request.why == Some(true)
    }

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: SuggestMoveRequest,
        call: &Call,
        write: impl FnOnce(Answered<SuggestMoveResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let omit = request.omit;
        let found = service.suggest(request, call, None).await?;
        let is_lasting = found.deterministic;
        let has_sentences = found.why.is_some();
        Ok(call.part("write").in_scope(|| {
            let answer = Answered::wordless(found.answer(omit, call.language()));
            write(Answered { is_lasting, has_sentences, ..answer })
        }))
    }
}

impl Service {
    /// Returns the best move at the end of the search. Intermediate answers go to `updates`, if it is given.
    pub(super) async fn suggest(
        self: &Arc<Self>,
        request: SuggestMoveRequest,
        call: &Call,
        updates: Option<Updates>,
    ) -> Result<Found> {
        let times = Times::new(self, call);
        let options = SearchOptions::of_suggestion(&request)?;
        let hard_deadline = Some(times.ends(&options, &self.limits).1);
        let line = self.finish(call, hard_deadline, move || rule_calls::line(&request), |_| 0, Ok).await?;
        self.search_line(line, options, times, call, updates).await
    }

    /// Searches for a move at the end of a line.
    pub(super) async fn search_line(
        self: &Arc<Self>,
        line: Line,
        options: SearchOptions,
        times: Times,
        call: &Call,
        updates: Option<Updates>,
    ) -> Result<Found> {
        let search = EngineSearch::new(line, options, self.limits.allowance())?;
        call.before(Work::Search)?;
        let (soft_deadline, hard_deadline) = times.ends(&options, &self.limits);
        let is_timed = search.limits.time_ms.is_some();
        // A search does not wait for a table that is being built.
        let search = search.with_table(|rules| self.table(rules, is_timed, call));
        let waiting = call.waiting_for(Work::Search);
        let run = Arc::new(SearchRun {
            service: Arc::clone(self),
            call: Arrived::clone(call),
            waiting: waiting.clone(),
            search,
            times,
            soft_deadline,
            hard_deadline,
            queued: Instant::now(),
            begun: OnceLock::new(),
        });
        let updates = updates.unwrap_or_default();
        let mut newest = updates.subscribe();
        let work = {
            let run = Arc::clone(&run);
            // Making an answer of a report may take long too, so it is done here.
            move |turn: &Rc<Turn>| run.search(turn, &updates).map(|report| run.search.found(report, Some(run.end())))
        };
        let is_short = run.search.limits.nodes <= SHORT_NODES;
        let client = call.client(Work::Search);
        let task =
            Task { client: &client, need: need(&run.search), is_short, again: Again::No, deadline: hard_deadline };
        let refused = |error: Box<Error>| {
            part::refuse(&waiting, &error);
            Err(error)
        };
        let noticed = notice(self.searches.run(task, work), &mut newest, soft_deadline, hard_deadline).await;
        if let Some((begins, _)) = run.begun.get() {
            call.searched_for(begins.elapsed());
        }
        let found = match noticed {
            Some(Ok(found)) => found.ok_or_else(game_over)?,
            Some(Err(Refused::Full)) => {
                self.metrics.queue_full.increment(1);
                return refused(Error::queue_full());
            }
            Some(Err(Refused::Failed)) => return refused(Error::internal()),
            Some(Err(Refused::Late)) => return refused(self.late(run.end_by(hard_deadline))),
            None => match newest.borrow().clone() {
                Some(newest) => run.end().cut(newest),
                None => return Err(self.late(run.end_by(hard_deadline))),
            },
        };
        if found.is_cut() {
            self.lateness.note(run.ends().elapsed());
        }
        // Without a completed depth there is no answer.
        if found.is_searched() { Ok(found) } else { Err(self.late(run.end_by(hard_deadline))) }
    }

    /// The error for a search whose time ran out before it found anything.
    fn late(&self, end: End) -> Box<Error> {
        self.metrics.search_late.increment(1);
        end.no_result()
    }
}

/// The times by which a search must end, whatever limits it has itself.
#[derive(Copy, Clone, Debug)]
pub(super) struct Times {
    /// When the call arrived.
    arrived: Instant,
    /// When the caller stops waiting.
    caller_leaves: Option<Instant>,
    /// The end of the longest deadline that the server allows.
    longest: Instant,
    /// When the time of the search begins: when the call arrives, or for a later search of the call, when that search
    /// begins.
    begins: Instant,
    /// How late a search may be that the clock ends.
    late: Duration,
}

impl Times {
    /// Creates the times of a call that arrives now.
    pub(super) fn new(service: &Service, call: &Call) -> Self {
        let arrived = Instant::now();
        let late = service.lateness.most();
        let before = |timeout| arrived + (timeout - margin(timeout));
        let caller_leaves = call.deadline().map(|deadline| before(deadline.saturating_duration_since(arrived)));
        Self { arrived, caller_leaves, longest: before(service.limits.longest_deadline), begins: arrived, late }
    }

    /// The times for a later search of the same call, which begins now.
    pub(super) fn of_later_search(self) -> Self {
        Self { begins: Instant::now(), ..self }
    }

    /// Whether the longest deadline that the server allows has passed.
    pub(super) fn are_over(&self) -> bool {
        Instant::now() >= self.longest
    }

    /// The deadlines of a search with these options: the soft one, at which it ends if it has found something, and the
    /// hard one, at which it ends in any case.
    fn ends(&self, options: &SearchOptions, limits: &Limits) -> (Instant, Instant) {
        // The time that a request gives counts from its arrival, so that no network shortens it: what has to be kept
        // back is how late answers are here.
        let reserved = |time| margin(time).min(2 * self.late + LEAST_MARGIN);
        let time = options.time(limits.allowance()).map(|time| self.begins + (time - reserved(time)));
        let hard_deadline = self.caller_leaves.map_or(self.longest, |leaves| leaves.min(self.longest));
        (time.map_or(hard_deadline, |time| time.min(hard_deadline)), hard_deadline)
    }
}

/// How late searches end that the clock stops: as late as the latest of the last ones, because a busy machine delays
/// many.
#[derive(Debug)]
pub(super) struct Lateness(AtomicU32);

impl Default for Lateness {
    /// As late as on a busy machine, until the first searches have ended earlier.
    fn default() -> Self {
        Self(AtomicU32::new(25_000))
    }
}

impl Lateness {
    /// Notes how late a search was. What was noted before counts an eighth less from now on.
    fn note(&self, late: Duration) {
        let late = u32::try_from(late.as_micros()).unwrap_or(u32::MAX);
        // If two searches end at once, one of their notes may be lost. Later ones make up for it.
        self.0.store(late.max(self.0.load(Relaxed) / 8 * 7), Relaxed);
    }

    /// How late a search may be.
    fn most(&self) -> Duration {
        Duration::from_micros(self.0.load(Relaxed).into())
    }
}

/// A search on its way, from the queue to its end.
struct SearchRun {
    service: Arc<Service>,
    call: Arrived,
    /// The span of its time in the queue.
    waiting: Span,
    search: EngineSearch,
    times: Times,
    /// When the search ends if it has found something.
    soft_deadline: Instant,
    /// When the search ends in any case.
    hard_deadline: Instant,
    queued: Instant,
    /// When the search began, and when it has to end.
    begun: OnceLock<(Instant, Instant)>,
}

impl SearchRun {
    /// Searches, on the thread of this turn.
    fn search(&self, turn: &Turn, updates: &Updates) -> Option<Report> {
        part::end(&self.waiting);
        let begins = Instant::now();
        let ends = self.soft_deadline.min(begins + self.service.limits.suggest_time);
        // A search begins once.
        let _ = self.begun.set((begins, ends));
        let metrics = &self.service.metrics;
        metrics.wait.record(begins - self.queued);
        let report = self.search_until(ends, turn, updates)?;
        metrics.searched(self.search.variant(), &report, begins.elapsed());
        Some(report)
    }

    /// Searches until this instant, and for as long as its turn allows, but at least until there is an answer.
    /// Intermediate answers go to `updates`.
    fn search_until(&self, ends: Instant, turn: &Turn, updates: &Updates) -> Option<Report> {
        let Self { service, search, .. } = self;
        let interrupt = || {
            turn.interrupt().map(|stop| match stop {
                Stop::Cancelled => Interrupt::Cancelled,
                // The search is cut short, and answers with what it has found: no caller keeps room that one with less
                // needs.
                Stop::Time | Stop::Displaced | Stop::GivesWay => Interrupt::Time,
            })
        };
        let request = search.request(turn.bytes - search.scratch(), &interrupt);
        let mut table = service.memory.table(TranspositionTable::bytes_for(&request.limits), turn.bytes);
        let span = span(&self.call, search);
        let report = span.in_scope(|| {
            engine::suggest_watched(table.table(), &request, &mut |report| {
                if report.depth > 0 {
                    turn.end_by(ends);
                }
                // It depends on timing which intermediate answers a caller reads.
                let stopped_by = StoppedBy::Nothing;
                let deterministic = false;
                updates.send_replace(Some(Found { stopped_by, deterministic, ..search.found(report, None) }));
            })
        });
        if let Some(report) = &report {
            record(&span, report);
        }
        report
    }

    /// When the search has to end.
    fn ends(&self) -> Instant {
        self.begun.get().map_or(self.hard_deadline, |(_, ends)| *ends)
    }

    /// The moment at which the clock ends the search.
    fn end(&self) -> End {
        self.end_by(self.ends())
    }

    /// This moment, as one at which the clock ends the search.
    fn end_by(&self, ends: Instant) -> End {
        End {
            by_caller: self.times.caller_leaves == Some(ends),
            time: ends.duration_since(self.begun.get().map_or(self.times.arrived, |(begins, _)| *begins)),
        }
    }
}

/// Waits for the result of a search. None if its time is over: its soft deadline has passed and it has an answer, or
/// its hard deadline has passed. The search itself has a low priority, and on a busy machine it may notice that late.
/// One whose time is over before it has begun still finds its first answer.
async fn notice<T>(
    searched: impl Future<Output = T>,
    newest: &mut watch::Receiver<Option<Found>>,
    soft_deadline: Instant,
    hard_deadline: Instant,
) -> Option<T> {
    let mut searched = std::pin::pin!(searched);
    tokio::select! {
        biased;
        ended = &mut searched => return Some(ended),
        () = tokio::time::sleep_until((soft_deadline + NOTICE).into()) => {}
    }
    tokio::select! {
        biased;
        ended = &mut searched => Some(ended),
        // If the channel closes instead, the search is about to end, and the branch above has its result.
        Ok(_) = newest.wait_for(|newest| newest.as_ref().is_some_and(Found::is_searched)) => None,
        () = tokio::time::sleep_until((hard_deadline + NOTICE).into()) => None,
    }
}

/// The memory that a search needs. It is exact if the answer has to be reproducible; if time ends the search, less
/// memory will do.
fn need(search: &EngineSearch) -> Need {
    let limits = search.limits;
    let table = TranspositionTable::bytes_for(&limits.bounds());
    let least = if limits.time_ms.is_some() { LEAST_TABLE.min(table) } else { table };
    Need { fixed: search.scratch(), most: table, least }
}

/// The span of a search of a call. Numbers are signed, because unsigned ones are exported as text.
fn span(call: &Arrived, search: &EngineSearch) -> Span {
    let limits = search.limits;
    let span = call.part(Work::Search.name());
    span.record("ayla.search.level", limits.level.map(i64::from));
    span.record("ayla.search.limit.depth", limits.depth.map(i64::from));
    span.record("ayla.search.limit.nodes", limits.nodes.cast_signed());
    span.record("ayla.search.limit.time_ms", limits.time_ms.map(i64::from));
    span
}

/// Records the result of a search in its span.
fn record(span: &Span, report: &Report) {
    span.record("ayla.search.depth", i64::from(report.depth));
    span.record("ayla.search.nodes", report.nodes.cast_signed());
    span.record("ayla.search.certainty", report.best.certainty.name());
    span.record("ayla.search.stopped_by", report.stopped_by.name());
}

/// The most nodes of a short search: those of a level below the highest, which people play against.
const SHORT_NODES: u64 = 40_000;
/// The size of the smallest hash table, in bytes, for a search when little memory is free.
const LEAST_TABLE: u64 = 32 << 10;

/// The time that a search is given to notice its end. After that, its latest answer is taken.
pub(super) const NOTICE: Duration = Duration::from_millis(3);

/// The least time that is reserved for sending an answer, for [`NOTICE`] too.
const LEAST_MARGIN: Duration = Duration::from_millis(10);

/// The part of a caller's timeout that is reserved for sending the answer, which takes longer over a network or on a
/// busy machine, and for [`NOTICE`].
fn margin(timeout: Duration) -> Duration {
    let least = (timeout / 4).min(Duration::from_millis(25));
    (timeout / 20).clamp(least, Duration::from_millis(50))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_search_that_ends_as_its_first_answer_is_awaited_has_an_answer() {
        let (updates, mut newest) = watch::channel(None);
        let now = Instant::now();
        // The sender is dropped with the search, just before its result is known.
        let searched = async {
            tokio::time::sleep(Duration::from_millis(10)).await;
            drop(updates);
            tokio::time::sleep(Duration::from_millis(1)).await;
            7
        };
        assert_eq!(notice(searched, &mut newest, now, now + Duration::from_secs(1)).await, Some(7));
    }

    #[test]
    fn the_latest_of_the_last_searches_counts() {
        let lateness = Lateness::default();
        let first = lateness.most();
        for _ in 0..40 {
            lateness.note(Duration::from_micros(300));
        }
        assert!(lateness.most() < first / 20, "{:?}", lateness.most());
        lateness.note(Duration::from_millis(9));
        lateness.note(Duration::ZERO);
        let most = lateness.most();
        assert!(Duration::from_millis(7) < most && most < Duration::from_millis(9), "{most:?}");
    }
}
