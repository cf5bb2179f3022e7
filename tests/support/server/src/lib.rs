//! A running server for tests of several crates, clients of both transports, and one form for their answers.
#![allow(missing_docs, reason = "only tests use this package, and most of its names say all there is to say")]

pub mod alike;
pub mod http2;
mod server;

pub use server::{Json, Reply, Server, ayla};
