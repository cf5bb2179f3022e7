//! `ayla-lab solve`: proves the value of a position of Andada, or of a game of two rows with stores.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ayla::cli::{self, Format, StartPosition, system_error};
use ayla::config::number;
use ayla::signal::Signals;
use ayla_api::error::{Error, Reason};
use ayla_api::words::Message;
use ayla_engine::solver::{Progress, Solver, Stage, Unsolvable, Verdict};
use ayla_engine::tablebase::Table;
use ayla_engine::{Order, Proof, regular_file};
use ayla_rules::{IllegalReason, Line, Side};
use clap::Args;
use serde::Serialize;

/// The exit code for work that was stopped before its end: EX_TEMPFAIL of sysexits.h.
const STOPPED: u8 = 75;
/// The interval of lines of progress without a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);
/// The shortest interval between two saves of the state. Saving takes at most one part in `SAVE_SHARE` of the time.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
const SAVE_SHARE: u32 = 20;
/// The nodes between two reads of the clock: about a twentieth of a second.
const STEP: u64 = 100_000;

/// Solves a position: proves who wins in Andada, or by how much in a game of two rows with stores, and how.
///
/// Ends with a verdict, or with exit code 75 if stopped by --nodes, SIGINT or SIGTERM.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    start: StartPosition,
    /// The memory for results, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = number::<u32>("--memory-mib", 1..=1 << 20))]
    memory_mib: u32,
    /// An endgame table by the same rules, of `ayla tablebase build`; not for Andada.
    #[arg(long, value_name = "FILE", conflicts_with = "state")]
    table: Option<PathBuf>,
    /// Tries the moves in another order, to prove a value in a second way: those far from the store first. Slower; not for
    /// Andada.
    #[arg(long, conflicts_with = "state")]
    far_first: bool,
    /// A file in which results are saved, at intervals and at the end. If it exists, solving resumes from it. Only for Andada.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The most nodes to search; a node is a move made in the search.
    #[arg(long, value_parser = number::<u64>("--nodes", 1..=u64::MAX))]
    nodes: Option<u64>,
    #[command(flatten)]
    format: Format,
}

/// The verdict as JSON.
#[derive(Debug, Serialize)]
struct Answer {
    position: String,
    value: i32,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

impl Solve {
    /// Solves the position, and prints the verdict.
    pub(crate) fn run(&self) -> ExitCode {
        let solved = self.start.line().and_then(|line| self.solve(&line));
        solved.unwrap_or_else(|error| self.format.fail(&error))
    }

    fn solve(&self, line: &Line) -> Result<ExitCode, Box<Error>> {
        let memory = usize::try_from(u64::from(self.memory_mib) << 20).map_err(system_error)?;
        if self.state.is_none() && !matches!(line, Line::Andada(_)) {
            return self.prove(line, memory);
        }
        let mut solver = Solver::new(line, memory).map_err(|why| unsolvable(&why))?;
        let no_signals = |error| system_error(format!("cannot receive signals: {error}"));
        cli::survive_large_files().map_err(no_signals)?;
        let cancel = on_signal().map_err(no_signals)?;
        let _lock = self.state.as_deref().map(lock).transpose().map_err(system_error)?;
        if let Some(file) = &self.state {
            load(&mut solver, file).map_err(system_error)?;
            // A file that cannot be written is better noticed now.
            save(&mut solver, file).map_err(system_error)?;
        }
        let turn = line.position().turn();
        let begun = Instant::now();
        let verdict = self.search(&mut solver, &cancel, turn);
        let seconds = begun.elapsed().as_secs_f64();
        let kept = self.state.as_deref().map(|file| save(&mut solver, file).map(|()| file.display()));
        let Some(verdict) = verdict else {
            let stopped = format!("stopped after {} nodes in all without a proof", solver.progress().nodes);
            let (code, kept) = match kept {
                Some(Ok(file)) => (STOPPED, format!("the results are in {file}")),
                None => (STOPPED, String::from("the results are lost without --state")),
                Some(Err(why)) => (1, format!("{why}; the results since it was last written are lost")),
            };
            let reason = if code == STOPPED { Reason::Cancelled } else { Reason::Internal };
            self.format.report(&Error::new(reason, Message::verbatim(format!("{stopped}; {kept}"))));
            return Ok(ExitCode::from(code));
        };
        let Verdict { value, line, nodes } = verdict;
        let line = line.iter().map(ToString::to_string).collect();
        let answer = Answer { position: solver.position(), value, line, nodes, seconds };
        let printed = cli::print(&self.format.answer(&answer, |answer| plain(answer, &winner(value, turn)))?);
        Ok(match kept {
            Some(Err(why)) => self.format.fail(&system_error(format!("the verdict stands, but {why}"))),
            Some(Ok(_)) | None => printed,
        })
    }

