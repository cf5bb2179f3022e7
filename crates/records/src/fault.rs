//! What can be wrong with a text.

use ayla_rules::{House, Illegal, Side, Variant, string_enum};

use crate::format::Format;
use crate::text::Place;

/// One thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Where it is.
    pub place: Place,
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

/// What is wrong, with everything that a sentence about it says. The pieces of text are the caller's.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum FaultKind {
    /// There is no game in the text.
    NoGame,
    /// The text is in no format that is known.
    UnknownFormat,
    /// The text is in several formats, which make different games of it.
    SeveralFormats { formats: Vec<Format> },
    /// Something else stands where this was expected.
    Unexpected { found: String, expected: Expected },
    /// The text ends where this was expected.
    Ends { expected: Expected },
    /// The format has no game of this name.
    UnknownGame { name: String },
    /// The moves are possible in several games, and none is named.
    SeveralGames { variants: Vec<Variant> },
    /// The position cannot be, by the rules.
    Position(ayla_rules::Fault),
    /// The board holds another number of seeds than the game has.
    SeedCount { seeds: u64, expected: u64 },
    /// The move of this ply is not legal.
    Illegal { ply: u32, illegal: Illegal },
    /// The move of this ply ends in another house than the text says, which gives its number, or its owner too.
    EndHouse { ply: u32, said: u8, of: Option<Side>, is: House },
    /// The text gives another number of captured seeds than the move of this ply captures.
    Captured { ply: u32, said: u32, is: u32 },
    /// The move of this ply is marked as one that makes a tuzdik, and makes none.
    NoTuzdik { ply: u32 },
    /// The text gives another result than the moves.
    Result { said: String, is: String },
    /// A move has the wrong number.
    MoveNumber { said: u32, expected: u32 },
    /// The game has more moves than can be read.
    TooManyMoves { most: usize },
}

string_enum! {
    /// The kinds of fault, as programs tell them apart.
    pub enum RecordFaultKind {
        /// [`FaultKind::NoGame`]
        NoGame = "no-game",
        /// [`FaultKind::UnknownFormat`]
        UnknownFormat = "unknown-format",
        /// [`FaultKind::SeveralFormats`]
        SeveralFormats = "several-formats",
        /// [`FaultKind::Unexpected`]
        Unexpected = "unexpected",
        /// [`FaultKind::Ends`]
        Ends = "ends",
        /// [`FaultKind::UnknownGame`]
        UnknownGame = "unknown-game",
        /// [`FaultKind::SeveralGames`]
        SeveralGames = "several-games",
        /// [`FaultKind::Position`]
        Position = "position",
        /// [`FaultKind::SeedCount`]
        SeedCount = "seed-count",
        /// [`FaultKind::Illegal`]
        Illegal = "illegal-move",
        /// [`FaultKind::EndHouse`]
        EndHouse = "end-house",
        /// [`FaultKind::Captured`]
        Captured = "captured",
        /// [`FaultKind::NoTuzdik`]
        NoTuzdik = "no-tuzdik",
        /// [`FaultKind::Result`]
        Result = "result",
        /// [`FaultKind::MoveNumber`]
        MoveNumber = "move-number",
        /// [`FaultKind::TooManyMoves`]
        TooManyMoves = "too-many-moves",
    }
}

impl FaultKind {
    /// The kind without its arguments.
    pub const fn name(&self) -> RecordFaultKind {
        match self {
            Self::NoGame => RecordFaultKind::NoGame,
            Self::UnknownFormat => RecordFaultKind::UnknownFormat,
            Self::SeveralFormats { .. } => RecordFaultKind::SeveralFormats,
            Self::Unexpected { .. } => RecordFaultKind::Unexpected,
            Self::Ends { .. } => RecordFaultKind::Ends,
            Self::UnknownGame { .. } => RecordFaultKind::UnknownGame,
            Self::SeveralGames { .. } => RecordFaultKind::SeveralGames,
            Self::Position(_) => RecordFaultKind::Position,
            Self::SeedCount { .. } => RecordFaultKind::SeedCount,
            Self::Illegal { .. } => RecordFaultKind::Illegal,
            Self::EndHouse { .. } => RecordFaultKind::EndHouse,
            Self::Captured { .. } => RecordFaultKind::Captured,
            Self::NoTuzdik { .. } => RecordFaultKind::NoTuzdik,
            Self::Result { .. } => RecordFaultKind::Result,
            Self::MoveNumber { .. } => RecordFaultKind::MoveNumber,
            Self::TooManyMoves { .. } => RecordFaultKind::TooManyMoves,
        }
    }
}
