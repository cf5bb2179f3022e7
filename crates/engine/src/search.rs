//! Iterative-deepening alpha-beta search with a transposition table, compiled for each game.
//!
//! # Proven values
//!
//! A value is [`Certainty::Proven`] when it is the game-theoretic value by C-10. Beside every score the search carries
//! bounds on the true value of the position. Only facts tighten them: the end of a game, the seeds still in play, and
//! the bounds of the moves below. Where the player to move chooses, the lower bound is the greatest lower bound of any
//! move, the upper bound the greatest upper bound of all moves, searched or not. At the horizon there is an estimate,
//! with no more than the trivial bounds. So the window, the move ordering and the replacement of table entries decide
//! how much is proven, never whether it is true.
//!
//! The value of a position may also depend on the path to it (the graph-history interaction problem):
//!
//! - **`repetition` off.** Play that goes round for ever counts as though nobody captured any more (C-10), and a
//!   position that recurs on the path gets that value. A bound found this way *depends on the ply* of the earlier
//!   occurrence. A player who follows the strategy behind the bound, and continues from the earlier occurrence whenever
//!   the position recurs, either leaves the cycle through a leaf that is true or goes round for ever; every leaf and
//!   every such cycle is worth at least (at most) the bound. So the bound is true of the earlier position once it
//!   depends on no ply before that one, but not of the positions between. Each bound therefore names the earliest ply
//!   that it depends on, becomes *path-independent* when the search returns to that ply, and until then is not stored
//!   in the table. The best bound that is path-independent already is carried beside it. A capture ends the dependence:
//!   nothing before it can recur.
//! - **`repetition` on.** The game is finite, and its value depends on the positions that could still recur, including
//!   those of the submitted line. A bound holds in its *context*, the multiset of those earlier positions, whose hash
//!   is stored with it. It holds in every context if no move that could be undone contributed to it.
//! - **`quiet` on.** The count is part of the position, which therefore cannot recur.
//!
//! The bounds of the root often prove who wins before they prove by how much. A move that is proven to win is preferred
//! to one that is only expected to win by more, unless that is by as much as a large mistake costs: then the win is not
//! in doubt, and the seeds would be given away. Moves that are proven to win are searched against each other alone, so
//! that the best of them has a value, and not only a bound. A move that is proven not to lose is preferred to one that
//! is expected to lose.
//!
//! # Other ways to a proof
//!
//! Alpha-beta alone may not prove an ending that goes round. With `repetition` off, no limit of depth and few seeds
//! left, every reachable position is therefore valued by retrograde analysis after the first iterations, if part of the
//! nodes suffices; the best move is then the one that gets there soonest.
//!
//! Andada has a [solver](crate::solver) too: if the first iterations have proven nothing, it runs beside the search on
//! one node in five. Its result is the value of the root and of the first move of its line.
//!
//! Games of two rows with stores have a prover (`prover`), which asks null windows to the end of the game. It makes
//! four nodes of five, with the table at every child, and gives the value and a line to the end.
//!
//! An endgame table ([`Request::endgame`]) holds the values of positions by rules without stops. Where the rules of the
//! line have none either, an entry is proof, and is used for every position with fewer seeds than the root. For
//! positions with as many seeds it only selects among the moves of the root: a table says how much can be won, not how,
//! so that among moves of equal value the search looks for one that makes progress. Where the rules have stops, an
//! entry replaces the evaluation at the horizon.
//!
//! # Depth
//!
//! With a limit of depth every move is searched to it. Without one, until an iteration makes less than half the nodes
//! of the largest one, which means that most is proven, or the greatest depth is reached, late moves are reduced, and
//! searched again in full if they turn out better than expected; near the horizon a move is *futile*, and not searched,
//! if its estimate is far below what is needed. Neither proves anything. An unproven score is taken from the table at
//! the depth asked for; without a limit of depth also from greater depth, except in small endings. A true bound is
//! taken at any depth.

mod alpha_beta;
mod andada;
mod anywoli;
mod awale;
mod bounds;
mod level;
mod network;
mod prover;
mod retrograde;
mod root;
mod searchable;
mod stop;
mod togyzqumalaq;
mod transposition;
mod two_rows;

