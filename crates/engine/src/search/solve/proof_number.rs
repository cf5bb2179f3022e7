//! Depth-first proof-number search (Nagai 2002) for one question at a time: does this player, the attacker, win?
//!
//! Without recursion, so that it stops anywhere and goes on from there.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::name::{Name, Names};
use super::proofs::{Bounds, DEEPEST, Effort, Entry, Known, LAST_STAMP, Proofs};
use super::rests::Rests;
use ayla_rules::andada::{Andada, State};
use ayla_rules::rules::Game;
use ayla_rules::{Move, Side};

/// A move with what is known of the position after it, seen by the player who makes it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Branch {
    pub(super) played: Move,
    /// The position after it; none when the game is over.
    pub(super) name: Option<Name>,
    /// Whether it is the other player's turn.
    turned: bool,
    pub(super) effort: Effort,
    pub(super) bounds: Bounds,
    rests: Option<Rests>,
}

/// A position on the path.
#[derive(Clone, Debug)]
struct Frame {
    state: State,
    name: Name,
    stamp: u64,
    /// When to leave it: as soon as either effort is as great.
    until: Effort,
    /// Where its branches begin.
    first: usize,
    /// The branch that is searched now.
    chosen: usize,
    /// The first ply of the path from which a position could recur.
    base: usize,
    /// The moves made before it.
    begun: u64,
}

/// What the branches of a position come to.
struct Sum {
    effort: Effort,
    bounds: Bounds,
    /// The branch to look at first.
    best: usize,
    /// The least effort of the others.
    second: u32,
}

/// The search, its path, and what it found out.
#[derive(Debug)]
pub(super) struct ProofNumber {
    pub(super) game: Andada,
    pub(super) names: Names,
    pub(super) proofs: Proofs,
    attacker: Side,
    frames: Vec<Frame>,
    /// The name and turn of each frame's position.
    path: Vec<(Name, Side)>,
    /// The branches of the frames, one frame's after the other's.
    branches: Vec<Branch>,
    stamp: u64,
    nodes: u64,
    deepest: usize,
}

