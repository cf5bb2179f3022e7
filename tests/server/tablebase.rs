//! The commands that build, inspect and verify endgame tables.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use ayla_test_games::table_file::{HEADER, RECORD, partial, start, with};
use ayla_test_server::command::{Ended, command, folder, run, text};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Runs a command about tables.
fn tablebase(arguments: &[&str]) -> Ended {
    run(&[&["tablebase"], arguments].concat())
}

/// The answer of `ayla tablebase info` in JSON.
fn info(file: &str) -> Value {
    tablebase(&["info", file, "--json"]).json()
}

#[test]
fn the_commands_build_inspect_and_verify_tables() {
    let path = folder("tablebase/commands").join("table.ayla");
    let file = text(&path);
    // No entry depends on the option `few`.
    let rules = "awale:capture=two,few=3";
    let said = tablebase(&["build", rules, "--seeds", "5", "--output", file, "--threads", "2"]).answer();
    assert!(said.contains(": awale:capture=two, up to 5 seeds, 6188 entries, "), "{said}");

    let said = tablebase(&["info", file]).answer();
    assert!(said.contains("Version 1, checksum ") && said.lines().count() == 10, "{said}");
    let info = info(file);
    assert_eq!((&info["class"], &info["entries"]), (&"awale:capture=two".into(), &6_188.into()));
    let layer = serde_json::json!({"seeds": 1, "entries": 12, "wins": 5, "draws": 0, "losses": 7, "cycles": 0});
    assert_eq!(info["layers"][1], layer);

    let said = tablebase(&["verify", file, "--samples", "2000"]).answer();
    assert!(said.contains("2000 of 2000 entries agree"), "{said}");
    assert!(said.contains(" of 20 searches ended with a proof"), "{said}");

    // Wrong entries with a checksum that matches them.
    let bytes = fs::read(&path).expect("readable");
    let layer = start(5)..start(6) - 8;
    let mut wrong = bytes.clone();
    for value in &mut wrong[start(5)..start(6) - RECORD] {
        *value = value.wrapping_add(1);
    }
    let seed = u64::from_le_bytes(bytes[HEADER - 8..HEADER].try_into().expect("eight"));
    let checksum = xxh3_64_with_seed(&wrong[layer.clone()], seed);
    fs::write(&path, with(&wrong, layer.end, &checksum.to_le_bytes())).expect("written");
    let said = tablebase(&["verify", file]).refusal(1);
    assert!(said.contains("is wrong: its entry for awale:capture=two "), "{said}");

    fs::write(&path, with(&bytes, start(2), &[9])).expect("written");
    for command in ["verify", "info"] {
        let said = tablebase(&[command, file]).refusal(1);
        assert_eq!(said, format!("ayla: {file}: is altered: the boards of 2 seeds do not match their checksum\n"));
    }
}

#[test]
fn the_commands_support_anywoli() {
    let path = folder("tablebase/anywoli").join("table.ayla");
    let file = text(&path);
    for (rules, class, entries) in [
        ("anywoli:direction=clockwise,houses=6,quiet=9", "anywoli:houses=6", 125_970),
        ("anywoli:houses=6,last-four=starter-takes-eight", "anywoli:houses=6,last-four=starter-takes-eight", 251_940),
        (
            "anywoli:houses=7,last-four=play-out,bonus-move=true",
            "anywoli:bonus-move=true,houses=7,last-four=play-out",
            319_770,
        ),
    ] {
        let said = tablebase(&["build", rules, "--seeds", "8", "--output", file]).answer();
        assert!(said.contains(&format!(": {class}, up to 8 seeds, {entries} entries, ")), "{said}");
        let info = info(file);
        assert_eq!((&info["class"], &info["entries"]), (&class.into(), &entries.into()));
        // Play with five seeds or more does not repeat for ever.
        assert_eq!(info["layers"][5]["cycles"], 0, "{info}");
        let said = tablebase(&["verify", file, "--samples", "2000"]).answer();
        assert!(said.contains("2000 of 2000 entries agree") && !said.contains("\n0 of "), "{said}");
    }
}

