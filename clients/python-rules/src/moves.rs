//! Moves, which Python has as numbers of houses and as words.

use ayla_api::error::{Error, Field};
use ayla_api::read;
use ayla_rules::notation::read_move;
use ayla_rules::{Move, MoveKind, Position, Proposal};
use pyo3::prelude::*;

/// A move of Python: the number of a house, or a word such as `pass`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, IntoPyObject, IntoPyObjectRef)]
pub(crate) enum PlayedMove {
    House(u8),
    Word(&'static str),
}

impl PlayedMove {
    /// The move that a text of an answer names.
    pub(crate) fn of_text(text: &str) -> Self {
        let word = || MoveKind::from_name(text).map_or("", MoveKind::name);
        text.parse().map_or_else(|_| Self::Word(word()), Self::House)
    }
}

impl From<Move> for PlayedMove {
    fn from(played: Move) -> Self {
        match played {
            Move::House(number) => Self::House(number),
            Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap => Self::Word(played.kind().name()),
        }
    }
}

/// These moves, as Python has them.
pub(crate) fn played<'a>(moves: impl IntoIterator<Item = &'a Move>) -> Vec<PlayedMove> {
    moves.into_iter().copied().map(Into::into).collect()
}

/// A move as a program of Python gives it.
#[derive(FromPyObject)]
pub(crate) enum MoveInput {
    House(i64),
    Text(String),
}

impl MoveInput {
    /// The move as text.
    fn text(&self) -> String {
        match self {
            Self::House(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    /// The move, if it is legal in this position.
    pub(crate) fn check(&self, position: &Position) -> Result<Move, Box<Error>> {
        let proposal = match *self {
            Self::House(number @ 0..=255) => Some(Proposal::House { number: number as u32, side: None }),
            Self::House(_) | Self::Text(_) => read_move(&self.text(), &position.rules()),
        };
        let Some(proposal) = proposal else {
            let variant = position.rules().variant();
            return Err(Error::of(read::no_move(&self.text(), &[variant], Field::named("move"))));
        };
        position.check(proposal, None).map_err(|illegal| Error::illegal_move(&self.text(), illegal))
    }
}
