//! A running server, clients of both transports, and a common form for their answers; and the command line.
#![allow(missing_docs, reason = "only tests use this package, and most of its names say all there is to say")]

pub mod alike;
pub mod attacks;
pub mod hostile;
pub mod http2;
pub mod mcp;
pub mod rpc;
mod server;
pub mod suggestions;

pub use ayla_test_command as command;
pub use command::ayla;
pub use rpc::Rpc;
pub use server::{Json, Reply, Server, WAIT, connect, in_time};

/// The first position of Awalé.
pub const START: &str = "awale 444444/444444 0/0 s";
