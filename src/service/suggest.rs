//! suggest-move: the limits of a search, its turn in the scheduler, and its answer.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ayla_api::answer::{SearchLimits, StoppedBy, SuggestMoveResponse};
use ayla_api::error::{Error, Field, RETRY_AFTER, Reason, Result};
use ayla_api::json::milliseconds;
use ayla_api::read;
use ayla_api::request::{PositionRequest, SuggestMoveRequest};
use ayla_api::rule_calls::{self, Answered};
use ayla_api::search::{Found, SearchOptions, why};
use ayla_api::words::Message;
use ayla_engine::tablebase;
use ayla_engine::{self as engine, ALL_MOVES, Interrupt, Report, Request, TranspositionTable};
use ayla_fair::scheduler::{Need, Refused, Stop, Task, Turn};
use ayla_rules::{IllegalReason, Line, Variant, ruling};
use tokio::sync::watch;
use tracing::field::Empty;
use tracing::{Span, debug_span};

use super::memory::Memory;
use super::operations::{Exchange, Unary};
use super::{Limits, Service};
use crate::call::{Call, Work};
use crate::operation::Operation;
use crate::operation::contract::SuggestMove;

/// The channel for the latest answer of a running search. The search does not wait for readers.
pub(super) type Updates = watch::Sender<Option<Found>>;

/// Finds the best move, with its value and how certain this value is.
///
/// The search ends by the deadline of the call, the request's `timeMs` and the server's longest deadline, and returns the
/// best move so far. Waiting for the caller's turn counts. If the future is dropped, the search stops, or leaves the
/// queue.
///
/// Besides faults in the position, the moves or the limits, the errors are: `GAME_OVER`; `SEARCH_QUEUE_FULL` if too many
/// searches wait, or if the time was over before the search found a move; and `DEADLINE_EXCEEDED` if that time was the
/// caller's deadline.
impl Exchange for SuggestMove {
    const OPERATION: Operation = Operation::SuggestMove;
    type Request = SuggestMoveRequest;
    type Answer = SuggestMoveResponse;
}

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
        let answer = Answered::wordless(SuggestMoveResponse::new(found, omit, call.language()));
        Ok(write(Answered { is_lasting, has_sentences, ..answer }))
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
        let options = match SearchOptions::read(request.limits(), request.multi, Field::named) {
            Ok(options) => {
                let candidates = if request.candidates == Some(true) { ALL_MOVES } else { options.candidates };
                let why = request.why.unwrap_or_default();
                SearchOptions { candidates, why, by_get: request.by_get, ..options }
            }
            // Reports this error together with the faults of the position.
            Err(error) => return Err(read::line(request.line(), vec![*error]).err().unwrap_or_else(Error::internal)),
        };
        let line = self.rule_call(request, Some(times.ends(&options, &self.limits).1), call, rule_calls::line).await?;
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
        if line.position().legal_moves().is_empty() {
            return Err(game_over());
        }
        call.before(Work::Search)?;
        let (soon, until) = times.ends(&options, &self.limits);
        let limits = options.limits(variant(&line), self.limits.allowance());
        // Weak levels see little and use no table. A search does not wait for a table that is being built.
        let endings = if options.is_weakened() { None } else { self.table(&line.position().rules(), call) };
        let run = Arc::new(SearchRun {
            service: Arc::clone(self),
            search: Search { line, options, limits, endings },
            times,
            soon,
            until,
            queued: Instant::now(),
            begun: OnceLock::new(),
        });
        let updates = updates.unwrap_or_default();
        let mut newest = updates.subscribe();
        let work = {
            let run = Arc::clone(&run);
            move |turn: &Turn| run.search(turn, &updates)
        };
        let is_short = run.search.limits.nodes <= SHORT_NODES;
        let client = call.client(Work::Search);
        let task = Task { client: &client, need: run.search.need(), is_short, until };
        let noticed = run.notice(self.searches.run(task, work), &mut newest).await;
        if let Some((begins, _)) = run.begun.get() {
            call.searched_for(begins.elapsed());
        }
        let found = match noticed {
            Some(Ok(report)) => run.search.found(report.ok_or_else(game_over)?, Some(run.end())),
            Some(Err(Refused::Full)) => {
                self.metrics.queue_full();
                return Err(Error::queue_full());
            }
            Some(Err(Refused::Failed)) => return Err(Error::internal()),
            Some(Err(Refused::Late)) => return Err(self.late(run.end_by(until))),
            None => match newest.borrow().clone() {
                Some(newest) => run.end().cut(newest),
                None => return Err(self.late(run.end_by(until))),
            },
        };
        if found.is_cut() {
            self.lateness.note(run.ends().elapsed());
        }
        // Without a completed depth there is no answer.
        if found.is_searched() { Ok(found) } else { Err(self.late(run.end_by(until))) }
    }

    /// The error for a search whose time ran out before it found anything.
    fn late(&self, end: End) -> Box<Error> {
        self.metrics.search_late();
        let (reason, message) = if end.by_caller {
            (Reason::DeadlineExceeded, "search-too-late")
        } else {
            (Reason::SearchQueueFull, "search-out-of-time")
        };
        Error::new(reason, Message::new(message)).after(RETRY_AFTER)
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

    /// When a search with these options ends once it has found something, and when it must end at the latest.
    fn ends(&self, options: &SearchOptions, limits: &Limits) -> (Instant, Instant) {
        // The time that a request gives counts from its arrival, so that no network shortens it: what has to be kept back is how
        // late answers are here.
        let reserved = |time| margin(time).min(2 * self.late + LEAST_MARGIN);
        let time = options.time(limits.allowance()).map(|time| self.begins + (time - reserved(time)));
        let until = self.caller_leaves.map_or(self.longest, |leaves| leaves.min(self.longest));
        (time.map_or(until, |time| time.min(until)), until)
    }
}

