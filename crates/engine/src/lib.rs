//! A game engine for traditional mancala games: it suggests moves, proves values and builds endgame tables.
//!
//! The rules are those of [`ayla_rules`]. The engine has no clock, starts no threads during a search and keeps nothing
//! between calls unless the caller lends it a [`TranspositionTable`]; the same request gets the same report on any
//! machine, unless that table is [lasting](TranspositionTable::lasting).
//!
//! # Suggesting a move
//!
//! [`suggest`] runs an iterative-deepening alpha-beta search within [`Limits`]:
//!
//! ```
//! use ayla_engine::{Certainty, Limits, Request, suggest};
//! use ayla_rules::{Line, Move, Position};
//!
//! let line = Line::from(Position::read("awale 000001/110000 20/26 s").expect("a position"));
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let report = suggest(&Request { limits, ..Request::new(&line) }).expect("the game is not over");
//! assert_eq!(report.best.played, Move::House(6));
//! assert_eq!(report.best.certainty, Certainty::Proven);
//! ```
//!
//! Time is the caller's: the search calls [`Request::interrupt`] every 64 nodes, and stops with the best move so far
//! when that returns a reason. A program with a clock gives half a second like this:
//!
//! ```
//! use std::time::{Duration, Instant};
//!
//! use ayla_engine::{Interrupt, Limits, Request, suggest};
//! use ayla_rules::{Line, Position};
//!
//! let line = Line::from(Position::read("anywoli 444444444444/444444444444 0/0 s").expect("a position"));
//! # let half_a_second = Duration::from_millis(5);
//! # #[cfg(any())]
//! let half_a_second = Duration::from_millis(500);
//! let deadline = Instant::now() + half_a_second;
//! let interrupt = || (Instant::now() >= deadline).then_some(Interrupt::Time);
//! let limits = Limits { time: Some(half_a_second), ..Limits::default() };
//! let report = suggest(&Request { limits, interrupt: &interrupt, ..Request::new(&line) });
//! assert!(report.is_some());
//! ```
//!
//! # Where to find what
//!
//! - Search: [`suggest`], [`suggest_in`] with memory that is reused, [`suggest_watched`] with reports of each
//!   iteration. What [`Certainty::Proven`] promises is explained there too: [`Certainty`].
//! - Evaluation: one file for each game in `games/`, with the levels too ([`data`]). `crates/lab/docs/evaluation.md`
//!   says how the weights were trained.
//! - [`Level`]: weaker play for people.
//! - [`solver`]: a proof-number search that solves positions of Andada.
//! - [`tablebase`]: endgame tables of Awalé and Anywoli, built by retrograde analysis in memory or in a file. The
//!   search also analyses small endings backwards by itself.
//! - [`random`]: the random numbers of levels, samples and matches.
//! - `regular_file`: opens files that are regular, and names the type of others.
//!
//! The feature `files` (default) stores endgame tables and unfinished proofs in files, and maps memory in large pages.
//! Without it the crate depends on nothing but `ayla_rules`. The feature `weights` (default) builds the weights of the
//! networks into the program, 0.8 MB. Without it, they have to be lent before the first search of a game
//! ([`lend_weights`]).

pub mod data;
mod hash;
mod known;
mod memory;
pub mod random;
#[cfg(feature = "files")]
pub mod regular_file;
mod search;
pub mod solver;
pub mod tablebase;
mod weights;

pub use search::{
    ALL_MOVES, Candidate, Certainty, DEFAULT_NODES, ENGINE, Interrupt, Level, Limits, MAX_DEPTH, Order, Proof, Report,
    Request, StoppedBy, TranspositionTable, has_solver, proven_value, scratch_bytes, suggest, suggest_in,
    suggest_watched,
};
pub use weights::{has_weights, lend_weights, weights};
