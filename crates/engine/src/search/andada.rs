//! Andada for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::Networks;
use super::prover::Proofs;
use super::searchable::{Key, Searchable};
use crate::hash::hash_rows;
use crate::solver::{Prove, Solver, SolverInput, Unsolvable, memory_for};
use ayla_rules::andada::{Andada, State};
use ayla_rules::{Game, Phase};

/// The rank of a phase, higher for those that come earlier in a game.
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
    const FUTILITY_MARGIN: i32 = 800;
    const SOLVER_FIFTHS: u64 = 1;

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.seeds().into()
    }

    fn key(&self, state: &State) -> Key {
        let turn = self.turn(state);
        let [near, far] = [turn, turn.other()].map(|side| state.board().side(side));
        hash_rows(near, far, rank(state.phase()).into())
    }

    #[inline]
    fn reach(&self, _: &State) -> i32 {
        1
    }

    #[inline]
    fn layer(&self, state: &State) -> u32 {
        rank(state.phase()) << 8 | u32::from(state.seeds())
    }

    fn solver_bytes(nodes: u64) -> usize {
        memory_for(nodes)
    }

    fn solver<'a>(
        &self,
        state: &State,
        input: SolverInput<'a>,
        _: Option<&'a mut Proofs>,
    ) -> Result<Box<dyn Prove + 'a>, Unsolvable> {
        Ok(Box::new(Solver::for_state(*self, state, input.bytes)?))
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let turn = self.turn(state);
        let [near, far] = [turn, turn.other()].map(|side| state.board().side(side));
        below_a_win(NETWORKS.evaluate(near, far, state.seeds().into()))
    }
}

static NETWORKS: LazyLock<Networks<8, 32>> = LazyLock::new(|| Networks::of("andada"));

/// The greatest score that is taken as it is.
const LIKELY: i32 = 7_000;

/// Compresses a score of any size, in order, to between a loss and a win.
#[inline]
fn below_a_win(score: i32) -> i32 {
    let beyond = score.abs() - LIKELY;
    if beyond <= 0 {
        return score;
    }
    let left = Andada::UNIT - LIKELY;
    score.signum() * (LIKELY + left * beyond / (beyond + left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_estimate_is_a_win() {
        let estimates = [0, 1, 6_999, 7_000, 7_001, 9_000, 20_000, 100_000, 400_000];
        let scores = estimates.map(below_a_win);
        assert!(scores.is_sorted(), "{scores:?}");
        assert_eq!(scores[..4], [0, 1, 6_999, 7_000]);
        assert!(scores[8] < Andada::UNIT);
        assert_eq!(estimates.map(|estimate| -below_a_win(-estimate)), scores);
    }
}
