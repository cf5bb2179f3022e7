//! The `ayla` process: its commands, settings, connections, limits and logs, and how it starts and ends.

#[cfg(all(unix, feature = "pictures"))]
mod addresses;
mod age;
mod cli;
mod cors;
mod crowding;
mod endings;
mod engine;
mod examples;
mod followed;
mod headers;
#[cfg(unix)]
mod keys;
mod limits;
#[cfg(feature = "mcp")]
mod mcp;
mod operators;
mod pages;
#[cfg(all(unix, feature = "pictures"))]
mod pictures;
mod prefix;
#[cfg(unix)]
mod presets;
mod previews;
mod process;
mod shutdown;
mod tablebase;
#[cfg(unix)]
mod tls;
mod tracing;
mod work;
