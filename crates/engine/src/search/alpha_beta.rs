//! Alpha-beta with bounds on the true value beside the score. See the module above for why the bounds are true.

mod horizon;
mod order;
mod path;

use horizon::Endings;
use path::mark;

use super::claim::{Bound, Claim, Points};
use super::searchable::{Key, Searchable};
use super::stop::Stop;
use super::table::{Entries, Entry, Kind};
use crate::tablebase;
use ayla_rules::{EndReason, Move, Side};

/// The least depth at which the table is looked into: below, making the moves again is quicker than the memory is.
const TABLE_DEPTH: u32 = 4;
/// Of an ending with so few seeds everything is looked at and kept: positions come again and again, and much can be proven.
const ENDING_SEEDS: u32 = 12;
/// A window with every score in it.
pub(super) const OPEN: (i32, i32) = (-1_000_000, 1_000_000);

/// The state of a search: what outlives a node.
#[derive(Debug)]
pub(super) struct Search<'a, G: Searchable> {
    pub(super) game: G,
    table: Entries<'a>,
    pub(super) stop: Stop<'a>,
    /// Whether positions end the game by occurring again.
    repetition: bool,
    /// Whether moves that look worse are searched less deep, as long as that is all they prove to be.
    pub(super) selective: bool,
    endings: Endings<'a>,
    /// The positions on the way to the one searched, those of the submitted line that could recur first.
    path: Vec<G::State>,
    /// Their keys, and whose turn it was.
    keys: Vec<(Key, Side)>,
    /// How many of them come before the root.
    root: usize,
    /// The moves of the nodes on the way, each node's after its parent's.
    children: Vec<Child<G::State>>,
    /// The best play from each ply on, where the window was open.
    lines: Vec<Vec<Move>>,
}

/// A state that is searched, and how deep.
#[derive(Debug)]
struct Node<'s, S> {
    state: &'s S,
    key: Key,
    past: Past,
    depth: u32,
    /// What is known of it before.
    known: Claim,
}

/// More points than there are.
const NEVER: i32 = 1_000;

/// A move with what it leads to.
#[derive(Copy, Clone, Debug)]
pub(super) struct Child<S> {
    pub(super) played: Move,
    pub(super) state: S,
    over: Option<EndReason>,
    /// Whether it is the other player's turn.
    pub(super) turned: bool,
    /// The points that the mover gains.
    pub(super) gained: i32,
    /// Whether the position before could recur.
    reversible: bool,
    /// The greater, the sooner it is searched.
    rank: i32,
}

impl<S> Child<S> {
    /// Whether the game is not over with this move.
    pub(super) const fn goes_on(&self) -> bool {
        self.over.is_none()
    }
}

/// Where the positions that could still recur begin on the path, and their hash as a multiset.
#[derive(Copy, Clone, Debug)]
pub(super) struct Past {
    start: usize,
    context: u64,
}

impl<'a, G: Searchable> Search<'a, G> {
    /// A search from a state that was reached by way of `past`, all of which could recur.
    pub(super) fn new(
        game: G,
        past: &[G::State],
        stop: Stop<'a>,
        table: Entries<'a>,
        endings: Option<&'a tablebase::Table>,
        seeds: u32,
    ) -> (Self, Past) {
        let mut search = Self {
            game,
            table,
            stop,
            repetition: game.rules().repetition() > 0,
            selective: false,
            endings: Endings {
                table: endings,
                proof: if game.tables_are_proof() { seeds.saturating_sub(1) } else { 0 },
                root: seeds,
            },
            path: Vec::new(),
            keys: Vec::new(),
            root: 0,
            children: Vec::new(),
            lines: Vec::new(),
        };
        let mut here = Past { start: 0, context: 0 };
        if search.repetition {
            for state in past {
                let key = search.key(state);
                search.enter(state, key);
                here.context = here.context.wrapping_add(mark(key));
            }
        }
        search.root = search.path.len();
        (search, here)
    }

