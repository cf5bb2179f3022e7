//! Position ids: numbers instead of hashes, so that no two positions are ever confused.

use ayla_rules::Game;
use ayla_rules::Phase;
use ayla_rules::andada::{Andada, State};

/// The id of a position as the player to move sees it, whichever player that is. Never 0.
pub(super) type PositionId = u64;

/// Numbers the positions that can follow one with a given number of houses and seeds, in the order of their houses.
#[derive(Clone, Debug)]
pub(super) struct Indexer {
    /// The number of boards by the houses, and the most seeds in them.
    boards: Vec<u64>,
    houses: usize,
    seeds: usize,
}

/// The ids after those of the boards: one before the opening, and three for the choice, by the first empty house.
const EXTRA: u64 = 4;

impl Indexer {
    /// An indexer for the positions that can follow one of this size; `None` if 64 bits are too few.
    pub(super) fn new(houses: usize, seeds: usize) -> Option<Self> {
        let row = seeds + 1;
        let mut boards = vec![1_u64; (houses + 1) * row];
        for left in 1..=houses {
            for most in 1..row {
                let fewer = boards[left * row + most - 1];
                boards[left * row + most] = fewer.checked_add(boards[(left - 1) * row + most])?;
            }
        }
        // Boards count twice: in regular play, and bearing off.
        boards[houses * row + seeds].checked_mul(2)?.checked_add(EXTRA + 1)?;
        Some(Self { boards, houses, seeds })
    }

    /// The id of a position that can follow the one that the indexer was made for.
    pub(super) fn id(&self, game: &Andada, state: &State) -> PositionId {
        let turn = game.turn(state);
        let near = state.board().side(turn);
        let far = state.board().side(turn.other());
        let all = self.boards[self.houses * (self.seeds + 1) + self.seeds];
        1 + match state.phase() {
            Phase::Opening => 2 * all,
            Phase::Choice => 2 * all + 1 + near.iter().take_while(|&&seeds| seeds > 0).count() as u64,
            Phase::Play => self.rank(near.iter().chain(far)),
            Phase::BearOff => all + self.rank(near.iter().chain(far)),
        }
    }

    /// The number of boards before this one: those with fewer seeds in the first house that differs.
    fn rank<'a>(&self, houses: impl Iterator<Item = &'a u8>) -> u64 {
        let row = self.seeds + 1;
        let mut left = self.houses * row;
        let mut most = self.seeds;
        let mut rank = 0;
        for &seeds in houses {
            let before = self.boards[left + most];
            most -= usize::from(seeds);
            rank += before - self.boards[left + most];
            left -= row;
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_numbered_without_gaps() {
        let indexer = Indexer::new(4, 5).expect("few");
        let mut ranks = Vec::new();
        for board in 0..6_u32.pow(4) {
            let houses = [216, 36, 6, 1].map(|place| (board / place % 6) as u8);
            if houses.iter().sum::<u8>() <= 5 {
                ranks.push(indexer.rank(houses.iter()));
            }
        }
        assert_eq!(ranks, (0..126).collect::<Vec<u64>>());
    }

    #[test]
    fn sixty_four_bits_suffice_for_the_default_board_and_not_much_more() {
        assert!(Indexer::new(24, 48).is_some());
        assert!(Indexer::new(30, 60).is_none());
        assert!(Indexer::new(96, 11).is_some());
        assert!(Indexer::new(96, 192).is_none());
    }
}
