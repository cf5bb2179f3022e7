//! Retrograde analysis of Awalé: the boards from which a move that captures nothing leads to a board, as endgame tables
//! need them.
//!
//! A sowing changes the two rows in ways that are nearly independent: what it did to the mover's row is known from that
//! row and the *shape* of the sowing, which says how many houses of the other row it fed. So the rows are taken back
//! one by one, [`unsow`] and [`fed`], and joined where [`Awale::shapes`] allows it. [`Awale::before_laps`] adds the
//! sowings that go right round the board.

use super::Awale;
use super::options::ROW;
use super::packed::PackedBoard;
use super::swar::{self, Change};

impl Awale {
    /// The shapes of sowing that can have fed this row of the opponent and captured nothing: bit `n` is shape `n`. A
    /// sowing of up to 11 seeds is of one of eight shapes: 0 to 6 for the number of houses of the row that it fed, or
    /// [`ROUND`] when it fed all and then own houses.
    pub fn shapes(&self, far: u64) -> u8 {
        let occupied = swar::in_order(swar::occupied(far));
        let run = occupied.trailing_ones();
        let mut shapes = (2 << run) - 1;
        for lane in swar::each(self.capture.capturable(far)) {
            if self.capture.captured(far, swar::holding(lane, 1)) != 0 {
                shapes &= !(2 << swar::place(lane));
            }
        }
        if run == u32::from(ROW) { (shapes | 1 << ROUND) as u8 } else { shapes as u8 }
    }

    /// Calls `each` with every board from which a sowing of twelve seeds or more leads to this board. There are some
    /// only if exactly one house is empty, the mover's origin ([`is_one_empty`]), and the other row is full.
    #[cold]
    pub fn before_laps(&self, board: PackedBoard, mut each: impl FnMut(PackedBoard)) {
        let PackedBoard { near: far, far: near } = board;
        let Some(lane) = swar::each(swar::TOPS & !swar::occupied(near)).next() else { return };
        for seeds in 2 * ROW..=swar::sum(near + far) {
            let Change { near: sown_near, far: sown_far, last } = *swar::sowing(lane, seeds);
            // What the houses but the origin gained.
            let gained = sown_near.wrapping_add(swar::holding(lane, seeds));
            if !swar::covers(near, gained) || !swar::covers(far, sown_far) {
                break;
            }
            if self.capture.captured(far, last) == 0 {
                each(PackedBoard { near: near.wrapping_sub(sown_near), far: far - sown_far });
            }
        }
    }
}

/// The shape of a sowing that fed the whole row of the opponent and came back to the mover's.
pub const ROUND: u32 = ROW as u32 + 1;

/// A row with one seed in each house that a sowing of this shape fed.
#[inline]
pub const fn fed(shape: u32) -> u64 {
    // The houses are fed from the highest lane downwards.
    swar::ONES & u64::MAX << (swar::LANE * (ROW as u32).saturating_sub(shape))
}

/// Whether exactly one house of the row is empty.
#[inline]
pub const fn is_one_empty(near: u64) -> bool {
    (swar::TOPS & !swar::occupied(near)).is_power_of_two()
}

