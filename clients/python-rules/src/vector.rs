//! Many games at once, whose positions are written into arrays of NumPy.

use ayla_api::error::Error;
use ayla_engine::random::Random;
use ayla_rules::fault::Part;
use ayla_rules::option::Value;
use ayla_rules::{EndReason, Game as _, Line, Move, MoveKind, Side, Status, StringEnum, Winner, by_variant};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::error::exception;
use crate::moves::{PlayedMove, played};
use crate::position::Position;

/// Many games by the same rules, which `ayla_rules.vector` plays.
///
/// An observation is a row of numbers, whose names are `columns`: all that the rules look at, as the player to move
/// sees it. Actions are numbered as `actions` lists them.
#[pyclass(module = "ayla_rules")]
#[derive(Clone, Debug)]
pub(crate) struct Games {
    start: Line,
    lines: Vec<Line>,
    /// The moves made in each game.
    made: Vec<u32>,
    longest: u32,
    random: Random,
    actions: Vec<Move>,
    houses: usize,
    parts: &'static [Part],
    counts_quiet: bool,
    looks_back: bool,
    /// Whether no move has to be made to know what there is to observe of it: a sowing of one lap always ends.
    has_sure_moves: bool,
    width: usize,
}

impl Games {
    /// The number of a move among the actions.
    fn action(&self, made: Move) -> usize {
        match made {
            Move::House(number) => usize::from(number) - 1,
            Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap => {
                self.houses + self.actions[self.houses..].iter().take_while(|&&word| word != made).count()
            }
        }
    }

    /// Writes a position as the player to move sees it.
    fn write(&self, line: &Line, seen: &mut [i32], mask: &mut [i8]) -> Side {
        let setup = line.position().setup();
        let turn = setup.turn;
        let sides = [turn, turn.other()];
        let (seen, recurrences) = seen.split_at_mut(seen.len() - if self.looks_back { self.actions.len() } else { 0 });
        let mut slots = seen.iter_mut();
        let mut put = |number: u32| {
            if let Some(slot) = slots.next() {
                *slot = number as i32;
            }
        };
        sides.into_iter().for_each(|side| setup.row(side).iter().copied().for_each(&mut put));
        put(turn.index() as u32);
        put(setup.over.map_or(0, |reason| 1 + reason.index() as u32));
        for part in self.parts {
            match part {
                Part::Stores => sides.into_iter().for_each(|side| put(setup.stores.unwrap_or_default()[side])),
                Part::Phase => put(setup.phase.map_or(0, |phase| 1 + phase.index() as u32)),
                Part::Quiet => put(setup.quiet.filter(|_| self.counts_quiet).unwrap_or(0)),
                Part::First => put(setup.first.map_or(0, |first| first.index() as u32)),
                Part::Tuzdiks => sides.into_iter().for_each(|side| put(setup.tuzdiks[side].unwrap_or(0))),
                Part::Burnt => {
                    let numbers =
                        sides.into_iter().flat_map(|side| (1..=self.houses as u8).map(move |number| (side, number)));
                    numbers.for_each(|(side, number)| put(setup.is_burnt(ayla_rules::House { side, number }).into()));
                }
            }
        }
        mask.fill(0);
        recurrences.fill(0);
        by_variant!(Line, line, line => {
            for made in line.game.candidates(&line.state) {
                if self.has_sure_moves {
                    mask[self.action(made)] = 1;
                    continue;
                }
                let Some(next) = line.game.play(&line.state, made, &line.past, &mut ()) else { continue };
                mask[self.action(made)] = 1;
                if self.looks_back {
                    let recurs = line.game.over(&next) == Some(EndReason::Repetition);
                    recurrences[self.action(made)] = recurs.into();
                }
            }
        });
        turn
    }

    fn is_over(line: &Line) -> bool {
        by_variant!(Line, line, line => line.game.over(&line.state).is_some())
    }

    fn check_length(&self, length: usize) -> PyResult<()> {
        let fault = || PyValueError::new_err(format!("there are {} games, not {length}", self.lines.len()));
        if length == self.lines.len() { Ok(()) } else { Err(fault()) }
    }
}

