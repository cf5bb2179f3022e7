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
    if depth == 0 {
        return Vec::new();
    }
    // Room for a position of every depth, after those of the line itself.
    let at = path.past.len();
    let mut line = path.past.clone();
    line.resize(at + 1 + depth as usize, path.state);
    path.game
        .candidates(&path.state)
        .filter_map(|played| {
            line[at + 1] = path.game.play(&path.state, played, &path.past, &mut ())?;
            Some((played, count(&path.game, &mut line, at + 1, depth - 1)))
        })
        .collect()
}

/// Counts the lines below the position at a place of the line; every last position is really made.
fn count<G: Game>(game: &G, line: &mut [G::State], at: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (past, here) = line.split_at_mut(at);
    let state = here[0];
    let mut lines = 0;
    if depth == 1 {
        for played in game.candidates(&state) {
            if let Some(last) = game.play(&state, played, past, &mut ()) {
                black_box(&last);
                lines += 1;
            }
        }
        return lines;
    }
    for played in game.candidates(&state) {
        if let Some(next) = game.play(&state, played, &line[..at], &mut ()) {
            line[at + 1] = next;
            lines += count(game, line, at + 1, depth - 1);
        }
    }
    lines
}