/// Calls `each` with every row that a sowing of up to 11 seeds can have turned into this one, and the shape of the
/// sowing. Whether it was possible is then for the other row to say ([`Awale::shapes`]).
#[inline]
pub fn unsow(near: u64, mut each: impl FnMut(u32, u64)) {
    for origin in 0..u32::from(ROW) {
        let lane = swar::lane(origin);
        // The origin was emptied, and is skipped.
        if swar::seeds(near, lane) != 0 {
            continue;
        }
        let mut place = origin;
        for seeds in 1..2 * ROW {
            place = swar::place_after(origin as usize, place as usize) as u32;
            if place < 6 && swar::seeds(near, swar::lane(place)) == 0 {
                break;
            }
            let shape = match place {
                6.. => place - 5,
                _ if place > origin => 0,
                _ => ROUND,
            };
            each(shape, near.wrapping_sub(swar::sowing(lane, seeds).near));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::packed::Sowing;
    use super::super::{Capture, Options, OverLimit};
    use super::*;
    use crate::board::{Board, Side, all_boards};

    /// All boards of `seeds` seeds.
    fn boards(seeds: u8) -> Vec<PackedBoard> {
        let row =
            |row: &[u8]| (0..ROW.into()).zip(row).map(|(place, &seeds)| swar::holding(swar::lane(place), seeds)).sum();
        let packed =
            |board: &Board| PackedBoard { near: row(board.side(Side::South)), far: row(board.side(Side::North)) };
        all_boards(ROW, seeds).iter().map(packed).collect()
    }

    fn check(game: &Awale, boards: &[PackedBoard], most: usize) {
        let mut forward: HashMap<(u64, u64), i32> = HashMap::new();
        let mut edges = 0;
        let key = |board: PackedBoard, next: PackedBoard| (fold(board), fold(next));
        for &board in boards {
            for origin in moves(board) {
                let sown = game.sow(board, origin);
                if sown.captured == 0 && sown.board.settled().is_none() {
                    *forward.entry(key(board, sown.board)).or_default() += 1;
                    edges += 1;
                }
            }
        }
        for &board in boards.iter().filter(|board| board.settled().is_none()) {
            before(game, board, |before| *forward.entry(key(before, board)).or_default() -= 1);
        }
        assert!(edges > most && forward.values().all(|&left| left == 0), "{edges} edges");
    }

    /// The lanes of the houses that may be played.
    fn moves(board: PackedBoard) -> impl Iterator<Item = u32> {
        swar::each(swar::playable(board.near, board.far))
    }

    /// Every board from which a move that captures nothing leads to this one: once for each such move.
    fn before(game: &Awale, board: PackedBoard, mut each: impl FnMut(PackedBoard)) {
        // The player who moved is far, and was near.
        let shapes = game.shapes(board.near);
        unsow(board.far, |shape, near| {
            if shapes >> shape & 1 == 1 {
                each(PackedBoard { near, far: board.near - fed(shape) });
            }
        });
        if shapes >> ROUND & 1 == 1 && is_one_empty(board.far) {
            game.before_laps(board, each);
        }
    }

    /// Five bits for each house.
    fn fold(PackedBoard { near, far }: PackedBoard) -> u64 {
        (0..6).fold(0, |word, lane| word << 10 | (near >> (8 * lane) & 31) << 5 | far >> (8 * lane) & 31)
    }

    #[test]
    fn unsowing_is_sowing_backwards() {
        for options in [
            Options::default(),
            Options { capture: Capture::Two, ..Options::default() },
            Options { limit: 1, over_limit: OverLimit::Nothing, ..Options::default() },
        ] {
            let game = Awale::new(options, 6);
            for seeds in 2..=6 {
                check(&game, &boards(seeds), 10 * usize::from(seeds));
            }
        }
    }

    /// With many seeds, only boards of a special form and those one move away are tested: there are too many others.
    #[test]
    fn unsowing_goes_round_the_ring() {
        let game = Awale::new(Options::default(), 24);
        let mut laps = 0;
        let mut others = 0;
        for seeds in 11..=24_u8 {
            for origin in 0..6 {
                for spread in 0..64 {
                    let held =
                        |place: u32| if spread >> place & 1 == 1 { swar::holding(swar::lane(place), 2) } else { 0 };
                    let near = swar::holding(swar::lane(origin), seeds);
                    let board = PackedBoard { near, far: (0..6).map(held).sum() };
                    let sown = game.sow(board, swar::lane(origin));
                    let mut found = 0;
                    before(&game, sown.board, |before| {
                        assert!(moves(before).any(|lane| game.sow(before, lane) == Sowing { captured: 0, ..sown }));
                        found += usize::from(before == board);
                        if seeds > 11 { laps += 1 } else { others += 1 }
                    });
                    assert_eq!(found, usize::from(sown.captured == 0), "{board:?}");
                }
            }
        }
        assert!(laps > 1_000 && others > 1_000, "{laps} and {others}");
    }
}