    /// Proves a position of a game of two rows with stores, and prints the verdict.
    fn prove(&self, line: &Line, memory: usize) -> Result<ExitCode, Box<Error>> {
        let table = self.table.as_deref().map(Table::open).transpose().map_err(system_error)?;
        let order = if self.far_first { Order::FarFromStoreFirst } else { Order::MostPromisingFirst };
        let mut proof = Proof::new(line, memory, table.as_ref(), order).map_err(|why| unsolvable(&why))?;
        let cancel = on_signal().map_err(|error| system_error(format!("cannot receive signals: {error}")))?;
        let progress = cli::Progress::without_total(PROGRESS_INTERVAL);
        let begun = Instant::now();
        let most = self.nodes.unwrap_or(u64::MAX);
        loop {
            let nodes = proof.nodes();
            if let Some(Verdict { value, line: moves, nodes }) = proof.step(STEP.min(most.saturating_sub(nodes))) {
                let moves = moves.iter().map(ToString::to_string).collect();
                let position = line.position();
                let turn = position.turn();
                let seconds = begun.elapsed().as_secs_f64();
                let answer = Answer { position: position.to_string(), value, line: moves, nodes, seconds };
                return Ok(cli::print(&self.format.answer(&answer, |answer| plain(answer, &gain(value, turn)))?));
            }
            if cancel.load(Ordering::Relaxed) || proof.nodes() >= most {
                let [least, most] = proof.bounds();
                let nodes = proof.nodes();
                let stopped =
                    format!("stopped after {nodes} nodes in all: the value is at least {least} and at most {most}");
                self.format.report(&Error::new(Reason::Cancelled, Message::verbatim(stopped)));
                return Ok(ExitCode::from(STOPPED));
            }
            let millions = proof.nodes() as f64 / 1e6;
            progress.set_message(format!("{millions:.1} M nodes, {:.2} M/s", millions / begun.elapsed().as_secs_f64()));
            progress.set_done(proof.nodes());
        }
    }

    /// Searches until there is a verdict, or the search has to stop.
    fn search(&self, solver: &mut Solver, cancel: &AtomicBool, turn: Side) -> Option<Verdict> {
        let progress = cli::Progress::without_total(PROGRESS_INTERVAL);
        let begun = Instant::now();
        let nodes_before = solver.progress().nodes;
        let max = solver.progress().nodes.saturating_add(self.nodes.unwrap_or(u64::MAX));
        let mut saved = Instant::now();
        let mut pause = SAVE_INTERVAL;
        loop {
            let left = max.saturating_sub(solver.progress().nodes);
            if let Some(verdict) = solver.step(STEP.min(left)) {
                return Some(verdict);
            }
            if cancel.load(Ordering::Relaxed) || solver.progress().nodes >= max {
                return None;
            }
            let so_far = solver.progress();
            progress.set_message(describe(
                &so_far,
                turn,
                (so_far.nodes - nodes_before) as f64 / begun.elapsed().as_secs_f64(),
            ));
            progress.set_done(so_far.nodes);
            if let Some(file) = self.state.as_ref().filter(|_| saved.elapsed() >= pause) {
                let begun = Instant::now();
                // The disk may have room again by the next time; the earlier state is still there.
                if let Err(why) = save(solver, file) {
                    progress.print(&why);
                }
                saved = Instant::now();
                pause = SAVE_INTERVAL.max(SAVE_SHARE * begun.elapsed());
            }
        }
    }
}

fn unsolvable(why: &Unsolvable) -> Box<Error> {
    let reason = match why {
        Unsolvable::OtherGame => Reason::VariantMismatch,
        Unsolvable::Over => Reason::Illegal(IllegalReason::GameOver),
        Unsolvable::Past | Unsolvable::TooLarge => Reason::MalformedRequest,
        Unsolvable::Memory => Reason::Internal,
    };
    Error::new(reason, Message::verbatim(why.to_string()))
}

/// A flag that the first SIGINT or SIGTERM sets.
fn on_signal() -> io::Result<Arc<AtomicBool>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _context = runtime.enter();
        Signals::new()?
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(signals.next());
        flag.store(true, Ordering::Relaxed);
    })?;
    Ok(cancel)
}

