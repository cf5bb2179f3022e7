//! A game that was read and played, and the first of its moves that is not legal.

use ayla_rules::line::MAX_MOVES;
use ayla_rules::{Illegal, Line, Move, Position, Recorder, Setup};
use ayla_steps::{count, has_to_stop, weights};

use crate::event_log::EventLog;
use crate::text::LastMove;

/// A game as far as a request tells it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The first position that is known.
    start: Position,
    /// The moves made since.
    moves: Vec<Move>,
    /// The line from there, as far as a rule looks back.
    pub(crate) line: Line,
}

impl From<Line> for Game {
    fn from(line: Line) -> Self {
        Self { start: line.start(), moves: line.moves().to_vec(), line }
    }
}

impl Game {
    /// The line.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// The first position that is known.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The moves made since.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The ply of the first position that is known.
    pub fn first_ply(&self) -> u32 {
        self.line.ply().saturating_sub(self.moves.len() as u32)
    }

    /// How many times the last position occurred before among those that are known: the same houses, phase and player
    /// to move.
    pub fn recurrences(&self) -> u32 {
        let houses = |position: &Position| {
            count(weights::POSITION);
            Setup { quiet: None, over: None, ..position.setup() }
        };
        let last = houses(&self.line.position());
        let turn = self.line.position().turn();
        let mut occurred = 0;
        let mut position = self.start;
        for &played in &self.moves {
            if has_to_stop() {
                break;
            }
            occurred += u32::from(position.turn() == turn && houses(&position) == last);
            position = position.play_unchecked(played, &mut ()).unwrap_or(position);
        }
        occurred
    }

    /// Plays a move that was found legal.
    pub fn play<R: Recorder>(&mut self, played: Move, recorder: &mut R) {
        self.line.play_unchecked(played, recorder);
        self.moves.push(played);
    }

    /// Plays a move that was found legal. What happens goes to the log.
    pub fn play_with_log(&mut self, played: Move, log: EventLog) -> LastMove {
        self.moves.push(played);
        LastMove::play(&mut self.line, played, log)
    }

    /// A game without an end, after this many moves: two pairs of seeds that go round one behind the other.
    #[cfg(test)]
    pub fn endless(moves: usize) -> Self {
        let start = Position::read("awale 110000/110000 20/24 s").expect("a position");
        let mut game = Self::from(Line::from(start));
        for _ in 0..moves {
            let played = game.line.position().legal_moves()[0];
            game.play(played, &mut ());
        }
        game
    }

    /// The game as a line in text notation, to its first known position; nothing if it has more moves than a line may
    /// have.
    pub fn record(&self) -> Option<String> {
        let mut record = self.start.to_string();
        for (index, played) in self.moves.iter().enumerate() {
            record += if index == 0 { " moves " } else { " " };
            record += &played.text();
        }
        (self.moves.len() <= MAX_MOVES).then_some(record)
    }
}

/// A move that is not legal, in a game that is played up to it.
#[derive(Debug)]
pub struct IllegalPly {
    /// Its place among the moves of the request, from 0.
    pub index: usize,
    /// The moves from there on that were not made, this one included.
    pub unmade: usize,
    /// Why it is not legal.
    pub illegal: Illegal,
}
