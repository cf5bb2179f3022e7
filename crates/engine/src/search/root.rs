//! The root: iterative deepening until the value is proven or the search has to stop.

mod exact;
mod report;

pub(super) use exact::scratch_bytes;

use std::cmp::Reverse;

use super::alpha_beta::{Child, History, OPEN, Search};
use super::bounds::Bounds;
use super::prover::Proofs;
use super::searchable::Searchable;
use super::stop::{Stop, expected_nodes};
use super::transposition::{Setting, TranspositionTable};
use super::{MAX_DEPTH, Report, Request, Watch};
use crate::solver::{Prove, ProvenBounds};
use crate::tablebase::Class;
use ayla_rules::Move;
use ayla_rules::line::GameLine;

/// A move of the root, with its result so far.
#[derive(Clone, Debug)]
struct RootMove<S> {
    child: Child<S>,
    /// The score of the last iteration, and the bounds of all iterations.
    bounds: Bounds,
    /// Whether the score is a value and not only a bound: the last search of the move found it above that of others.
    is_valued: bool,
    /// The value of the move, if an endgame table proves it.
    known: Option<i32>,
    line: Vec<Move>,
    /// How many moves of the line are optimal by an analysis to the end.
    analysed: usize,
}

struct Root<'a, G: Searchable> {
    search: Search<'a, G>,
    state: G::State,
    past: History,
    /// The moves to search, the best of the last iteration first.
    moves: Vec<RootMove<G::State>>,
    /// Moves that an endgame table shows to be worse, which are not searched.
    worse: Vec<RootMove<G::State>>,
    /// The value of the root, if an endgame table gives it before any search.
    known: Option<i32>,
    complete: bool,
    /// How many of the best moves are to be valued.
    wanted: usize,
    /// Whether the result of a solver, which ignores the line, is true here.
    solvable: bool,
    /// The solver that runs beside the search, in games that have one.
    solver: Option<Box<dyn Prove + 'a>>,
    /// The proofs of earlier searches, until the solver has them.
    proofs: Option<&'a mut Proofs>,
    /// The bounds of the solver that the moves have taken over.
    taken: Option<ProvenBounds>,
}

/// The iteration after which retrograde analysis and the solver begin: shallow proofs are cheaper.
const SHALLOW: u32 = 6;

/// Searches the position at the end of a line.
pub(super) fn suggest<G: Searchable>(
    table: &mut TranspositionTable,
    path: &GameLine<G>,
    request: &Request<'_>,
    watch: Watch<'_>,
) -> Option<Report> {
    let Request { limits, wanted, endgame, .. } = request;
    let game = path.game;
    if game.over(&path.state).is_some() {
        return None;
    }
    let endgame = endgame.filter(|table| Class::of(&(*game.options()).into()).as_ref() == Some(table.class()));
    let seeds = game.seeds(&path.state);
    let setting = || {
        let setup = game.setup(&path.state);
        let table_seeds = endgame.map_or(0, |table| table.seeds().into());
        Setting {
            rules: setup.rules.into(),
            seeds: setup.stores.map(|_| setup.seeds()),
            burnt: setup.burnt,
            table_seeds,
            tabled_root: (seeds <= table_seeds).then_some(seeds),
            has_prover: G::HAS_LASTING_PROOFS,
        }
    };
    let (entries, proofs) = table.begin_in(expected_nodes(limits), setting);
    let (mut search, past) = Search::new(game, &path.past, Stop::new(request), entries, endgame, seeds);
    // A limit of depth means full width.
    search.selective = limits.depth.is_none();
    // With `repetition` a solver would have to know the line.
    let solvable = !search.repetition || path.past.is_empty();
    let mut root = Root {
        search,
        state: path.state,
        past,
        moves: Vec::new(),
        worse: Vec::new(),
        known: None,
        complete: true,
        wanted: (*wanted).max(1),
        solvable,
        solver: None,
        proofs,
        taken: None,
    };
    root.find_moves();
    root.set_worse_apart();
    let depth = root.deepen(limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH), watch);
    root.report(depth, true)
}

