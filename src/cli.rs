//! The command line: what is asked, and the answer in print.

mod apply;
mod board;
mod healthcheck;
mod key;
mod legal;
mod perft;
pub mod progress;
mod solve;
mod suggest;
mod tablebase;
mod variants;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::service::error::{Error, Reason, Result};
use crate::service::preset::Presets;
use crate::service::request::LegalMovesRequest;
use crate::service::rule_calls;
use crate::service::{Limits, Service};
use ayla_rules::notation::read_rules;
use ayla_rules::{Line, Rules};
use clap::{Args, Parser, Subcommand};
use serde::Serialize;

use crate::config::Config;

/// The exit code for a command line or a setting that is wrong: EX_USAGE of sysexits.h.
const USAGE: u8 = 64;
/// The exit code for work that was stopped before its end: EX_TEMPFAIL of sysexits.h.
const STOPPED: u8 = 75;

/// The rules of traditional mancala games.
///
/// Without a command, and with settings alone, `ayla` serves. Exit codes: 0; 1 for a position, move or name that is
/// refused, for what cannot be written, and for a server that cannot serve or is not ready; 64 for a command line or a setting that is wrong; 75 for a
/// solution that was stopped before it was found.
#[derive(Debug, Parser)]
#[command(version, override_usage = "ayla [serve] [SETTINGS]\n       ayla <COMMAND>")]
struct CommandLine {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Serves gRPC, gRPC-web and JSON; what `ayla` does without a command.
    Serve(Box<Config>),
    /// Asks a running server whether it is ready for calls: exit code 0, or 1. For images without a shell.
    Healthcheck(healthcheck::Healthcheck),
    /// Builds and examines endgame tables.
    #[command(subcommand)]
    Tablebase(tablebase::Tablebase),
    Key(key::Key),
    #[command(flatten)]
    Ask(Question),
}

/// What the process is to do.
#[derive(Debug)]
pub enum Command {
    /// Serve until it is told to end.
    Serve(Box<Config>),
    /// Ask a server how it is.
    Healthcheck(healthcheck::Healthcheck),
    /// Build or examine an endgame table.
    Tablebase(tablebase::Tablebase),
    /// Make an API key.
    Key(key::Key),
    /// Answer one question.
    Ask(Question),
}

/// A question that is answered in print.
#[derive(Debug, Subcommand)]
pub enum Question {
    /// Lists the legal moves, and why the other houses cannot be played.
    Legal(legal::Legal),
    /// Plays moves, and shows what happens.
    Apply(apply::Apply),
    /// Suggests a move.
    Suggest(suggest::Suggest),
    /// Describes the games, their options and presets; or one of them.
    Variants(variants::Variants),
    /// Counts the lines of a number of moves, for each first move.
    Perft(perft::Perft),
    /// Solves a position of Andada: who wins, proven, and how.
    Solve(solve::Solve),
    /// Prints the OpenAPI document of the JSON API.
    Openapi,
}

/// The position that a question is about.
#[derive(Debug, Args)]
struct Start {
    /// A position in the text notation, or a line; in quotation marks, or with underscores for spaces, such as
    /// awale_444444/444444_0/0_s.
    #[arg(value_name = "POSITION")]
    position: String,
}

impl Start {
    fn request(&self) -> LegalMovesRequest {
        LegalMovesRequest { position: Some(self.position.clone()), ..LegalMovesRequest::default() }
    }

    /// The line, played to its end.
    fn line(&self) -> Result<Line> {
        rule_calls::line(&self.request())
    }
}

/// The form of an answer.
#[derive(Debug, Args)]
pub struct Form {
    /// Answer in JSON, as the service does.
    #[arg(long)]
    pub json: bool,
}