    /// The key of a state. With `repetition` the turn matters to what could recur.
    pub(super) fn key(&self, state: &G::State) -> Key {
        let key = self.game.key(state);
        if self.repetition && self.game.turn(state) == Side::North { key ^ 1 << 127 } else { key }
    }

    /// Makes a move: none when its sowing does not end, or the search has to stop ([`Stop::reason`] tells which).
    /// The state must not be on the path yet.
    pub(super) fn child(&mut self, state: &G::State, played: Move, past: Past) -> Option<Child<G::State>> {
        let earlier = if self.repetition { &self.path[past.start..] } else { &[] };
        let next = self.game.play(state, played, earlier, &mut ())?;
        let over = self.game.over(&next);
        let turned = self.game.turn(&next) != self.game.turn(state);
        let standing = self.game.standing(&next);
        let gained = if turned { -standing } else { standing } - self.game.standing(state);
        let reversible = over.is_none() && self.game.layer(&next) == self.game.layer(state);
        Some(Child { played, state: next, over, turned, gained, reversible, rank: 0 })
    }

    /// What is known of a move without a search, seen by the mover: its worth if the game is over, or how far it can go.
    #[inline]
    pub(super) fn claim(&self, child: &Child<G::State>) -> Claim {
        let Some(reason) = child.over else {
            let reach = self.game.reach(&child.state);
            return Claim::between(-reach, reach).before(child.turned, child.gained, G::UNIT);
        };
        let outcome = self.game.outcome(&child.state, reason);
        let claim = Claim { score: outcome * G::UNIT, ..Claim::between(outcome, outcome) };
        let claim = claim.before(child.turned, child.gained, G::UNIT);
        if reason == EndReason::Repetition {
            // Nobody could have gained more than the seeds that were shared out.
            claim.bound_to_context(NEVER)
        } else {
            claim
        }
    }

