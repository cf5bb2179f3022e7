//! Andada, to the search.

mod worth;

use super::rows;
use super::searchable::{Key, Searchable, hash};
use super::solve::Solver;
use ayla_rules::Phase;
use ayla_rules::andada::{Andada, State};
use ayla_rules::rules::Game;

/// The phases in the order in which a game leaves them, the last first.
const fn rank(phase: Phase) -> u32 {
    match phase {
        Phase::Opening => 3,
        Phase::Choice => 2,
        Phase::Play => 1,
        Phase::BearOff => 0,
    }
}

impl Searchable for Andada {
    const UNIT: i32 = 10_000;

    fn key(&self, state: &State) -> Key {
        let turn = self.turn(state);
        hash([state.board().side(turn), state.board().side(turn.other())], rank(state.phase()).into())
    }

    #[inline]
    fn reach(&self, _: &State) -> i32 {
        1
    }

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.seeds().into()
    }

    #[inline]
    fn layer(&self, state: &State) -> u32 {
        rank(state.phase()) << 8 | u32::from(state.seeds())
    }

    fn solver(&self, state: &State, bytes: usize) -> Option<Solver> {
        Solver::of(*self, state, bytes).ok()
    }

    /// What each house is worth by the seeds in it; in short rows, who has more seeds and more moves.
    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let turn = self.turn(state);
        let [near, far] = [turn, turn.other()].map(|side| state.board().side(side));
        if near.len() <= SHORT {
            return balance(near, far);
        }
        let Some(board) = rows::nearest(&worth::BOARDS, near.len()) else {
            return 0;
        };
        // As far through the game as a board of that size would be with so many.
        let seeds = u32::from(state.seeds()) * u32::from(board.houses) / near.len() as u32;
        never_quite_a_win(board.worth(near, far, seeds))
    }
}

/// In rows of up to so many houses the numbers fitted to games were worse than the balance.
const SHORT: usize = 6;

/// Seeds and moves of one's own against the opponent's, never quite a win.
#[inline]
fn balance(near: &[u8], far: &[u8]) -> i32 {
    let [near, far] =
        [near, far].map(|row| -> i32 { row.iter().map(|&seeds| 2 * i32::from(seeds > 0) + i32::from(seeds)).sum() });
    9_000 * (near - far) / (near + far + 8)
}

/// The score up to here; what is beyond comes nearer to a win, and never there.
const LIKELY: i32 = 7_000;

/// Keeps the order of estimates, which may be of any size, between a loss and a win.
#[inline]
fn never_quite_a_win(estimate: i32) -> i32 {
    let beyond = estimate.abs() - LIKELY;
    if beyond <= 0 {
        return estimate;
    }
    let left = Andada::UNIT - LIKELY;
    estimate.signum() * (LIKELY + left * beyond / (beyond + left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_estimate_is_a_win() {
        let estimates = [0, 1, 6_999, 7_000, 7_001, 9_000, 20_000, 100_000, 400_000];
        let scores = estimates.map(never_quite_a_win);
        assert!(scores.is_sorted(), "{scores:?}");
        assert_eq!(scores[..4], [0, 1, 6_999, 7_000]);
        assert!(scores[8] < Andada::UNIT);
        assert_eq!(estimates.map(|estimate| -never_quite_a_win(-estimate)), scores);
    }
}
