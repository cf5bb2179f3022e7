//! suggest-move: the limits of a search, its turn in the pool, and its answer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use tracing::field::Empty;
use tracing::{Span, debug_span};

use ayla_engine::tablebase;
use ayla_engine::{self as engine, Interrupt, Level, Report, Request, TranspositionTable};
use ayla_rules::{IllegalReason, Line, Variant, ruling};

use super::answer::{Candidate, LegalMove, SearchLimits, StoppedBy, SuggestMoveResponse};
use super::catalogue::milliseconds;
use super::error::{Error, Field, Reason, Result, Violation};
use super::json::{Named, Whole};
use super::pool::PoolError;
use super::request::{Omit, Part, PositionRequest, Reply, SuggestMoveRequest};
use super::{Limits, Service};
use super::{read, rule_calls};
use crate::words::Message;

/// The time a call searched, without the wait for a slot: known when the search has ended. Both transports put it into the
/// extensions of a response, so that the server knows what the rest of the call took.
#[derive(Clone, Debug, Default)]
pub struct Searched(Arc<AtomicU64>);

impl Searched {
    /// The time; zero before the search has ended.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    /// Adds the time of one of several searches.
    pub(super) fn add(&self, time: Duration) {
        self.end(self.time() + time);
    }

    fn end(&self, time: Duration) {
        self.0.store(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Lets a call search, or says why not. What stands in front of the service puts it into the extensions of a request whose
/// operation does not tell whether it will search.
#[derive(Clone)]
pub struct SearchGate(Arc<dyn Fn() -> Result<()> + Send + Sync>);

impl SearchGate {
    /// A gate that asks this function before each search.
    #[must_use]
    pub fn new(open: impl Fn() -> Result<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(open))
    }

    /// Asks whether the call may search now.
    pub(super) fn open(&self) -> Result<()> {
        (self.0)()
    }
}

impl fmt::Debug for SearchGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchGate").finish_non_exhaustive()
    }
}

/// The channel for the newest answer of a running search. The search does not wait for readers.
pub(super) type Updates = watch::Sender<Option<SuggestMoveResponse>>;

impl Service {
    /// The best move, its value, and how sure it is.
    ///
    /// `deadline`, the request's `timeMs` and the longest deadline of the limits are met with the best so far; the wait for a
    /// slot and for hash memory counts. The search stops, or leaves the queue, when this future is dropped.
    ///
    /// # Errors
    ///
    /// Faults of the position, its moves or the limits; `GAME_OVER`; `SEARCH_QUEUE_FULL`.
    pub async fn suggest_move(
        self: &Arc<Self>,
        request: SuggestMoveRequest,
        deadline: Option<Instant>,
    ) -> Result<(SuggestMoveResponse, Searched)> {
        let searched = Searched::default();
        let suggestion = self.suggest(request, deadline, None, searched.clone()).await?;
        Ok((suggestion, searched))
    }

    /// The best move at the end of the search. Answers on the way go to `updates`, if there are any.
    pub(super) async fn suggest(
        self: &Arc<Self>,
        request: SuggestMoveRequest,
        deadline: Option<Instant>,
        updates: Option<Updates>,
        searched: Searched,
    ) -> Result<SuggestMoveResponse> {
        let language = request.language;
        let answer = self.search(request, deadline, updates, searched).await;
        answer.map_err(|error| error.in_language(language))
    }

    async fn search(
        self: &Arc<Self>,
        request: SuggestMoveRequest,
        deadline: Option<Instant>,
        updates: Option<Updates>,
        searched: Searched,
    ) -> Result<SuggestMoveResponse> {
        let times = Times::new(deadline, self.limits.longest_deadline);
        let asked = match Asked::read(request.limits(), request.omit, Field::named) {
            Ok(asked) => Asked { candidates: request.candidates.unwrap_or_default(), by_get: request.by_get, ..asked },
            // With the faults of the position.
            Err(error) => return Err(read::line(request.line(), vec![*error]).err().unwrap_or_else(Error::internal)),
        };
        let line = self.rule_call(request, Some(times.end(&asked, &self.limits)), rule_calls::line).await?;
        self.search_line(line, asked, times, updates, searched).await
    }

