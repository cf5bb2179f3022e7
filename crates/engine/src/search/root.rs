//! The root: one iteration after the other, until the value is proven or the search has to stop.

mod outright;

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use super::alpha_beta::{Child, OPEN, Past, Search};
use super::claim::Claim;
use super::searchable::Searchable;
use super::solve::Solver;
use super::stop::{Stop, likely_nodes};
use super::table::Table;
use super::{Candidate, Certainty, MAX_DEPTH, Question, Report, StoppedBy, Watch};
use crate::tablebase::Class;
use ayla_rules::Move;
use ayla_rules::line::Path;

/// A move at the root with what is known of it so far.
#[derive(Clone, Debug)]
struct RootMove<S> {
    child: Child<S>,
    /// The score of the last iteration, and the bounds of all.
    claim: Claim,
    /// What the move is worth by the table of endings, where that is proof.
    known: Option<i32>,
    line: Vec<Move>,
}

/// The moves at the root, the best of the last iteration first.
#[derive(Debug)]
struct Root<'a, G: Searchable> {
    search: Search<'a, G>,
    state: G::State,
    past: Past,
    moves: Vec<RootMove<G::State>>,
    /// Moves known to be worth less than those, which are not searched.
    lesser: Vec<RootMove<G::State>>,
    /// What the best moves are known to be worth, before any search.
    known: Option<i32>,
    /// Whether all of them were made.
    complete: bool,
    /// Whether what is not on the way to the best move matters too.
    all: bool,
    repetition: bool,
    /// Whether the search may look further than a limit of depth allows: there is none.
    deep: bool,
    /// Whether what a solver says of the position alone is true of it here.
    solvable: bool,
    /// Looks for the value beside the search, in games that have one.
    solver: Option<Solver>,
}

/// Shallow proofs come cheap: an ending is looked at as a whole after this iteration.
const SHALLOW: u32 = 6;
/// Searches the end of a line.
pub(super) fn suggest<G: Searchable>(
    table: &mut Table,
    path: &Path<G>,
    question: &Question<'_>,
    cancel: &AtomicBool,
    watch: Watch<'_>,
) -> Option<Report> {
    let Question { line: _, limits, all, endings } = question;
    let game = path.game;
    if game.over(&path.state).is_some() {
        return None;
    }
    let endings = endings.filter(|table| Class::of(&game.rules()).as_ref() == Some(table.class()));
    let entries = table.begin(likely_nodes(limits));
    let seeds = game.seeds(&path.state);
    let (mut search, past) = Search::new(game, &path.past, Stop::new(limits, cancel), entries, endings, seeds);
    // A limit of depth means full width.
    search.selective = limits.depth.is_none();
    let repetition = game.rules().repetition() > 0;
    let mut root = Root {
        search,
        state: path.state,
        past,
        moves: Vec::new(),
        lesser: Vec::new(),
        known: None,
        complete: true,
        all: *all,
        repetition,
        deep: limits.depth.is_none(),
        // With `repetition` a solver would have to know what came before.
        solvable: !repetition || path.past.is_empty(),
        solver: None,
    };
    root.find_moves();
    root.set_lesser_apart();
    let depth = root.deepen(limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH), watch);
    root.report(depth)
}

