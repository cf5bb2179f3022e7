//! The faults of a command line: the first, or all invalid settings of the server.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command as Definition};

use super::Command;
use super::output::{json_usage_error, print_usage};
use crate::config::Config;

/// The faults of a command line, or the help or version that it requests.
#[derive(Debug)]
pub struct Faults {
    list: Vec<clap::Error>,
    /// The settings of the server that are valid, unless there is another fault than invalid settings.
    rest: Option<Box<Config>>,
    /// Whether these are settings that `ayla check` was to check.
    of_check: bool,
    /// Whether the answer of the command would be JSON.
    json: bool,
}

impl Faults {
    pub(super) fn new(arguments: &[OsString], fault: clap::Error) -> Self {
        let of_check = fault.use_stderr() && of_server(arguments).is_some_and(|command| command == "check");
        Self { list: vec![fault], rest: None, of_check, json: arguments.iter().any(|argument| argument == "--json") }
    }

    /// Reads a command line. If settings of the server are invalid, it leaves them out one by one to find the others.
    pub(super) fn find_all(
        mut definition: Definition,
        mut arguments: Vec<OsString>,
        read: impl Fn(&Definition, &[OsString]) -> Result<Command, clap::Error>,
    ) -> Result<Command, Self> {
        let fault = match read(&definition, &arguments) {
            Ok(command) => return Ok(command),
            Err(fault) => fault,
        };
        let mut setting = invalid_setting(&definition, &arguments, &fault);
        let mut faults = Self::new(&arguments, fault);
        while let Some(id) = setting.take() {
            definition = leave_out(definition, &mut arguments, &id);
            match read(&definition, &arguments) {
                Ok(Command::Serve(rest) | Command::Check(rest)) => faults.rest = Some(rest),
                Ok(Command::OneShot(_)) => {}
                Err(fault) => {
                    setting = invalid_setting(&definition, &arguments, &fault);
                    faults.list.push(fault);
                }
            }
        }
        Err(faults)
    }

    /// Whether there are faults, rather than help or a version to print.
    #[must_use]
    pub fn are_faults(&self) -> bool {
        self.list.iter().any(clap::Error::use_stderr)
    }

    /// The other settings of the server, if its settings are the only faults.
    #[must_use]
    pub fn rest(&self) -> Option<&Config> {
        self.rest.as_deref()
    }

    /// Whether these are settings that `ayla check` was to check.
    #[must_use]
    pub fn are_of_check(&self) -> bool {
        self.of_check
    }

    /// Prints the faults or the help, and returns the exit code.
    pub fn print(&self) -> ExitCode {
        let (last, others) = match self.list.split_last() {
            Some((last, others)) => (last, others),
            None => return ExitCode::SUCCESS,
        };
        for fault in others {
            // What comes after the first paragraph is printed once, with the last fault.
            eprintln!("{}\n", paragraph(fault));
        }
        if self.json && last.use_stderr() {
            return json_usage_error(paragraph(last).trim_start_matches("error: "));
        }
        print_usage(last)
    }
}

/// What is wrong, without usage and hints.
fn paragraph(fault: &clap::Error) -> String {
    let text = fault.render().to_string();
    text.split("\n\n").next().unwrap_or_default().trim_end().to_owned()
}

/// The subcommand of the server whose settings these are.
fn of_server(arguments: &[OsString]) -> Option<&OsStr> {
    arguments.get(1).map(OsString::as_os_str).filter(|command| *command == "serve" || *command == "check")
}

/// The id of the setting of the server whose value is invalid.
fn invalid_setting(definition: &Definition, arguments: &[OsString], fault: &clap::Error) -> Option<String> {
    let is_value = matches!(fault.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
    let Some(ContextValue::String(shown)) = fault.get(ContextKind::InvalidArg).filter(|_| is_value) else {
        return None;
    };
    let mut definition = definition.clone();
    definition.build();
    let server = definition.find_subcommand(of_server(arguments)?)?;
    let setting = server.get_arguments().find(|argument| argument.to_string() == *shown)?;
    Some(setting.get_id().to_string())
}

/// Leaves a setting out of the command line and of the environment.
fn leave_out(definition: Definition, arguments: &mut Vec<OsString>, id: &str) -> Definition {
    let Some(server) = of_server(arguments).and_then(OsStr::to_str).map(str::to_owned) else { return definition };
    let argument = definition.find_subcommand(&server).and_then(|server| {
        server.get_arguments().find(|argument| argument.get_id() == id).and_then(Arg::get_long).map(str::to_owned)
    });
    if let Some(long) = argument {
        let flag = format!("--{long}");
        let with_value = format!("{flag}=");
        while let Some(index) = arguments
            .iter()
            .position(|argument| *argument == *flag || argument.as_encoded_bytes().starts_with(with_value.as_bytes()))
        {
            let count = if arguments[index] == *flag { 2 } else { 1 };
            arguments.drain(index..arguments.len().min(index + count));
        }
    }
    definition.mut_subcommand(server, |server| server.mut_arg(id, without_variable))
}

/// The argument, read from the command line only.
pub(super) fn without_variable(argument: Arg) -> Arg {
    argument.env(Resettable::Reset)
}
