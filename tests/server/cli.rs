//! The commands that print an answer, run as a user runs them.

use std::path::Path;
use std::process::{Command, Stdio};

use ayla_rules::Variant;
use ayla_test_server::START;
use ayla_test_server::command::{Ended, assert_problem, command, folder, run, text};
use serde_json::Value;

/// North has nothing; only house 6 feeds it.
const FAMINE: &str = "awale_110001/000000_20/25_s";

fn answer(arguments: &[&str]) -> String {
    run(arguments).only_answer()
}

fn json(arguments: &[&str]) -> Value {
    run(&[arguments, &["--json"]].concat()).json()
}

#[test]
fn start_shows_the_first_position() {
    let text = answer(&["start"]);
    assert!(
        text.contains("\nSouth to move. Both may agree to stop.\n\nPosition: awale 444444/444444 0/0 s\n"),
        "{text}"
    );
    assert!(text.ends_with("Legal moves: 1, 2, 3, 4, 5, 6\n"), "{text}");
    for (arguments, position) in [
        (
            &["start", "awale:capture=two,limit=3", "--first", "north"][..],
            "awale:capture=two,limit=3 444444/444444 0/0 n",
        ),
        (&["start", "andada:houses=6"], "andada 222222/222222 - s o"),
        (&["start", "anywoli"], "anywoli 444444444444/444444444444 0/0 s"),
        (&["start", "awale", "--preset", "tournament"], "awale:majority=true,repetition=2 444444/444444 0/0 s"),
        (&["start", "--preset", "tournament"], "awale:majority=true,repetition=2 444444/444444 0/0 s"),
    ] {
        let text = answer(arguments);
        assert!(text.contains(&format!("\nPosition: {position}\n")), "{arguments:?}: {text}");
        let started = json(arguments);
        assert_eq!(started["position"]["text"], position);
        let token = started["position"]["token"].as_str().expect("text");
        assert!(text.contains(&format!("\nToken: {token}\n")), "{arguments:?}: {text}");
        assert_eq!(answer(&["legal", token]).lines().next(), text.lines().next());
    }
    assert!(json(&["start"])["legalMoves"].is_array());
}

#[test]
fn legal_lists_the_moves_and_why_the_others_are_illegal() {
    let text = answer(&["legal", FAMINE]);
    let board: Vec<&str> = text.lines().take(4).collect();
    let drawn = [
        "           6   5   4   3   2   1",
        "North 25   0   0   0   0   0   0",
        "South 20   1   1   0   0   0   1",
        "           1   2   3   4   5   6",
    ];
    assert_eq!(board, drawn);
    assert!(text.contains("South to move. Both may agree to stop."), "{text}");
    assert!(text.contains("Legal moves: 6\n"), "{text}");
    assert!(text.contains("MUST_FEED (AW-4)") && text.contains("EMPTY_HOUSE (AW-1)"), "{text}");

    let answer = json(&["legal", FAMINE]);
    assert_eq!(answer["legalMoves"][0]["move"], "6");
    assert_eq!(answer["illegalMoves"][0]["reason"], "MUST_FEED");
    assert_eq!(answer["position"]["text"], FAMINE.replace('_', " "));
}

#[test]
fn legal_names_the_seats_of_andada() {
    let text = answer(&["legal", "andada:team=2 222222/222222 - s o"]);
    assert!(text.contains("Legal moves: 1 (seat 1), 2 (seat 1), 3 (seat 1), 4 (seat 2)"), "{text}");
    assert!(text.contains("South makes the opening move.\n"), "{text}");
}

#[test]
fn a_team_of_one_has_no_seats_to_name() {
    let position = "andada 222222/222222 - s o";
    assert!(answer(&["legal", position]).contains("Legal moves: 1, 2, 3, 4, 5, 6\n"));
    for command in ["legal", "apply", "suggest"] {
        let moves: &[&str] = if command == "apply" { &["1"] } else { &[] };
        let text = answer(&[&[command, position], moves].concat());
        assert!(!text.contains("seat"), "{text}");
    }
    assert!(answer(&["suggest", "andada:team=2 222222/222222 - s o"]).contains(" (seat "));
    // A program finds them in each answer.
    assert_eq!(json(&["legal", position])["legalMoves"][0]["seat"], 1);
}

