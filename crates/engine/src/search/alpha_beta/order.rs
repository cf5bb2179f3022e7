//! In which order moves are searched, and which of them less deep.

use super::{Child, ENDING_SEEDS, Search};
use crate::search::searchable::Searchable;

/// The least depth at which a move that gains nothing is searched less deep first, if the search is selective.
const REDUCED_DEPTH: u32 = 3;
/// From this depth, and from this move on, by twice as much.
const FURTHER_REDUCED_DEPTH: u32 = 8;
const FURTHER_REDUCED_MOVE: usize = 3;
/// The least depth at which the order of moves is worth an evaluation of each.
const GLANCE_DEPTH: u32 = 3;

impl<G: Searchable> Search<'_, G> {
    /// How much less deep a move is searched first, the others before it having been found worse than the best.
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

    /// Brings the child with the greatest rank of those from this place on to it.
    pub(super) fn bring_best(&mut self, at: usize) {
        let mut best = at;
        for other in at + 1..self.children.len() {
            if self.children[other].rank > self.children[best].rank {
                best = other;
            }
        }
        self.children.swap(at, best);
    }

    /// The order of search, by what a look at the position after tells.
    #[inline]
    pub(super) fn rank(&self, child: &Child<G::State>, depth: u32) -> i32 {
        if depth < GLANCE_DEPTH { child.gained * G::UNIT } else { self.glance(child) }
    }

    /// What a move is worth at first sight.
    pub(in crate::search) fn glance(&self, child: &Child<G::State>) -> i32 {
        if child.over.is_some() {
            return self.claim(child).score;
        }
        let score = self.estimate(&child.state);
        child.gained * G::UNIT + if child.turned { -score } else { score }
    }
}
