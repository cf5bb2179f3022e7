//! The time to write a token and to read it, beside its line as text. The worst token of a thousand moves is among
//! them.
//!
//! `cargo bench -p ayla-lab --bench tokens`

use std::hint::black_box;
use std::time::Instant;

use ayla_rules::{Event, Line, Move, Position, Token};
use ayla_test_games::{Random, read};

/// Prints the nanoseconds that something takes.
fn time<T>(what: &str, mut work: impl FnMut() -> T) {
    let mut rounds = 1;
    loop {
        let begun = Instant::now();
        for _ in 0..rounds {
            black_box(work());
        }
        let spent = begun.elapsed().as_secs_f64();
        if spent > 0.2 {
            println!("{what:60} {:10.0} ns", spent * 1e9 / f64::from(rounds));
            return;
        }
        rounds *= 2;
    }
}

/// The number of laps of a move, or `None` if it takes seeds out of the houses: a token then starts after it.
fn laps(line: &Line, played: Move) -> Option<usize> {
    let mut events: Vec<Event> = Vec::new();
    let after = line.clone().play_recorded(played, &mut events).ok()?;
    let laps = events.iter().filter(|event| matches!(event, Event::PickUp { .. })).count();
    (!after.is_only_position()).then_some(laps)
}

/// The line of 1,000 moves with the most laps, of some with random starts whose players choose the longest sowing that
/// keeps all seeds in the houses, and now and then another one.
fn slowest() -> Line {
    let mut slowest = (0, Line::from(Position::read("andada 222/222 - s o").expect("a position")));
    for seed in 0..60 {
        let mut random = Random(seed);
        let houses = 6 * (1 + random.below(8));
        let mut row = || (0..houses).map(|_| random.pick(&['0', '0', '1', '2', '3'])).collect::<String>();
        let text = format!("andada:repetition=10 {}/{} - s", row(), row());
        let mut line = read(&text);
        let mut all = 0;
        for _ in 0..ayla_rules::line::MAX_MOVES {
            let mut moves: Vec<_> = line.position().legal_moves().into_iter().collect();
            moves.retain(|&played| laps(&line, played).is_some());
            let best = moves.iter().copied().max_by_key(|&played| laps(&line, played));
            let Some(best) = best else { break };
            let played = if random.chance(10) { random.pick(&moves) } else { best };
            all += laps(&line, played).unwrap_or_default();
            line.play_unchecked(played, &mut ());
        }
        if all > slowest.0 {
            slowest = (all, line);
        }
    }
    println!("the slowest line found has {} laps", slowest.0);
    slowest.1
}

fn main() {
    for text in [
        "awale 444444/444444 0/0 s",
        "awale:majority=true,repetition=2 102280/200201 11/16 s moves 3",
        "andada 033033033033033033033033/033033033033033033033033 - n",
        "anywoli:quiet=100 444444444444444444444444/000000000000000000000000 48/48 s",
    ] {
        let line = read(text);
        let token = line.token();
        time(&format!("writing {token}"), || black_box(&line).token());
        time("  its position as text", || black_box(&line).position().to_string());
        time("  reading it", || Token::read(black_box(&token)).and_then(|token| token.line()));
        time("  reading the text", || read(black_box(text)));
    }
    let line = slowest();
    let token = line.token();
    let text = line.to_string();
    println!("{} characters, {} moves: {text}", token.len(), Token::read(&token).map_or(0, |token| token.moves()));
    time("reading the slowest token", || Token::read(black_box(&token)).and_then(|token| token.line()));
    time("  its text", || read(black_box(&text)));
}
