//! Depth-first proof-number search (df-pn, Nagai 2002) for one question at a time: does this player, the attacker, win?
//!
//! It keeps its path on a stack of its own instead of recursing, so that it can stop anywhere and continue from there.

use std::ops::Range;

use super::indexer::{Indexer, PositionId};
use super::path_dependence::PathDependence;
use super::proof_table::{Bounds, DEEPEST, Entry, Known, LAST_STAMP, ProofNumbers, ProofTable};
use ayla_rules::Game;
use ayla_rules::andada::{Andada, State};
use ayla_rules::{Move, Side};

/// A move with the results of the position after it, as the player who makes it sees them.
#[derive(Copy, Clone, Debug)]
pub(super) struct Branch {
    pub(super) played: Move,
    /// The position after the move; none if the game is over.
    pub(super) id: Option<PositionId>,
    turned: bool,
    pub(super) numbers: ProofNumbers,
    pub(super) bounds: Bounds,
    depends_on: Option<PathDependence>,
}

#[derive(Clone, Debug)]
struct Frame {
    state: State,
    id: PositionId,
    stamp: u64,
    /// The thresholds: the search leaves the position when either number reaches its own.
    thresholds: ProofNumbers,
    /// The index of its first branch.
    first: usize,
    /// The index of the branch being searched.
    chosen: usize,
    /// The first ply whose position could recur here.
    base: usize,
    /// The nodes made before the search entered it.
    begun: u64,
}

/// The results of a position from its branches.
struct Sum {
    numbers: ProofNumbers,
    bounds: Bounds,
    /// The branch to search next.
    best: usize,
    /// The least proof number of the other branches.
    second: u32,
}

/// The search with its path and its results.
#[derive(Debug)]
pub(super) struct ProofNumberSearch {
    pub(super) game: Andada,
    pub(super) indexer: Indexer,
    pub(super) proofs: ProofTable,
    attacker: Side,
    frames: Vec<Frame>,
    /// The id and turn of each frame's position.
    path: Vec<(PositionId, Side)>,
    /// The branches of the frames, one frame's after another's.
    branches: Vec<Branch>,
    stamp: u64,
    pub(super) nodes: u64,
}

impl ProofNumberSearch {
    pub(super) fn new(game: Andada, indexer: Indexer, proofs: ProofTable) -> Self {
        Self {
            game,
            indexer,
            proofs,
            attacker: Side::South,
            frames: Vec::new(),
            path: Vec::new(),
            branches: Vec::new(),
            stamp: 0,
            nodes: 0,
        }
    }

    pub(super) fn id(&self, state: &State) -> PositionId {
        self.indexer.id(&self.game, state)
    }

