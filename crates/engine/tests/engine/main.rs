//! Search, endgame tables and solver: compared with complete analysis, and kept within their limits.

mod buttons;
mod complete;
mod endings;
mod levels;
mod limits;
mod search_memory;
mod solving;
#[cfg(feature = "files")]
mod tablebase;
mod truth;
mod watched_search;
