//! The `ayla-lab` command: matches between engines, and tuning of the evaluation by self-play.

mod matches;
mod tune;

use std::process::ExitCode;

use ayla::cli;
use clap::Parser;

/// The allocator of the server, so that the engine is as fast as there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Plays matches between engines, and tunes the evaluation.
#[derive(Debug, Parser)]
#[command(version)]
enum CommandLine {
    Match(Box<matches::Match>),
    Tune(tune::Tune),
}

fn main() -> ExitCode {
    match cli::parse_without_settings(std::env::args_os()) {
        Ok(CommandLine::Match(arguments)) => arguments.run(),
        Ok(CommandLine::Tune(arguments)) => arguments.run(),
        Err(faults) => faults.print(),
    }
}