/// Locks a state until the file that is returned is dropped, or the process ends. The lock is on a file beside it, since a
/// save replaces the state itself.
fn lock(file: &Path) -> Result<File, String> {
    let path = beside(file, ".lock");
    let failed = |error| format!("{} cannot be locked: {error}", file.display());
    for path in [file, &path, &beside(file, ".part")] {
        if let Ok(Some(other)) = regular_file::other_type(path) {
            return Err(format!("{} is {other}, not a regular file", path.display()));
        }
    }
    let lock = File::options().write(true).create(true).truncate(false).open(&path).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(format!("{} is in use by another ayla-lab solve", file.display())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// A file of the same name with this suffix.
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

fn load(solver: &mut Solver, file: &Path) -> Result<(), String> {
    let name = file.display();
    match regular_file::open(file) {
        Ok(open) => {
            solver.load(&mut BufReader::new(open)).map_err(|why| format!("{name} {why}"))?;
            let Progress { nodes, kept, .. } = solver.progress();
            cli::report(&format!("resuming from {name}: {nodes} nodes, {kept} positions kept"));
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{name} cannot be read: {error}")),
    }
}

/// Writes the state to another file and renames it, so that the earlier state remains until the new one is complete.
fn save(solver: &mut Solver, file: &Path) -> Result<(), String> {
    let part = beside(file, ".part");
    let written = File::create(&part).and_then(|created| {
        let mut out = BufWriter::new(created);
        solver.save(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&part, file)
    });
    written.map_err(|error| {
        // An incomplete state is of no use.
        let _ = fs::remove_file(&part);
        format!("{} cannot be written: {error}", file.display())
    })
}

/// A description of the progress, at `rate` nodes per second.
fn describe(progress: &Progress, mover: Side, rate: f64) -> String {
    let question = match progress.stage {
        Stage::Win => format!("does {} win?", mover.title()),
        Stage::Loss => format!("does {} win?", mover.other().title()),
        Stage::Line | Stage::Done => String::from("the line"),
    };
    let numbers = progress.proof_numbers.map_or(String::new(), |[yes, no]| format!(", yes needs {yes}, no needs {no}"));
    let share = 100.0 * progress.kept as f64 / progress.capacity as f64;
    let millions = progress.nodes as f64 / 1e6;
    let rate = rate / 1e6;
    format!("{question} {millions:.1} M nodes, {rate:.2} M/s{numbers}; {share:.1}% of the memory in use")
}

/// What a value says about a position of Andada.
fn winner(value: i32, mover: Side) -> String {
    let other = mover.other().title();
    let mover = mover.title();
    match value {
        1 => format!("{mover}, to move, wins"),
        -1 => format!("{other} wins; {mover} is to move"),
        _ => format!("nobody wins, play repeats for ever; {mover} is to move"),
    }
}

/// What a value says about a position of a game of two rows with stores.
fn gain(value: i32, mover: Side) -> String {
    let other = mover.other().title();
    let mover = mover.title();
    match value {
        1.. => format!("{mover}, to move, wins by {value}"),
        0 => format!("nobody wins; {mover} is to move"),
        ..0 => format!("{other} wins by {}; {mover} is to move", -value),
    }
}

fn plain(Answer { position, value, line, nodes, seconds }: &Answer, meaning: &str) -> String {
    let value = if *value == 0 { String::from("0") } else { format!("{value:+}") };
    let line = line.join(" ");
    format!(
        "Position: {position}\nValue: {value} (proven): {meaning}\nLine: {line}\nSearched: {nodes} nodes, {seconds:.3} s\n"
    )
}
