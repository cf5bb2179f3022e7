//! Searches, in which the interpreter can do other things.

use std::cell::Cell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ayla_api::answer::{ReviewedPly as Reviewed, StoppedBy};
use ayla_api::error::{Error, Field};
use ayla_api::json::{Nodes, Seed, Whole};
use ayla_api::request::{Reply, ReviewGameRequest};
use ayla_api::review::Review as ApiReview;
use ayla_api::search::{Allowance, EngineSearch, Found, SearchOptions, game_over};
use ayla_api::words::Language;
use ayla_engine::tablebase::{Class, Table};
use ayla_engine::{ALL_MOVES, Certainty, Interrupt, TranspositionTable, suggest_watched};
use ayla_rules::Line;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::error::exception;
use crate::moves::{PlayedMove, played};
use crate::position::{Position, presets};

/// A program may search for as long as it likes.
const ALLOWANCE: Allowance = Allowance { nodes: u64::MAX, time: Duration::from_secs(u32::MAX as u64 / 1_000) };
/// How often a search looks whether the program was interrupted from the keyboard.
const SIGNALS: Duration = Duration::from_millis(50);

/// A move with its value to the player to move.
///
/// >>> from ayla_rules import Engine, Position
/// >>> best = Engine().analyse(Position("kalah 000021/100000 22/22 s")).best
/// >>> best.move, best.value, best.proven, best.line
/// (6, 2.0, True, [6, 5, 6])
#[pyclass(module = "ayla_rules", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The move.
    r#move: PlayedMove,
    /// The final stores of the mover minus those of the opponent; in Andada 1 is a win and -1 a loss.
    value: f64,
    /// Whether that is the value under best play.
    proven: bool,
    /// How the game goes on, from this move.
    line: Vec<PlayedMove>,
}

#[pymethods]
impl Candidate {
    fn __repr__(&self) -> String {
        let Self { r#move, value, proven, .. } = self;
        let is = if *proven { "=" } else { "≈" };
        match r#move {
            PlayedMove::House(number) => format!("<Candidate {number} {is} {value}>"),
            PlayedMove::Word(word) => format!("<Candidate {word} {is} {value}>"),
        }
    }
}

impl From<&ayla_engine::Candidate> for Candidate {
    fn from(candidate: &ayla_engine::Candidate) -> Self {
        Self {
            r#move: candidate.played.into(),
            value: candidate.value,
            proven: candidate.certainty == Certainty::Proven,
            line: played(&candidate.line),
        }
    }
}

/// The result of a search.
///
/// >>> from ayla_rules import Engine, Position
/// >>> analysis = Engine(depth=3).analyse(Position("kalah"), candidates=2)
/// >>> len(analysis.candidates), analysis.winner, analysis.depth, analysis.stopped_by
/// (2, None, 3, 'depth')
#[pyclass(module = "ayla_rules", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// The best move.
    best: Candidate,
    /// The best moves, as many as were asked for.
    candidates: Vec<Candidate>,
    /// The side that wins, or `"none"` for a draw; `None` if this is not proven.
    winner: Option<&'static str>,
    /// How many moves it looked ahead.
    depth: u32,
    /// The positions searched.
    nodes: u64,
    /// What ended the search, such as `"nodes"`; `"nothing"` while it goes on.
    stopped_by: &'static str,
}

impl From<Found> for Analysis {
    fn from(Found { report, stopped_by, .. }: Found) -> Self {
        Self {
            best: (&report.best).into(),
            candidates: report.candidates.iter().map(Into::into).collect(),
            winner: report.winner.map(|winner| winner.name()),
            depth: report.depth,
            nodes: report.nodes,
            stopped_by: stopped_by.name(),
        }
    }
}

/// What engines of threads share.
#[derive(Debug)]
struct Searcher {
    options: SearchOptions,
    tables: Vec<Arc<Table>>,
    /// The hash memory of searches that have ended.
    memory: Mutex<Vec<TranspositionTable>>,
}

impl Searcher {
    /// Searches for a move at the end of a line until `stop` says so, at the latest.
    fn search(
        &self,
        line: Line,
        options: SearchOptions,
        stop: &dyn Fn() -> bool,
        watch: &mut dyn FnMut(Found),
    ) -> Result<Found, Box<Error>> {
        let table = |class: Class| self.tables.iter().find(|table| *table.class() == class).cloned();
        let search = EngineSearch::new(line, options, ALLOWANCE)?.with_table(|rules| Class::of(rules).and_then(table));
        let ends = options.time.and_then(|time| Instant::now().checked_add(time));
        let interrupt = || {
            let is_late = || ends.is_some_and(|ends| Instant::now() >= ends);
            if stop() { Some(Interrupt::Cancelled) } else { is_late().then_some(Interrupt::Time) }
        };
        let free = || self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = free().pop().unwrap_or_default();
        let request = search.request(u64::MAX, &interrupt);
        let report = suggest_watched(&mut memory, &request, &mut |report| {
            watch(Found { stopped_by: StoppedBy::Nothing, ..search.found(report, None) });
        });
        free().push(memory);
        Ok(search.found(report.ok_or_else(game_over)?, None))
    }

