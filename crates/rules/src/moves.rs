//! Moves: made, proposed, and in sets.

use std::fmt;

use super::board::Side;
use super::text::write_number;

string_enum! {
    /// The kinds of move (C-3).
    pub enum MoveKind {
        /// To sow from a house.
        House = "house",
        /// To pass the turn on, without a legal move (AY-7).
        Pass = "pass",
        /// To make the first regular move oneself (Andada, AN-2).
        Take = "take",
        /// To leave the first regular move to the opener (Andada, AN-2).
        Give = "give",
        /// To stop, both players together (AW-7, AY-10).
        Agree = "agree",
        /// To take the side of the player who began (Kalah, KA-11).
        Swap = "swap",
    }
}

/// A move that can be played (C-3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Sow from the mover's house of this number, from 1.
    House(u8),
    /// No other move is legal: the turn passes (AY-7).
    Pass,
    /// The player who chooses makes the first regular move (Andada, AN-2).
    Take,
    /// The opener makes the first regular move (Andada, AN-2).
    Give,
    /// Both players stop (AW-7, AY-10). Never listed, counted or suggested.
    Agree,
    /// The player takes the side of the one who began (Kalah, KA-11).
    Swap,
}

impl Move {
    /// The move's text (N-6).
    pub fn text(self) -> String {
        let mut text = String::with_capacity("agree".len());
        // A string takes whatever is written to it.
        let _ = self.write(&mut text);
        text
    }

    /// The kind of move.
    pub const fn kind(self) -> MoveKind {
        match self {
            Self::House(_) => MoveKind::House,
            Self::Pass => MoveKind::Pass,
            Self::Take => MoveKind::Take,
            Self::Give => MoveKind::Give,
            Self::Agree => MoveKind::Agree,
            Self::Swap => MoveKind::Swap,
        }
    }

    /// A number below 64 that stands for this move in a table: that of the house, or one above all houses; 0 for
    /// `agree`, which is in no [`MoveSet`].
    #[inline]
    pub const fn code(self) -> u8 {
        match self {
            Self::House(number) => number,
            Self::Pass => MoveSet::PASS as u8 + 1,
            Self::Take => MoveSet::TAKE as u8 + 1,
            Self::Give => MoveSet::GIVE as u8 + 1,
            Self::Swap => MoveSet::SWAP as u8 + 1,
            Self::Agree => 0,
        }
    }

    /// The move that this number stands for; none for 0.
    #[inline]
    pub fn from_code(code: u8) -> Option<Self> {
        MoveSet(1_u64.checked_shl(u32::from(code).wrapping_sub(1)).unwrap_or(0)).next()
    }

    /// Writes the move's text.
    pub(super) fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::House(number) => write_number(number.into(), out),
            Self::Pass | Self::Take | Self::Give | Self::Agree | Self::Swap => out.write_str(self.kind().name()),
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
    const SWAP: u32 = 51;

    /// The houses whose bit is set: bit 0 is house 1.
    #[inline]
    pub const fn of_houses(bits: u64) -> Self {
        Self(bits)
    }

    /// The set of only `pass`.
    pub const ONLY_PASS: Self = Self(1 << Self::PASS);
    /// The set of `take` and `give`.
    pub const CHOICE: Self = Self(1 << Self::TAKE | 1 << Self::GIVE);

    /// The set with `swap`.
    #[must_use]
    pub const fn with_swap(self) -> Self {
        Self(self.0 | 1 << Self::SWAP)
    }

    /// The number of moves in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The number of moves of the set that come before this one.
    #[inline]
    pub const fn rank(self, played: Move) -> usize {
        let before = (1_u64 << (played.code().saturating_sub(1) % 64)) - 1;
        (self.0 & before).count_ones() as usize
    }

    /// Removes a move; answers whether it was in the set.
    #[inline]
    pub fn remove(&mut self, played: Move) -> bool {
        let bit = 1_u64.checked_shl(u32::from(played.code()).wrapping_sub(1)).unwrap_or(0);
        let had = self.0 & bit != 0;
        self.0 &= !bit;
        had
    }

    /// The move of a bit beyond those of the houses.
    #[cold]
    const fn other(bit: u32) -> Move {
        match bit {
            Self::PASS => Move::Pass,
            Self::TAKE => Move::Take,
            Self::GIVE => Move::Give,
            _ => Move::Swap,
        }
    }

    /// Whether the set has no move.
    #[inline]
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
        Some(if bit < Self::PASS { Move::House(bit as u8 + 1) } else { Self::other(bit) })
    }
}

/// A move that is proposed: read, but not yet known to be legal.
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
    /// `swap`
    Swap,
}

impl From<Move> for Proposal {
    fn from(played: Move) -> Self {
        match played {
            Move::House(number) => Self::House { number: number.into(), side: None },
            Move::Pass => Self::Pass,
            Move::Take => Self::Take,
            Move::Give => Self::Give,
            Move::Agree => Self::Agree,
            Move::Swap => Self::Swap,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_by_number_or_word() {
        assert_eq!([Move::House(12), Move::Pass, Move::Swap].map(Move::text), ["12", "pass", "swap"]);
    }

    #[test]
    fn a_set_has_what_was_not_removed() {
        let others = [Move::Pass, Move::Take, Move::Give];
        let all: Vec<Move> = (1..=48).map(Move::House).chain(others).collect();
        let every_second = all.iter().step_by(2).fold(0, |bits, played| bits | 1 << (played.code() - 1));
        for &played in &all {
            let mut set = MoveSet(every_second);
            let listed: Vec<Move> = set.collect();
            assert_eq!(listed, all.iter().copied().step_by(2).collect::<Vec<_>>());
            assert_eq!(set.rank(played), listed.iter().filter(|other| other.code() < played.code()).count());
            assert_eq!(set.remove(played), listed.contains(&played), "{played}");
            assert!(set.eq(listed.into_iter().filter(|&other| other != played)), "{played}");
            assert_eq!(Move::from_code(played.code()), Some(played));
        }
        assert!(!MoveSet(every_second).remove(Move::Agree) && Move::from_code(Move::Agree.code()).is_none());
    }
}
