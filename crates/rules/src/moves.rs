//! Moves, the reasons why one is not legal, and how a game stands.

use std::fmt;

use super::board::Side;
use super::notation::write_number;
use super::ruling::Ruling;

/// A kind of move that can be played (C-3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Sow from the mover's house of this number, from 1.
    House(u8),
    /// No move is possible: the turn passes (Anywoli, AY-7).
    Pass,
    /// The player who chooses makes the first regular move (Andada, AN-2).
    Take,
    /// The opener makes the first regular move (Andada, AN-2).
    Give,
    /// Both players stop (AW-7, AY-10). Never listed, counted or suggested.
    Agree,
}

impl Move {
    /// The move's text (N-6).
    #[must_use]
    pub fn text(self) -> String {
        let mut text = String::with_capacity("agree".len());
        // A string takes whatever is written to it.
        let _ = self.write(&mut text);
        text
    }

    /// A number of its own below 64 for each move: a house has its own; 0 for `agree`, which is in no [`MoveSet`].
    pub const fn number(self) -> u8 {
        match self {
            Self::House(number) => number,
            Self::Pass => MoveSet::PASS as u8 + 1,
            Self::Take => MoveSet::TAKE as u8 + 1,
            Self::Give => MoveSet::GIVE as u8 + 1,
            Self::Agree => 0,
        }
    }

    /// The move of a number; none of 0.
    pub fn numbered(number: u8) -> Option<Self> {
        MoveSet(1_u64.checked_shl(u32::from(number).wrapping_sub(1)).unwrap_or(0)).next()
    }

    /// Writes the move's text.
    pub(super) fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::House(number) => write_number(number.into(), out),
            Self::Pass => out.write_str("pass"),
            Self::Take => out.write_str("take"),
            Self::Give => out.write_str("give"),
            Self::Agree => out.write_str("agree"),
        }
    }
}

/// The move's text (N-6).
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// A set of moves, `agree` never among them. Iterates over the houses in ascending order, then the others.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveSet(u64);

impl MoveSet {
    const PASS: u32 = 48;
    const TAKE: u32 = 49;
    const GIVE: u32 = 50;

    /// The set of the houses whose bit is set: bit 0 is house 1.
    #[inline]
    #[must_use]
    pub const fn of_houses(bits: u64) -> Self {
        Self(bits)
    }

    /// The set of `pass` alone.
    pub const ONLY_PASS: Self = Self(1 << Self::PASS);
    /// The set of `take` and `give`.
    pub const CHOICE: Self = Self(1 << Self::TAKE | 1 << Self::GIVE);

    /// How many moves are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Takes a move out of the set, if it is there.
    #[inline]
    pub fn remove(&mut self, played: Move) -> bool {
        let bit = 1_u64.checked_shl(u32::from(played.number()).wrapping_sub(1)).unwrap_or(0);
        let had = self.0 & bit != 0;
        self.0 &= !bit;
        had
    }

    /// Whether the set has no move.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for MoveSet {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(match bit {
            Self::PASS => Move::Pass,
            Self::TAKE => Move::Take,
            Self::GIVE => Move::Give,
            house => Move::House(house as u8 + 1),
        })
    }
}

/// A move as somebody asks about it: read, but not yet known to be legal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A house by its number. Numbers too large for any board are kept as `u32::MAX`.
    House {
        /// The number as given; 0 and 49 are numbers too.
        number: u32,
        /// Whose house it is, where a letter said so (Awalé, N-6).
        side: Option<Side>,
    },
    /// `pass`
    Pass,
    /// `take`
    Take,
    /// `give`
    Give,
    /// `agree`
    Agree,
}

impl From<Move> for Proposal {
    fn from(played: Move) -> Self {
        match played {
            Move::House(number) => Self::House { number: number.into(), side: None },
            Move::Pass => Self::Pass,
            Move::Take => Self::Take,
            Move::Give => Self::Give,
            Move::Agree => Self::Agree,
        }
    }
}

string_enum! {
    /// Why a move is not legal (C-9), in the order in which the reasons are tested.
    pub enum IllegalReason {
        /// The game has ended (C-8).
        GameOver = "GAME_OVER",
        /// A kind of move that this game never has (C-3).
        NotInThisGame = "NOT_IN_THIS_GAME",
        /// Not in this phase (AN-2).
        WrongPhase = "WRONG_PHASE",
        /// The row has no house of that number (C-1).
        NoSuchHouse = "NO_SUCH_HOUSE",
        /// The seat named does not control it (AN-7), or the letter is the other side's (C-1).
        NotYourHouse = "NOT_YOUR_HOUSE",
        /// It holds no seed (AW-1, AN-3, AY-1).
        EmptyHouse = "EMPTY_HOUSE",
        /// The opponent's empty row must be fed (AW-4).
        MustFeed = "MUST_FEED",
        /// The sowing would not end within 10,000 laps (C-6).
        EndlessSowing = "ENDLESS_SOWING",
        /// `pass` while there is a move (AY-7).
        MustMove = "MUST_MOVE",
    }
}

/// A move that is not legal: the one reason (C-9), the ruling behind it, and a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The first reason that holds, in the order of C-9.
    pub reason: IllegalReason,
    /// The ruling that forbids it.
    pub ruling: Ruling,
    /// The reason as a sentence.
    pub message: String,
}

string_enum! {
    /// Why a game has ended (N-5).
    pub enum EndReason {
        /// A row is empty and cannot be fed (AW-5, AW-6).
        Famine = "famine",
        /// A store holds more than half of all seeds (AW-13).
        Majority = "majority",
        /// Few seeds are left in the houses (AW-14).
        Few = "few",
        /// Too many moves in a row took nothing (AW-15, AY-8).
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
        /// Nobody won: a draw, or play that went round (AN-10).
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
        /// Why.
        reason: EndReason,
        /// Who won.
        winner: Winner,
        /// The final stores, South's first; none in Andada.
        score: Option<[u8; 2]>,
    },
}