use std::time::Duration;

use crate::known::known;
use crate::solver::{Prove, ProvenBounds, Solver, SolverInput, Unsolvable, Verdict};
use crate::tablebase;
use ayla_rules::line::GameLine;
use ayla_rules::{Line, Move, Position, Side, Winner, by_variant};

use searchable::Searchable;

pub(crate) use two_rows::StoreSearch;

pub use crate::solver::Order;
pub use level::Level;
pub use transposition::TranspositionTable;

/// The engine and its version, which changes whenever the same request could get a different report.
pub const ENGINE: &str = "ayla-search/13";
/// The limit of nodes for a search without any limits.
pub const DEFAULT_NODES: u64 = 1_000_000;
/// The greatest depth of a search, in moves from the root.
pub const MAX_DEPTH: u32 = 100;

/// As [`Request::wanted`]: the value of every legal move.
pub const ALL_MOVES: usize = usize::MAX;

/// The limits of a search; the first that is reached stops it. Without any, [`DEFAULT_NODES`] applies.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deepest iteration, in moves, at most [`MAX_DEPTH`]. With this limit all moves are searched to the full
    /// depth, so that an unproven value is that of plain alpha-beta; without it, moves that look worse are reduced or
    /// left out.
    pub depth: Option<u32>,
    /// The most nodes, each a move made. If more than one move is wanted, each legal move is made once even beyond this
    /// limit.
    pub nodes: Option<u64>,
    /// The time that the caller means to give, if any: the transposition table is sized for it, and [`DEFAULT_NODES`]
    /// does not apply. [`Request::interrupt`] is what stops the search in time.
    pub time: Option<Duration>,
}

/// The caller's reason to stop a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The time is up.
    Time,
    /// The result is no longer wanted.
    Cancelled,
}

ayla_rules::string_enum! {
    /// The reason why a search stopped.
    pub enum StoppedBy {
        /// The value is proven or, if more than one move was asked for, the value of each of those. If an endgame table
        /// gave the value at once, the search has also proven it, or there is nothing to gain.
        Proven = "proven",
        /// The limit of depth, or [`MAX_DEPTH`].
        Depth = "depth",
        /// The limit of nodes.
        Nodes = "nodes",
        /// [`Interrupt::Time`].
        Time = "time",
        /// [`Interrupt::Cancelled`].
        Cancelled = "cancelled",
    }
}

ayla_rules::string_enum! {
    /// How certain a value is.
    pub enum Certainty {
        /// The game-theoretic value, by C-10.
        Proven = "proven",
        /// The best value found within the limits.
        Estimated = "estimated",
    }
}

/// A request for a move. Fields that do not matter come from [`Request::new`].
#[derive(Copy, Clone)]
pub struct Request<'a> {
    /// The line at whose end a move is wanted.
    pub line: &'a Line,
    /// The limits of the search.
    pub limits: Limits,
    /// How many of the best moves are wanted with their values: 1 is the best alone, and 0 the same; [`ALL_MOVES`] are
    /// all legal moves. Few of many cost less than a search for each.
    pub wanted: usize,
    /// An endgame table. One for other rules than those of the line is ignored.
    pub endgame: Option<&'a tablebase::Table>,
    /// Called every 64 nodes; the search stops soon after it returns a reason, with the best move so far.
    pub interrupt: &'a dyn Fn() -> Option<Interrupt>,
}

