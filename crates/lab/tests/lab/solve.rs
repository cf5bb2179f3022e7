//! `ayla-lab solve`.

use std::path::Path;
use std::process::{Command, Stdio};

use std::sync::atomic::AtomicU64;

use ayla_engine::tablebase::{Class, WorkerPool, build_file};
use ayla_rules::notation::read_rules;
use ayla_test_command::{Ended, folder, text};
use serde_json::{Value, json};

use crate::{command, run};

/// The name of a file in an empty folder.
fn state_file(name: &str) -> String {
    text(&folder(&format!("solve/{name}")).join("state")).to_owned()
}

#[test]
fn solve_prints_the_value_and_the_line() {
    let text = run(&["solve", "andada_222/222_-_s_o"]).only_answer();
    assert!(
        text.starts_with("Position: andada 222/222 - s o\nValue: -1 (proven): North wins; South is to move\n"),
        "{text}"
    );
    assert!(text.contains("\nLine: 2 take ") && text.contains("\nSearched: "), "{text}");
    let text = run(&["solve", "andada 411/042 - s"]).only_answer();
    assert!(text.contains("Value: 0 (proven): nobody wins"), "{text}");

    let answer = run(&["solve", "andada 411/042 - s", "--json"]).json();
    assert_eq!((&answer["value"], &answer["line"]), (&0.into(), &json!(["2", "1"])));
}

#[test]
fn a_game_of_two_rows_with_stores_is_solved_by_points() {
    let table = text(&folder("solve/table").join("kalah.ayla")).to_owned();
    let class = Class::of(&read_rules("kalah:houses=4").expect("rules")).expect("there are tables");
    let done = AtomicU64::new(0);
    build_file(class, 8, Path::new(&table), &WorkerPool::new(1, &done), |_| {}).expect("a table");
    let whole = run(&["solve", "kalah 3333/3333 0/0 s", "--table", &table]).only_answer();
    assert!(
        whole.starts_with("Position: kalah 3333/3333 0/0 s\nValue: +6 (proven): South, to move, wins by 6\nLine: "),
        "{whole}"
    );
    let after = run(&["solve", "kalah:empty-capture=true 3333/3333 0/0 s", "--json"]).json();
    assert_eq!(after["value"], 8);
    run(&["solve", "kalah 444444/444444 0/0 s", "--nodes", "5000"]).refusal(75);
    run(&["solve", "kalah 3333/3333 0/0 s", "--table", "nowhere.ayla"]).refusal(1);
}

#[test]
fn solve_stops_and_resumes() {
    let position = "andada 222/222 - s o";
    let file = state_file("resumed");
    let whole = run(&["solve", position, "--json"]).json();
    let mut runs = 0;
    let mut ended = false;
    while !ended {
        let run = run(&["solve", position, "--state", &file, "--memory-mib", "1", "--nodes", "150", "--json"]);
        assert!(runs == 0 || run.stderr.contains("ayla: resuming from "), "{run:?}");
        ended = run.code == Some(0);
        if ended {
            let resumed: Value = serde_json::from_str(&run.stdout).expect("JSON");
            assert_eq!(resumed["value"], whole["value"]);
        } else {
            let said = run.refusal(75);
            assert!(said.contains("\"stopped after "), "{said}");
        }
        runs += 1;
    }
    assert!(runs > 2, "{runs}");

    // The solution is kept too.
    run(&["solve", position, "--state", &file, "--nodes", "150"]).answer();
}

