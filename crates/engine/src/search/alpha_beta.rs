//! Alpha-beta search with bounds on the true value beside the score. [`super`] explains why the bounds are true.

mod horizon;
mod keep;
mod order;
mod path;

use horizon::Endgame;
use path::context_hash;

use super::bounds::{Bound, Bounds, Points};
use super::searchable::{Key, Searchable};
use super::stop::Stop;
use super::transposition::{Entries, Entry, Kind};
use crate::tablebase;
use ayla_rules::option::OptionTable;
use ayla_rules::{EndReason, Move, Side};

/// The least depth at which the transposition table is used: below, making the moves again is faster than the memory.
const TABLE_DEPTH: u32 = 4;
/// The most seeds of an ending in which every node is stored, no score is taken from greater depth, and no move is reduced or
/// futile: positions come again and again there, and much can be proven.
const ENDING_SEEDS: u32 = 12;
/// The window that contains every score.
pub(super) const OPEN: (i32, i32) = (-1_000_000, 1_000_000);

/// The state of a search that all nodes share.
pub(super) struct Search<'a, G: Searchable> {
    pub(super) game: G,
    table: Entries<'a>,
    pub(super) stop: Stop<'a>,
    /// Whether the option `repetition` ends the game when a position recurs.
    pub(super) repetition: bool,
    pub(super) selective: bool,
    endgame: Endgame<'a>,
    /// The positions before the current one, beginning with those of the submitted line that could recur.
    path: Vec<G::State>,
    /// The key and turn of each position on the path.
    keys: Vec<(Key, Side)>,
    /// The number of positions on the path before the root.
    root: usize,
    /// The moves of the nodes on the path, each node's after its parent's.
    children: Vec<Child<G::State>>,
    /// The principal line from each ply, where the window was open.
    lines: Vec<Vec<Move>>,
}

/// A state to search, and its depth.
#[derive(Debug)]
struct Node<'s, S> {
    state: &'s S,
    key: Key,
    past: History,
    depth: u32,
    /// The bounds known before the search.
    known: Bounds,
}

/// More points than a game has.
const NEVER: i32 = 1_000;

/// A move with the state after it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Child<S> {
    pub(super) played: Move,
    pub(super) state: S,
    over: Option<EndReason>,
    pub(super) turned: bool,
    pub(super) gained: i32,
    /// Whether the position before the move could recur.
    reversible: bool,
    /// The rank in the move ordering, greatest first.
    rank: i32,
}

impl<S> Child<S> {
    pub(super) const fn continues(&self) -> bool {
        self.over.is_none()
    }
}

/// The positions that could still recur: their start on the path, and their hash as a multiset.
#[derive(Copy, Clone, Debug)]
pub(super) struct History {
    start: usize,
    context: u64,
}

impl<'a, G: Searchable> Search<'a, G> {
    /// A search from a state reached through the states of `past`, all of which could recur.
    pub(super) fn new(
        game: G,
        past: &[G::State],
        stop: Stop<'a>,
        table: Entries<'a>,
        endgame: Option<&'a tablebase::Table>,
        seeds: u32,
    ) -> (Self, History) {
        let mut search = Self {
            game,
            table,
            stop,
            repetition: game.options().repetition() > 0,
            selective: false,
            endgame: Endgame {
                table: endgame,
                proof_seeds: if game.tables_are_proof() { seeds.saturating_sub(1) } else { 0 },
                root_seeds: seeds,
            },
            path: Vec::new(),
            keys: Vec::new(),
            root: 0,
            children: Vec::new(),
            lines: Vec::new(),
        };
        let mut here = History { start: 0, context: 0 };
        if search.repetition {
            for state in past {
                let key = search.key(state);
                search.enter(state, key);
                here.context = here.context.wrapping_add(context_hash(key));
            }
        }
        search.root = search.path.len();
        (search, here)
    }

    /// The hash key of a state. With `repetition` it includes the turn, which matters to recurrence.
    pub(super) fn key(&self, state: &G::State) -> Key {
        let key = self.game.key(state);
        if self.repetition && self.game.turn(state) == Side::North { key ^ 1 << 127 } else { key }
    }

