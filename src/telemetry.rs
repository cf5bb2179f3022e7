//! The log, on standard error.

use std::io::{self, IsTerminal};
use std::panic;

use tracing::error;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

use crate::config::{Log, LogFormat};

/// Starts the log. From now on a panic is a line of it, in the form of the others.
pub(crate) fn start(config: &Log) {
    let filter = EnvFilter::builder().parse_lossy(&config.filter);
    let log = fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    match config.format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let message = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        let message = message.unwrap_or_default();
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        error!(place, "panic: {message}");
    }));
}
