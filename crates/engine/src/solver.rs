//! A solver for Andada: which player wins a position, with a proof and a line.
//!
//! The solver asks whether a player wins, by depth-first proof-number search: first for the player to move and, if that
//! player does not win, for the opponent. If neither wins, the value of the position is 0: play can go round for ever
//! (C-10).
//!
//! # Why the results are true
//!
//! - **Position ids.** A position is identified by a number, not by a hash, so that no two are confused. The number
//!   describes the board as the player to move sees it; which player that is and the direction of sowing do not matter.
//! - **Wins.** A win of the attacker is a finite tree of moves. It is true on every path, and stored.
//! - **Failures.** Where a position recurs on the path, the attacker fails there for now. Such a failure *depends on*
//!   the plies of the recurring positions. It means that the defender has a finite tree of moves whose leaves are true
//!   failures or such positions; once the attacker fails in all of those as well, play through the leaves and on in
//!   their trees either ends in a true failure or goes round for ever, and is no win. When the search leaves the only
//!   remaining ply with a failure, the failure is path-independent and stored. Until then it is used only while the
//!   path up to the deepest of those plies is the same, which is checked by a stamp on the frame. This is the solution
//!   of Kishimoto and Müller (2004) to the graph-history interaction problem, without their search of other paths:
//!   positions rarely recur in Andada.
//! - **`repetition`.** With this option the values are the same if no earlier position can recur: the player who wins
//!   without it gets closer to the end with every move, so that no position occurs twice, and the player who can avoid
//!   losing avoids it until the repetition ends the game.
//!
//! `crates/lab/docs/solving.md` says what can be solved, and in what time.

mod indexer;
mod path_dependence;
mod proof_number;
mod proof_table;
#[cfg(feature = "files")]
mod state;

use std::fmt;

use indexer::{Indexer, PositionId};
use proof_number::ProofNumberSearch;
use proof_table::{Bounds, ProofNumbers, ProofTable};

use crate::tablebase::Table;
use ayla_rules::Game;
use ayla_rules::andada::{Andada, State};
use ayla_rules::line::MAX_MOVES;
use ayla_rules::{Line, Move, Side};

/// The proven value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The points that the player to move still gains; in Andada 1 is a win, -1 a loss, 0 neither (C-10).
    pub value: i32,
    /// The principal line: the winner takes the shortest way that the search found, the loser the longest. It goes to
    /// the end of the game or to the first position that recurs, and has at most [`MAX_MOVES`] moves.
    pub line: Vec<Move>,
    /// The nodes searched, each a move made.
    pub nodes: u64,
}

/// A proof of the value of a position that is found step by step.
pub(crate) trait Prove {
    /// The nodes searched so far.
    fn nodes(&self) -> u64;

    /// Searches for at most `nodes` nodes, with a few more to finish a position, and returns the verdict once it is
    /// found. The next step continues where this one stopped.
    fn step(&mut self, nodes: u64) -> Option<Verdict>;

    /// The bounds that are proven so far.
    fn bounds(&self) -> ProvenBounds;

    /// The solver of Andada, if it is that.
    fn as_solver(&mut self) -> Option<&mut Solver> {
        None
    }
}

/// What a solver begins with.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct SolverInput<'a> {
    /// The bytes of memory for results.
    pub(crate) bytes: usize,
    /// An endgame table for the rules of the position.
    pub(crate) table: Option<&'a Table>,
    /// A guess at the value, on the scale of [`Verdict::value`].
    pub(crate) guess: i32,
    /// The order of the moves.
    pub(crate) order: Order,
}

/// The order in which a proof tries the moves. It changes how long a proof takes, and never its value.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The most promising moves first, which is by far the faster.
    #[default]
    MostPromisingFirst,
    /// Another move first, then captures, then the houses far from the own store: a second way to the same value.
    FarFromStoreFirst,
}

/// Proven bounds on the value of a position, on the scale of [`Verdict::value`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProvenBounds {
    pub(crate) low: i32,
    pub(crate) high: i32,
    /// A move that is worth at least `low`, if `low` is more than what any move is worth.
    pub(crate) best: Option<Move>,
}

