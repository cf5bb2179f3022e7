//! Perft: how many lines of a given number of moves there are. The usual check of a move generator, and of its speed.

use std::hint::black_box;

use super::line::{Line, Path};
use super::moves::Move;
use super::rules::Game;

/// How many lines of exactly `depth` moves go on from the end of this one. A game that ends earlier counts 0, and
/// `agree` is not counted.
#[must_use]
pub fn perft(line: &Line, depth: u32) -> u64 {
    divide(line, depth).iter().map(|(_, lines)| lines).sum::<u64>() + u64::from(depth == 0)
}

/// The same for each first move: nothing for depth 0.
#[must_use]
pub fn divide(line: &Line, depth: u32) -> Vec<(Move, u64)> {
    by_variant!(Line, line, path => divide_path(path, depth))
}

fn divide_path<G: Game>(path: &Path<G>, depth: u32) -> Vec<(Move, u64)> {
    let mut past = path.past.clone();
    past.reserve(depth as usize);
    if depth == 0 {
        return Vec::new();
    }
    path.game
        .candidates(&path.state)
        .filter_map(|played| {
            let next = path.game.play(&path.state, played, &past, &mut ())?;
            past.push(path.state);
            let lines = count(&path.game, &next, &mut past, depth - 1);
            past.pop();
            Some((played, lines))
        })
        .collect()
}

/// Counts the lines below a state; every last position is really made.
fn count<G: Game>(game: &G, state: &G::State, past: &mut Vec<G::State>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    if depth == 1 {
        for played in game.candidates(state) {
            if black_box(game.play(state, played, past, &mut ())).is_some() {
                lines += 1;
            }
        }
        return lines;
    }
    past.push(*state);
    for played in game.candidates(state) {
        // The past of a child ends before its parent: a position cannot recur after one move.
        let (earlier, _) = past.split_at(past.len() - 1);
        if let Some(next) = game.play(state, played, earlier, &mut ()) {
            lines += count(game, &next, past, depth - 1);
        }
    }
    past.pop();
    lines
}
