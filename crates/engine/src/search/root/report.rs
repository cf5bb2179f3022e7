//! What a search reports: the best moves with their values, lines and bounds.

use std::cmp::Reverse;

use super::{Root, RootMove};
use crate::search::alpha_beta::{Child, History};
use crate::search::bounds::Points;
use crate::search::searchable::Searchable;
use crate::search::{Candidate, Certainty, Report, StoppedBy};
use ayla_rules::{Move, Rules, Winner};

impl<G: Searchable> Root<'_, G> {
    /// The report of the search so far. `last`: the search is over, and the rest of its nodes may be used.
    pub(super) fn report(&mut self, depth: u32, last: bool) -> Option<Report> {
        if depth == 0 {
            self.moves.sort_by_key(|it| -it.bounds.score);
        } else if self.wanted > 1 {
            self.bring_best_forward();
        }
        let root = self.known.or(self.value());
        if let Some(best) = root.and_then(|value| self.moves.iter().position(|it| it.bounds.lower() == value)) {
            self.moves[..=best].rotate_right(1);
        } else if let Some(certain) = self.certain_choice() {
            self.moves[..=certain].rotate_right(1);
        }
        // A value of 0 needs no way to it: going round for ever is worth as much.
        let stopped_by = if self.is_done() || self.known == Some(0) {
            StoppedBy::Proven
        } else {
            self.search.stop.reason.unwrap_or(StoppedBy::Depth)
        };
        let mut candidates = Vec::with_capacity(self.moves.len() + self.worse.len());
        for index in 0..self.wanted.min(self.moves.len()) {
            let it = self.moves.get(index)?;
            let value = it.known.or_else(|| self.value_of(&it.bounds, root));
            let line = match value {
                Some(value) => self.proven_line(index, depth, value, last),
                None => self.extended_line(index, depth),
            };
            candidates.push(self.candidate(&self.moves[index], value, line));
        }
        let mut best = candidates.first()?.clone();
        if root.is_none() {
            // The value may be proven for the move, and another move may be better.
            best.certainty = Certainty::Estimated;
        }
        let worse = self.worse.iter().take(self.wanted - candidates.len());
        candidates.extend(worse.map(|it| self.candidate(it, it.known, it.line.clone())));
        let bounds = self.proven_bounds();
        let winner = bounds.and_then(|bounds| self.winner(bounds));
        let [standing, reach] = [self.search.game.standing(&self.state), self.search.game.reach(&self.state)];
        let bounds = bounds.filter(|&bounds| bounds != [standing - reach, standing + reach]);
        Some(Report { best, candidates, winner, bounds, depth, nodes: self.search.stop.nodes, stopped_by })
    }

    /// The least and the greatest result that the player to move can still have.
    fn proven_bounds(&self) -> Option<[i32; 2]> {
        let gains = match self.known {
            Some(known) => [known; 2],
            None => self.bounds().map(|bounds| [bounds.lower(), bounds.upper()])?,
        };
        Some(gains.map(|gain| gain + self.search.game.standing(&self.state)))
    }

    /// The winner, if these bounds leave no other.
    fn winner(&self, bounds: [i32; 2]) -> Option<Winner> {
        let [low, high] = bounds.map(i32::signum);
        let turn = self.search.game.turn(&self.state);
        (low == high).then(|| match low {
            1 => turn.into(),
            0 => Winner::Nobody,
            _ => turn.other().into(),
        })
    }

    /// The move to prefer to the first for its certainty: if the first is not expected to win by much, the best that is
    /// proven to win; if it is expected to lose, one that is proven not to.
    fn certain_choice(&self) -> Option<usize> {
        let standing = self.search.game.standing(&self.state);
        let expected = self.moves.first()?.bounds.score + standing * G::UNIT;
        if let Some(winning) = self.best_win() {
            // Nobody gives seeds away for the proof of what is not in doubt.
            return Some(winning).filter(|_| f64::from(expected) < self.beyond_doubt() * f64::from(G::UNIT));
        }
        if expected >= 0 {
            return None;
        }
        let root = self.lower_bound();
        self.moves.iter().position(|it| self.least(it, root) >= 0)
    }

    /// The points by which a player is expected to win whose win is not in doubt.
    fn beyond_doubt(&self) -> f64 {
        let rules: Rules = (*self.search.game.options()).into();
        rules.variant().about().mistakes[1]
    }

    /// The move that wins by most, of those that are proven to win. A score that is a value goes before one that is
    /// only a bound.
    pub(super) fn best_win(&self) -> Option<usize> {
        let root = self.lower_bound();
        let winning = self.moves.iter().enumerate().filter(|(_, it)| self.least(it, root) > 0);
        let best =
            winning.max_by_key(|(index, it)| (it.is_valued || it.bounds.is_exact(), it.bounds.score, Reverse(*index)));
        best.map(|(index, _)| index)
    }

    /// The lower bound of the root, if all moves are known.
    pub(super) fn lower_bound(&self) -> Option<Points> {
        self.bounds().map(|bounds| bounds.low.tight)
    }

    /// The least result that a move is proven to have. `root` is the lower bound of the root.
    ///
    /// As for the value of a move: a bound that depends on the root is true of the move behind the bound of the root.
    pub(super) fn least(&self, it: &RootMove<G::State>, root: Option<Points>) -> i32 {
        let low = it.bounds.low;
        let is_true = self.search.repetition || root == Some(low.tight);
        let gain = if is_true { low.tight } else { low.path_independent };
        self.search.game.standing(&self.state) + i32::from(gain)
    }

    /// A move with its proven value, if it has one, and its line.
    fn candidate(&self, it: &RootMove<G::State>, value: Option<i32>, line: Vec<Move>) -> Candidate {
        let standing = self.search.game.standing(&self.state) * G::UNIT;
        let score = value.map_or(it.bounds.score, |points| points * G::UNIT);
        Candidate {
            played: it.child.played,
            value: f64::from(standing + score) / f64::from(G::UNIT),
            certainty: if value.is_some() { Certainty::Proven } else { Certainty::Estimated },
            line,
        }
    }

    /// The line of a move with a proven value: as far as every move is proven to keep it.
    fn proven_line(&mut self, index: usize, depth: u32, mut value: i32, last: bool) -> Vec<Move> {
        self.search.rewind();
        let mut state = self.state;
        let mut past = self.past;
        let RootMove { line: mut found, analysed, .. } = self.moves[index].clone();
        let mut line = Vec::new();
        for ply in 0..found.len().max(depth as usize) {
            let guide = found.get(ply).copied().or_else(|| self.search.table_move(&state));
            let others = self.search.game.candidates(&state).filter(|&played| ply >= analysed && Some(played) != guide);
            let children: Vec<_> =
                guide.into_iter().chain(others).filter_map(|played| self.search.child(&state, played, past)).collect();
            let key = self.search.key(&state);
            self.search.enter(&state, key);
            let left = if last { depth.saturating_sub(ply as u32) } else { 0 };
            let next = match children.as_slice() {
                &[only] => Some(only),
                children => self.search.move_with_value(children, past, value, left),
            };
            let Some(child) = next else { break };
            line.push(child.played);
            if found.get(ply) != Some(&child.played) {
                found.truncate(ply);
            }
            value -= child.gained;
            if child.turned {
                value = -value;
            }
            let Some(next) = self.after(&child, past) else { break };
            (state, past) = next;
        }
        line
    }

    /// The line of a move, extended from the transposition table where the search cut it short.
    fn extended_line(&mut self, index: usize, depth: u32) -> Vec<Move> {
        self.search.rewind();
        let mut state = self.state;
        let mut past = self.past;
        let mut line = self.moves[index].line.clone();
        for ply in 0..depth.max(1) as usize {
            let Some(played) = line.get(ply).copied().or_else(|| self.search.table_move(&state)) else { break };
            if ply == line.len() {
                line.push(played);
            }
            let child = self.search.child(&state, played, past);
            let key = self.search.key(&state);
            self.search.enter(&state, key);
            let Some(next) = child.and_then(|child| self.after(&child, past)) else { break };
            (state, past) = next;
        }
        line
    }

    /// The state after a move of a line, where the line goes on: the game does, and the state is new.
    fn after(&self, child: &Child<G::State>, past: History) -> Option<(G::State, History)> {
        let is_new = child.continues() && !self.search.is_on_path(&child.state);
        is_new.then(|| (child.state, self.search.history_after(child, past)))
    }
}