impl<'a> Request<'a> {
    /// A request for the best move only, with the default limits, no endgame table and no interrupt.
    pub fn new(line: &'a Line) -> Self {
        Self { line, limits: Limits::default(), wanted: 1, endgame: None, interrupt: &|| None }
    }
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub played: Move,
    /// The final stores of the player to move minus the opponent's, seeds already stored included; a whole number if
    /// proven. In Andada 1 is a win, -1 a loss, 0 neither, and an estimate lies between.
    pub value: f64,
    /// How certain the value is.
    pub certainty: Certainty,
    /// The principal line, beginning with this move. If the value is proven, every move of it is proven to keep it; the
    /// line ends where that is not known.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best move. If it is proven, its value is that of the position: no other move is better.
    pub best: Candidate,
    /// The best moves, as many as were asked for and are legal: [`best`](Self::best) first, the others by their values.
    /// Each value is proven for the move itself, whatever the others are worth.
    pub candidates: Vec<Candidate>,
    /// The winner under best play, if that is proven. It can be long before the value is: a store that holds more than
    /// half of the seeds settles it.
    pub winner: Option<Winner>,
    /// The least and the greatest value that the position can still have, by what is proven, on the scale of
    /// [`Candidate::value`]. `None` if nothing is proven: the value can be all that the seeds in play allow.
    pub bounds: Option<[i32; 2]>,
    /// The last iteration completed, in moves; 0 if none was, so that `best` is the best by its evaluation of the moves
    /// made.
    pub depth: u32,
    /// Nodes searched, each a move made; 0 if the position is a first one whose value was proven beforehand.
    pub nodes: u64,
    /// The reason why the search stopped.
    pub stopped_by: StoppedBy,
}

impl Report {
    /// The report of a first position with a known value, without a node.
    fn known(turn: Side, value: i32, line: Vec<Move>) -> Option<Self> {
        let best = Candidate { played: *line.first()?, value: value.into(), certainty: Certainty::Proven, line };
        let winner = match value {
            1.. => turn.into(),
            0 => Winner::Nobody,
            ..0 => turn.other().into(),
        };
        Some(Self {
            candidates: vec![best.clone()],
            best,
            winner: Some(winner),
            bounds: Some([value; 2]),
            depth: 0,
            nodes: 0,
            stopped_by: StoppedBy::Proven,
        })
    }
}

/// Suggests a move at the end of a line, or returns `None` if the game is over.
pub fn suggest(request: &Request<'_>) -> Option<Report> {
    suggest_in(&mut TranspositionTable::default(), request)
}

/// Suggests a move like [`suggest`], in memory that the caller keeps. The report does not depend on what the memory was
/// used for before, unless it is [lasting](TranspositionTable::lasting).
///
/// A table smaller than [`TranspositionTable::bytes_for`] these limits grows to that size; of a larger one, only that
/// much is used. A lasting one is used as it is.
pub fn suggest_in(table: &mut TranspositionTable, request: &Request<'_>) -> Option<Report> {
    search(table, request, None)
}

/// Suggests a move like [`suggest_in`], and calls `watch` after each iteration and whenever a better move is found. The
/// report passed to it is what the search would return if it were stopped there, with [`StoppedBy::Depth`].
///
/// The final report is the same as without `watch`, and is not passed to it. The search waits while `watch` runs.
pub fn suggest_watched(
    table: &mut TranspositionTable,
    request: &Request<'_>,
    watch: &mut dyn FnMut(Report),
) -> Option<Report> {
    search(table, request, Some(watch))
}

/// The most bytes that a search uses besides its transposition table: for the analysis of an ending and for the solver.
/// Most searches need none. Known before the search, so that a caller can keep them free.
pub fn scratch_bytes(request: &Request<'_>) -> u64 {
    by_variant!(Line, request.line, path => root::scratch_bytes(path, request))
}

/// The receiver of intermediate reports, if there is one.
type Watch<'a> = Option<&'a mut dyn FnMut(Report)>;

fn search(table: &mut TranspositionTable, request: &Request<'_>, watch: Watch<'_>) -> Option<Report> {
    let Request { limits: Limits { depth, nodes, .. }, wanted, .. } = *request;
    // Other moves than the best have no known values, and who sets lower limits than the default wants an estimate.
    if wanted <= 1
        && depth.is_none()
        && nodes.is_none_or(|nodes| nodes >= DEFAULT_NODES)
        && let Some((value, line)) = known(request.line)
    {
        return Report::known(request.line.position().turn(), value, line);
    }
    by_variant!(Line, request.line, path => root::suggest(table, path, request, watch))
}

/// Whether the game of a position has a solver, which finds proofs that the search does not: a [`Proof`].
pub fn has_solver(position: &Position) -> bool {
    const fn has_solver<G: Searchable>(_: &G) -> bool {
        G::SOLVER_FIFTHS > 0
    }
    by_variant!(Position, position, at => has_solver(&at.game))
}