    /// Searches for a move at the end of a line.
    pub(super) async fn search_line(
        self: &Arc<Self>,
        line: Line,
        asked: Asked,
        times: Times,
        updates: Option<Updates>,
        searched: Searched,
    ) -> Result<SuggestMoveResponse> {
        if line.position().legal_moves().is_empty() {
            return Err(game_over());
        }
        let until = times.end(&asked, &self.limits);
        let limits = asked.limits(variant(&line), &self.limits);
        let is_weakened = asked.level.is_some_and(|level| level < Level::FULL);
        // A weak level sees little, and looks nothing up. The search does not wait for a table that is being built.
        let endings = if is_weakened { None } else { self.tables.get(&line.position().rules()) };
        let search = Arc::new(Search { line, asked, limits, endings });
        let queued = Instant::now();
        let share = self.memory.reserve(TranspositionTable::bytes_for(&limits.bounds()));
        match self.searches.acquire(Some(until), share).await {
            Ok((turn, share)) => {
                let waited = queued.elapsed();
                self.metrics.waited(waited);
                let updates = updates.unwrap_or_default();
                let newest = updates.subscribe();
                let begun = Instant::now();
                let ends = until.min(begun + self.limits.suggest_time);
                let end = End { by_caller: times.caller_leaves == Some(ends), time: ends.duration_since(begun) };
                let work = {
                    let (service, search, searched) = (Arc::clone(self), Arc::clone(&search), searched.clone());
                    move |stop: &AtomicBool| {
                        let report = search.run(share.table().table(), ends, stop, &updates);
                        let taken = begun.elapsed();
                        searched.end(taken);
                        if let Some(report) = &report {
                            service.metrics.searched(variant(&search.line), report, taken);
                            if report.stopped_by == engine::StoppedBy::Time && taken * WAITED_AWAY < waited {
                                service.metrics.unsearched();
                            }
                        }
                        search.answer(report, search.endings.as_deref(), end)
                    }
                };
                match tokio::time::timeout_at((ends + NOTICE).into(), turn.run(work)).await {
                    Ok(ended) => ended.unwrap_or_else(|refused| Err(self.refused(refused))),
                    // The search has a low priority: on a busy machine it may notice late that it has to end.
                    Err(_) => {
                        searched.end(begun.elapsed());
                        let newest = newest.borrow().clone();
                        newest.map_or_else(
                            || search.answer(search.without_searching(), None, end),
                            |newest| Ok(newest.ended(end)),
                        )
                    }
                }
            }
            Err(PoolError::DeadlineExceeded) => {
                self.metrics.waited(queued.elapsed());
                self.metrics.unsearched();
                let time = until.duration_since(times.arrived);
                let end = End { by_caller: times.caller_leaves == Some(until), time };
                search.answer(search.without_searching(), None, end)
            }
            Err(refused) => Err(self.refused(refused)),
        }
    }

    fn refused(&self, refused: PoolError) -> Box<Error> {
        match refused {
            PoolError::QueueFull => {
                self.metrics.queue_full();
                Error::queue_full()
            }
            // A call that has its turn is no longer late.
            PoolError::DeadlineExceeded | PoolError::Panicked => Error::internal(),
        }
    }
}

/// The times by which a search must end, whatever its own limits.
#[derive(Copy, Clone, Debug)]
pub(super) struct Times {
    /// When the call arrived.
    arrived: Instant,
    /// When the caller leaves.
    caller_leaves: Option<Instant>,
    /// The longest deadline of the limits.
    longest: Instant,
    /// When the time of the search begins: with the call, unless it is a later search of the call.
    begins: Instant,
}

impl Times {
    /// The times of a call that arrives now.
    pub(super) fn new(deadline: Option<Instant>, longest: Duration) -> Self {
        let arrived = Instant::now();
        let caller_leaves = deadline.map(|deadline| before(deadline.saturating_duration_since(arrived), arrived));
        Self { arrived, caller_leaves, longest: before(longest, arrived), begins: arrived }
    }

    /// The times of a search that begins now.
    pub(super) fn of_later_search(self) -> Self {
        Self { begins: Instant::now(), ..self }
    }

    /// When a search must end that is asked for so.
    fn end(&self, asked: &Asked, limits: &Limits) -> Instant {
        let time = asked.time(limits).map(|time| before(time, self.begins));
        time.into_iter().chain(self.caller_leaves).fold(self.longest, Instant::min)
    }
}

/// The end of a timeout that begins then, with some time for the way of the answer.
fn before(timeout: Duration, begin: Instant) -> Instant {
    begin + (timeout - margin(timeout))
}

/// What a request asks of a search, within the ranges of the contract.
#[derive(Copy, Clone, Debug)]
pub(super) struct Asked {
    level: Option<Level>,
    /// The seed of the choices of a level.
    seed: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Whether the caller wants every candidate.
    candidates: bool,
    omit: Omit,
    by_get: bool,
}