/// How late searches are whose end the clock has set: the latest of the last ones, because a busy machine delays many.
#[derive(Debug)]
pub(super) struct Lateness(AtomicU32);

impl Default for Lateness {
    /// As late as on a busy machine, until searches have shown better.
    fn default() -> Self {
        Self(AtomicU32::new(25_000))
    }
}

impl Lateness {
    /// Notes how late a search was. What was noted before counts an eighth less from now on.
    fn note(&self, late: Duration) {
        let late = u32::try_from(late.as_micros()).unwrap_or(u32::MAX);
        // Two at once may lose one, which the next make good.
        self.0.store(late.max(self.0.load(Relaxed) / 8 * 7), Relaxed);
    }

    /// How late a search may be.
    fn most(&self) -> Duration {
        Duration::from_micros(self.0.load(Relaxed).into())
    }
}

/// The moment at which the clock ends a search.
#[derive(Copy, Clone, Debug)]
struct End {
    /// Whether this is the caller's deadline rather than a time limit.
    by_caller: bool,
    /// The time from the start until then.
    time: Duration,
}

impl End {
    /// What is reported to have ended the search.
    const fn stopped_by(self) -> StoppedBy {
        if self.by_caller { StoppedBy::Deadline } else { StoppedBy::Time }
    }

    /// The time in milliseconds, as reported in limits.
    fn time_ms(self) -> u32 {
        milliseconds(self.time).max(1)
    }

    /// Marks an intermediate result as the final one of a search that the clock ended here.
    fn cut(self, mut found: Found) -> Found {
        found.stopped_by = self.stopped_by();
        found.limits.time_ms.get_or_insert(self.time_ms());
        found
    }
}

/// A search on its way, from the queue to its end.
struct SearchRun {
    service: Arc<Service>,
    search: Search,
    times: Times,
    /// When the search ends once it has found something, and when it must end at the latest.
    soon: Instant,
    until: Instant,
    queued: Instant,
    /// When the search began, and when it has to end.
    begun: OnceLock<(Instant, Instant)>,
}