#[pymethods]
impl Games {
    #[new]
    fn new(start: &Position, count: usize, longest: u32) -> Self {
        let rules = start.line.position().rules();
        let about = rules.variant().about();
        let houses = rules.houses() as usize;
        let words = about.moves.iter().filter_map(|kind| match kind {
            MoveKind::House | MoveKind::Agree => None,
            MoveKind::Pass => Some(Move::Pass),
            MoveKind::Take => Some(Move::Take),
            MoveKind::Give => Some(Move::Give),
            MoveKind::Swap => Some(Move::Swap),
        });
        let is_on = |name| rules.options().iter().any(|(info, value)| info.name == name && *value != Value::Number(0));
        let looks_back = is_on("repetition");
        let games = Self {
            lines: vec![start.line.clone(); count],
            made: vec![0; count],
            start: start.line.clone(),
            longest,
            random: Random::new(0, 0),
            actions: (1..=houses as u8).map(Move::House).chain(words).collect(),
            houses,
            parts: about.parts,
            counts_quiet: is_on("quiet"),
            looks_back,
            has_sure_moves: !about.sows_in_laps && !looks_back,
            width: 0,
        };
        Self { width: games.columns().len(), ..games }
    }

    #[getter]
    fn actions(&self) -> Vec<PlayedMove> {
        played(&self.actions)
    }

    #[getter]
    fn columns(&self) -> Vec<String> {
        let houses = |what: &str| (1..=self.houses).map(move |number| format!("{what} {number}")).collect::<Vec<_>>();
        let both = |name: &str| vec![format!("own {name}"), format!("other {name}")];
        let mut columns =
            [houses("own house"), houses("other house"), vec!["turn".to_owned(), "over".to_owned()]].concat();
        for part in self.parts {
            columns.extend(match part {
                Part::Stores => both("store"),
                Part::Tuzdiks => both("tuzdik"),
                Part::Burnt => [houses("own burnt"), houses("other burnt")].concat(),
                Part::Phase | Part::Quiet | Part::First => vec![part.name().to_owned()],
            });
        }
        if self.looks_back {
            columns.extend(self.actions.iter().map(|made| format!("{made} recurs")));
        }
        columns
    }

    fn __len__(&self) -> usize {
        self.lines.len()
    }

    fn __getitem__(&self, index: usize) -> PyResult<Position> {
        let line = self.lines.get(index).ok_or_else(|| PyIndexError::new_err("no such game"))?;
        Ok(line.clone().into())
    }

    /// Puts a position in the place of a game, which has the same rules.
    fn __setitem__(&mut self, index: usize, position: &Position) -> PyResult<()> {
        if position.line.position().rules() != self.start.position().rules() {
            return Err(PyValueError::new_err("the position has other rules"));
        }
        let line = self.lines.get_mut(index).ok_or_else(|| PyIndexError::new_err("no such game"))?;
        line.clone_from(&position.line);
        self.made[index] = 0;
        Ok(())
    }

    /// The games with these numbers, which may occur more than once.
    fn select(&self, indices: Vec<usize>) -> PyResult<Self> {
        if indices.iter().any(|&index| index >= self.lines.len()) {
            return Err(PyIndexError::new_err("no such game"));
        }
        let lines = indices.iter().map(|&index| self.lines[index].clone()).collect();
        let made = indices.iter().map(|&index| self.made[index]).collect();
        Ok(Self { lines, made, ..self.clone() })
    }

    fn seed(&mut self, seed: u64) {
        self.random = Random::new(seed, 0);
    }

    /// Begins those games again that are marked.
    fn reset(&mut self, which: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        self.check_length(which.as_slice()?.len())?;
        for (index, _) in which.as_slice()?.iter().enumerate().filter(|(_, is_marked)| **is_marked) {
            self.lines[index].clone_from(&self.start);
            self.made[index] = 0;
        }
        Ok(())
    }

    /// Makes a move in each game; none where the action is -1. If one is not legal, no game has moved.
    fn play(&mut self, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.check_length(actions.len())?;
        let check = |(index, (line, &action)): (usize, (&Line, &i64))| {
            if action == -1 {
                return Ok(None);
            }
            let known = usize::try_from(action).ok().and_then(|action| self.actions.get(action));
            let fault = || PyValueError::new_err(format!("environment {index} has no action {action}"));
            let made = *known.ok_or_else(fault)?;
            let checked = line.position().check(made.into(), None);
            checked.map(Some).map_err(|illegal| {
                Python::attach(|py| {
                    let error = exception(Error::illegal_move(&made.text(), illegal));
                    let _ = error.value(py).call_method1("add_note", (format!("in environment {index}"),));
                    error
                })
            })
        };
        let moves = self.lines.iter().zip(actions).enumerate().map(check).collect::<PyResult<Vec<Option<Move>>>>()?;
        for ((line, count), made) in self.lines.iter_mut().zip(&mut self.made).zip(moves) {
            if let Some(made) = made {
                line.play_unchecked(made, &mut ());
                *count += 1;
            }
        }
        Ok(())
    }

