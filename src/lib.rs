//! Ayla answers questions about traditional mancala games: is this move legal, and if not, why; what happens when it is
//! played; which moves are legal; which is best. It decides, and keeps nothing.
//!
//! The rules of the games are the crate `ayla_rules`, the search is `ayla_engine`. Here is the service:
//!
//! - [`service`]: the operations, free of any transport.
//! - [`grpc`] and [`http`]: the two transports, thin mappings of it.
//! - [`server`]: wires them to a port.
//! - [`cli`], [`config`], [`telemetry`]: the `ayla` command.

pub mod cli;
pub mod config;
pub mod grpc;
pub mod http;
pub mod proto;
pub mod server;
pub mod service;
pub mod telemetry;
