//! Levels play within their limits, play the same for the same seed, and beat much lower ones. Whether each beats the
//! next lower one takes too long to test here; `crates/lab/docs/matches.md` has the commands.

use std::collections::HashSet;

use ayla_engine::random::Random;
use ayla_engine::{ALL_MOVES, Level, Report, Request, suggest};
use ayla_rules::{Line, Side, Status, Winner};
use ayla_test_games::read;
use ayla_test_games::vectors::positions;

fn ask(line: &Line, number: u32, seed: u64) -> Report {
    let level = Level::new(number).expect("a level");
    let limits = level.limits(line.position().rules().variant());
    let seen = suggest(&Request { limits, wanted: ALL_MOVES, ..Request::new(line) }).expect("not over");
    level.choose(seen, line, seed)
}

#[test]
fn a_level_plays_the_same_move_for_the_same_seed() {
    for line in positions("search").iter().map(|text| read(text)) {
        for number in [1, 3, 5, 7] {
            assert_eq!(ask(&line, number, 3), ask(&line, number, 3));
        }
        let moves: HashSet<_> = (0..30).map(|seed| ask(&line, 1, seed).best.played).collect();
        assert!(moves.len() > 2, "{} {moves:?}", line.position());
    }
}

#[test]
fn the_first_level_searches_one_move_deep() {
    for line in positions("search").iter().map(|text| read(text)) {
        let report = ask(&line, 1, 0);
        assert!(report.depth == 1 && report.nodes <= 30, "{} {report:?}", line.position());
    }
}

/// The points of the first level against the second, in halves, over this many pairs of games from a position.
fn points(start: &str, levels: [u32; 2], pairs: u64) -> u32 {
    let mut points = 0;
    for game in 0..2 * pairs {
        let first = if game % 2 == 0 { Side::South } else { Side::North };
        let mut random = Random::new(1, game);
        let mut line = read(start);
        for ply in 0..300 {
            if matches!(line.position().status(), Status::Over { .. }) {
                break;
            }
            // The first moves are those of a beginner.
            let level = if ply < 2 { 1 } else { levels[usize::from(line.position().turn() != first)] };
            let played = ask(&line, level, random.number()).best.played;
            assert!(line.play_unchecked(played, &mut ()));
        }
        points += match line.position().status() {
            Status::Over { winner: Winner::South, .. } => 2 * u32::from(first == Side::South),
            Status::Over { winner: Winner::North, .. } => 2 * u32::from(first == Side::North),
            Status::Over { winner: Winner::Nobody, .. } | Status::InProgress { .. } => 1,
        };
    }
    points
}

#[test]
fn the_second_level_beats_the_first() {
    for start in positions("match") {
        let points = points(&start, [2, 1], 50);
        assert!(points >= 120, "{start}: {points} of 200");
    }
}

#[test]
fn a_player_five_levels_higher_wins() {
    for start in positions("match") {
        let points = points(&start, [6, 1], 6);
        assert!(points >= 20, "{start}: {points} of 24");
    }
}
