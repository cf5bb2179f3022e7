//! The three games: positions, moves and rules. Pure: no clock, no input or output, no panic on any input.
//!
//! A caller's [`Setup`] becomes a [`Position`] when it is consistent; a [`Line`] is a position together with what led
//! to it, as far as a rule looks back. [`Rules`] is the closed set of games, each in a file of its own. Numbers such as
//! `AW-3` are the rulings of `docs/rules/`.

#[macro_use]
pub mod string_enum;

#[macro_use]
pub mod option;

pub mod andada;
pub mod anywoli;
pub mod awale;
pub mod board;
mod legality;
pub mod line;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod position;
pub mod rules;
pub mod ruling;
pub mod setup;
pub mod sowing;

pub use board::{Direction, House, Side};
pub use line::Line;
pub use moves::{EndReason, Illegal, IllegalReason, Move, Proposal, Status, Winner};
pub use position::Position;
pub use rules::{Rules, Variant};
pub use ruling::Ruling;
pub use setup::{Fault, FaultKind, Phase, Place, Setup};
pub use sowing::{Destination, Event, Recorder};
