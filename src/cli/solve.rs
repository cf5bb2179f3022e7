//! `ayla solve`: who wins a position of Andada, proven.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::server::signal::{Signals, survive_large_files};
use ayla_engine::solver::{Progress, Solver, Stage, Verdict};
use ayla_rules::{Line, Side};
use clap::Args;
use serde::Serialize;

use super::{Form, STOPPED, Start, json, print, progress, refuse, say};

/// How often there is a line of progress where there is no terminal.
const LINE: Duration = Duration::from_secs(10);
/// How often the state is saved at most; and no more than one part in so many of the time goes into it.
const SAVE: Duration = Duration::from_secs(60);
const SAVE_SHARE: u32 = 20;
/// Nodes between two looks at the clock: about a twentieth of a second.
const STEP: u64 = 100_000;

/// Ends with a verdict; or, stopped by --nodes, SIGINT or SIGTERM, with exit code 75.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    start: Start,
    /// The memory for what is found out, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory_mib: u32,
    /// A file to keep what is found out in, now and then and at the end; if it exists already, it is gone on from.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The most nodes to search before it stops; a node is a move made in the search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    form: Form,
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
    pub(super) fn run(&self) -> ExitCode {
        let line = match self.start.line() {
            Ok(line) => line,
            Err(error) => return refuse(&error.detail),
        };
        match self.solve(&line) {
            Ok(code) => code,
            Err(why) => refuse(&why),
        }
    }

    fn solve(&self, line: &Line) -> Result<ExitCode, String> {
        let memory = usize::try_from(u64::from(self.memory_mib) << 20).map_err(|error| error.to_string())?;
        let mut solver = Solver::new(line, memory).map_err(|why| why.to_string())?;
        survive_large_files().map_err(|error| format!("cannot receive signals: {error}"))?;
        if let Some(file) = &self.state {
            load(&mut solver, file)?;
            // What cannot be written had better be known before it is needed.
            save(&mut solver, file)?;
        }
        let cancel = on_signal().map_err(|error| format!("cannot receive signals: {error}"))?;
        let turn = line.position().turn();
        let begun = Instant::now();
        let verdict = self.search(&mut solver, &cancel, turn);
        let seconds = begun.elapsed().as_secs_f64();
        let kept = self.state.as_deref().map(|file| save(&mut solver, file).map(|()| file.display()));
        let Some(verdict) = verdict else {
            let stopped = format!("stopped after {} nodes in all, nothing proven yet", solver.progress().nodes);
            let (code, kept) = match kept {
                Some(Ok(file)) => (STOPPED, format!("{file} has what was found out")),
                None => (STOPPED, String::from("without --state it is lost")),
                Some(Err(why)) => (1, format!("{why}; what was found out since it was last written is lost")),
            };
            say(&format!("{stopped}; {kept}"));
            return Ok(ExitCode::from(code));
        };
        let text = if self.form.json {
            let Verdict { value, line, nodes } = verdict;
            let line = line.iter().map(ToString::to_string).collect();
            json(&Answer { position: solver.position(), value, line, nodes, seconds }).map_err(|error| error.detail)?
        } else {
            plain(&solver.position(), turn, &verdict, seconds)
        };
        let printed = print(&text);
        Ok(match kept {
            Some(Err(why)) => refuse(&format!("the verdict stands, but {why}")),
            Some(Ok(_)) | None => printed,
        })
    }

    /// Searches until there is a verdict, or it has to stop.
    fn search(&self, solver: &mut Solver, cancel: &AtomicBool, turn: Side) -> Option<Verdict> {
        let (progress, begun, before) = (progress::Progress::endless(LINE), Instant::now(), solver.progress().nodes);
        let most = solver.progress().nodes.saturating_add(self.nodes.unwrap_or(u64::MAX));
        let (mut saved, mut pause) = (Instant::now(), SAVE);
        loop {
            let left = most.saturating_sub(solver.progress().nodes);
            if let Some(verdict) = solver.step(STEP.min(left)) {
                return Some(verdict);
            }
            if cancel.load(Ordering::Relaxed) || solver.progress().nodes >= most {
                return None;
            }
            let so_far = solver.progress();
            progress.about(told(&so_far, turn, (so_far.nodes - before) as f64 / begun.elapsed().as_secs_f64()));
            progress.reach(so_far.nodes);
            if let Some(file) = self.state.as_ref().filter(|_| saved.elapsed() >= pause) {
                let begun = Instant::now();
                // Perhaps there is room again by the next time; the earlier state is still there.
                if let Err(why) = save(solver, file) {
                    progress.say(&why);
                }
                saved = Instant::now();
                pause = SAVE.max(SAVE_SHARE * begun.elapsed());
            }
        }
    }
}

/// Set by the first signal to end.
fn on_signal() -> io::Result<Arc<AtomicBool>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _context = runtime.enter();
        Signals::new()?
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&cancel);
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(signals.next());
        told.store(true, Ordering::Relaxed);
    })?;
    Ok(cancel)
}

fn load(solver: &mut Solver, file: &Path) -> Result<(), String> {
    let name = file.display();
    match File::open(file) {
        Ok(open) => {
            solver.load(&mut BufReader::new(open)).map_err(|why| format!("{name} {why}"))?;
            let Progress { nodes, kept, .. } = solver.progress();
            say(&format!("going on from {name}: {nodes} nodes, {kept} positions kept"));
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{name} cannot be read: {error}")),
    }
}

/// Writes the state beside the file and puts it in its place, so that the earlier one is there until the new one is whole.
fn save(solver: &mut Solver, file: &Path) -> Result<(), String> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(|created| {
        let mut out = BufWriter::new(created);
        solver.save(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&part, file)
    });
    written.map_err(|error| {
        // What is left of it is of no use.
        let _ = fs::remove_file(&part);
        format!("{} cannot be written: {error}", file.display())
    })
}

/// How far it is, at so many nodes a second.
fn told(progress: &Progress, mover: Side, rate: f64) -> String {
    let question = match progress.stage {
        Stage::Win => format!("does {} win?", mover.title()),
        Stage::Loss => format!("does {} win?", mover.other().title()),
        Stage::Line | Stage::Done => String::from("the line"),
    };
    let numbers = progress.proof_numbers.map_or(String::new(), |[yes, no]| format!(", yes needs {yes}, no needs {no}"));
    let share = 100.0 * progress.kept as f64 / progress.capacity as f64;
    let (millions, rate) = (progress.nodes as f64 / 1e6, rate / 1e6);
    format!("{question} {millions:.1} M nodes, {rate:.2} M/s{numbers}; {share:.1}% of the memory is in use")
}

fn plain(position: &str, mover: Side, verdict: &Verdict, seconds: f64) -> String {
    let (mover, other) = (mover.title(), mover.other().title());
    let meaning = match verdict.value {
        1 => format!("{mover}, to move, wins"),
        -1 => format!("{other} wins; {mover} is to move"),
        _ => format!("nobody wins, play goes round for ever; {mover} is to move"),
    };
    let line: Vec<String> = verdict.line.iter().map(ToString::to_string).collect();
    let value = if verdict.value == 0 { String::from("0") } else { format!("{:+}", verdict.value) };
    format!(
        "Position: {position}\nValue: {value} (proven): {meaning}\nLine: {}\nSearched: {} nodes, {seconds:.3} s\n",
        line.join(" "),
        verdict.nodes
    )
}