impl Prove for Solver {
    fn nodes(&self) -> u64 {
        self.search.nodes
    }

    fn step(&mut self, nodes: u64) -> Option<Verdict> {
        Self::step(self, nodes)
    }

    fn bounds(&self) -> ProvenBounds {
        // Whether the opponent wins is asked once the player to move does not.
        let high = if self.progress().stage == Stage::Loss { 0 } else { 1 };
        ProvenBounds { low: -1, high, best: None }
    }

    fn as_solver(&mut self) -> Option<&mut Solver> {
        Some(self)
    }
}

/// The progress of a solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// The nodes searched so far.
    pub nodes: u64,
    /// The proof and disproof number of the current question: the fewest positions that would show that the attacker
    /// wins, and that they do not.
    pub proof_numbers: Option<[u32; 2]>,
    /// The number of positions stored.
    pub stored: u64,
    /// The number of positions that can be stored.
    pub capacity: u64,
}

ayla_rules::string_enum! {
    /// A stage of a solver.
    pub enum Stage {
        /// Whether the player to move wins.
        Win = "win",
        /// Whether the player to move loses.
        Loss = "loss",
        /// The line, move by move.
        Line = "line",
        /// The end.
        Done = "done",
    }
}

/// The reason why a position cannot be solved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// It is a position of another game.
    OtherGame,
    /// The game has ended.
    Over,
    /// Its value depends on the moves before it, by the option `repetition`.
    Past,
    /// There are too many positions to number in 64 bits.
    TooLarge,
    /// There is not enough memory.
    Memory,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherGame => "Positions of this game cannot be solved by these rules.",
            Self::Over => "The game has ended (C-8).",
            Self::Past => {
                "By the option repetition the moves of this line matter (AN-10); only a position without earlier moves can \
                 be solved."
            }
            Self::TooLarge => {
                "Too many positions can follow this one. In Andada, up to 48 seeds can be solved with 24 houses, and up to 11 \
                 with 96."
            }
            Self::Memory => "There is not enough memory.",
        })
    }
}

impl std::error::Error for Unsolvable {}

/// Solves a position step by step.
///
/// ```
/// use ayla_engine::solver::Solver;
/// use ayla_rules::Position;
///
/// let position = Position::read("andada 222/222 - s o").expect("a position");
/// let mut solver = Solver::new(&position.into(), 1 << 20).expect("small enough");
/// let verdict = solver.step(1_000_000).expect("enough nodes");
/// assert_eq!(verdict.value, -1);
/// ```
#[derive(Debug)]
pub struct Solver {
    search: ProofNumberSearch,
    start: State,
    stage: Stage,
    bounds: Bounds,
    /// The moves of the line so far, and the position before each.
    line: Vec<Move>,
    seen: Vec<(PositionId, Side)>,
    /// The position after the line so far.
    state: State,
    /// Its value to the player to move, once that of the first position is known.
    here: i8,
}

impl Solver {
    /// Creates a solver for the position at the end of a line, with this many bytes of memory, or with the fewest that
    /// there can be.
    ///
    /// # Errors
    ///
    /// The position cannot be solved.
    pub fn new(line: &Line, memory: usize) -> Result<Self, Unsolvable> {
        let Line::Andada(path) = line else { return Err(Unsolvable::OtherGame) };
        if !line.is_only_position() {
            return Err(Unsolvable::Past);
        }
        Self::for_state(path.game, &path.state, memory)
    }

    /// Creates a solver for a position without earlier positions that could recur.
    pub(crate) fn for_state(game: Andada, state: &State, memory: usize) -> Result<Self, Unsolvable> {
        if game.over(state).is_some() {
            return Err(Unsolvable::Over);
        }
        let indexer = Indexer::new(state.board().houses(), state.seeds().into()).ok_or(Unsolvable::TooLarge)?;
        let proofs = ProofTable::with_bytes(memory).map_err(|_| Unsolvable::Memory)?;
        Ok(Self::from_parts(game, state, indexer, proofs))
    }

