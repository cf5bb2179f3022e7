//! Move ordering and late move reductions.

use super::{Child, ENDING_SEEDS, Search};
use crate::search::searchable::Searchable;

/// The least depth at which a move that gains nothing is reduced by one, if the search is selective.
const REDUCED_DEPTH: u32 = 3;
/// The least depth and the first move of a reduction by two.
const FURTHER_REDUCED_DEPTH: u32 = 8;
const FURTHER_REDUCED_MOVE: usize = 3;
/// The least depth at which moves are ordered by evaluation, below it by gain.
const EVALUATED_DEPTH: u32 = 3;

impl<G: Searchable> Search<'_, G> {
    /// The reduction of a move that comes after `before` others.
    #[inline]
    pub(super) fn reduction(&self, child: &Child<G::State>, before: usize, depth: u32) -> u32 {
        let looks_quiet = child.gained == 0 && self.game.seeds(&child.state) > ENDING_SEEDS;
        if !self.selective || !looks_quiet || depth < REDUCED_DEPTH || before == 0 {
            0
        } else if depth >= FURTHER_REDUCED_DEPTH && before >= FURTHER_REDUCED_MOVE {
            2
        } else {
            1
        }
    }

    /// Moves the child with the greatest rank of those from `start` to `start`.
    pub(super) fn select_best(&mut self, start: usize) {
        let mut best = start;
        for other in start + 1..self.children.len() {
            if self.children[other].rank > self.children[best].rank {
                best = other;
            }
        }
        self.children.swap(start, best);
    }

    #[inline]
    pub(super) fn rank(&self, child: &Child<G::State>, depth: u32) -> i32 {
        if depth < EVALUATED_DEPTH { child.gained * G::UNIT } else { self.first_estimate(child) }
    }

    /// The score of a move without a search.
    pub(in crate::search) fn first_estimate(&self, child: &Child<G::State>) -> i32 {
        if child.over.is_some() {
            return self.child_bounds(child).score;
        }
        let score = self.estimate(&child.state);
        child.gained * G::UNIT + if child.turned { -score } else { score }
    }
}
