//! The output of commands: answers on standard output, messages on standard error, and exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::service::error::{Error, Reason, Result};

/// The exit code for an invalid command line or setting: EX_USAGE of sysexits.h.
const USAGE: u8 = 64;
/// The exit code for work that was stopped before its end: EX_TEMPFAIL of sysexits.h.
pub(super) const STOPPED: u8 = 75;

/// The format of an answer.
#[derive(Debug, Args)]
pub struct Format {
    /// Print JSON, as in the API.
    #[arg(long)]
    pub json: bool,
}

impl Format {
    /// The answer as one line of JSON, or as `plain` has it.
    ///
    /// # Errors
    ///
    /// `INTERNAL`, if it cannot be serialized.
    pub fn answer<T: Serialize>(&self, answer: &T, plain: impl FnOnce(&T) -> String) -> Result<String> {
        if !self.json {
            return Ok(plain(answer));
        }
        match serde_json::to_string(answer) {
            Ok(text) => Ok(text + "\n"),
            Err(error) => Err(Error::new(Reason::Internal, error.to_string())),
        }
    }
}

/// Prints an answer. A closed pipe counts as success: its reader has read enough.
pub fn print(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

/// Reports why a command failed.
pub fn fail(message: &str) -> ExitCode {
    report(message);
    ExitCode::FAILURE
}

/// Reports an invalid argument or setting.
pub fn usage_error(message: &str) -> ExitCode {
    report(message);
    ExitCode::from(USAGE)
}

/// Prints the fault of a command line, or the help that it requests.
pub fn print_usage(usage: &clap::Error) -> ExitCode {
    // If it cannot be printed, the exit code still says it.
    let _ = usage.print();
    if usage.use_stderr() { ExitCode::from(USAGE) } else { ExitCode::SUCCESS }
}

/// Prints a message as a line on standard error.
pub fn report(message: &str) {
    // If it cannot be printed, the exit code still says it.
    let _ = writeln!(io::stderr(), "ayla: {message}");
}
