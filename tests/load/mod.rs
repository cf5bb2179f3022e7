//! A server under more load than it can handle: who is answered and who is refused. `benches/bounds` has the times.

#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod storm;
mod suggestions;
