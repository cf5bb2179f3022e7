//! A line: a position with what led to it, as far as a rule looks back (N-7).

use std::fmt;

use super::andada::Andada;
use super::anywoli::Anywoli;
use super::awale::Awale;
use super::moves::Move;
use super::position::{At, Position};
use super::rules::Game;
use super::sowing::Recorder;

/// The most moves that a line may have, and that one is written with.
pub const MAX_MOVES: usize = 1_000;

/// A line of one game: a position, and the earlier ones that could still recur with the moves between them. Nothing is
/// kept while `repetition` is off.
#[derive(Clone, Debug)]
pub struct Path<G: Game> {
    /// The rules, ready to play by.
    pub game: G,
    /// The position now.
    pub state: G::State,
    /// The earlier positions that could recur, oldest first.
    pub past: Vec<G::State>,
    /// The moves from the oldest of them on.
    moves: Vec<Move>,
}

impl<G: Game> Path<G> {
    fn new(at: &At<G>) -> Self {
        Self { game: at.game, state: at.state, past: Vec::new(), moves: Vec::new() }
    }

    /// Plays a legal move, and forgets what can no longer recur.
    fn play<R: Recorder>(&mut self, played: Move, recorder: &mut R) -> bool {
        if let Move::House(number) = played
            && !(1..=self.game.rules().houses()).contains(&number.into())
        {
            return false;
        }
        let Some(next) = self.game.play(&self.state, played, &self.past, recorder) else { return false };
        if self.game.rules().repetition() == 0 || self.game.over(&next).is_some() {
            self.forget();
        } else if self.game.could_recur(&self.state, &next) {
            self.past.push(self.state);
            self.moves.push(played);
        } else {
            self.forget();
        }
        self.state = next;
        true
    }

    fn forget(&mut self) {
        self.past.clear();
        self.moves.clear();
    }

    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let first = self.moves.len().saturating_sub(MAX_MOVES);
        let start = self.past.get(first).unwrap_or(&self.state);
        self.game.setup(start).write(out)?;
        for (at, played) in self.moves[first..].iter().enumerate() {
            out.write_str(if at == 0 { " moves " } else { " " })?;
            played.write(out)?;
        }
        Ok(())
    }
}

/// A line of one of the games. Written, it is the line to send next time so that no rule that looks back is lost: cut
/// after the last move that took seeds out of the houses or changed the phase, and never more than its last
/// [`MAX_MOVES`] moves.
#[derive(Clone, Debug)]
pub enum Line {
    /// Of Awalé.
    Awale(Path<Awale>),
    /// Of Andada.
    Andada(Path<Andada>),
    /// Of Anywoli.
    Anywoli(Path<Anywoli>),
}

impl From<Position> for Line {
    fn from(start: Position) -> Self {
        match start {
            Position::Awale(at) => Self::Awale(Path::new(&at)),
            Position::Andada(at) => Self::Andada(Path::new(&at)),
            Position::Anywoli(at) => Self::Anywoli(Path::new(&at)),
        }
    }
}

impl Line {
    /// The position now.
    #[must_use]
    pub fn position(&self) -> Position {
        match self {
            Self::Awale(path) => Position::Awale(At { game: path.game, state: path.state }),
            Self::Andada(path) => Position::Andada(At { game: path.game, state: path.state }),
            Self::Anywoli(path) => Position::Anywoli(At { game: path.game, state: path.state }),
        }
    }

    /// Whether the line is its position alone: nothing that led to it could recur.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        by_variant!(Line, self, path => path.moves.is_empty())
    }

    /// Plays a move that [`Position::check`] has found legal. Answers false, with nothing changed, for a move that
    /// cannot be played at all; what the recorder was told is then of no use.
    pub fn play<R: Recorder>(&mut self, played: Move, recorder: &mut R) -> bool {
        by_variant!(Line, self, path => path.play(played, recorder))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        by_variant!(Line, self, path => path.write(f))
    }
}
