//! The rounds of a match (CO-15 to CO-17).

use super::Options;
use crate::board::{BySide, Direction, Side};
use crate::setup::Setup;

/// Why there is no round after a position (CO-17).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NoRound {
    /// The game has no rounds.
    OtherGame,
    /// The round has not ended.
    NotOver,
    /// Seeds are in the houses, or there are not 1 to 10 for each house.
    Unequal,
    /// This player cannot fill a single house, and has lost the match.
    Lost(Side),
}

/// The most seeds that a house begins with.
const MAX_SEEDS: u32 = 10;

impl Setup<Options> {
    /// The first position of the round after this one.
    pub(crate) fn next_round(&self, first: Option<Side>) -> Result<Self, NoRound> {
        if self.over.is_none() {
            return Err(NoRound::NotOver);
        }
        let stores = self.stores.unwrap_or_default();
        let houses = self.south.len() as u32;
        let all = stores.south + stores.north;
        let seeds = all / (2 * houses);
        let is_equal = all == 2 * houses * seeds && self.seeds() == u64::from(all);
        if !is_equal || !(1..=MAX_SEEDS).contains(&seeds) {
            return Err(NoRound::Unequal);
        }
        let filled = stores.map(|store| houses.min(store / seeds));
        if let Some(&side) = Side::ALL.iter().find(|&&side| filled[side] == 0) {
            return Err(NoRound::Lost(side));
        }
        // Houses are filled from the own store on.
        let is_filled = |number: u32, filled: u32| match self.rules.direction {
            Direction::Anticlockwise => houses - number < filled,
            Direction::Clockwise => number <= filled,
        };
        let row = |filled| (1..=houses).map(|number| if is_filled(number, filled) { seeds } else { 0 }).collect();
        let burnt = |filled| (1..=houses).filter(|&number| !is_filled(number, filled)).collect();
        let fewer = if stores.north < stores.south { Side::North } else { Side::South };
        Ok(Self {
            stores: Some(BySide::from_fn(|side| stores[side] - seeds * filled[side])),
            burnt: filled.map(burnt),
            ..Self::of_rows(self.rules, filled.map(row), first.unwrap_or(fewer))
        })
    }
}
