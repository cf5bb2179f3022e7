//! The signals that end the process.

use std::io;

/// A receiver of SIGTERM and SIGINT, or of Ctrl-C on systems without signals.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Starts to receive the signals, which no longer end the process by themselves. Must be called within a Tokio runtime.
    ///
    /// # Errors
    ///
    /// The signals cannot be received.
    pub fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next signal, and returns its name.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

/// Makes a write beyond the file size limit (`ulimit -f`) an I/O error, where SIGXFSZ would end the process. Has an effect
/// on Linux only.
///
/// # Errors
///
/// The signal cannot be received.
pub fn survive_large_files() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let _context = runtime.enter();
        // The handler stays installed when its receiver is dropped.
        drop(signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw()))?);
    }
    Ok(())
}

#[cfg(not(unix))]
impl Signals {
    /// Starts to receive Ctrl-C, which no longer ends the process by itself.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next Ctrl-C, and returns its name.
    pub async fn next(&mut self) -> &'static str {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        "Ctrl-C"
    }
}
