//! Solving a position of Andada: who wins it, proven, and how.
//!
//! The search asks whether a player wins, by depth-first proof-number search: first of the player to move, and if he does
//! not, of the opponent. Who wins neither way has a position worth 0 to both: play can go round for ever (C-10).
//!
//! # Why the answers are true
//!
//! - **Names.** A position is known by a number of its own, not by a hash, so that no two are mixed up. The number tells how
//!   the player to move sees the board: who is South does not matter, nor does the direction of sowing.
//! - **Wins.** That the attacker wins is shown by a finite tree of moves. It is true on every path, and kept.
//! - **Failures.** Where a position occurs again on the path, the attacker fails there for now. A failure got so *rests* on
//!   the plies of those positions. It says that the defender has a finite tree of moves whose leaves are true, or are such
//!   positions; so once all of those fail the attacker as well, play that goes through the leaves and on in their trees
//!   either ends in the truth or goes round for ever, and is no win. When the search leaves the only ply that is left with
//!   a failure, the failure is true on every path and kept. Until then it is used only while the path up to the deepest of
//!   those plies is the very same, which a stamp on the frame tells.
//!   That is the graph-history interaction dealt with as by Kishimoto and Müller (2004), without the search for other
//!   paths: positions hardly recur in Andada.
//! - **`repetition`.** With it the values are the same as long as nothing that came before can recur: who wins without
//!   it comes closer to the end with every move, so that no position occurs twice, and who can keep from losing keeps from
//!   it until the repetition ends the game.
//!
//! See `docs/solving.md` for what can be solved in which time.

mod name;
mod proof_number;
mod proofs;
mod rests;
#[cfg(feature = "files")]
mod saved;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use name::{Name, Names};
use proof_number::ProofNumber;
use proofs::{Bounds, Effort, Proofs};
#[cfg(feature = "files")]
pub use saved::Unusable;

use ayla_rules::andada::{Andada, State};
use ayla_rules::line::MAX_MOVES;
use ayla_rules::rules::Game;
use ayla_rules::{Line, Move, Side};

/// What a position is worth, proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// To the player to move: 1 he wins, -1 he loses, 0 play goes round for ever (C-10).
    pub value: i32,
    /// How it comes to that, the winner playing to end the game soon and the loser to go on for long, as far as the search
    /// looked. To the end of the game, or to the first position that occurs again; at most [`MAX_MOVES`] moves.
    pub line: Vec<Move>,
    /// Moves made to find it out.
    pub nodes: u64,
}

/// How far a solution has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being found out.
    pub stage: Stage,
    /// Moves made so far.
    pub nodes: u64,
    /// How hard it still seems to show that the attacker wins, and that he does not: the fewest positions that would do.
    pub efforts: Option<[u32; 2]>,
    /// The longest path that was searched, in positions.
    pub deepest: usize,
    /// Positions that something is kept about.
    pub kept: u64,
    /// As many can be kept.
    pub capacity: u64,
}

ayla_rules::string_enum! {
    /// What a solver is finding out.
    pub enum Stage {
        /// Whether the player to move wins.
        Win = "win",
        /// Whether he loses.
        Loss = "loss",
        /// The line, move by move.
        Line = "line",
        /// Nothing more.
        Done = "done",
    }
}

/// Why a position cannot be solved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// It is of another game.
    OtherGame,
    /// The game has ended.
    Over,
    /// By `repetition` it matters what came before.
    Past,
    /// There are too many positions to number them in 64 bits.
    TooLarge,
    /// So much memory cannot be had.
    Memory,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherGame => "Only positions of Andada can be solved.",
            Self::Over => "The game has ended (C-8).",
            Self::Past => {
                "By the option repetition the moves of this line matter (AN-10); only a position that nothing led to can \
                 be solved."
            }
            Self::TooLarge => {
                "There are too many positions that this one could lead to; with 24 houses 48 seeds can be solved, with 96 \
                 houses 11."
            }
            Self::Memory => "There is not so much memory.",
        })
    }
}

impl std::error::Error for Unsolvable {}

/// Solves a position step by step.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use ayla_rules::Line;
/// use ayla_rules::notation::read_line;
/// use ayla_engine::search::solve::Solver;
///
/// let position = read_line("andada 222/222 - s o").expect("well formed").setup.position().expect("consistent");
/// let mut solver = Solver::new(&Line::from(position), 1 << 20).expect("small enough");
/// let verdict = solver.step(1_000_000, &AtomicBool::new(false)).expect("that is plenty");
/// assert_eq!(verdict.value, -1);
/// ```
#[derive(Debug)]
pub struct Solver {
    search: ProofNumber,
    start: State,
    stage: Stage,
    /// What is known of the first position.
    bounds: Bounds,
    /// The moves of the line so far, and the positions before each.
    line: Vec<Move>,
    seen: Vec<(Name, Side)>,
    /// The position that is searched: after the line so far.
    state: State,
    /// What it is worth to its player to move, once the first position's value is known.
    here: i8,
}

impl Solver {
    /// The least memory that a solver uses, in bytes.
    pub const LEAST_MEMORY: usize = Proofs::LEAST;

