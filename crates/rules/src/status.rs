//! How a game stands, and why it ends.

use super::board::Side;

string_enum! {
    /// Why a game has ended (N-5).
    pub enum EndReason {
        /// A row is empty and cannot be fed (AW-5, AW-6).
        Famine = "famine",
        /// A store holds more than half of all seeds (AW-13).
        Majority = "majority",
        /// Few seeds are left in the houses (AW-14).
        Few = "few",
        /// Too many moves in a row captured nothing (AW-15, AY-8).
        Quiet = "quiet",
        /// A position occurred too often (AW-16, AN-10).
        Repetition = "repetition",
        /// The players agreed to stop (AW-7, AY-10).
        Agreement = "agreement",
        /// The player to move has no move (AN-6), or neither player has (AY-7).
        NoMove = "no-move",
        /// The last captor took the last four seeds (AY-6).
        LastFour = "last-four",
        /// The player who began took the last eight seeds (AY-12).
        LastEight = "last-eight",
        /// No seed is left (Anywoli).
        NoSeeds = "no-seeds",
    }
}

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
        /// The final stores, South's first; none in Andada.
        score: Option<[u8; 2]>,
    },
}
