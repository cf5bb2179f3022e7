//! Why the first move of a puzzle is the best: facts of the rules, and of the solution.

use std::cmp::Reverse;

use ayla_rules::{BySide, Line, Move, Side, Taken};

use crate::Puzzle;
use crate::facts::{captured_from, denies_tuzdik, gains, is_over};

/// What each player gets.
type Seeds = BySide<u32>;

/// What a first move leads to, in seeds that the players get: into the stores, or in Andada by captures.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The moves of South's turn, one or more.
    pub moves: Vec<Move>,
    /// What the players get in this turn.
    pub turn: Seeds,
    /// What they get in the next turn of North that brings North most.
    pub reply: Seeds,
    /// The first move of that turn; none where North has no turn.
    pub answer: Option<Move>,
    /// Whether South's turn ends the game.
    pub ends: bool,
}

/// What sets the best move apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// South gets more in this turn than after any other first move.
    Most,
    /// South is ahead by most after North's reply.
    Reply,
    /// No first move gets anything, and the best one leaves North least to get. After every other one, North can get at
    /// least this many seeds.
    Denies(u32),
    /// A later turn of South in the solution brings seeds.
    Later {
        /// The first move of that turn.
        first: Move,
        /// What South gets in it.
        seeds: u32,
        /// How many turns of South later it is.
        turns: u32,
    },
    /// How many more seeds South gets than North until the end of the game, if both play as well as possible.
    Total(i32),
    /// North could get this many seeds if it were North's turn before the move. After the move it can get fewer.
    Saves(u32),
}

/// Why the first move of a puzzle is the best.
#[derive(Clone, Debug)]
pub struct Why {
    /// What it leads to.
    pub best: Outlook,
    /// What the other first move leads to that gets South most in this turn.
    pub rival: Outlook,
    /// What sets it apart.
    pub reason: Reason,
    /// The houses of North, in Anywoli also of South, from which the first move captures.
    pub houses: usize,
    /// Whether it makes a tuzdik.
    pub makes_tuzdik: bool,
    /// Whether it keeps North from making one.
    pub denies_tuzdik: bool,
}

impl Why {
    /// Whether it says what the next move of South is to be.
    pub const fn tells_next(&self) -> bool {
        matches!(self.reason, Reason::Later { .. })
    }

    /// Why the first move of the solution is the best. `None` without a solution.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let &first = puzzle.line.first()?;
        let start = Turn::begin(puzzle.position.into());
        let (own, others): (Vec<_>, Vec<_>) =
            start.made_by(Side::South).into_iter().partition(|turn| turn.moves[0] == first);
        let own = own.into_iter().filter(|turn| turn.moves.iter().zip(&puzzle.line).all(|(made, best)| made == best));
        let (best, line) = own.map(|turn| (Outlook::of(&turn), turn.line)).max_by_key(|(outlook, _)| outlook.lead())?;
        let others: Vec<_> = others.iter().map(Outlook::of).collect();
        let later = later(line, puzzle.line.get(best.moves.len()..).unwrap_or_default());
        let is_most = others.iter().all(|other| other.turn.south < best.turn.south);
        let is_reply = others.iter().all(|other| other.lead() < best.lead());
        let gets_nothing = others.iter().chain([&best]).all(|outlook| outlook.turn == BySide::default());
        let stores = puzzle.position.setup().stores.unwrap_or_default();
        let reason = match later {
            _ if is_most && is_reply => Reason::Most,
            _ if is_reply && gets_nothing => Reason::Denies(others.iter().map(|other| other.reply.north).min()?),
            _ if is_reply => Reason::Reply,
            Some((first, seeds, turns)) => Reason::Later { first, seeds, turns },
            None if is_most => Reason::Most,
            None => saves(puzzle, &best)
                .map_or(Reason::Total(puzzle.value - ahead(stores.south, stores.north)), Reason::Saves),
        };
        let rival = others.into_iter().max_by_key(|other| (other.turn.south, other.lead()))?;
        let (after, taken) = Taken::by(Line::from(puzzle.position), first)?;
        Some(Self {
            best,
            rival,
            reason,
            houses: captured_from(puzzle.position, &taken),
            makes_tuzdik: taken.tuzdik.is_some(),
            denies_tuzdik: denies_tuzdik(puzzle.position, &after),
        })
    }
}

/// The moves of a turn, several where a move is followed by another one.
#[derive(Clone)]
struct Turn {
    line: Line,
    moves: Vec<Move>,
    seeds: Seeds,
}

impl Turn {
    const fn begin(line: Line) -> Self {
        Self { line, moves: Vec::new(), seeds: BySide { south: 0, north: 0 } }
    }

    /// All the turns that go on like this, if it is this player's turn.
    fn made_by(self, side: Side) -> Vec<Self> {
        let Self { line, moves, seeds } = &self;
        let before = line.position();
        if is_over(line) || before.turn() != side {
            return vec![self];
        }
        let each = Taken::by_each(line).flat_map(|(played, after, taken)| {
            let gained = gains(before, &after, &taken);
            let moves = moves.iter().copied().chain([played]).collect();
            Self { line: after, moves, seeds: BySide::from_fn(|side| seeds[side] + gained[side]) }.made_by(side)
        });
        each.collect()
    }
}

impl Outlook {
    fn of(turn: &Turn) -> Self {
        let Turn { line, moves, seeds } = turn;
        let (reply, answer) = reply(line.clone());
        Self { moves: moves.clone(), turn: *seeds, reply, answer, ends: is_over(line) }
    }

    /// By how much South is ahead after North's reply, from here on.
    const fn lead(&self) -> i32 {
        ahead(self.turn.south + self.reply.south, self.turn.north + self.reply.north)
    }
}

/// What the players get in the turn of North that brings North most, and the first move of that turn.
fn reply(line: Line) -> (Seeds, Option<Move>) {
    let turns = Turn::begin(line).made_by(Side::North).into_iter();
    let most = turns.max_by_key(|Turn { seeds, .. }| (seeds.north, Reverse(seeds.south)));
    most.map_or_else(Default::default, |Turn { moves, seeds, .. }| (seeds, moves.first().copied()))
}

const fn ahead(own: u32, other: u32) -> i32 {
    own.cast_signed() - other.cast_signed()
}

/// The first later turn of South in a solution that brings something: with what move it begins, what it brings, and how
/// many turns later it is.
fn later(mut line: Line, solution: &[Move]) -> Option<(Move, u32, u32)> {
    let mut first = None;
    let mut seeds = 0;
    let mut turns = 0;
    for &played in solution {
        let before = line.position();
        let (after, taken) = Taken::by(line, played)?;
        line = after;
        if before.turn() == Side::North {
            if seeds > 0 {
                break;
            }
            first = None;
            continue;
        }
        turns += u32::from(first.is_none());
        first.get_or_insert(played);
        seeds += gains(before, &line, &taken).south;
    }
    first.filter(|_| seeds > 0).map(|first| (first, seeds, turns))
}

/// What North could get if it were its turn before the best move, if that is more than after it.
fn saves(puzzle: &Puzzle, best: &Outlook) -> Option<u32> {
    let feared = reply(Taken::with_opponent_to_move(puzzle.position)?).0.north;
    Some(feared).filter(|&feared| feared > best.reply.north)
}
