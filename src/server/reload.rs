//! SIGHUP: the presets are read anew while the server runs.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(unix)]
use tracing::error;
use tracing::info;

use crate::service::Service;
use crate::service::preset::Presets;
use crate::service::preset::fault::BadFile;

#[cfg(unix)]
use super::metrics;

/// From now on SIGHUP has the presets of `file` read anew; without a file it is ignored. In neither case does it end the
/// process. Where there are no signals, this does nothing.
///
/// Must be called within the runtime, whose end is the end of it.
///
/// # Errors
///
/// The signal cannot be received.
pub fn on_hangup(service: Arc<Service>, file: Option<PathBuf>) -> io::Result<()> {
    if let Some(file) = &file {
        info!(file = %file.display(), presets = service.presets().added(), "presets are read");
    }
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut hangup = signal(SignalKind::hangup())?;
        tokio::spawn(async move {
            while hangup.recv().await.is_some() {
                hung_up(&service, file.as_deref()).await;
            }
        });
    }
    Ok(())
}

#[cfg(unix)]
async fn hung_up(service: &Arc<Service>, file: Option<&Path>) {
    let Some(file) = file else {
        info!("SIGHUP is ignored: there is no file of presets to read (AYLA_PRESETS)");
        return;
    };
    let (service, path) = (Arc::clone(service), file.to_owned());
    // A disk may take its time.
    match tokio::task::spawn_blocking(move || reload(&service, &path)).await {
        Ok(reloaded) => tell(file, &reloaded),
        Err(error) => {
            metrics::reloaded(false);
            error!(file = %file.display(), %error, "the presets stay as they were: reading failed");
        }
    }
}

/// Replaces the presets of a service by those of a file, and answers how many the file has.
///
/// # Errors
///
/// The file cannot be used; the presets stay as they were.
pub fn reload(service: &Service, file: &Path) -> Result<usize, BadFile> {
    let presets = Presets::read(file)?;
    let added = presets.added();
    service.replace_presets(presets);
    Ok(added)
}

/// Tells how a reload went: the one place that the result of each comes to.
#[cfg(unix)]
fn tell(file: &Path, reloaded: &Result<usize, BadFile>) {
    metrics::reloaded(reloaded.is_ok());
    let path = file.display();
    match reloaded {
        Ok(presets) => info!(file = %path, presets, "presets are read anew"),
        Err(bad) => {
            for fault in &bad.faults {
                let (preset, field) = (fault.preset.as_deref(), fault.field.as_deref());
                error!(file = %fault.file.display(), line = fault.line, preset, field, "{}", fault.message);
            }
            error!(file = %path, faults = bad.faults.len(), "the presets stay as they were: the file has faults");
        }
    }
}