#[test]
fn apply_says_where_it_leaves_events_out() {
    let text = answer(&["apply", "andada 010194110/103238101 - s", "7"]);
    assert!(text.contains("\n  and more: only the first 20,000 sown houses are shown\n\n"));
    let answer = json(&["apply", "andada 010194110/103238101 - s", "7"]);
    assert_eq!(answer["eventsTruncated"], true);
}

#[test]
fn apply_shows_what_happens() {
    let text = answer(&["apply", START, "6", "a", "2"]);
    for line in [
        "South plays house 6.\n  picks up 4 seeds from South 6\n  sows North 1 2 3 4\n",
        "North plays house 1.\n  picks up 5 seeds from North 1\n  sows North 2 3 4 5 6\n",
        "Position: awale 405551/066655 0/0 n q3\n",
        "North to move. Both may agree to stop. Moves without a capture: 3.\n",
        "Legal moves: 2, 3, 4, 5, 6\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }

    let answer = json(&["apply", START, "6", "1"]);
    assert_eq!(answer["position"]["text"], "awale 444440/066655 0/0 s q2");
    assert_eq!(answer["events"][0]["pickUp"]["seeds"], 5, "the events are those of the last move");
    assert_eq!(answer["status"]["over"], false);
}

#[test]
fn a_token_takes_the_place_of_a_position_and_brings_the_ply_along() {
    let twice = json(&["apply", START, "6", "1"]);
    assert_eq!(twice["position"]["ply"], 2);
    let token = twice["position"]["token"].as_str().expect("text");
    let third = json(&["apply", token, "2"]);
    assert_eq!(third["position"]["ply"], 3);
    assert_eq!(third["position"]["text"], json(&["apply", START, "6", "1", "2"])["position"]["text"]);
    let ended = run(&["legal", &token.replace('E', "F")]);
    assert_eq!((ended.code, ended.stderr.contains("cut short")), (Some(1), true), "{}", ended.stderr);
}

#[test]
fn apply_keeps_the_history_that_rules_need() {
    let text = answer(&["apply", "awale:repetition=3 444444/444444 0/0 s", "1", "1"]);
    assert!(text.contains("Line: awale:repetition=3 444444/444444 0/0 s moves 1 1\n"), "{text}");
}

#[test]
fn suggest_finds_the_proven_move() {
    let text = answer(&["suggest", FAMINE, "--nodes", "10000", "--candidates"]);
    assert!(text.contains("Best move: 6\n"), "{text}");
    assert!(
        text.contains("(it is proven that North wins by 2 seeds)\n") && text.contains("stopped by a proof\n"),
        "{text}"
    );
    assert!(text.contains("Moves, best first:\n  6 "), "{text}");

    let answer = json(&["suggest", FAMINE, "--nodes", "10000", "--depth", "20"]);
    assert_eq!(answer["move"], "6");
    assert_eq!(answer["certainty"], "proven");
    assert_eq!(answer["limits"]["nodes"], 10_000);
    assert_eq!(answer["deterministic"], true);
    assert_eq!(json(&["suggest", START, "--time-ms", "50"])["deterministic"], false);
    let answer = json(&["suggest", START, "--level", "1", "--seed", "5"]);
    assert_eq!((&answer["limits"]["level"], &answer["depth"]), (&1.into(), &1.into()));
    assert_eq!(json(&["suggest", START, "--level", "1", "--seed", "5"]), answer);
}

#[test]
fn the_winner_can_be_proven_while_the_value_is_an_estimate() {
    // South holds more than half of the seeds.
    let position = "awale 210112/110211 30/5 s";
    let found = json(&["suggest", position, "--nodes", "50"]);
    assert_eq!(found["outcome"], serde_json::json!({"winner": "south", "certainty": "proven"}));
    assert_eq!(found["certainty"], "estimated");
    let text = answer(&["suggest", position, "--nodes", "50"]);
    assert!(text.contains("it is proven that South wins, by about "), "{text}");
    let found = json(&["suggest", START, "--nodes", "50"]);
    assert_eq!(found["outcome"]["certainty"], "estimated");
}

#[test]
fn an_estimate_is_a_possible_result() {
    for nodes in ["1", "10", "100", "1000", "10000"] {
        for (rules, step) in [("awale", 1.0), ("awale:majority=true,repetition=2", 2.0), ("kalah", 2.0)] {
            let position = format!("{rules} 144404/443444 3/5 s");
            let found = json(&["suggest", &position, "--nodes", nodes, "--candidates"]);
            let candidates = found["candidates"].as_array().expect("candidates");
            for value in candidates.iter().chain([&found]).map(|it| it["value"].as_f64().expect("a number")) {
                assert_eq!(value % step, 0.0, "{position}: {found}");
            }
        }
    }
}

#[test]
fn suggest_has_the_ceilings_of_a_server() {
    let limits = &json(&["suggest", START, "--nodes", "1000000000", "--depth", "101", "--time-ms", "20"])["limits"];
    assert_eq!([&limits["nodes"], &limits["depth"]], [200_000_000, 100]);
    let position = "awale 000001/100000 23/23 s";
    let limits = &json(&["suggest", position, "--time-ms", "4294967295"])["limits"];
    assert_eq!(limits["timeMs"], 10_000);
}

/// Starts a command, and sends it a signal as soon as it handles it.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str]) -> Ended {
    let child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let handles_interrupts = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        u64::from_str_radix(caught.trim(), 16).expect("hexadecimal") & 0b10 != 0
    };
    while !handles_interrupts() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("it starts").success());
    child.wait_with_output().expect("it ends").into()
}