impl SearchRun {
    /// Searches, on the thread of this turn.
    fn search(&self, turn: &Turn, updates: &Updates) -> Option<Report> {
        let begins = Instant::now();
        let ends = self.soon.min(begins + self.service.limits.suggest_time);
        // A search begins once.
        let _ = self.begun.set((begins, ends));
        let metrics = &self.service.metrics;
        metrics.waited(begins - self.queued);
        let report = self.search.run(&self.service.memory, turn, ends, updates)?;
        metrics.searched(variant(&self.search.line), &report, begins.elapsed());
        Some(report)
    }

    /// Waits for what the search comes to. None if its time is over and it has not noticed: it has a low priority, and on a busy
    /// machine it may do so late. One whose time is over before it has begun still finds its first answer.
    async fn notice<T>(
        &self,
        searched: impl Future<Output = T>,
        newest: &mut watch::Receiver<Option<Found>>,
    ) -> Option<T> {
        let mut searched = std::pin::pin!(searched);
        tokio::select! {
            biased;
            ended = &mut searched => return Some(ended),
            () = tokio::time::sleep_until((self.soon + NOTICE).into()) => {}
        }
        tokio::select! {
            biased;
            ended = &mut searched => Some(ended),
            _ = newest.wait_for(|newest| newest.as_ref().is_some_and(Found::is_searched)) => None,
            () = tokio::time::sleep_until((self.until + NOTICE).into()) => None,
        }
    }