impl Asked {
    /// Reads the limits of a search, each in the field that `field` makes of its name.
    pub(super) fn read(limits: Reply, omit: Omit, field: impl Fn(&'static str) -> Field) -> Result<Self> {
        let malformed = |name, message| Violation::new(field(name), Reason::MalformedRequest, message);
        let counts = [("depth", limits.depth), ("nodes", limits.nodes), ("timeMs", limits.time_ms)];
        let zeros = counts
            .into_iter()
            .filter(|(_, limit)| *limit == Some(Whole(0)))
            .map(|(name, _)| malformed(name, Message::new("limit-zero").with("limit", name)));
        let level = limits.level.map(|level| Level::new(level.to_u32()));
        let no_level = (level == Some(None)).then(|| {
            let (lowest, highest) = (Level::LOWEST, Level::HIGHEST);
            malformed("level", Message::new("level-out-of-range").with("lowest", lowest).with("highest", highest))
        });
        match Error::of_all(zeros.chain(no_level).collect::<Vec<_>>().into_iter()) {
            Some(error) => Err(error),
            None => Ok(Self {
                level: level.flatten(),
                seed: limits.seed.map_or(0, |seed| seed.0),
                depth: limits.depth.map(Whole::to_u32),
                nodes: limits.nodes.map(|nodes| nodes.0),
                time: limits.time_ms.map(|time| Duration::from_millis(time.to_u32().into())),
                candidates: false,
                omit,
                by_get: false,
            }),
        }
    }

    /// The same for each of several searches, which share the nodes that one may have.
    pub(super) fn shared_by(self, searches: usize, by_get: bool, limits: &Limits) -> Self {
        let most = Self { by_get, ..self }.most_nodes(limits) / searches as u64;
        let nodes = self.nodes.unwrap_or(limits.suggest_nodes_default).min(most).max(1);
        Self { nodes: Some(nodes), by_get, ..self }
    }

    /// The most nodes, if the request limits them.
    pub(super) const fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The most nodes that the service allows.
    const fn most_nodes(&self, limits: &Limits) -> u64 {
        if self.by_get { limits.suggest_nodes_by_get } else { limits.suggest_nodes }
    }

    /// The most time to search, where the request limits it, within what the service allows.
    fn time(&self, limits: &Limits) -> Option<Duration> {
        self.time.map(|time| time.min(limits.suggest_time))
    }

    /// The limits of the search: those of the request, within what the level and the service allow.
    fn limits(&self, variant: Variant, limits: &Limits) -> SearchLimits {
        let most = self.most_nodes(limits);
        let own = self.level.map_or_else(engine::Limits::default, |level| level.limits(variant));
        let depth = self.depth.into_iter().chain(own.depth).min();
        let is_unlimited = depth.is_none() && self.nodes.is_none() && self.time.is_none();
        let default = if is_unlimited { limits.suggest_nodes_default } else { most };
        let nodes = self.nodes.into_iter().chain(own.nodes).min().unwrap_or(default);
        SearchLimits {
            level: self.level.map(Level::number),
            depth: depth.map(|depth| depth.min(limits.suggest_depth)),
            nodes: nodes.min(most),
            time_ms: self.time(limits).map(milliseconds),
        }
    }
}

impl SearchLimits {
    /// The limits as the search takes them.
    fn bounds(self) -> engine::Limits {
        let time = self.time_ms.map(|time| Duration::from_millis(time.into()));
        engine::Limits { depth: self.depth, nodes: Some(self.nodes), time }
    }
}

/// The end of a search by the clock.
#[derive(Copy, Clone, Debug)]
struct End {
    /// Whether it is the caller's deadline, and not a limit of time.
    by_caller: bool,
    /// The time until then.
    time: Duration,
}

impl End {
    /// What ends a search at this time.
    const fn stopped_by(self) -> StoppedBy {
        if self.by_caller { StoppedBy::Deadline } else { StoppedBy::Time }
    }

    /// The time, as limits give it.
    fn time_ms(self) -> u32 {
        milliseconds(self.time).max(1)
    }
}

impl SuggestMoveResponse {
    /// Whether the clock cut the search.
    pub(super) fn is_cut(&self) -> bool {
        matches!(self.stopped_by.0, StoppedBy::Time | StoppedBy::Deadline)
    }

    /// Whether there was time to search at all.
    pub(super) fn is_searched(&self) -> bool {
        self.depth > 0 || !self.is_cut()
    }

    /// The last answer of a search that ends by the clock, in place of an answer on the way.
    fn ended(mut self, end: End) -> Self {
        self.stopped_by = Named(end.stopped_by());
        self.limits.time_ms.get_or_insert(end.time_ms());
        self
    }
}

/// A search that a request asks for.
struct Search {
    line: Line,
    asked: Asked,
    limits: SearchLimits,
    endings: Option<Arc<tablebase::Table>>,
}

impl Search {
    /// Whether every move has to be valued: the caller asks for it, or a level chooses among them.
    fn needs_all(&self) -> bool {
        self.asked.candidates || self.asked.level.is_some_and(|level| level < Level::FULL)
    }

