//! How a game stands.

use super::board::{BySide, Side};
use super::games::EndReason;

string_enum! {
    /// Who won a game that has ended.
    pub enum Winner {
        /// South won.
        South = "south",
        /// North won.
        North = "north",
        /// Nobody won: a draw, or an Andada game that ended by repetition (AN-10).
        Nobody = "none",
    }
}

impl Winner {
    /// The player who won, if one did.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::South => Some(Side::South),
            Self::North => Some(Side::North),
            Self::Nobody => None,
        }
    }
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        match side {
            Side::South => Self::South,
            Side::North => Self::North,
        }
    }
}

/// How a game stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game goes on.
    InProgress {
        /// Whether both players may agree to stop (AW-7, AY-10).
        can_agree: bool,
    },
    /// The game has ended (C-8).
    Over {
        /// Why it has ended.
        reason: EndReason,
        /// Who won.
        winner: Winner,
        /// The final stores; none in Andada.
        score: Option<BySide<u8>>,
    },
}