    /// When the search has to end.
    fn ends(&self) -> Instant {
        self.begun.get().map_or(self.until, |(_, ends)| *ends)
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

/// A search that a request asks for.
struct Search {
    line: Line,
    options: SearchOptions,
    limits: SearchLimits,
    endings: Option<Arc<tablebase::Table>>,
}

impl Search {
    /// How many moves need a value: those that the caller requests, or all if a level chooses among them.
    fn wanted(&self) -> usize {
        if self.options.is_weakened() { ALL_MOVES } else { self.options.candidates }
    }

    /// The engine's limits for the search, with a hash table of at most this many bytes.
    fn bounds(&self, bytes: u64) -> engine::Limits {
        let mut limits = self.limits.bounds();
        // The size of the table follows from the time. A shorter time makes it smaller; it is not what ends the search.
        while let Some(time) = limits.time.filter(|_| TranspositionTable::bytes_for(&limits) > bytes) {
            limits.time = Some(time / 2);
        }
        limits
    }

    /// The bytes that the search needs besides its hash table.
    fn scratch(&self) -> u64 {
        engine::scratch_bytes(&Request {
            endgame: self.endings.as_deref(),
            limits: self.limits.bounds(),
            ..Request::new(&self.line)
        })
    }

    /// The memory that the search needs. It is exact if the answer has to be reproducible; if time ends the search, less memory
    /// will do.
    fn need(&self) -> Need {
        let table = TranspositionTable::bytes_for(&self.limits.bounds());
        let scratch = self.scratch();
        let least = if self.limits.time_ms.is_some() { LEAST_TABLE.min(table) } else { table };
        Need { fixed: scratch, most: table, least }
    }

    /// Searches until this instant, and for as long as its turn allows, but at least until there is an answer. Intermediate answers go
    /// to `updates`.
    fn run(&self, memory: &Arc<Memory>, turn: &Turn, ends: Instant, updates: &Updates) -> Option<Report> {
        let endgame = self.endings.as_deref();
        let interrupt = || {
            turn.interrupt().map(|stop| match stop {
                Stop::Cancelled => Interrupt::Cancelled,
                // Cut with what it has found: nobody gets more room than those who have less.
                Stop::Time | Stop::Displaced => Interrupt::Time,
            })
        };
        let limits = self.bounds(turn.bytes() - self.scratch());
        let mut table = memory.table(TranspositionTable::bytes_for(&limits), turn.bytes());
        let wanted = self.wanted();
        let request = Request { line: &self.line, limits, wanted, endgame, interrupt: &interrupt };
        let span = span(&self.line, self.limits);
        let report = span.in_scope(|| {
            engine::suggest_watched(table.table(), &request, &mut |report| {
                if report.depth > 0 {
                    turn.end_by(ends);
                }
                // It depends on timing which intermediate answers a caller reads.
                let stopped_by = StoppedBy::Nothing;
                let deterministic = false;
                updates.send_replace(Some(Found { stopped_by, deterministic, ..self.found(report, None) }));
            })
        });
        if let Some(report) = &report {
            record(&span, report);
        }
        report
    }

    /// Replaces the best move of a report by the one that the level chooses. Candidates that the caller did not request are
    /// removed.
    fn choose(&self, report: Report) -> Report {
        let mut chosen = match self.options.level {
            Some(level) => level.choose(report, &self.line, self.options.seed),
            None => report,
        };
        chosen.candidates.truncate(self.options.candidates);
        chosen
    }

    /// Converts a report. `end` is when the search had to end; none while the search is running.
    fn found(&self, report: Report, end: Option<End>) -> Found {
        let Report { mut best, mut candidates, winner, bounds, depth, nodes, stopped_by } = self.choose(report);
        let position = self.line.position();
        let why = self.options.why.then(|| why(&self.line, &best.line));
        // Only once a level has chosen by the finer estimates.
        for it in candidates.iter_mut().chain([&mut best]) {
            it.value = position.nearest_result(it.value);
        }
        let stopped_by = match stopped_by {
            engine::StoppedBy::Proven => StoppedBy::Proven,
            engine::StoppedBy::Depth => StoppedBy::Depth,
            engine::StoppedBy::Nodes => StoppedBy::Nodes,
            // Nobody reads the answer of a cancelled call.
            engine::StoppedBy::Cancelled => StoppedBy::Deadline,
            engine::StoppedBy::Time => end.map_or(StoppedBy::Time, End::stopped_by),
        };
        let mut found = Found {
            position,
            best,
            candidates,
            why,
            winner,
            bounds,
            depth,
            nodes,
            limits: self.limits,
            stopped_by,
            table: self.endings.as_deref().map(super::tables::name),
            deterministic: self.limits.time_ms.is_none(),
        };
        if found.is_cut() {
            found.deterministic = false;
            if let Some(end) = end {
                found.limits.time_ms.get_or_insert(end.time_ms());
            }
        }
        found
    }
}

fn variant(line: &Line) -> Variant {
    line.position().rules().variant()
}

/// The span of a search, within the span of its call. Numbers are signed, because unsigned ones are exported as text.
fn span(line: &Line, limits: SearchLimits) -> Span {
    debug_span!(
        "search",
        "ayla.variant" = variant(line).name(),
        "ayla.search.level" = limits.level.map(i64::from),
        "ayla.search.limit.depth" = limits.depth.map(i64::from),
        "ayla.search.limit.nodes" = limits.nodes.cast_signed(),
        "ayla.search.limit.time_ms" = limits.time_ms.map(i64::from),
        "ayla.search.depth" = Empty,
        "ayla.search.nodes" = Empty,
        "ayla.search.certainty" = Empty,
        "ayla.search.stopped_by" = Empty,
    )
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
const NOTICE: Duration = Duration::from_millis(3);

/// The least time that is reserved for sending an answer, for [`NOTICE`] too.
const LEAST_MARGIN: Duration = Duration::from_millis(10);

/// The part of a caller's timeout that is reserved for sending the answer, which takes longer over a network or on a busy
/// machine, and for [`NOTICE`].
fn margin(timeout: Duration) -> Duration {
    let least = (timeout / 4).min(Duration::from_millis(25));
    (timeout / 20).clamp(least, Duration::from_millis(50))
}

fn game_over() -> Box<Error> {
    let mut error = Error::new(Reason::Illegal(IllegalReason::GameOver), Message::new("nothing-to-suggest"));
    error.metadata = vec![("ruling", ruling::C_8.to_string())];
    error
}

#[cfg(test)]
mod tests {
    use super::*;

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
