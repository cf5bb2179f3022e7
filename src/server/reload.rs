//! What is read from files of the operator, and read anew while the server runs: when a file has changed, and all of it on
//! SIGHUP.

use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tracing::{error, info};

use crate::service::Service;
use crate::service::fault::BadFile;
use crate::service::preset::Presets;

use super::keys::Keys;
use super::metrics;
use super::tls::Tls;

words! {
    /// What is read.
    pub enum Watched {
        /// Option sets with a name.
        Presets = "presets",
        /// Who may call.
        Keys = "keys",
        /// The certificate of the public port, with its key.
        Certificates = "certificates",
    }
}

/// One or more files that belong together, and how they are read anew.
pub struct Source {
    what: Watched,
    files: Vec<PathBuf>,
    /// Answers how many of it there are.
    read: Box<dyn Fn() -> Result<usize, BadFile> + Send + Sync>,
}

impl Source {
    /// The presets of a service, from this file.
    #[must_use]
    pub fn presets(service: Arc<Service>, file: PathBuf) -> Self {
        let files = vec![file.clone()];
        Self { what: Watched::Presets, files, read: Box::new(move || presets(&service, &file)) }
    }

    /// The callers that a server knows.
    #[must_use]
    pub fn keys(keys: Arc<Keys>) -> Self {
        let files = vec![keys.file().to_owned()];
        Self { what: Watched::Keys, files, read: Box::new(move || keys.reread()) }
    }

    /// The certificate of a server.
    #[must_use]
    pub fn certificates(tls: Arc<Tls>) -> Self {
        let files = tls.files().map(Path::to_owned).to_vec();
        Self { what: Watched::Certificates, files, read: Box::new(move || tls.reread()) }
    }

    /// What the files hold now, in short. What cannot be read holds nothing.
    fn contents(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for file in &self.files {
            fs::read(file).ok().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Reads them anew, and tells how that went: the one place that the result of each comes to.
    fn reread(&self) {
        let read = (self.read)();
        metrics::reloaded(self.what, read.is_ok());
        let (what, file) = (self.what.name(), self.files[0].display());
        match read {
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

/// Replaces the presets of a service by those of a file, and answers how many the file has.
///
/// # Errors
///
/// The file cannot be used; the presets stay as they were.
pub fn presets(service: &Service, file: &Path) -> Result<usize, BadFile> {
    let presets = Presets::read(file)?;
    let added = presets.added();
    service.replace_presets(presets);
    Ok(added)
}

/// From now on what has changed is read anew, as is all of it on SIGHUP, which never ends the process. The files are looked
/// at so often, or never by themselves: file systems that are mounted into containers tell nobody of a change.
///
/// Must be called within the runtime, whose end is the end of it.
///
/// # Errors
///
/// The signal cannot be received.
pub fn watch(sources: Vec<Source>, interval: Option<Duration>) -> io::Result<()> {
    let mut hangup = Hangup::new()?;
    for source in &sources {
        let files = source.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
        info!(files, "{} are read, and watched", source.what.name());
    }
    let mut seen: Vec<u64> = sources.iter().map(Source::contents).collect();
    let sources = Arc::new(sources);
    tokio::spawn(async move {
        loop {
            let all = tokio::select! {
                () = hangup.comes() => true,
                () = pause(interval) => false,
            };
            if all && sources.is_empty() {
                info!("SIGHUP is ignored: there is no file to read (AYLA_PRESETS, AYLA_KEYS, AYLA_TLS_CERT)");
            }
            let (sources, before) = (Arc::clone(&sources), seen.clone());
            // A disk may take its time.
            let looked = tokio::task::spawn_blocking(move || look(&sources, &before, all)).await;
            match looked {
                Ok(now) => seen = now,
                Err(error) => error!(%error, "files stay as they were read: reading failed"),
            }
        }
    });
    Ok(())
}

/// Reads what has changed, or all of it, and answers what the files hold now.
fn look(sources: &[Source], seen: &[u64], all: bool) -> Vec<u64> {
    let look = |(source, &seen): (&Source, &u64)| {
        // First, so that what changes while it is read is found the next time.
        let contents = source.contents();
        if all || contents != seen {
            source.reread();
        }
        contents
    };
    sources.iter().zip(seen).map(look).collect()
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
