//! `ayla-lab match`: games between players.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};

use ayla_rules::notation::read_move;
use ayla_rules::{Move, Side};
use ayla_test_command::{Ended, ayla, command as ayla_command, run as run_ayla};
use ayla_test_games::read;
use ayla_test_games::vectors::positions;
use serde_json::Value;

use crate::{command, run};

fn ayla_match(arguments: &[&str]) -> Ended {
    run(&[&["match"], arguments].concat())
}

/// A file of this name for a test of its own.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The report in JSON, and the games.
fn played(name: &str, arguments: &[&str]) -> (Value, String) {
    let games = file(name);
    let mut ended = ayla_match(&[arguments, &["--json", "--games-file", games.to_str().expect("UTF-8")]].concat());
    // On a machine with much other work there are lines of progress.
    ended.stderr = ended.stderr.lines().filter(|line| !line.contains(" games, ")).collect();
    (ended.json(), fs::read_to_string(games).expect("the games"))
}

#[test]
fn a_search_of_depth_one_beats_random_moves_and_is_reproducible() {
    for start in positions("match") {
        let rules = start.split(' ').next().expect("rules");
        let arguments = ["self:depth=1", "random", "--games", "20", "--rules", rules, "--seed", "7"];
        let name = rules.split(':').next().expect("a name");
        let (report, games) = played(&format!("{name}-alone"), &arguments);
        // Once: each player of a match first builds its tables, which takes longer than the games.
        if name == "awale" {
            let (other, again) = played("awale-three", &[&arguments[..], &["--jobs", "3"]].concat());
            assert_eq!((games, &report["won"]), (again, &other["won"]));
        }
        assert!(report["won"].as_u64() >= Some(15), "{rules}: {report}");
        assert_eq!(report["games"], 20);
        assert_eq!(report["players"][0]["depth"], 1.0);
        assert_eq!(report["players"][1]["moves"], 0);
    }
}

#[test]
fn uct_beats_random_moves_in_every_game_and_is_reproducible() {
    for start in positions("match") {
        let rules = start.split(' ').next().expect("rules");
        let arguments = ["uct:nodes=50", "random", "--games", "12", "--rules", rules, "--max-plies", "150"];
        let name = rules.split(':').next().expect("a name");
        let (report, games) = played(&format!("{name}-uct"), &arguments);
        if name == "awale" {
            let (_, again) = played("awale-uct-three", &[&arguments[..], &["--jobs", "3"]].concat());
            assert_eq!(games, again);
        }
        assert!(report["won"].as_u64() >= Some(10), "{rules}: {report}");
        assert_eq!(report["players"][0]["nodesPerMove"], 50.0);
    }
}

#[test]
fn imitate_answers_a_house_by_the_same_house_if_it_may() {
    let openings = file("imitated");
    let starts =
        ["andada:houses=6 222222/222222 - s o moves 1 take 2", "anywoli:bonus-move=true,houses=6 444444/444444 0/0 s"];
    fs::write(&openings, starts.join("\n")).expect("a file");
    let openings = openings.to_str().expect("UTF-8");
    let arguments = ["imitate:depth=2", "random", "--openings", openings, "--max-plies", "100"];
    let (_, games) = played("imitating", &arguments);
    for (start, games) in starts.iter().zip(games.lines().collect::<Vec<_>>().chunks(2)) {
        let (start, opening) = start.split_once(" moves ").unwrap_or((start, ""));
        let mut same = 0;
        let mut other = 0;
        let mut again = 0;
        for (game, imitator) in games.iter().zip([Side::South, Side::North]) {
            let (moves, _) = game.split_once(" # ").expect("a result");
            let moves: Vec<&str> = moves.split_once(" moves ").expect("moves").1.split(' ').collect();
            let mut line = read(start);
            let mut last = None;
            for (at, &text) in moves.iter().enumerate() {
                let turn = line.position().turn();
                let move_ = read_move(text, &line.position().rules()).expect("a move");
                let played = line.position().check(move_, None).expect("a legal move");
                if turn == imitator && at >= opening.split_whitespace().count() {
                    match last {
                        Some((side, Move::House(house))) if side != turn => {
                            let answer = Move::House(house);
                            let may = line.position().legal_moves().contains(&answer);
                            assert_eq!(played == answer, may, "{game}: move {at}");
                            *(if may { &mut same } else { &mut other }) += 1;
                        }
                        Some((side, before)) if side == turn => again += u32::from(before != played),
                        Some(_) | None => {}
                    }
                }
                line.play_unchecked(played, &mut ());
                last = Some((turn, played));
            }
        }
        assert!(same > 0 && other > 0, "{start}: {same} imitated and {other} not");
        assert_eq!(again > 0, start.contains("bonus-move"), "{start}: {again}");
    }
}

