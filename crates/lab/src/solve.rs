//! `ayla-lab solve`: proves the value of a position of Andada, or of a game of two rows with stores.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ayla_api::error::{Error, Reason};
use ayla_api::words::Message;
use ayla_engine::solver::{Solver, Stage, Unsolvable, Verdict};
use ayla_engine::tablebase::Table;
use ayla_engine::{Order, Proof, regular_file};
use ayla_rules::{IllegalReason, Line, Side};
use ayla_terminal::{
    Format, Progress, Signals, StartPosition, number, print, report, survive_large_files, system_error,
};
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
    /// Tries the moves in another order, to prove a value in a second way: those far from the store first. Slower; not
    /// for Andada.
    #[arg(long, conflicts_with = "state")]
    far_first: bool,
    /// A file in which results are saved, at intervals and at the end. If it exists, solving resumes from it. Only for
    /// Andada.
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
        let table = self.table.as_deref().map(Table::open).transpose().map_err(system_error)?;
        let order = if self.far_first { Order::FarFromStoreFirst } else { Order::MostPromisingFirst };
        let mut proof = Proof::new(line, memory, table.as_ref(), order).map_err(|why| unsolvable(&why))?;
        if self.state.is_some() && proof.solver().is_none() {
            return Err(unsolvable(&Unsolvable::OtherGame));
        }
        let no_signals = |error| system_error(format!("cannot receive signals: {error}"));
        survive_large_files().map_err(no_signals)?;
        let cancel = on_signal().map_err(no_signals)?;
        let _lock = self.state.as_deref().map(lock).transpose().map_err(system_error)?;
        if let Some((file, solver)) = self.state.as_ref().zip(proof.solver()) {
            load(solver, file).map_err(system_error)?;
            // A file that cannot be written is better noticed now.
            save(solver, file).map_err(system_error)?;
        }
        let position = line.position();
        let turn = position.turn();
        let begun = Instant::now();
        let verdict = self.search(&mut proof, &cancel, turn);
        let seconds = begun.elapsed().as_secs_f64();
        let state = self.state.as_ref().zip(proof.solver());
        let saved = state.map(|(file, solver)| save(solver, file).map(|()| file.display()));
        let by_points = proof.solver().is_none();
        let Some(Verdict { value, line, nodes }) = verdict else {
            let (code, rest) = match saved {
                None if by_points => {
                    let [least, most] = proof.bounds();
                    (STOPPED, format!(": the value is at least {least} and at most {most}"))
                }
                None => (STOPPED, " without a proof; the results are lost without --state".to_owned()),
                Some(Ok(file)) => (STOPPED, format!(" without a proof; the results are in {file}")),
                Some(Err(why)) => {
                    (1, format!(" without a proof; {why}; the results since it was last written are lost"))
                }
            };
            let stopped = format!("stopped after {} nodes in all{rest}", proof.nodes());
            let reason = if code == STOPPED { Reason::Cancelled } else { Reason::Internal };
            self.format.report(&Error::new(reason, Message::verbatim(stopped)));
            return Ok(ExitCode::from(code));
        };
        let line = line.iter().map(ToString::to_string).collect();
        let answer = Answer { position: position.to_string(), value, line, nodes, seconds };
        let printed = print(&self.format.answer(&answer, |answer| plain(answer, &meaning(value, turn, by_points)))?);
        Ok(match saved {
            Some(Err(why)) => self.format.fail(&system_error(format!("the verdict stands, but {why}"))),
            Some(Ok(_)) | None => printed,
        })
    }

    /// Searches until there is a verdict, or the search has to stop.
    fn search(&self, proof: &mut Proof<'_>, cancel: &AtomicBool, turn: Side) -> Option<Verdict> {
        let progress = Progress::without_total(PROGRESS_INTERVAL);
        let begun = Instant::now();
        let before = proof.nodes();
        let most = before.saturating_add(self.nodes.unwrap_or(u64::MAX));
        let mut saved = Instant::now();
        let mut pause = SAVE_INTERVAL;
        loop {
            let left = most.saturating_sub(proof.nodes());
            if let Some(verdict) = proof.step(STEP.min(left)) {
                return Some(verdict);
            }
            let nodes = proof.nodes();
            if cancel.load(Ordering::Relaxed) || nodes >= most {
                return None;
            }
            progress.set_message(describe(proof, turn, (nodes - before) as f64 / begun.elapsed().as_secs_f64()));
            progress.set_done(nodes);
            if let Some((file, solver)) = self.state.as_ref().zip(proof.solver())
                && saved.elapsed() >= pause
            {
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

/// A description of the progress, at `rate` nodes per second.
fn describe(proof: &mut Proof<'_>, mover: Side, rate: f64) -> String {
    let searched = format!("{:.1} M nodes, {:.2} M/s", proof.nodes() as f64 / 1e6, rate / 1e6);
    let Some(solver) = proof.solver() else { return searched };
    let progress = solver.progress();
    let question = match progress.stage {
        Stage::Win => format!("does {} win?", mover.title()),
        Stage::Loss => format!("does {} win?", mover.other().title()),
        Stage::Line | Stage::Done => "the line".to_owned(),
    };
    let numbers = progress.proof_numbers.map(|[yes, no]| format!(", yes needs {yes}, no needs {no}"));
    let share = 100.0 * progress.stored as f64 / progress.capacity as f64;
    format!("{question} {searched}{}; {share:.1}% of the memory in use", numbers.unwrap_or_default())
}

/// What a value says about a position. Without points, in Andada, it only says who wins.
fn meaning(value: i32, mover: Side, by_points: bool) -> String {
    let other = mover.other().title();
    let mover = mover.title();
    let (nobody, by) = if by_points {
        ("nobody wins", format!(" by {}", value.abs()))
    } else {
        ("nobody wins, play repeats for ever", String::new())
    };
    match value {
        1.. => format!("{mover}, to move, wins{by}"),
        0 => format!("{nobody}; {mover} is to move"),
        ..0 => format!("{other} wins{by}; {mover} is to move"),
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

/// Locks a state until the file that is returned is dropped, or the process ends. The lock is on a file beside it,
/// since a save replaces the state itself.
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
            let progress = solver.progress();
            report(&format!("resuming from {name}: {} nodes, {} positions kept", progress.nodes, progress.stored));
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

fn plain(Answer { position, value, line, nodes, seconds }: &Answer, meaning: &str) -> String {
    let value = if *value == 0 { String::from("0") } else { format!("{value:+}") };
    let line = line.join(" ");
    format!(
        "Position: {position}\nValue: {value} (proven): {meaning}\nLine: {line}\nSearched: {nodes} nodes, {seconds:.3} s\n"
    )
}
