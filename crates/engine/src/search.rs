//! Suggesting a move: iterative-deepening alpha-beta with a transposition table, compiled for each game.
//!
//! Pure as the games are: the only clock is the deadline that a caller gives, and nothing is kept between calls but, for
//! callers who want it, the memory of a [`Table`]. Without a deadline or a cancellation the report depends on the line
//! and the limits alone, on any machine.
//!
//! # What "proven" means
//!
//! A value is [`Certainty::Proven`] when it is the game-theoretic value by C-10. The search carries, with every score,
//! bounds on the true value of the position, and only what is true moves them: the end of a game, the seeds still in
//! play, and the bounds of the moves below. The bounds of a position with the player to move choosing are the greatest
//! lower bound of any move and the greatest upper bound over all moves, searched or not. Where the search stops for depth
//! there is an estimate and no more than the trivial bounds. So the window of alpha-beta, the order of moves, and
//! whatever was lost from the table decide how much is proven, never whether it is true.
//!
//! What remains is the past of a position.
//!
//! - **`repetition` off.** Play that goes round for ever counts as though nobody captured any more (C-10). A position that
//!   recurs on the way from the root is given that value. A bound got so *rests* on the earlier occurrence: a player who
//!   keeps to the strategy behind the bound, and goes on from the earlier occurrence whenever the position recurs, either
//!   leaves the circle through a leaf that is true, or goes round for ever; every leaf, and every such circle, is worth at
//!   least (at most) the bound. That makes the bound true of the earlier position, once nothing it rests on lies before
//!   that, but not of the positions between. Each bound therefore names the earliest ply it rests on, is released when the
//!   search returns to that ply, and is kept from the table, and from whoever asks about another path, until then.
//!   Beside it goes the best bound that rests on nothing. Captures cut the circle: what came before cannot recur.
//! - **`repetition` on.** The game is finite and what it is worth depends on the positions that could still recur, those of
//!   the submitted line included. A bound holds for the position in its context, the multiset of those earlier positions,
//!   whose hash is kept in the table beside it. It holds in every context if it rests on no move that could be undone.
//! - **`quiet` on.** The count is part of the position, which therefore cannot recur.
//!
//! Alpha-beta alone may find no proof in an ending that goes round. With `repetition` off, no limit of depth, and few seeds
//! left, every position that can be reached is therefore looked at once the first iterations are done, and valued
//! backwards, if a part of the nodes suffices for it: the best move is then the one that gets there soonest.
//!
//! Andada alone has a [solver](solve): when the first iterations have proven nothing, it looks for a proof beside the
//! search and has one node in five. What it finds is the value of the root, and of the first move of its line.
//!
//! A table of endings ([`Question::endings`]) says what its positions are worth by rules without stops. Where the rules have
//! none, that is proof, and is taken of every position with fewer seeds than the root has. Of those with as many it is
//! used to choose between the moves of the root alone: a table tells what can be won, and not how to get there, so that
//! among moves worth the same the search looks for one that gets somewhere. Where the rules have stops, an entry takes the
//! place of the estimate at the horizon.
//!
//! Where a depth is asked for, every move is searched to it. Else moves that gain nothing are searched less deep after the
//! first, and again in full if they turn out to be better.
//!
//! A score without proof is taken from the table only at exactly the depth that is asked for, so that an iteration is worth
//! its depth; a bound that is true is taken at any.

mod alpha_beta;
mod andada;
mod anywoli;
mod awale;
mod claim;
mod level;
mod retrograde;
mod root;
mod rows;
mod searchable;
pub mod solve;
mod stop;
mod table;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::tablebase;
use ayla_rules::{Line, Move};

pub use level::Level;
pub use table::Table;

/// The engine and its version, which changes whenever the same request could get another answer.
pub const ENGINE: &str = "ayla-search/2";
/// Moves made in a search for which no limit is given.
pub const DEFAULT_NODES: u64 = 1_000_000;
/// The deepest that a search goes, in moves from the root.
pub const MAX_DEPTH: u32 = 100;

/// When a search is to stop. The first limit that is reached stops it; with none given, [`DEFAULT_NODES`] is one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deepest iteration, in moves; at most [`MAX_DEPTH`] has an effect. All moves are then searched so deep: the value
    /// is that of plain alpha-beta to this depth, but for what is proven. Without it, moves that look worse are searched
    /// less deep.
    pub depth: Option<u32>,
    /// The most moves to make.
    pub nodes: Option<u64>,
    /// The moment by which to have stopped. The clock is read every 64 nodes.
    pub deadline: Option<Instant>,
    /// How long the search is meant to take, if that is known: by it less memory is used. What stops it is the deadline.
    pub time: Option<Duration>,
}

