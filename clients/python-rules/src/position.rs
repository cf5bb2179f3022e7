//! Positions, with the moves that a program has pushed.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use ayla_api::json::Named;
use ayla_api::options::{OptionInput, OptionsInput};
use ayla_api::picture::Shown;
use ayla_api::preset::Presets;
use ayla_api::read;
use ayla_api::request::{GameInput, LineInput, PictureFormat, RenderBoardRequest, StartInput, VariantInput};
use ayla_api::text::{DEFAULT_WIDTH, Scene};
use ayla_api::words::Language;
use ayla_rules::option::{Given, Value};
use ayla_rules::{Line, Move, Side, Status, StringEnum, Token, Variant, perft};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::{exception, exception_in};
use crate::event::Event;
use crate::moves::{MoveInput, PlayedMove, played};

/// The presets that come with the games.
static PRESETS: LazyLock<Presets> = LazyLock::new(Presets::built_in);

/// The presets that a position can start by.
pub(crate) fn presets() -> &'static Presets {
    &PRESETS
}

/// The names of the games.
///
/// >>> from ayla_rules import variants
/// >>> "kalah" in variants()
/// True
#[pyfunction]
pub(crate) fn variants() -> Vec<&'static str> {
    Variant::NAMES.to_vec()
}

/// How a game ended.
///
/// >>> from ayla_rules import Position
/// >>> result = Position("kalah 000000/000000 30/18 n over=empty-row").result
/// >>> result.reason, result.winner, result.score
/// ('empty-row', 'south', (30, 18))
#[pyclass(module = "ayla_rules", frozen, get_all, eq)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Result {
    /// Why it ended.
    reason: &'static str,
    /// The side that won; `None` if neither did.
    winner: Option<&'static str>,
    /// The seeds of South and North; `None` in Andada.
    score: Option<(u8, u8)>,
}

#[pymethods]
impl Result {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Self { reason, winner, score } = self;
        let winner = winner.into_bound_py_any(py)?.repr()?;
        let score = score.into_bound_py_any(py)?.repr()?;
        Ok(format!("Result(reason='{reason}', winner={winner}, score={score})"))
    }
}

/// A value of an option.
#[derive(FromPyObject)]
enum OptionValue {
    Flag(bool),
    Number(u32),
    Word(String),
}

/// A position of a game, and the moves that were pushed.
///
/// A position is the first one of a game, by the `preset` and the options that are given as keywords (`_` stands for
/// `-`); or it is read from a text, a line of moves or a token.
///
/// >>> from ayla_rules import Position
/// >>> position = Position("awale", preset="tournament")
/// >>> position.legal_moves
/// [1, 2, 3, 4, 5, 6]
/// >>> position.push(3)
/// >>> position.turn
/// 'north'
/// >>> position
/// Position('awale:majority=true,repetition=2 444444/444444 0/0 s moves 3')
/// >>> position == Position(position.line) == Position(position.token)
/// True
/// >>> Position("kalah", houses=5, first="north").text
/// 'kalah 44444/44444 0/0 n'
/// >>> position = Position("togyzqumalaq")
/// >>> position.variant, position.options["tuzdik"], position.tuzdiks, position.quiet, position.is_over
/// ('togyzqumalaq', True, (None, None), 0, False)
/// >>> Position("andada").phase
/// 'opening'
///
/// Positions that have the same rules and would play alike are equal. Positions can be hashed, copied and pickled.
/// Since they can be changed, push no moves to one that is in a set.
#[pyclass(module = "ayla_rules")]
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) line: Line,
    /// The line before each move that was pushed.
    before: Vec<(Line, Move)>,
}

impl From<Line> for Position {
    fn from(line: Line) -> Self {
        Self { line, before: Vec::new() }
    }
}

impl Position {
    fn play(&mut self, made: Move) {
        self.before.push((self.line.clone(), made));
        self.line.play_unchecked(made, &mut ());
    }

    /// The line before the first move that was pushed.
    pub(crate) fn first(&self) -> &Line {
        self.before.first().map_or(&self.line, |(line, _)| line)
    }

    /// The moves that were pushed.
    pub(crate) fn pushed(&self) -> impl Iterator<Item = &Move> {
        self.before.iter().map(|(_, made)| made)
    }

    fn is_in_progress(&self) -> bool {
        matches!(self.line.position().status(), Status::InProgress { .. })
    }

    fn tuple<T: Clone>(values: &ayla_rules::BySide<T>) -> (T, T) {
        (values.south.clone(), values.north.clone())
    }
}