    /// Makes a random legal move in those games that are marked.
    fn play_random(&mut self, which: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        self.check_length(which.as_slice()?.len())?;
        for (index, _) in which.as_slice()?.iter().enumerate().filter(|(_, is_marked)| **is_marked) {
            let moves = self.lines[index].position().legal_moves();
            if let Some(made) = self.random.pick(&moves) {
                self.lines[index].play_unchecked(made, &mut ());
                self.made[index] += 1;
            }
        }
        Ok(())
    }

    /// Marks the games that go on and in which it is not the turn of these sides: 0 is South, 1 North.
    fn waiting(&self, sides: PyReadonlyArray1<'_, i8>, mut waiting: PyReadwriteArray1<'_, bool>) -> PyResult<()> {
        self.check_length(sides.as_slice()?.len().min(waiting.as_slice()?.len()))?;
        for (index, is_waiting) in waiting.as_slice_mut()?.iter_mut().enumerate() {
            let line = &self.lines[index];
            let is_turn = line.position().turn().index() as i8 == sides.as_slice()?[index];
            *is_waiting = !is_turn && !Self::is_over(line) && self.made[index] < self.longest;
        }
        Ok(())
    }

    /// Writes which games are over or too long, and the rewards of these sides: 1 for a game won, -1 for one lost.
    fn end(
        &self,
        sides: PyReadonlyArray1<'_, i8>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut over: PyReadwriteArray1<'_, bool>,
        mut truncated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let sides = sides.as_slice()?;
        let [over, truncated] = [over.as_slice_mut()?, truncated.as_slice_mut()?];
        let rewards = rewards.as_slice_mut()?;
        self.check_length(sides.len().min(rewards.len()).min(over.len()).min(truncated.len()))?;
        for (index, line) in self.lines.iter().enumerate() {
            over[index] = Self::is_over(line);
            truncated[index] = !over[index] && self.made[index] >= self.longest;
            rewards[index] = 0.0;
            if let Status::Over { winner, .. } = line.position().status()
                && winner != Winner::Nobody
            {
                let is_won = winner.side().map(|side| side.index() as i8) == Some(sides[index]);
                rewards[index] = if is_won { 1.0 } else { -1.0 };
            }
        }
        Ok(())
    }

    /// Writes what the player to move sees of those games that are marked, which actions are legal, and whose turn it is.
    fn observe(
        &self,
        which: PyReadonlyArray1<'_, bool>,
        mut seen: PyReadwriteArray2<'_, i32>,
        mut mask: PyReadwriteArray2<'_, i8>,
        mut turns: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let width = self.width;
        let [seen_shape, mask_shape] = [seen.as_array().dim(), mask.as_array().dim()];
        if [seen_shape.1, mask_shape.1] != [width, self.actions.len()] {
            return Err(PyValueError::new_err("the arrays have other shapes"));
        }
        let which = which.as_slice()?;
        self.check_length(seen_shape.0.min(mask_shape.0).min(turns.as_slice()?.len()).min(which.len()))?;
        let seen = seen.as_slice_mut()?.chunks_exact_mut(width);
        let mask = mask.as_slice_mut()?.chunks_exact_mut(self.actions.len());
        let rows = self.lines.iter().zip(seen).zip(mask).zip(turns.as_slice_mut()?).zip(which);
        for ((((line, seen), mask), turn), _) in rows.filter(|(_, is_marked)| **is_marked) {
            *turn = self.write(line, seen, mask).index() as i8;
        }
        Ok(())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("ayla_rules._rules")?.getattr("restore_games")?;
        let tokens: Vec<String> = self.lines.iter().map(Line::token).collect();
        let seed = self.random.clone().number();
        let state = (self.start.token(), self.longest, seed, tokens, self.made.clone());
        Ok((restore, state).into_pyobject(py)?.into_any())
    }
}

/// The games that were pickled. Random moves go on from a seed that was drawn then.
#[pyfunction]
pub(crate) fn restore_games(
    start: &str,
    longest: u32,
    seed: u64,
    tokens: Vec<String>,
    made: Vec<u32>,
) -> PyResult<Games> {
    let read = |token: &str| crate::position::restore(token, Vec::new());
    let lines = tokens.iter().map(|token| Ok(read(token)?.line)).collect::<PyResult<_>>()?;
    let games = Games::new(&read(start)?, 0, longest);
    Ok(Games { lines, made, random: Random::new(seed, 0), ..games })
}
