//! The engine: the best move in a position of Awalé, Andada or Anywoli, and its value.
//!
//! - [`search`]: suggests a move, and solves positions of Andada.
//! - [`tablebase`]: endgame tables.
//! - [`random`]: random numbers that a seed decides.

pub mod random;
pub mod search;
pub mod tablebase;
