//! Proves what a puzzle says, by the exact solver.

use ayla_rules::{Position, Side};

use crate::exact::Solver;
use crate::{Puzzle, least_lead};

/// What was found out about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that it says is true: there is exactly one best move at each choice, by the [least lead](least_lead), the
    /// values are right, the replies are best play, and the first move can change who wins.
    Proven,
    /// The solver has not found out within its nodes.
    Unknown,
    /// Something that it says is false.
    False(&'static str),
}

/// Checks a puzzle, within this many nodes. Tables have to be [prepared](Solver::prepare) before.
pub fn check(solver: &mut Solver, puzzle: &Puzzle, nodes: u64) -> Verdict {
    solver.begin(nodes);
    match check_all(solver, puzzle) {
        None => Verdict::Unknown,
        Some(Ok(())) => Verdict::Proven,
        Some(Err(what)) => Verdict::False(what),
    }
}

/// `None` if the solver does not find out; an error is what is false.
fn check_all(solver: &mut Solver, puzzle: &Puzzle) -> Option<Result<(), &'static str>> {
    let Puzzle { position, value, second, ref line, .. } = *puzzle;
    let lead = least_lead(&position);
    if position.turn() != Side::South || second > value - lead {
        return Some(Err("the first move is not South's, or not enough better than the second best"));
    }
    let mut position = position;
    for (at, &best) in line.iter().enumerate() {
        let moves = position.legal_moves();
        let Some(next) = position.play_unchecked(best, &mut ()).filter(|_| moves.contains(&best)) else {
            return Some(Err("a move is not legal"));
        };
        if !is_at_least(solver, &next, value)? || is_at_least(solver, &next, value + 1)? {
            return Some(Err("a move of the solution does not keep the value"));
        }
        if position.turn() == Side::South && moves.len() > 1 {
            let others = moves.into_iter().filter(|&played| played != best);
            let after: Vec<Position> = others.filter_map(|played| position.play_unchecked(played, &mut ())).collect();
            let limit = if at == 0 { second } else { value - lead };
            let mut reached = at > 0;
            let mut decided = at == 0;
            for other in &after {
                if is_at_least(solver, other, limit + 1)? {
                    return Some(Err("another move is as good, or better than the second best"));
                }
                reached = reached || is_at_least(solver, other, limit)?;
                decided = decided && (value < 0 || is_at_least(solver, other, value.min(1))?);
            }
            if !reached {
                return Some(Err("no other move is as good as the second best"));
            }
            if decided {
                return Some(Err("who wins does not depend on the first move"));
            }
        } else if at == 0 {
            return Some(Err("there is no choice"));
        }
        position = next;
    }
    Some(if line.is_empty() { Err("there is no choice") } else { Ok(()) })
}

/// Whether South can end with at least this value.
fn is_at_least(solver: &mut Solver, position: &Position, value: i32) -> Option<bool> {
    match position.turn() {
        Side::South => solver.is_at_least(position, value),
        Side::North => solver.is_at_least(position, 1 - value).map(|enough| !enough),
    }
}
