//! The `ayla-lab` command, run as a user runs it.

mod matches;
mod perft;
mod puzzles;
mod solve;
mod tune;

use std::process::Command;

use ayla_test_command::{Ended, assert_problem};

/// The first position of Awalé.
const START: &str = "awale 444444/444444 0/0 s";

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

#[test]
fn a_refusal_is_printed_and_exits_1() {
    for (arguments, said) in [
        (&["perft", "awale 444444/444444 0/0 s moves 6 1 6", "2"][..], "ayla: Move 3 of the line"),
        (&["solve", START], "ayla: Positions of this game"),
        (&["solve", "andada 000/111 - s"], "ayla: The game has ended"),
    ] {
        let text = run(arguments).refusal(1);
        assert_eq!((text.contains(said), text.lines().count()), (true, 1), "{arguments:?}: {text}");
    }
}

#[test]
fn a_wrong_command_line_exits_64() {
    let unquoted = "ayla-lab perft 'awale 444444/444444 0/0 s'\n";
    for (arguments, said) in [
        (&["legal", START][..], "unrecognized subcommand 'legal'"),
        (&["perft", START, "x"], "DEPTH is a whole number from 0 to 1000"),
        (&["perft", START, "1001"], "DEPTH is a whole number from 0 to 1000"),
        (&["perft", "awale", "444444/444444", "0/0", "s", "3"], unquoted),
        (&["solve", START, "--memory-mib", "0"], "--memory-mib is a whole number from 1 to 1048576"),
    ] {
        let text = run(arguments).refusal(64);
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}

#[test]
fn with_json_an_error_is_a_problem_document() {
    for (arguments, code, status, reason) in [
        (&["perft", "awale", "2"][..], 1, 400, "MALFORMED_POSITION"),
        (&["solve", START], 1, 422, "VARIANT_MISMATCH"),
        (&["solve", "andada 222222222222/222222222222 - s o", "--nodes", "10"], 75, 408, "CANCELLED"),
        (&["perft", START, "x"], 64, 400, "MALFORMED_REQUEST"),
    ] {
        assert_problem(run, arguments, code, status, reason);
    }
}
