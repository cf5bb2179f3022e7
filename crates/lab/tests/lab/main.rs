//! The `ayla-lab` command, run as a user runs it.

mod matches;

use std::process::Command;

use ayla_test_server::command::Ended;

/// The command with these arguments.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ayla-lab"));
    command.args(arguments);
    command
}

/// Runs the command with these arguments to its end.
fn run(arguments: &[&str]) -> Ended {
    command(arguments).output().expect("it runs").into()
}
