//! The synchronization primitives of the hand-over. A test replaces them by those of a model checker.

pub(super) use std::sync::atomic::{AtomicBool, Ordering};
pub(super) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
