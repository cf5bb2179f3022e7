//! Reloads operator files while the server runs: at intervals those that have changed, and on SIGHUP all of them.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use ayla_terminal::Signals;
use metrics::{counter, gauge};
use tracing::{error, info};

use crate::operator_file::{BadFile, ContentHash, OperatorFile, read};
use crate::telemetry::metrics::describe_metrics;

describe_metrics! {
    /// Reloads of operator files, by file and result: ok or failed.
    counter RELOADS = "ayla_reloads_total";
    /// Whether an operator file had no fault when it was last read: 1 or 0.
    gauge RELOADED = "ayla_reload_successful";
}

/// How long a changed file has to stay the same before it is used, since it may still be half written.
const SETTLE_TIME: Duration = Duration::from_millis(100);
/// How many times a changed file is read again to see whether it has settled. After that, it is used as it is.
const SETTLE_CHECKS: usize = 20;

/// Applies new contents of files. Returns the number of presets, callers or certificates in them.
type Apply = dyn Fn(&[Vec<u8>]) -> Result<usize, BadFile> + Send;

/// One or more files that are reloaded together.
pub struct ReloadSource {
    content: OperatorFile,
    files: Vec<PathBuf>,
    /// The hash of the contents that were read last.
    hash: ContentHash,
    apply: Box<Apply>,
}

impl ReloadSource {
    /// Creates a source of files whose contents had this hash at startup. `apply` applies new contents.
    pub(crate) fn new(
        content: OperatorFile,
        files: Vec<PathBuf>,
        hash: ContentHash,
        apply: impl Fn(&[Vec<u8>]) -> Result<usize, BadFile> + Send + 'static,
    ) -> Self {
        Self { content, files, hash, apply: Box::new(apply) }
    }

    /// Reloads the files if they have changed.
    fn reload_if_changed(&mut self) {
        let changed = read(&self.files);
        if changed.1 == self.hash {
            return;
        }
        let (contents, hash) = settle(changed, || {
            thread::sleep(SETTLE_TIME);
            read(&self.files)
        });
        self.apply(contents, hash);
    }

    /// Reloads the files, whether or not they have changed.
    fn reload(&mut self) {
        let (contents, hash) = read(&self.files);
        self.apply(contents, hash);
    }

    fn apply(&mut self, contents: Result<Vec<Vec<u8>>, BadFile>, hash: ContentHash) {
        self.hash = hash;
        let applied = catch_unwind(AssertUnwindSafe(|| contents.and_then(|contents| (self.apply)(&contents))));
        // Even after a panic, the other files must still be reloaded.
        let panicked = |_| Err(BadFile::whole(&self.files[0], "reading the file failed; this is a bug in Ayla"));
        self.report(applied.unwrap_or_else(panicked));
    }

    fn report(&self, applied: Result<usize, BadFile>) {
        let result = if applied.is_ok() { "ok" } else { "failed" };
        counter!(RELOADS, "file" => self.content.name(), "result" => result).increment(1);
        gauge!(RELOADED, "file" => self.content.name()).set(u32::from(applied.is_ok()));
        let content = self.content.name();
        let file = self.files[0].display();
        match applied {
            Ok(count) => info!(%file, count, "{content} reloaded"),
            Err(bad) => {
                for fault in &bad.faults {
                    let entry = fault.entry.as_deref();
                    let field = fault.field.as_deref();
                    error!(file = %fault.file.display(), line = fault.line, entry, field, "{}", fault.message);
                }
                error!(%file, faults = bad.faults.len(), "{content} not reloaded: the file has faults");
            }
        }
    }
}

/// Registers the metrics of reloads, with each counter at zero.
pub(crate) fn begin_metrics() {
    describe();
    for file in OperatorFile::ALL {
        for result in ["ok", "failed"] {
            counter!(RELOADS, "file" => file.name(), "result" => result).increment(0);
        }
        // The files were read without a fault, or the server would not have started.
        gauge!(RELOADED, "file" => file.name()).set(1);
    }
}

/// Reads changed contents again until two reads agree, but at most [`SETTLE_CHECKS`] times.
fn settle<C, H: PartialEq>(changed: (C, H), mut read: impl FnMut() -> (C, H)) -> (C, H) {
    let mut last = changed;
    for _ in 0..SETTLE_CHECKS {
        let before = std::mem::replace(&mut last, read());
        if last.1 == before.1 {
            break;
        }
    }
    last
}

/// Starts reloading files: all of them on SIGHUP, which then no longer ends the process, and changed ones at this
/// interval, if one is given. Files are polled, since file systems that are mounted into containers report no changes.
///
/// Must be called within the runtime. Reloading ends with the runtime.
///
/// # Errors
///
/// The signal cannot be received.
pub fn watch(mut sources: Vec<ReloadSource>, interval: Option<Duration>) -> io::Result<()> {
    let mut hangup = Signals::hangup()?;
    for source in &sources {
        let files = source.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
        info!(files, "{} loaded", source.content.name());
    }
    tokio::spawn(async move {
        loop {
            let all = tokio::select! {
                _ = hangup.next() => true,
                () = tokio::time::sleep(interval.unwrap_or(Duration::MAX)) => false,
            };
            if all && sources.is_empty() {
                info!("SIGHUP is ignored: there is no file to reload (AYLA_PRESETS, AYLA_KEYS, AYLA_TLS_CERT)");
            }
            // Reading from a disk may block.
            let reloaded = tokio::task::spawn_blocking(move || {
                sources.iter_mut().for_each(if all { ReloadSource::reload } else { ReloadSource::reload_if_changed });
                sources
            });
            match reloaded.await {
                Ok(after) => sources = after,
                Err(error) => return error!(%error, "files are no longer reloaded: reading them failed"),
            }
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_slowly_is_used_when_it_is_complete() {
        let mut lines = ["1", "1 2", "1 2 3", "1 2 3", "another"].map(|text| (text, text)).into_iter();
        let first = lines.next().expect("one");
        assert_eq!(settle(first, || lines.next().expect("no more than needed")).0, "1 2 3");
        assert_eq!(lines.len(), 1);
    }

    #[test]
    fn a_file_that_always_changes_is_used_as_it_is() {
        let mut reads = 0;
        let read = || {
            reads += 1;
            (reads, reads)
        };
        assert_eq!(settle((0, 0), read), (SETTLE_CHECKS, SETTLE_CHECKS));
    }
}
