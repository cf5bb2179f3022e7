//! `ayla tablebase build`: builds an endgame table.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ayla_engine::tablebase::{BuiltLayer, Class, WorkerPool, build_file};
use ayla_rules::Rules;
use clap::Args;

use crate::cli::output::survive_large_files;
use crate::cli::{Progress, parse_rules};
use crate::config::number;

/// The interval at which the bar moves, and that of lines without a terminal.
const TICK: Duration = Duration::from_millis(200);
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct Build {
    /// The rules as at the beginning of a position, such as awale:capture=two,limit=3, with the number of houses if it is not
    /// the default, such as anywoli:houses=10. Options on which no entry depends are ignored.
    #[arg(default_value = "awale", value_parser = parse_rules)]
    rules: Rules,
    /// The most seeds in the houses.
    #[arg(long, value_parser = number::<u32>("--seeds", 0..=u32::MAX.into()))]
    seeds: u32,
    /// The file to write; it is replaced if it exists.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// The number of threads [default: one for each processor].
    #[arg(long, value_parser = number::<u16>("--threads", 1..=1_024))]
    threads: Option<u16>,
}

impl Build {
    pub(super) fn run(&self) -> Result<String, String> {
        let title = self.rules.variant().title();
        let class = Class::of(&self.rules).ok_or_else(|| match Class::least_houses(self.rules.variant()) {
            None => format!("{title} has no endgame tables"),
            Some(least) => {
                format!("tables of {title} are for rows of {least} houses or more, not {}", self.rules.houses())
            }
        })?;
        if self.seeds > class.most_seeds() {
            return Err(format!("tables of {title} are for up to {} seeds, not {}", class.most_seeds(), self.seeds));
        }
        survive_large_files().map_err(|error| format!("cannot receive signals: {error}"))?;
        let threads = self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let (done, begun) = (AtomicU64::new(0), Instant::now());
        let progress = Progress::with_total(class.entries(self.seeds) as u64, "entries", PROGRESS_INTERVAL);
        let (end, ended) = mpsc::channel::<()>();
        let built = thread::scope(|scope| {
            let (progress, done) = (&progress, &done);
            scope.spawn(move || show(progress, done, &ended));
            // Dropping it when the table is built ends the progress.
            let _end = end;
            let workers = WorkerPool::new(threads, done);
            build_file(class, self.seeds, &self.output, &workers, |layer| finished(progress, layer))
        });
        drop(progress);
        built.map_err(|error| error.to_string())?;
        let entries = class.entries(self.seeds);
        let seconds = begun.elapsed().as_secs_f64();
        Ok(format!(
            "{}: {class}, up to {} seeds, {entries} entries, {seconds:.1} s\n",
            self.output.display(),
            self.seeds
        ))
    }
}

/// Shows the progress until the channel is closed.
fn show(progress: &Progress, done: &AtomicU64, ended: &mpsc::Receiver<()>) {
    while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        // Each entry is counted twice.
        progress.set_done(done.load(Ordering::Relaxed) / 2);
    }
}

fn finished(progress: &Progress, layer: &BuiltLayer) {
    progress.set_message(format!("{} seeds", layer.seeds + 1));
    let what = if layer.found { "found" } else { "built" };
    progress.print_without_bar(&format!("{what} {} boards of {} seeds", layer.counts.total(), layer.seeds));
}