#[cfg(target_os = "linux")]
#[test]
fn suggest_prints_the_best_move_so_far_when_it_is_interrupted() {
    let unlimited = ["suggest", START, "--nodes", "200000000"];
    let text = interrupted(&unlimited).answer();
    assert!(text.contains("\nBest move: ") && text.contains("stopped by SIGINT\n"), "{text}");
    let answer = interrupted(&[&unlimited[..], &["--json"]].concat()).json();
    assert_eq!((&answer["stoppedBy"], &answer["deterministic"]), (&"deadline".into(), &false.into()));
    assert!(answer["limits"]["timeMs"].as_u64().is_some_and(|time| time > 0), "{answer}");
    assert!(answer["move"].is_string());
}

#[test]
fn variants_describes_the_games() {
    let text = answer(&["variants"]);
    for variant in Variant::ALL {
        assert!(text.contains(&format!("{variant} - {}\n", variant.title())), "{text}");
    }
    let text = answer(&["variants", "awale"]);
    assert!(text.contains("  repetition = 0 (a number 0 or from 2 to 10)\n"), "{text}");
    assert!(text.contains("(majority=true, repetition=2)\n"), "{text}");
    assert!(answer(&["variants", "andada"]).contains("(houses=24)\n"));

    assert_eq!(json(&["variants"])["variants"].as_array().map(Vec::len), Some(Variant::ALL.len()));
    assert_eq!(json(&["variants", "awale"])["variant"]["name"], "awale");
}

#[test]
fn openapi_prints_the_document_that_is_served() {
    let document: Value = serde_json::from_str(&answer(&["openapi"])).expect("JSON");
    assert!(document["paths"]["/v1/variants"].is_object());
}

#[test]
fn a_refusal_is_printed_and_exits_1() {
    for (arguments, said) in [
        (&["legal", "chess 8/8 0/0 s"][..], "ayla: No game is called 'chess'"),
        (&["legal", ""], "ayla: The position is empty."),
        (&["legal", "awale 44444/444444 0/0 s"], "(C-7)"),
        (&["apply", START, "x"], "ayla: 'x' is no move"),
        (&["apply", START, "7"], "ayla: There is no house 7"),
        (&["apply", START, "6", "1", "6"], "ayla: Move 3 ('6'): South's house 6 is empty."),
        (&["apply", START, "6", "1\u{1b}[2J"], "'1\\u{1b}[2J'"),
        (&["suggest", "awale 000000/000000 24/24 s"], "ayla: The game has ended"),
        (&["variants", "awalle"], "(did you mean awale?); there are awale, "),
        (&["variants", "mancala"], "ayla: 'mancala' is the name of a family of games"),
        (&["legal", "444444/444444 0/0 s"], "ayla: The position '444444/444444 0/0 s' does not say its game"),
        (&["legal", "Awale_444444/444444_0/0_s"], "(did you mean awale?)"),
        (&["start", "andadda:team=2"], "(did you mean andada?)"),
        (&["start", "awale:limit=9"], "ayla: The option limit must be a number from 1 to 6, not '9'"),
        (&["start", "awale:limit"], "ayla: The option 'limit' is not"),
        (&["start", "--preset", "nope"], "ayla: No game has a preset called 'nope'"),
        (&["start", "--preset", "default"], "name one of them"),
        (&["start", "awale:limit=2", "--preset", "tournament"], "options or a preset, not both"),
    ] {
        let text = run(arguments).refusal(1);
        assert_eq!((text.contains(said), text.lines().count()), (true, 1), "{arguments:?}: {text}");
    }
}