/// The value of an enum that has this name; the names stand in the error if there is none.
pub(crate) fn named<T: StringEnum>(name: &str) -> PyResult<T> {
    let known = || PyValueError::new_err(format!("'{name}' is none of {}", T::NAMES.join(", ")));
    T::from_name(name).ok_or_else(known)
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text, /, *, preset = None, first = None, **options))]
    fn new(
        text: &str,
        preset: Option<&str>,
        first: Option<&str>,
        options: Option<std::collections::BTreeMap<String, OptionValue>>,
    ) -> PyResult<Self> {
        let is_text = text.contains(char::is_whitespace);
        let is_token = !is_text && Variant::from_name(text).is_none() && Token::variant_of(text).is_some();
        let options = options.map(|options| {
            let value = |(name, value): (String, _)| {
                let value = match value {
                    OptionValue::Flag(flag) => Given::Flag(flag),
                    OptionValue::Number(number) => Given::Number(number),
                    OptionValue::Word(word) => Given::Word(word.into()),
                };
                (Cow::from(name.replace('_', "-")), OptionInput(value))
            };
            OptionsInput { variant: None, values: options.into_iter().map(value).collect() }
        });
        let variant = if is_text || is_token { VariantInput::None } else { text.into() };
        let line =
            LineInput { position: is_text.then_some(text), token: is_token.then_some(text), ..LineInput::default() };
        let first = first.map(named).transpose()?.map(Named);
        let start = StartInput { variant: &variant, options: options.as_ref(), preset, first, after: None };
        let game = read::game(GameInput { line, start }, presets(), Vec::new()).map_err(exception)?;
        Ok(game.line().clone().into())
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.line.position().rules().variant().name()
    }

    /// The value of each option.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (info, value) in self.line.position().rules().options() {
            match value {
                Value::Flag(flag) => options.set_item(info.name, flag)?,
                Value::Number(number) => options.set_item(info.name, number)?,
                Value::Word(word) => options.set_item(info.name, word)?,
            }
        }
        Ok(options)
    }

    /// Every legal move but `"agree"`: the numbers of houses, and words such as `"pass"`. None once the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<PlayedMove> {
        played(&self.line.position().legal_moves())
    }

    /// Makes a move.
    ///
    /// >>> from ayla_rules import IllegalMove, Position
    /// >>> position = Position("awale 000100/004000 20/23 s")
    /// >>> try:
    /// ...     position.push(1)
    /// ... except IllegalMove as error:
    /// ...     print(error.reason, error.ruling, error)
    /// EMPTY_HOUSE AW-1 South's house 1 is empty.
    fn push(&mut self, r#move: MoveInput) -> PyResult<()> {
        let made = r#move.check(&self.line.position()).map_err(exception)?;
        self.play(made);
        Ok(())
    }

    /// Takes the last move back, and returns it.
    fn pop(&mut self) -> PyResult<PlayedMove> {
        let (line, made) = self.before.pop().ok_or_else(|| PyIndexError::new_err("no move was pushed"))?;
        self.line = line;
        Ok(made.into())
    }

    /// The last move that was pushed.
    fn peek(&self) -> PyResult<PlayedMove> {
        let (_, made) = self.before.last().ok_or_else(|| PyIndexError::new_err("no move was pushed"))?;
        Ok((*made).into())
    }

    /// The moves that were pushed.
    #[getter]
    fn moves(&self) -> Vec<PlayedMove> {
        played(self.pushed())
    }

    /// A copy, without the moves that were pushed if `moves` is false: it cannot take them back then, and is smaller.
    ///
    /// >>> from ayla_rules import Position
    /// >>> position = Position("kalah")
    /// >>> position.push(3)
    /// >>> position.copy().moves, position.copy(moves=False).moves
    /// ([3], [])
    #[pyo3(signature = (*, moves = true))]
    fn copy(&self, moves: bool) -> Self {
        if moves { self.clone() } else { self.line.clone().into() }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("ayla_rules._rules")?.getattr("restore")?;
        (restore, (self.first().token(), self.moves())).into_pyobject(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().line() == self.line())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.line().hash(&mut hasher);
        hasher.finish()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        !self.is_in_progress()
    }

    /// How the game ended; `None` while it goes on.
    ///
    /// >>> from ayla_rules import Position
    /// >>> Position("kalah 000000/000000 30/18 n over=empty-row").result
    /// Result(reason='empty-row', winner='south', score=(30, 18))
    #[getter]
    fn result(&self) -> Option<Result> {
        match self.line.position().status() {
            Status::InProgress { .. } => None,
            Status::Over { reason, winner, score } => Some(Result {
                reason: reason.name(),
                winner: winner.side().map(Side::name),
                score: score.as_ref().map(Self::tuple),
            }),
        }
    }

    /// The player to move: `"south"` or `"north"`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.line.position().turn().name()
    }

    /// The seeds in the houses of South and of North, each from the owner's left.
    #[getter]
    fn houses(&self) -> (Vec<u32>, Vec<u32>) {
        let setup = self.line.position().setup();
        (setup.south, setup.north)
    }

    /// The seeds in the stores of South and North; `None` in Andada.
    #[getter]
    fn stores(&self) -> Option<(u8, u8)> {
        self.line.position().stores().as_ref().map(Self::tuple)
    }

    /// The phase, such as `"opening"`; `None` in games that have none.
    #[getter]
    fn phase(&self) -> Option<&'static str> {
        self.line.position().setup().phase.map(|phase| phase.name())
    }

    /// The tuzdiks of South and North: numbers of houses in the row of the other.
    #[getter]
    fn tuzdiks(&self) -> (Option<u32>, Option<u32>) {
        Self::tuple(&self.line.position().setup().tuzdiks)
    }

    /// The number of moves in a row that captured nothing; `None` in games that never end by it.
    #[getter]
    fn quiet(&self) -> Option<u32> {
        self.line.position().setup().quiet
    }

    /// The number of moves since the game began, as far as it is known.
    #[getter]
    fn ply(&self) -> u32 {
        self.line.ply()
    }

    /// The position in the text notation.
    #[getter]
    fn text(&self) -> String {
        self.line.position().to_string()
    }

    /// The position with the moves that led to it, as far as a rule looks back at them.
    #[getter]
    fn line(&self) -> String {
        self.line.to_string()
    }

    /// The line in a word, for programs.
    #[getter]
    fn token(&self) -> String {
        self.line.token()
    }

    /// What happens in a move. The position is not changed.
    fn events(&self, r#move: MoveInput) -> PyResult<Vec<Event>> {
        let made = r#move.check(&self.line.position()).map_err(exception)?;
        let mut events: Vec<ayla_rules::Event> = Vec::new();
        self.line.clone().play_unchecked(made, &mut events);
        Ok(events.into_iter().map(Into::into).collect())
    }

    /// Why a move is not legal: the exception that `push` would raise; `None` for a legal move. `locale` is a language
    /// such as `"fr"`.
    ///
    /// >>> from ayla_rules import Position
    /// >>> why = Position("awale 000100/004000 20/23 s").why_not(2, locale="fr")
    /// >>> why.reason, why.ruling, why.sentence
    /// ('EMPTY_HOUSE', 'AW-1', 'La case 2 est vide chez Sud.')
    #[pyo3(signature = (r#move, *, locale = None))]
    fn why_not(&self, py: Python<'_>, r#move: MoveInput, locale: Option<&str>) -> Option<Py<PyAny>> {
        let error = r#move.check(&self.line.position()).err()?;
        Some(exception_in(&error, Language::negotiate(locale, None)).into_value(py).into_any())
    }

    /// The position as the other player has it: the rows and all that belongs to the sides are exchanged. Moves that
    /// led to it are not kept.
    ///
    /// >>> from ayla_rules import Position
    /// >>> Position("awale 000100/004000 20/23 s").mirror().text
    /// 'awale 004000/000100 23/20 n'
    fn mirror(&self) -> Self {
        let position = self.line.position();
        let mirrored = position.setup().mirrored().position();
        Line::from(mirrored.unwrap_or(position)).into()
    }

    /// The number of lines of exactly `depth` moves.
    ///
    /// >>> from ayla_rules import Position
    /// >>> Position("awale").perft(3)
    /// 190
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| perft::perft(&self.line, depth).total)
    }

    /// The board as an SVG document, with the last move marked.
    ///
    /// >>> from ayla_rules import Position
    /// >>> Position("kalah").svg(locale="fr").startswith("<svg")
    /// True
    #[pyo3(signature = (*, locale = None))]
    fn svg(&self, locale: Option<&str>) -> PyResult<String> {
        let language = Language::negotiate(locale, None);
        let before = self.before.last();
        let request = RenderBoardRequest {
            format: Some(Named(PictureFormat::Svg)),
            token: Some(before.map_or(&self.line, |(line, _)| line).token()),
            r#move: before.map(|(_, made)| made.text()),
            ..RenderBoardRequest::default()
        };
        Ok(Shown::read(&request, language).map_err(exception)?.svg(language))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    fn __str__(&self) -> String {
        Scene::new(&self.line, [], Side::South, Language::ENGLISH).board(DEFAULT_WIDTH).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.line)
    }
}

/// The position that was pickled: the token of the first position, and the moves that were pushed.
#[pyfunction]
pub(crate) fn restore(token: &str, moves: Vec<MoveInput>) -> PyResult<Position> {
    let mut position = Position::new(token, None, None, None)?;
    for made in moves {
        position.push(made)?;
    }
    Ok(position)
}
