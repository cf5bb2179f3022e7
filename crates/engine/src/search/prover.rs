//! The prover of the games of two rows with stores: the value of a position by null windows to the end of the game
//! (MTD(f)).
//!
//! In these games no position recurs, so that a bound holds whatever led to the position. Each step asks whether a
//! position is worth more than a number of points from here on; the answer is a bound, which is kept with the one on
//! the other side. The questions come closer until the bounds meet. Then the best line is found move by move, by the
//! same means.
//!
//! The prover has no horizon and no estimates, except for the order of the moves: it says nothing until it has proven
//! all.

mod entries;
mod order;

pub(super) use self::entries::Entries as Proofs;

use std::cmp::Reverse;
use std::mem;

use self::entries::{Entries, Known, MOST_POINTS, NO_PLACE};
use self::order::Prospect;
use super::MAX_DEPTH;
use super::searchable::Searchable;
use super::two_rows::{StoreSearch, in_first_turns};
use crate::solver::{Order, Prove, ProvenBounds, SolverInput, Verdict};
use crate::tablebase::{Table, order as layers};
use ayla_rules::board::Ring;
use ayla_rules::two_rows::{StoreGame, TwoRows};
use ayla_rules::{ByTurn, Game, Move, Phase, Rules};

/// A move from a position of the path.
#[derive(Copy, Clone, Debug)]
struct Branch {
    played: Move,
    state: TwoRows,
    /// Its place in the row, in the order of sowing; [`NO_PLACE`] of a pass.
    place: u8,
    gained: i16,
    turned: bool,
    /// Its place in the order of the moves, greatest first.
    rank: i16,
}

impl Branch {
    /// A value of the position after the move, as the player who moves sees it before the move.
    const fn before(&self, value: i16) -> i16 {
        self.gained + if self.turned { -value } else { value }
    }

    /// Asked whether the move is worth more than `alpha`: the number of points about which the position after it is
    /// asked.
    const fn ask(&self, alpha: i16) -> i16 {
        let after = alpha - self.gained;
        if self.turned { -after - 1 } else { after }
    }
}

/// A position on the path, about which it is asked whether it is worth more than `alpha`.
#[derive(Copy, Clone, Debug)]
struct Frame {
    index: u64,
    alpha: i16,
    /// The greatest answer of the moves so far.
    best: i16,
    best_place: u8,
    known: Known,
    /// The first of its moves in [`Prover::branches`], and the next.
    first: usize,
    next: usize,
    /// The nodes before it was searched.
    nodes: u64,
}

/// What the prover is to find next.
#[derive(Debug)]
enum Stage {
    /// The value of the first position, between two bounds.
    Value {
        guess: i16,
    },
    /// The best move of a position with a value, from these moves on.
    Line {
        value: i16,
        branches: Vec<Branch>,
        next: usize,
    },
    Done,
}

/// The prover of a position.
#[derive(Debug)]
pub(super) struct Prover<'a, O: StoreSearch> {
    game: StoreGame<O>,
    ring: Ring,
    table: Option<&'a Table>,
    table_seeds: u8,
    entries: Entries,
    /// Where the entries come from and go back to, if they last.
    lasting: Option<&'a mut Proofs>,
    /// The number of boards, for each of which there is an index in each phase.
    boards: u64,
    order: Order,
    frames: Vec<Frame>,
    branches: Vec<Branch>,
    nodes: u64,
    root: TwoRows,
    stage: Stage,
    /// The bounds on the value, and the move that is worth the lower.
    low: i16,
    high: i16,
    best: Option<Move>,
    line: Vec<Move>,
}

impl<'a, O: StoreSearch + Into<Rules>> Prover<'a, O> {
    /// A prover for a position in which the game is not over. `None` if there are too many positions to tell apart.
    pub(super) fn new(
        game: StoreGame<O>,
        root: &TwoRows,
        input: SolverInput<'a>,
        proofs: Option<&'a mut Proofs>,
    ) -> Option<Self> {
        let SolverInput { bytes, table, guess, order } = input;
        let row = game.options().houses() as usize;
        let most = game.reach(root) as i16;
        let boards = layers::fewer(2 * row, root.in_play() + 1);
        // The first turn can put as many seeds into a store as are in play, and a swap gives each of them twice.
        let (first_turn, phases) = if in_first_turns::<O>(root) { (i16::from(root.in_play()), 3) } else { (0, 1) };
        if most + first_turn > MOST_POINTS || row >= usize::from(NO_PLACE) {
            return None;
        }
        let mut lasting = proofs.filter(|proofs| boards <= proofs.most_boards());
        let (boards, entries) = match &mut lasting {
            // A position has the same index, however many seeds are in play at the root.
            Some(proofs) => (proofs.most_boards(), mem::take(*proofs)),
            None => (boards, Entries::new(bytes, phases * boards)?),
        };
        Some(Self {
            game,
            ring: Ring { row: row as u8, direction: game.options().direction() },
            table,
            table_seeds: table.map_or(0, Table::seeds),
            entries,
            lasting,
            boards,
            order,
            frames: Vec::new(),
            branches: Vec::new(),
            nodes: 0,
            root: *root,
            stage: Stage::Value { guess: guess.clamp((-most).into(), most.into()) as i16 },
            low: -most,
            high: most,
            best: None,
            line: Vec::new(),
        })
    }

