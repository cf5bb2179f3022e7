//! The `ayla-lab` command: matches between engines, the ladder of levels, tuning of the evaluation by self-play, proofs,
//! counts and puzzles.

mod ladder;
mod matches;
mod parallel;
mod perft;
mod puzzles;
mod solve;
mod starts;
mod tune;

use std::process::ExitCode;

use ayla_terminal::{fail, parse_as, print_usage};
use clap::Parser;

/// The allocator of the server, so that the engine is as fast as there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Research on the games and their engine.
///
/// Exit codes: 0; 1 if a position, player or file is refused, or output cannot be written; 64 for an invalid command
/// line; 75 if `solve` was stopped early.
#[derive(Debug, Parser)]
#[command(version)]
enum CommandLine {
    Ladder(ladder::Ladder),
    Match(Box<matches::Match>),
    Perft(perft::Perft),
    #[command(subcommand)]
    Puzzles(puzzles::Puzzles),
    Solve(solve::Solve),
    Starts(starts::Starts),
    Tune(tune::Tune),
}

fn main() -> ExitCode {
    let done = match parse_as(std::env::args_os()) {
        Ok(CommandLine::Ladder(arguments)) => arguments.run(),
        Ok(CommandLine::Match(arguments)) => arguments.run(),
        Ok(CommandLine::Perft(arguments)) => Ok(arguments.run()),
        Ok(CommandLine::Puzzles(command)) => command.run(),
        Ok(CommandLine::Solve(arguments)) => Ok(arguments.run()),
        Ok(CommandLine::Starts(arguments)) => arguments.run(),
        Ok(CommandLine::Tune(arguments)) => arguments.run(),
        Err(usage) => Ok(print_usage(&usage)),
    };
    done.unwrap_or_else(|why| fail(&why))
}
