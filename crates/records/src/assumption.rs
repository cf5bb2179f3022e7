//! What a text does not say.

use ayla_rules::option::Value;
use ayla_rules::{Side, Variant, string_enum};

string_enum! {
    /// Why an option is taken to have a value.
    pub enum Why {
        /// The programs that use the format play so.
        Site = "site",
        /// Play goes on where the game would have ended.
        WentOn = "went-on",
        /// The game ends where the option ends it.
        Ending = "ending",
    }
}

string_enum! {
    /// What a text has beside its games, and is not kept.
    pub enum LeftOut {
        /// Comments.
        Comments = "comments",
        /// Variations.
        Variations = "variations",
    }
}

/// One thing that a text does not say, and that was assumed in order to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum Assumption {
    /// The game is this one.
    Game(Variant),
    /// An option has this value.
    Option { name: &'static str, value: Value, why: Why },
    /// The game begins with the usual position.
    Start,
    /// This player begins.
    First(Side),
    /// The board shows the player to move as South.
    SouthToMove,
    /// The players agreed to stop.
    Agreed,
    /// The game was broken off with this result.
    Stopped { result: String },
    /// The scores of the position include the seeds in the houses.
    ScoresIncludeHouses,
    /// The numbers in parentheses are what each move captures, and no totals.
    CapturesOfMoves,
    /// The move of this ply makes a tuzdik, which the text does not mark.
    UnmarkedTuzdik { ply: u32 },
    /// A part of the text was not kept.
    LeftOut(LeftOut),
}

string_enum! {
    /// The kinds of assumption, as programs tell them apart.
    pub enum AssumptionKind {
        /// [`Assumption::Game`]
        Game = "game",
        /// [`Assumption::Option`]
        Option = "option",
        /// [`Assumption::Start`]
        Start = "start",
        /// [`Assumption::First`]
        First = "first",
        /// [`Assumption::SouthToMove`]
        SouthToMove = "south-to-move",
        /// [`Assumption::Agreed`]
        Agreed = "agreed",
        /// [`Assumption::Stopped`]
        Stopped = "stopped",
        /// [`Assumption::ScoresIncludeHouses`]
        ScoresIncludeHouses = "scores-include-houses",
        /// [`Assumption::CapturesOfMoves`]
        CapturesOfMoves = "captures-of-moves",
        /// [`Assumption::UnmarkedTuzdik`]
        UnmarkedTuzdik = "unmarked-tuzdik",
        /// [`Assumption::LeftOut`]
        LeftOut = "left-out",
    }
}

impl Assumption {
    /// The kind without its arguments.
    pub const fn name(&self) -> AssumptionKind {
        match self {
            Self::Game(_) => AssumptionKind::Game,
            Self::Option { .. } => AssumptionKind::Option,
            Self::Start => AssumptionKind::Start,
            Self::First(_) => AssumptionKind::First,
            Self::SouthToMove => AssumptionKind::SouthToMove,
            Self::Agreed => AssumptionKind::Agreed,
            Self::Stopped { .. } => AssumptionKind::Stopped,
            Self::ScoresIncludeHouses => AssumptionKind::ScoresIncludeHouses,
            Self::CapturesOfMoves => AssumptionKind::CapturesOfMoves,
            Self::UnmarkedTuzdik { .. } => AssumptionKind::UnmarkedTuzdik,
            Self::LeftOut(_) => AssumptionKind::LeftOut,
        }
    }
}
