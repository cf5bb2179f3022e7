//! The puzzles by their ids, by what is wanted of them, and by the day.

use std::fmt;
use std::str::FromStr;

use ayla_rules::Variant;
use ayla_steps::{count, weights};

use crate::{Puzzle, PuzzleTheme, lines, text};

/// The id of a puzzle: the name of the game and the number of the puzzle, from 1, such as `awale-17`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Id {
    /// The game.
    pub variant: Variant,
    /// The number of the puzzle in the file of the game, from 1.
    pub number: usize,
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.variant, self.number)
    }
}

/// The error is that the text is no id. That there is no puzzle with an id, [`Id::puzzle`] finds out.
impl FromStr for Id {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (variant, digits) = text.split_once('-').ok_or(())?;
        let variant = Variant::from_name(variant).ok_or(())?;
        let number = digits.parse().map_err(drop)?;
        // One spelling for each.
        let id = Self { variant, number };
        if number > 0 && id.to_string() == text { Ok(id) } else { Err(()) }
    }
}

impl Id {
    /// The puzzle with this id, if there is one.
    pub fn puzzle(self) -> Option<Puzzle> {
        let line = lines(text(self.variant)).nth(self.number.checked_sub(1)?)?;
        Puzzle::read(self.variant, line)
    }
}

/// What is wanted of a puzzle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// A theme that it has.
    pub theme: Option<PuzzleTheme>,
    /// Its grade.
    pub grade: Option<u8>,
}

impl Filter {
    /// Whether the line is of a puzzle that matches. Its grade and its themes stand first, so that no other field has
    /// to be read.
    fn matches(self, line: &str) -> bool {
        count(weights::WORD);
        let mut fields = line.split(' ');
        let mut next = || fields.next().unwrap_or_default();
        let grade = next();
        let themes = next();
        self.grade.is_none_or(|wanted| grade.parse() == Ok(wanted))
            && self.theme.is_none_or(|theme| themes.contains(theme.letter()))
    }

    /// The puzzles of a game that match, in order.
    pub fn ids(self, variant: Variant) -> impl Iterator<Item = Id> {
        let numbered = (1..).zip(lines(text(variant)));
        numbered.filter(move |(_, line)| self.matches(line)).map(move |(number, _)| Id { variant, number })
    }

    /// The puzzle of a day among those that match: the next one each day, and the first one again after the last.
    pub fn of_day(self, variant: Variant, day: Day) -> Option<Id> {
        let all = i64::try_from(self.ids(variant).count()).ok()?;
        self.ids(variant).nth(usize::try_from(day.0.checked_rem_euclid(all)?).ok()?)
    }
}

/// A day: the number of days since the first of January 1970.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Day(i64);

/// Reads a date such as `2026-12-01`, of the years 0001 to 9999. The error is that there is no such day.
impl FromStr for Day {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_date = text.len() == 10
            && text
                .bytes()
                .enumerate()
                .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() });
        if !is_date {
            return Err(());
        }
        let number = |from: usize, to: usize| text[from..to].parse::<i64>().map_err(drop);
        let year = number(0, 4)?;
        let month = number(5, 7)?;
        let day = number(8, 10)?;
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let before = usize::try_from(month - 1).map_err(drop)?;
        let length = *lengths.get(before).ok_or(())?;
        if year == 0 || !(1..=length).contains(&day) {
            return Err(());
        }
        let past = year - 1;
        let days_of_years = 365 * past + past / 4 - past / 100 + past / 400;
        /// The days from the first of January of the year 1 to that of 1970.
        const EPOCH: i64 = 719_162;
        Ok(Self(days_of_years + lengths[..before].iter().sum::<i64>() + day - 1 - EPOCH))
    }
}

#[cfg(all(test, feature = "data"))]
mod tests;