    fn from_parts(game: Andada, state: &State, indexer: Indexer, proofs: ProofTable) -> Self {
        Self {
            search: ProofNumberSearch::new(game, indexer, proofs),
            start: *state,
            stage: Stage::Win,
            bounds: Bounds::OPEN,
            line: Vec::new(),
            seen: Vec::new(),
            state: *state,
            here: 0,
        }
    }

    /// The position to solve, as canonical text.
    pub fn position(&self) -> String {
        self.search.game.setup(&self.start).to_string()
    }

    /// Searches for at most `nodes` nodes, with a few more to finish a position, and returns the verdict once it is
    /// found. The next step continues where this one stopped.
    pub fn step(&mut self, nodes: u64) -> Option<Verdict> {
        let most = self.search.nodes.saturating_add(nodes);
        while self.stage != Stage::Done {
            if self.search.nodes >= most {
                return None;
            }
            if !self.search.is_running() {
                let turn = self.search.game.turn(&self.state);
                let attacks = self.stage == Stage::Win || self.stage == Stage::Line && self.here == 1;
                self.search.start(&self.state, if attacks { turn } else { turn.other() });
            }
            if !self.search.run(most) {
                return None;
            }
            match self.stage {
                Stage::Win | Stage::Loss => self.conclude(),
                Stage::Line => self.extend(),
                Stage::Done => {}
            }
            self.search.unwind();
        }
        let value = self.bounds.value()?.into();
        Some(Verdict { value, line: self.line.clone(), nodes: self.search.nodes })
    }

    /// The progress so far.
    pub fn progress(&self) -> Progress {
        let proof_numbers = self.search.proof_numbers().map(|ProofNumbers { proof, disproof }| match self.stage {
            Stage::Win => [proof, disproof],
            Stage::Loss | Stage::Line | Stage::Done => [disproof, proof],
        });
        Progress {
            stage: self.stage,
            nodes: self.search.nodes,
            proof_numbers: proof_numbers.filter(|_| matches!(self.stage, Stage::Win | Stage::Loss)),
            stored: self.search.proofs.used,
            capacity: self.search.proofs.capacity(),
        }
    }

    /// Takes the result of a search of the first position.
    fn conclude(&mut self) {
        self.bounds = self.bounds.and(self.search.result().0);
        match self.bounds.value() {
            Some(value) => (self.stage, self.here) = (Stage::Line, value),
            None => self.stage = Stage::Loss,
        }
    }

    fn extend(&mut self) {
        let game = self.search.game;
        let next = self.choice().and_then(|played| Some((played, game.play(&self.state, played, &[], &mut ())?)));
        let Some((played, next)) = next else {
            self.stage = Stage::Done;
            return;
        };
        self.seen.push((self.search.id(&self.state), game.turn(&self.state)));
        self.line.push(played);
        let ends = game.over(&next).is_some() || self.line.len() >= MAX_MOVES;
        if ends || self.seen.contains(&(self.search.id(&next), game.turn(&next))) {
            self.stage = Stage::Done;
        }
        if game.turn(&next) != game.turn(&self.state) {
            self.here = -self.here;
        }
        self.state = next;
    }

    /// A move that keeps the value of the position: the one that wins soonest or loses latest.
    fn choice(&self) -> Option<Move> {
        let (_, branches) = self.search.result();
        let best = match self.here {
            1 => branches.iter().filter(|it| it.bounds.low == 1).min_by_key(|it| it.bounds.moves),
            -1 => branches.iter().max_by_key(|it| it.bounds.moves),
            _ => branches.iter().find(|it| it.bounds.low >= 0 || it.numbers.proof == 0),
        };
        best.map(|branch| branch.played)
    }
}

/// The bytes of memory for a solver of this many nodes, at most 16 MiB: about one in four leads to a position that is
/// stored, in 16 bytes.
pub(crate) fn memory_for(nodes: u64) -> usize {
    /// The most memory for a solver that runs beside a search.
    const MOST: usize = 16 << 20;
    usize::try_from(nodes.saturating_mul(4)).unwrap_or(MOST).min(MOST)
}
