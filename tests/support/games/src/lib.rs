//! Random games, and the cases of an independent reference.
#![allow(missing_docs, reason = "only tests use this package, and most of its names say all there is to say")]

mod cases;
mod random;

pub use cases::{Case, cases};
pub use random::Random;
