//! The order of the boards of two rows with stores: fewer seeds first, and within a layer the combinatorial number
//! system, as for Awalé.
//!
//! The houses are taken in the order of sowing, the mover's row before the opponent's. With `p(i)` the seeds in the
//! first `i + 1` of them, a board has the index `C(p(0), 1) + C(p(1) + 1, 2) + ...` among all boards; without the term
//! of the last house, among those with as many seeds.

use crate::tablebase::binomial::binomials;
use ayla_rules::two_rows::{Row, TwoRows};
use ayla_rules::{BySide, ByTurn, Side};

/// The most houses of both rows.
const MOST_HOUSES: usize = 24;
/// More seeds than a position has.
const MOST_SEEDS: usize = 256;

/// `C(p + i, i + 1)`, by `i` and `p`.
static TERMS: [[u64; MOST_SEEDS]; MOST_HOUSES] = binomials();

#[inline]
fn term(house: usize, before: u8) -> u64 {
    TERMS[house % MOST_HOUSES][before as usize]
}

/// The number of boards with this many houses and fewer seeds; `u64::MAX` if it is greater than that.
#[inline]
pub(crate) fn fewer(houses: usize, seeds: u8) -> u64 {
    term(houses - 1, seeds)
}

/// The index of a board of rows of `row` houses in its layer, as the player to move sees it.
#[inline]
pub(crate) fn in_layer(state: &TwoRows, row: usize) -> u64 {
    let ByTurn { mover: near, other: far } = state.rows_by_turn();
    let mut before = 0;
    let mut index = 0;
    for (place, &seeds) in near[..row].iter().chain(&far[..row - 1]).enumerate() {
        before += seeds;
        index += term(place, before);
    }
    index
}

/// The rows of the board at an index of the layer with this many seeds, where South is to move.
pub(super) fn rows(row: usize, seeds: u8, mut index: u64) -> BySide<Row> {
    let mut rows = BySide::<Row>::default();
    let mut before = seeds;
    for place in (0..2 * row).rev() {
        let mut earlier = before;
        // No seeds come before the first house.
        if place == 0 {
            earlier = 0;
        } else {
            while term(place - 1, earlier) > index {
                earlier -= 1;
            }
            index -= term(place - 1, earlier);
        }
        let side = if place < row { Side::South } else { Side::North };
        rows[side][place % row] = before - earlier;
        before = earlier;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_an_index_in_order() {
        for (row, most) in [(3, 7), (6, 5), (12, 3)] {
            for seeds in 0..=most {
                let layer = fewer(2 * row, seeds + 1) - fewer(2 * row, seeds);
                for at in 0..layer {
                    let state = TwoRows::of_rows(rows(row, seeds, at));
                    assert_eq!((state.in_play(), in_layer(&state, row)), (seeds, at));
                }
            }
        }
        assert_eq!((fewer(12, 14), fewer(12, 0), fewer(24, 240)), (5_200_300, 0, u64::MAX));
    }
}
