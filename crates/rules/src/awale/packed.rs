//! Boards of Awalé packed into two words, without stores, turn or stops: what endgame tables are made of.
//!
//! A row is six *lanes*, a byte for each house, against the order of sowing: the house sown first is the highest byte,
//! the one sown last the lowest. A lane is named by its lowest bit: 0, 8, 16, 24, 32 or 40.
//! [`Awale::sow`](super::Awale::sow) makes a move on such a board.

use super::swar;
use crate::option::Remaining;

/// A board of Awalé: two rows in lanes, as the player to move sees them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PackedBoard {
    /// The mover's row.
    pub near: u64,
    /// The opponent's row.
    pub far: u64,
}

/// The result of a sowing: the board after it, and what it captured.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sowing {
    /// The board, the turn having passed.
    pub board: PackedBoard,
    /// The seeds captured, lane by lane.
    pub captured: u64,
}

impl Sowing {
    /// The number of seeds captured.
    #[inline]
    pub const fn gain(&self) -> u8 {
        swar::sum(self.captured)
    }
}

impl PackedBoard {
    /// The legal moves (AW-1, AW-4): the number of those that stay in the mover's row, which neither capture nor end
    /// the game, and the lanes of the houses whose sowing leaves it.
    #[inline]
    pub fn crossing_moves(self) -> (u8, impl Iterator<Item = u32>) {
        let crossing = swar::reaching(self.near);
        let staying = if self.far == 0 { 0 } else { swar::occupied(self.near) ^ crossing };
        (swar::sum(staying >> 7), swar::each(crossing))
    }

    /// The seeds that the mover gains over the opponent when there is no move and the game is over (AW-5, AW-6); none
    /// when there is a move.
    #[inline]
    pub fn settled(self) -> Option<i8> {
        if swar::playable(self.near, self.far) != 0 {
            return None;
        }
        let [mine, theirs, _] = Remaining::OwnSide.share(swar::sum(self.near), swar::sum(self.far)).unwrap_or_default();
        Some(mine as i8 - theirs as i8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_leave_the_row_are_told_from_those_that_stay() {
        // Houses 1 and 5 have a seed, house 6 has six, which leave the row.
        let near = 1 << 40 | 1 << 8 | 6;
        for (far, staying) in [(1, 2), (0, 0)] {
            let (stay, crossing) = PackedBoard { near, far }.crossing_moves();
            assert_eq!((stay, crossing.collect::<Vec<_>>()), (staying, vec![0]));
        }
    }
}
