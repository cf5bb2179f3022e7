//! What can be wrong with the form of a text.

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
    /// The text begins with the rows, without the name of a game.
    NoGame(String),
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
    /// The flag of the tuzdiks is not two numbers of houses, or one and `-` (TQ-14).
    TuzdikFlag(String),
    /// The flag of the burnt houses is not two rising lists of houses, one of which may be `-` (CO-14).
    BurntFlag(String),
    /// The flag that counts quiet moves has no number from 1 to `most`, at which the count stops (N-3).
    QuietFlag { flag: String, most: u32 },
    /// No game ends for this reason (N-5).
    Ending(String),
    /// No move follows `moves` (N-7).
    NoMoves,
    /// Moves follow, where only a position is read.
    Moves,
}