    /// Searches until `ends` at the latest. Answers on the way go to `updates`.
    fn run(
        &self,
        memory: &mut TranspositionTable,
        ends: Instant,
        stop: &AtomicBool,
        updates: &Updates,
    ) -> Option<Report> {
        let endgame = self.endings.as_deref();
        let interrupt = || {
            if stop.load(Ordering::Relaxed) {
                Some(Interrupt::Cancelled)
            } else {
                (Instant::now() >= ends).then_some(Interrupt::Time)
            }
        };
        let (limits, all_moves) = (self.limits.bounds(), self.needs_all());
        let request = Request { line: &self.line, limits, all_moves, endgame, interrupt: &interrupt };
        let span = span(&self.line, self.limits);
        let report = span.in_scope(|| {
            engine::suggest_watched(memory, &request, &mut |report| {
                updates.send_replace(Some(SuggestMoveResponse {
                    stopped_by: Named(StoppedBy::Nothing),
                    // Which of the answers on the way a caller reads is a matter of time.
                    deterministic: false,
                    ..self.response(self.choose(report), endgame, None)
                }));
            })
        });
        if let Some(report) = &report {
            record(&span, report);
        }
        report
    }

    /// What is known when it is too late to search: the memory is the least there is.
    fn without_searching(&self) -> Option<Report> {
        let limits = engine::Limits { nodes: Some(1), ..engine::Limits::default() };
        let interrupt = || Some(Interrupt::Time);
        let all_moves = self.needs_all();
        engine::suggest(&Request { limits, all_moves, interrupt: &interrupt, ..Request::new(&self.line) })
    }

    /// The report with the move that the level chooses. Candidates that the caller did not ask for are left out.
    fn choose(&self, report: Report) -> Report {
        let mut chosen = match self.asked.level {
            Some(level) => level.choose(report, &self.line, self.asked.seed),
            None => report,
        };
        if !self.asked.candidates {
            chosen.candidates.clear();
        }
        chosen
    }

    fn answer(
        &self,
        report: Option<Report>,
        endings: Option<&tablebase::Table>,
        end: End,
    ) -> Result<SuggestMoveResponse> {
        let report = self.choose(report.ok_or_else(game_over)?);
        Ok(self.response(report, endings, Some(end)))
    }

    /// The answer to a report. `end` is when the search had to end; nothing while it goes on.
    fn response(&self, report: Report, endings: Option<&tablebase::Table>, end: Option<End>) -> SuggestMoveResponse {
        let position = self.line.position();
        let candidate = |found: engine::Candidate| {
            let LegalMove { r#move, seat } = LegalMove::new(&position, found.played);
            let line = if self.asked.omit.has(Part::PrincipalLine) { &[] } else { found.line.as_slice() };
            let principal_line = line.iter().map(|played| played.text()).collect();
            Candidate { r#move, seat, value: found.value, certainty: Named(found.certainty), principal_line }
        };
        let stopped_by = match report.stopped_by {
            engine::StoppedBy::Proven => StoppedBy::Proven,
            engine::StoppedBy::Depth => StoppedBy::Depth,
            engine::StoppedBy::Nodes => StoppedBy::Nodes,
            // Nobody reads the answer of a cancelled call.
            engine::StoppedBy::Cancelled => StoppedBy::Deadline,
            engine::StoppedBy::Time => end.map_or(StoppedBy::Time, End::stopped_by),
        };
        let by_clock = matches!(stopped_by, StoppedBy::Time | StoppedBy::Deadline);
        let mut limits = self.limits;
        if let Some(end) = end.filter(|_| by_clock) {
            limits.time_ms.get_or_insert(end.time_ms());
        }
        let Candidate { r#move, seat, value, certainty, principal_line } = candidate(report.best);
        SuggestMoveResponse {
            r#move,
            seat,
            value,
            certainty,
            principal_line,
            candidates: report.candidates.into_iter().map(candidate).collect(),
            depth: report.depth,
            nodes: report.nodes,
            limits,
            stopped_by: Named(stopped_by),
            tables: endings.map(super::tables::name).into_iter().collect(),
            engine: engine::ENGINE,
            deterministic: self.limits.time_ms.is_none() && !by_clock,
        }
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

/// Records in the span of a search what it found.
fn record(span: &Span, report: &Report) {
    span.record("ayla.search.depth", i64::from(report.depth));
    span.record("ayla.search.nodes", report.nodes.cast_signed());
    span.record("ayla.search.certainty", report.best.certainty.name());
    span.record("ayla.search.stopped_by", report.stopped_by.name());
}

/// A suggestion has waited its time away if it waited for longer than this many times the time left to search.
const WAITED_AWAY: u32 = 9;

/// The time in which a search notices that it has to end. After that its newest answer is taken.
const NOTICE: Duration = Duration::from_millis(3);

/// The part of a caller's timeout that is kept back for the way of the answer, which is longer over a network or on a busy
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
