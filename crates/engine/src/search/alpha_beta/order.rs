//! Move ordering, late move reductions and futility pruning.

use super::{Child, ENDING_SEEDS, OPEN, Search};
use crate::search::MAX_DEPTH;
use crate::search::bounds::Bounds;
use crate::search::searchable::Searchable;

/// The least depth at which late moves are reduced, if the search is selective.
const REDUCED_DEPTH: u32 = 3;
/// The most depth after a move with which it can be futile.
const FUTILE_DEPTH: u32 = 8;
/// The least depth at which moves are ordered by evaluation, below it by gain.
const EVALUATED_DEPTH: u32 = 2;
/// More moves than this count as this many.
const MOST_MOVES: usize = 48;

/// The reduction of a move by the depth of its node and the number of moves before it.
static REDUCTIONS: [[u8; MOST_MOVES]; MAX_DEPTH as usize + 1] = {
    let mut reductions = [[0; MOST_MOVES]; MAX_DEPTH as usize + 1];
    let mut depth = REDUCED_DEPTH;
    while depth <= MAX_DEPTH {
        let mut before = 1;
        while before < MOST_MOVES {
            // The product of the logarithms, which are in sixteenths, divided by 3.125, plus 0.8.
            let reduction = (log2(depth) * log2(before as u32 + 1) + 640) / 800;
            reductions[depth as usize][before] = if reduction < depth { reduction } else { depth - 1 } as u8;
            before += 1;
        }
        depth += 1;
    }
    reductions
};

/// The binary logarithm in sixteenths, rounded down. Whole numbers, so that searches are the same on every machine.
const fn log2(number: u32) -> u32 {
    (number as u128).pow(16).ilog2()
}

impl<G: Searchable> Search<'_, G> {
    /// The reduction of a move that comes after `before` others.
    #[inline]
    pub(super) fn reduction(&self, child: &Child<G::State>, before: usize, depth: u32) -> u32 {
        if !self.selective || self.game.seeds(&child.state) <= ENDING_SEEDS {
            return 0;
        }
        REDUCTIONS[depth as usize][before.min(MOST_MOVES - 1)].into()
    }

    /// The bounds of a move without a search, if it is futile: its estimate is so far below `alpha` that the moves
    /// after it, up to `depth` with the move itself, are not expected to make up for it.
    #[inline]
    pub(super) fn futile(&self, child: &Child<G::State>, depth: u32, alpha: i32) -> Option<Bounds> {
        let left = depth - 1;
        let may_be_futile = self.selective
            && (1..=FUTILE_DEPTH).contains(&left)
            && child.continues()
            && self.game.seeds(&child.state) > ENDING_SEEDS;
        if !may_be_futile {
            return None;
        }
        // The move from the table has not been estimated.
        let score = if child.rank == OPEN.1 { self.first_estimate(child) } else { child.rank };
        let futile = score + left as i32 * G::FUTILITY_MARGIN <= alpha;
        futile.then(|| Bounds { score, ..self.child_bounds(child) }.clamped(G::UNIT))
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
