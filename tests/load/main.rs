//! A server under more load than it can handle. These tests measure times, so no other tests run beside them.

#[cfg(target_os = "linux")]
mod storm;
mod suggestions;

use tokio::sync::Mutex;

/// Held by a test that would keep another from meeting its times.
static MACHINE: Mutex<()> = Mutex::const_new(());