#[test]
fn with_json_an_error_is_a_problem_document() {
    for (arguments, code, status, reason) in [
        (&["legal", "chess 8/8 0/0 s"][..], 1, 404, "UNKNOWN_VARIANT"),
        (&["apply", START, "6", "1", "6"], 1, 409, "EMPTY_HOUSE"),
        (&["start", "awale:limit=9"], 1, 400, "OPTION_OUT_OF_RANGE"),
        (&["start", "--preset", "nope"], 1, 404, "UNKNOWN_PRESET"),
        (&["suggest", "awale 000000/000000 24/24 s"], 1, 409, "GAME_OVER"),
        (&["variants", "chess"], 1, 404, "UNKNOWN_VARIANT"),
        (&["tablebase", "info", "no-such-file"], 1, 500, "INTERNAL"),
        (&["suggest", START, "--tables", "no-such-folder"], 1, 500, "INTERNAL"),
        (&["suggest", START, "--depth", "0"], 64, 400, "MALFORMED_REQUEST"),
        (&["legal"], 64, 400, "MALFORMED_REQUEST"),
    ] {
        assert_problem(run, arguments, code, status, reason);
    }
}

#[test]
fn a_position_without_quotation_marks_is_recognized() {
    let hint = "put it in quotation marks: ayla ";
    for (arguments, quoted) in [
        (&["legal", "awale", "444444/444444", "0/0", "s"][..], "legal 'awale 444444/444444 0/0 s'"),
        (&["apply", "awale", "444444/444444", "0/0", "s", "6"], "apply 'awale 444444/444444 0/0 s'"),
        (&["suggest", "andada", "222/222", "-", "s", "o", "--nodes", "9"], "suggest 'andada 222/222 - s o'"),
    ] {
        let said = run(arguments).refusal(64);
        assert!(said.contains(&format!("{hint}{quoted}\n")), "{said}");
    }
}