    /// Makes a move; `None` if its sowing does not end. The state must not be on the path yet.
    #[inline(always)]
    pub(super) fn child(&self, state: &G::State, played: Move, past: History) -> Option<Child<G::State>> {
        let earlier = if self.repetition { &self.path[past.start..] } else { &[] };
        let next = self.game.play(state, played, earlier, &mut ())?;
        let over = self.game.over(&next);
        let turned = self.game.turn(&next) != self.game.turn(state);
        let standing = self.game.standing(&next);
        let gained = if turned { -standing } else { standing } - self.game.standing(state);
        let reversible = over.is_none() && self.game.layer(&next) == self.game.layer(state);
        Some(Child { played, state: next, over, turned, gained, reversible, rank: 0 })
    }

    /// The bounds of a move without a search, as the mover sees it: its value if the game is over, else the trivial bounds.
    #[inline]
    pub(super) fn child_bounds(&self, child: &Child<G::State>) -> Bounds {
        let Some(reason) = child.over else {
            let reach = self.game.reach(&child.state);
            return Bounds::between(-reach, reach).before(child.turned, child.gained, G::UNIT);
        };
        let outcome = self.game.outcome(&child.state);
        let bounds = Bounds { score: outcome * G::UNIT, ..Bounds::between(outcome, outcome) };
        let bounds = bounds.before(child.turned, child.gained, G::UNIT);
        if reason == EndReason::Repetition {
            // In another context the game goes on.
            bounds.in_context(NEVER)
        } else {
            bounds
        }
    }