#[cfg(unix)]
#[test]
fn solve_saves_its_state_on_a_signal() {
    let position = "andada 222222222222/222222222222 - s o";
    for signal in ["TERM", "INT"] {
        let file = state_file(signal);
        let mut command = command(&["solve", position, "--state", &file, "--memory-mib", "16"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        // It writes the first state when it starts, and then searches at least one step.
        while !Path::new(&file).exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("it starts").success());
        let said = Ended::from(child.wait_with_output().expect("it ends")).refusal(75);
        assert!(said.contains(&format!("the results are in {file}")), "{said}");
        let size = std::fs::metadata(&file).expect("it was saved").len();
        assert!(size > 1_000, "{size}");
        assert!(!Path::new(&format!("{file}.part")).exists());
    }
}

#[test]
fn a_state_is_for_one_solve_at_a_time() {
    let position = "andada 222222222222/222222222222 - s o";
    let file = state_file("locked");
    let solve = ["solve", position, "--state", &file, "--memory-mib", "16"];
    let mut first = command(&solve).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    while !Path::new(&file).exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let second = run(&solve);
    let _ = first.kill();
    first.wait().expect("it ends");
    assert_eq!(second.refusal(1), format!("ayla: {file} is in use by another ayla-lab solve\n"));
    // The lock went with the process that was killed.
    let said = run(&[&solve[..], &["--nodes", "100"]].concat()).refusal(75);
    assert!(said.contains("resuming from "), "{said}");
}

/// A limit on the size of a file has the effect of a full disk. The first state is within it.
#[cfg(unix)]
#[test]
fn solve_prints_a_result_that_it_cannot_save() {
    let limited = |arguments: &str, file: &str| -> Ended {
        let program = env!("CARGO_BIN_EXE_ayla-lab");
        let script =
            format!("trap '' XFSZ; ulimit -f 1; exec {program:?} solve {arguments} --memory-mib 1 --state {file:?}");
        Command::new("sh").args(["-c", &script]).output().expect("a shell").into()
    };
    for (arguments, printed, why) in [
        ("andada_222/222_-_s_o", "\nValue: -1 (proven): ", "ayla: the verdict stands, but "),
        ("andada_222222/222222_-_s_o --nodes 20000", "", "ayla: stopped after 2"),
    ] {
        let file = state_file("full");
        let Ended { code, stdout, stderr: said } = limited(arguments, &file);
        assert_eq!(code, Some(1), "{said}");
        assert!(stdout.contains(printed) && stdout.is_empty() == printed.is_empty(), "{stdout}");
        assert!(said.starts_with(why) && said.contains(&format!("{file} cannot be written: ")), "{said}");
        assert!(!said.contains("the results are in"), "{said}");
        // The first state is still there, and valid.
        assert!(std::fs::metadata(&file).expect("the first").len() < 200);
        assert!(!Path::new(&format!("{file}.part")).exists());
        let position = arguments.split(' ').next().expect("a position");
        run(&["solve", position, "--state", &file, "--memory-mib", "1", "--nodes", "1"]).refusal(75);
    }
}

#[test]
fn solve_refuses_more_memory_than_there_is() {
    let ended = run(&["solve", "andada 222/222 - s o", "--memory-mib", "1048576"]);
    // Some systems promise it.
    if ended.code != Some(0) {
        assert_eq!(ended.refusal(1), "ayla: There is not enough memory.\n");
    }
}

#[test]
fn solve_refuses_a_foreign_or_damaged_state() {
    let file = state_file("refused");
    run(&["solve", "andada 411/042 - s", "--state", &file, "--memory-mib", "1"]).only_answer();
    let said = run(&["solve", "andada 222/222 - s o", "--state", &file, "--memory-mib", "1"]).refusal(1);
    assert!(said.contains(&format!("{file} is for another position: andada 411/042 - s")), "{said}");
    let whole = std::fs::read(&file).expect("it was saved");
    for (bytes, why) in [
        (&whole[..whole.len() - 1], "is damaged: it is truncated"),
        (&b"a tune, a poem"[..], "is not the state of a solver"),
        (&[], "is not the state of a solver"),
    ] {
        std::fs::write(&file, bytes).expect("written");
        let said = run(&["solve", "andada 411/042 - s", "--state", &file, "--memory-mib", "1"]).refusal(1);
        assert_eq!(said, format!("ayla: {file} {why}\n"));
        assert_eq!(std::fs::read(&file).expect("still there"), bytes, "it is left as it was");
    }
}

/// A named pipe would block its reader for ever, as would some devices.
#[cfg(unix)]
#[test]
fn solve_refuses_a_state_that_is_not_a_regular_file() {
    let folder = folder("solve/irregular");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    for (file, kind) in [(text(&pipe), "a named pipe"), (text(&folder), "a directory"), ("/dev/null", "a device")] {
        let said = run(&["solve", "andada 411/042 - s", "--state", file]).refusal(1);
        assert_eq!(said, format!("ayla: {file} is {kind}, not a regular file\n"));
    }
    let said = run(&["solve", "andada 411/042 - s", "--state", "/dev/null/x"]).refusal(1);
    assert!(said.starts_with("ayla: /dev/null/x cannot be "), "{said}");
}
