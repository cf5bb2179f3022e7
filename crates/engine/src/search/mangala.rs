//! Mangala for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::{Networks, networks};
use super::searchable::{Key, Searchable};
use super::two_rows;
use crate::hash::hash_rows;
use ayla_rules::mangala::{Mangala, State};
use ayla_rules::{Game, GameOptions};

impl Searchable for Mangala {
    const UNIT: i32 = 100;
    const FUTILITY_MARGIN: i32 = 300;

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    /// With a store where a stop depends on it.
    #[inline]
    fn key(&self, state: &State) -> Key {
        if !self.options().stores_every_seed() {
            let store = state.store(self.turn(state));
            return hash_rows(two_rows::rows(self, state), store.into());
        }
        two_rows::key(self, state)
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [near, far] = two_rows::rows(self, state);
        NETWORKS.evaluate(near, far, state.in_play().into())
    }
}

static NETWORKS: LazyLock<Networks<14, 32>> = networks!("mangala");
