//! The puzzles of the games.

use ayla_puzzles::{Filter, PuzzleTheme};
use ayla_rules::{Line, Variant};
use pyo3::prelude::*;

use crate::moves::{PlayedMove, played};
use crate::position::{Position, named};

/// A position in which South is to move, and has exactly one best move.
///
/// >>> from ayla_rules import puzzles
/// >>> puzzle = puzzles("kalah", grade=1)[0]
/// >>> puzzle.id, puzzle.task, puzzle.value, puzzle.second, puzzle.themes
/// ('kalah-1', 'win', 2, -12, ['capture', 'denies'])
#[pyclass(module = "ayla_rules", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    /// The game and a number.
    #[pyo3(get)]
    id: String,
    puzzle: ayla_puzzles::Puzzle,
}

#[pymethods]
impl Puzzle {
    /// The position.
    #[getter]
    fn position(&self) -> Position {
        Line::from(self.puzzle.position).into()
    }

    /// How hard it is, from 1 to 6.
    #[getter]
    const fn grade(&self) -> u8 {
        self.puzzle.grade
    }

    /// What its solution does.
    #[getter]
    fn themes(&self) -> Vec<&'static str> {
        self.puzzle.themes.iter().map(|theme| theme.name()).collect()
    }

    /// To `"win"`, not to lose (`"draw"`), or to have the most `"seeds"`.
    #[getter]
    fn task(&self) -> &'static str {
        self.puzzle.task().name()
    }

    /// How far South is ahead after the solution.
    #[getter]
    const fn value(&self) -> i32 {
        self.puzzle.value
    }

    /// How far South is ahead after the second best move.
    #[getter]
    const fn second(&self) -> i32 {
        self.puzzle.second
    }

    /// The moves of both players.
    #[getter]
    fn solution(&self) -> Vec<PlayedMove> {
        played(&self.puzzle.line)
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {} of grade {}>", self.id, self.puzzle.grade)
    }
}

/// The puzzles of a game with this `theme` and this `grade`, from 1 to 6.
///
/// >>> from ayla_rules import puzzles
/// >>> puzzle = puzzles("kalah", grade=1)[0]
/// >>> position = puzzle.position
/// >>> for move in puzzle.solution:
/// ...     position.push(move)
#[pyfunction]
#[pyo3(signature = (variant, *, theme = None, grade = None))]
pub(crate) fn puzzles(variant: &str, theme: Option<&str>, grade: Option<u8>) -> PyResult<Vec<Puzzle>> {
    let theme = theme.map(named::<PuzzleTheme>).transpose()?;
    let ids = Filter { theme, grade }.ids(named::<Variant>(variant)?);
    Ok(ids.filter_map(|id| Some(Puzzle { id: id.to_string(), puzzle: id.puzzle()? })).collect())
}
