//! Ways to the value at the root beside deepening: to see an ending whole, and to ask a solver.

use super::Root;
use crate::search::MAX_DEPTH;
use crate::search::claim::Claim;
use crate::search::retrograde::{Ending, MOST_MOVES, may_be_small};
use crate::search::searchable::Searchable;
use crate::search::solve::{Solver, Verdict, memory_for};

/// One in so many nodes is the solver's.
const SOLVER_SHARE: u64 = 5;
/// The nodes that the solver makes between two looks at the clock: as many as the search.
const SOLVER_SLICE: u64 = 64;

impl<G: Searchable> Root<'_, G> {
    /// The most moves to see the ending whole.
    fn most_moves(&self) -> u64 {
        MOST_MOVES.min(self.search.stop.left() / 2)
    }

    /// Whether the ending may be small enough to be seen whole.
    pub(super) fn may_be_small(&self) -> bool {
        let game = self.search.game;
        !self.repetition && may_be_small(game.seeds(&self.state), 2 * game.rules().houses(), self.most_moves())
    }

    /// Sees the ending whole, if it is small enough: then every move is settled.
    pub(super) fn look_back(&mut self) {
        let most = self.most_moves();
        let Some(ending) = Ending::explore(&mut self.search, &self.state, self.past, most) else { return };
        for it in &mut self.moves {
            // What a table knows need not be seen to its end.
            let (value, line) = match (ending.answer(it.child.played, MAX_DEPTH as usize), self.known) {
                (Some(answer), _) => answer,
                (None, Some(value)) => (value, vec![it.child.played]),
                (None, None) => return,
            };
            it.claim = Claim { score: value * G::UNIT, ..Claim::between(value, value) };
            it.line = line;
        }
        // The soonest of the best is the first, and the latest of those that lose.
        self.moves.sort_by_key(|it| {
            let haste = i64::from(ending.haste(it.child.played));
            (-it.claim.score, if it.claim.score < 0 { -haste } else { haste })
        });
    }

    /// A solver with memory for its share of the nodes, if the game has one that may be asked.
    pub(super) fn find_solver(&self) -> Option<Solver> {
        if !self.solvable {
            return None;
        }
        let nodes = (self.search.stop.nodes() + self.search.stop.left()) / SOLVER_SHARE;
        self.search.game.solver(&self.state, memory_for(nodes))
    }

    /// Lets the solver go on, until it has had its share of the nodes or knows the value.
    pub(super) fn solve(&mut self) {
        let Some(mut solver) = self.solver.take() else { return };
        let stop = &mut self.search.stop;
        while solver.nodes() < stop.nodes() / SOLVER_SHARE && stop.left() > 2 * SOLVER_SLICE {
            let before = solver.nodes();
            let verdict = solver.step(SOLVER_SLICE, stop.cancel());
            if let Some(verdict) = verdict {
                stop.charge(solver.nodes() - before);
                return self.take_over(verdict);
            }
            if stop.charge(solver.nodes() - before).is_none() {
                return;
            }
        }
        self.solver = Some(solver);
    }

    /// The solver knows what the position is worth: no move is worth more, and the first of its line as much.
    fn take_over(&mut self, Verdict { value, line, .. }: Verdict) {
        let Some(best) = self.moves.iter().position(|it| line.first() == Some(&it.child.played)) else { return };
        // With `repetition` that is true of here alone.
        let reach = self.search.game.reach(&self.state);
        let here = |claim: Claim| if self.repetition { claim.bound_to_context(reach) } else { claim };
        for it in &mut self.moves {
            it.claim = it.claim.and(&here(Claim::between(-reach, value))).within_bounds(G::UNIT);
        }
        let it = &mut self.moves[best];
        it.claim = here(Claim { score: value * G::UNIT, ..Claim::between(value, value) });
        it.line = line;
        it.line.truncate(MAX_DEPTH as usize);
        self.moves[..=best].rotate_right(1);
    }
}