    /// Starts to search whether `attacker` wins from this position.
    pub(super) fn start(&mut self, state: &State, attacker: Side) {
        self.unwind();
        self.attacker = attacker;
        let thresholds = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };
        self.enter(*state, self.id(state), thresholds);
    }

    pub(super) fn is_running(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Searches until the question is answered, or `most` nodes are made in all. Returns whether it is answered.
    pub(super) fn run(&mut self, most: u64) -> bool {
        while let Some(top) = self.frames.len().checked_sub(1) {
            let sum = self.sum(top);
            let ProofNumbers { proof, disproof } = self.frames[top].thresholds;
            if sum.numbers.is_open() && sum.numbers.proof < proof && sum.numbers.disproof < disproof {
                if self.nodes >= most {
                    return false;
                }
                self.descend(top, &sum);
            } else if top == 0 {
                self.store(top, &sum);
                return true;
            } else {
                self.leave(top, &sum);
            }
        }
        false
    }

    /// The bounds of the first position, and its branches. Their numbers are for the current attacker.
    pub(super) fn result(&self) -> (Bounds, &[Branch]) {
        let Some(frame) = self.frames.first() else { return (Bounds::OPEN, &self.branches) };
        let sum = self.sum(0);
        // The branches of the first position depend on no path.
        let bounds = with_failure(sum.bounds, sum.numbers, self.attacks(frame));
        let stored = self.proofs.get(frame.id).map_or(Bounds::OPEN, |entry| entry.bounds);
        (stored.and(bounds), &self.branches)
    }

    /// The proof and disproof number of the first position, seen by the player to move there.
    pub(super) fn proof_numbers(&self) -> Option<ProofNumbers> {
        (!self.frames.is_empty()).then(|| self.sum(0).numbers)
    }

    /// Stores the results of the positions on the path without leaving it.
    #[cfg(feature = "files")]
    pub(super) fn store_path(&mut self) {
        for at in (0..self.frames.len()).rev() {
            let sum = self.sum(at);
            let (bounds, depends_on) = self.store(at, &sum);
            if let Some(before) = at.checked_sub(1) {
                self.update_chosen(before, sum.numbers, bounds, depends_on);
            }
        }
    }

    /// Leaves the path, and stores the results of its positions.
    pub(super) fn unwind(&mut self) {
        while let Some(top) = self.frames.len().checked_sub(1) {
            let sum = self.sum(top);
            self.leave(top, &sum);
        }
    }

    fn attacks(&self, frame: &Frame) -> bool {
        self.game.turn(&frame.state) == self.attacker
    }

    fn enter(&mut self, state: State, id: PositionId, thresholds: ProofNumbers) {
        let base = match self.frames.last() {
            Some(before) if self.game.could_recur(&before.state, &state) => before.base,
            Some(_) | None => self.frames.len(),
        };
        let turn = self.game.turn(&state);
        self.stamp += 1;
        self.path.push((id, turn));
        let first = self.branches.len();
        self.frames.push(Frame {
            state,
            id,
            stamp: self.stamp,
            thresholds,
            first,
            chosen: first,
            base,
            begun: self.nodes,
        });
        for played in self.game.candidates(&state) {
            self.nodes += 1;
            let Some(next) = self.game.play(&state, played, &[], &mut ()) else { continue };
            let branch = self.branch(&state, played, &next, turn, base);
            self.branches.push(branch);
        }
    }

    /// The branch of a move before it is searched.
    fn branch(&self, state: &State, played: Move, next: &State, turn: Side, base: usize) -> Branch {
        let next_turn = self.game.turn(next);
        let turned = next_turn != turn;
        let attacks = turn == self.attacker;
        let mut branch = Branch {
            played,
            id: None,
            turned,
            numbers: initial_numbers(next, next_turn),
            bounds: Bounds::OPEN,
            depends_on: None,
        };
        if turned {
            branch.numbers = branch.numbers.for_opponent();
        }
        if self.game.over(next).is_some() {
            let result = self.game.result(next) as i8;
            branch.bounds = Bounds::exactly(if turned { -result } else { result });
            branch.apply_bounds(attacks);
            return branch;
        }
        let id = self.id(next);
        branch.id = Some(id);
        self.look_up(&mut branch, attacks);
        if branch.numbers.is_open() && self.game.could_recur(state, next) {
            let here = (id, next_turn);
            if let Some(at) = self.path[base..].iter().position(|&earlier| earlier == here) {
                branch.numbers = if attacks { ProofNumbers::DISPROVEN } else { ProofNumbers::PROVEN };
                branch.depends_on = Some(PathDependence::on(base + at));
            }
        }
        branch
    }

    /// Takes the results of the position after a move from the table.
    fn look_up(&self, branch: &mut Branch, attacks: bool) {
        let Some(entry) = branch.id.and_then(|id| self.proofs.get(id)) else { return };
        let turned = branch.turned;
        branch.bounds = branch.bounds.and(if turned { entry.bounds.for_opponent() } else { entry.bounds });
        branch.apply_bounds(attacks);
        if !branch.numbers.is_open() || entry.attacks != (attacks != turned) {
            return;
        }
        match entry.known {
            Known::Nothing => {}
            Known::Numbers(numbers) => branch.numbers = if turned { numbers.for_opponent() } else { numbers },
            Known::FailsOnPath { depends_on, stamp } => {
                // The path up to that ply is the same as it was.
                if self.frames.get(depends_on.to).is_some_and(|frame| frame.stamp == stamp) {
                    branch.numbers = if attacks { ProofNumbers::DISPROVEN } else { ProofNumbers::PROVEN };
                    branch.depends_on = Some(depends_on);
                }
            }
        }
    }

    fn branches_of(&self, at: usize) -> Range<usize> {
        self.frames[at].first..self.frames.get(at + 1).map_or(self.branches.len(), |next| next.first)
    }

    /// The results of a position from its branches.
    fn sum(&self, at: usize) -> Sum {
        let all = self.branches_of(at);
        let best = all.start;
        let mut sum =
            Sum { numbers: ProofNumbers::DISPROVEN, bounds: Bounds::exactly(-1), best, second: ProofNumbers::INFINITE };
        let mut others = 0_u64;
        let mut soonest = u16::MAX;
        let mut latest = 0;
        for (at, branch) in all.clone().zip(&self.branches[all]) {
            let ProofNumbers { proof, disproof } = branch.numbers;
            if proof < sum.numbers.proof {
                (sum.second, sum.numbers.proof, sum.best) = (sum.numbers.proof, proof, at);
            } else {
                sum.second = sum.second.min(proof);
            }
            others += u64::from(disproof);
            let Bounds { low, high, moves } = branch.bounds;
            (sum.bounds.low, sum.bounds.high) = (sum.bounds.low.max(low), sum.bounds.high.max(high));
            soonest = if low == 1 { soonest.min(moves) } else { soonest };
            latest = latest.max(moves);
        }
        sum.bounds.moves = if sum.bounds.low == 1 {
            soonest.saturating_add(1)
        } else if sum.bounds.high == -1 {
            latest.saturating_add(1)
        } else {
            0
        };
        sum.numbers.disproof = match sum.numbers.proof {
            0 => ProofNumbers::INFINITE,
            ProofNumbers::INFINITE => 0,
            _ => others.min(ProofNumbers::MAX.into()) as u32,
        };
        sum
    }

    /// Enters the best branch. Its threshold lets another become better by a quarter first (the 1 + ε trick, Pawlewicz
    /// and Lew 2007).
    fn descend(&mut self, top: usize, sum: &Sum) {
        let branch = self.branches[sum.best];
        let frame = &mut self.frames[top];
        frame.chosen = sum.best;
        let ProofNumbers { proof, disproof } = frame.thresholds;
        let thresholds = ProofNumbers {
            proof: proof.min(sum.second + sum.second / 4 + 1),
            disproof: if disproof == ProofNumbers::INFINITE {
                disproof
            } else {
                (disproof + branch.numbers.disproof - sum.numbers.disproof).min(ProofNumbers::INFINITE)
            },
        };
        let thresholds = if branch.turned { thresholds.for_opponent() } else { thresholds };
        self.nodes += 1;
        let next = self.game.play(&frame.state, branch.played, &[], &mut ());
        if let Some((next, id)) = next.zip(branch.id) {
            self.enter(next, id, thresholds);
        }
    }

    /// The plies before a position that the failure of the attacker in it depends on.
    fn depends_on(&self, at: usize, attacks: bool) -> Option<PathDependence> {
        let branches = &self.branches[self.branches_of(at)];
        let depends_on = if attacks {
            branches.iter().filter_map(|branch| branch.depends_on).reduce(PathDependence::union)
        } else {
            // One defence is enough: the one that depends on the latest ply.
            let holding = branches.iter().filter(|branch| branch.numbers.proof == 0);
            let depends_on = |branch: &&Branch| branch.depends_on.map_or(usize::MAX, |depends_on| depends_on.from);
            holding.max_by_key(depends_on).and_then(|branch| branch.depends_on)
        };
        depends_on.and_then(|depends_on| depends_on.without(at))
    }

    /// Stores the results of a position, and returns those for the frame before.
    fn store(&mut self, at: usize, sum: &Sum) -> (Bounds, Option<PathDependence>) {
        let frame = &self.frames[at];
        let attacks = self.attacks(frame);
        let fails = !sum.numbers.is_open() && (sum.numbers.proof == 0) != attacks;
        let depends_on = if fails { self.depends_on(at, attacks) } else { None };
        let bounds = if depends_on.is_none() { with_failure(sum.bounds, sum.numbers, attacks) } else { sum.bounds };
        let known = match depends_on {
            None if sum.numbers.is_open() => Known::Numbers(sum.numbers),
            None => Known::Nothing,
            Some(depends_on) => match self.frames.get(depends_on.to).map(|frame| frame.stamp) {
                Some(stamp) if depends_on.to <= DEEPEST && stamp <= LAST_STAMP => {
                    Known::FailsOnPath { depends_on, stamp }
                }
                Some(_) | None => Known::Nothing,
            },
        };
        let work = (u64::BITS - (self.nodes - frame.begun).leading_zeros()) as u8;
        self.proofs.put(frame.id, &Entry { bounds, attacks, known, work });
        (bounds, depends_on)
    }

    /// Leaves the last position of the path, and updates the one before.
    fn leave(&mut self, top: usize, sum: &Sum) {
        let (bounds, depends_on) = self.store(top, sum);
        self.branches.truncate(self.frames[top].first);
        self.frames.pop();
        self.path.pop();
        let Some(before) = top.checked_sub(1) else { return };
        self.update_chosen(before, sum.numbers, bounds, depends_on);
        let attacks = self.attacks(&self.frames[before]);
        // Other branches may have been reached in the search. Look them up only now: results that depend on the
        // position just left are not true of them.
        for at in self.branches_of(before) {
            if at != self.frames[before].chosen && self.branches[at].numbers.is_open() {
                let mut branch = self.branches[at];
                self.look_up(&mut branch, attacks);
                self.branches[at] = branch;
            }
        }
    }

    /// Updates the branch that was searched in a position.
    fn update_chosen(&mut self, at: usize, numbers: ProofNumbers, bounds: Bounds, depends_on: Option<PathDependence>) {
        let chosen = self.frames[at].chosen;
        let attacks = self.attacks(&self.frames[at]);
        let branch = &mut self.branches[chosen];
        branch.bounds = branch.bounds.and(if branch.turned { bounds.for_opponent() } else { bounds });
        branch.numbers = if branch.turned { numbers.for_opponent() } else { numbers };
        branch.depends_on = depends_on;
        branch.apply_bounds(attacks);
    }
}

