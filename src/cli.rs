//! The command line: `ayla serve`, and commands that do one thing and end.

mod apply;
mod board;
mod convert;
mod engine;
mod game;
mod healthcheck;
mod hint;
mod key;
mod legal;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "pictures")]
mod picture;
mod puzzle;
mod start;
mod suggest;
mod tablebase;
mod variants;

use std::ffi::OsString;
use std::process::ExitCode;

use ayla_api::preset::Presets;
use ayla_terminal::{fail, parse_as, print};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::{Shell, generate};

use crate::config::Given;
use crate::service::{Limits, Service};

pub use hint::unknown_variables;

/// The rules of traditional mancala games.
///
/// Without a command, `ayla` serves. Exit codes: 0; 1 if a position, move or name is refused, output cannot be written,
/// or a server cannot serve or is not ready; 64 for an invalid command line or setting.
#[derive(Debug, Parser)]
#[command(name = "ayla", version = crate::VERSION, override_usage = "ayla [serve] [SETTINGS]\n       ayla <COMMAND>")]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve gRPC, gRPC-web and JSON: the default command.
    Serve(Box<Given>),
    /// Check the settings of `serve` and the files that they name, without serving.
    ///
    /// Takes the flags and environment variables of `serve`. Ends with exit code 0, or with exit code 64 and all
    /// faults. A variable that begins with AYLA_ and is no setting is a fault too; `serve` only warns of it. No port is
    /// bound.
    Check(Box<Given>),
    /// A command that does one thing and ends.
    #[command(flatten)]
    OneShot(OneShot),
}

/// A command that does one thing and ends.
#[derive(Debug, Subcommand)]
pub enum OneShot {
    /// Start a game: show its first position.
    Start(start::Start),
    /// List the legal moves, and why the other houses cannot be played.
    Legal(legal::Legal),
    /// Play moves, and show what happens.
    Apply(apply::Apply),
    /// Draw a position, as SVG, PNG, GIF or text.
    #[cfg(feature = "pictures")]
    Board(picture::Board),
    /// Suggest a move.
    ///
    /// Without a limit, the search ends after a million nodes. The greatest limits are those of a server by default:
    /// 200 million nodes, 10 seconds and depth 100. SIGINT (Ctrl-C) or SIGTERM ends the search: the best move so far is
    /// printed, and the exit code is 0.
    Suggest(suggest::Suggest),
    /// Tell a game move by move, with the position after each.
    Replay(game::Replay),
    /// Say what each move of a game cost, and what was better.
    ///
    /// Each position is searched, as by `ayla suggest`.
    Review(game::Review),
    /// Play as an engine on a pipe: read commands from standard input, as engines of chess do (UCI).
    ///
    /// docs/command-line.md has the commands. `quit` ends the program, and so does the end of the input, once a search
    /// with a limit is over.
    Engine,
    /// Convert games from a text format of other programs into another.
    ///
    /// Prints the games that can be converted, and on standard error every fault with its line and column, and
    /// everything that the text does not say and was assumed. The exit code is 1 if there is a fault, or a game that
    /// the format cannot express.
    Convert(convert::Convert),
    /// Show a puzzle, or try moves in it.
    ///
    /// A wrong move is not made: the best reply to it is shown. Without moves, the first puzzle of the game that
    /// matches is shown, the next one after another, or that of a day.
    Puzzle(puzzle::Puzzle),
    /// Describe the games, their options and presets, or one game.
    Variants(variants::Variants),
    /// Serve the tools of the Model Context Protocol on standard input and output, for a host on this machine.
    ///
    /// Ends when the input does. docs/mcp.md says how hosts are configured; a server has the same tools at /mcp.
    #[cfg(feature = "mcp")]
    Mcp,
    /// Print the OpenAPI document of the JSON API.
    Openapi,
    /// Print the reference of the API: every operation, type and error, in Markdown.
    Reference,
    /// Build and examine endgame tables.
    #[command(subcommand)]
    Tablebase(tablebase::Tablebase),
    /// Generate an API key for a caller.
    ///
    /// The key is printed on standard error, once; it cannot be recovered. The entry for the file of AYLA_KEYS is
    /// printed on standard output, and contains only the hash of the key.
    Key(key::Key),
    /// Print the completions of a shell, to be read where it begins.
    Completions {
        /// The shell: bash, zsh or fish, or another one that clap knows.
        shell: Shell,
    },
    /// Ask a running server whether it is ready for calls.
    ///
    /// The exit code is 0 or 1. For images without a shell.
    Healthcheck(healthcheck::Healthcheck),
}

