//! Hash functions with fixed constants, the same on every machine.

/// Hashes the rows of a board together with a number. Each of the two lanes has constants of its own.
pub(crate) fn hash_rows(near: &[u8], far: &[u8], rest: u64) -> u128 {
    const LANES: [[u64; 2]; 2] =
        [[0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93], [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db]];
    let mut lanes = [LANES[0][1], LANES[1][1]];
    let mut absorb = |word: u64| {
        for (lane, constants) in lanes.iter_mut().zip(LANES) {
            *lane = fold(*lane ^ word, constants[0]).wrapping_add(constants[1]);
        }
    };
    // A word of its own: mixed into a row, it could be mistaken for other seeds.
    absorb(rest);
    for row in [near, far] {
        for chunk in row.chunks(8) {
            absorb(chunk.iter().fold(0, |word, &seeds| word << 8 | u64::from(seeds)));
        }
    }
    u128::from(fold(lanes[0], LANES[1][0])) << 64 | u128::from(fold(lanes[1], LANES[0][0]))
}

/// Hashes bytes (FNV-1a).
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Multiplies two words and folds both halves of the product together.
#[inline]
pub(crate) const fn fold(left: u64, right: u64) -> u64 {
    let product = left as u128 * right as u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn small_boards_have_different_hashes() {
        let mut seen = HashSet::new();
        let mut halves = [HashSet::new(), HashSet::new()];
        for board in 0..1_u32 << 16 {
            // Four houses of up to fifteen seeds.
            let houses = [12, 8, 4, 0].map(|shift| (board >> shift) as u8 & 15);
            for rest in 0..8 {
                let key = hash_rows(&houses[..2], &houses[2..], rest);
                assert!(seen.insert(key), "{houses:?} {rest}");
                assert!(halves[0].insert(key as u64) && halves[1].insert((key >> 64) as u64), "{houses:?} {rest}");
            }
        }
    }
}
