//! The output of commands: answers on standard output, messages on standard error, and exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

use ayla_api::error::{Error, Reason, Result};
use ayla_api::problem::Problem;
use ayla_api::words::{Language, Message};
use clap::Args;
use serde::Serialize;

/// The exit code for an invalid command line or setting: EX_USAGE of sysexits.h.
const USAGE: u8 = 64;

/// The language of this tag, or of the environment.
pub fn language(tag: Option<&str>) -> Language {
    // The first variable that is set decides, as for other programs.
    let variables = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let given = tag.map(str::to_owned);
    let locale = given.or_else(|| variables().find(|value| !value.is_empty())).unwrap_or_default();
    // Without the encoding: `fr_CI.UTF-8` is `fr-CI`.
    let tag = locale.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
    Language::negotiate(Some(&tag), None)
}

/// The format of an answer.
#[derive(Clone, Debug, Args)]
pub struct Format {
    /// Print JSON, as in the API. An error is a problem document on standard error.
    #[arg(long)]
    pub json: bool,
    /// The language, such as fr [default: as LC_ALL, LC_MESSAGES or LANG says, or English].
    #[arg(long, value_name = "TAG")]
    lang: Option<String>,
}

impl Format {
    /// The language of answers and errors.
    pub fn language(&self) -> Language {
        language(self.lang.as_deref())
    }

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
            Err(error) => Err(system_error(error)),
        }
    }

    /// Prints the answer of a command, or reports why there is none.
    pub fn print(&self, answer: Result<String>) -> ExitCode {
        answer.map_or_else(|error| self.fail(&error), |text| print(&text))
    }

    /// Reports why a command failed: as one line of JSON, the problem document of the HTTP API, or as a sentence.
    pub fn fail(&self, error: &Error) -> ExitCode {
        self.report(error);
        ExitCode::FAILURE
    }

    /// Prints an error on standard error.
    pub fn report(&self, error: &Error) {
        if self.json {
            print_problem(error.clone(), self.language());
        } else {
            report(&error.detail(self.language()));
        }
    }
}

fn print_problem(error: Error, language: Language) {
    // If it cannot be printed, the exit code still says it.
    if let Ok(problem) = serde_json::to_string(&Problem::new(error, language, None)) {
        let _ = writeln!(io::stderr(), "{problem}");
    }
}

/// An error of the system or of a file, in English.
pub fn system_error(detail: impl ToString) -> Box<Error> {
    Error::new(Reason::Internal, Message::verbatim(detail.to_string()))
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

/// Reports invalid settings.
pub fn usage_errors(messages: &[String]) -> ExitCode {
    messages.iter().for_each(|message| report(message));
    ExitCode::from(USAGE)
}

/// Prints the fault of a command line, or the help that it requests. If the answer would be JSON, a fault is a problem
/// document, without usage and hints.
pub fn print_usage(usage: &clap::Error) -> ExitCode {
    if !usage.use_stderr() {
        // If it cannot be printed, the exit code still says it.
        let _ = usage.print();
        return ExitCode::SUCCESS;
    }
    if std::env::args_os().any(|argument| argument == "--json") {
        let text = usage.render().to_string();
        let words: Vec<&str> = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect();
        let message = words.join(" ");
        let message = Message::verbatim(message.trim_start_matches("error: ").to_owned());
        print_problem(*Error::new(Reason::MalformedRequest, message), Language::ENGLISH);
    } else {
        let _ = usage.print();
    }
    ExitCode::from(USAGE)
}

/// Prints a message as a line on standard error.
pub fn report(message: &str) {
    // If it cannot be printed, the exit code still says it.
    let _ = writeln!(io::stderr(), "ayla: {message}");
}

/// Makes a write beyond the file size limit (`ulimit -f`) an I/O error, where SIGXFSZ would end the process. Has an
/// effect on Linux only.
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