    /// Searches a move, `depth` moves deep with itself, and says what it is worth to the mover, whose state is the last
    /// on the path. None when the search has to stop.
    #[inline]
    pub(super) fn descend(
        &mut self,
        child: &Child<G::State>,
        past: Past,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Option<Claim> {
        let is_open = beta - alpha > 1;
        if is_open {
            let ply = self.ply();
            self.clear_line(ply);
        }
        if child.over.is_some() {
            return Some(self.claim(child));
        }
        if depth == 1 {
            return Some(self.leaf(child));
        }
        let gained = child.gained * G::UNIT;
        let (alpha, beta) = (alpha - gained, beta - gained);
        let window = if child.turned { (-beta, -alpha) } else { (alpha, beta) };
        let past = self.onward(child, past);
        let claim = self.search(&child.state, past, depth - 1, window)?.before(child.turned, child.gained, G::UNIT);
        Some(if !child.reversible {
            claim.released()
        } else if self.repetition {
            claim.bound_to_context(self.game.reach(&child.state))
        } else {
            claim
        })
    }

    /// What the table has on a state: bounds that hold here, and the entry.
    fn known(&self, state: &G::State, key: Key, past: Past) -> (Claim, Option<Entry>) {
        let reach = self.game.reach(state);
        let trivial = Claim::between(-reach, reach);
        let Some(entry) = self.table.get(key) else { return (trivial, None) };
        let here = entry.context == past.context;
        let bound = |(at, free): (Points, bool), trivial: Bound| {
            if free {
                Bound::free(at)
            } else if here {
                Bound { tight: at, ..trivial }.resting(0)
            } else {
                trivial
            }
        };
        let (low, high) = (bound(entry.low, trivial.low), bound(entry.high, trivial.high));
        (Claim { score: 0, low, high }, Some(entry))
    }

    /// Searches a state `depth` moves deep, one at least. None when the search has to stop.
    fn search(&mut self, state: &G::State, past: Past, depth: u32, (alpha, beta): (i32, i32)) -> Option<Claim> {
        let table_depth = if self.game.seeds(state) > ENDING_SEEDS { TABLE_DEPTH } else { 1 };
        if let Some(claim) = self.proven(state) {
            return Some(claim);
        }
        if depth == 1 && table_depth > 1 {
            return self.frontier(state, past, (alpha, beta));
        }
        let key = self.key(state);
        let reach = self.game.reach(state);
        let (known, entry) =
            if depth < table_depth { (Claim::between(-reach, reach), None) } else { self.known(state, key, past) };
        let (low, high) = (known.lowest() * G::UNIT, known.highest() * G::UNIT);
        if low >= beta || low == high {
            return Some(Claim { score: low, ..known });
        }
        if high <= alpha {
            return Some(Claim { score: high, ..known });
        }
        if let Some(earlier) = self.recurs(state, key, past) {
            return Some(Claim::recurrence(earlier, &known).within_bounds(G::UNIT));
        }
        if let Some(entry) = entry.filter(|entry| entry.depth == depth) {
            let cuts = match entry.kind {
                Kind::Exact => true,
                Kind::AtLeast => entry.score >= beta,
                Kind::AtMost => entry.score <= alpha,
            };
            if cuts {
                if beta - alpha > 1 {
                    let ply = self.ply();
                    self.clear_line(ply);
                    self.lines[ply].extend(entry.best);
                }
                return Some(Claim { score: entry.score, ..known }.within_bounds(G::UNIT));
            }
        }
        let first = self.children.len();
        let window = (alpha.max(low), beta.min(high));
        let node = Node { state, key, past, depth, known };
        let found = self.choose(&node, window, entry.and_then(|it| it.best));
        self.children.truncate(first);
        let (mut claim, best) = found?;
        claim = claim.and(&known);
        if !self.repetition {
            claim = claim.released_at(self.path.len() as u8);
        }
        claim = claim.within_bounds(G::UNIT);
        if depth >= table_depth {
            self.keep(key, past, depth, &claim, best, (alpha, beta));
        }
        Some(claim)
    }

    /// Searches a state one move deep. Most nodes are made here, so that nothing is kept of them.
    fn frontier(&mut self, state: &G::State, past: Past, (alpha, beta): (i32, i32)) -> Option<Claim> {
        let is_open = beta - alpha > 1;
        let (reach, standing) = (self.game.reach(state), self.game.standing(state));
        let mut bounds = Claim { score: OPEN.0, ..Claim::between(-reach, -reach) };
        for played in self.game.candidates(state) {
            if bounds.score >= beta {
                bounds.high = Bound::free(reach as Points);
                break;
            }
            self.stop.spend()?;
            let earlier = if self.repetition { &self.path[past.start..] } else { &[] };
            let Some(next) = self.game.play(state, played, earlier, &mut ()) else { continue };
            let best = bounds.score;
            if self.game.over(&next).is_some() {
                let Some(child) = self.child(state, played, past) else { continue };
                bounds = bounds.or(&self.claim(&child));
            } else {
                let turned = self.game.turn(&next) != self.game.turn(state);
                let ahead = self.game.standing(&next);
                let gained = if turned { -ahead } else { ahead } - standing;
                bounds = bounds.or(&self.horizon(&next).before(turned, gained, G::UNIT));
            }
            if is_open && bounds.score > best.max(alpha) {
                let ply = self.ply();
                self.clear_line(ply);
                self.lines[ply].push(played);
            }
        }
        if bounds.score == OPEN.0 {
            return Some(self.horizon(state));
        }
        Some(bounds.within_bounds(G::UNIT))
    }

    /// Makes all moves of a state, and searches them until one is good enough: what is known of the state by that, and the
    /// best move.
    fn choose(
        &mut self,
        &Node { state, key, past, depth, known }: &Node<'_, G::State>,
        (alpha, beta): (i32, i32),
        first_choice: Option<Move>,
    ) -> Option<(Claim, Option<Move>)> {
        let first = self.children.len();
        // The move that was best before often is good enough, and the others need not be made.
        let mut rest = self.game.candidates(state);
        if let Some(played) = first_choice.filter(|&played| rest.remove(played)) {
            self.make(state, played, past, OPEN.1)?;
        }
        let is_open = beta - alpha > 1;
        let mut all = Claim { score: OPEN.0, ..Claim::between(-NEVER, -NEVER) };
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
                    self.make(state, played, past, 0)?;
                }
                for at in at..self.children.len() {
                    self.children[at].rank = self.rank(&self.children[at], depth);
                }
                self.enter(state, key);
                if at == self.children.len() {
                    break;
                }
            }
            self.bring_best(at);
            let child = self.children[at];
            let mut claim = None;
            let reduction = if best.is_some() { self.reduction(&child, at - first, depth) } else { 0 };
            if reduction > 0 {
                let ply = self.ply();
                self.clear_line(ply);
                let found = self.descend(&child, past, depth - reduction, (alpha, alpha + 1))?;
                claim = Some(found).filter(|found| found.score <= alpha);
            }
            if claim.is_none() && at > first && is_open && best.is_some() {
                // The others are expected to be no better than the first: that is sooner shown, if without a line.
                let ply = self.ply();
                self.clear_line(ply);
                claim = Some(self.descend(&child, past, depth, (alpha, alpha + 1))?);
            }
            let claim = match claim.filter(|claim| claim.score <= alpha || claim.score >= beta) {
                Some(claim) => claim,
                None => self.descend(&child, past, depth, (alpha, beta))?,
            };
            if claim.score > all.score {
                if is_open && (claim.score > alpha || best.is_none()) {
                    self.extend_line(child.played);
                }
                best = Some(child.played);
            }
            all = all.or(&claim);
            alpha = alpha.max(claim.score);
            at += 1;
        }
        self.leave();
        // Every game that goes on has a move; were there none, nothing would be known.
        if best.is_none() {
            all = Claim { score: self.estimate(state), ..known };
        }
        Some((all, best))
    }

    /// Makes a move and puts it among the children. None when the search has to stop.
    #[inline]
    fn make(&mut self, state: &G::State, played: Move, past: Past, rank: i32) -> Option<()> {
        self.stop.spend()?;
        if let Some(child) = self.child(state, played, past) {
            self.children.push(Child { rank, ..child });
        }
        Some(())
    }

    /// Puts what was found about a state into the table, without what rests on the path.
    fn keep(&mut self, key: Key, past: Past, depth: u32, claim: &Claim, best: Option<Move>, window: (i32, i32)) {
        let bound = |bound: Bound| {
            if self.repetition { (bound.tight, bound.tight == bound.free) } else { (bound.free, true) }
        };
        let kind = if claim.score <= window.0 {
            Kind::AtMost
        } else if claim.score >= window.1 {
            Kind::AtLeast
        } else {
            Kind::Exact
        };
        let (low, high) = (bound(claim.low), bound(claim.high));
        let entry = Entry { low, high, context: past.context, score: claim.score, kind, depth, best };
        self.table.put(key, &entry);
    }

    /// Keeps what is known of the root, for positions that lead back to it.
    pub(super) fn keep_root(&mut self, state: &G::State, past: Past, depth: u32, claim: &Claim, best: Move) {
        self.keep(self.key(state), past, depth, claim, Some(best), OPEN);
    }

    /// The best move in a state, where the table has a score for it that is no mere bound.
    pub(super) fn remembered(&self, state: &G::State) -> Option<Move> {
        let entry = self.table.get(self.key(state))?;
        entry.best.filter(|_| entry.kind == Kind::Exact)
    }
}

#[cfg(test)]
mod tests;
