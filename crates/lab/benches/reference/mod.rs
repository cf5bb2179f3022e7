//! Perft of Awalé with default options, as fast as forty lines can be made: without stores, options or line, because no
//! count depends on them.
//!
//! A board is one `u128` with a byte for each house, against the order of sowing: South's first house is byte 11,
//! North's last byte 0.

const ROW: u128 = 0xffff_ffff_ffff;
const LANES: u128 = 0x0101_0101_0101_0101_0101_0101;
const TOPS: u128 = LANES << 7;
/// Added to a row, it sets the top bit of each house whose seeds leave the row.
const REACHING: u128 = 0x7a7b_7c7d_7e7f;

/// A sowing: the value to add to the board, and one in the byte of the last seed if that house is the opponent's.
#[derive(Clone, Copy)]
struct Sowing(u128, u128);

static SOWINGS: [Sowing; 1024] = sowings();

const fn sowings() -> [Sowing; 1024] {
    let mut table = [Sowing(0, 0); 1024];
    let mut index = 0;
    while index < 12 * 64 {
        let lane = index / 64;
        let mut left = index % 64;
        let mut at = lane;
        let mut add = 0_u128.wrapping_sub((left as u128) << (8 * lane));
        while left > 0 {
            at = if at == 0 { 11 } else { at - 1 };
            if at != lane {
                add = add.wrapping_add(1 << (8 * at));
                left -= 1;
            }
        }
        table[index] = Sowing(add, if at / 6 != lane / 6 { 1 << (8 * at) } else { 0 });
        index += 1;
    }
    table
}

/// Counts the lines of `depth` moves from `board`, and hashes their last boards so that the compiler omits none. `US`
/// and `THEM` are the shifts of the rows of the mover and of the opponent.
pub(crate) fn perft<const US: usize, const THEM: usize>(board: u128, depth: u32) -> (u64, u64) {
    let us = ROW << US;
    let them = ROW << THEM;
    let test = if board & them == 0 { REACHING } else { (LANES * 0x7f) & ROW };
    let mut playable = ((((board >> US) & ROW) + test) & TOPS & ROW) as u64;
    let mut leaves = 0;
    let mut hash = 0;
    while playable != 0 {
        let shift = playable.trailing_zeros() & 56;
        playable &= playable - 1;
        let seeds = ((board >> US) as u64 >> shift) as usize & 63;
        let Sowing(add, last) = SOWINGS[(((shift as usize + US) * 8) & 0x3c0) | seeds];
        let sown = board.wrapping_add(add);
        let run = ((sown & them & (LANES * 0xfe)) ^ (LANES * 2)).wrapping_sub(last) & TOPS & them;
        let rest = sown & !(run - (run >> 7));
        let mut child = if rest & them == 0 { sown } else { rest };
        if child & us == 0 && (((child >> THEM) & ROW) + REACHING) & TOPS == 0 {
            child = 0;
        }
        if depth == 1 {
            leaves += 1;
            hash ^= child as u64 ^ (child >> 64) as u64;
        } else {
            let (below, hashed) = perft::<THEM, US>(child, depth - 1);
            leaves += below;
            hash ^= hashed;
        }
    }
    (leaves, hash)
}

/// The board of two rows in the text notation, with South to move.
///
/// # Panics
///
/// A house is not a digit or a letter.
pub(crate) fn board(south: &str, north: &str) -> u128 {
    let houses = south.chars().chain(north.chars());
    houses.fold(0, |board, house| (board << 8) | u128::from(house.to_digit(36).expect("a house")))
}
