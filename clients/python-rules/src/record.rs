//! Games in the formats of other programs.

use ayla_api::words::{Language, sentence};
use ayla_records::{Fault, Format, Record, read, write};
use ayla_rules::Line;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::RulesError;
use crate::moves::{PlayedMove, played};
use crate::position::{Position, named};

/// A game of a text.
///
/// >>> from ayla_rules import games
/// >>> game = games("1. d1e2 c2b1 *")[0]
/// >>> game.line, game.tags, game.assumed[0]
/// (1, {}, 'The game is Awalé.')
#[pyclass(module = "ayla_rules", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Game(Record);

#[pymethods]
impl Game {
    /// Its first position.
    #[getter]
    fn position(&self) -> Position {
        Line::from(self.0.game.start).into()
    }

    /// Its moves.
    #[getter]
    fn moves(&self) -> Vec<PlayedMove> {
        played(&self.0.game.moves)
    }

    /// Its tags, such as `"Date"`.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        self.0.game.tags.iter().try_for_each(|tag| tags.set_item(&tag.name, &tag.value))?;
        Ok(tags)
    }

    /// What the text does not say and was assumed, in sentences.
    #[getter]
    fn assumed(&self) -> Vec<String> {
        self.0
            .assumed
            .iter()
            .map(|assumed| sentence(&Language::ENGLISH.say(&assumed.into()), Language::ENGLISH))
            .collect()
    }

    /// The line of the text in which it begins.
    #[getter]
    const fn line(&self) -> u32 {
        self.0.place.line
    }

    /// The game in a format, such as `"openspiel"`.
    fn text(&self, format: &str) -> PyResult<String> {
        let written = write(&self.0.game, named::<Format>(format)?);
        written.map(|written| written.text).map_err(|why| {
            let why: Vec<_> =
                why.iter().map(|why| sentence(&Language::ENGLISH.say(&why.into()), Language::ENGLISH)).collect();
            RulesError::new_err((why.join(" "), "INEXPRESSIBLE"))
        })
    }
}

/// The games of a text. Its format is found, if none is given.
///
/// >>> from ayla_rules import games
/// >>> game = games('[Variant "Oware"]\n\n1. d1e2 c2b1 *')[0]
/// >>> game.position.text, game.moves, game.tags
/// ('awale:majority=true,repetition=2 444444/444444 0/0 s', [4, 4], {'Variant': 'Oware'})
///
/// A text with faults is an error, which has the first ones; with `skip_faulty`, what has no fault is read.
#[pyfunction]
#[pyo3(signature = (text, *, format = None, skip_faulty = false))]
pub(crate) fn games(text: &str, format: Option<&str>, skip_faulty: bool) -> PyResult<Vec<Game>> {
    let format = format.map(named::<Format>).transpose()?;
    let reading = read(text, format);
    let Some(first) = reading.faults.first().filter(|_| !skip_faulty) else {
        return Ok(reading.records.into_iter().map(Game).collect());
    };
    let said = |fault: &Fault| {
        let fault_said = sentence(&Language::ENGLISH.say(&(&fault.kind).into()), Language::ENGLISH);
        format!("{}:{}: {fault_said}", fault.place.line, fault.place.column)
    };
    let faults: Vec<_> = reading.faults.iter().take(10).map(said).collect();
    Err(RulesError::new_err((faults.join("\n"), first.kind.name().name())))
}
