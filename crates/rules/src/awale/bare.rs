//! Boards without stores, turn or stops: what tables of endings are made of. A move, and the moves that lead to a board.

use super::super::board::Side;
use super::super::option::Remaining;
use super::lanes::{self, Sowing};
use super::tally::Tally;
use super::{Awale, ROW, State};

/// Two rows in lanes, seen by the player to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bare {
    /// The mover's row.
    pub near: u64,
    /// The opponent's row.
    pub far: u64,
}

/// A move on a bare board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sown {
    /// The board, the turn having passed.
    pub board: Bare,
    /// The seeds captured, lane by lane.
    pub captured: u64,
}

impl State {
    /// The houses alone.
    #[inline]
    pub const fn bare(&self) -> Bare {
        Bare { near: self.near, far: self.far }
    }

    /// A position of these houses, with empty stores and South to move; not settled (C-8).
    pub const fn of(board: Bare) -> Self {
        Self { near: board.near, far: board.far, tally: Tally::new([0, 0], Side::South, 0) }
    }
}

impl Sown {
    /// How many seeds were captured.
    #[inline]
    pub const fn gain(&self) -> u8 {
        lanes::sum(self.captured)
    }
}

impl Bare {
    /// The moves (AW-1, AW-4): how many stay in the mover's row, which neither capture nor end the game, and the lanes
    /// of the houses whose sowing leaves it.
    #[inline]
    pub fn crossing_moves(self) -> (u8, impl Iterator<Item = u32>) {
        let crossing = lanes::reaching(self.near);
        let staying = if self.far == 0 { 0 } else { lanes::occupied(self.near) ^ crossing };
        (lanes::sum(staying >> 7), lanes::each(crossing))
    }

    /// What the seeds left are worth to the mover when there is no move, and the game is over (AW-5, AW-6).
    #[inline]
    pub fn settled(self) -> Option<i8> {
        if lanes::playable(self.near, self.far) != 0 {
            return None;
        }
        let [mine, theirs, _] =
            Remaining::OwnSide.share(lanes::sum(self.near), lanes::sum(self.far)).unwrap_or_default();
        Some(mine as i8 - theirs as i8)
    }
}

impl Awale {
    /// Sows the house in a lane, and captures.
    #[inline(always)]
    pub fn sow(&self, board: Bare, origin: u32) -> Sown {
        let sowing = lanes::sowing(origin, lanes::seeds(board.near, origin));
        let sown = board.far.wrapping_add(sowing.far);
        let captured = self.capture.captured(sown, sowing.last);
        // The turn passes: who was near is far.
        Sown { board: Bare { near: sown - captured, far: board.near.wrapping_add(sowing.near) }, captured }
    }

    /// Which shapes of sowing may have fed the opponent's row, and captured nothing: a bit for each. A sowing of up to 11
    /// seeds is of one of eight *shapes*: that many houses of the row were fed, or all and then own houses
    /// ([`ROUND`]).
    pub fn shapes(&self, far: u64) -> u8 {
        let occupied = lanes::in_order(lanes::occupied(far));
        let run = occupied.trailing_ones();
        let mut shapes = (2 << run) - 1;
        for lane in lanes::each(self.capture.capturable(far)) {
            if self.capture.captured(far, lanes::holding(lane, 1)) != 0 {
                shapes &= !(2 << lanes::place(lane));
            }
        }
        if run == u32::from(ROW) { (shapes | 1 << ROUND) as u8 } else { shapes as u8 }
    }

    /// The boards before a board from which a sowing of twelve seeds or more leads to it: there are some only if one
    /// house alone is empty, the mover's origin ([`only_origin`]), and the other row is full.
    #[cold]
    pub fn before_laps(&self, board: Bare, mut each: impl FnMut(Bare)) {
        let Bare { near: far, far: near } = board;
        let Some(lane) = lanes::each(lanes::TOPS & !lanes::occupied(near)).next() else { return };
        for seeds in 2 * ROW..=lanes::sum(near + far) {
            let Sowing { near: sown_near, far: sown_far, last } = *lanes::sowing(lane, seeds);
            // What the houses but the origin gained.
            let gained = sown_near.wrapping_add(lanes::holding(lane, seeds));
            if !lanes::covers(near, gained) || !lanes::covers(far, sown_far) {
                break;
            }
            if self.capture.captured(far, last) == 0 {
                each(Bare { near: near.wrapping_sub(sown_near), far: far - sown_far });
            }
        }
    }
}

