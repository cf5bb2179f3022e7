//! Exact values at the root by other ways than deepening: retrograde analysis of the ending, and the solver.

use super::Root;
use crate::search::bounds::Bounds;
use crate::search::retrograde::{BYTES_PER_MOVE, Ending, MOST_MOVES, may_be_small};
use crate::search::searchable::Searchable;
use crate::search::stop::most_nodes;
use crate::search::{MAX_DEPTH, Request};
use crate::solver::{Prove, ProvenBounds, SolverInput, Verdict};
use ayla_rules::GameOptions;
use ayla_rules::line::GameLine;

/// Nodes that the solver makes between two polls, as many as the search.
const SOLVER_SLICE: u64 = 64;

/// The most bytes that the searches below use: that of the ending is over when the solver begins.
pub(in crate::search) fn scratch_bytes<G: Searchable>(path: &GameLine<G>, request: &Request<'_>) -> u64 {
    let game = path.game;
    let limits = &request.limits;
    let nodes = most_nodes(limits);
    let seeds = game.seeds(&path.state);
    let moves = MOST_MOVES.min(nodes / 2);
    let is_known = request.endgame.is_some_and(|table| seeds <= u32::from(table.seeds()));
    let is_small = limits.depth.is_none() && may_be_small(seeds, 2 * game.options().houses(), moves);
    let ending = if is_known || is_small { moves * BYTES_PER_MOVE } else { 0 };
    let solver = if limits.depth.is_none() { G::solver_bytes(nodes / 5 * G::SOLVER_FIFTHS) as u64 } else { 0 };
    ending.max(solver)
}

impl<'a, G: Searchable> Root<'a, G> {
    /// The most moves to spend on the analysis of the ending.
    fn analysis_moves(&self) -> u64 {
        MOST_MOVES.min(self.search.stop.nodes_left() / 2)
    }

    /// Whether the ending may be small enough to analyse.
    pub(super) fn may_be_small(&self) -> bool {
        let game = self.search.game;
        !self.search.repetition
            && may_be_small(game.seeds(&self.state), 2 * game.options().houses(), self.analysis_moves())
    }

    /// Analyses the ending, which gives the value of every move if it is small enough.
    pub(super) fn analyse_ending(&mut self) {
        let most = self.analysis_moves();
        let Some(ending) = Ending::explore(&mut self.search, &self.state, self.past, most) else { return };
        for it in &mut self.moves {
            // A value from the table needs no line to the end.
            let (value, line) = match (ending.best_play(it.child.played, MAX_DEPTH as usize), self.known) {
                (Some(found), _) => found,
                (None, Some(value)) => (value, vec![it.child.played]),
                (None, None) => return,
            };
            it.bounds = Bounds::exactly(value, G::UNIT);
            it.analysed = line.len();
            it.line = line;
        }
        // Of the best moves, the one that wins soonest or loses latest comes first.
        self.moves.sort_by_key(|it| {
            let distance = i64::from(ending.distance(it.child.played));
            (-it.bounds.score, if it.bounds.score < 0 { -distance } else { distance })
        });
    }

    /// A solver with memory for its share of the nodes, if the game has one and its result is true here.
    pub(super) fn new_solver(&mut self) -> Option<Box<dyn Prove + 'a>> {
        if !self.solvable {
            return None;
        }
        let nodes = (self.search.stop.nodes + self.search.stop.nodes_left()) / 5 * G::SOLVER_FIFTHS;
        let guess = self.moves.first().map_or(0, |it| it.bounds.score / G::UNIT);
        let bytes = G::solver_bytes(nodes);
        let table = self.search.proof_table();
        let input = SolverInput { bytes, table, guess, ..SolverInput::default() };
        self.search.game.solver(&self.state, input, self.proofs.take()).ok()
    }

    /// Runs the solver until it has used its share of the nodes or has the value.
    pub(super) fn run_solver(&mut self) {
        let Some(mut solver) = self.solver.take() else { return };
        while self.solver_has_nodes(solver.nodes()) {
            let before = solver.nodes();
            let verdict = solver.step(SOLVER_SLICE);
            let goes_on = self.search.stop.add_nodes(solver.nodes() - before).is_some();
            if let Some(verdict) = verdict {
                return self.apply(verdict);
            }
            let bounds = solver.bounds();
            // Once its bounds meet, the solver looks for a line, which is worth waiting for.
            if !goes_on || bounds.low < bounds.high {
                self.take_over(bounds);
            }
            if !goes_on || self.is_done() {
                return;
            }
        }
        self.solver = Some(solver);
    }

    /// Whether the solver, which has used this many nodes, may use more.
    fn solver_has_nodes(&self, used: u64) -> bool {
        let stop = &self.search.stop;
        used < stop.nodes / 5 * G::SOLVER_FIFTHS && stop.nodes_left() > 2 * SOLVER_SLICE
    }

    /// Takes over the solver's bounds: no move is worth more than the position, and one move is worth the least.
    fn take_over(&mut self, bounds: ProvenBounds) {
        if self.taken.replace(bounds) == Some(bounds) {
            return;
        }
        let ProvenBounds { low, high, best } = bounds;
        let reach = self.search.game.reach(&self.state);
        for index in 0..self.moves.len() {
            let low = if best == Some(self.moves[index].child.played) { low } else { -reach };
            let found = self.in_context(Bounds::between(low, high));
            let it = &mut self.moves[index];
            it.bounds = it.bounds.tightened(&found).clamped(G::UNIT);
        }
    }

    /// What the solver has found: with `repetition` it is true in this context only.
    fn in_context(&self, found: Bounds) -> Bounds {
        if self.search.repetition { found.in_context(self.search.game.reach(&self.state)) } else { found }
    }

    /// Applies the solver's value of the position: no move is better, and the first of its line is as good.
    fn apply(&mut self, Verdict { value, line, .. }: Verdict) {
        let Some(best) = self.moves.iter().position(|it| line.first() == Some(&it.child.played)) else { return };
        self.take_over(ProvenBounds { low: value, high: value, best: line.first().copied() });
        let exactly = self.in_context(Bounds::exactly(value, G::UNIT));
        let it = &mut self.moves[best];
        it.bounds = exactly;
        it.line = line;
        it.line.truncate(MAX_DEPTH as usize);
        it.analysed = it.line.len();
        self.moves[..=best].rotate_right(1);
    }
}
