//! The order in which the prover tries the moves of a position.
//!
//! All positions are ordered by the same rule, so that different lines lead to the same positions, each of which is
//! proven once. The network judges moves better, but an order by it takes twice the nodes, and one by it from some
//! number of seeds up four to seven times. The weights were found by trying others on positions of 25 to 33 seeds of
//! Kalah; `crates/lab/docs/solving.md` has what did not help.

use crate::search::StoreSearch;
use ayla_rules::ByTurn;
use ayla_rules::two_rows::Row;

/// What a move brings at once.
#[derive(Copy, Clone, Debug)]
pub(super) struct Prospect<'a> {
    /// The points that it gains.
    pub(super) gained: i16,
    /// Whether the player moves again.
    pub(super) again: bool,
    /// The place of the move in the row.
    pub(super) place: u8,
    /// The rows after the move in the order of sowing, as the player sees them who has moved.
    pub(super) rows: ByTurn<&'a Row>,
}

impl Prospect<'_> {
    /// The rank of a move where the rows have this many houses; moves are tried from the greatest rank down.
    #[inline]
    pub(super) fn rank<O: StoreSearch>(&self, houses: usize) -> i16 {
        let ByTurn { mover: own, other } = self.rows;
        let mut rank = 66 * self.gained + 12 * i16::from(self.place) + if self.again { 400 } else { 0 };
        let mut most_captured = 0;
        for at in 0..houses {
            let seeds = own[at];
            let theirs = other[at];
            let last = at + O::reach(seeds);
            rank -= 12 * i16::from(theirs) + if theirs > 0 { 62 } else { 0 };
            if seeds == 1 {
                rank += 14;
            }
            if last == houses {
                rank += 22;
            } else if last > houses {
                rank -= 44;
            } else if seeds > 0 && own[last] == 0 {
                most_captured = most_captured.max(other[houses - 1 - last]);
            }
        }
        rank + 12 * i16::from(most_captured)
    }
}
