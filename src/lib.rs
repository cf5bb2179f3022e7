//! Ayla answers questions about traditional mancala games: is this move legal, and if not, why; what happens when it is
//! played; which moves are legal; which is best. It decides, and keeps nothing.
//!
//! - [`game`]: the rules of the three games, pure and fast.
//! - [`search`]: the best move and its value.
//! - [`random`]: numbers that a seed decides.
//! - `service`: the operations, free of any transport; `grpc` and `http` are two thin mappings of it, `server` wires
//!   them to a port. These come with the default feature `server`.

#[macro_use]
mod word;

pub mod game;
#[cfg(feature = "server")]
pub mod grpc;
#[cfg(feature = "server")]
pub mod http;
pub mod random;
pub mod search;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "server")]
pub mod service;
pub mod tablebase;
