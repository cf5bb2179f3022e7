//! A server under more load than it can handle. These tests measure times, so no other tests run beside them.

#[cfg(target_os = "linux")]
mod storm;
mod suggestions;

use tokio::sync::Mutex;

/// Locked by each test that would make another miss its times.
static MACHINE: Mutex<()> = Mutex::const_new(());