/// The shape of a sowing that came back to the mover's row.
pub const ROUND: u32 = ROW as u32 + 1;

/// A seed in each house that a sowing of this shape fed.
#[inline]
pub const fn fed(shape: u32) -> u64 {
    const FED: [u64; 8] = {
        let mut fed = [0; 8];
        let mut shape = 1;
        while shape < 8 {
            let place = if shape < ROUND as usize { shape as u32 - 1 } else { 5 };
            fed[shape] = if shape < ROUND as usize { fed[shape - 1] | 1 << lanes::lane(place) } else { fed[shape - 1] };
            shape += 1;
        }
        fed
    };
    FED[shape as usize % 8]
}

/// Whether one house of the row alone is empty.
pub const fn only_origin(near: u64) -> bool {
    let empty = lanes::TOPS & !lanes::occupied(near);
    empty != 0 && empty & (empty - 1) == 0
}

/// Every row that a sowing of up to 11 seeds can have turned into this one, with the shape of the sowing: whether it was
/// possible is then for the other row to say ([`Awale::shapes`]).
pub fn unsow(near: u64, mut each: impl FnMut(u32, u64)) {
    for origin in 0..u32::from(ROW) {
        let lane = lanes::lane(origin);
        // The origin was emptied, and is skipped.
        if lanes::seeds(near, lane) != 0 {
            continue;
        }
        let mut place = origin;
        for seeds in 1..2 * ROW {
            place = lanes::place_after(origin as usize, place as usize) as u32;
            if place < 6 && lanes::seeds(near, lanes::lane(place)) == 0 {
                break;
            }
            let shape = match place {
                6.. => place - 5,
                _ if place > origin => 0,
                _ => ROUND,
            };
            each(shape, near.wrapping_sub(lanes::sowing(lane, seeds).near));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::{Capture, Options, OverLimit};
    use super::*;

    /// All boards of so many seeds.
    fn boards(seeds: u8) -> Vec<Bare> {
        let mut boards = vec![(Bare { near: 0, far: 0 }, seeds)];
        for house in 0..12 {
            let put = |&(board, left): &(Bare, u8)| {
                (0..=left).filter(move |&here| house < 11 || here == left).map(move |here| {
                    let held = lanes::holding(8 * (house % 6), here);
                    let Bare { near, far } = board;
                    let board =
                        if house < 6 { Bare { near: near + held, far } } else { Bare { near, far: far + held } };
                    (board, left - here)
                })
            };
            boards = boards.iter().flat_map(put).collect();
        }
        boards.into_iter().map(|(board, _)| board).collect()
    }

    fn check(game: &Awale, boards: &[Bare], most: usize) {
        let mut forward: HashMap<(u64, u64), i32> = HashMap::new();
        let mut edges = 0;
        let key = |board: Bare, next: Bare| (fold(board), fold(next));
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
    fn moves(board: Bare) -> impl Iterator<Item = u32> {
        lanes::each(lanes::playable(board.near, board.far))
    }

    /// Every board from which a move that captures nothing leads to this one: once for each such move.
    fn before(game: &Awale, board: Bare, mut each: impl FnMut(Bare)) {
        // The player who moved is far, and was near.
        let shapes = game.shapes(board.near);
        unsow(board.far, |shape, near| {
            if shapes >> shape & 1 == 1 {
                each(Bare { near, far: board.near - fed(shape) });
            }
        });
        if shapes >> ROUND & 1 == 1 && only_origin(board.far) {
            game.before_laps(board, each);
        }
    }

    /// Five bits for each house.
    fn fold(Bare { near, far }: Bare) -> u64 {
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

    /// Of many seeds only boards that can follow or precede one another are looked at: all of a few moves from some.
    #[test]
    fn unsowing_goes_round_the_ring() {
        let game = Awale::new(Options::default(), 24);
        let (mut laps, mut others) = (0, 0);
        for seeds in 11..=24_u8 {
            for origin in 0..6 {
                for spread in 0..64 {
                    let held =
                        |place: u32| if spread >> place & 1 == 1 { lanes::holding(lanes::lane(place), 2) } else { 0 };
                    let near = lanes::holding(lanes::lane(origin), seeds);
                    let board = Bare { near, far: (0..6).map(held).sum() };
                    let sown = game.sow(board, lanes::lane(origin));
                    let mut found = 0;
                    before(&game, sown.board, |before| {
                        assert!(moves(before).any(|lane| game.sow(before, lane) == Sown { captured: 0, ..sown }));
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
