//! Ayla answers questions about traditional mancala games.

pub mod game;
pub mod search;
