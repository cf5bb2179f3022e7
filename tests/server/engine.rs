//! `ayla engine`, as a host of engines drives it over pipes.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use ayla_test_server::command::{Ended, command, run};

/// A position whose value is proven at once, with South to move.
const PROVEN: &str = "awale 000001/110000 20/26 s";
/// A position in which the game is over.
const OVER: &str = "awale 000000/000000 24/24 s";

/// The lines that `ayla engine` answers to these commands, after which the input ends.
fn engine(commands: &str) -> Vec<String> {
    let mut process =
        command(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
    process.stdin.take().expect("a pipe").write_all(commands.as_bytes()).expect("it reads");
    let ended: Ended = process.wait_with_output().expect("it ends").into();
    ended.answer().lines().map(str::to_owned).collect()
}

/// The answer to these commands that names the move.
fn best_move(commands: &str) -> String {
    engine(commands).pop().filter(|line| line.starts_with("bestmove ")).expect("a move")
}

/// An engine whose host waits for answers.
struct Host {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Host {
    fn start() -> Self {
        let mut process =
            command(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        Self { process, input, output }
    }

    fn send(&mut self, commands: &str) {
        self.input.write_all(commands.as_bytes()).expect("it reads");
    }

    /// The next lines, up to one that begins like this.
    fn read_to(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(last)) {
            lines.push(self.output.next().unwrap_or_else(|| panic!("{last}: {lines:?}")).expect("a line"));
        }
        lines
    }

    /// The lines that are left once the input has ended.
    fn end(mut self) -> Vec<String> {
        drop(self.input);
        let lines = self.output.map(|line| line.expect("a line")).collect();
        assert_eq!(self.process.wait().expect("it ends").code(), Some(0));
        lines
    }
}

fn is_move(line: &str) -> bool {
    line.starts_with("bestmove ")
}

#[test]
fn commands_are_obeyed() {
    let lines = engine("uci\nisready\nposition startpos moves 6 1\ngo nodes 500\n");
    let at = |text: &str| lines.iter().position(|line| line == text).unwrap_or_else(|| panic!("{text}: {lines:?}"));
    assert!(lines[0].starts_with("id name Ayla"));
    assert!(at("uciok") < at("readyok"));
    for option in [
        "Hash type spin default 64 min 0 max 4096",
        "Level type spin default 15 min 1 max 15",
        "MultiPV type spin default 1 min 1 max 256",
        "repetition type spin default 0 min 0 max 10",
        "majority type check default false",
        "capture type combo default two-or-three var two-or-three var two",
    ] {
        assert!(at(&format!("option name {option}")) < at("uciok"), "{lines:?}");
    }
    // The end of the input lets a search with a limit finish.
    let last = &lines[lines.len() - 2..];
    assert!(last[0].starts_with("info depth ") && last[0].contains(" nodes 500 ") && is_move(&last[1]));

    // The options are those of the game of `position startpos`; other positions bring their rules.
    let andada = "setoption name game value andada\nsetoption name houses value 3\n";
    let played = best_move(&format!("{andada}position startpos moves 1\ngo depth 1\n"));
    assert!(["bestmove take", "bestmove give"].contains(&played.as_str()), "{played}");
    let lines = engine(&format!("{andada}position {PROVEN}\ngo depth 2\n"));
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 6"));
}

#[test]
fn a_search_without_a_limit_holds_its_move_until_stop() {
    for position in ["startpos", PROVEN, OVER] {
        for go in ["go", "go infinite", "go infinite depth 2"] {
            let mut host = Host::start();
            host.send(&format!("position {position}\n{go}\nisready\n"));
            let before = host.read_to("readyok");
            assert!(!before.iter().any(|line| is_move(line)), "{position}, {go}: {before:?}");
            host.send("stop\n");
            let last = host.read_to("bestmove ").pop().expect("a line");
            assert_eq!(last == "bestmove (none)", position == OVER, "{position}, {go}: {last}");
            // Nothing is left to be stopped.
            host.send("stop\nstop\n");
            assert_eq!(host.end(), [""; 0], "{position}, {go}");
        }
    }
    // With a limit, the move follows by itself.
    assert_eq!(best_move(&format!("position {OVER}\ngo nodes 9\n")), "bestmove (none)");
}

#[test]
fn the_end_of_the_input_or_quit_ends_a_search() {
    for commands in ["go", "go infinite\n", "go movetime 3600000\nquit\ngo depth 1\n", "go infinite\nquit"] {
        let lines = engine(commands);
        assert_eq!(lines.iter().filter(|line| is_move(line)).count(), 1, "{commands}: {lines:?}");
        assert!(lines.last().is_some_and(|line| is_move(line)), "{commands}: {lines:?}");
    }
}

#[test]
fn a_second_search_stops_the_first() {
    let mut host = Host::start();
    // What is set while a search runs is for the next one.
    host.send(&format!("go infinite\nsetoption name MultiPV value 2\nposition {PROVEN}\ngo depth 1\n"));
    let first = host.read_to("bestmove ");
    assert!(!first.iter().any(|line| line.contains("multipv")), "{first:?}");
    let second = host.read_to("bestmove ");
    assert!(second.iter().any(|line| line.contains(" multipv 1 ")), "{second:?}");
    // A search that has ended, and one that is refused, stop nothing.
    host.send("position startpos\ngo depth 1\n");
    assert!(host.read_to("bestmove ")[0].starts_with("info "));
    host.send("go\ngo mate 3\n");
    assert!(!host.read_to("info string ").iter().any(|line| is_move(line)));
    assert!(host.end().last().is_some_and(|line| is_move(line)));
}

#[test]
fn results_last_until_a_new_game() {
    let depth = |line: &String| -> u32 { line.split(' ').nth(2).expect("a word").parse().expect("a number") };
    let go = "go nodes 20000\n";
    let begin = "position startpos\n";
    let [hash_of_2, hash_of_0] = [2, 0].map(|mib| format!("setoption name Hash value {mib}\n"));
    let mut host = Host::start();
    let mut depths = Vec::new();
    for commands in [begin, begin, "ucinewgame\n", begin, &hash_of_2, begin, &hash_of_0, begin] {
        host.send(commands);
        host.send(go);
        let lines = host.read_to("bestmove ");
        depths.push(lines.iter().rfind(|line| line.starts_with("info depth ")).map(depth).expect("information"));
    }
    // Two searches of the same position: at first, in a new game, with another size, and where nothing is kept.
    let [first, again, new_game, new_again, resized, resized_again, alone, alone_again] = depths[..] else {
        panic!("{depths:?}")
    };
    assert_eq!((first, again, alone), (new_game, new_again, alone_again), "{depths:?}");
    assert!(first < again && resized < resized_again, "{depths:?}");

    // A level plays as if nothing had been searched before.
    host.send(&hash_of_2);
    host.send(go);
    host.read_to("bestmove ");
    let level = "setoption name Level value 4\nsetoption name Seed value 9\ngo nodes 5000\n";
    let by_level = |host: &mut Host| -> Vec<String> {
        host.send(level);
        let lines = host.read_to("bestmove ");
        lines.iter().map(|line| line.split(" time ").next().unwrap_or(line).to_owned()).collect()
    };
    assert_eq!(by_level(&mut host), by_level(&mut Host::start()));
}

#[test]
fn clocks_limit_a_search() {
    // The end of the input stops only searches without a limit, and these would never end.
    for go in ["wtime 900 btime 3600000000", "wtime 900 winc 50 movestogo 40", "wtime -5 btime 0 winc 0 binc 0"] {
        best_move(&format!("go {go}\n"));
    }
    best_move("position startpos moves 1\ngo btime 900 wtime 3600000000 binc 50\n");
}

#[test]
fn as_many_lines_as_asked_for_have_values() {
    let lines = engine("setoption name multipv value 3\ngo depth 4\n");
    let [.., first, second, third, last] = &lines[..] else { panic!("{lines:?}") };
    for (number, line) in [first, second, third].iter().enumerate() {
        assert!(line.starts_with(&format!("info depth 4 multipv {} nodes ", number + 1)), "{lines:?}");
    }
    let played = last.strip_prefix("bestmove ").expect("a move");
    assert!(first.contains(&format!(" pv {played} ")), "{lines:?}");
}

#[test]
fn a_level_plays_as_in_the_service() {
    let mut played = Vec::new();
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let found = run(&["suggest", "awale 444444/444444 0/0 s", "--level", "2", "--seed", seed, "--json"]).json();
        let expected = format!("bestmove {}", found["move"].as_str().expect("a move"));
        let options = format!("setoption name Level value 2\nsetoption name Seed value {seed}\n");
        for go in ["go depth 9", "go"] {
            assert_eq!(best_move(&format!("{options}{go}\n")), expected, "{seed}, {go}");
        }
        played.push(expected);
    }
    played.dedup();
    assert!(played.len() > 1, "{played:?}");
}

#[test]
fn what_is_refused_is_explained() {
    for (commands, said) in [
        ("castle", "there is no command castle"),
        ("position startpos moves 9", "There is no house 9"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "position awale 444444/444444 0/0 s"),
        ("position awale 1/2\ngo nodes 5", "there is no position"),
        ("setoption name houses value 99", "houses"),
        ("setoption majority", "setoption name NAME value VALUE"),
        ("setoption name Level value 16", "Level is a whole number from 1 to 15"),
        ("setoption name MultiPV value few", "MultiPV is a whole number from 1 to 256"),
        ("setoption name Seed value -1", "Seed is a whole number from 0 to 2147483647"),
        ("go nodes", "nodes needs a whole number from 1"),
        ("go movetime 0", "movetime needs a whole number from 1"),
        ("go wtime", "wtime needs a whole number"),
        ("go mate 3", "there is no limit mate"),
    ] {
        let lines = engine(&format!("{commands}\n"));
        // A host that asks for a move waits for an answer.
        assert_eq!(lines[lines.len() - 1] == "bestmove (none)", commands.contains("go "), "{commands}: {lines:?}");
        let last = lines.iter().rfind(|line| line.starts_with("info string ")).expect("an explanation");
        assert!(last.contains(said), "{commands}: {lines:?}");
    }
}