impl Branch {
    /// Sets the numbers if the bounds decide the question for this player, who attacks or defends.
    fn apply_bounds(&mut self, attacks: bool) {
        let Bounds { low, high, .. } = self.bounds;
        let (enough, too_little) = if attacks { (1, 0) } else { (0, -1) };
        if low >= enough {
            (self.numbers, self.depends_on) = (ProofNumbers::PROVEN, None);
        } else if high <= too_little {
            (self.numbers, self.depends_on) = (ProofNumbers::DISPROVEN, None);
        }
    }
}

/// The bounds with the failure of the attacker, if the numbers show it and it is path-independent.
fn with_failure(mut bounds: Bounds, numbers: ProofNumbers, attacks: bool) -> Bounds {
    if attacks && numbers.disproof == 0 {
        bounds.high = bounds.high.min(0);
    } else if !attacks && numbers.proof == 0 {
        bounds.low = bounds.low.max(0);
    }
    bounds
}

/// The numbers of a position before it is searched: the more seeds and moves a player has, the harder they are to beat.
fn initial_numbers(state: &State, turn: Side) -> ProofNumbers {
    let worth = |row: &[u8]| -> u32 { row.iter().map(|&seeds| 2 * u32::from(seeds > 0) + u32::from(seeds)).sum() };
    let [near, far] = [turn, turn.other()].map(|side| 1 + worth(state.board().side(side)) / 2);
    // A player wins once the opponent's seeds are beaten.
    ProofNumbers { proof: far, disproof: near }
}