    /// Searches for a move while other threads of Python run.
    fn search_here(&self, py: Python<'_>, line: Line, options: SearchOptions) -> PyResult<Found> {
        let signal = Mutex::new(None);
        let found = py.detach(|| {
            let looked = Cell::new(Instant::now());
            let stop = || {
                if looked.get().elapsed() < SIGNALS {
                    return false;
                }
                looked.set(Instant::now());
                let raised = Python::attach(|py| py.check_signals().err());
                let has_to_stop = raised.is_some();
                if has_to_stop {
                    *signal.lock().unwrap_or_else(PoisonError::into_inner) = raised;
                }
                has_to_stop
            };
            self.search(line, options, &stop, &mut |_| {})
        });
        let signal = signal.into_inner().unwrap_or_else(PoisonError::into_inner);
        signal.map_or_else(|| found.map_err(exception), Err)
    }
}

/// Searches for moves, as well as `level` from 1 to the highest of a game plays, and within the limits: `nodes`, `depth` in moves, `time`
/// in seconds. Without any of them, a search has a million nodes. `seed` is for the random choices of a level; `tables`
/// are files of endgame tables.
///
/// Other threads run while an engine searches, and several threads can share it: each search has memory of its own.
///
/// >>> from ayla_rules import Engine, Position
/// >>> engine = Engine(nodes=10_000)
/// >>> position = Position("awale 000001/110000 20/26 s")
/// >>> engine.best_move(position)
/// 6
/// >>> analysis = engine.analyse(position)
/// >>> analysis.best, analysis.winner
/// (<Candidate 6 = -5>, 'north')
#[pyclass(module = "ayla_rules", frozen)]
#[derive(Debug)]
pub(crate) struct Engine(Arc<Searcher>);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, nodes = None, depth = None, time = None, level = None, seed = 0, tables = Vec::new()))]
    fn new(
        nodes: Option<u64>,
        depth: Option<u64>,
        time: Option<f64>,
        level: Option<u64>,
        seed: u64,
        tables: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let time_ms = time.map(|seconds| Whole((seconds * 1_000.0).ceil() as u64));
        let limits = Reply {
            level: level.map(Whole),
            seed: Some(Seed(seed)),
            nodes: nodes.map(Nodes),
            depth: depth.map(Whole),
            time_ms,
        };
        let options = SearchOptions::read(limits, None, Field::named).map_err(exception)?;
        let open = |path: &PathBuf| Table::open(path).map(Arc::new).map_err(|bad| PyOSError::new_err(bad.to_string()));
        let tables = tables.iter().map(open).collect::<PyResult<_>>()?;
        Ok(Self(Arc::new(Searcher { options, tables, memory: Mutex::default() })))
    }

    /// The best move, with the values of the best `candidates` moves.
    #[pyo3(signature = (position, *, candidates = 0))]
    fn analyse(&self, py: Python<'_>, position: &Position, candidates: usize) -> PyResult<Analysis> {
        let options = SearchOptions { candidates, ..self.0.options };
        Ok(self.0.search_here(py, position.line.clone(), options)?.into())
    }

    /// The best move, or that which the level chooses.
    fn best_move(&self, py: Python<'_>, position: &Position) -> PyResult<PlayedMove> {
        Ok(self.analyse(py, position, 0)?.best.r#move)
    }

    /// Every legal move with its value, the best one first.
    ///
    /// >>> from ayla_rules import Engine, Position
    /// >>> Engine().candidates(Position("awale 000001/110000 20/26 s"))
    /// [<Candidate 6 = -5>]
    fn candidates(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<Candidate>> {
        Ok(self.analyse(py, position, ALL_MOVES)?.candidates)
    }

    /// Iterates over what a search finds, in a thread of its own. Leaving the loop ends the search.
    ///
    /// >>> from ayla_rules import Engine, Position
    /// >>> for analysis in Engine(nodes=20_000).search(Position("kalah")):
    /// ...     pass
    /// >>> analysis.stopped_by
    /// 'nodes'
    #[pyo3(signature = (position, *, candidates = 0))]
    fn search(&self, position: &Position, candidates: usize) -> Search {
        let (sender, found) = channel();
        let ended = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&ended);
        let searcher = Arc::clone(&self.0);
        let line = position.line.clone();
        let options = SearchOptions { candidates, ..searcher.options };
        thread::spawn(move || {
            // Whoever does not listen any more has ended the search.
            let mut watch = |found: Found| drop(sender.send(Ok(found.into())));
            let last = searcher.search(line, options, &|| stop.load(Ordering::Relaxed), &mut watch);
            drop(sender.send(last.map(Into::into)));
        });
        Search { found: Mutex::new(found), ended }
    }

    /// Iterates over what the moves cost that were pushed to the position. Each position has the nodes of the engine,
    /// or a part of a million. With fewer than 20,000 nodes each, moves whose values are only estimated are left out.
    ///
    /// >>> from ayla_rules import Engine, Position
    /// >>> position = Position("kalah 000021/100000 22/22 s")
    /// >>> position.push(5)
    /// >>> for ply in Engine().review(position):
    /// ...     print(ply.side, ply.move, ply.better, ply.cost)
    /// south 5 6 2.0
    fn review(&self, position: &Position) -> PyResult<Review> {
        let request = ReviewGameRequest {
            token: Some(position.first().token()),
            moves: position.pushed().map(|made| made.text()).collect(),
            nodes: self.0.options.nodes.map(Nodes),
            ..ReviewGameRequest::default()
        };
        let review = ApiReview::begin(&request, presets(), Language::ENGLISH, ALLOWANCE).map_err(exception)?;
        Ok(Review { searcher: Arc::clone(&self.0), review, reviewed: VecDeque::new() })
    }
}

