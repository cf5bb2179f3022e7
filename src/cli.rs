//! The command line: `ayla serve`, and commands that do one thing and end.

mod apply;
mod board;
mod healthcheck;
mod key;
mod legal;
mod output;
mod perft;
mod progress;
mod solve;
mod suggest;
mod tablebase;
mod variants;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use crate::config::Config;
use crate::service::error::Result;
use crate::service::preset::Presets;
use crate::service::request::LegalMovesRequest;
use crate::service::{Limits, Service, rule_calls};
use ayla_rules::notation::read_rules;
use ayla_rules::{Line, Rules};
use clap::{Args, Parser, Subcommand};

pub use output::{Format, fail, print, print_usage, report, usage_error};
pub use progress::Progress;

/// The rules of traditional mancala games.
///
/// Without a command, `ayla` serves. Exit codes: 0; 1 if a position, move or name is refused, output cannot be written, or a
/// server cannot serve or is not ready; 64 for an invalid command line or setting; 75 if `solve` was stopped early.
#[derive(Debug, Parser)]
#[command(version, override_usage = "ayla [serve] [SETTINGS]\n       ayla <COMMAND>")]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve gRPC, gRPC-web and JSON: the default command.
    Serve(Box<Config>),
    /// A command that does one thing and ends.
    #[command(flatten)]
    OneShot(OneShot),
}

/// A command that does one thing and ends.
#[derive(Debug, Subcommand)]
pub enum OneShot {
    /// List the legal moves, and why the other houses cannot be played.
    Legal(legal::Legal),
    /// Play moves, and show what happens.
    Apply(apply::Apply),
    /// Suggest a move.
    ///
    /// Without a limit, the search ends after a million nodes.
    Suggest(suggest::Suggest),
    /// Describe the games, their options and presets, or one game.
    Variants(variants::Variants),
    /// Count the lines of a number of moves, for each first move.
    Perft(perft::Perft),
    /// Solve a position of Andada: prove who wins, and how.
    ///
    /// Ends with a verdict, or with exit code 75 if stopped by --nodes, SIGINT or SIGTERM.
    Solve(solve::Solve),
    /// Print the OpenAPI document of the JSON API.
    Openapi,
    /// Build and examine endgame tables.
    #[command(subcommand)]
    Tablebase(tablebase::Tablebase),
    /// Generate an API key for a caller.
    ///
    /// The key is printed on standard error, once; it cannot be recovered. The entry for the file of AYLA_KEYS is printed on
    /// standard output, and contains only the hash of the key.
    Key(key::Key),
    /// Ask a running server whether it is ready for calls.
    ///
    /// The exit code is 0 or 1. For images without a shell.
    Healthcheck(healthcheck::Healthcheck),
}

impl OneShot {
    /// Runs the command.
    pub fn run(&self) -> ExitCode {
        let service = || Service::new(Presets::built_in(), offline_limits());
        let answer = match self {
            Self::Legal(legal) => legal.answer(),
            Self::Apply(apply) => apply.answer(),
            Self::Suggest(suggest) => suggest.answer(service()),
            Self::Variants(variants) => variants.answer(&service()),
            Self::Perft(perft) => perft.answer(),
            Self::Openapi => Ok(crate::http::openapi()),
            Self::Solve(solve) => return solve.run(),
            Self::Tablebase(tablebase) => return tablebase.run(),
            Self::Key(key) => return key.run(),
            Self::Healthcheck(healthcheck) => return healthcheck.run(),
        };
        match answer {
            Ok(text) => print(&text),
            Err(error) => fail(&error.detail),
        }
    }
}

/// The position that a command is about.
#[derive(Debug, Args)]
struct Start {
    /// The position or line in text notation, in quotation marks or with underscores for spaces, such as
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

/// Parses rules in text notation, such as `awale:capture=two`.
///
/// # Errors
///
/// The faults of the text, in one sentence.
pub fn parse_rules(text: &str) -> std::result::Result<Rules, String> {
    read_rules(text).map_err(|faults| faults.to_string())
}

/// Parses the command line.
///
/// # Errors
///
/// The command line is invalid, or requests help or the version.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> std::result::Result<Command, clap::Error> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let about_ayla = ["-h", "--help", "-V", "--version"];
    let has_command = arguments.get(1).is_some_and(|first| {
        about_ayla.iter().any(|flag| first == flag) || !first.as_encoded_bytes().starts_with(b"-")
    });
    if !has_command {
        arguments.insert(arguments.len().min(1), "serve".into());
    }
    CommandLine::try_parse_from(arguments).map(|line| line.command)
}

/// The limits of a service with one local caller, who can end the process at any time.
pub fn offline_limits() -> Limits {
    let day = Duration::from_secs(24 * 60 * 60);
    Limits {
        suggest_nodes: 1_000_000_000_000,
        suggest_time: day,
        longest_deadline: day,
        search_slots: 1,
        // A table built on demand would only be ready for the next call.
        table_memory: 0,
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn command(line: &str) -> std::result::Result<Command, clap::Error> {
        parse(line.split(' ').map(OsString::from))
    }

    #[test]
    fn the_definition_of_the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn without_a_command_it_serves() {
        for line in ["ayla", "ayla serve", "ayla --listen 127.0.0.1:0", "ayla serve --listen 127.0.0.1:0"] {
            assert!(matches!(command(line), Ok(Command::Serve(_))), "{line}");
        }
        assert!(matches!(command("ayla variants"), Ok(Command::OneShot(OneShot::Variants(_)))));
    }

    #[test]
    fn faults_are_errors_and_help_is_not() {
        for line in ["ayla --help", "ayla -V", "ayla help", "ayla serve --help", "ayla perft --help"] {
            assert!(!command(line).expect_err("prints").use_stderr(), "{line}");
        }
        for line in ["ayla srve", "ayla --lisen x", "ayla legal", "ayla perft x -1", "ayla perft x 1001"] {
            assert!(command(line).expect_err("a fault").use_stderr(), "{line}");
        }
    }
}
