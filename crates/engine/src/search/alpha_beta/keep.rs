//! What the search keeps in the transposition table, and what it knows from there.

use super::{Child, History, OPEN, Search, TABLE_DEPTH};
use crate::search::bounds::{Bound, Bounds, Points};
use crate::search::searchable::{Key, Searchable};
use crate::search::transposition::{Entry, Kind};
use ayla_rules::Move;

impl<G: Searchable> Search<'_, G> {
    /// The bounds from the transposition table that hold here, and the entry.
    pub(super) fn known(&self, state: &G::State, key: Key, past: History) -> (Bounds, Option<Entry>) {
        let reach = self.game.reach(state);
        let trivial = Bounds::between(-reach, reach);
        let Some(entry) = self.table.get_in(key, past.context) else { return (trivial, None) };
        let here = entry.context == past.context;
        let bound = |(points, anywhere): (Points, bool), trivial: Bound| {
            if anywhere {
                Bound::path_independent(points)
            } else if here {
                Bound { tight: points, ..trivial }.depending_on(0)
            } else {
                trivial
            }
        };
        let low = bound(entry.low, trivial.low);
        let high = bound(entry.high, trivial.high);
        (Bounds { score: 0, low, high }, Some(entry))
    }

    /// The first of these moves from the last state on the path that is proven to have this value for the mover. Where
    /// nothing is known yet, and the transposition table is not used, moves are searched to the depth that is left.
    pub(in crate::search) fn move_with_value(
        &mut self,
        children: &[Child<G::State>],
        past: History,
        value: i32,
        depth: u32,
    ) -> Option<Child<G::State>> {
        let repetition = self.repetition;
        // A value that follows from a recurrence on this path need not be that of the position.
        let is_it = |bounds: &Bounds| {
            let [low, high] =
                [bounds.low, bounds.high].map(|it| if repetition { it.tight } else { it.path_independent });
            low == high && i32::from(low) == value
        };
        let is_known = |child: &&Child<G::State>| is_it(&self.known_bounds(child, past));
        if let Some(child) = children.iter().find(is_known) {
            return Some(*child);
        }
        if !(1..=TABLE_DEPTH).contains(&depth) {
            return None;
        }
        let mut searched = children.iter();
        searched.find(|child| self.search_move(child, past, depth, OPEN).is_some_and(|bounds| is_it(&bounds))).copied()
    }

    /// The bounds of a move that are known without a search, as the mover sees it, whose state is the last on the path.
    fn known_bounds(&self, child: &Child<G::State>, past: History) -> Bounds {
        if !child.continues() {
            return self.child_bounds(child);
        }
        if let Some(value) = self.known_value(child) {
            return Bounds::exactly(value, G::UNIT);
        }
        let key = self.key(&child.state);
        let (bounds, _) = self.known(&child.state, key, self.history_after(child, past));
        bounds.before(child.turned, child.gained, G::UNIT)
    }

    /// Stores the result of a state, without the bounds that depend on the path.
    pub(super) fn store(
        &mut self,
        key: Key,
        past: History,
        depth: u32,
        bounds: &Bounds,
        best: Option<Move>,
        window: (i32, i32),
    ) {
        let bound = |bound: Bound| {
            if self.repetition {
                (bound.tight, bound.tight == bound.path_independent)
            } else {
                (bound.path_independent, true)
            }
        };
        let kind = if bounds.score <= window.0 {
            Kind::AtMost
        } else if bounds.score >= window.1 {
            Kind::AtLeast
        } else {
            Kind::Exact
        };
        let low = bound(bounds.low);
        let high = bound(bounds.high);
        let full_width = !self.selective;
        let entry = Entry { low, high, context: past.context, score: bounds.score, kind, depth, full_width, best };
        self.table.put(key, &entry);
    }

    /// Stores the bounds of the root, for positions that lead back to it.
    pub(in crate::search) fn store_root(
        &mut self,
        state: &G::State,
        past: History,
        depth: u32,
        bounds: &Bounds,
        best: Move,
    ) {
        self.store(self.key(state), past, depth, bounds, Some(best), OPEN);
    }

    /// The depth to which an earlier search has searched a position.
    pub(in crate::search) fn known_depth(&self, key: Key, past: History) -> u32 {
        self.table.get_in(key, past.context).map_or(0, |entry| entry.depth)
    }

    /// The best move of a state, if the table has an exact score for it.
    pub(in crate::search) fn table_move(&self, state: &G::State) -> Option<Move> {
        let entry = self.table.get(self.key(state))?;
        entry.best.filter(|_| entry.kind == Kind::Exact)
    }
}