/// A search in a thread of its own, as `Engine.search` begins it.
///
/// >>> from ayla_rules import Engine, Position
/// >>> search = Engine(depth=2).search(Position("kalah"))
/// >>> [analysis.depth for analysis in search][-1]
/// 2
#[pyclass(module = "ayla_rules", frozen)]
pub(crate) struct Search {
    found: Mutex<Receiver<Result<Analysis, Box<Error>>>>,
    ended: Arc<AtomicBool>,
}

#[pymethods]
impl Search {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Analysis>> {
        loop {
            let next = || self.found.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(SIGNALS);
            match py.detach(next) {
                Ok(found) => return found.map(Some).map_err(exception),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// What a move cost.
///
/// >>> from ayla_rules import Engine, Position
/// >>> position = Position("kalah 000021/100000 22/22 s")
/// >>> position.push(5)
/// >>> [ply] = Engine().review(position)
/// >>> ply.value_before, ply.value_after, ply.proven, ply.ply
/// (2.0, 0.0, True, 1)
#[pyclass(module = "ayla_rules", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct ReviewedPly {
    /// The number of the move in the game, from 1.
    ply: u32,
    /// The side that made the move.
    side: &'static str,
    /// The move.
    r#move: PlayedMove,
    /// A better move, if there is one.
    better: Option<PlayedMove>,
    /// The value before the move minus that after it.
    cost: f64,
    /// The value before the move, to its player.
    value_before: f64,
    /// The value after the move, to the same player.
    value_after: f64,
    /// Whether both values are proven.
    proven: bool,
    /// All this for people.
    sentence: String,
}

impl From<Reviewed> for ReviewedPly {
    fn from(reviewed: Reviewed) -> Self {
        Self {
            ply: reviewed.ply,
            side: reviewed.side.0.name(),
            r#move: PlayedMove::of_text(&reviewed.r#move),
            better: reviewed.better.map(|better| PlayedMove::of_text(&better.r#move)),
            cost: reviewed.cost,
            value_before: reviewed.value_before,
            value_after: reviewed.value_after,
            proven: [reviewed.certainty_before.0, reviewed.certainty_after.0] == [Certainty::Proven; 2],
            sentence: reviewed.sentence,
        }
    }
}

/// The moves of a game as they are judged, as `Engine.review` begins it.
///
/// >>> from ayla_rules import Engine, Position
/// >>> list(Engine().review(Position("kalah")))
/// []
#[pyclass(module = "ayla_rules")]
pub(crate) struct Review {
    searcher: Arc<Searcher>,
    review: ApiReview,
    reviewed: VecDeque<Reviewed>,
}

#[pymethods]
impl Review {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<ReviewedPly>> {
        loop {
            if let Some(reviewed) = self.reviewed.pop_front() {
                return Ok(Some(reviewed.into()));
            }
            let Some(line) = self.review.awaited_search().cloned() else { return Ok(None) };
            let found = self.searcher.search_here(py, line, self.review.options)?;
            let messages = self.review.go_on(&found).map_err(exception)?;
            self.reviewed.extend(messages.into_iter().filter_map(|message| message.reviewed));
        }
    }
}
