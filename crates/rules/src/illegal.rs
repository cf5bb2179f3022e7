//! Why a move is not legal: the reasons of C-9, with everything that their sentences say.

use std::fmt;

use super::board::Side;
use super::games::{EndReason, Variant};
use super::moves::MoveKind;
use super::ruling::{self, Ruling};

string_enum! {
    /// The reasons for which a move is not legal (C-9), in the order in which they are tested but for the last one. The
    /// numbers of the contract follow this order, so new ones come last.
    pub enum IllegalReason {
        /// The game has ended (C-8).
        GameOver = "GAME_OVER",
        /// A kind of move that this game never has (C-3).
        NotInThisGame = "NOT_IN_THIS_GAME",
        /// A kind of move that belongs to another phase (AN-2, KA-11).
        WrongPhase = "WRONG_PHASE",
        /// The row has no house of that number (C-1).
        NoSuchHouse = "NO_SUCH_HOUSE",
        /// The seat named does not control the house (AN-7), or the letter is the other side's (C-1).
        NotYourHouse = "NOT_YOUR_HOUSE",
        /// The house holds no seed.
        EmptyHouse = "EMPTY_HOUSE",
        /// The opponent's empty row must be fed (AW-4).
        MustFeed = "MUST_FEED",
        /// The sowing would not end within 10,000 laps (C-6).
        EndlessSowing = "ENDLESS_SOWING",
        /// `pass` while there is a move, by the ruling of the game, such as AY-7.
        MustMove = "MUST_MOVE",
        /// The move would capture all the seeds in the opponent's row (AW-18). It is tested after `MUST_FEED`.
        GrandSlam = "GRAND_SLAM",
    }
}

/// Why a move is not legal: the first reason of C-9 that holds, with everything that a sentence about it says.
///
/// ```
/// use ayla_rules::{IllegalReason, Move, Variant};
///
/// let start = Variant::Awale.default_rules().start(ayla_rules::Side::South).position()?;
/// let illegal = start.check(Move::Pass.into(), None).expect_err("Awalé has no pass");
/// assert_eq!(illegal.reason(), IllegalReason::NotInThisGame);
/// assert_eq!(illegal.ruling().number(), "C-3");
/// assert_eq!(illegal.to_string(), "NOT_IN_THIS_GAME (C-3)");
/// # Ok::<(), ayla_rules::Faults>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum Illegal {
    /// The game has ended (C-8).
    GameOver { ended: EndReason },
    /// The game never has this kind of move (C-3); it has those of `kinds`, and this many houses in a row.
    NotInThisGame { variant: Variant, kind: MoveKind, kinds: &'static [MoveKind], houses: u32 },
    /// The kind of move belongs to another phase: a house during the choice, a choice during play (AN-2), or a swap
    /// that is not the answer to the first turn (KA-11).
    WrongPhase { mover: Side, kind: MoveKind },
    /// The row, of this many houses, has none of this number; `u32::MAX` stands for anything larger too (C-1).
    NoSuchHouse { number: u32, houses: u32 },
    /// The letter names a house of the opponent of the mover (C-1, N-6).
    OpponentsHouse { mover: Side },
    /// The seat named does not control the house, and `controller` does (AN-7).
    OtherSeat { house: u8, seat: u32, controller: u32 },
    /// The house of the mover holds no seed. The ruling is that of the game which wants seeds in it, such as AW-1.
    EmptyHouse { mover: Side, house: u8, ruling: Ruling },
    /// The house of the mover is a tuzdik of `owner`, and holds no seed. The ruling is that of the game, such as TQ-6.
    Tuzdik { mover: Side, owner: Side, house: u8, ruling: Ruling },
    /// The house of the mover puts no seed into the opponent's empty row (AW-4).
    MustFeed { mover: Side, house: u8 },
    /// The house of the mover would capture all the seeds in the opponent's row, and there is another move (AW-18).
    GrandSlam { mover: Side, house: u8 },
    /// The sowing from this house would not end within the `laps` that a legal one may take (C-6).
    EndlessSowing { mover: Side, house: u8, laps: u32 },
    /// The mover passes and has a legal move. The ruling is that of the game, such as AY-7.
    MustMove { mover: Side, ruling: Ruling },
}

impl Illegal {
    /// The reason without its arguments.
    pub const fn reason(&self) -> IllegalReason {
        self.reason_and_ruling().0
    }

    /// The ruling that forbids the move.
    pub const fn ruling(&self) -> Ruling {
        self.reason_and_ruling().1
    }

    const fn reason_and_ruling(&self) -> (IllegalReason, Ruling) {
        match self {
            Self::GameOver { .. } => (IllegalReason::GameOver, ruling::C_8),
            Self::NotInThisGame { .. } => (IllegalReason::NotInThisGame, ruling::C_3),
            Self::WrongPhase { kind: MoveKind::Swap, .. } => (IllegalReason::WrongPhase, ruling::KA_11),
            Self::WrongPhase { .. } => (IllegalReason::WrongPhase, ruling::AN_2),
            Self::NoSuchHouse { .. } => (IllegalReason::NoSuchHouse, ruling::C_1),
            Self::OpponentsHouse { .. } => (IllegalReason::NotYourHouse, ruling::C_1),
            Self::OtherSeat { .. } => (IllegalReason::NotYourHouse, ruling::AN_7),
            Self::EmptyHouse { ruling, .. } | Self::Tuzdik { ruling, .. } => (IllegalReason::EmptyHouse, *ruling),
            Self::MustFeed { .. } => (IllegalReason::MustFeed, ruling::AW_4),
            Self::GrandSlam { .. } => (IllegalReason::GrandSlam, ruling::AW_18),
            Self::EndlessSowing { .. } => (IllegalReason::EndlessSowing, ruling::C_6),
            Self::MustMove { ruling, .. } => (IllegalReason::MustMove, *ruling),
        }
    }
}

/// The reason and the ruling, for programmers.
impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason(), self.ruling())
    }
}

impl std::error::Error for Illegal {}
