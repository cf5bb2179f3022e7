//! Lines: a position with what led to it, as far as a rule looks back (N-7).

use std::fmt;

use ayla_steps::{count, weights};

use super::game::{Game, GameOptions};
use super::moves::{Move, Proposal};
use super::option::OptionTable;
use super::position::{GamePosition, PlayError, Position};
use super::rules::Rules;
use super::sowing::Recorder;

/// The most moves that a line may have, and that one is written with.
pub const MAX_MOVES: usize = 1_000;

/// The number at which the count of plies stops.
pub const MAX_PLY: u32 = 999_999;

/// A line of one game: a position, and the earlier ones that could still recur with the moves between them. Nothing is
/// kept while `repetition` is off.
#[derive(Clone, Debug)]
pub struct GameLine<G: Game> {
    /// The rules, ready to play by.
    pub game: G,
    /// The position now.
    pub state: G::State,
    /// The earlier positions that could recur, oldest first.
    pub past: Vec<G::State>,
    /// The moves from the oldest of them on.
    moves: Vec<Move>,
    /// The moves made, whether they are kept or not.
    ply: u32,
}

impl<G: Game> From<GamePosition<G>> for GameLine<G> {
    fn from(start: GamePosition<G>) -> Self {
        Self { game: start.game, state: start.state, past: Vec::new(), moves: Vec::new(), ply: 0 }
    }
}

impl<G: Game> GameLine<G> {
    /// The position now.
    pub const fn position(&self) -> GamePosition<G> {
        GamePosition { game: self.game, state: self.state }
    }

    /// Plays a legal move, and forgets what can no longer recur.
    fn play<R: Recorder>(&mut self, played: Move, recorder: &mut R) -> bool {
        count(weights::MOVE + self.past.len() as u64 / 8 * weights::EIGHT_POSITIONS);
        if let Move::House(number) = played
            && !(1..=self.game.options().houses()).contains(&number.into())
        {
            return false;
        }
        let Some(next) = self.game.play(&self.state, played, &self.past, recorder) else { return false };
        let remembers = self.game.options().repetition() > 0 && self.game.over(&next).is_none();
        if remembers && self.game.could_recur(&self.state, &next) {
            self.past.push(self.state);
            self.moves.push(played);
        } else {
            self.past.clear();
            self.moves.clear();
        }
        self.state = next;
        self.ply = MAX_PLY.min(self.ply + 1);
        true
    }

    /// The moves that are written, and the positions that they were made in.
    pub(super) fn window(&self) -> (&[G::State], &[Move]) {
        let first = self.moves.len().saturating_sub(MAX_MOVES);
        (&self.past[first..], &self.moves[first..])
    }

    pub(super) const fn ply(&self) -> u32 {
        self.ply
    }

    pub(super) const fn set_ply(&mut self, ply: u32) {
        self.ply = ply;
    }
}

impl<G: Game<Options: Into<Rules>>> GameLine<G> {
    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let (past, moves) = self.window();
        self.game.setup(past.first().unwrap_or(&self.state)).write(out)?;
        for (index, played) in moves.iter().enumerate() {
            out.write_str(if index == 0 { " moves " } else { " " })?;
            played.write(out)?;
        }
        Ok(())
    }
}

enum_of_games! {
    /// A line of one of the games: a position that remembers as much of what led to it as `repetition` looks back at.
    ///
    /// Written, it is the line to send next time so that no rule that looks back is lost: cut after the last move that
    /// took seeds out of the houses or changed the phase, and never more than its last [`MAX_MOVES`] moves.
    ///
    /// ```
    /// use ayla_rules::{Event, Line, Move, Position};
    ///
    /// let start = Position::read("awale:repetition=2 100000/000010 22/24 s")?;
    /// let mut events: Vec<Event> = Vec::new();
    /// let line = Line::from(start).play_recorded(Move::House(1), &mut events)?;
    /// assert_eq!(events.len(), 2, "a seed is picked up and sown");
    /// assert_eq!(line.position().to_string(), "awale:repetition=2 010000/000010 22/24 n q1");
    /// assert_eq!(line.to_string(), "awale:repetition=2 100000/000010 22/24 s moves 1");
    /// assert_eq!((line.start(), line.moves()), (start, &[Move::House(1)][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug)]
    pub enum Line of all GameLine
}

impl From<Position> for Line {
    fn from(start: Position) -> Self {
        by_variant!(Position => Line, start, position => position.into())
    }
}

impl Line {
    /// The position now.
    pub fn position(&self) -> Position {
        by_variant!(Line => Position, self, line => line.position())
    }

    /// Whether the line is only its position: nothing that led to it could recur.
    pub fn is_only_position(&self) -> bool {
        by_variant!(Line, self, line => line.moves.is_empty())
    }

    /// The number of moves made since the game began, or since the position that was first sent: 0 for a line that was
    /// made from a position. A [token](Self::token) carries it on. It stops at [`MAX_PLY`].
    pub fn ply(&self) -> u32 {
        by_variant!(Line, self, line => line.ply())
    }

    /// The position that the line starts from, as it is written.
    pub fn start(&self) -> Position {
        by_variant!(Line => Position, self, line => {
            GamePosition { game: line.game, state: *line.window().0.first().unwrap_or(&line.state) }
        })
    }

    /// The moves made from there, as they are written: at most [`MAX_MOVES`].
    pub fn moves(&self) -> &[Move] {
        by_variant!(Line, self, line => line.window().1)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The one reason why the move is not legal (C-9), with this line.
    #[expect(clippy::result_large_err, reason = "the error gives back what was taken, and is hardly larger")]
    pub fn play(self, proposal: impl Into<Proposal>) -> Result<Self, PlayError<Self>> {
        self.play_recorded(proposal, &mut ())
    }

    /// Plays a move, and records what happens.
    ///
    /// # Errors
    ///
    /// The one reason why the move is not legal (C-9), with this line; nothing is recorded then.
    #[expect(clippy::result_large_err, reason = "the error gives back what was taken, and is hardly larger")]
    pub fn play_recorded<R: Recorder>(
        mut self,
        proposal: impl Into<Proposal>,
        recorder: &mut R,
    ) -> Result<Self, PlayError<Self>> {
        match self.position().check(proposal.into(), None) {
            Ok(played) => {
                self.play_unchecked(played, recorder);
                Ok(self)
            }
            Err(illegal) => Err(PlayError { illegal, from: self }),
        }
    }

    /// Plays a move that [`Position::check`] has found legal. Answers false, with nothing changed, for a move that
    /// cannot be played at all; what the recorder was told is then of no use.
    pub fn play_unchecked<R: Recorder>(&mut self, played: Move, recorder: &mut R) -> bool {
        by_variant!(Line, self, line => line.play(played, recorder))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        by_variant!(Line, self, line => line.write(f))
    }
}
