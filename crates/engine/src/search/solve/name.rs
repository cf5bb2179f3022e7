//! Names of positions: a number for each, so that no two are ever mixed up.

use ayla_rules::Phase;
use ayla_rules::andada::{Andada, State};
use ayla_rules::rules::Game;

/// Tells positions apart as the player to move sees them: who is South changes nothing. Never 0.
pub(super) type Name = u64;

/// Numbers all boards with so many houses and at most so many seeds, in the order of their houses.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// For so many houses left, and at most so many seeds for them: how many boards there are.
    boards: Vec<u64>,
    houses: usize,
    seeds: usize,
}

/// Names beyond the boards: before the opening; and for the choice, by which house of three is empty.
const BEYOND: u64 = 4;

impl Names {
    /// Names for what can come of a position with so many seeds: none when 64 bits are too few for that.
    pub(super) fn new(houses: usize, seeds: usize) -> Option<Self> {
        let row = seeds + 1;
        let mut boards = vec![1_u64; (houses + 1) * row];
        for left in 1..=houses {
            for most in 1..row {
                let fewer = boards[left * row + most - 1];
                boards[left * row + most] = fewer.checked_add(boards[(left - 1) * row + most])?;
            }
        }
        // Twice: regular play, and bearing off.
        boards[houses * row + seeds].checked_mul(2)?.checked_add(BEYOND + 1)?;
        Some(Self { boards, houses, seeds })
    }

    /// The name of a position that can come of the one that these names were made for.
    pub(super) fn of(&self, game: &Andada, state: &State) -> Name {
        let turn = game.turn(state);
        let (near, far) = (state.board().side(turn), state.board().side(turn.other()));
        let all = self.boards[self.houses * (self.seeds + 1) + self.seeds];
        1 + match state.phase() {
            Phase::Opening => 2 * all,
            Phase::Choice => 2 * all + 1 + near.iter().take_while(|&&seeds| seeds > 0).count() as u64,
            Phase::Play => self.rank(near.iter().chain(far)),
            Phase::BearOff => all + self.rank(near.iter().chain(far)),
        }
    }

    /// How many boards come before this one: those that hold fewer seeds in the first house that differs.
    fn rank<'a>(&self, houses: impl Iterator<Item = &'a u8>) -> u64 {
        let row = self.seeds + 1;
        let (mut left, mut most, mut rank) = (self.houses * row, self.seeds, 0);
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
    fn boards_are_numbered_without_a_gap() {
        let names = Names::new(4, 5).expect("few");
        let mut ranks = Vec::new();
        for board in 0..6_u32.pow(4) {
            let houses = [216, 36, 6, 1].map(|place| (board / place % 6) as u8);
            if houses.iter().sum::<u8>() <= 5 {
                ranks.push(names.rank(houses.iter()));
            }
        }
        assert_eq!(ranks, (0..126).collect::<Vec<u64>>());
    }

    #[test]
    fn sixty_four_bits_name_the_default_board_and_not_much_larger_ones() {
        assert!(Names::new(24, 48).is_some());
        assert!(Names::new(30, 60).is_none());
        assert!(Names::new(96, 11).is_some());
        assert!(Names::new(96, 192).is_none());
    }
}
