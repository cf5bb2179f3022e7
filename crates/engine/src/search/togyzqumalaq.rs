//! Togyzqumalaq for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::Networks;
use super::searchable::{Key, Searchable, quiet_key};
use super::two_rows::rows;
use crate::hash::hash_rows;
use ayla_rules::togyzqumalaq::{MAX_ROW, Options, State, Togyzqumalaq};
use ayla_rules::{BySide, ByTurn, Game};

/// The tuzdiks, by the numbers of the houses; 0 for none.
#[inline]
fn tuzdiks(game: &Togyzqumalaq, state: &State) -> ByTurn<u8> {
    BySide::from_fn(|owner| state.tuzdik(owner).unwrap_or(0)).by_turn(game.turn(state))
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
        let ByTurn { mover, other } = tuzdiks(self, state).map(u64::from);
        let rest = mover | other << 4 | u64::from(store) << 8 | u64::from(quiet_key(quiet, state.quiet())) << 16;
        let ByTurn { mover: near, other: far } = rows(self.options(), &state.rows);
        hash_rows(near, far, rest)
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let ByTurn { mover: near, other: far } = rows(self.options(), &state.rows);
        let ByTurn { mover, other } = tuzdiks(self, state);
        let houses = near.len();
        // The tuzdik of a player is in the other one's row.
        NETWORKS.evaluate(&inputs(near, other)[..houses], &inputs(far, mover)[..houses], state.rows.in_play().into())
    }
}

static NETWORKS: LazyLock<Networks<26, 32>> = LazyLock::new(|| Networks::of("togyzqumalaq"));
