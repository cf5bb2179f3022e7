//! What `docs/bots.md` says of the bytes that a turn takes in the data of a button.

use std::fs;
use std::path::Path;

use ayla_engine::{Limits, Request, suggest};
use ayla_rules::notation::read_rules;
use ayla_rules::{Line, Side};
use ayla_test_games::Random;

/// The bytes of a button's data on the strictest chat platform.
const ROOM: usize = 64;
/// The longest move, with the point in front of it.
const MOVE: usize = ".agree".len();
/// Everything else that a bot may keep in a button, at its longest.
const REST: usize = ".10.4294967295.n.fr".len();
/// The games of each kind, a third of them by search, and the most moves of a game: some never end.
const GAMES: u64 = 60;
const MOVES: usize = 400;

/// The lengths of the tokens of all positions of some games, in ascending order. In games by search, the first four moves
/// are random.
fn lengths(rules: &str, depth: Option<u32>) -> Vec<usize> {
    let rules = read_rules(rules).expect("rules");
    let mut lengths = Vec::new();
    let games = if depth.is_some() { GAMES / 3 } else { GAMES };
    for game in 0..games {
        let mut random = Random(game);
        let mut line = Line::from(rules.first_position(Side::South).expect("consistent"));
        for ply in 0..MOVES {
            lengths.push(line.token().len());
            let moves = line.position().legal_moves();
            let played = match depth.filter(|_| ply >= 4) {
                _ if moves.is_empty() => break,
                Some(depth) => {
                    let limits = Limits { depth: Some(depth), ..Limits::default() };
                    let report = suggest(&Request { limits, ..Request::new(&line) });
                    report.map(|report| report.best.played).expect("a game that is not over")
                }
                None => random.pick(&moves),
            };
            line.play_unchecked(played, &mut ());
        }
    }
    lengths.sort_unstable();
    lengths
}

#[test]
fn the_page_for_bots_says_what_fits_into_a_button() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots.md");
    let page = fs::read_to_string(page).expect("the page");
    let mut table = "\
| game | token, 99 of 100 | longest | with the move | with everything | left for ids |
|---|--:|--:|--:|--:|--:|
"
    .to_owned();
    for (game, rules, depth) in [
        ("Awalé", "awale", None),
        ("Awalé, `tournament`", "awale:majority=true,repetition=2", None),
        ("Awalé, `tournament`, by search", "awale:majority=true,repetition=2", Some(4)),
        ("Andada, 12 houses a row", "andada", None),
        ("Andada, 24 houses a row", "andada:houses=24", None),
        ("Anywoli, `finite`", "anywoli:quiet=100", None),
        ("Kalah", "kalah", None),
        ("Kalah, `six-seeds`", "kalah:seeds=6", None),
    ] {
        let lengths = lengths(rules, depth);
        let usual = lengths[lengths.len() * 99 / 100];
        let longest = lengths[lengths.len() - 1];
        let all = usual + MOVE + REST;
        let left = ROOM.saturating_sub(all);
        table += &format!("| {game} | {usual} | {longest} | {} | {all} | {left} |\n", usual + MOVE);
    }
    assert!(page.contains(&table), "docs/bots.md is out of date; it should have this table:\n{table}");
    for (part, bytes) in [("a point and the move", MOVE), ("the rest", REST)] {
        let sentence = format!("{part}: {bytes} bytes");
        assert!(page.contains(&sentence), "docs/bots.md should say: {sentence}");
    }
}
