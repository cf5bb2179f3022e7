//! suggest-move: the limits of a search, its turn in the pool, and its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use tracing::field::Empty;
use tracing::{Span, debug_span};

use ayla_engine::tablebase;
use ayla_engine::{self as engine, Interrupt, Level, Report, Request, TranspositionTable};
use ayla_rules::{IllegalReason, Line, Variant, ruling};

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
        mut request: SuggestMove,
        on_the_way: Option<OnTheWay>,
        searched: Searched,
    ) -> Result<Suggestion> {
        let arrived = Instant::now();
        let level = check_limits(&request)?;
        let (all, seed) = (request.candidates, request.seed.unwrap_or_default());
        let before = |patience: Duration| arrived + (patience - margin(patience));
        let caller_leaves = request.deadline.map(|deadline| before(deadline.saturating_duration_since(arrived)));
        let longest = before(self.limits.longest_deadline);
        let until =
            most_time(&request, &self.limits).map(before).into_iter().chain(caller_leaves).fold(longest, Instant::min);
        let line = self.rule_call(std::mem::take(&mut request.from), Some(until), Self::line).await?;
        if line.position().legal_moves().is_empty() {
            return Err(game_over());
        }
        let limits = clamp(&request, level, variant(&line), &self.limits);
        let is_weakened = limits.level.is_some_and(|level| level < Level::FULL);
        // Who sees little looks nothing up. A table that is not ready yet is not waited for.
        let endings = if is_weakened { None } else { self.tables.get(&line.position().rules()) };
        let search = Search {
            line,
            limits,
            all,
            // Who chooses among all moves has to know what each is worth.
            every: all || is_weakened,
            seed,
            endings,
        };
        let queued = Instant::now();
        let share = self.memory.share(TranspositionTable::bytes_for(&bounds(limits)));
        match self.searches.turn(Some(until), share).await {
            Ok((turn, share)) => {
                self.metrics.waited(queued.elapsed());
                let service = Arc::clone(self);
                let work = move |stop: &AtomicBool| {
                    let begun = Instant::now();
                    let ends = until.min(begun + service.limits.suggest_time);
                    let report = search.run(share.table().table(), ends, stop, on_the_way);
                    let taken = begun.elapsed();
                    searched.end(taken);
                    if let Some(report) = &report {
                        service.metrics.searched(variant(&search.line), report, taken);
                    }
                    search.answer(report, search.endings.as_deref(), caller_leaves == Some(ends))
                };
                turn.run(work).await.unwrap_or_else(|refused| Err(self.refused(refused)))
            }
            Err(Refused::Late) => {
                self.metrics.waited(queued.elapsed());
                search.answer(search.without_looking(), None, caller_leaves == Some(until))
            }
            Err(refused) => Err(self.refused(refused)),
        }
    }

    fn refused(&self, refused: Refused) -> Box<Error> {
        match refused {
            Refused::Full => {
                self.metrics.queue_full();
                Error::queue_full()
            }
            // Who has a turn is not late any more.
            Refused::Late | Refused::Failed => Error::new(Reason::Internal, "the search failed"),
        }
    }
}

/// What is to be searched, and what is asked about it.
struct Search {
    line: Line,
    limits: SearchLimits,
    /// Whether the caller wants all candidates.
    all: bool,
    /// Whether each move has to be searched.
    every: bool,
    seed: u64,
    endings: Option<Arc<tablebase::Table>>,
}

impl Search {
    /// Searches until this moment at the latest, and tells whoever wants to hear of it what was found on the way.
    fn run(
        &self,
        memory: &mut TranspositionTable,
        ends: Instant,
        stop: &AtomicBool,
        on_the_way: Option<OnTheWay>,
    ) -> Option<Report> {
        let Self { line, limits, every, .. } = self;
        let endings = self.endings.as_deref();
        let interrupt = || {
            if stop.load(Ordering::Relaxed) {
                Some(Interrupt::Cancelled)
            } else {
                (Instant::now() >= ends).then_some(Interrupt::Time)
            }
        };
        let limits = *limits;
        let request =
            Request { line, limits: bounds(limits), all_moves: *every, endgame: endings, interrupt: &interrupt };
        let span = span(line, limits);
        let report = span.in_scope(|| match on_the_way {
            None => engine::suggest_in(memory, &request),
            Some(on_the_way) => engine::suggest_watched(memory, &request, &mut |report| {
                on_the_way.send_replace(Some(answer_so_far(line, self.choose(report), limits, endings)));
            }),
        });
        if let Some(report) = &report {
            tell(&span, report);
        }
        report
    }

    /// What is known when it is too late to search: the memory is the least there is.
    fn without_looking(&self) -> Option<Report> {
        let limits = engine::Limits { nodes: Some(1), ..engine::Limits::default() };
        let interrupt = || Some(Interrupt::Time);
        engine::suggest(&Request { limits, all_moves: self.every, interrupt: &interrupt, ..Request::new(&self.line) })
    }

