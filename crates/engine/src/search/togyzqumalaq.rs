//! Togyzqumalaq for the search: keys and evaluation.

use super::searchable::{Key, Searchable, quiet_key};
use crate::hash::hash_rows;
use ayla_rules::togyzqumalaq::{Options, State, Togyzqumalaq};
use ayla_rules::{Game, Side};

/// The rows of the player to move and of the opponent, in the order of sowing.
#[inline]
fn rows<'a>(game: &Togyzqumalaq, state: &'a State) -> [&'a [u8]; 2] {
    let turn = game.turn(state);
    [turn, turn.other()].map(|side| &state.rows.row(side)[..game.options().houses as usize])
}

/// Whether each player has a tuzdik, the player to move first.
#[inline]
fn tuzdiks(game: &Togyzqumalaq, state: &State) -> [Option<u8>; 2] {
    let turn = game.turn(state);
    [turn, turn.other()].map(|owner: Side| state.tuzdik(owner))
}

impl Searchable for Togyzqumalaq {
    const UNIT: i32 = 100;
    const FUTILITY_MARGIN: i32 = 300;

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.rows.in_play().into()
    }

    /// The houses and tuzdiks as the mover sees them, with the quiet moves and a store where a stop depends on them.
    #[inline]
    fn key(&self, state: &State) -> Key {
        let Options { majority, quiet, .. } = *self.options();
        let store = if majority { state.rows.store(self.turn(state)) } else { 0 };
        let [mine, theirs] = tuzdiks(self, state).map(|house| u64::from(house.unwrap_or(0)));
        let rest = mine | theirs << 4 | u64::from(store) << 8 | u64::from(quiet_key(quiet, state.quiet())) << 16;
        hash_rows(rows(self, state), rest)
    }

    /// Half a seed for each house that can be played, and for a tuzdik what it is likely to take of the seeds in the houses.
    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [moves, replies] = rows(self, state).map(|row| row.iter().filter(|&&seeds| seeds > 0).count() as i32);
        let [mine, theirs] = tuzdiks(self, state).map(|house| i32::from(house.is_some()));
        50 * (moves - replies) + (mine - theirs) * 12 * i32::from(state.rows.in_play())
    }
}
