//! Puzzles of the games: positions with exactly one best move, by proof.
//!
//! The files in `data/` hold the puzzles of each game, one on a line, as `data/README.md` describes. `ayla-lab puzzles
//! make` makes them with the engine. [`exact`] solves positions by the rules alone, without the engine, and [`check`]
//! proves with it what a puzzle says.

mod catalogue;
pub mod check;
pub mod exact;
mod facts;
mod puzzle;
mod theme;
mod why;

pub use catalogue::{Day, Filter, Id};
pub use facts::Facts;
pub use puzzle::{Puzzle, PuzzleTask, least_lead};
pub use theme::PuzzleTheme;
pub use why::{Outlook, Reason, Why};

use ayla_rules::{Variant, file_of_game};

/// The number of grades: 1 is the easiest.
pub const GRADES: u8 = 6;

/// The puzzles of a game as text, a line each. Lines that begin with `#` are comments. Without the feature `data`, no
/// game has any.
pub const fn text(variant: Variant) -> &'static str {
    if cfg!(feature = "data") { file_of_game!(variant, "../data/") } else { "" }
}

/// The lines of the puzzles in a text, in order.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The puzzles of a game, in order. They are numbered from 1. `None` is a line that is no puzzle; the files that come
/// with the crate have none.
pub fn puzzles(variant: Variant) -> impl Iterator<Item = Option<Puzzle>> {
    lines(text(variant)).map(move |line| Puzzle::read(variant, line))
}
