//! Alpha-beta with bounds on the true value beside the score. See the module above for why the bounds are true.

use super::claim::{Bound, Claim, Points};
use super::searchable::{Key, Searchable, fold};
use super::stop::Stop;
use super::table::{Entries, Entry, Kind};
use crate::game::{EndReason, Move, Side};
use crate::tablebase;

/// The least depth at which the table is looked into: below, making the moves again is quicker than the memory is.
const TABLE_DEPTH: u32 = 4;
/// The least depth at which a move that gains nothing is searched less deep first, if the search is selective.
const REDUCED_DEPTH: u32 = 3;
/// From this depth, and from this move on, by twice as much.
const FURTHER_REDUCED_DEPTH: u32 = 8;
const FURTHER_REDUCED_MOVE: usize = 3;
/// Of an ending with so few seeds everything is looked at and kept: positions come again and again, and much can be proven.
const ENDING_SEEDS: u32 = 12;
/// The least depth at which the order of moves is worth an evaluation of each.
const GLANCE_DEPTH: u32 = 3;

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

/// The table of endings, and how far what it has is used.
#[derive(Copy, Clone, Debug)]
struct Endings<'a> {
    table: Option<&'a tablebase::Table>,
    /// Entries of so many seeds at most are proof.
    proof: u32,
    /// The seeds at the root. An ending of as many has got nowhere yet.
    root: u32,
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

    pub(super) fn enter(&mut self, state: &G::State, key: Key) {
        self.path.push(*state);
        self.keys.push((key, self.game.turn(state)));
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
        self.keys.pop();
    }

    /// How many moves lie between the root and the node that is searched now.
    fn ply(&self) -> usize {
        self.path.len() - self.root
    }

    /// The best play found below the node at this ply when it was last searched.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
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

    /// What a move is worth where the search ends with it.
    #[inline]
    fn leaf(&self, child: &Child<G::State>) -> Claim {
        self.horizon(&child.state).before(child.turned, child.gained, G::UNIT)
    }

    /// What is said of a state where the search ends.
    #[inline]
    fn horizon(&self, state: &G::State) -> Claim {
        let reach = self.game.reach(state);
        self.proven(state).unwrap_or_else(|| {
            Claim { score: self.estimate(state), ..Claim::between(-reach, reach) }.within_bounds(G::UNIT)
        })
    }

    /// The value of a state, where the table of endings has proof of it.
    #[inline]
    fn proven(&self, state: &G::State) -> Option<Claim> {
        let table = self.endings.table?;
        if self.game.seeds(state) > self.endings.proof {
            return None;
        }
        let value = self.game.look_up(table, state)?;
        Some(Claim { score: value * G::UNIT, ..Claim::between(value, value) })
    }

    /// The value of a state by the table of endings, however many seeds there are, where that is proof.
    pub(super) fn looked_up(&self, state: &G::State) -> Option<i32> {
        let table = self.endings.table.filter(|_| self.game.tables_are_proof())?;
        self.game.look_up(table, state)
    }

    /// The score of a state without a search.
    #[inline]
    fn estimate(&self, state: &G::State) -> i32 {
        match self.endings.table.and_then(|table| self.game.look_up(table, state)) {
            // A sixteenth less for who has not got anywhere: a player who is ahead is to take what can be taken.
            Some(value) if self.game.seeds(state) == self.endings.root => value * G::UNIT * 15 / 16,
            Some(value) => value * G::UNIT,
            None => self.game.evaluate(state),
        }
    }

    /// What could recur after a move, made from the state that is the last on the path.
    pub(super) fn onward(&self, child: &Child<G::State>, past: Past) -> Past {
        if !child.reversible {
            Past { start: self.path.len(), context: 0 }
        } else if self.repetition {
            let (key, _) = self.keys[self.keys.len() - 1];
            Past { context: past.context.wrapping_add(mark(key)), ..past }
        } else {
            past
        }
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

    /// The earlier ply at which this state occurred, where that does not end the game but play would go round.
    fn recurs(&self, state: &G::State, key: Key, past: Past) -> Option<u8> {
        if self.repetition {
            return None;
        }
        let here = (key, self.game.turn(state));
        let at = self.keys[past.start..].iter().position(|&earlier| earlier == here)?;
        Some((past.start + at) as u8)
    }

    /// Searches a state `depth` moves deep, one at least. None when the search has to stop.
    fn search(&mut self, state: &G::State, past: Past, depth: u32, (alpha, beta): (i32, i32)) -> Option<Claim> {
        let table_depth = if self.game.seeds(state) > ENDING_SEEDS { TABLE_DEPTH } else { 1 };
        if depth == 1 && table_depth > 1 {
            return self.frontier(state, past, (alpha, beta));
        }
        if let Some(claim) = self.proven(state) {
            return Some(claim);
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

    /// How much less deep a move is searched first, the others before it having been found worse than the best.
    #[inline]
    fn reduction(&self, child: &Child<G::State>, before: usize, depth: u32) -> u32 {
        let looks_quiet = child.gained == 0 && self.game.seeds(&child.state) > ENDING_SEEDS;
        if !self.selective || !looks_quiet || depth < REDUCED_DEPTH || before == 0 {
            0
        } else if depth >= FURTHER_REDUCED_DEPTH && before >= FURTHER_REDUCED_MOVE {
            2
        } else {
            1
        }
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

    /// Brings the child with the greatest rank of those from this place on to it.
    fn bring_best(&mut self, at: usize) {
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
    fn rank(&self, child: &Child<G::State>, depth: u32) -> i32 {
        if depth < GLANCE_DEPTH { child.gained * G::UNIT } else { self.glance(child) }
    }

    /// What a move is worth at first sight.
    pub(super) fn glance(&self, child: &Child<G::State>) -> i32 {
        if child.over.is_some() {
            return self.claim(child).score;
        }
        let score = self.estimate(&child.state);
        child.gained * G::UNIT + if child.turned { -score } else { score }
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

    /// Whether the state is on the path.
    pub(super) fn was_here(&self, state: &G::State) -> bool {
        self.keys.contains(&(self.key(state), self.game.turn(state)))
    }

    /// Back to before the root.
    pub(super) fn rewind(&mut self) {
        self.path.truncate(self.root);
        self.keys.truncate(self.root);
    }

    fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// The best play from the node on the end of the path is this move and what was found below it.
    fn extend_line(&mut self, played: Move) {
        let ply = self.ply() - 1;
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(played);
        above[ply].extend(below.first().into_iter().flatten());
    }
}

/// What a position adds to the hash of a context. Sums do not depend on the order.
const fn mark(key: Key) -> u64 {
    fold(key as u64 ^ 0x9e37_79b9_7f4a_7c15, (key >> 64) as u64 ^ 0xa076_1d64_78bd_642f) | 1
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::game::Line;
    use crate::game::line::Path;
    use crate::game::notation::{read_line, read_move};
    use crate::search::{Limits, Table};

    fn line(text: &str) -> Line {
        let read = read_line(text).expect("well formed");
        let mut line = Line::from(read.setup.position().expect("consistent"));
        for text in read.moves {
            let proposal = read_move(text, read.setup.rules.variant()).expect("well formed");
            let played = line.position().check(proposal, None).expect("legal");
            line.play(played, &mut ());
        }
        line
    }

    /// The score of a search to a depth by looking at everything.
    fn minimax<G: Searchable>(game: &G, state: &G::State, depth: u32) -> i32 {
        if let Some(reason) = game.over(state) {
            return (game.standing(state) + game.outcome(state, reason)) * G::UNIT;
        }
        if depth == 0 {
            let (score, most) = (game.evaluate(state), game.reach(state) * G::UNIT);
            return game.standing(state) * G::UNIT + score.clamp(-most, most);
        }
        let scores = game.candidates(state).filter_map(|played| {
            let next = game.play(state, played, &[], &mut ())?;
            let score = minimax(game, &next, depth - 1);
            Some(if game.turn(&next) == game.turn(state) { score } else { -score })
        });
        scores.max().expect("a move")
    }

    fn agrees<G: Searchable>(path: &Path<G>, most: u32) {
        let cancel = AtomicBool::new(false);
        let limits = Limits { nodes: Some(10_000_000), ..Limits::default() };
        let mut table = Table::default();
        let (mut search, past) =
            Search::new(path.game, &[], Stop::new(&limits, &cancel), table.begin(10_000_000), None, 0);
        let standing = path.game.standing(&path.state) * G::UNIT;
        for depth in 1..=most {
            // The table is that of all the iterations before.
            let claim = search.search(&path.state, past, depth, OPEN).expect("no limit reached");
            assert_eq!(claim.score + standing, minimax(&path.game, &path.state, depth), "depth {depth}");
        }
    }

    #[test]
    fn scores_are_those_of_minimax() {
        for text in [
            "awale 444444/444444 0/0 s",
            "awale 404455/550444 3/6 n",
            "awale:capture=two,limit=2 055554/444444 0/0 n",
            "awale:direction=clockwise 1a3207/0c4410 2/3 s",
            "anywoli 444444444444/444444444444 0/0 s",
            "anywoli:bonus-move=true 0553340011/1055220453 0/4 n",
            "andada 222222222222/222222222222 - s o",
            "andada 140231/003125 - n",
        ] {
            match line(text) {
                Line::Awale(path) => agrees(&path, 6),
                Line::Andada(path) => agrees(&path, 4),
                Line::Anywoli(path) => agrees(&path, 4),
            }
        }
    }

    #[test]
    fn bounds_hold_in_their_context() {
        let Line::Andada(path) = line("andada:repetition=3 411/042 - s moves 2 1") else { unreachable!() };
        let cancel = AtomicBool::new(false);
        let [mut table, mut other] = [Table::default(), Table::default()];
        let stop = || Stop::new(&Limits::default(), &cancel);
        let (mut search, here) = Search::new(path.game, &path.past, stop(), table.begin(0), None, 0);
        assert_eq!((path.past.len(), search.root), (2, 2));
        let (_, elsewhere) = Search::new(path.game, &path.past[1..], stop(), other.begin(0), None, 0);
        let key = search.key(&path.state);
        let claim = Claim { score: 3, ..Claim::between(0, 0).bound_to_context(1) };
        search.keep(key, here, 1, &claim, None, OPEN);
        let known = |past| search.known(&path.state, key, past).0;
        assert_eq!(Claim { score: 3, ..known(here) }, claim);
        assert_eq!(known(elsewhere), Claim::between(-1, 1));
    }

    #[test]
    fn contexts_are_multisets() {
        fn context<G: Searchable>(game: G, past: &[G::State]) -> u64 {
            let cancel = AtomicBool::new(false);
            let mut table = Table::default();
            Search::new(game, past, Stop::new(&Limits::default(), &cancel), table.begin(0), None, 0).1.context
        }
        let Line::Awale(path) = line("awale:repetition=3 444444/444444 0/0 s moves 1 1 2 2") else { unreachable!() };
        let mut past = path.past.clone();
        let forth = context(path.game, &past);
        past.reverse();
        assert_eq!(context(path.game, &past), forth);
        past.push(past[0]);
        assert_ne!(context(path.game, &past), forth);
    }
}
