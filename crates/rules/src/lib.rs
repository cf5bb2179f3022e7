//! The rules of traditional mancala games, which [`Variant`] lists.
//!
//! The crate decides what is legal and what happens. It is pure: no clock, no input or output, no panic on any input.
//!
//! # The way of a game
//!
//! - A [`Setup`] is a position as somebody describes it: well formed, and perhaps impossible. [`notation::read_line`]
//!   reads one from text, [`Rules::start`] makes the first one of a game.
//! - A [`Position`] is a set-up that was found consistent ([`Setup::position`]); what is wrong with another comes back
//!   as [`Faults`]. It is `Copy`, and knows nothing of the moves that led to it.
//! - A [`Line`] is a position that remembers as much of the past as a rule looks back at. Only the option `repetition`
//!   does; without it, a line and its position play alike.
//! - `play` takes a position or a line and gives the next one. A move that is not legal comes back as a [`PlayError`],
//!   with the one reason ([`Illegal`]) and what was taken. `play_unchecked` is for moves that are known to be legal.
//! - [`Position::status`] says how the game stands. A [`Recorder`], such as a `Vec` of [`Event`]s, is told what happens
//!   on the way: seeds picked up, sown, captured and shared.
//! - `to_string` gives the canonical text, which reads back as the same position or line. [`Line::token`] gives a
//!   shorter one for programs, which [`Token::read`] reads.
//!
//! ```
//! use ayla_rules::{Event, Line, Move, Side, Status, Variant};
//!
//! let start = Variant::Awale.default_rules().first_position(Side::South)?;
//! let line = Line::from(start).play(Move::House(3))?;
//! assert_eq!(line.to_string(), "awale 440555/544444 0/0 n q1");
//! assert_eq!(line.position().status(), Status::InProgress { can_agree: true });
//!
//! let mut events: Vec<Event> = Vec::new();
//! let line = line.play_recorded(Move::House(1), &mut events)?;
//! assert!(matches!(events[0], Event::PickUp { seeds: 5, .. }));
//!
//! let error = line.play(Move::House(7)).expect_err("a row has six houses");
//! assert_eq!(error.to_string(), "NO_SUCH_HOUSE (C-1)");
//! let line = error.from;
//! assert_eq!(line.position().turn(), Side::South);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reasons as data
//!
//! [`Illegal`] and [`Fault`] carry what their sentences say: the mover, the number of the house, the values allowed.
//! `Display` is their English rendering. Numbers such as `AW-3` are the rulings of `docs/rules/`; [`ruling`] has those
//! that answers cite.
//!
//! # For engines
//!
//! [`Position`] and [`Line`] are enums over the games, and allocate a little. The trait [`Game`] plays a state of one
//! game without either: [`Game::candidates`] and [`Game::play`]. Each variant is a module of its name, such as
//! [`awale`]; [`awale::packed`], [`awale::retrograde`] and [`anywoli::retrograde`] are what endgame tables are built
//! with, and [`perft`] checks it all.

#[macro_use]
pub mod string_enum;
#[macro_use]
mod games;
#[macro_use]
pub mod option;
#[macro_use]
pub mod ruling;

pub mod about;
pub mod andada;
pub mod anywoli;
pub mod awale;
pub mod bits;
pub mod board;
pub mod congklak;
mod consistency;
pub mod fault;
mod game;
mod illegal;
pub mod kalah;
mod legality;
pub mod line;
pub mod look;
pub mod mangala;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod position;
mod rules;
pub mod setup;
pub mod sowing;
mod status;
mod taken;
mod text;
pub mod togyzqumalaq;
pub mod token;
pub mod two_rows;
mod view;

pub use about::About;
pub use board::{BySide, ByTurn, Direction, House, Side};
pub use fault::{Fault, FaultKind, FaultPlace, Faults};
pub use game::{Game, GameOptions};
pub use games::{EndReason, Variant};
pub use illegal::{Illegal, IllegalReason};
pub use line::Line;
pub use moves::{Move, MoveKind, Proposal};
pub use position::{PlayError, Position};
pub use rules::Rules;
pub use ruling::Ruling;
pub use setup::Phase;
pub use sowing::{Destination, Event, Place, Recorder};
pub use status::{Status, Winner};
pub use string_enum::StringEnum;
pub use taken::Taken;
pub use token::{BadToken, Token};
pub use view::{Seen, View};

/// The version of the rulings that the games follow.
pub const RULES_VERSION: &str = "1";

/// A position as a caller sets it up: well formed, not yet known to be consistent (C-7).
pub type Setup<R = Rules> = setup::Setup<R>;
