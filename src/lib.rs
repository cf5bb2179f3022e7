//! Ayla answers questions about traditional mancala games: whether a move is legal, and if not, why; what happens when it is
//! played; which moves are legal; which is best. It is stateless.
//!
//! The rules of the games are the crate `ayla_rules`, the search is `ayla_engine`. This crate is the service:
//!
//! - [`service`]: the operations, independent of the transport.
//! - [`grpc`] and [`http`]: the two transports, thin mappings of the service.
//! - [`server`]: the ports, with limits, access control, metrics and graceful shutdown.
//! - [`cli`], [`config`], [`telemetry`]: the `ayla` command.

pub mod cli;
pub mod config;
pub mod grpc;
pub mod http;
pub mod proto;
pub mod server;
pub mod service;
pub mod telemetry;
