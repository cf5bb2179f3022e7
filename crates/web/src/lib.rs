//! The answers of the service without a server: the same JSON for the same request, in WebAssembly or in any program.
//!
//! [`Rules::call`] answers an operation of the JSON API by its path. It has no clock, starts no threads, reads no files
//! and keeps nothing between calls but memory: time comes from the [`Host`], which also gets the messages of streams,
//! and lends the weights of a game before its first search ([`lend_weights`](ayla_engine::lend_weights)). There are no
//! endgame tables.
//!
//! ```
//! use std::time::Duration;
//!
//! use ayla_web::{Content, Host, Outcome, Rules};
//!
//! let host = Host { now: &|| Duration::ZERO, send: &|_| {} };
//! let request = br#"{"position": "awale 000100/004000 20/23 s"}"#;
//! let path = "/v1/variants/awale/legal-moves";
//! let Outcome::Answered { status, body } = Rules::default().call(path, None, Content::Body(request), host) else {
//!     unreachable!("rules need no weights");
//! };
//! assert_eq!(status, 200);
//! assert!(String::from_utf8_lossy(&body).contains(r#""legalMoves":[{"move":"4""#));
//! ```
//!
//! `exports` is what WebAssembly modules export; `clients/rules` is the npm package around them.

mod call;
#[cfg(target_family = "wasm")]
mod exports;
mod json;
mod operations;
mod search;

pub use call::{Content, Host, Outcome, Rules};
