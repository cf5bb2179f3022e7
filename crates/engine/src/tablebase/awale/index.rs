//! The order of the boards of Awalé: fewer seeds first, and within a layer the combinatorial number system.
//!
//! The houses are taken against the order of sowing, the mover's row before the opponent's, as in the bytes of a row.
//! With `p(i)` the seeds in the first `i + 1` of them, a board has the index `C(p(0), 1) + C(p(1) + 1, 2) + ... +
//! C(p(11) + 11, 12)`. The last term counts the boards with fewer seeds, the others the boards with as many seeds that
//! come first. The first five depend only on the mover's row, the rest on the number of seeds in it and on the
//! opponent's row. Boards that differ only in how the mover's seeds lie are a *block*, and follow one another.

use std::ops::Range;

use crate::tablebase::binomial::binomials;
use ayla_rules::awale::Awale;
use ayla_rules::awale::packed::PackedBoard;
use ayla_rules::awale::retrograde::{ROUND, fed, is_one_empty, unsow};

/// One in each byte: a row times this holds, in each byte, the seeds up to that house.
const SUMS: u64 = 0x0101_0101_0101_0101;

/// `C(p + i, i + 1)`, by `i` and `p`. Terms of more than 24 seeds have more than 32 bits, and are never used.
static TERMS: [[u64; 32]; 12] = binomials();

#[inline]
const fn term(row: usize, seeds: u64) -> u32 {
    TERMS[row][seeds as usize % 32] as u32
}

#[inline]
const fn in_block(near: u64) -> u32 {
    let sums = near.wrapping_mul(SUMS);
    term(0, sums) + term(1, sums >> 8) + term(2, sums >> 16) + term(3, sums >> 24) + term(4, sums >> 32)
}

/// The start of a block in its layer, by the opponent's row `far` and the number `near` of the mover's seeds.
#[inline]
const fn block_of(far: u64, near: u64) -> u32 {
    let sums = far.wrapping_mul(SUMS) + near * SUMS;
    term(5, near)
        + term(6, sums)
        + term(7, sums >> 8)
        + term(8, sums >> 16)
        + term(9, sums >> 24)
        + term(10, sums >> 32)
}

#[inline]
pub(super) const fn in_layer(board: PackedBoard) -> u32 {
    in_block(board.near) + block_of(board.far, sum(board.near))
}

/// The seeds of a row.
#[inline]
const fn sum(row: u64) -> u64 {
    row.wrapping_mul(SUMS) >> 56
}

#[inline]
pub(super) const fn fewer(seeds: u8) -> u32 {
    term(11, seeds as u64)
}

/// The number of rows with this many seeds.
const fn rows_of(seeds: u64) -> u32 {
    term(4, seeds + 1)
}

/// The index of a row among all, fewer seeds first.
const fn among_rows(row: u64) -> u32 {
    term(5, sum(row)) + in_block(row)
}

const ROW_BITS: u64 = (1 << 48) - 1;

/// All rows of up to a number of seeds, with the rows from which a sowing leads to each.
#[derive(Debug)]
pub(super) struct Rows {
    /// The rows by their seeds, in the order of a block. The highest byte of each holds its [shapes](Awale::shapes).
    all: Vec<Vec<u64>>,
    /// For each row the start of its predecessors in `origins`, and in each byte the number of those with the shape of
    /// that number or a lower one.
    ends: Vec<(u32, u64)>,
    /// The predecessors of each row, by shape: the index of each in its block.
    origins: Vec<u32>,
}

impl Rows {
    pub(super) fn new(game: &Awale, most: u8) -> Self {
        let of = |seeds| {
            let mut rows = Vec::new();
            fill(0, 6, seeds, &mut |row, left| {
                if left == 0 {
                    rows.push(row | u64::from(game.shapes(row)) << 56);
                }
            });
            rows
        };
        let all: Vec<Vec<u64>> = (0..=most).map(of).collect();
        let mut ends = Vec::new();
        let mut origins = Vec::new();
        for &row in all.iter().flatten() {
            let mut by_shape: [Vec<u32>; 8] = Default::default();
            unsow(row & ROW_BITS, |shape, before| {
                // The others belong to larger tables.
                if sum(before) <= most.into() {
                    by_shape[shape as usize].push(in_block(before));
                }
            });
            let start = origins.len() as u32;
            let mut counts = [0; 8];
            for (count, of_shape) in counts.iter_mut().zip(&by_shape) {
                origins.extend(of_shape);
                *count = (origins.len() as u32 - start) as u8;
            }
            ends.push((start, u64::from_le_bytes(counts)));
        }
        Self { all, ends, origins }
    }

    /// The rows with this many seeds, each with its shapes.
    #[inline]
    fn of(&self, seeds: u64) -> &[u64] {
        self.all.get(seeds as usize).map_or(&[], Vec::as_slice)
    }
}

/// Fills the lowest `lanes` houses of a row in every way with up to `seeds` seeds, the highest house first and more
/// seeds before fewer, and passes each row with the seeds left over.
fn fill(row: u64, lanes: u32, seeds: u8, each: &mut impl FnMut(u64, u8)) {
    match lanes.checked_sub(1) {
        None => each(row, seeds),
        Some(lane) => {
            for here in (0..=seeds).rev() {
                fill(row | u64::from(here) << (8 * lane), lane, seeds - here, each);
            }
        }
    }
}

