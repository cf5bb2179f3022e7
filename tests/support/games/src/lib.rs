//! Games from text, random games, and the cases of an independent reference.
#![allow(missing_docs, reason = "only tests use this package, and most of its names say all there is to say")]

mod cases;
pub mod lists;
mod random;
pub mod table_file;
pub mod vectors;

use ayla_rules::notation::{read_line, read_move};
use ayla_rules::{EndReason, Line, Recorder, Variant};

pub use cases::{Case, cases};
pub use random::Random;

/// An ending that no known game has: no position is known from which a pass leaves both players without a move.
pub const UNPLAYED: (Variant, EndReason) = (Variant::Anywoli, EndReason::NoMove);

/// Reads a position or a line, and plays its moves.
pub fn read(text: &str) -> Line {
    let read = read_line(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    let start = read.setup.position().unwrap_or_else(|faults| panic!("{text}: {faults}"));
    read.moves.iter().fold(start.into(), |line, played| play(line, played, &mut ()))
}

/// Plays a legal move.
pub fn play(line: Line, text: &str, recorder: &mut impl Recorder) -> Line {
    let proposal = read_move(text, &line.position().rules()).expect("a move");
    line.play_recorded(proposal, recorder).unwrap_or_else(|error| panic!("{}, {text}: {error}", error.from))
}