impl<G: Searchable> Root<'_, G> {
    /// Makes every legal move; when the search has to stop already, one at least, and all if all are asked for.
    fn find_moves(&mut self) {
        let game = self.search.game;
        for played in game.candidates(&self.state) {
            if self.search.stop.spend().is_none() {
                if !self.all && !self.moves.is_empty() {
                    self.complete = false;
                    break;
                }
                self.search.stop.overspend();
            }
            if let Some(child) = self.search.child(&self.state, played, self.past) {
                let mut claim = self.search.claim(&child);
                claim.score = self.search.glance(&child);
                let known = if child.goes_on() { self.search.worth(&child) } else { Some(claim.lowest()) };
                self.moves.push(RootMove { child, claim: claim.within_bounds(G::UNIT), known, line: vec![played] });
            }
        }
    }

    /// Where a table of endings knows what each move is worth, only the best are searched, for the one that gets somewhere.
    fn set_lesser_apart(&mut self) {
        let values: Option<Vec<i32>> = self.moves.iter().map(|it| it.known).collect();
        self.known = values.filter(|_| self.complete).and_then(|values| values.into_iter().max());
        if self.known.is_some() {
            let known = self.known;
            self.lesser = self.moves.extract_if(.., |it| it.known != known).collect();
            self.lesser.sort_by_key(|it| Reverse(it.known));
        }
    }

    /// Iterates to this depth: the last iteration completed.
    fn deepen(&mut self, most: u32, mut watch: Watch<'_>) -> u32 {
        let key = self.search.key(&self.state);
        self.search.enter(&self.state, key);
        let mut done = 0;
        while done < most && self.search.stop.reason().is_none() {
            let completed = self.iterate(done + 1, &mut watch);
            if completed.is_none() && !self.is_done() {
                break;
            }
            done += 1;
            if done == 1 && self.known.is_some_and(|known| known != 0) && !self.is_done() {
                // A table has told what there is to be got; that is how to get it.
                self.look_back();
            } else if done == SHALLOW && self.deep && !self.is_done() {
                if self.may_be_small() {
                    self.look_back();
                }
                self.solver = self.find_solver();
            }
            if !self.is_done() {
                self.solve();
            }
            if self.is_done() || done >= SHALLOW && self.known == Some(0) {
                break;
            }
            if let Some((bounds, best)) = self.bounds().zip(self.moves.first()) {
                let claim = Claim { score: best.claim.score, ..bounds };
                self.search.keep_root(&self.state, self.past, done, &claim, best.child.played);
            }
            if done < most {
                self.tell(&mut watch, 0, done);
            }
        }
        done
    }

    /// Tells whoever watches what would be reported, were the search cut off now with this move as the best, and leaves
    /// everything as it was. When the search has to stop, the report follows by itself.
    fn tell(&mut self, watch: &mut Watch<'_>, best: usize, depth: u32) {
        let Some(watch) = watch.as_mut().filter(|_| self.search.stop.reason().is_none()) else { return };
        let moves = self.moves.clone();
        self.moves[..=best].rotate_right(1);
        if let Some(report) = self.report(depth) {
            watch(report);
        }
        self.moves = moves;
        self.search.rewind();
        let key = self.search.key(&self.state);
        self.search.enter(&self.state, key);
    }

    /// One iteration: none when it was cut short.
    fn iterate(&mut self, depth: u32, watch: &mut Watch<'_>) -> Option<()> {
        let before: Vec<i32> = self.moves.iter().map(|it| it.claim.score).collect();
        let mut best = 0;
        let mut completed = Some(());
        for at in 0..self.moves.len() {
            let known = &self.moves[at];
            let alpha = if self.all || at == 0 { OPEN.0 } else { self.moves[best].claim.score };
            if !self.is_settled(&known.claim) {
                let found = self.value_move(at, depth, alpha);
                if found.is_none_or(|found| found.1) {
                    completed = None;
                }
                let Some((found, _)) = found else { break };
                let known = &mut self.moves[at];
                known.claim = found.and(&known.claim).within_bounds(G::UNIT);
                if known.claim.score > alpha {
                    known.line.truncate(1);
                    known.line.extend_from_slice(self.search.line(1));
                }
            }
            if self.moves[at].claim.score > self.moves[best].claim.score {
                best = at;
                // With all moves asked for, those of this iteration and of the last do not compare yet. The first iteration
                // is over before anybody could hear of it.
                if depth > 1 && !self.all && !self.is_done() {
                    self.tell(watch, best, depth - 1);
                }
            }
            if self.is_done() || completed.is_none() {
                break;
            }
        }
        if !self.all {
            self.moves[..=best].rotate_right(1);
        } else if completed.is_some() {
            self.moves.sort_by_key(|it| -it.claim.score);
        } else {
            // Scores of different depths do not compare: those of an iteration cut short are forgotten. What was proven is not.
            for (it, score) in self.moves.iter_mut().zip(before) {
                it.claim = Claim { score, ..it.claim }.within_bounds(G::UNIT);
            }
            self.moves.sort_by_key(|it| -it.claim.score);
        }
        completed
    }

    /// Searches one move, which matters if it is worth more than `alpha`: what it is worth, and whether that is all that
    /// there was time for, if it does. None when the search had to stop before.
    fn value_move(&mut self, at: usize, depth: u32, alpha: i32) -> Option<(Claim, bool)> {
        let child = &self.moves[at].child;
        if alpha > OPEN.0 {
            // Most are worth no more, and that is sooner shown.
            let found = self.search.descend(child, self.past, depth, (alpha, alpha + 1))?;
            if found.score > alpha {
                let exact = self.search.descend(child, self.past, depth, (alpha, OPEN.1));
                return Some(exact.map_or((found, true), |exact| (exact, false)));
            }
            return Some((found, false));
        }
        Some((self.search.descend(child, self.past, depth, OPEN)?, false))
    }

    /// The bounds of the root.
    fn bounds(&self) -> Option<Claim> {
        let claim = Claim::choice(self.moves.iter().map(|it| it.claim)).filter(|_| self.complete)?;
        // Whatever rests on an occurrence of the root itself is true of it.
        Some(if self.repetition { claim } else { claim.released() })
    }

    /// The value of the root, once it is proven.
    fn value(&self) -> Option<i32> {
        self.bounds().filter(Claim::settled).map(|claim| claim.lowest())
    }

    /// The value of a move, once it is proven, when that of the root is `root`.
    ///
    /// With `repetition` off a bound that rests on the root is not true of a move by itself, but that of the best move is:
    /// it is worth no more than the root, and the strategy behind the root's value begins with it.
    fn value_of(&self, claim: &Claim, root: Option<i32>) -> Option<i32> {
        if root == Some(claim.lowest()) || self.repetition && claim.settled() {
            Some(claim.lowest())
        } else if claim.low.free == claim.high.free {
            Some(claim.low.free.into())
        } else {
            None
        }
    }

    /// Whether a move need not be searched again.
    fn is_settled(&self, claim: &Claim) -> bool {
        if self.all { self.value_of(claim, self.value()).is_some() } else { claim.settled() }
    }

    /// Whether nothing more is to be found out.
    fn is_done(&self) -> bool {
        let root = self.value();
        if self.known.is_some() {
            return self.moves.len() == 1 || root.is_some() && root == self.known;
        }
        root.is_some() && (!self.all || self.moves.iter().all(|it| self.value_of(&it.claim, root).is_some()))
    }

    fn report(&mut self, depth: u32) -> Option<Report> {
        let root = self.known.or(self.value());
        if let Some(best) = root.and_then(|value| self.moves.iter().position(|it| it.claim.lowest() == value)) {
            self.moves[..=best].rotate_right(1);
        }
        for at in 0..if self.all { self.moves.len() } else { 1 } {
            self.lengthen(at, depth);
        }
        // Of a value of 0 nobody need find the way to it: it is what going round for ever is worth.
        let stopped_by = if self.is_done() || self.known == Some(0) {
            StoppedBy::Proven
        } else {
            self.search.stop.reason().unwrap_or(StoppedBy::Depth)
        };
        let standing = self.search.game.standing(&self.state) * G::UNIT;
        let candidate = |it: &RootMove<G::State>| {
            let value = it.known.or_else(|| self.value_of(&it.claim, root));
            let score = value.map_or(it.claim.score, |points| points * G::UNIT);
            Candidate {
                played: it.child.played,
                value: f64::from(standing + score) / f64::from(G::UNIT),
                certainty: if value.is_some() { Certainty::Proven } else { Certainty::Estimated },
                line: it.line.clone(),
            }
        };
        let mut best = candidate(self.moves.first()?);
        if root.is_none() {
            // The move may be worth just that, and another one more.
            best.certainty = Certainty::Estimated;
        }
        let candidates =
            if self.all { self.moves.iter().chain(&self.lesser).map(candidate).collect() } else { Vec::new() };
        Some(Report { best, candidates, depth, nodes: self.search.stop.nodes(), stopped_by })
    }

    /// Goes on with a line where the search took the rest from the table, as long as the table knows it.
    fn lengthen(&mut self, at: usize, depth: u32) {
        self.search.rewind();
        let (mut state, mut past) = (self.state, self.past);
        for ply in 0..depth.max(1) as usize {
            let line = &mut self.moves[at].line;
            let Some(played) = line.get(ply).copied().or_else(|| self.search.remembered(&state)) else { return };
            if ply == line.len() {
                line.push(played);
            }
            let child = self.search.child(&state, played, past);
            let key = self.search.key(&state);
            self.search.enter(&state, key);
            let Some(child) = child.filter(|child| child.goes_on()) else { return };
            past = self.search.onward(&child, past);
            state = child.state;
            if self.search.was_here(&state) {
                return;
            }
        }
    }
}
