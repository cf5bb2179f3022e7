//! Boards without stores, turn or stops: what tables of endings are made of. A move, and the moves that lead to a board.

use super::super::option::Remaining;
use super::lanes::{self, Sowing};
use super::{Awale, ROW, State};

/// Two rows in lanes, seen by the player to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bare {
    /// The mover's row.
    pub(crate) near: u64,
    /// The opponent's row.
    pub(crate) far: u64,
}

/// A move on a bare board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sown {
    /// The board, the turn having passed.
    pub(crate) board: Bare,
    /// The seeds captured, lane by lane.
    pub(crate) captured: u64,
}

impl State {
    /// The houses alone.
    #[inline]
    pub(crate) const fn bare(&self) -> Bare {
        Bare { near: self.near, far: self.far }
    }
}

impl Sown {
    /// How many seeds were captured.
    #[inline]
    pub(crate) const fn gain(&self) -> u8 {
        lanes::sum(self.captured)
    }
}

impl Bare {
    /// The lanes of the houses that may be played (AW-1, AW-4).
    #[inline]
    pub(crate) fn moves(self) -> impl Iterator<Item = u32> {
        lanes::each(lanes::playable(self.near, self.far))
    }

    /// What the seeds left are worth to the mover when there is no move, and the game is over (AW-5, AW-6).
    #[inline]
    pub(crate) fn settled(self) -> Option<i8> {
        if lanes::playable(self.near, self.far) != 0 {
            return None;
        }
        let [mine, theirs, _] = Remaining::OwnSide.share(lanes::sum(self.near), lanes::sum(self.far)).unwrap_or_default();
        Some(mine as i8 - theirs as i8)
    }
}

impl Awale {
    /// Sows the house in a lane, and captures.
    #[inline(always)]
    pub(crate) fn sow(&self, board: Bare, origin: u32) -> Sown {
        let sowing = lanes::sowing(origin, lanes::seeds(board.near, origin));
        let sown = board.far.wrapping_add(sowing.far);
        let captured = self.capture.captured(sown, sowing.last);
        // The turn passes: who was near is far.
        Sown { board: Bare { near: sown - captured, far: board.near.wrapping_add(sowing.near) }, captured }
    }

    /// Every board from which a move that captures nothing leads to this one, on which the game goes on: once for each
    /// such move. The board before is given in two parts, the mover's row and the opponent's; of the second, there are
    /// few, each the board's own row without a seed in the first so many houses, and with it comes that number, up to
    /// [`WHOLE_LAP`].
    #[inline(always)]
    pub(crate) fn before(&self, board: Bare, mut each: impl FnMut(u64, u64, usize)) {
        // The player who moved is far, and was near.
        let (near, far) = (board.far, board.near);
        let occupied = lanes::in_order(lanes::occupied(near)) | lanes::in_order(lanes::occupied(far)) << ROW;
        // Where a last seed would have captured.
        let mut captures = 0;
        for lane in lanes::each(self.capture.capturable(far)) {
            if self.capture.captured(far, lanes::holding(lane, 1)) != 0 {
                captures |= lanes::top(lane);
            }
        }
        let quiet = !(lanes::in_order(captures) << ROW);
        // Twice round the ring, so that twelve houses in a row begin anywhere.
        let round = |houses: u32| houses | houses << RING;
        let (occupied, quiet) = (round(occupied), round(quiet & ((1 << RING) - 1)));
        for origin in 0..u32::from(ROW) {
            // The origin was emptied, and is skipped.
            if occupied >> origin & 1 != 0 {
                continue;
            }
            let run = (occupied >> (origin + 1)).trailing_ones();
            let mut ends = quiet >> (origin + 1) & ((1 << run) - 1);
            let lane = lanes::lane(origin);
            while ends != 0 {
                let seeds = ends.trailing_zeros() + 1;
                ends &= ends - 1;
                let sowing = lanes::sowing(lane, seeds as u8);
                let crossed = (origin + seeds).saturating_sub(u32::from(ROW) - 1).min(u32::from(ROW));
                each(near.wrapping_sub(sowing.near), far - sowing.far, crossed as usize);
            }
            if run == RING - 1 {
                self.before_laps(near, far, lane, &mut each);
            }
        }
    }

    /// The boards before from which a sowing of the house in this lane went round the ring.
    #[cold]
    fn before_laps(&self, near: u64, far: u64, lane: u32, each: &mut impl FnMut(u64, u64, usize)) {
        for seeds in RING as u8..=lanes::sum(near + far) {
            let Sowing { near: sown_near, far: sown_far, last } = *lanes::sowing(lane, seeds);
            // What the houses but the origin gained.
            let gained = sown_near.wrapping_add(lanes::holding(lane, seeds));
            if !lanes::covers(near, gained) || !lanes::covers(far, sown_far) {
                break;
            }
            if self.capture.captured(far, last) == 0 {
                each(near.wrapping_sub(sown_near), far - sown_far, WHOLE_LAP);
            }
        }
    }
}

/// Houses on the ring.
const RING: u32 = 2 * ROW as u32;
/// Said of a sowing that went round the ring.
pub(crate) const WHOLE_LAP: usize = ROW as usize + 1;

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::{Capture, Options, OverLimit};
    use super::*;

    /// All boards of so many seeds.
    fn boards(seeds: u8) -> Vec<Bare> {
        let mut boards = vec![(Bare { near: 0, far: 0 }, seeds)];
        for house in 0..RING {
            let put = |&(board, left): &(Bare, u8)| {
                (0..=left).filter(move |&here| house + 1 < RING || here == left).map(move |here| {
                    let held = lanes::holding(8 * (house % 6), here);
                    let Bare { near, far } = board;
                    let board = if house < 6 { Bare { near: near + held, far } } else { Bare { near, far: far + held } };
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
            for origin in board.moves() {
                let sown = game.sow(board, origin);
                if sown.captured == 0 && sown.board.settled().is_none() {
                    *forward.entry(key(board, sown.board)).or_default() += 1;
                    edges += 1;
                }
            }
        }
        for &board in boards.iter().filter(|board| board.settled().is_none()) {
            game.before(board, |near, far, crossed| {
                assert!(crossed == WHOLE_LAP || far == board.near - first(crossed));
                *forward.entry(key(Bare { near, far }, board)).or_default() -= 1;
            });
        }
        assert!(edges > most && forward.values().all(|&left| left == 0), "{edges} edges");
    }

    /// A seed in each of the first so many houses of a row.
    fn first(houses: usize) -> u64 {
        (0..houses).map(|place| lanes::holding(lanes::lane(place as u32), 1)).sum()
    }

    /// Six bits for each house.
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
                    let held = |place: u32| if spread >> place & 1 == 1 { lanes::holding(lanes::lane(place), 2) } else { 0 };
                    let near = lanes::holding(lanes::lane(origin), seeds);
                    let board = Bare { near, far: (0..6).map(held).sum() };
                    let sown = game.sow(board, lanes::lane(origin));
                    let mut found = 0;
                    game.before(sown.board, |near, far, crossed| {
                        let before = Bare { near, far };
                        assert!(before.moves().any(|lane| game.sow(before, lane) == Sown { captured: 0, ..sown }));
                        found += usize::from(before == board);
                        if crossed == WHOLE_LAP { laps += 1 } else { others += 1 }
                    });
                    assert_eq!(found, usize::from(sown.captured == 0), "{board:?}");
                }
            }
        }
        assert!(laps > 1_000 && others > 1_000, "{laps} and {others}");
    }
}
