//! What can be wrong with the form of a text.

use std::fmt;

use crate::text::quoted;

/// The point where a text leaves the grammar of the notation. The pieces are the caller's, as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum Malformed {
    /// The text is empty.
    Empty,
    /// Two separators stand together, or one at either end.
    Separators,
    /// The text ends before the field of this name, which every position has.
    Ends { before: &'static str },
    /// No variant stands before the options.
    NoVariant,
    /// An option is not `name=value`.
    Option(String),
    /// An option is given twice: its name.
    RepeatedOption(String),
    /// A number has a leading zero.
    LeadingZero(String),
    /// The rows are not separated by `/`.
    Rows(String),
    /// A row has no houses.
    EmptyRow,
    /// A parenthesis of a row is not closed.
    OpenParenthesis { row: String },
    /// The parentheses of a row do not hold a number of 36 or more (N-1).
    Parentheses { row: String },
    /// A character of a row stands for no number of seeds (N-1).
    House { row: String, character: char },
    /// The stores are neither two numbers nor `-`.
    Stores(String),
    /// The turn is neither `s` nor `n`.
    Turn(String),
    /// There is no such flag (N-3).
    Flag(String),
    /// A flag is repeated or out of order (N-3).
    FlagOrder(String),
    /// The flag that counts quiet moves has no number from 1 to `most`, at which the count stops (N-3).
    QuietFlag { flag: String, most: u32 },
    /// No game ends for this reason (N-5).
    Ending(String),
    /// No move follows `moves` (N-7).
    NoMoves,
    /// Moves follow, where only a position is read.
    Moves,
}

/// The fault as an English clause.
impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the position is empty"),
            Self::Separators => f.write_str("fields are separated by one space or underscore, with none at either end"),
            Self::Ends { before } => write!(f, "the position ends before its {before}"),
            Self::NoVariant => f.write_str("no variant stands before the options"),
            Self::Option(text) => write!(f, "the option {} is not 'name=value'", quoted(text)),
            Self::RepeatedOption(name) => write!(f, "the option {} is given twice", quoted(name)),
            Self::LeadingZero(text) => write!(f, "the number {} has a leading zero", quoted(text)),
            Self::Rows(text) => write!(f, "the rows {} are not separated by '/'", quoted(text)),
            Self::EmptyRow => f.write_str("a row has no houses"),
            Self::OpenParenthesis { row } => write!(f, "in the row {} a '(' is not closed", quoted(row)),
            Self::Parentheses { row } => {
                write!(f, "in the row {} the parentheses do not hold a number of 36 or more", quoted(row))
            }
            Self::House { row, character } => {
                write!(f, "in the row {} the character {character:?} is not a house", quoted(row))
            }
            Self::Stores(text) => {
                write!(f, "the stores are two numbers separated by '/', or '-', not {}", quoted(text))
            }
            Self::Turn(text) => write!(f, "the turn is 's' or 'n', not {}", quoted(text)),
            Self::Flag(text) => write!(f, "there is no flag {}", quoted(text)),
            Self::FlagOrder(text) => write!(f, "the flag {} is repeated or out of order", quoted(text)),
            Self::QuietFlag { flag, most } => {
                write!(f, "the flag {} is not 'q' and a number from 1 to {most}", quoted(flag))
            }
            Self::Ending(name) => write!(f, "no game ends for a reason called {}", quoted(name)),
            Self::NoMoves => f.write_str("no move follows 'moves'"),
            Self::Moves => f.write_str("a line is given where only a position is read"),
        }
    }
}
