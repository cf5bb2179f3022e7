//! A search that runs beside the commands, and the lines that it prints.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ayla_engine::tablebase::Table;
use ayla_engine::{ALL_MOVES, Candidate, Interrupt, Limits, Report, Request, TranspositionTable, suggest_watched};
use ayla_rules::Line;

use super::{Play, send};

/// What to search.
pub(super) struct Task {
    /// The line at whose end a move is wanted.
    pub(super) line: Line,
    /// Limits beside those of the level. The time, if any, ends the search.
    pub(super) limits: Limits,
    /// Whether the answer waits until the search is stopped, however early the search ends.
    pub(super) is_held: bool,
    pub(super) play: Play,
    pub(super) table: Option<Arc<Table>>,
}

/// A running search.
pub(super) struct RunningSearch {
    /// Whether it has to stop, or its last line is about to be printed.
    stop: Arc<AtomicBool>,
    pub(super) is_held: bool,
    thread: JoinHandle<TranspositionTable>,
}

impl RunningSearch {
    /// Starts a search. The last line that it prints is `bestmove`.
    pub(super) fn start(task: Task, mut memory: TranspositionTable) -> io::Result<Self> {
        let begun = Instant::now();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let is_held = task.is_held;
        let run = move || {
            let report = task.run(&mut memory, begun, &stopped);
            while task.is_held && !stopped.load(Ordering::Relaxed) {
                thread::park();
            }
            stopped.store(true, Ordering::Relaxed);
            let played = report.map_or_else(|| "(none)".to_owned(), |report| report.best.played.to_string());
            send(&format!("bestmove {played}"));
            memory
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(run)?;
        Ok(Self { stop, is_held, thread })
    }

    /// Whether its last line is still to come. The thread may take a moment longer.
    pub(super) fn is_running(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search soon.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
    }

    /// Waits for the end of the search, and returns its memory, unless the search failed.
    pub(super) fn wait(self) -> Option<TranspositionTable> {
        self.thread.join().ok()
    }
}

impl Task {
    /// Searches, and prints what is found. Nothing is if the game is over.
    fn run(&self, memory: &mut TranspositionTable, begun: Instant, stopped: &AtomicBool) -> Option<Report> {
        let Self { line, limits, is_held, play: Play { level, seed, lines }, table } = self;
        let variant = line.position().rules().variant();
        let is_weakened = level.is_some_and(|level| !level.is_full(variant));
        let own = level.map_or_else(Limits::default, |level| level.limits(variant));
        let time = limits.time;
        let limits = Limits {
            depth: limits.depth.into_iter().chain(own.depth).min(),
            nodes: limits.nodes.into_iter().chain(own.nodes).min(),
            // Without any limit the search goes on until `stop`, as if it had much time.
            time: if *is_held { time.or(Some(Duration::MAX)) } else { time },
        };
        let interrupt = || {
            let is_late = time.is_some_and(|time| begun.elapsed() >= time);
            (is_late || stopped.load(Ordering::Relaxed)).then_some(Interrupt::Time)
        };
        let request = Request {
            limits,
            wanted: if is_weakened { ALL_MOVES } else { *lines },
            // As those of the service, weak levels use no table.
            endgame: table.as_deref().filter(|_| !is_weakened),
            interrupt: &interrupt,
            ..Request::new(line)
        };
        // Nor do they know what was found before: the same seed gives the same moves.
        let mut own = TranspositionTable::default();
        let memory = if is_weakened { &mut own } else { memory };
        let show = |report| {
            let report = match level {
                Some(level) => level.choose(report, line, *seed),
                None => report,
            };
            information(line, &report, *lines, begun).iter().for_each(|line| send(line));
            report
        };
        suggest_watched(memory, &request, &mut |report| {
            show(report);
        })
        .map(show)
    }
}

/// The lines of information about a report: one about the move to play, or one about each of as many moves, the best
/// first. The value is that of a proven or estimated result to the player to move.
fn information(line: &Line, report: &Report, lines: usize, begun: Instant) -> Vec<String> {
    let Report { best, candidates, winner, depth, nodes, .. } = report;
    let time = begun.elapsed().as_millis();
    let about = |number: Option<usize>, candidate: &Candidate| {
        let Candidate { value, certainty, line: moves, .. } = candidate;
        let value = line.position().nearest_result(*value);
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let winner = winner.filter(|_| number.is_none_or(|number| number == 1));
        let winner = winner.map_or_else(String::new, |winner| format!(" winner {winner}"));
        let number = number.map_or_else(String::new, |number| format!(" multipv {number}"));
        let moves = moves.join(" ");
        format!("info depth {depth}{number} nodes {nodes} time {time} value {value} {certainty}{winner} pv {moves}")
    };
    if lines == 1 {
        return vec![about(None, best)];
    }
    candidates.iter().take(lines).enumerate().map(|(index, candidate)| about(Some(index + 1), candidate)).collect()
}