impl OneShot {
    /// Runs the command.
    pub fn run(&self) -> ExitCode {
        let service = || Service::new(Presets::built_in(), offline_limits());
        let done = match self {
            Self::Start(start) => Ok(start.format.print(start.answer())),
            Self::Legal(legal) => Ok(legal.format.print(legal.answer())),
            Self::Apply(apply) => Ok(apply.format.print(apply.answer())),
            Self::Suggest(suggest) => Ok(suggest.format.print(suggest.answer(service()))),
            Self::Replay(replay) => Ok(replay.format.print(replay.answer())),
            Self::Review(review) => Ok(review.format.print(review.answer(service()))),
            Self::Puzzle(puzzle) => Ok(puzzle.format.print(puzzle.answer(service()))),
            Self::Variants(variants) => Ok(variants.format.print(variants.answer())),
            #[cfg(feature = "pictures")]
            Self::Board(board) => Ok(board.run()),
            #[cfg(feature = "mcp")]
            Self::Mcp => mcp::run(service()),
            Self::Convert(convert) => Ok(convert.run()),
            Self::Engine => engine::run(),
            Self::Openapi => Ok(print(&crate::http::openapi())),
            Self::Reference => Ok(print(&crate::http::reference_page())),
            Self::Tablebase(tablebase) => tablebase.run(),
            Self::Key(key) => key.run(),
            Self::Completions { shell } => {
                let mut script = Vec::new();
                generate(*shell, &mut CommandLine::command(), "ayla", &mut script);
                Ok(print(&String::from_utf8_lossy(&script)))
            }
            Self::Healthcheck(healthcheck) => healthcheck.run(),
        };
        done.unwrap_or_else(|why| fail(&why))
    }
}

/// Parses the command line, and the environment variables of settings. An empty variable counts as not set, and so does
/// an empty flag of a setting.
///
/// # Errors
///
/// The command line is invalid, or requests help or the version. Invalid settings of the server are part of its
/// [command](Command::Serve).
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, clap::Error> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let about_ayla = ["-h", "--help", "-V", "--version"];
    let has_command = arguments.get(1).is_some_and(|first| {
        about_ayla.iter().any(|flag| first == flag) || !first.as_encoded_bytes().starts_with(b"-")
    });
    if !has_command {
        arguments.insert(arguments.len().min(1), "serve".into());
    }
    parse_as(arguments).map(|CommandLine { command }| command)
}

/// The limits of a service with one local caller: those of a server by default.
fn offline_limits() -> Limits {
    Limits {
        search_slots: 1,
        // A table built on demand would only be ready for the next call.
        table_memory: 0,
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<Command, clap::Error> {
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
        assert!(matches!(command("ayla check --calls 7"), Ok(Command::Check(_))));
        assert!(matches!(command("ayla variants"), Ok(Command::OneShot(OneShot::Variants(_)))));
    }

    #[test]
    fn an_empty_flag_of_a_setting_counts_as_not_set() {
        let serve = |arguments: &[&str]| {
            let arguments = ["ayla", "serve", "--calls", "7"].iter().chain(arguments).map(OsString::from);
            format!("{:?}", parse(arguments).expect("valid"))
        };
        let definition = CommandLine::command();
        let settings = definition.find_subcommand("serve").expect("there").get_arguments();
        let flags: Vec<_> =
            settings.filter(|setting| setting.get_env().is_some()).filter_map(clap::Arg::get_long).collect();
        assert!(flags.len() > 20);
        for flag in flags.iter().filter(|flag| **flag != "calls") {
            let flag = format!("--{flag}");
            assert_eq!(serve(&[&format!("{flag}=")]), serve(&[]), "{flag}");
            assert_eq!(serve(&[&flag, "", "--streams", "3"]), serve(&["--streams", "3"]), "{flag}");
        }
        assert!(command("ayla start awale --options=").is_err());
    }

    #[test]
    fn faults_are_errors_and_help_is_not() {
        for line in ["ayla --help", "ayla -V", "ayla help", "ayla serve --help", "ayla suggest --help"] {
            assert!(!command(line).expect_err("prints").use_stderr(), "{line}");
        }
        for line in ["ayla srve", "ayla --lisen x", "ayla legal", "ayla suggest x --level 16", "ayla perft x 2"] {
            assert!(command(line).expect_err("a fault").use_stderr(), "{line}");
        }
    }
}