/// The blocks of a layer, in order.
#[derive(Debug)]
pub(super) struct Blocks {
    /// The start of each block, and the end of the layer.
    starts: Vec<u32>,
    /// The opponent's row in each, and the number of the mover's seeds.
    far: Vec<u64>,
    near_seeds: Vec<u8>,
    /// The predecessors of the opponent's row in each, as in [`Rows`].
    origins: Vec<(u32, u64)>,
    /// The block of every 64th board.
    guide: Vec<u32>,
    seeds: u8,
}

const GUIDE_BITS: u32 = 6;

impl Blocks {
    /// Those of the boards of so many seeds; `rows` may be those of more.
    pub(super) fn new(seeds: u8, rows: &Rows) -> Self {
        let mut starts = vec![0];
        let mut far = Vec::new();
        let mut guide = Vec::new();
        let mut near_seeds = Vec::new();
        let mut origins = Vec::new();
        let mut end = 0;
        fill(0, 6, seeds, &mut |row, near| {
            let block = far.len() as u32;
            far.push(row);
            near_seeds.push(near);
            origins.push(rows.ends[among_rows(row) as usize]);
            end += rows_of(near.into());
            starts.push(end);
            while (guide.len() as u32) << GUIDE_BITS < end {
                guide.push(block);
            }
        });
        Self { starts, far, near_seeds, origins, guide, seeds }
    }

    #[inline]
    fn find(&self, at: u32) -> usize {
        let mut block = self.guide[(at >> GUIDE_BITS) as usize] as usize;
        while self.starts[block + 1] <= at {
            block += 1;
        }
        block
    }

    pub(super) fn board(&self, at: u32, rows: &Rows) -> PackedBoard {
        let block = self.find(at);
        let far = self.far[block];
        let near = rows.of(u64::from(self.seeds) - sum(far))[(at - self.starts[block]) as usize] & ROW_BITS;
        PackedBoard { near, far }
    }

    /// The places of the boards before one: as [`Awale::before`] names them.
    #[inline(always)]
    pub(super) fn predecessors(&self, at: u32, game: &Awale, rows: &Rows, mut each: impl FnMut(u32)) {
        let block = self.find(at);
        let (start, ends) = self.origins[block];
        let near_seeds = u64::from(self.near_seeds[block]);
        let row = rows.of(near_seeds)[(at - self.starts[block]) as usize];
        let far = row & ROW_BITS;
        let mut shapes = (row >> 56) as u32;
        let around = shapes >> ROUND & 1 == 1;
        while shapes != 0 {
            let shape = shapes.trailing_zeros();
            shapes &= shapes - 1;
            let end_of = |ends: u64| start as usize + usize::from((ends >> (8 * shape)) as u8);
            let from = end_of(ends << 8);
            let to = end_of(ends);
            if from == to {
                continue;
            }
            let far = far - fed(shape);
            let fed_houses = shape.min(ROUND - 1);
            let block = block_of(far, u64::from(self.seeds) - near_seeds + u64::from(fed_houses));
            for &in_block in &rows.origins[from..to] {
                each(block + in_block);
            }
        }
        if around && is_one_empty(self.far[block]) {
            game.before_laps(PackedBoard { near: far, far: self.far[block] }, |before| each(in_layer(before)));
        }
    }

    pub(super) fn each<'a>(&'a self, places: Range<u32>, rows: &'a Rows) -> impl Iterator<Item = PackedBoard> + 'a {
        self.each_block(places, rows)
            .flat_map(|(far, nears)| nears.iter().map(move |&near| PackedBoard { near: near & ROW_BITS, far }))
    }

    /// The boards of a range of indexes by block: the opponent's row, and the mover's rows with their shapes.
    fn each_block<'a>(&'a self, places: Range<u32>, rows: &'a Rows) -> impl Iterator<Item = (u64, &'a [u64])> + 'a {
        let first = if places.is_empty() { 0 } else { self.find(places.start) };
        let blocks = self.starts[first..].windows(2).zip(&self.far[first..]);
        blocks.take_while(move |(bounds, _)| bounds[0] < places.end).map(move |(bounds, &far)| {
            let rows = rows.of(u64::from(self.seeds) - sum(far));
            let from = places.start.max(bounds[0]) - bounds[0];
            let to = places.end.min(bounds[1]) - bounds[0];
            (far, &rows[from as usize..to as usize])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::awale::Options;

    #[test]
    fn every_board_has_an_index_in_order() {
        let game = Awale::new(Options::default(), 7);
        let rows = Rows::new(&game, 7);
        let mut all = 0;
        for seeds in 0..=7 {
            assert_eq!(fewer(seeds), all);
            let blocks = Blocks::new(seeds, &rows);
            let last = *blocks.starts.last().expect("at least one");
            let boards: Vec<PackedBoard> = blocks.each(0..last, &rows).collect();
            for (&board, at) in boards.iter().zip(0..) {
                assert_eq!((in_layer(board), sum(board.near) + sum(board.far)), (at, u64::from(seeds)));
                assert_eq!(blocks.board(at, &rows), board);
            }
            assert_eq!(boards.len() as u32, last);
            let part = last / 3..last / 2;
            let middle: Vec<PackedBoard> = blocks.each(part.clone(), &rows).collect();
            assert_eq!(middle, boards[part.start as usize..part.end as usize]);
            all += last;
        }
        assert_eq!(fewer(13), 2_704_156);
        assert_eq!(fewer(21), 225_792_840);
    }
}