impl ProofNumber {
    pub(super) fn new(game: Andada, names: Names, proofs: Proofs) -> Self {
        Self {
            game,
            names,
            proofs,
            attacker: Side::South,
            frames: Vec::new(),
            path: Vec::new(),
            branches: Vec::new(),
            stamp: 0,
            nodes: 0,
            deepest: 0,
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on counting from here.
    #[cfg(feature = "files")]
    pub(super) const fn set_nodes(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// How long the path was at most.
    pub(super) const fn deepest(&self) -> usize {
        self.deepest
    }

    pub(super) fn name(&self, state: &State) -> Name {
        self.names.of(&self.game, state)
    }

    /// Begins with a question: whether `attacker` wins from this position.
    pub(super) fn ask(&mut self, state: &State, attacker: Side) {
        self.retreat();
        self.attacker = attacker;
        let until = Effort { own: Effort::NEVER, other: Effort::NEVER };
        self.enter(*state, self.name(state), until);
    }

    /// Whether a question is being looked into.
    pub(super) fn is_asked(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Goes on until the question is answered, or so many nodes are made in all.
    pub(super) fn run(&mut self, most: u64, cancel: &AtomicBool) -> bool {
        while let Some(top) = self.frames.len().checked_sub(1) {
            let sum = self.sum(top);
            let Effort { own, other } = self.frames[top].until;
            if sum.effort.is_open() && sum.effort.own < own && sum.effort.other < other {
                if self.nodes >= most || cancel.load(Ordering::Relaxed) {
                    return false;
                }
                self.descend(top, &sum);
            } else if top == 0 {
                self.keep(top, &sum);
                return true;
            } else {
                self.leave(top, &sum);
            }
        }
        false
    }

    /// What was found out about the first position, and its moves. Efforts are about the question asked.
    pub(super) fn answer(&self) -> (Bounds, &[Branch]) {
        let bounds = match self.frames.first() {
            Some(frame) => {
                self.proofs.get(frame.name).map_or(Bounds::OPEN, |entry| entry.bounds).and(self.first_bounds())
            }
            None => Bounds::OPEN,
        };
        (bounds, &self.branches)
    }

    /// The bounds of the first position, which does not rest on anything.
    fn first_bounds(&self) -> Bounds {
        let sum = self.sum(0);
        let attacks = self.attacks(&self.frames[0]);
        failed(sum.bounds, sum.effort, attacks)
    }

    /// The efforts of the first position, seen by the player to move there.
    pub(super) fn efforts(&self) -> Option<Effort> {
        (!self.frames.is_empty()).then(|| self.sum(0).effort)
    }

    /// Keeps what is known of the positions on the path, as though it were left, and stays on it.
    #[cfg(feature = "files")]
    pub(super) fn keep_path(&mut self) {
        for at in (0..self.frames.len()).rev() {
            let sum = self.sum(at);
            let (bounds, rests) = self.keep(at, &sum);
            if let Some(before) = at.checked_sub(1) {
                self.tell(before, sum.effort, bounds, rests);
            }
        }
    }

    /// Leaves the path; what is known of it so far is kept.
    pub(super) fn retreat(&mut self) {
        while let Some(top) = self.frames.len().checked_sub(1) {
            let sum = self.sum(top);
            self.leave(top, &sum);
        }
    }

    fn attacks(&self, frame: &Frame) -> bool {
        self.game.turn(&frame.state) == self.attacker
    }

    /// Enters a position, and makes all its moves.
    fn enter(&mut self, state: State, name: Name, until: Effort) {
        let base = match self.frames.last() {
            Some(before) if self.game.could_recur(&before.state, &state) => before.base,
            Some(_) | None => self.frames.len(),
        };
        let turn = self.game.turn(&state);
        self.stamp += 1;
        self.path.push((name, turn));
        let first = self.branches.len();
        self.frames.push(Frame {
            state,
            name,
            stamp: self.stamp,
            until,
            first,
            chosen: first,
            base,
            begun: self.nodes,
        });
        self.deepest = self.deepest.max(self.frames.len());
        for played in self.game.candidates(&state) {
            self.nodes += 1;
            let Some(next) = self.game.play(&state, played, &[], &mut ()) else { continue };
            let branch = self.branch(&state, played, &next, turn, base);
            self.branches.push(branch);
        }
    }

    /// A move, with what is known before it is searched.
    fn branch(&self, state: &State, played: Move, next: &State, turn: Side, base: usize) -> Branch {
        let next_turn = self.game.turn(next);
        let turned = next_turn != turn;
        let attacks = turn == self.attacker;
        let mut branch = Branch {
            played,
            name: None,
            turned,
            effort: first_look(next, next_turn),
            bounds: Bounds::OPEN,
            rests: None,
        };
        if turned {
            branch.effort = branch.effort.turned();
        }
        if self.game.over(next).is_some() {
            // Who is to move has lost (AN-6).
            branch.bounds = Bounds::exactly(if turned { 1 } else { -1 });
            branch.judge(attacks);
            return branch;
        }
        let name = self.name(next);
        branch.name = Some(name);
        self.look_up(&mut branch, attacks);
        if branch.effort.is_open() && self.game.could_recur(state, next) {
            let here = (name, next_turn);
            if let Some(at) = self.path[base..].iter().position(|&earlier| earlier == here) {
                branch.effort = if attacks { Effort::REFUTED } else { Effort::SHOWN };
                branch.rests = Some(Rests::on(base + at));
            }
        }
        branch
    }

    /// What has been found out about the position after a move.
    fn look_up(&self, branch: &mut Branch, attacks: bool) {
        let Some(entry) = branch.name.and_then(|name| self.proofs.get(name)) else { return };
        let turned = branch.turned;
        branch.bounds = branch.bounds.and(if turned { entry.bounds.turned() } else { entry.bounds });
        branch.judge(attacks);
        if !branch.effort.is_open() || entry.attacks != (attacks != turned) {
            return;
        }
        match entry.known {
            Known::Nothing => {}
            Known::Efforts(effort) => branch.effort = if turned { effort.turned() } else { effort },
            Known::FailsBelow { rests, stamp } => {
                // The path up to there is the same as it was.
                if self.frames.get(rests.to).is_some_and(|frame| frame.stamp == stamp) {
                    branch.effort = if attacks { Effort::REFUTED } else { Effort::SHOWN };
                    branch.rests = Some(rests);
                }
            }
        }
    }

    /// Where the branches of a frame are.
    fn branches_of(&self, at: usize) -> Range<usize> {
        self.frames[at].first..self.frames.get(at + 1).map_or(self.branches.len(), |next| next.first)
    }

    /// What the branches of a frame come to.
    fn sum(&self, at: usize) -> Sum {
        let all = self.branches_of(at);
        let best = all.start;
        let mut sum = Sum { effort: Effort::REFUTED, bounds: Bounds::exactly(-1), best, second: Effort::NEVER };
        let (mut others, mut soonest, mut latest) = (0_u64, u16::MAX, 0);
        for (at, branch) in all.clone().zip(&self.branches[all]) {
            let Effort { own, other } = branch.effort;
            if own < sum.effort.own {
                (sum.second, sum.effort.own, sum.best) = (sum.effort.own, own, at);
            } else {
                sum.second = sum.second.min(own);
            }
            others += u64::from(other);
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
        sum.effort.other = match sum.effort.own {
            0 => Effort::NEVER,
            Effort::NEVER => 0,
            _ => others.min(Effort::MOST.into()) as u32,
        };
        sum
    }

    /// Enters the best branch, until another becomes better by a quarter (Pawlewicz and Lew 2007).
    fn descend(&mut self, top: usize, sum: &Sum) {
        let branch = self.branches[sum.best];
        let frame = &mut self.frames[top];
        frame.chosen = sum.best;
        let never = u64::from(Effort::NEVER);
        let other = u64::from(frame.until.other) + u64::from(branch.effort.other) - u64::from(sum.effort.other);
        let until = Effort {
            own: frame.until.own.min(sum.second.saturating_add(sum.second / 4).saturating_add(1)).min(Effort::NEVER),
            other: if frame.until.other == Effort::NEVER { Effort::NEVER } else { other.min(never) as u32 },
        };
        let until = if branch.turned { until.turned() } else { until };
        self.nodes += 1;
        let next = self.game.play(&frame.state, branch.played, &[], &mut ());
        if let Some((next, name)) = next.zip(branch.name) {
            self.enter(next, name, until);
        }
    }

    /// What the failure of the attacker in a position of the path rests on, the position itself left out.
    fn rests(&self, at: usize, attacks: bool) -> Option<Rests> {
        let branches = &self.branches[self.branches_of(at)];
        let rests = if attacks {
            branches.iter().filter_map(|branch| branch.rests).reduce(Rests::and)
        } else {
            // One that holds is enough: the one that rests on least.
            let holding = branches.iter().filter(|branch| branch.effort.own == 0);
            let rests = |branch: &&Branch| branch.rests.map_or(usize::MAX, |rests| rests.from);
            holding.max_by_key(rests).and_then(|branch| branch.rests)
        };
        rests.and_then(|rests| rests.without(at))
    }

    /// Keeps what is known of a position: also that for the frame before.
    fn keep(&mut self, at: usize, sum: &Sum) -> (Bounds, Option<Rests>) {
        let frame = &self.frames[at];
        let attacks = self.attacks(frame);
        let fails = !sum.effort.is_open() && (sum.effort.own == 0) != attacks;
        let rests = if fails { self.rests(at, attacks) } else { None };
        let bounds = if rests.is_none() { failed(sum.bounds, sum.effort, attacks) } else { sum.bounds };
        let known = match rests {
            None if sum.effort.is_open() => Known::Efforts(sum.effort),
            None => Known::Nothing,
            Some(rests) => match self.frames.get(rests.to).map(|frame| frame.stamp) {
                Some(stamp) if rests.to <= DEEPEST && stamp <= LAST_STAMP => Known::FailsBelow { rests, stamp },
                Some(_) | None => Known::Nothing,
            },
        };
        let labour = (u64::BITS - (self.nodes - frame.begun).leading_zeros()) as u8;
        self.proofs.put(frame.name, &Entry { bounds, attacks, known, labour });
        (bounds, rests)
    }

    /// Leaves the last position of the path, and tells the one before.
    fn leave(&mut self, top: usize, sum: &Sum) {
        let (bounds, rests) = self.keep(top, sum);
        self.branches.truncate(self.frames[top].first);
        self.frames.pop();
        self.path.pop();
        let Some(before) = top.checked_sub(1) else { return };
        self.tell(before, sum.effort, bounds, rests);
        let attacks = self.attacks(&self.frames[before]);
        // The others may have been met on the way. Only now: what rests on the position left is not true for them.
        for at in self.branches_of(before) {
            if at != self.frames[before].chosen && self.branches[at].effort.is_open() {
                let mut branch = self.branches[at];
                self.look_up(&mut branch, attacks);
                self.branches[at] = branch;
            }
        }
    }

    /// Tells a position what its chosen move has come to.
    fn tell(&mut self, at: usize, effort: Effort, bounds: Bounds, rests: Option<Rests>) {
        let (chosen, attacks) = (self.frames[at].chosen, self.attacks(&self.frames[at]));
        let branch = &mut self.branches[chosen];
        branch.bounds = branch.bounds.and(if branch.turned { bounds.turned() } else { bounds });
        branch.effort = if branch.turned { effort.turned() } else { effort };
        branch.rests = rests;
        branch.judge(attacks);
    }
}

impl Branch {
    /// Takes the bounds into account: who moves here attacks, or defends.
    fn judge(&mut self, attacks: bool) {
        let Bounds { low, high, .. } = self.bounds;
        let (enough, too_little) = if attacks { (1, 0) } else { (0, -1) };
        if low >= enough {
            (self.effort, self.rests) = (Effort::SHOWN, None);
        } else if high <= too_little {
            (self.effort, self.rests) = (Effort::REFUTED, None);
        }
    }
}

/// Bounds with what the answer to a question tells, when it rests on nothing.
fn failed(mut bounds: Bounds, effort: Effort, attacks: bool) -> Bounds {
    if attacks && effort.other == 0 {
        bounds.high = bounds.high.min(0);
    } else if !attacks && effort.own == 0 {
        bounds.low = bounds.low.max(0);
    }
    bounds
}

/// How hard a position seems that has not been searched: the more seeds and moves a player has, the harder he is beaten.
fn first_look(state: &State, turn: Side) -> Effort {
    let worth = |row: &[u8]| -> u32 { row.iter().map(|&seeds| 2 * u32::from(seeds > 0) + u32::from(seeds)).sum() };
    let [near, far] = [turn, turn.other()].map(|side| 1 + worth(state.board().side(side)) / 2);
    // Nobody wins with what is his own before he has beaten what is the other's.
    Effort { own: far, other: near }
}
