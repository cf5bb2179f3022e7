//! What can be wrong with a text.

use ayla_rules::{House, Illegal, Side, Variant, string_enum};

use crate::format::Format;
use crate::text::TextPlace;

/// One thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Where it is.
    pub place: TextPlace,
    /// What it is.
    pub kind: FaultKind,
}

string_enum! {
    /// What should have stood at a place.
    pub enum Expected {
        /// A move.
        Move = "move",
        /// A tag, such as `[Event "?"]`.
        Tag = "tag",
        /// A board.
        Board = "board",
        /// The side to move.
        Turn = "turn",
        /// A number.
        Number = "number",
        /// A row of a board.
        Row = "row",
        /// The end of the game.
        End = "end",
        /// The closing mark of a comment or a variation.
        Closing = "closing",
        /// The name of a game.
        Game = "game",
    }
}

kinds! {
    /// What is wrong, with everything that a sentence about it says. The pieces of text are the caller's.
    pub enum FaultKind,
    /// The kinds of fault, as programs tell them apart.
    enum RecordFaultKind {
        /// There is no game in the text.
        NoGame = "no-game",
        /// The text is in no format that is known.
        UnknownFormat = "unknown-format",
        /// The text is in several formats, which make different games of it.
        SeveralFormats { formats: Vec<Format> } = "several-formats",
        /// Something else stands where this was expected.
        Unexpected { found: String, expected: Expected } = "unexpected",
        /// The text ends where this was expected.
        Ends { expected: Expected } = "ends",
        /// The format has no game of this name.
        UnknownGame { name: String } = "unknown-game",
        /// The moves are possible in several games, and none is named.
        SeveralGames { variants: Vec<Variant> } = "several-games",
        /// The position cannot be, by the rules.
        Position(ayla_rules::Fault) = "position",
        /// The board holds another number of seeds than the game has.
        SeedCount { seeds: u64, expected: u64 } = "seed-count",
        /// The move of this ply is not legal.
        Illegal { ply: u32, illegal: Illegal } = "illegal-move",
        /// The move of this ply ends in another house than the text says, which gives its number, or its owner too.
        EndHouse { ply: u32, said: u8, of: Option<Side>, is: House } = "end-house",
        /// The text gives another number of captured seeds than the move of this ply captures.
        Captured { ply: u32, said: u32, is: u32 } = "captured",
        /// The move of this ply is marked as one that makes a tuzdik, and makes none.
        NoTuzdik { ply: u32 } = "no-tuzdik",
        /// The text gives another result than the moves.
        Result { said: String, is: String } = "result",
        /// A move has the wrong number.
        MoveNumber { said: u32, expected: u32 } = "move-number",
        /// The game has more moves than can be read.
        TooManyMoves { most: usize } = "too-many-moves",
    }
}
