//! Ayla answers questions about traditional mancala games: whether a move is legal, and if not, why; what happens when
//! it is played; which moves are legal; which is best. It is stateless.
//!
//! The rules of the games are the crate `ayla_rules`, the search is `ayla_engine`, requests and answers are `ayla_api`,
//! and connections are `ayla_net`. This crate is the service:
//!
//! - [`call`]: a call, from the head of its request to its end; [`operation`]: what can be called.
//! - [`service`]: the operations, independent of the transport.
//! - [`grpc`] and [`http`]: the two transports, thin mappings of the service; [`connect`]: a third form of the calls over gRPC.
//! - `mcp`: the operations as tools for language models, over HTTP and on standard input and output.
//! - [`server`]: the ports, with limits, access control, metrics and graceful shutdown.
//! - [`cli`], [`config`], [`telemetry`]: the `ayla` command.

pub mod access;
pub mod call;
pub mod cli;
pub mod config;
pub mod connect;
pub mod grpc;
pub mod headers;
pub mod http;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod operation;
pub mod operator_file;
pub mod proto;
pub mod reload;
pub mod server;
pub mod service;
pub mod telemetry;

/// The version and, if it is known, the beginning of the commit: `0.1.0 (208f335aab01)`.
pub const VERSION: &str = env!("AYLA_VERSION");

/// The commit that was built: that of the environment variable `AYLA_COMMIT` or, in a release build, of the checkout;
/// none if neither is there.
pub const COMMIT: Option<&str> = match option_env!("AYLA_COMMIT") {
    Some(commit) if !commit.is_empty() => Some(commit),
    Some(_) | None => None,
};
