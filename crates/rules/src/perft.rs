//! Perft: counting the lines of a given number of moves, the usual check of a move generator and of its speed.

use std::hint::black_box;

use super::game::Game;
use super::line::{GameLine, Line};
use super::moves::Move;

/// Numbers of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The lines that begin with each move; none at depth 0.
    pub moves: Vec<(Move, u64)>,
    /// All of them. At depth 0 there is one line, which has no moves.
    pub total: u64,
}

/// Counts the lines of exactly `depth` moves that go on from the end of this one. A game that ends earlier counts 0,
/// and `agree` is not counted.
///
/// ```
/// use ayla_rules::perft::perft;
/// use ayla_rules::{Line, Position};
///
/// let start = Line::from(Position::read("awale 444444/444444 0/0 s")?);
/// assert_eq!(perft(&start, 3).total, 190);
/// # Ok::<(), ayla_rules::Faults>(())
/// ```
pub fn perft(line: &Line, depth: u32) -> Count {
    let moves: Vec<_> = by_variant!(Line, line, line => divide(line, depth));
    let total = moves.iter().map(|(_, lines)| lines).sum::<u64>() + u64::from(depth == 0);
    Count { moves, total }
}

fn divide<G: Game>(from: &GameLine<G>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    // Room for a position of every depth, after those of the line itself.
    let at = from.past.len();
    let mut line = from.past.clone();
    line.resize(at + 1 + depth as usize, from.state);
    from.game
        .candidates(&from.state)
        .filter_map(|played| {
            line[at + 1] = from.game.play(&from.state, played, &from.past, &mut ())?;
            Some((played, count(&from.game, &mut line, at + 1, depth - 1)))
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