#[test]
fn an_engine_on_a_pipe_plays_as_the_engine_within() {
    let pipe = format!("pipe:{} engine:depth=2", ayla().display());
    let rules = "awale:majority=true,repetition=2";
    let (report, games) = played("pipe", &[&pipe, "self:depth=2", "--games", "6", "--rules", rules, "--jobs", "2"]);
    let (_, alone) = played("no-pipe", &["self:depth=2", "self:depth=2", "--games", "6", "--rules", rules]);
    assert_eq!(games, alone);
    assert_eq!(report["players"][0]["depth"], report["players"][1]["depth"]);

    let ended = ayla_match(&["pipe:no-such-program:nodes=1", "random", "--games", "2"]).refusal(1);
    assert!(ended.contains("no-such-program is no engine on a pipe"), "{ended}");
}

#[test]
fn every_recorded_game_can_be_replayed() {
    let (report, games) = played("replayed", &["random", "random", "--games", "8", "--preset", "tournament"]);
    assert_eq!(games.lines().count(), 8);
    let mut points = 0.0;
    for (game, south) in games.lines().zip(["A", "B"].into_iter().cycle()) {
        let (line, result) = game.split_once(" # ").expect("a result");
        let answer = run_ayla(&["legal", line, "--json"]).json();
        let status = &answer["status"];
        let winner = match status["winner"].as_str() {
            Some("south") => south,
            Some("north") if south == "A" => "B",
            Some("north") => "A",
            _ => "none",
        };
        assert!(result.contains(&format!(" south={south} winner={winner} ")), "{game}: {status}");
        assert!(
            result.contains(&format!("score={}/{} ", status["score"]["south"], status["score"]["north"])),
            "{game}"
        );
        assert!(result.ends_with(&format!("end={}", status["reason"].as_str().expect("a reason"))), "{game}: {status}");
        points += match winner {
            "A" => 1.0,
            "B" => 0.0,
            _ => 0.5,
        };
    }
    assert_eq!(report["points"][0], points / 8.0);
}

#[test]
fn another_build_of_the_same_engine_is_its_equal() {
    let name = format!("{}:nodes=500", ayla().display());
    for (variant, which) in [
        ("awale", &["--preset", "tournament"][..]),
        ("andada", &["--variant", "andada", "--preset", "default"]),
        // Tables of shorter rows are sooner built.
        ("anywoli", &["--rules", "anywoli:bonus-move=true,houses=6"]),
    ] {
        let rules = [which, &["--games", "6", "--max-plies", "80"]].concat();
        let (report, games) = played(&format!("{variant}-program"), &[&["self:nodes=500", &name][..], &rules].concat());
        assert_eq!(report["pairs"], serde_json::json!([0, 0, 3, 0, 0]), "{report}");
        assert_eq!(report["points"][0], 0.5);
        let [own, other] = [&report["players"][0], &report["players"][1]];
        for figure in ["engine", "moves", "depth", "proven", "nodesPerMove"] {
            assert_eq!(own[figure], other[figure], "{figure}");
        }
        let (_, alone) =
            played(&format!("{variant}-self"), &[&["self:nodes=500", "self:nodes=500"][..], &rules].concat());
        assert_eq!(games, alone);
    }
}

#[test]
fn each_opening_of_a_file_is_played_twice() {
    let openings = file("two-openings");
    let lines = ["awale 444444/444444 0/0 s moves 3 3", "anywoli:quiet=20 444444444444/444444444444 0/0 n first=n"];
    fs::write(&openings, format!("# two\n{}\n\n{} # a comment\n", lines[0], lines[1])).expect("a file");
    let openings = openings.to_str().expect("UTF-8");
    let (report, games) = played("from-file", &["random", "random", "--openings", openings, "--max-plies", "30"]);
    assert_eq!(report["games"], 4);
    assert_eq!(report["ends"]["max-plies"], 4);
    for (game, opening) in games.lines().zip([lines[0], lines[0], lines[1], lines[1]]) {
        assert!(game.starts_with(opening), "{game}");
        let (line, _) = game.split_once(" # ").expect("a result");
        assert_eq!(line.split_once(" moves ").expect("moves").1.split(' ').count(), 30, "{game}");
    }
    let said = ayla_match(&["random", "random", "--openings", openings, "--games", "5"]).refusal(64);
    assert!(said.contains("openings for no more than 4 games"), "{said}");
}

