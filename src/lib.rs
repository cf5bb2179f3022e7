//! Ayla answers questions about traditional mancala games.

#[macro_use]
mod word;

pub mod game;
pub mod search;
