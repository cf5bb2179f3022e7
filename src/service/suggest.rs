//! suggest-move: the limits of a search, its turn in the pool, and its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use tracing::field::Empty;
use tracing::{Span, debug_span};

use crate::game::{IllegalReason, Line, Variant, ruling};
use crate::search::{self, Question, Report, Table};
use crate::tablebase;

use super::answer::{Candidate, LegalMove, SearchLimits, StoppedBy, Suggestion};
use super::error::{Error, Field, Reason, Result, Violation};
use super::pool::Refused;
use super::request::SuggestMove;
use super::{Limits, Service};

/// How long a call searched, the wait for its turn left out: known when the search has ended. Both transports put it into
/// the extensions of a response, for whoever wants to know what the rest of the call took.
#[derive(Clone, Debug, Default)]
pub struct Searched(Arc<AtomicU64>);

impl Searched {
    /// The time; none as long as nothing was searched.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    fn end(&self, time: Duration) {
        self.0.store(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Where the newest answer of a search goes while the search goes on. Nobody waits for it to be read.
pub(super) type OnTheWay = watch::Sender<Option<Suggestion>>;

impl Service {
    /// The best move, its value, and how sure it is.
    ///
    /// A deadline, `time`, or the longest deadline of the limits is met with the best so far; time spent waiting for a
    /// slot, and for hash memory, counts. The search stops, or leaves the queue, when this future is dropped.
    ///
    /// # Errors
    ///
    /// Faults of the position, its moves or the limits; `GAME_OVER`; `SEARCH_QUEUE_FULL`.
    pub async fn suggest_move(self: &Arc<Self>, request: SuggestMove) -> Result<(Suggestion, Searched)> {
        let searched = Searched::default();
        let suggestion = self.suggest(request, None, searched.clone()).await?;
        Ok((suggestion, searched))
    }

    /// The best move in the end; those on the way for whoever is told of them.
    pub(super) async fn suggest(
        self: &Arc<Self>,
        request: SuggestMove,
        on_the_way: Option<OnTheWay>,
        searched: Searched,
    ) -> Result<Suggestion> {
        let arrived = Instant::now();
        check_limits(&request)?;
        let limits = clamp(&request, &self.limits);
        let before = |patience: Duration| arrived + (patience - margin(patience));
        let caller_leaves = request.deadline.map(|deadline| before(deadline.saturating_duration_since(arrived)));
        let longest = before(self.limits.longest_deadline);
        let until = limits.time.map(before).into_iter().chain(caller_leaves).fold(longest, Instant::min);
        let line = self.rule_call(request.from, Some(until), Self::line).await?;
        if line.position().legal_moves().is_empty() {
            return Err(game_over());
        }
        // One that is not ready yet is not waited for.
        let endings = self.tables.get(&line.position().rules());
        let queued = Instant::now();
        let share = self.memory.share(Table::bytes_for(&bounds(limits, Some(until))));
        let found = match self.searches.turn(Some(until), share).await {
            Ok((turn, share)) => {
                self.metrics.waited(queued.elapsed());
                let (service, all, line) = (Arc::clone(self), request.candidates, line.clone());
                let endings = endings.clone();
                let search = move |stop: &AtomicBool| {
                    let begun = Instant::now();
                    let ends = until.min(begun + service.limits.suggest_time);
                    let span = span(&line, limits);
                    let mut lent = share.table();
                    let endings = endings.as_deref();
                    let question = Question { line: &line, limits: bounds(limits, Some(ends)), all, endings };
                    let report = span.in_scope(|| match on_the_way {
                        None => search::suggest_in(lent.table(), &question, stop),
                        Some(on_the_way) => {
                            let mut hear = |report| {
                                on_the_way.send_replace(Some(answer_so_far(&line, report, limits, endings)));
                            };
                            search::suggest_watched(lent.table(), &question, stop, &mut hear)
                        }
                    });
                    let taken = begun.elapsed();
                    searched.end(taken);
                    if let Some(report) = &report {
                        tell(&span, report);
                        service.metrics.searched(variant(&line), report, taken);
                    }
                    (report, caller_leaves == Some(ends))
                };
                turn.run(search).await
            }
            Err(refused) => Err(refused),
        };
        let (report, by_caller) = match found {
            Ok(found) => found,
            Err(Refused::Late) => {
                self.metrics.waited(queued.elapsed());
                let report = without_looking(&line, request.candidates, arrived);
                (report, caller_leaves == Some(until))
            }
            Err(Refused::Full) => {
                self.metrics.queue_full();
                return Err(Error::queue_full());
            }
            Err(Refused::Failed) => return Err(Error::new(Reason::Internal, "the search failed")),
        };
        Ok(answer(&line, report.ok_or_else(game_over)?, limits, endings.as_deref(), by_caller))
    }
}

fn variant(line: &Line) -> Variant {
    line.position().rules().variant()
}

/// The span of a search, within that of its call. Numbers are signed: others are exported as text.
fn span(line: &Line, limits: SearchLimits) -> Span {
    debug_span!(
        "search",
        "ayla.variant" = variant(line).name(),
        "ayla.search.limit.depth" = limits.depth.map(i64::from),
        "ayla.search.limit.nodes" = limits.nodes.map(u64::cast_signed),
        "ayla.search.limit.time_ms" = limits.time.map(|time| time.as_millis() as i64),
        "ayla.search.depth" = Empty,
        "ayla.search.nodes" = Empty,
        "ayla.search.certainty" = Empty,
        "ayla.search.stopped_by" = Empty,
    )
}

/// Tells the span of a search what it found.
fn tell(span: &Span, report: &Report) {
    span.record("ayla.search.depth", i64::from(report.depth));
    span.record("ayla.search.nodes", report.nodes.cast_signed());
    span.record("ayla.search.certainty", report.best.certainty.name());
    span.record("ayla.search.stopped_by", report.stopped_by.name());
}

const fn bounds(limits: SearchLimits, deadline: Option<Instant>) -> search::Limits {
    search::Limits { depth: limits.depth, nodes: limits.nodes, deadline }
}

/// What is known when it is too late to search, at a moment that has passed: the table is the smallest there is.
fn without_looking(line: &Line, all: bool, passed: Instant) -> Option<Report> {
    let limits = search::Limits { nodes: Some(1), deadline: Some(passed), ..search::Limits::default() };
    search::suggest(line, &limits, all, &AtomicBool::new(false))
}

/// The answer to a report about this line. `by_caller`: a deadline, if one cut the search, was the caller's own.
#[must_use]
pub fn answer(
    line: &Line,
    report: Report,
    limits: SearchLimits,
    endings: Option<&tablebase::Table>,
    by_caller: bool,
) -> Suggestion {
    let position = line.position();
    let candidate = |found: search::Candidate| Candidate {
        legal: LegalMove { played: found.played, seat: position.seat(found.played) },
        value: found.value,
        certainty: found.certainty,
        line: found.line,
    };
    let stopped_by = match report.stopped_by {
        search::StoppedBy::Proven => StoppedBy::Proven,
        search::StoppedBy::Depth => StoppedBy::Depth,
        search::StoppedBy::Nodes => StoppedBy::Nodes,
        // Nobody reads the answer of a call that its caller gave up.
        search::StoppedBy::Cancelled => StoppedBy::Deadline,
        search::StoppedBy::Time if by_caller => StoppedBy::Deadline,
        search::StoppedBy::Time => StoppedBy::Time,
    };
    let by_clock = matches!(stopped_by, StoppedBy::Time | StoppedBy::Deadline);
    Suggestion {
        best: candidate(report.best),
        candidates: report.candidates.into_iter().map(candidate).collect(),
        depth: report.depth,
        nodes: report.nodes,
        limits,
        stopped_by,
        tables: endings.map(super::tables::name).into_iter().collect(),
        engine: search::ENGINE,
        deterministic: limits.time.is_none() && !by_clock,
    }
}

/// The answer to a report about this line from a search that goes on. Which of them a caller gets to see is a matter of
/// time: none is deterministic.
fn answer_so_far(line: &Line, report: Report, limits: SearchLimits, endings: Option<&tablebase::Table>) -> Suggestion {
    Suggestion { stopped_by: StoppedBy::Nothing, deterministic: false, ..answer(line, report, limits, endings, false) }
}

/// The limits that a search is held to: as asked for, within what the service allows.
#[must_use]
pub fn clamp(request: &SuggestMove, limits: &Limits) -> SearchLimits {
    let most = if request.by_get { limits.suggest_nodes_by_get } else { limits.suggest_nodes };
    let unlimited = request.depth.is_none() && request.nodes.is_none() && request.time.is_none();
    let nodes = if unlimited { limits.suggest_nodes_default } else { request.nodes.unwrap_or(most) };
    SearchLimits {
        depth: request.depth.map(|depth| depth.min(limits.suggest_depth)),
        nodes: Some(nodes.min(most)),
        time: request.time.map(|time| time.min(limits.suggest_time)),
    }
}

fn check_limits(request: &SuggestMove) -> Result<()> {
    let given = [
        ("depth", request.depth == Some(0)),
        ("nodes", request.nodes == Some(0)),
        ("timeMs", request.time.is_some_and(|time| time.is_zero())),
    ];
    let violations = given.into_iter().filter(|(_, zero)| *zero).map(|(name, _)| Violation {
        field: Field::named(name),
        reason: Reason::MalformedRequest,
        description: format!("the limit {name} is 1 or more"),
    });
    Error::of_all(violations.collect()).map_or(Ok(()), Err)
}

/// What is kept back of a caller's patience: for the search to notice, which took 1.5 ms at most in forty tries on a busy
/// machine, and for the way back.
fn margin(patience: Duration) -> Duration {
    (patience / 5).min(Duration::from_millis(10))
}

fn game_over() -> Box<Error> {
    let mut error =
        Error::new(Reason::Illegal(IllegalReason::GameOver), "the game has ended; there is no move to suggest");
    error.metadata = vec![("ruling", ruling::C_8.to_string())];
    error
}