    /// A move from a position.
    #[inline]
    fn branch(&self, state: &TwoRows, played: Move) -> Option<Branch> {
        let next = self.game.play(state, played, &[], &mut ())?;
        let turned = self.game.turn(&next) != self.game.turn(state);
        let standing = self.game.standing(&next);
        let gained = (if turned { -standing } else { standing } - self.game.standing(state)) as i16;
        Some(Branch { played, state: next, place: self.place(played), gained, turned, rank: 0 })
    }

    /// The place of a move in the row.
    fn place(&self, played: Move) -> u8 {
        match played {
            Move::House(number) => self.ring.step(number),
            Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap => NO_PLACE,
        }
    }

    /// The index of a position in the order of its boards.
    #[inline]
    fn index(&self, state: &TwoRows) -> u64 {
        let row = self.game.options().houses() as usize;
        let board = layers::fewer(2 * row, state.in_play()) + layers::in_layer(state, row);
        match state.phase() {
            Phase::Opening => board + self.boards,
            Phase::Choice => board + 2 * self.boards,
            Phase::Play | Phase::BearOff => board,
        }
    }

    /// What is known of a position.
    fn known(&self, state: &TwoRows) -> Option<Known> {
        self.entries.get(self.index(state))
    }

    /// The value of a position that needs no search.
    #[inline]
    fn exact(&self, state: &TwoRows) -> Option<i16> {
        if self.game.over(state).is_some() {
            return Some(0);
        }
        if state.in_play() > self.table_seeds {
            return None;
        }
        self.table.and_then(|table| table.value(&self.game, state)).map(i16::from)
    }

    /// Asks whether a position is worth more than `alpha`. Answers a bound that says so, or puts the position on the
    /// path.
    fn ask(&mut self, state: &TwoRows, alpha: i16) -> Option<i16> {
        if let Some(value) = self.exact(state) {
            return Some(value);
        }
        let index = self.index(state);
        let most = self.game.reach(state) as i16;
        let known = self.entries.get(index).unwrap_or(Known { low: -most, high: most, best: NO_PLACE });
        if known.low > alpha {
            return Some(known.low);
        }
        if known.high <= alpha {
            return Some(known.high);
        }
        let nodes = self.nodes;
        let first = self.branches.len();
        let mut best = i16::MIN;
        let mut best_place = NO_PLACE;
        for played in self.game.candidates(state) {
            self.nodes += 1;
            let Some(mut branch) = self.branch(state, played) else { continue };
            let left = self.game.reach(&branch.state) as i16;
            let answer = if let Some(value) = self.exact(&branch.state) {
                branch.before(value)
            } else if branch.gained + left <= alpha {
                branch.gained + left
            } else if branch.gained - left > alpha {
                branch.gained - left
            } else {
                branch.rank = if branch.place == known.best { i16::MAX } else { self.rank(&branch) };
                self.branches.push(branch);
                continue;
            };
            if answer > best {
                (best, best_place) = (answer, branch.place);
            }
            if best > alpha {
                break;
            }
        }
        let frame = Frame { index, alpha, best, best_place, known, first, next: first, nodes };
        if best > alpha || self.branches.len() == first {
            return Some(self.conclude(&frame));
        }
        self.frames.push(frame);
        None
    }

    /// Keeps the answer of a position, and takes its moves off.
    #[inline]
    fn conclude(&mut self, frame: &Frame) -> i16 {
        self.branches.truncate(frame.first);
        let Frame { best, mut known, .. } = *frame;
        let answer = if best > frame.alpha {
            known.low = known.low.max(best);
            known.best = frame.best_place;
            known.low
        } else {
            known.high = known.high.min(best);
            known.high
        };
        self.entries.put(frame.index, known, self.nodes - frame.nodes);
        answer
    }