/// The proof of the value of a position in Andada or in a game of two rows with stores, found step by step.
///
/// ```
/// use ayla_engine::{Order, Proof};
/// use ayla_rules::Position;
///
/// let line = Position::read("kalah 3333/3333 0/0 s")?.into();
/// let mut proof = Proof::new(&line, 1 << 20, None, Order::default())?;
/// let verdict = proof.step(1_000_000).expect("enough nodes");
/// assert_eq!(verdict.value, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(missing_debug_implementations, reason = "the search behind it has nothing to show")]
pub struct Proof<'a> {
    prover: Box<dyn Prove + 'a>,
    /// The points that the player to move is ahead at the start.
    standing: i32,
}

impl<'a> Proof<'a> {
    /// The proof for the position at the end of a line, in at most `memory` bytes of memory. A table for other rules is
    /// ignored.
    ///
    /// # Errors
    ///
    /// The game is another one or over, moves before the position matter, there are too many positions, or there is too
    /// little memory.
    pub fn new(
        line: &Line,
        memory: usize,
        table: Option<&'a tablebase::Table>,
        order: Order,
    ) -> Result<Self, Unsolvable> {
        by_variant!(Line, line, path => Self::of_game(path, SolverInput { bytes: memory, table, guess: 0, order }))
    }

    fn of_game<G: Searchable>(path: &GameLine<G>, input: SolverInput<'a>) -> Result<Self, Unsolvable> {
        let game = path.game;
        if game.over(&path.state).is_some() {
            return Err(Unsolvable::Over);
        }
        let class = tablebase::Class::of(&(*game.options()).into());
        let table = input.table.filter(|table| class.as_ref() == Some(table.class()));
        let prover = game.solver(&path.state, SolverInput { table, ..input }, None)?;
        if !path.past.is_empty() {
            return Err(Unsolvable::Past);
        }
        Ok(Self { prover, standing: game.standing(&path.state) })
    }

    /// The nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.prover.nodes()
    }

    /// The solver behind it, in Andada.
    pub fn solver(&mut self) -> Option<&mut Solver> {
        self.prover.as_solver()
    }

    /// The least and the greatest value that the position can still have, by what is proven so far.
    pub fn bounds(&self) -> [i32; 2] {
        let ProvenBounds { low, high, .. } = self.prover.bounds();
        [low, high].map(|gain| self.standing + gain)
    }

    /// Searches for at most `nodes` nodes, with a few more to finish a position, and returns the verdict once it is
    /// found. Its value is the final stores of the player to move minus the opponent's. The next step continues where
    /// this one stopped.
    pub fn step(&mut self, nodes: u64) -> Option<Verdict> {
        let verdict = self.prover.step(nodes)?;
        Some(Verdict { value: self.standing + verdict.value, ..verdict })
    }
}

/// The value of a position to the player to move, as a proven [`Candidate::value`], from an endgame table alone.
///
/// `None` if the game is over, if the table is for other rules or fewer seeds, or if it is no proof because a stop may
/// end the game first. What led to the position does not matter: without stops nothing looks back.
///
/// ```
/// use ayla_engine::proven_value;
/// use ayla_engine::tablebase::{Class, Table};
/// use ayla_rules::Position;
///
/// let position = Position::read("awale 000001/110000 20/25 s")?;
/// let table = Table::build(Class::of(&position.rules()).expect("Awalé has tables"), 4, 1);
/// assert_eq!(proven_value(&position, &table), Some(-4));
/// let position = Position::read("awale:majority=true 000001/110000 20/25 s")?;
/// assert_eq!(proven_value(&position, &table), None);
/// # Ok::<(), ayla_rules::Faults>(())
/// ```
pub fn proven_value(position: &Position, table: &tablebase::Table) -> Option<i32> {
    if tablebase::Class::of(&position.rules()).as_ref() != Some(table.class()) {
        return None;
    }
    by_variant!(Position, position, at => proven_value_of(&at.game, &at.state, table))
}

fn proven_value_of<G: Searchable>(game: &G, state: &G::State, table: &tablebase::Table) -> Option<i32> {
    if !game.tables_are_proof() || game.over(state).is_some() {
        return None;
    }
    Some(game.standing(state) + i32::from(game.table_value(table, state)?))
}