#[test]
fn no_message_is_written_in_rust() {
    for (arguments, range) in [
        (&["suggest", START, "--depth", "0"][..], "--depth is a whole number from 1 to 4294967295"),
        (&["suggest", START, "--level", "16"], "--level is a whole number from 1 to 15"),
        (&["suggest", START, "--nodes", "many"], "--nodes is a whole number from 1 to 18446744073709551615"),
        (&["suggest", START, "--time-ms", "-1"], "unexpected argument"),
        (&["suggest", START, "--seed", "1.5"], "--seed is a whole number from 0 to 18446744073709551615"),
        (&["tablebase", "build", "--seeds", "x", "--output", "x"], "--seeds is a whole number from 0 to 4294967295"),
        (&["tablebase", "verify", "x", "--samples", "0"], "--samples is a whole number from 1 to 10000000"),
        (&["key", "bot", "--calls-per-second", "0"], "--calls-per-second is a number from 0.001 to 1000000"),
        (&["start", "--first", "east"], "a side is one of south, north"),
    ] {
        let said = run(arguments).refusal(64);
        assert!(said.contains(range), "{arguments:?}: {said}");
        for rust in ["..", "::", "Some(", "invalid digit", "target type"] {
            assert!(!said.contains(rust), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn a_key_may_allow_less_than_a_call_per_second() {
    for (rate, written) in [("0.001", "0.001"), ("0.5", "0.5"), ("20", "20"), ("1000000", "1000000")] {
        let ended = run(&["key", "bot", "--calls-per-second", rate]);
        let entry = ended.answer();
        assert!(entry.ends_with(&format!("\ncalls-per-second = {written}\n")), "{entry}");
    }
    assert!(run(&["key", "bot"]).answer().ends_with("\ncalls-per-second = 50\n"));
}

#[test]
fn a_wrong_command_line_exits_64() {
    for arguments in [
        &["play"][..],
        // Commands of ayla-lab.
        &["perft", START, "3"],
        &["solve", "andada 411/042 - s"],
        &["legal"],
        &["apply", START],
        &["suggest", START, "--depth", "0"],
        &["suggest", START, "--level", "0"],
        &["suggest", START, "--level", "16"],
        &["legal", "awale", "444444/444444", "0/0", "s"],
    ] {
        run(arguments).refusal(64);
    }
    assert!(answer(&["--help"]).contains("Usage: ayla"));
    assert!(answer(&["serve", "--help"]).contains("AYLA_LISTEN"));
}

#[test]
fn the_version_names_the_commit() {
    let version = env!("CARGO_PKG_VERSION");
    let commit = ayla::COMMIT.map_or_else(String::new, |commit| format!(" ({})", &commit[..12]));
    assert_eq!(answer(&["--version"]), format!("ayla {version}{commit}\n"));
    // A release build of a checkout knows its commit, where there is git.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let asked = Command::new("git").current_dir(root).args(["rev-parse", "HEAD"]).output();
    if !cfg!(debug_assertions) && root.join(".git").exists() && asked.is_ok_and(|asked| asked.status.success()) {
        assert!(ayla::COMMIT.is_some());
    }
}

#[test]
fn a_game_is_told_and_reviewed_move_by_move() {
    let game = format!("{START} moves 3 4");
    let told = answer(&["replay", &game]);
    let lines: Vec<_> = told.lines().collect();
    assert_eq!((lines.len(), lines[0].trim()), (3, format!("0  {START}").as_str()), "{told}");
    assert!(lines[2].contains("North plays house 4"), "{told}");
    assert_eq!(json(&["replay", &game])["positions"].as_array().map(Vec::len), Some(3));
    let illegal = answer(&["replay", &format!("{START} moves 3 9")]);
    assert!(illegal.ends_with("There is no house 9: a row has the houses 1 to 6.\n"), "{illegal}");
    let reviewed = answer(&["review", &game, "--nodes", "20000"]);
    assert_eq!(reviewed.lines().count(), 2, "{reviewed}");
    assert!(run(&["review", &game, "--nodes", "1000"]).refusal(64).contains("20000"));
    let reviewed = json(&["review", &game, "--nodes", "20000"]);
    assert_eq!(reviewed[1]["reviewed"]["ply"], 2);
    assert_eq!(reviewed[2]["end"]["reviewedTo"], 2);
    assert!(run(&["review", "awale 444444/444444 0/0 s moves 9"]).refusal(1).contains("house 9"));
}

#[test]
fn convert_writes_games_in_another_format_and_reports_faults_with_their_places() {
    let folder = folder("cli/convert");
    let good = folder.join("good.txt");
    std::fs::write(&good, "1. 64 64\n2. 21 32\n\n1. 64 53\n").expect("a file");
    let ended = run(&["convert", "--to", "auale", text(&good)]);
    let board = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    assert_eq!((ended.code, ended.stdout), (Some(0), format!("{board} moves FfBc\n{board} moves Fe\n")));
    let assumed = "good.txt: The game begins with the usual position (2 games)\n";
    assert!(ended.stderr.contains(assumed), "{}", ended.stderr);

    let bad = folder.join("bad.txt");
    std::fs::write(&bad, "1. 64 64\n\n1. 64 52\n").expect("a file");
    let ended = run(&["convert", text(&bad), text(&good), "--lang", "fr"]);
    assert_eq!((ended.code, ended.stdout.lines().count()), (Some(1), 3));
    let fault = "bad.txt:3:8: le coup 2 de la partie finit dans une case 3, et non 2\n";
    assert!(ended.stderr.contains(fault), "{}", ended.stderr);

    let ended = run(&["convert", "--to", "score-sheet", text(&good)]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert!(ended.stderr.contains("good.txt:4: the format does not have Awalé\n"), "{}", ended.stderr);

    let utf16 = "1. 64".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let [windows, latin] = [&b"{\xcf\xf0\xe8\xe2\xe5\xf2} 1. 64"[..], b"{\xe9t\xe9} 1. 64"];
    let marked = [&[0xff, 0xfe], &*utf16].concat();
    for (bytes, name) in [(&*marked, "UTF-16"), (&*utf16, "UTF-16"), (windows, "CP1251"), (latin, "ISO-8859-1")] {
        std::fs::write(&bad, bytes).expect("a file");
        let refusal = run(&["convert", text(&bad)]).refusal(1);
        assert!(refusal.contains(&format!("iconv -f {name} -t UTF-8")), "{refusal}");
    }
    assert!(run(&["convert", text(&folder.join("none.txt"))]).refusal(1).contains("cannot read"));
    assert!(run(&["convert", "--from", "pgn", text(&good)]).refusal(64).contains("wikimanqala"));
}

#[test]
fn a_puzzle_is_shown_and_solved() {
    let mut all = ayla_puzzles::Filter::default().ids(Variant::Awale).map(|id| (id, id.puzzle().expect("a puzzle")));
    let (id, puzzle) =
        all.find(|(_, puzzle)| puzzle.line.len() == 3 && puzzle.choices().len() == 2).expect("one with a reply");
    let name = id.to_string();
    let next = format!("The next puzzle: awale-{}", id.number + 1);
    let shown = run(&["puzzle", &name]);
    let heading = format!("Puzzle {name}, grade {} of 6.\nYou play South", puzzle.grade);
    for expected in [&heading, "Legal moves: ", &next] {
        assert!(shown.stdout.contains(expected), "{}", shown.stdout);
    }
    let found = run(&["puzzle", "awale", "--grade", "1", "--theme", "capture", "--json", "--solution"]);
    let found: Value = serde_json::from_str(&found.stdout).expect("JSON");
    assert!(found["themes"].as_array().is_some_and(|themes| themes.contains(&"capture".into())), "{found}");
    let choices = puzzle.choices();
    let other = puzzle.position.legal_moves().into_iter().find(|&played| played != choices[0].1).expect("a choice");
    let wrong = run(&["puzzle", &name, &other.text(), "--lang", "fr"]);
    assert_eq!(wrong.code, Some(0));
    let missed = [
        "Votre coup ne gagne pas.",
        "Votre coup perd.",
        "Il y a un coup qui rapporte plus de graines.",
        "Un autre coup gagne avec plus d'avance.",
    ];
    assert!(missed.iter().any(|missed| wrong.stdout.contains(missed)), "{}", wrong.stdout);
    let own = |at: usize| choices[at].1.text();
    let solved = run(&["puzzle", &name, &own(0), &own(1)]);
    assert!(solved.stdout.contains("Solved."), "{}", solved.stdout);
    assert!(run(&["puzzle", "awale-0"]).refusal(1).contains("'awale-0'"));
    assert!(run(&["puzzle", "awale", "--theme", "fork"]).refusal(64).contains("sacrifice"));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut command = command(&["openapi"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    assert_eq!(Ended::from(child.wait_with_output().expect("it ends")).refusal(0), "");
}

#[cfg(feature = "pictures")]
#[test]
fn board_draws_a_position_as_its_file_says() {
    let folder = folder("cli/board");
    for (name, begin) in [("a.svg", &b"<svg "[..]), ("a.png", b"\x89PNG"), ("a.gif", b"GIF89a"), ("a.txt", b"       ")]
    {
        let file = folder.join(name);
        let said = answer(&["board", START, "--move", "3", "--output", text(&file), "--lang", "fr"]);
        let written = std::fs::read(&file).expect("a file");
        assert!(written.starts_with(begin), "{name}");
        assert_eq!(said.starts_with("Sud joue la case 3. "), name != "a.txt", "{name}: {said}");
    }
    let file = folder.join("picture");
    let said = json(&["board", START, "--format", "png", "--output", text(&file)]);
    assert_eq!(said["mediaType"], "image/png");
    assert!(std::fs::read(&file).expect("a file").starts_with(b"\x89PNG"));
    let drawn = answer(&["board", "awale_444444/444449_0/0_s", "--move", "3", "--viewer", "south", "--view", "public"]);
    assert!(drawn.contains("South 0    4    4   (0)   5    5    5"), "{drawn}");
    assert!(drawn.contains("6+"), "{drawn}");
    let marked = answer(&["board", "awale 831110/b11169 3/2 n", "--move", "5", "--viewer", "north"]);
    assert_eq!(marked, answer(&["apply", "awale 831110/b11169 3/2 n", "5", "--text", "board", "--viewer", "north"]));
    assert!(marked.contains("[0]") && marked.contains("(0)"), "{marked}");
    assert!(answer(&["board", START, "--format", "svg"]).starts_with("<svg "));
    assert!(run(&["board", START, "--move", "7"]).refusal(1).contains("There is no house 7"));
    assert!(run(&["board", START, "--format", "png", "--width", "641"]).refusal(1).contains("pixels wide"));
    assert!(run(&["board", START, "--format", "bmp"]).refusal(64).contains("svg, png, gif, text"));
    let missing = folder.join("no/folder/a.png");
    assert!(run(&["board", START, "--output", text(&missing)]).refusal(1).contains("cannot write"));
}