    /// Searches the positions on the path until the first has its answer; `None` once this many nodes have been made.
    fn run(&mut self, most: u64) -> Option<i16> {
        loop {
            let at = self.frames.len() - 1;
            let frame = self.frames[at];
            if frame.best <= frame.alpha && frame.next < self.branches.len() {
                if self.nodes >= most {
                    return None;
                }
                let rest = &mut self.branches[frame.next..];
                let best = (0..rest.len()).max_by_key(|&at| (rest[at].rank, Reverse(at))).unwrap_or(0);
                rest.swap(0, best);
                let branch = rest[0];
                self.frames[at].next += 1;
                if let Some(answer) = self.ask(&branch.state, branch.ask(frame.alpha)) {
                    self.answer(at, answer);
                }
                continue;
            }
            self.frames.pop();
            let answer = self.conclude(&frame);
            match at.checked_sub(1) {
                None => return Some(answer),
                Some(parent) => self.answer(parent, answer),
            }
        }
    }

    /// Takes the answer of the position after the current move of a frame.
    #[inline]
    fn answer(&mut self, at: usize, answer: i16) {
        let frame = &mut self.frames[at];
        let branch = &self.branches[frame.next - 1];
        let value = branch.before(answer);
        if value > frame.best {
            frame.best = value;
            frame.best_place = branch.place;
        }
    }

    /// Asks about a position, or goes on with the question that is on the path.
    fn answer_to(&mut self, state: &TwoRows, alpha: i16, most: u64) -> Option<i16> {
        if self.frames.is_empty()
            && let Some(answer) = self.ask(state, alpha)
        {
            return Some(answer);
        }
        self.run(most)
    }

    /// The place of a move in the order of the moves.
    #[inline]
    fn rank(&self, branch: &Branch) -> i16 {
        let &Branch { gained, place, turned, .. } = branch;
        let ByTurn { mover, other } = branch.state.rows_by_turn();
        let rows = if turned { ByTurn { mover: other, other: mover } } else { ByTurn { mover, other } };
        match self.order {
            Order::MostPromisingFirst => {
                Prospect { gained, again: !turned, place, rows }.rank::<O>(self.ring.row.into())
            }
            Order::FarFromStoreFirst => 16 * gained - i16::from(place) + if turned { 0 } else { 64 },
        }
    }

    /// The moves of a position, the one that is known to be best first.
    fn moves(&mut self, state: &TwoRows) -> Vec<Branch> {
        let known = self.known(state);
        let mut branches: Vec<Branch> =
            self.game.candidates(state).filter_map(|played| self.branch(state, played)).collect();
        self.nodes += branches.len() as u64;
        branches.sort_by_key(|branch| Reverse((known.is_some_and(|it| it.best == branch.place), self.rank(branch))));
        branches
    }
}

impl<O: StoreSearch + Into<Rules>> Prove for Prover<'_, O> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn step(&mut self, nodes: u64) -> Option<Verdict> {
        let most = self.nodes + nodes;
        loop {
            match mem::replace(&mut self.stage, Stage::Done) {
                Stage::Value { guess } => {
                    let alpha = (if guess > self.low { guess - 1 } else { self.low }).min(self.high - 1);
                    let root = self.root;
                    let Some(answer) = self.answer_to(&root, alpha, most) else {
                        self.stage = Stage::Value { guess };
                        return None;
                    };
                    if answer > alpha {
                        self.low = answer;
                        let known = self.known(&root);
                        let is_best = |played: &Move| known.is_some_and(|it| it.best == self.place(*played));
                        self.best = self.game.candidates(&root).find(is_best);
                    } else {
                        self.high = answer;
                    }
                    self.stage = if self.low < self.high {
                        Stage::Value { guess: answer }
                    } else {
                        Stage::Line { value: self.low, branches: self.moves(&root), next: 0 }
                    };
                }
                Stage::Line { value, branches, next } => {
                    let Some(branch) = branches.get(next).copied() else { continue };
                    let Some(answer) = self.answer_to(&branch.state, branch.ask(value - 1), most) else {
                        self.stage = Stage::Line { value, branches, next };
                        return None;
                    };
                    if branch.before(answer) < value {
                        self.stage = Stage::Line { value, branches, next: next + 1 };
                        continue;
                    }
                    self.line.push(branch.played);
                    if self.game.over(&branch.state).is_none() && self.line.len() < MAX_DEPTH as usize {
                        let left = value - branch.gained;
                        let value = if branch.turned { -left } else { left };
                        self.stage = Stage::Line { value, branches: self.moves(&branch.state), next: 0 };
                    }
                }
                Stage::Done => {
                    return Some(Verdict { value: self.low.into(), line: self.line.clone(), nodes: self.nodes });
                }
            }
        }
    }

    fn bounds(&self) -> ProvenBounds {
        ProvenBounds { low: self.low.into(), high: self.high.into(), best: self.best }
    }
}

impl<O: StoreSearch> Drop for Prover<'_, O> {
    fn drop(&mut self) {
        if let Some(lasting) = &mut self.lasting {
            **lasting = mem::take(&mut self.entries);
        }
    }
}

#[cfg(test)]
mod tests;
