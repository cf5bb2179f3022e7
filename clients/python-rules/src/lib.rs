//! The rules, the search and the words of mancala games as a Python module, which the package in `python/` presents.
//! Python is only told here what the other crates know: no rule, no sentence and no picture is made in this crate.
//!
//! The comments on what is exported are its documentation in Python, with examples that the tests run.

mod engine;
mod error;
mod event;
mod local;
mod moves;
mod position;
mod puzzle;
mod record;
mod vector;

#[pyo3::pymodule]
mod _rules {
    #[pymodule_export]
    use super::engine::{Analysis, Candidate, Engine, Review, ReviewedPly, Search};
    #[pymodule_export]
    use super::event::Event;
    #[pymodule_export]
    use super::local::Local;
    #[pymodule_export]
    use super::position::{Position, Result, restore, variants};
    #[pymodule_export]
    use super::puzzle::{Puzzle, puzzles};
    #[pymodule_export]
    use super::record::{Game, games};
    #[pymodule_export]
    use super::vector::{Games, restore_games};
}
