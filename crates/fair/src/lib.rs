//! Scarce things shared fairly between callers. This crate knows nothing of what they are used for.
//!
//! - [`client`]: the callers, the groups that they belong to, and what records the processor time spent for them.
//! - [`pace`]: the part of the processors' time that long work may use.
//! - [`rate`]: rate limits of calls, of processor time, and for each address.
//! - [`scheduler`]: processor time and memory for long work.
//! - [`shares`]: the rule by which callers share a fixed number of places.
//! - [`thread`]: the processor time and the priority of a thread.
//! - [`usage`]: which callers have used most.

pub mod client;
pub mod pace;
pub mod rate;
pub mod scheduler;
pub mod shares;
pub mod thread;
mod tree;
pub mod usage;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value that no panic can leave inconsistent.
pub fn lock<T: ?Sized>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