    /// A solver for the position at the end of a line, that keeps what it finds out in so many bytes of memory.
    ///
    /// # Errors
    ///
    /// Why it cannot be solved.
    pub fn new(line: &Line, memory: usize) -> Result<Self, Unsolvable> {
        let Line::Andada(path) = line else { return Err(Unsolvable::OtherGame) };
        if !line.is_bare() {
            return Err(Unsolvable::Past);
        }
        Self::of(path.game, &path.state, memory)
    }

    /// A solver for a position that nothing led to that could recur.
    pub(super) fn of(game: Andada, state: &State, memory: usize) -> Result<Self, Unsolvable> {
        if game.over(state).is_some() {
            return Err(Unsolvable::Over);
        }
        let names = Names::new(state.board().len(), state.seeds().into()).ok_or(Unsolvable::TooLarge)?;
        let proofs = Proofs::with_bytes(memory).map_err(|_| Unsolvable::Memory)?;
        Ok(Self::with(game, state, names, proofs))
    }

    fn with(game: Andada, state: &State, names: Names, proofs: Proofs) -> Self {
        Self {
            search: ProofNumber::new(game, names, proofs),
            start: *state,
            stage: Stage::Win,
            bounds: Bounds::OPEN,
            line: Vec::new(),
            seen: Vec::new(),
            state: *state,
            here: 0,
        }
    }

    /// The position that is solved, as canonical text.
    #[must_use]
    pub fn position(&self) -> String {
        self.search.game.setup(&self.start).to_string()
    }

    /// Goes on for so many moves at the most, a few more apart: the verdict, once it is found. Setting `cancel` stops it
    /// soon. The next step goes on where this one stopped.
    pub fn step(&mut self, nodes: u64, cancel: &AtomicBool) -> Option<Verdict> {
        let most = self.search.nodes().saturating_add(nodes);
        while self.stage != Stage::Done {
            if self.search.nodes() >= most || cancel.load(Ordering::Relaxed) {
                return None;
            }
            if !self.search.is_asked() {
                let turn = self.search.game.turn(&self.state);
                let attacks = self.stage == Stage::Win || self.stage == Stage::Line && self.here == 1;
                self.search.ask(&self.state, if attacks { turn } else { turn.other() });
            }
            if !self.search.run(most, cancel) {
                return None;
            }
            match self.stage {
                Stage::Win | Stage::Loss => self.conclude(),
                Stage::Line => self.extend(),
                Stage::Done => {}
            }
            self.search.retreat();
        }
        let value = self.bounds.value()?.into();
        Some(Verdict { value, line: self.line.clone(), nodes: self.search.nodes() })
    }

    /// Moves made so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let efforts = self.search.efforts().map(|Effort { own, other }| match self.stage {
            Stage::Win => [own, other],
            Stage::Loss | Stage::Line | Stage::Done => [other, own],
        });
        Progress {
            stage: self.stage,
            nodes: self.search.nodes(),
            efforts: efforts.filter(|_| matches!(self.stage, Stage::Win | Stage::Loss)),
            deepest: self.search.deepest(),
            kept: self.search.proofs.used(),
            capacity: self.search.proofs.capacity(),
        }
    }

    /// Takes the answer to a question about the first position.
    fn conclude(&mut self) {
        self.bounds = self.bounds.and(self.search.answer().0);
        match self.bounds.value() {
            Some(value) => (self.stage, self.here) = (Stage::Line, value),
            None => self.stage = Stage::Loss,
        }
    }

    /// One move more of the line.
    fn extend(&mut self) {
        let game = self.search.game;
        let next = self.choice().and_then(|played| Some((played, game.play(&self.state, played, &[], &mut ())?)));
        let Some((played, next)) = next else {
            self.stage = Stage::Done;
            return;
        };
        self.seen.push((self.search.name(&self.state), game.turn(&self.state)));
        self.line.push(played);
        let ends = game.over(&next).is_some() || self.line.len() >= MAX_MOVES;
        if ends || self.seen.contains(&(self.search.name(&next), game.turn(&next))) {
            self.stage = Stage::Done;
        }
        if game.turn(&next) != game.turn(&self.state) {
            self.here = -self.here;
        }
        self.state = next;
    }

    /// A move that keeps what the position is worth: the soonest to win with, the latest to lose with.
    fn choice(&self) -> Option<Move> {
        let (_, branches) = self.search.answer();
        let best = match self.here {
            1 => branches.iter().filter(|it| it.bounds.low == 1).min_by_key(|it| it.bounds.moves),
            -1 => branches.iter().max_by_key(|it| it.bounds.moves),
            _ => branches.iter().find(|it| it.bounds.low >= 0 || it.effort.own == 0),
        };
        best.map(|branch| branch.played)
    }
}

/// The bytes of memory that so many moves are worth, 16 MiB at most: about one in four leads to a position that something
/// is kept about, in 16 bytes.
pub(super) fn memory_for(nodes: u64) -> usize {
    /// More is not given to a solver that works beside a search.
    const MOST: usize = 16 << 20;
    usize::try_from(nodes.saturating_mul(4)).unwrap_or(MOST).min(MOST)
}