/// The rules as they stand at the beginning of a position.
pub fn rules(text: &str) -> std::result::Result<Rules, String> {
    read_rules(text).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

/// Reads the command line.
///
/// # Errors
///
/// It is not one; or it asks for help or the version.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> std::result::Result<Command, clap::Error> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let about_ayla = ["-h", "--help", "-V", "--version"];
    let has_command = arguments.get(1).is_some_and(|first| {
        about_ayla.iter().any(|flag| first == flag) || !first.as_encoded_bytes().starts_with(b"-")
    });
    if !has_command {
        arguments.insert(arguments.len().min(1), "serve".into());
    }
    CommandLine::try_parse_from(arguments).map(|line| match line.command {
        Subcommands::Serve(config) => Command::Serve(config),
        Subcommands::Healthcheck(healthcheck) => Command::Healthcheck(healthcheck),
        Subcommands::Tablebase(tablebase) => Command::Tablebase(tablebase),
        Subcommands::Key(key) => Command::Key(key),
        Subcommands::Ask(question) => Command::Ask(question),
    })
}

/// Prints what is wrong with the command line, or the help that it asks for.
pub fn explain(usage: &clap::Error) -> ExitCode {
    // When nobody can be told, the exit code still says it.
    let _ = usage.print();
    if usage.use_stderr() { ExitCode::from(USAGE) } else { ExitCode::SUCCESS }
}

/// Prints the answer to a question.
pub fn answer(question: &Question) -> ExitCode {
    let service = || Service::new(Presets::built_in(), limits());
    let answer = match question {
        Question::Legal(legal) => legal.answer(),
        Question::Apply(apply) => apply.answer(),
        Question::Suggest(suggest) => suggest.answer(service()),
        Question::Variants(variants) => variants.answer(&service()),
        Question::Perft(perft) => perft.answer(),
        Question::Solve(solve) => return solve.run(),
        Question::Openapi => Ok(crate::http::openapi()),
    };
    match answer {
        Ok(text) => print(&text),
        Err(error) => refuse(&error.detail),
    }
}

/// The limits of a process that works for one caller, who can end it at any moment.
pub fn limits() -> Limits {
    let day = std::time::Duration::from_secs(24 * 60 * 60);
    Limits {
        suggest_nodes: 1_000_000_000_000,
        suggest_time: day,
        longest_deadline: day,
        search_slots: 1,
        // A table that is built for one call is ready for the next.
        table_memory: 0,
        ..Limits::default()
    }
}

/// Prints an answer.
pub fn print(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => refuse(&error.to_string()),
    }
}

/// Says why what was asked for cannot be.
pub fn refuse(why: &str) -> ExitCode {
    say(why);
    ExitCode::FAILURE
}

/// Says what is wrong with a setting.
pub fn misuse(why: &str) -> ExitCode {
    say(why);
    ExitCode::from(USAGE)
}

/// Prints a line on standard error.
pub fn say(why: &str) {
    // When nobody can be told, the exit code still says it.
    let _ = writeln!(io::stderr(), "ayla: {why}");
}

/// An answer in JSON, on a line.
pub fn json(answer: &impl Serialize) -> Result<String> {
    match serde_json::to_string(answer) {
        Ok(text) => Ok(text + "\n"),
        Err(error) => Err(Error::new(Reason::Internal, error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn command(line: &str) -> std::result::Result<Command, clap::Error> {
        read(line.split(' ').map(OsString::from))
    }

    #[test]
    fn the_definition_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn without_a_command_it_serves() {
        for line in ["ayla", "ayla serve", "ayla --listen 127.0.0.1:0", "ayla serve --listen 127.0.0.1:0"] {
            assert!(matches!(command(line), Ok(Command::Serve(_))), "{line}");
        }
        assert!(matches!(command("ayla variants"), Ok(Command::Ask(Question::Variants(_)))));
    }

    #[test]
    fn help_is_no_error_and_a_fault_is() {
        for line in ["ayla --help", "ayla -V", "ayla help", "ayla serve --help", "ayla perft --help"] {
            assert!(!command(line).expect_err("prints").use_stderr(), "{line}");
        }
        for line in ["ayla srve", "ayla --lisen x", "ayla legal", "ayla perft x -1", "ayla perft x 1001"] {
            assert!(command(line).expect_err("a fault").use_stderr(), "{line}");
        }
    }
}
