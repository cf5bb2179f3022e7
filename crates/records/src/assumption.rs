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

kinds! {
    /// One thing that a text does not say, and that was assumed in order to read it.
    #[derive(Eq)]
    pub enum Assumption,
    /// The kinds of assumption, as programs tell them apart.
    enum AssumptionKind {
        /// The game is this one.
        Game(Variant) = "game",
        /// An option has this value.
        Option { name: &'static str, value: Value, why: Why } = "option",
        /// The game begins with the usual position.
        Start = "start",
        /// This player begins.
        First(Side) = "first",
        /// The board shows the player to move as South.
        SouthToMove = "south-to-move",
        /// The players agreed to stop.
        Agreed = "agreed",
        /// The game was broken off with this result.
        Stopped { result: String } = "stopped",
        /// The scores of the position include the seeds in the houses.
        ScoresIncludeHouses = "scores-include-houses",
        /// The numbers in parentheses are what each move captures, and no totals.
        CapturesOfMoves = "captures-of-moves",
        /// The move of this ply makes a tuzdik, which the text does not mark.
        UnmarkedTuzdik { ply: u32 } = "unmarked-tuzdik",
        /// A part of the text was not kept.
        LeftOut(LeftOut) = "left-out",
    }
}
