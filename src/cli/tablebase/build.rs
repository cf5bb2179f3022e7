//! `ayla tablebase build`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ayla::game::Rules;
use ayla::game::notation::read_rules;
use ayla::tablebase::{Class, Crew, Layer, build_file};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

/// How often the bar moves, and how often a line is written where there is no bar.
const TICK: Duration = Duration::from_millis(200);
const LINE: Duration = Duration::from_secs(10);

/// What has been finished is kept in FILE.partial: the same command goes on from it, whatever ended the one before.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The rules as they stand at the beginning of a position, such as awale:capture=two,limit=3, with the houses in a row
    /// where they are not as usual, such as anywoli:houses=10. Options that no entry depends on are passed over.
    #[arg(default_value = "awale", value_parser = rules)]
    rules: Rules,
    /// The most seeds in the houses.
    #[arg(long)]
    seeds: u32,
    /// The file to make; it is replaced if it exists.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many threads to use; one for each processor when not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

fn rules(text: &str) -> Result<Rules, String> {
    read_rules(text).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
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
        let threads = self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let (done, begun) = (AtomicU64::new(0), Instant::now());
        let progress = Progress::new(class.entries(self.seeds) as u64);
        let (end, ended) = mpsc::channel::<()>();
        let built = thread::scope(|scope| {
            let (progress, done) = (&progress, &done);
            scope.spawn(move || progress.show(done, &ended));
            // Dropped when the table is built, which ends the progress.
            let _end = end;
            let crew = Crew::new(threads, done);
            build_file(class, self.seeds, &self.output, &crew, |layer| progress.finished(layer))
        });
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

/// What is said while a table is built: a bar on a terminal, elsewhere a line now and then.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(entries: u64) -> Self {
        let style = ProgressStyle::with_template("{msg:8} {wide_bar} {percent:>3}%  {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Self { bar: ProgressBar::new(entries).with_style(style).with_message("0 seeds") }
    }

    /// Shows how far it is until told to end.
    fn show(&self, done: &AtomicU64, ended: &mpsc::Receiver<()>) {
        let mut said = Instant::now();
        while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            // Each entry is looked at twice.
            self.bar.set_position(done.load(Ordering::Relaxed) / 2);
            if self.bar.is_hidden() && said.elapsed() >= LINE {
                said = Instant::now();
                let (at, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
                super::super::say(&format!("{}% of {all} entries", 100 * at / all.max(1)));
            }
        }
        self.bar.finish_and_clear();
    }

    fn finished(&self, layer: &Layer) {
        self.bar.set_message(format!("{} seeds", layer.seeds + 1));
        if self.bar.is_hidden() {
            let what = if layer.found { "found" } else { "built" };
            super::super::say(&format!("{what} {} boards of {} seeds", layer.counts.total(), layer.seeds));
        }
    }
}
