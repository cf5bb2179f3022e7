//! What is read from files of the operator, and read anew while the server runs: when a file has changed, and all of it on
//! SIGHUP.

use std::fmt;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tracing::{error, info};

use crate::service::Service;
use crate::service::operator_file::{BadFile, Seen, Watched, read};
use crate::service::preset::Presets;

use super::keys::Keys;
use super::metrics;
use super::tls::Tls;

/// How long a file that has changed has to stay the same before it is read: it may be half written.
const SETTLES: Duration = Duration::from_millis(100);
/// How often is looked whether it does; then it is read as it is.
const LOOKS: usize = 20;

/// Puts what files hold to use, and answers how many of it there are.
type Take = dyn Fn(&[Vec<u8>]) -> Result<usize, BadFile> + Send;

/// One or more files that belong together, and what is done with what they hold.
pub struct Source {
    what: Watched,
    files: Vec<PathBuf>,
    /// What they held when they were last read.
    seen: Seen,
    take: Box<Take>,
}

impl Source {
    /// The presets of a service, from this file, which held this.
    #[must_use]
    pub fn presets(service: Arc<Service>, file: PathBuf, seen: Seen) -> Self {
        let files = vec![file.clone()];
        let take = move |texts: &[Vec<u8>]| {
            let presets = Presets::parse(&file, &texts.concat())?;
            let added = presets.added();
            service.replace_presets(presets);
            Ok(added)
        };
        Self { what: Watched::Presets, files, seen, take: Box::new(take) }
    }

    /// The callers that a server knows.
    #[must_use]
    pub fn keys(keys: Arc<Keys>) -> Self {
        let (file, seen) = keys.source();
        let files = vec![file.to_owned()];
        Self { what: Watched::Keys, files, seen, take: Box::new(move |texts| keys.replace(&texts.concat())) }
    }

    /// The certificate of a server.
    #[must_use]
    pub fn certificates(tls: Arc<Tls>) -> Self {
        let (files, seen) = tls.source();
        let files = files.to_vec();
        Self { what: Watched::Certificates, files, seen, take: Box::new(move |texts| tls.replace(texts)) }
    }

    /// What the files hold now, and that in short.
    fn read(&self) -> (Result<Vec<Vec<u8>>, BadFile>, Seen) {
        let texts = read(&self.files);
        let seen = Seen::of_all(&texts.as_deref().map_err(ToString::to_string));
        (texts, seen)
    }

    /// Reads them anew where they have changed, or in any case.
    fn look(&mut self, in_any_case: bool) {
        // What is no file, such as a pipe, can be read but once.
        let watched = || self.files.iter().all(|file| fs::metadata(file).map_or(true, |told| told.is_file()));
        if !in_any_case && !watched() {
            return;
        }
        let (mut texts, mut seen) = self.read();
        if !in_any_case {
            if seen == self.seen {
                return;
            }
            for _ in 0..LOOKS {
                thread::sleep(SETTLES);
                let before = seen;
                (texts, seen) = self.read();
                if seen == before {
                    break;
                }
            }
        }
        self.seen = seen;
        let taken = catch_unwind(AssertUnwindSafe(|| texts.and_then(|texts| (self.take)(&texts))));
        // The others are read on.
        let broken = |_| Err(BadFile::whole(&self.files[0], "reading it failed; this is a fault of Ayla"));
        self.tell(taken.unwrap_or_else(broken));
    }

    /// Tells how it went: the one place that the result of each reading comes to.
    fn tell(&self, taken: Result<usize, BadFile>) {
        metrics::reloaded(self.what, taken.is_ok());
        let (what, file) = (self.what.name(), self.files[0].display());
        match taken {
            Ok(count) => info!(%file, count, "{what} are read anew"),
            Err(bad) => {
                for fault in &bad.faults {
                    let (entry, field) = (fault.entry.as_deref(), fault.field.as_deref());
                    error!(file = %fault.file.display(), line = fault.line, entry, field, "{}", fault.message);
                }
                error!(%file, faults = bad.faults.len(), "the {what} stay as they were: the file has faults");
            }
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("what", &self.what).field("files", &self.files).finish_non_exhaustive()
    }
}

/// From now on what has changed is read anew, as is all of it on SIGHUP, which never ends the process. The files are looked
/// at so often, or never by themselves: file systems that are mounted into containers tell nobody of a change.
///
/// Must be called within the runtime, whose end is the end of it.
///
/// # Errors
///
/// The signal cannot be received.
pub fn watch(mut sources: Vec<Source>, interval: Option<Duration>) -> io::Result<()> {
    let mut hangup = Hangup::new()?;
    for source in &sources {
        let files = source.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
        info!(files, "{} are read", source.what.name());
    }
    tokio::spawn(async move {
        loop {
            let in_any_case = tokio::select! {
                () = hangup.comes() => true,
                () = pause(interval) => false,
            };
            if in_any_case && sources.is_empty() {
                info!("SIGHUP is ignored: there is no file to read (AYLA_PRESETS, AYLA_KEYS, AYLA_TLS_CERT)");
            }
            // A disk may take its time.
            let looked = tokio::task::spawn_blocking(move || {
                sources.iter_mut().for_each(|source| source.look(in_any_case));
                sources
            });
            match looked.await {
                Ok(after) => sources = after,
                Err(error) => return error!(%error, "files are not read anew any more: reading failed"),
            }
        }
    });
    Ok(())
}

/// Waits until the files are to be looked at.
async fn pause(interval: Option<Duration>) {
    match interval {
        Some(interval) => tokio::time::sleep(interval).await,
        None => std::future::pending().await,
    }
}

/// The signal by which an operator asks for it. Where there are no signals, it never comes.
struct Hangup {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl Hangup {
    fn new() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())?,
        })
    }

    async fn comes(&mut self) {
        #[cfg(unix)]
        if self.signal.recv().await.is_some() {
            return;
        }
        std::future::pending().await
    }
}