#[test]
fn the_text_report_is_complete() {
    let text =
        ayla_match(&["self:time-ms=200", "random", "--variant", "togyzqumalaq", "--games", "3", "--max-plies", "12"]);
    let text = text.answer();
    for line in [
        "A: self:time-ms=200 (ayla-search/",
        "B: random\n",
        "Games: 4, each opening twice; 8.0 plies a game\n",
        "95% interval over the openings\n",
        "Ends: max-plies 4\n  4 reached the most plies allowed, and count as they stood\n",
        "moves searched               16            0\n",
        "longest overrun, ms ",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn bad_arguments_and_unusable_players_have_different_exit_codes() {
    for (arguments, code, said) in [
        (&["self", "slef"][..], 64, "there is no program 'slef'"),
        (&["self"], 64, "<B>"),
        (&["self", "random", "--variant", "chess"], 64, "no game is called 'chess'"),
        (&["self", "random", "--rules", "awale:limit=9"], 64, "the option limit"),
        (&["self", "random", "--rules", "anywoli:houses=24,seeds=8"], 64, "120"),
        (&["self", "random", "--preset", "none"], 64, "Awalé has no preset called 'none'"),
        (&["self", "random", "--plies", "1", "--games", "20"], 64, "only 6 different openings"),
        (&["self", "random", "--openings", "/no/such/file"], 64, "/no/such/file: "),
        (&["self", "random", "--games-file", "/no/such/file"], 64, "/no/such/file cannot be written"),
        (&["self", "/bin/true"], 1, "/bin/true engine is no engine on a pipe: "),
        (&["self", "http://127.0.0.1:9"], 1, "cannot be asked at http://127.0.0.1:9: "),
    ] {
        let text = ayla_match(arguments).refusal(code);
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}

#[test]
fn a_server_that_does_not_allow_the_limits_is_refused() {
    let server = Server::start(&[]);
    let said = ayla_match(&["self", &format!("http://{}:depth=101", server.address), "--games", "2"]).refusal(1);
    assert!(said.contains("the server allows no more than depth=100"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_signal_before_the_first_game_ends_the_started_servers() {
    use std::os::unix::fs::PermissionsExt;

    let program = file("never-listens");
    let process = file("never-listens.process");
    let _ = fs::remove_file(&process);
    let script = format!("#!/bin/sh\necho $$ > {0:?}.new; mv {0:?}.new {0:?}; exec sleep 600\n", process);
    fs::write(&program, script).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
    for signal in ["TERM", "INT"] {
        let mut command = command(&["match", "random", program.to_str().expect("UTF-8")]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        while !process.exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let started = fs::read_to_string(&process).expect("its number");
        let kill = |how: &str, id: &str| {
            Command::new("kill").args([how, id]).stderr(Stdio::null()).status().expect("it runs").success()
        };
        assert!(kill("-0", started.trim()));
        assert!(kill(&format!("-{signal}"), &child.id().to_string()));
        let said = Ended::from(child.wait_with_output().expect("it ends")).refusal(1);
        assert_eq!(said, format!("ayla: ended by SIG{signal} before the first game\n"));
        assert!(!kill("-0", started.trim()), "it was ended too");
        fs::remove_file(&process).expect("ours");
    }
}

/// A server without endgame tables, killed when dropped.
struct Server {
    process: Child,
    address: String,
    _log: BufReader<ChildStderr>,
}

impl Server {
    fn start(settings: &[(&str, &str)]) -> Self {
        let mut command = ayla_command(&[]);
        command.envs([("AYLA_LOG_FORMAT", "json"), ("AYLA_TABLE_MEMORY", "0")]).envs(settings.iter().copied());
        let mut process = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let mut log = BufReader::new(process.stderr.take().expect("a log"));
        let address = loop {
            let mut line = String::new();
            log.read_line(&mut line).expect("a line");
            let entry: Value = serde_json::from_str(&line).expect("it listens before it ends");
            if entry["message"] == "listening" {
                break entry["address"].as_str().expect("an address").to_owned();
            }
        };
        Self { process, address, _log: log }
    }

    /// Asks for a suggestion, and returns the connection.
    fn suggest(&self, limit: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let body = format!("{{\"position\": \"awale 444444/444444 0/0 s\", {limit}}}");
        let head = "POST /v1/variants/awale/suggest-move HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length";
        stream.write_all(format!("{head}: {}\r\n\r\n{body}", body.len()).as_bytes()).expect("it reads");
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_server_plays_as_the_engine_within() {
    let server = Server::start(&[]);
    let rules = "andada:houses=6,repetition=2";
    let address = format!("http://{}:nodes=300", server.address);
    let (report, games) = played("server", &["self:nodes=300", &address, "--games", "4", "--rules", rules]);
    let (_, alone) = played("no-server", &["self:nodes=300", "self:nodes=300", "--games", "4", "--rules", rules]);
    assert_eq!(games, alone);
    let [own, other] = [&report["players"][0], &report["players"][1]];
    for figure in ["engine", "moves", "depth", "proven", "nodesPerMove"] {
        assert_eq!(own[figure], other[figure], "{figure}");
    }
}

#[test]
fn a_level_of_another_build_plays_as_that_level_of_the_engine_within() {
    let name = format!("{}:level=3", ayla().display());
    let arguments = ["--rules", "andada:houses=6,repetition=2", "--games", "6", "--seed", "3"];
    let (report, _) = played("level-program", &[&["self:level=10,nodes=500", &name][..], &arguments].concat());
    // It errs, and each move has another seed.
    assert!(report["won"].as_u64() > Some(3), "{report}");
}

#[test]
fn a_player_without_an_answer_forfeits_and_the_match_goes_on() {
    let server = Server::start(&[
        ("AYLA_SEARCH_SLOTS", "1"),
        ("AYLA_SEARCH_QUEUE", "0"),
        ("AYLA_SUGGEST_TIME_MS", "600000"),
        ("AYLA_DEADLINE_MS", "600000"),
    ]);
    let is_full = || {
        let mut answer = String::new();
        server.suggest("\"nodes\": 1").read_to_string(&mut answer).expect("an answer");
        answer.contains("SEARCH_QUEUE_FULL")
    };
    // The only search that the server works on. It is asked for again if a short one had the slot when it arrived.
    let mut search = server.suggest("\"timeMs\": 600000");
    while !(0..50).any(|_| is_full()) {
        search = server.suggest("\"timeMs\": 600000");
    }
    let address = format!("http://{}:nodes=9", server.address);
    let Ended { code, stdout, stderr: said } = ayla_match(&["random", &address, "--games", "4", "--json"]);
    drop(search);

    assert_eq!(code, Some(1), "{said}");
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(
        (&report["won"], &report["players"][1]["forfeits"], &report["ends"]["forfeit"]),
        (&4.into(), &4.into(), &4.into())
    );
    assert_eq!(said.matches("ayla: B forfeits: ").count(), 4, "{said}");
    assert_eq!(said.matches("\n  awale 444444/444444 0/0 s moves ").count(), 4, "{said}");
    assert!(said.ends_with("ayla: 4 games were forfeited\n"), "{said}");
}

#[test]
fn the_position_files_are_valid() {
    let tournament = "awale:majority=true,repetition=2 ";
    for (name, rules, count) in [
        ("awale-openings.txt", tournament, 100),
        ("awale-middle.txt", tournament, 20),
        ("anywoli-openings.txt", "anywoli ", 20),
        ("congklak-openings.txt", "congklak ", 20),
        ("kalah-openings.txt", "kalah ", 20),
        ("mangala-openings.txt", "mangala ", 20),
    ] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/positions").join(name);
        let text = fs::read_to_string(path).expect("a file");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let mut ends = HashSet::new();
        for text in &lines {
            assert!(text.starts_with(rules), "{text}");
            let position = read(text).position();
            let setup = position.setup();
            assert!(!position.legal_moves().is_empty(), "{text}");
            let moves = text.split_once(" moves ").map_or(0, |(_, moves)| moves.split(' ').count());
            let seeds: u32 = setup.south.iter().chain(&setup.north).sum();
            assert!(if name == "awale-middle.txt" { moves == 0 && (20..=40).contains(&seeds) } else { moves == 4 });
            ends.insert(setup.to_string());
        }
        assert_eq!((lines.len(), ends.len()), (count, count), "{name}");
    }
}
