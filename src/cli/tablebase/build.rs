//! `ayla tablebase build`: builds endgame tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ayla_engine::tablebase::{BuiltLayer, Class, WorkerPool, build_file};
use ayla_rules::Rules;
use ayla_terminal::{Progress, number, parse_rules, print, survive_large_files, usage_error};
use clap::Args;

use crate::config::processors;

/// The interval at which the bar moves.
const TICK: Duration = Duration::from_millis(200);
/// The interval of lines of progress without a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct Build {
    /// The rules as at the beginning of a position, such as awale:capture=two,limit=3, with the number of houses if it
    /// is not the default, such as anywoli:houses=10. Options on which no entry depends are ignored.
    #[arg(default_value = "awale", value_parser = parse_rules)]
    rules: Vec<Rules>,
    /// The most seeds in the houses.
    #[arg(long, value_parser = number::<u32>("--seeds", 0..=u32::MAX.into()))]
    seeds: u32,
    /// The file to write, for one table; it is replaced if it exists.
    #[arg(long, value_name = "FILE", required_unless_present = "folder", conflicts_with = "folder")]
    output: Option<PathBuf>,
    /// The folder for a table of each of the rules, whose file is called such as awale-capture-two-limit-3-20.ayla. A
    /// table that is there already is verified, and not built again.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// The number of threads [default: one for each processor].
    #[arg(long, value_parser = number::<u16>("--threads", 1..=1_024))]
    threads: Option<u16>,
}

impl Build {
    pub(super) fn run(&self) -> Result<ExitCode, String> {
        let tables = match self.tables() {
            Ok(tables) => tables,
            Err(why) => return Ok(usage_error(&why)),
        };
        let mut text = String::new();
        let ended = self.build(&tables, &mut text);
        // What was built before a failure is worth saying too.
        let printed = print(&text);
        ended.map(|()| printed)
    }

    /// Builds the tables, and adds to the text what each contains.
    fn build(&self, tables: &[(Class, PathBuf)], text: &mut String) -> Result<(), String> {
        if let Some(folder) = &self.folder {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        survive_large_files().map_err(|error| format!("cannot receive signals: {error}"))?;
        let threads = self.threads.map_or_else(processors, usize::from);
        let done = AtomicU64::new(0);
        let entries = tables.iter().map(|(class, _)| class.entries(self.seeds) as u64).sum();
        let progress = Progress::with_total(entries, "entries", PROGRESS_INTERVAL);
        let (end, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let progress = &progress;
            let done = &done;
            scope.spawn(move || show(progress, done, &ended));
            // Dropping it when the tables are built ends the progress.
            let _end = end;
            let workers = WorkerPool::new(threads, done);
            tables.iter().try_for_each(|(class, file)| {
                *text += &self.build_one(class, file, &workers, progress)?;
                Ok(())
            })
        })
    }

    /// The class of each table, and its file. Rules of the same class share a table.
    fn tables(&self) -> Result<Vec<(Class, PathBuf)>, String> {
        let mut classes = Vec::with_capacity(self.rules.len());
        for rules in &self.rules {
            let class = self.class(rules)?;
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        let Some(folder) = &self.folder else {
            return match (&classes[..], &self.output) {
                ([class], Some(output)) => Ok(vec![(*class, output.clone())]),
                _ => Err(format!("{} tables need a --folder, not an --output", classes.len())),
            };
        };
        let file = |class: &Class| {
            let name = class.to_string().replace([':', ',', '='], "-");
            folder.join(format!("{name}-{}.ayla", self.seeds))
        };
        Ok(classes.into_iter().map(|class| (class, file(&class))).collect())
    }

    /// The class of these rules.
    ///
    /// # Errors
    ///
    /// The game has no tables, or none for rows as short, for these options or for as many seeds.
    fn class(&self, rules: &Rules) -> Result<Class, String> {
        let title = rules.variant().title();
        let class = Class::of(rules).ok_or_else(|| match Class::least_houses(rules.variant()) {
            None => format!("{title} has no endgame tables"),
            Some(least) if rules.houses() < least => {
                format!("tables of {title} are for rows of {least} houses or more, not {}", rules.houses())
            }
            Some(_) => format!("{title} has no endgame tables by these options"),
        })?;
        if self.seeds > class.most_seeds() {
            return Err(format!("tables of {title} are for up to {} seeds, not {}", class.most_seeds(), self.seeds));
        }
        Ok(class)
    }

    /// Builds a table, unless it is in its folder already, and says what it contains.
    fn build_one(
        &self,
        class: &Class,
        file: &Path,
        workers: &WorkerPool<'_>,
        progress: &Progress,
    ) -> Result<String, String> {
        let begun = Instant::now();
        progress.set_message(class);
        let entries = class.entries(self.seeds);
        let how = if self.folder.is_some() && self.is_there(class, file)? {
            workers.count(2 * entries);
            "found".to_owned()
        } else {
            build_file(*class, self.seeds, file, workers, |layer| finished(progress, class, layer))
                .map_err(|error| error.to_string())?;
            format!("{:.1} s", begun.elapsed().as_secs_f64())
        };
        Ok(format!("{}: {class}, up to {} seeds, {entries} entries, {how}\n", file.display(), self.seeds))
    }

    /// Whether the file exists.
    ///
    /// # Errors
    ///
    /// It exists and is not this table.
    fn is_there(&self, class: &Class, file: &Path) -> Result<bool, String> {
        if !fs::exists(file).map_err(|error| format!("{}: {error}", file.display()))? {
            return Ok(false);
        }
        let table = super::open(file)?;
        if table.class() == class && u32::from(table.seeds()) == self.seeds {
            return Ok(true);
        }
        Err(format!("{}: is a table of {} seeds for {}", file.display(), table.seeds(), table.class()))
    }
}

/// Shows the progress until the channel is closed.
fn show(progress: &Progress, done: &AtomicU64, ended: &mpsc::Receiver<()>) {
    while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        // Each entry is counted twice.
        progress.set_done(done.load(Ordering::Relaxed) / 2);
    }
}

fn finished(progress: &Progress, class: &Class, layer: &BuiltLayer) {
    progress.set_message(format!("{class}: {} seeds are done", layer.seeds));
    let what = if layer.found { "found" } else { "built" };
    progress.print_without_bar(&format!(
        "{class}: {what} the entries with {} seeds: {}",
        layer.seeds,
        layer.counts.total()
    ));
}
