//! The signals that end the process, or reload its files.

use std::io;

/// A receiver of signals, which have their usual effect no longer. On systems without signals, Ctrl-C ends the process.
#[derive(Debug)]
pub struct Signals(
    #[cfg(unix)] Vec<(&'static str, tokio::signal::unix::Signal)>,
    /// Whether Ctrl-C is received.
    #[cfg(not(unix))]
    bool,
);

#[cfg(unix)]
impl Signals {
    /// Starts to receive SIGTERM and SIGINT, or Ctrl-C. Must be called within a Tokio runtime.
    ///
    /// # Errors
    ///
    /// The signals cannot be received.
    pub fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self(vec![("SIGTERM", signal(SignalKind::terminate())?), ("SIGINT", signal(SignalKind::interrupt())?)]))
    }

    /// Starts to receive SIGHUP, or nothing.
    ///
    /// # Errors
    ///
    /// The signal cannot be received.
    pub fn hangup() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self(vec![("SIGHUP", signal(SignalKind::hangup())?)]))
    }

    /// Waits for the next signal, and returns its name.
    pub async fn next(&mut self) -> &'static str {
        use std::task::Poll;
        let next = std::future::poll_fn(|context| {
            let poll = |(name, signal): &mut (_, tokio::signal::unix::Signal)| signal.poll_recv(context).map(|_| *name);
            self.0.iter_mut().map(poll).find(Poll::is_ready).unwrap_or(Poll::Pending)
        });
        next.await
    }
}

#[cfg(not(unix))]
impl Signals {
    /// Starts to receive Ctrl-C.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn new() -> io::Result<Self> {
        Ok(Self(true))
    }

    /// Receives nothing.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn hangup() -> io::Result<Self> {
        Ok(Self(false))
    }

    /// Waits for the next Ctrl-C, and returns its name.
    pub async fn next(&mut self) -> &'static str {
        if !self.0 || tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        "Ctrl-C"
    }
}
