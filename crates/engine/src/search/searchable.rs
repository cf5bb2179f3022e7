//! What the search has to know of a game beyond its rules.

use super::solve::Solver;
use crate::tablebase;
use ayla_rules::EndReason;
use ayla_rules::rules::Game;

/// Names a state: two states with one key are worth the same to the player to move, by rules without `repetition`.
///
/// The key leaves out the turn where the rules are the same for both players, and the stores unless a stop looks at
/// them. 128 bits: in Awalé the houses themselves, else a hash.
pub(super) type Key = u128;

/// A game that can be searched. Points are seeds, or 1 for a win where there are no stores; a *score* is in units, of
/// which [`UNIT`](Self::UNIT) make a point. Both are what the player to move still gains over the opponent from here on,
/// so that states which differ only in the stores are alike.
pub(super) trait Searchable: Game {
    /// Units in a point.
    const UNIT: i32;

    /// The name of the state in the table.
    fn key(&self, state: &Self::State) -> Key;

    /// The most points that either player can still gain over the other.
    fn reach(&self, state: &Self::State) -> i32;

    /// Seeds in the houses.
    fn seeds(&self, state: &Self::State) -> u32;

    /// A number that no move raises, the same for two positions exactly when one could recur after the other
    /// ([`Game::could_recur`]).
    fn layer(&self, state: &Self::State) -> u32;

    /// An estimate of the score, of a game that is not over.
    fn evaluate(&self, state: &Self::State) -> i32;

    /// What a table of endings has on a state, in points.
    #[inline]
    fn look_up(&self, _: &tablebase::Table, _: &Self::State) -> Option<i32> {
        None
    }

    /// Whether what a table of endings has is the value by these rules: nothing stops a game before its end.
    fn tables_are_proof(&self) -> bool {
        false
    }

    /// What finds out the value of a position that does not matter how it came about, in so many bytes of memory, if there
    /// is anything better at it than the search.
    fn solver(&self, _: &Self::State, _bytes: usize) -> Option<Solver> {
        None
    }

    /// The points that the player to move is ahead by now.
    #[inline]
    fn standing(&self, state: &Self::State) -> i32 {
        self.stores(state).map_or(0, |[mine, theirs]| i32::from(mine) - i32::from(theirs))
    }

    /// What a game that is over for this reason still brings the player to move: nothing where the stores tell; where
    /// there are none, the player who cannot move has lost (AN-6).
    #[inline]
    fn outcome(&self, state: &Self::State, reason: EndReason) -> i32 {
        if reason == EndReason::NoMove && self.stores(state).is_none() { -1 } else { 0 }
    }
}

/// Hashes rows of houses with what else tells states apart. Every lane has fixed constants of its own.
pub(super) fn hash(rows: [&[u8]; 2], rest: u64) -> Key {
    const LANES: [[u64; 2]; 2] =
        [[0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93], [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db]];
    let mut lanes = [LANES[0][1], LANES[1][1]];
    let mut absorb = |word: u64| {
        for (lane, constants) in lanes.iter_mut().zip(LANES) {
            *lane = fold(*lane ^ word, constants[0]).wrapping_add(constants[1]);
        }
    };
    // A word of its own: mixed into that of a row, it would pass for other seeds.
    absorb(rest);
    for row in rows {
        for chunk in row.chunks(8) {
            absorb(chunk.iter().fold(0, |word, &seeds| word << 8 | u64::from(seeds)));
        }
    }
    u128::from(fold(lanes[0], LANES[1][0])) << 64 | u128::from(fold(lanes[1], LANES[0][0]))
}

/// Both halves of a product, folded together.
#[inline]
pub(super) const fn fold(left: u64, right: u64) -> u64 {
    let product = left as u128 * right as u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn hashes_tell_small_boards_apart() {
        let mut seen = HashSet::new();
        let mut halves = [HashSet::new(), HashSet::new()];
        for board in 0..1_u32 << 16 {
            // Four houses of up to fifteen seeds.
            let houses = [12, 8, 4, 0].map(|shift| (board >> shift) as u8 & 15);
            for rest in 0..8 {
                let key = hash([&houses[..2], &houses[2..]], rest);
                assert!(seen.insert(key), "{houses:?} {rest}");
                assert!(halves[0].insert(key as u64) && halves[1].insert((key >> 64) as u64), "{houses:?} {rest}");
            }
        }
    }
}