    /// What a level makes of a report; without one it stays as it is. The candidates are there for who asked for them.
    fn choose(&self, report: Report) -> Report {
        let mut chosen = match self.limits.level {
            Some(level) => level.choose(report, &self.line, self.seed),
            None => report,
        };
        if !self.all {
            chosen.candidates.clear();
        }
        chosen
    }

    fn answer(
        &self,
        report: Option<Report>,
        endings: Option<&tablebase::Table>,
        by_caller: bool,
    ) -> Result<Suggestion> {
        let report = self.choose(report.ok_or_else(game_over)?);
        Ok(answer(&self.line, report, self.limits, endings, by_caller))
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
        "ayla.search.level" = limits.level.map(|level| i64::from(level.number())),
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

const fn bounds(limits: SearchLimits) -> engine::Limits {
    engine::Limits { depth: limits.depth, nodes: limits.nodes, time: limits.time }
}

/// The answer to a report about this line. `by_caller`: a deadline, if one cut the search, was the caller's own.
fn answer(
    line: &Line,
    report: Report,
    limits: SearchLimits,
    endings: Option<&tablebase::Table>,
    by_caller: bool,
) -> Suggestion {
    let position = line.position();
    let candidate = |found: engine::Candidate| Candidate {
        legal: LegalMove { played: found.played, seat: position.seat(found.played) },
        value: found.value,
        certainty: found.certainty,
        line: found.line,
    };
    let stopped_by = match report.stopped_by {
        engine::StoppedBy::Proven => StoppedBy::Proven,
        engine::StoppedBy::Depth => StoppedBy::Depth,
        engine::StoppedBy::Nodes => StoppedBy::Nodes,
        // Nobody reads the answer of a call that its caller gave up.
        engine::StoppedBy::Cancelled => StoppedBy::Deadline,
        engine::StoppedBy::Time if by_caller => StoppedBy::Deadline,
        engine::StoppedBy::Time => StoppedBy::Time,
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
        engine: engine::ENGINE,
        deterministic: limits.time.is_none() && !by_clock,
    }
}

/// The answer to a report about this line from a search that goes on. Which of them a caller gets to see is a matter of
/// time: none is deterministic.
fn answer_so_far(line: &Line, report: Report, limits: SearchLimits, endings: Option<&tablebase::Table>) -> Suggestion {
    Suggestion { stopped_by: StoppedBy::Nothing, deterministic: false, ..answer(line, report, limits, endings, false) }
}

/// The limits that a search is held to: as asked for, within what the level and the service allow.
fn clamp(request: &SuggestMove, level: Option<Level>, variant: Variant, limits: &Limits) -> SearchLimits {
    let most = if request.by_get { limits.suggest_nodes_by_get } else { limits.suggest_nodes };
    let own = level.map_or_else(engine::Limits::default, |level| level.limits(variant));
    let depth = request.depth.into_iter().chain(own.depth).min();
    let unlimited = depth.is_none() && request.nodes.is_none() && request.time.is_none();
    let default = if unlimited { limits.suggest_nodes_default } else { most };
    let nodes = request.nodes.into_iter().chain(own.nodes).min().unwrap_or(default);
    SearchLimits {
        level,
        depth: depth.map(|depth| depth.min(limits.suggest_depth)),
        nodes: Some(nodes.min(most)),
        time: most_time(request, limits),
    }
}

fn most_time(request: &SuggestMove, limits: &Limits) -> Option<Duration> {
    request.time.map(|time| time.min(limits.suggest_time))
}

/// Holds the limits to their ranges: the level, if one is given.
fn check_limits(request: &SuggestMove) -> Result<Option<Level>> {
    let level = request.level.map(Level::new);
    let given = [
        ("depth", request.depth == Some(0)),
        ("nodes", request.nodes == Some(0)),
        ("timeMs", request.time.is_some_and(|time| time.is_zero())),
    ];
    let zeros = given.into_iter().filter(|(_, zero)| *zero).map(|(name, _)| Violation {
        field: Field::named(name),
        reason: Reason::MalformedRequest,
        description: format!("the limit {name} is 1 or more"),
    });
    let no_level = (level == Some(None)).then(|| Violation {
        field: Field::named("level"),
        reason: Reason::MalformedRequest,
        description: format!("the level is {} to {}", Level::LOWEST, Level::HIGHEST),
    });
    Error::of_all(zeros.chain(no_level).collect()).map_or(Ok(level.flatten()), Err)
}

/// What is kept back of a caller's patience: for the search to notice, which took 1.5 ms at most in forty tries on a busy
/// machine, and for the way back, which is longer where there is a network, or more to do than processors.
fn margin(patience: Duration) -> Duration {
    let least = (patience / 5).min(Duration::from_millis(10));
    (patience / 20).clamp(least, Duration::from_millis(50))
}

fn game_over() -> Box<Error> {
    let mut error =
        Error::new(Reason::Illegal(IllegalReason::GameOver), "the game has ended; there is no move to suggest");
    error.metadata = vec![("ruling", ruling::C_8.to_string())];
    error
}
