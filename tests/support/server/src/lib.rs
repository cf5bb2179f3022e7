//! A running server, clients of both transports, and a common form for their answers.
#![allow(missing_docs, reason = "only tests use this package, and most of its names say all there is to say")]

pub mod alike;
pub mod http2;
mod server;

pub use server::{Json, Reply, Server, ayla};
