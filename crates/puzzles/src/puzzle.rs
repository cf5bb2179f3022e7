//! A puzzle, as a line of text.

use std::fmt;

use ayla_rules::notation::read_move;
use ayla_rules::{Line, Move, Position, Side, Variant};

use crate::{GRADES, PuzzleTheme};

ayla_rules::string_enum! {
    /// What the solution reaches and every other first move misses.
    pub enum PuzzleTask {
        /// To win.
        Win = "win",
        /// Not to lose.
        Draw = "draw",
        /// To have the most seeds at the end. Who wins does not depend on it.
        Seeds = "seeds",
    }
}

/// A position in which South is to move, and has exactly one best move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// From 1, the easiest, to [`GRADES`].
    pub grade: u8,
    /// What it is about, in the order of the themes.
    pub themes: Vec<PuzzleTheme>,
    /// South's final store minus North's if both play as well as possible; in Andada 1 if South wins, -1 if North wins,
    /// and 0 if nobody does.
    pub value: i32,
    /// What South gains under best play after the second best first move.
    pub second: i32,
    /// The moves of both players. Wherever South has a choice, only this move keeps the value.
    pub line: Vec<Move>,
}

impl Puzzle {
    /// Reads a puzzle of a game, such as `2 pe 4/-1 000201/110000 20/24 6 1 5`: grade, themes, values, options if there
    /// are any, rows, stores, flags if there are any, and the moves. `None` if the line is no puzzle.
    pub fn read(variant: Variant, text: &str) -> Option<Self> {
        let mut fields = text.split(' ');
        let grade = fields.next()?.parse().ok().filter(|grade| (1..=GRADES).contains(grade))?;
        let themes = fields.next()?.chars().map(PuzzleTheme::from_letter).collect::<Option<_>>()?;
        let (value, second) = fields.next()?.split_once('/')?;
        let mut rows = fields.next()?;
        let mut position = variant.name().to_owned();
        if rows.starts_with(':') {
            position += rows;
            rows = fields.next()?;
        }
        position = format!("{position} {rows} {} s", fields.next()?);
        let mut line = Vec::new();
        for field in fields {
            let is_number = field.starts_with(|first: char| first.is_ascii_digit());
            if line.is_empty() && !is_number && field != "pass" {
                position = position + " " + field;
                continue;
            }
            line.push(field);
        }
        let position = Position::read(&position).ok()?;
        let mut played = Line::from(position);
        let mut moves = Vec::new();
        for text in line {
            let made = played.position().check(read_move(text, &position.rules())?, None).ok()?;
            played.play_unchecked(made, &mut ());
            moves.push(made);
        }
        Some(Self { position, grade, themes, value: value.parse().ok()?, second: second.parse().ok()?, line: moves })
    }

    /// What the solution reaches.
    pub const fn task(&self) -> PuzzleTask {
        if self.value > 0 && self.second <= 0 {
            PuzzleTask::Win
        } else if self.value == 0 {
            PuzzleTask::Draw
        } else {
            PuzzleTask::Seeds
        }
    }

    /// Makes the next move of the solution, so that this is what is left of the puzzle; nothing at the end.
    pub fn go_on(&mut self) -> Option<Move> {
        let played = *self.line.first()?;
        self.position = self.position.play_unchecked(played, &mut ())?;
        self.line.remove(0);
        Some(played)
    }

    /// The positions of the solution in which South has a choice, each with the move to make.
    pub fn choices(&self) -> Vec<(Position, Move)> {
        let mut line = Line::from(self.position);
        let mut choices = Vec::new();
        for &played in &self.line {
            let position = line.position();
            if position.turn() == Side::South && position.legal_moves().len() > 1 {
                choices.push((position, played));
            }
            line.play_unchecked(played, &mut ());
        }
        choices
    }
}

/// As [`Puzzle::read`] reads it.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes: String = self.themes.iter().map(|theme| theme.letter()).collect();
        let position = self.position.to_string();
        // The game is that of the file, and South is to move.
        let position = position.strip_prefix(self.position.rules().variant().name()).unwrap_or(&position);
        write!(
            f,
            "{} {themes} {}/{} {}",
            self.grade,
            self.value,
            self.second,
            position.trim_start().replacen(" s", "", 1)
        )?;
        self.line.iter().try_for_each(|played| write!(f, " {}", played.text()))
    }
}

/// By how much at least the best move of a puzzle leads every other one: by two seeds, or in games without stores by the
/// result.
pub fn least_lead(position: &Position) -> i32 {
    if position.stores().is_some() { 2 } else { 1 }
}
