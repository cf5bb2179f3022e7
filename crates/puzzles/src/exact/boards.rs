//! Boards as the player to move sees them: their keys, and their places among all boards with as many seeds.

use ayla_rules::fault::Part;
use ayla_rules::setup::Setup;
use ayla_rules::{ByTurn, Phase, Variant};

/// The longest rows that are told apart.
const MOST_HOUSES: usize = 12;

/// All of a position that its value depends on: the rows of the mover and of the opponent, then what only some games
/// have.
pub(super) type Key = [u8; 2 * MOST_HOUSES + 5];

/// The key of a set-up.
///
/// # Panics
///
/// The rows are too long.
pub(super) fn key<R>(setup: &Setup<R>) -> Key {
    let mut key = [0; 2 * MOST_HOUSES + 5];
    for (at, seeds) in houses(setup).enumerate() {
        key[at] = seeds;
    }
    let tuzdiks = setup.tuzdiks.by_turn(setup.turn).map(|house| house.unwrap_or(0) as u8);
    let rest = [
        setup.phase.map_or(0, |phase| phase as u8),
        tuzdiks.mover,
        tuzdiks.other,
        // Where a majority ends the game.
        setup.stores.map_or(0, |stores| stores[setup.turn] as u8),
        setup.south.len() as u8,
    ];
    key[2 * MOST_HOUSES..].copy_from_slice(&rest);
    key
}

/// The seeds of each house, those of the mover first.
fn houses<R>(setup: &Setup<R>) -> impl Iterator<Item = u8> {
    let ByTurn { mover, other } = setup.rows_by_turn();
    mover.iter().chain(other).map(|&seeds| seeds as u8)
}

/// The seeds in the houses.
pub(super) fn seeds<R>(setup: &Setup<R>) -> u8 {
    houses(setup).sum()
}

/// The number of ways to lay `seeds` seeds into `houses` houses.
pub(super) fn count(houses: usize, seeds: usize) -> u64 {
    // C(houses + seeds - 1, seeds).
    let Some(most) = houses.checked_sub(1) else { return u64::from(seeds == 0) };
    (1..=seeds as u64).fold(1, |ways, seed| ways * (most as u64 + seed) / seed)
}

/// The numbers of boards by houses and seeds.
#[derive(Debug)]
pub(super) struct Counts(Vec<Vec<u64>>);

impl Counts {
    pub(super) fn new(houses: usize, seeds: usize) -> Self {
        Self((0..=houses).map(|houses| (0..=seeds).map(|seeds| count(houses, seeds)).collect()).collect())
    }

    /// The place of a board among those with as many seeds, in the order in which [`next`] makes them.
    pub(super) fn place<R>(&self, setup: &Setup<R>) -> usize {
        let mut left = seeds(setup) as usize;
        let mut behind = 2 * setup.south.len();
        let mut place = 0;
        for held in houses(setup).map(usize::from) {
            // The boards with fewer seeds in this house.
            place += self.0[behind][left] - self.0[behind][left - held];
            left -= held;
            behind -= 1;
        }
        place as usize
    }
}

/// Changes a board to the next one with as many seeds. The first has all in the last house; after the last one, false.
pub(super) fn next(board: &mut [u8]) -> bool {
    let Some(last) = board.iter().rposition(|&seeds| seeds > 0).filter(|&last| last > 0) else { return false };
    let seeds = std::mem::take(&mut board[last]);
    board[last - 1] += 1;
    if let Some(end) = board.last_mut() {
        *end += seeds - 1;
    }
    true
}

/// The phases of regular play that a game tells apart, those first in which the others can end.
pub(super) fn phases(variant: Variant) -> &'static [Option<Phase>] {
    if variant.about().parts.contains(&Part::Phase) { &[Some(Phase::BearOff), Some(Phase::Play)] } else { &[None] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Position;

    #[test]
    fn boards_come_in_the_order_of_their_places() {
        let counts = Counts::new(12, 5);
        let mut board = [0; 12];
        board[11] = 5;
        let mut places = 0;
        loop {
            let mut setup = Position::read("awale 000000/000005 0/0 s").expect("a position").setup();
            setup.south = board[..6].iter().map(|&seeds| seeds.into()).collect();
            setup.north = board[6..].iter().map(|&seeds| seeds.into()).collect();
            assert_eq!(counts.place(&setup), places);
            places += 1;
            if !next(&mut board) {
                break;
            }
        }
        assert_eq!(places as u64, count(12, 5));
    }
}
