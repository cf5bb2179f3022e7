//! Scarce things shared fairly between callers. This crate knows nothing of what they are used for.
//!
//! - [`shares`]: the rule by which callers share a fixed number of places.

pub mod shares;