ayla_rules::string_enum! {
    /// Why a search stopped.
    pub enum StoppedBy {
        /// The value is proven; when all candidates were asked for, the value of each. Where a table of endings knew the value
    /// from the beginning, so does the search, or there is nothing to be gained.
        Proven = "proven",
        /// The limit of depth, or [`MAX_DEPTH`].
        Depth = "depth",
        /// The limit of nodes.
        Nodes = "nodes",
        /// The deadline.
        Time = "time",
        /// The caller.
        Cancelled = "cancelled",
    }
}

ayla_rules::string_enum! {
    /// How sure a value is.
    pub enum Certainty {
        /// The game-theoretic value, by C-10.
        Proven = "proven",
        /// What the search found as far as it looked.
        Estimated = "estimated",
    }
}

/// What is asked of a search.
#[derive(Copy, Clone, Debug)]
pub struct Question<'a> {
    /// The line at whose end a move is to be suggested.
    pub line: &'a Line,
    /// When to stop.
    pub limits: Limits,
    /// Whether the value of every legal move is asked for.
    pub all: bool,
    /// A table of endings. One by other rules than those of the line is of no use, and not used.
    pub endings: Option<&'a tablebase::Table>,
}

/// A move with what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub played: Move,
    /// The final stores of the player to move minus the opponent's, seeds already stored included: a whole number when
    /// proven. In Andada 1 for a win, -1 for a loss, 0 for neither, an estimate between.
    pub value: f64,
    /// How sure the value is.
    pub certainty: Certainty,
    /// The best play found, from this move on.
    pub line: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best move. It is proven when its value is that of the position: no other move is better.
    pub best: Candidate,
    /// Every legal move, best first, when they were asked for; else none. Here a value is proven when it is that of the
    /// move, whatever the others are worth.
    pub candidates: Vec<Candidate>,
    /// The last iteration that was completed, in moves; 0 when nothing is known and `best` is the first legal move.
    pub depth: u32,
    /// Moves made.
    pub nodes: u64,
    /// Why the search stopped.
    pub stopped_by: StoppedBy,
}

/// Suggests a move at the end of a line: nothing when the game is over. `all` asks for the value of every legal move.
///
/// Setting `cancel` stops the search soon, with the best move so far.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use ayla_rules::notation::read_line;
/// use ayla_rules::{Line, Move};
/// use ayla_engine::search::{Certainty, Limits, suggest};
///
/// let position = read_line("awale 000001/110000 20/26 s").expect("well formed").setup.position().expect("consistent");
/// let report = suggest(&Line::from(position), &Limits::default(), false, &AtomicBool::new(false)).expect("not over");
/// assert_eq!(report.best.played, Move::House(6));
/// assert_eq!(report.best.certainty, Certainty::Proven);
/// ```
#[must_use]
pub fn suggest(line: &Line, limits: &Limits, all: bool, cancel: &AtomicBool) -> Option<Report> {
    suggest_in(&mut Table::default(), &Question { line, limits: *limits, all, endings: None }, cancel)
}

/// As [`suggest`] does, with a table of endings if there is one, in memory that the caller keeps. The report is the same,
/// whatever the memory was used for before.
///
/// A table smaller than [`Table::bytes_for`] these limits grows to that; of a larger one, so much is used.
#[must_use]
pub fn suggest_in(table: &mut Table, question: &Question<'_>, cancel: &AtomicBool) -> Option<Report> {
    suggest_for(table, question, cancel, None)
}

/// As [`suggest_in`] does, and reports on the way: after each iteration, and in between when a better move is found. Such
/// a report is what the search would come to, were it cut off there; its `stopped_by` is [`StoppedBy::Depth`].
///
/// The report in the end is the same as without `watch`, and is not told to it. The search waits while `watch` runs.
#[must_use]
pub fn suggest_watched(
    table: &mut Table,
    question: &Question<'_>,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(Report),
) -> Option<Report> {
    suggest_for(table, question, cancel, Some(watch))
}

/// Who hears of reports on the way, if anybody.
type Watch<'a> = Option<&'a mut dyn FnMut(Report)>;

fn suggest_for(table: &mut Table, question: &Question<'_>, cancel: &AtomicBool, watch: Watch<'_>) -> Option<Report> {
    match question.line {
        Line::Awale(path) => root::suggest(table, path, question, cancel, watch),
        Line::Andada(path) => root::suggest(table, path, question, cancel, watch),
        Line::Anywoli(path) => root::suggest(table, path, question, cancel, watch),
    }
}
