//! Togyzqumalaq for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::Networks;
use super::searchable::{Key, Searchable, quiet_key};
use crate::hash::hash_rows;
use ayla_rules::Game;
use ayla_rules::togyzqumalaq::{MAX_ROW, Options, State, Togyzqumalaq};

/// The rows of the player to move and of the opponent, in the order of sowing.
#[inline]
fn rows<'a>(game: &Togyzqumalaq, state: &'a State) -> [&'a [u8]; 2] {
    let turn = game.turn(state);
    [turn, turn.other()].map(|side| &state.rows.row(side)[..game.options().houses as usize])
}

/// The tuzdiks of the player to move and of the opponent, by the numbers of the houses; 0 for none.
#[inline]
fn tuzdiks(game: &Togyzqumalaq, state: &State) -> [u8; 2] {
    let turn = game.turn(state);
    [turn, turn.other()].map(|owner| state.tuzdik(owner).unwrap_or(0))
}

/// The inputs of the networks for a row: 0 for a house that is a tuzdik, and else one more than its seeds.
#[inline]
fn inputs(row: &[u8], tuzdik: u8) -> [u8; MAX_ROW] {
    let mut inputs = [1; MAX_ROW];
    for (input, seeds) in inputs.iter_mut().zip(row) {
        *input += seeds;
    }
    if tuzdik > 0 {
        inputs[usize::from(tuzdik) - 1] = 0;
    }
    inputs
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
        let [mine, theirs] = tuzdiks(self, state).map(u64::from);
        let rest = mine | theirs << 4 | u64::from(store) << 8 | u64::from(quiet_key(quiet, state.quiet())) << 16;
        hash_rows(rows(self, state), rest)
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [near, far] = rows(self, state);
        let [mine, theirs] = tuzdiks(self, state);
        let houses = near.len();
        // The tuzdik of a player is in the other one's row.
        NETWORKS.evaluate(&inputs(near, theirs)[..houses], &inputs(far, mine)[..houses], state.rows.in_play().into())
    }
}

static NETWORKS: LazyLock<Networks<26, 32>> = LazyLock::new(|| Networks::of("togyzqumalaq"));
