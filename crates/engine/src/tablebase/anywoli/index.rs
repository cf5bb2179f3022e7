//! The order of the boards of Anywoli: fewer seeds first, and within a layer the combinatorial number system, as for
//! Awalé.
//!
//! The houses are taken against the order of sowing, the mover's row before the opponent's. With `p(i)` the seeds in
//! the first `i + 1` of them, a board has the index `C(p(0), 1) + C(p(1) + 1, 2) + ...`, up to the last house but one.
//! There are more houses than seeds, so the sum runs over the seeds instead: with `h(j)` the house of the seed `j`,
//! both from 0, the number of boards after it is `C(h(0), 1) + C(h(1) + 1, 2) + ...`.

use crate::tablebase::binomial::binomials;
use ayla_rules::board::{Board, Side};

/// The most seeds with which indexes fit into 32 bits on the longest rows.
pub(super) const MOST_SEEDS: u8 = 8;
/// The houses of the longest rows, rounded up.
const MOST_HOUSES: usize = 64;

/// `C(h + j, j + 1)`, by `j` and `h`. Terms of more than 32 bits are never used.
static TERMS: [[u64; MOST_HOUSES]; MOST_SEEDS as usize] = binomials();

#[inline]
fn term(seed: usize, house: usize) -> u32 {
    TERMS[seed % MOST_SEEDS as usize][house % MOST_HOUSES] as u32
}

/// The number of boards with this many houses and seeds.
pub(super) fn boards(houses: u32, seeds: u8) -> u32 {
    // C(houses + seeds - 1, seeds).
    if seeds == 0 { 1 } else { term(usize::from(seeds) - 1, houses as usize) }
}

/// The number of boards with this many houses and fewer seeds.
pub(super) fn fewer(houses: u32, seeds: u8) -> u32 {
    // C(houses + seeds - 1, seeds - 1).
    if seeds == 0 { 0 } else { boards(houses + 1, seeds - 1) }
}

/// The index of a board, as `mover` sees it, in its layer.
#[inline]
pub(super) fn in_layer(board: &Board, mover: Side) -> u32 {
    let mut after = 0;
    let mut seed = 0;
    let mut house = 0;
    for side in [mover, mover.other()] {
        for &seeds in board.side(side).iter().rev() {
            // Most houses are empty.
            if seeds > 0 {
                for seed in seed..seed + seeds {
                    after += term(seed.into(), house);
                }
                seed += seeds;
            }
            house += 1;
        }
    }
    boards(board.houses() as u32, seed) - 1 - after
}

/// The board at an index of the layer with this many seeds, as South sees it.
pub(super) fn board(row: u8, seeds: u8, at: u32) -> Board {
    let mut board = Board::filled(row, 0);
    let mut after = boards(board.houses() as u32, seeds) - 1 - at;
    let mut house = board.houses() - 1;
    for seed in (0..usize::from(seeds)).rev() {
        while term(seed, house) > after {
            house -= 1;
        }
        after -= term(seed, house);
        let row = usize::from(row);
        // Against the order of sowing, row by row.
        let index = if house < row { row - 1 - house } else { 3 * row - 1 - house };
        board.seeds_mut()[index] += 1;
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of a board by the sum over the houses.
    fn by_houses(board: &Board) -> u32 {
        let choose = |n: u64, k: u64| (1..=k).fold(1, |product, at| product * (n + at - k) / at);
        let houses = board.side(Side::South).iter().rev().chain(board.side(Side::North).iter().rev());
        let sums = houses.scan(0, |sum, &seeds| {
            *sum += u64::from(seeds);
            Some(*sum)
        });
        let terms = (0..board.houses() as u64 - 1).zip(sums).map(|(i, sum)| choose(sum + i, i + 1));
        terms.sum::<u64>() as u32
    }

    #[test]
    fn every_board_has_an_index_in_order() {
        for (row, most) in [(6, 6), (7, 4), (12, 3), (24, 2)] {
            let houses = 2 * u32::from(row);
            for seeds in 0..=most {
                assert_eq!(fewer(houses, seeds + 1) - fewer(houses, seeds), boards(houses, seeds));
                for at in 0..boards(houses, seeds) {
                    let board = board(row, seeds, at);
                    assert_eq!((board.houses() as u32, board.seeds().iter().sum::<u8>()), (houses, seeds));
                    assert_eq!((in_layer(&board, Side::South), by_houses(&board)), (at, at));
                }
            }
        }
        assert_eq!((boards(24, 8), fewer(24, 9), fewer(48, 9)), (7_888_725, 10_518_300, 1_420_494_075));
    }

    #[test]
    fn each_player_sees_their_own_row_first() {
        let mut board = Board::filled(6, 0);
        board.seeds_mut().copy_from_slice(&[0, 1, 0, 3, 0, 0, 2, 0, 0, 0, 1, 0]);
        let mut turned = board;
        turned.seeds_mut().rotate_left(6);
        assert_eq!(in_layer(&board, Side::North), in_layer(&turned, Side::South));
        assert_ne!(in_layer(&board, Side::South), in_layer(&turned, Side::South));
    }
}
