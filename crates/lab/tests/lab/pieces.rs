//! `ayla-lab match --piece` and `ayla-lab merge`: a match by several processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use ayla_test_server::ayla;
use ayla_test_server::command::{Ended, folder, run as run_ayla, text};
use serde_json::Value;

use crate::{command, run};

/// Arguments of a match without searches.
const RANDOM: [&str; 9] =
    ["match", "random", "random", "--games", "6", "--rules", "awale:majority=true,repetition=2", "--max-plies", "40"];

/// A piece of this match, with its result in this folder.
fn piece(of: &[&str], piece: &str, results: &Path, more: &[&str]) -> Command {
    command(&[of, &["--piece", piece, "--results", text(results)], more].concat())
}

fn play(of: &[&str], number: &str, results: &Path) -> Ended {
    piece(of, number, results, &[]).output().expect("it runs").into()
}

fn merge(results: &Path, more: &[&str]) -> Ended {
    run(&[&["merge", text(results)], more].concat())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// An executable script.
#[cfg(unix)]
fn script(path: &Path, lines: &str) {
    use std::os::unix::fs::PermissionsExt;

    fs::write(path, format!("#!/bin/sh\n{lines}")).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("ours");
}

/// The report without what differs each time a match is played.
fn without_times(mut report: Value) -> Value {
    for player in report["players"].as_array_mut().expect("players") {
        for time in ["nodesPerSecond", "msPerMove", "longestOverrunMs"] {
            player[time] = Value::Null;
        }
    }
    report
}

#[cfg(unix)]
#[test]
fn a_killed_piece_is_played_again_and_the_merged_score_is_that_of_the_whole_match() {
    let place = folder("pieces/killed");
    let file = |name: &str| place.join(name);
    // While there is the file of the variable HOLD, this engine does not answer its ninth `go`.
    script(
        &file("engine"),
        &format!(
            "count=0\nwhile read -r line; do\n  case $line in go*) count=$((count + 1)) ;; esac\n  \
             if [ $count = 9 ] && [ -n \"$HOLD\" ]; then\n    : >\"$HOLD.reached\"\n    \
             while [ -e \"$HOLD\" ]; do sleep 0.02; done\n  fi\n  printf '%s\\n' \"$line\"\ndone | {:?} engine\n",
            ayla()
        ),
    );
    let other = format!("pipe:{}:nodes=150", text(&file("engine")));
    let rules = "awale:majority=true,repetition=2";
    let of = ["match", "self:nodes=300", &other, "--games", "10", "--rules", rules, "--max-plies", "60"];
    let whole = run(&[&of, &["--json", "--games-file", text(&file("whole.txt"))][..]].concat()).json();

    let results = file("results");
    let hold = file("hold");
    fs::write(&hold, "").expect("a file");
    let mut second = piece(&of, "2/3", &results, &[]);
    let second = second.env("HOLD", &hold).stdout(Stdio::null()).stderr(Stdio::null());
    let mut second = second.spawn().expect("it starts");
    let first = play(&of, "1/3", &results).only_answer();
    assert!(first.contains("\nGames: 2, each opening twice"), "{first}");
    while !file("hold.reached").exists() {
        assert_eq!(second.try_wait().expect("ours"), None, "the second piece ended before it was killed");
        std::thread::sleep(Duration::from_millis(10));
    }
    second.kill().expect("it runs");
    second.wait().expect("it ends");
    fs::remove_file(&hold).expect("ours");
    assert_eq!(names(&results), ["piece-1-of-3.jsonl"]);

    let said = merge(&results, &[]).refusal(1);
    assert_eq!(said, "ayla: of 3 pieces these are missing: 2 to 3\n");
    play(&of, "3/3", &results).only_answer();
    let said = merge(&results, &["--json"]).refusal(1);
    assert_eq!(said, "ayla: of 3 pieces these are missing: 2\n");
    let partial = merge(&results, &["--json", "--partial"]);
    assert_eq!((partial.code, partial.stderr), (Some(0), said));
    let partial: Value = serde_json::from_str(&partial.stdout).expect("JSON");
    assert_eq!(partial["games"], 6);

    play(&of, "2/3", &results).only_answer();
    let merged = merge(&results, &["--json", "--games-file", text(&file("merged.txt"))]).json();
    assert_eq!(merged, without_times(whole), "there are no times without a limit of time");
    let read = |name: &str| fs::read_to_string(file(name)).expect("the games");
    assert_eq!(read("merged.txt"), read("whole.txt"));
    assert_eq!(read("whole.txt").lines().count(), 10);

    // Elsewhere, and with several games at once, the bytes are the same.
    piece(&of, "3/3", &file("elsewhere"), &["--jobs", "2"]).output().expect("it runs");
    assert_eq!(read("elsewhere/piece-3-of-3.jsonl"), read("results/piece-3-of-3.jsonl"));

    // A piece that is there is not played again.
    let written = || fs::metadata(results.join("piece-3-of-3.jsonl")).and_then(|file| file.modified()).expect("a time");
    let before = written();
    let again = play(&of, "3/3", &results).only_answer();
    assert!(again.contains("\nGames: 4, each opening twice"), "{again}");
    assert_eq!(written(), before);
}

#[test]
fn pieces_of_different_matches_are_refused() {
    let results = folder("pieces/mixed");
    play(&RANDOM, "1/3", &results).only_answer();
    let other = [&RANDOM[..], &["--seed", "2"]].concat();
    let said = play(&other, "1/3", &results).refusal(1);
    for part in ["piece-1-of-3.jsonl and this piece do not belong together: ", "seed is 1 and 2", "openings is "] {
        assert!(said.contains(part), "{said}");
    }
    play(&other, "2/3", &results).only_answer();
    let said = merge(&results, &["--partial"]).refusal(1);
    assert!(
        said.contains("piece-2-of-3.jsonl and ") && said.contains("piece-1-of-3.jsonl do not belong together"),
        "{said}"
    );

    for (argument, replaced, number, difference) in [
        ("random", "self:depth=1", "2/3", "players is "),
        ("40", "41", "2/3", "maxPlies is 41 and 40"),
        ("6", "8", "2/3", "count is 4 and 3"),
        ("awale:majority=true,repetition=2", "awale:repetition=2", "2/3", "rules is "),
        ("", "", "2/2", "pieces is 2 and 3"),
    ] {
        let results = folder("pieces/mixed-further");
        play(&RANDOM, "1/3", &results).only_answer();
        play(&RANDOM.map(|of| if of == argument { replaced } else { of }), number, &results).only_answer();
        let said = merge(&results, &[]).refusal(1);
        assert!(said.contains(difference), "{replaced}: {said}");
    }
}

#[test]
fn the_pieces_of_a_file_of_openings_are_numbered_by_a_job() {
    let place = folder("pieces/job");
    let openings = place.join("openings.txt");
    fs::write(&openings, "awale 444444/444444 0/0 s moves 3 3\nawale 444444/444444 0/0 s moves 1 4\n").expect("a file");
    let of = ["match", "random", "random", "--openings", text(&openings), "--max-plies", "20"];
    let results = place.join("new/results");
    for index in ["0", "1"] {
        let ended = piece(&of, "job/2", &results, &[]).env("JOB_COMPLETION_INDEX", index).output().expect("it runs");
        assert!(Ended::from(ended).only_answer().contains("Games: 2"));
    }
    assert_eq!(names(&results), ["piece-1-of-2.jsonl", "piece-2-of-2.jsonl"]);
    assert_eq!(merge(&results, &["--json"]).json(), run(&[&of, &["--json"][..]].concat()).json());
}

#[test]
fn bad_numbers_and_damaged_results_are_refused() {
    let results = folder("pieces/refused");
    for (number, said) in [
        ("0/3", "'0/3' is not a piece"),
        ("4/3", "'4/3' is not a piece"),
        ("job/3", "JOB_COMPLETION_INDEX is not set"),
        ("1/4", "3 openings can be cut into no more than 3 pieces"),
    ] {
        let ended = piece(&RANDOM, number, &results, &[]).env_remove("JOB_COMPLETION_INDEX").output().expect("it runs");
        let refusal = Ended::from(ended).refusal(64);
        assert!(refusal.contains(said), "{number}: {refusal}");
    }
    for options in [&["--piece", "1/3"][..], &["--results", "x"]] {
        run(&[&RANDOM, options].concat()).refusal(64);
    }
    let said = merge(&results, &[]).refusal(1);
    assert!(said.contains("there is no result of a piece"), "{said}");
    assert!(merge(&results.join("nowhere"), &[]).refusal(1).contains("nowhere: "));

    play(&RANDOM, "1/3", &results).only_answer();
    let file = results.join("piece-1-of-3.jsonl");
    let content = fs::read_to_string(&file).expect("a result");
    let (but_last, _) = content.trim_end().rsplit_once('\n').expect("lines");
    for (damaged, said) in [
        ("", "it is empty"),
        (but_last, "lines are missing at its end"),
        (&content[..content.len() - 9], "line 2: "),
        ("{}", "line 1: "),
    ] {
        fs::write(&file, damaged).expect("ours");
        for ended in [merge(&results, &["--partial"]), play(&RANDOM, "1/3", &results)] {
            let refusal = ended.refusal(1);
            assert!(refusal.contains("piece-1-of-3.jsonl: ") && refusal.contains(said), "{said}: {refusal}");
        }
    }
    fs::write(results.join("piece-2-of-3.jsonl"), &content).expect("a copy");
    fs::write(&file, &content).expect("ours");
    let said = merge(&results, &[]).refusal(1);
    assert!(
        said.contains("piece-2-of-3.jsonl: it is the result of a piece whose file is called piece-1-of-3.jsonl"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn a_forfeit_fails_the_match_but_not_its_piece() {
    let place: PathBuf = folder("pieces/forfeits");
    let engine = place.join("engine");
    script(
        &engine,
        "while read -r line; do\n  case $line in uci) echo uciok ;; isready) echo readyok ;; go*) echo bestmove 9 ;; esac\n\
         done\n",
    );
    let other = format!("pipe:{}:nodes=1", text(&engine));
    let of = ["match", "random", &other, "--games", "4", "--rules", "andada:houses=6"];
    let results = place.join("results");
    for number in ["1/2", "2/2", "2/2"] {
        let ended = play(&of, number, &results);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    }
    let ended = merge(&results, &["--json"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), "ayla: 4 games were forfeited\n"));
    let report: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert_eq!((&report["won"], &report["ends"]["forfeit"]), (&4.into(), &4.into()));
}

#[test]
fn the_job_of_a_cluster_plays_its_pieces() {
    let job = concat!(env!("CARGO_MANIFEST_DIR"), "/../../k8s/jobs/match/job.yaml");
    let job = fs::read_to_string(job).expect("the manifest");
    let value = |key: &str| job.lines().find_map(|line| line.trim().strip_prefix(key)).expect("a value");
    let last: u32 = value("completions: ").parse::<u32>().expect("a number") - 1;
    let results = folder("pieces/cluster");
    let below = job.lines().map(str::trim).skip_while(|line| *line != "args:").skip(1);
    let arguments = below.take_while(|line| *line != "resources:").filter_map(|line| line.strip_prefix("- "));
    let arguments = arguments.map(|argument| match argument.split_once("/results/") {
        Some(("--results=", name)) => format!("--results={}", text(&results.join(name))),
        Some(_) | None => argument.replace("000", ""),
    });
    let arguments: Vec<String> = arguments.chain(["--max-plies=8".to_owned()]).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ended = command(&arguments).env("JOB_COMPLETION_INDEX", last.to_string()).output().expect("it runs");
    let report = Ended::from(ended).only_answer();
    assert!(report.contains("\nGames: 10, each opening twice"), "{report}");
    let said = merge(&results.join("self-uct"), &[]).refusal(1);
    assert_eq!(said, format!("ayla: of {} pieces these are missing: 1 to {last}\n", last + 1));
}

#[test]
fn weights_are_fitted_to_games_in_pieces_as_to_all_games() {
    let place = folder("pieces/tuning");
    let table = place.join("table.ayla");
    run_ayla(&["tablebase", "build", "awale", "--seeds=5", &format!("--output={}", text(&table))]);
    let awale = ["tune", "awale", "--table", text(&table), "--games", "6", "--nodes", "40", "--seed", "3"];
    let kalah = ["tune", "kalah", "--houses", "4", "--games", "20", "--nodes", "40", "--seed", "3"];
    for (of, others) in [(awale, "41"), (kalah, "39")] {
        let weights = run(&of).answer();
        assert!(weights.contains("\nseeds "), "{weights}");
        let results = place.join(of[1]);
        for number in ["2/2", "1/2"] {
            assert_eq!(play(&of, number, &results).answer(), "");
            if number == "2/2" {
                let said = run(&[&of, &["--results", text(&results)][..]].concat()).refusal(1);
                assert_eq!(said, "ayla: of 2 pieces these are missing: 1\n");
            }
        }
        assert_eq!(run(&[&of, &["--results", text(&results)][..]].concat()).answer(), weights);
        let other = of.map(|argument| if argument == "40" { others } else { argument });
        let said = run(&[&other, &["--results", text(&results)][..]].concat()).refusal(1);
        assert!(said.contains(&format!("do not belong together: nodes is 40 and {others}")), "{said}");
    }
}