#[test]
fn several_tables_are_built_in_one_folder() {
    let folder = folder("tablebase/several");
    // The second rules are of the same class as the first.
    let rules = ["awale", "awale:few=3", "awale:capture=two,limit=3", "anywoli:houses=6"];
    let build = |rules: &[&str]| tablebase(&[&["build", "--seeds", "4", "--folder", text(&folder)], rules].concat());
    let named = |name: &str| folder.join(name);
    let files = ["awale-4.ayla", "awale-capture-two-limit-3-4.ayla", "anywoli-houses-6-4.ayla"].map(named);
    let there = || files.iter().map(|file| file.exists()).collect::<Vec<_>>();

    let said = build(&rules[2..3]).answer();
    assert!(said.contains(": awale:capture=two,limit=3, up to 4 seeds, 1820 entries, "), "{said}");
    assert_eq!(there(), [false, true, false]);
    let said = build(&rules).answer();
    assert_eq!(said.lines().map(|line| line.ends_with(", found")).collect::<Vec<_>>(), [false, true, false], "{said}");
    assert_eq!(there(), [true; 3]);

    for (file, class) in files.iter().zip(["awale", "awale:capture=two,limit=3", "anywoli:houses=6"]) {
        assert_eq!(info(text(file))["class"], class);
    }
    fs::copy(&files[2], &files[0]).expect("copied");
    let said = build(&rules).refusal(1);
    assert!(said.contains("awale-4.ayla: is a table of 4 seeds for anywoli:houses=6"), "{said}");
    fs::write(&files[0], "half of it").expect("written");
    let said = build(&rules).refusal(1);
    assert!(said.contains("awale-4.ayla: "), "{said}");
}

#[test]
fn a_wrong_command_is_refused() {
    for (arguments, code, said) in [
        (&["build", "--seeds", "5"][..], 64, "--output"),
        (&["build", "chess", "--seeds", "5", "--output", "x"], 64, "no game is called 'chess'"),
        (&["build", "awale:limit=7", "--seeds", "5", "--output", "x"], 64, "limit"),
        (&["build", "andada", "--seeds", "5", "--output", "x"], 64, "ayla: Andada has no endgame tables"),
        (&["build", "--seeds", "25", "--output", "x"], 64, "ayla: tables of Awalé are for up to 24 seeds, not 25"),
        (
            &["build", "anywoli", "--seeds", "9", "--output", "x"],
            64,
            "ayla: tables of Anywoli are for up to 8 seeds, not 9",
        ),
        (
            &["build", "anywoli:houses=5", "--seeds", "8", "--output", "x"],
            64,
            "ayla: tables of Anywoli are for rows of 6 houses or more, not 5",
        ),
        (&["build", "--seeds", "3", "--output", "/no/such/x"], 1, "ayla: /no/such/x.partial: cannot be written: "),
        (&["build", "awale", "awale:limit=3", "--seeds", "3", "--output", "x"], 64, "ayla: 2 tables need a --folder"),
        (&["build", "--seeds", "3", "--folder", "x", "--output", "x"], 64, "cannot be used with"),
        (&["build", "--seeds", "3", "--folder", "/dev/null/x"], 1, "ayla: /dev/null/x: "),
        (&["info", "/no/such/x"], 1, "ayla: /no/such/x: cannot be read: "),
        (&["verify"], 64, "FILE"),
    ] {
        let found = tablebase(arguments).refusal(code);
        assert!(found.contains(said), "{arguments:?}: {found}");
    }
}

#[test]
fn a_kill_or_a_full_disk_keeps_finished_layers() {
    let folder = folder("tablebase/kill");
    let whole = folder.join("whole.ayla");
    let again = folder.join("again.ayla");
    let full = folder.join("full.ayla");
    let build = |file: &Path| command(&["tablebase", "build", "--seeds", "10", "--output", text(file)]);
    assert!(build(&whole).output().expect("it runs").status.success());
    let bytes = fs::read(&whole).expect("readable");
    // It is killed after each layer.
    for layer in 0..=10 {
        let mut child = build(&again).stderr(Stdio::null()).spawn().expect("it starts");
        let grown = || fs::metadata(partial(&again)).is_ok_and(|file| file.len() > start(layer) as u64);
        while !grown() && child.try_wait().expect("it is ours").is_none() {
            sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().expect("it ends");
        if again.exists() {
            break;
        }
    }
    assert!(build(&again).output().expect("it runs").status.success());
    assert!(fs::read(&again).expect("readable") == bytes);

    // A limit on the size of a file has the effect of a full disk.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 200; exec {:?} tablebase build --seeds 10 --output {full:?}",
        env!("CARGO_BIN_EXE_ayla")
    );
    let said = Ended::from(Command::new("sh").args(["-c", &limited]).output().expect("a shell")).refusal(1);
    assert!(said.contains("full.ayla.partial: cannot be written: "), "{said}");
    assert!(said.contains("are written; the same command continues"), "{said}");
    let left = fs::read(partial(&full)).expect("readable");
    assert!(left.len() >= start(8) && bytes.starts_with(&left), "{} bytes", left.len());
    let output = build(&full).output().expect("it runs");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("awale: found the entries with 7 seeds: 31824"),
        "{output:?}"
    );
    assert!(fs::read(&full).expect("readable") == bytes);
}