impl<G: Searchable> Root<'_, G> {
    /// Makes every legal move; if the search already has to stop, at least one, or all if more than one is wanted.
    fn find_moves(&mut self) {
        let game = self.search.game;
        for played in game.candidates(&self.state) {
            // A move that turns out to be illegal is no node, so that one legal move is within any limit.
            let Some(child) = self.search.child(&self.state, played, self.past) else { continue };
            if self.search.stop.count_node().is_none() {
                if self.wanted == 1 && !self.moves.is_empty() {
                    self.complete = false;
                    break;
                }
                // It is made whatever the limits.
                self.search.stop.nodes += 1;
            }
            let mut bounds = self.search.child_bounds(&child);
            bounds.score = self.search.first_estimate(&child);
            let bounds = bounds.clamped(G::UNIT);
            let known = if child.continues() { self.search.known_value(&child) } else { Some(bounds.lower()) };
            self.moves.push(RootMove { child, bounds, is_valued: false, known, line: vec![played], analysed: 1 });
        }
    }

    /// Sets the worse moves apart, if an endgame table gives the value of each. The best are searched for one that
    /// makes progress.
    fn set_worse_apart(&mut self) {
        let values: Option<Vec<i32>> = self.moves.iter().map(|it| it.known).collect();
        self.known = values.filter(|_| self.complete).and_then(|values| values.into_iter().max());
        if self.known.is_some() {
            let known = self.known;
            self.worse = self.moves.extract_if(.., |it| it.known != known).collect();
            self.worse.sort_by_key(|it| Reverse(it.known));
        }
    }

    /// Iterates up to this depth, and returns the last iteration completed.
    fn deepen(&mut self, most: u32, mut watch: Watch<'_>) -> u32 {
        let key = self.search.key(&self.state);
        self.search.enter(&self.state, key);
        let mut done = 0;
        let mut most_nodes = 0;
        let known = self.search.known_depth(key, self.past);
        while (done < most || self.search.selective) && self.search.stop.reason.is_none() {
            if done == most {
                // Reduced moves never become certain.
                self.search.selective = false;
            }
            let before = self.search.stop.nodes;
            let completed = self.iterate((done + 1).min(most), &mut watch);
            let nodes = self.search.stop.nodes - before;
            if done >= SHALLOW.max(known) && nodes < most_nodes / 2 {
                // Most is proven, so that what is reduced can be proven too.
                self.search.selective = false;
            }
            most_nodes = most_nodes.max(nodes);
            if completed.is_none() && !self.is_done() {
                break;
            }
            done = (done + 1).min(most);
            let with_value = done == 1 && self.known.is_some_and(|known| known != 0) && !self.is_done();
            if with_value {
                // A table has given the value; the analysis finds the way to it. It may last longer than the caller
                // waits.
                self.report_progress(&mut watch, 0, done);
                self.analyse_ending();
            } else if done == SHALLOW && self.search.selective && !self.is_done() {
                if self.may_be_small() {
                    self.analyse_ending();
                }
                self.solver = self.new_solver();
            }
            if !self.is_done() {
                self.run_solver();
            }
            if self.is_done() || done >= SHALLOW && self.known == Some(0) {
                break;
            }
            if let Some((bounds, best)) = self.bounds().zip(self.moves.first()) {
                let bounds = Bounds { score: best.bounds.score, ..bounds };
                self.search.store_root(&self.state, self.past, done, &bounds, best.child.played);
            }
            if done < most && !with_value {
                self.report_progress(&mut watch, 0, done);
            }
        }
        done
    }

    /// Passes the report that would follow, if the search stopped now with this move as the best, to the watcher.
    /// Leaves everything as it was. If the search has to stop, the final report follows anyway.
    fn report_progress(&mut self, watch: &mut Watch<'_>, best: usize, depth: u32) {
        let Some(watch) = watch.as_mut().filter(|_| self.search.stop.reason.is_none()) else { return };
        let moves = self.moves.clone();
        self.moves[..=best].rotate_right(1);
        if let Some(report) = self.report(depth, false) {
            watch(report);
        }
        self.moves = moves;
        self.search.rewind();
        let key = self.search.key(&self.state);
        self.search.enter(&self.state, key);
    }

    /// Runs one iteration; `None` if it was not completed.
    fn iterate(&mut self, depth: u32, watch: &mut Watch<'_>) -> Option<()> {
        let before: Vec<i32> = self.moves.iter().map(|it| it.bounds.score).collect();
        let mut best = 0;
        let mut completed = Some(());
        'moves: for index in 0..self.moves.len() {
            // A move that turns out to win for certain is searched again if it was compared with one that may not.
            let mut alpha = OPEN.1;
            while !self.is_settled(&self.moves[index].bounds) && self.worst_wanted(index) < alpha {
                alpha = self.worst_wanted(index);
                let found = self.search_root_move(index, depth, alpha);
                if found.is_none_or(|found| found.1) {
                    completed = None;
                }
                let Some((found, _)) = found else { break 'moves };
                let known = &mut self.moves[index];
                known.bounds = found.tightened(&known.bounds).clamped(G::UNIT);
                known.is_valued = known.bounds.score > alpha;
                if known.is_valued {
                    known.line.truncate(1);
                    known.line.extend_from_slice(self.search.line(1));
                    break;
                }
            }
            if self.moves[index].bounds.score > self.moves[best].bounds.score {
                best = index;
                // Scores of all moves are of different depths until the iteration ends. The first iteration is over at
                // once.
                if depth > 1 && self.wanted == 1 && !self.is_done() {
                    self.report_progress(watch, best, depth - 1);
                }
            }
            if self.is_done() || completed.is_none() {
                break;
            }
        }
        if self.wanted == 1 {
            self.moves[..=best].rotate_right(1);
        } else {
            if completed.is_none() {
                // Scores of different depths do not compare, so those of this iteration are dropped. Bounds are kept.
                for (it, score) in self.moves.iter_mut().zip(before) {
                    it.bounds = Bounds { score, ..it.bounds }.clamped(G::UNIT);
                }
            }
            self.bring_best_forward();
        }
        completed
    }

    /// The score that the move at this index has to exceed to be among the best, by the scores of the moves before it.
    /// A move that is proven to win has to be the best of those that are.
    fn worst_wanted(&self, index: usize) -> i32 {
        let root = self.lower_bound();
        let wins = |it: &RootMove<G::State>| self.wanted == 1 && self.least(it, root) > 0;
        let must_win = wins(&self.moves[index]);
        let before = self.moves[..index].iter().filter(|it| !must_win || wins(it));
        let mut scores: Vec<i32> = before.map(|it| it.bounds.score).collect();
        match scores.len().checked_sub(self.wanted) {
            Some(place) => *scores.select_nth_unstable(place).1,
            None => OPEN.0,
        }
    }

    /// Puts as many moves as are wanted before the others, the best first. The others keep their order: their scores
    /// are only limits.
    fn bring_best_forward(&mut self) {
        for place in 0..self.wanted.min(self.moves.len()) {
            let rest = &self.moves[place..];
            let best = (0..rest.len()).max_by_key(|&index| (rest[index].bounds.score, Reverse(index))).unwrap_or(0);
            self.moves[place..=place + best].rotate_right(1);
        }
    }

    /// Searches a move of the root. Returns its bounds, and whether they are only those of the null window because the
    /// search had to stop before the full window. `None` if it had to stop before that.
    fn search_root_move(&mut self, index: usize, depth: u32, alpha: i32) -> Option<(Bounds, bool)> {
        let child = &self.moves[index].child;
        if alpha == OPEN.0 {
            return Some((self.search.search_move(child, self.past, depth, OPEN)?, false));
        }
        // Null window first: most moves are no better.
        let found = self.search.search_move(child, self.past, depth, (alpha, alpha + 1))?;
        if found.score <= alpha {
            return Some((found, false));
        }
        let exact = self.search.search_move(child, self.past, depth, (alpha, OPEN.1));
        Some(exact.map_or((found, true), |exact| (exact, false)))
    }

    fn bounds(&self) -> Option<Bounds> {
        let bounds = Bounds::choice(self.moves.iter().map(|it| it.bounds)).filter(|_| self.complete)?;
        // A bound that depends on the root itself is true of it.
        Some(if self.search.repetition { bounds } else { bounds.resolved() })
    }

    /// The value of the root, if it is proven.
    fn value(&self) -> Option<i32> {
        self.bounds().filter(Bounds::is_exact).map(|bounds| bounds.lower())
    }

    /// The value of a move, if it is proven. `root` is that of the root, if it is proven.
    ///
    /// With `repetition` off a bound that depends on the root is not true of a move by itself, except of the best move:
    /// its value is no more than that of the root, and the strategy behind the root's value begins with it.
    fn value_of(&self, bounds: &Bounds, root: Option<i32>) -> Option<i32> {
        if root == Some(bounds.lower()) || self.search.repetition && bounds.is_exact() {
            Some(bounds.lower())
        } else if bounds.low.path_independent == bounds.high.path_independent {
            Some(bounds.low.path_independent.into())
        } else {
            None
        }
    }

    /// Whether a move need not be searched again.
    fn is_settled(&self, bounds: &Bounds) -> bool {
        if self.wanted > 1 { self.value_of(bounds, self.value()).is_some() } else { bounds.is_exact() }
    }

    /// Whether everything that was asked for is proven.
    fn is_done(&self) -> bool {
        let root = self.value();
        if self.known.is_some() {
            return self.moves.len() == 1 || root.is_some() && root == self.known;
        }
        root.is_some() && (self.wanted == 1 || self.are_best_proven(root))
    }

    /// Whether the wanted moves have proven values, and every other is proven to be no better. `root` is the value of
    /// the root.
    fn are_best_proven(&self, root: Option<i32>) -> bool {
        let mut proven: Vec<i32> = self.moves.iter().filter_map(|it| self.value_of(&it.bounds, root)).collect();
        let Some(place) = proven.len().checked_sub(self.wanted.min(self.moves.len())) else { return false };
        if proven.len() == self.moves.len() {
            return true;
        }
        let worst = *proven.select_nth_unstable(place).1;
        self.moves.iter().all(|it| {
            let high = it.bounds.high;
            let most = if self.search.repetition { high.tight } else { high.path_independent };
            self.value_of(&it.bounds, root).is_some() || i32::from(most) <= worst
        })
    }
}
