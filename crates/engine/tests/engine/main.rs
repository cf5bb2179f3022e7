//! Search, endgame tables and solver against complete analysis, and within their limits.

mod endings;
mod levels;
mod search_memory;
mod solving;
#[cfg(feature = "files")]
mod tablebase;
mod truth;
mod watched_search;