    /// Searches a move to a depth that includes it, and returns its bounds as the mover sees it, whose state is the last on
    /// the path. `None` if the search has to stop.
    #[inline]
    pub(super) fn search_move(
        &mut self,
        child: &Child<G::State>,
        past: History,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Option<Bounds> {
        let is_open = beta - alpha > 1;
        if is_open {
            self.set_line(None);
        }
        if child.over.is_some() {
            return Some(self.child_bounds(child));
        }
        if depth == 1 {
            return Some(self.leaf(child));
        }
        let gained = child.gained * G::UNIT;
        let alpha = alpha - gained;
        let beta = beta - gained;
        let window = if child.turned { (-beta, -alpha) } else { (alpha, beta) };
        let past = self.history_after(child, past);
        let bounds = self.search(&child.state, past, depth - 1, window)?.before(child.turned, child.gained, G::UNIT);
        Some(if !child.reversible {
            bounds.resolved()
        } else if self.repetition {
            bounds.in_context(self.game.reach(&child.state))
        } else {
            bounds
        })
    }

    /// Searches a state to a depth of at least one move. `None` if the search has to stop.
    fn search(&mut self, state: &G::State, past: History, depth: u32, (alpha, beta): (i32, i32)) -> Option<Bounds> {
        let is_ending = self.game.seeds(state) <= ENDING_SEEDS;
        let table_depth = if is_ending { 1 } else { TABLE_DEPTH };
        if let Some(bounds) = self.proven_value(state) {
            return Some(bounds);
        }
        if depth == 1 && table_depth > 1 {
            return self.search_frontier(state, past, (alpha, beta));
        }
        let key = self.key(state);
        let reach = self.game.reach(state);
        let (known, entry) =
            if depth < table_depth { (Bounds::between(-reach, reach), None) } else { self.known(state, key, past) };
        let low = known.lower() * G::UNIT;
        let high = known.upper() * G::UNIT;
        if low >= beta || low == high {
            return Some(Bounds { score: low, ..known });
        }
        if high <= alpha {
            return Some(Bounds { score: high, ..known });
        }
        if let Some(earlier) = self.recurs(state, key, past) {
            return Some(Bounds::recurrence(earlier, &known).clamped(G::UNIT));
        }
        let from_deeper = self.selective && !is_ending;
        let is_deep_enough = |entry: &Entry| {
            (entry.full_width || self.selective) && (entry.depth == depth || from_deeper && entry.depth > depth)
        };
        if let Some(entry) = entry.filter(is_deep_enough) {
            let cuts = match entry.kind {
                Kind::Exact => true,
                Kind::AtLeast => entry.score >= beta,
                Kind::AtMost => entry.score <= alpha,
            };
            if cuts {
                if beta - alpha > 1 {
                    self.set_line(entry.best);
                }
                return Some(Bounds { score: entry.score, ..known }.clamped(G::UNIT));
            }
        }
        let first = self.children.len();
        let window = (alpha.max(low), beta.min(high));
        let node = Node { state, key, past, depth, known };
        let found = self.search_moves(&node, window, entry.and_then(|it| it.best));
        self.children.truncate(first);
        let (mut bounds, best) = found?;
        bounds = bounds.tightened(&known);
        if !self.repetition {
            bounds = bounds.resolved_at(self.path.len() as u8);
        }
        bounds = bounds.clamped(G::UNIT);
        if depth >= table_depth {
            self.store(key, past, depth, &bounds, best, (alpha, beta));
        }
        Some(bounds)
    }

    /// Searches a state one move deep, without the transposition table. Most nodes are made here.
    fn search_frontier(&mut self, state: &G::State, past: History, (alpha, beta): (i32, i32)) -> Option<Bounds> {
        let is_open = beta - alpha > 1;
        let reach = self.game.reach(state);
        let mut bounds = Bounds { score: OPEN.0, ..Bounds::between(-reach, -reach) };
        for played in self.game.candidates(state) {
            if bounds.score >= beta {
                bounds.high = Bound::path_independent(reach as Points);
                break;
            }
            self.stop.count_node()?;
            let Some(child) = self.child(state, played, past) else { continue };
            let best = bounds.score;
            bounds = bounds.or(&if child.continues() { self.leaf(&child) } else { self.child_bounds(&child) });
            if is_open && bounds.score > best.max(alpha) {
                self.set_line(Some(played));
            }
        }
        if bounds.score == OPEN.0 {
            return Some(self.horizon(state));
        }
        Some(bounds.clamped(G::UNIT))
    }

    /// Searches the moves of a state until one fails high, and returns the bounds of the state and the best move.
    fn search_moves(
        &mut self,
        &Node { state, key, past, depth, known }: &Node<'_, G::State>,
        (alpha, beta): (i32, i32),
        table_move: Option<Move>,
    ) -> Option<(Bounds, Option<Move>)> {
        let first = self.children.len();
        // The move from the table often fails high, and then the others need not be made.
        let mut rest = self.game.candidates(state);
        if let Some(played) = table_move.filter(|&played| rest.remove(played)) {
            self.add_child(state, played, past, OPEN.1)?;
        }
        let is_open = beta - alpha > 1;
        let mut all = Bounds { score: OPEN.0, ..Bounds::between(-NEVER, -NEVER) };
        let mut best = None;
        let mut alpha = alpha;
        let mut at = first;
        self.enter(state, key);
        loop {
            if alpha >= beta {
                if !rest.is_empty() || at < self.children.len() {
                    all.high = known.high;
                }
                break;
            }
            if at == self.children.len() {
                self.leave();
                for played in std::mem::take(&mut rest) {
                    self.add_child(state, played, past, 0)?;
                }
                for at in at..self.children.len() {
                    self.children[at].rank = self.rank(&self.children[at], depth);
                }
                self.enter(state, key);
                if at == self.children.len() {
                    break;
                }
            }
            self.select_best(at);
            let child = self.children[at];
            let reduction = if best.is_some() { self.reduction(&child, at - first, depth) } else { 0 };
            let mut bounds =
                if is_open && best.is_none() { None } else { self.futile(&child, depth - reduction, alpha) };
            if reduction > 0 && bounds.is_none() {
                self.set_line(None);
                let found = self.search_move(&child, past, depth - reduction, (alpha, alpha + 1))?;
                bounds = Some(found).filter(|found| found.score <= alpha);
            }
            if bounds.is_none() && at > first && is_open && best.is_some() {
                // Null window: later moves are expected to be no better than the first.
                self.set_line(None);
                bounds = Some(self.search_move(&child, past, depth, (alpha, alpha + 1))?);
            }
            let bounds = match bounds.filter(|bounds| bounds.score <= alpha || bounds.score >= beta) {
                Some(bounds) => bounds,
                None => self.search_move(&child, past, depth, (alpha, beta))?,
            };
            if bounds.score > all.score {
                if is_open && (bounds.score > alpha || best.is_none()) {
                    self.extend_line(child.played);
                }
                best = Some(child.played);
            }
            all = all.or(&bounds);
            alpha = alpha.max(bounds.score);
            at += 1;
        }
        self.leave();
        // A game that continues has a move; without one the position would keep its estimate.
        if best.is_none() {
            all = Bounds { score: self.estimate(state), ..known };
        }
        Some((all, best))
    }

    /// Makes a move and adds it to the children. `None` if the search has to stop.
    #[inline]
    fn add_child(&mut self, state: &G::State, played: Move, past: History, rank: i32) -> Option<()> {
        self.stop.count_node()?;
        if let Some(child) = self.child(state, played, past) {
            self.children.push(Child { rank, ..child });
        }
        Some(())
    }
}

#[cfg(test)]
mod tests;
