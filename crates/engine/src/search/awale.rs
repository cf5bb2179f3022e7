//! Awalé for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::Networks;
use super::searchable::{Key, Searchable, quiet_key};
use super::two_rows::rows;
use crate::hash::hash_rows;
use crate::tablebase::Table;
use ayla_rules::awale::{Awale, AwaleByHouse, Options, State, StateByHouse};
use ayla_rules::{ByTurn, Game};

/// Packs a row into seven bits for each house, which no house exceeds.
const fn pack(row: u64) -> u64 {
    let mut packed = 0;
    let mut house = 0;
    while house < 6 {
        packed |= (row >> (8 * house) & 0x7f) << (7 * house);
        house += 1;
    }
    packed
}

impl Searchable for Awale {
    const UNIT: i32 = 100;
    const FUTILITY_MARGIN: i32 = 50;

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    /// The houses as the mover sees them, with the quiet moves and a store where a stop depends on them: the position
    /// itself, not a hash.
    #[inline]
    fn key(&self, state: &State) -> Key {
        let ByTurn { mover: near, other: far } = state.rows();
        let options = self.options();
        let quiet = quiet_key(options.quiet, state.quiet());
        // The other store follows from this one: no seed leaves the game before its end.
        let store = if options.majority { self.stores(state).map_or(0, |stores| stores.mover) } else { 0 };
        u128::from(pack(near)) | u128::from(pack(far)) << 42 | u128::from(quiet) << 84 | u128::from(store) << 94
    }

    #[inline]
    fn table_value(&self, table: &Table, state: &State) -> Option<i8> {
        table.value(self, state)
    }

    fn tables_are_proof(&self) -> bool {
        let Options { majority, few, quiet, repetition, .. } = *self.options();
        !majority && few == 0 && quiet == 0 && repetition == 0
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let ByTurn { mover: near, other: far } = state.rows().map(|row| {
            let [a, b, c, d, e, f, _, _] = row.to_le_bytes();
            [a, b, c, d, e, f]
        });
        NETWORKS.evaluate(&near, &far, state.in_play().into())
    }
}

impl Searchable for AwaleByHouse {
    const UNIT: i32 = Awale::UNIT;
    const FUTILITY_MARGIN: i32 = Awale::FUTILITY_MARGIN;

    #[inline]
    fn seeds(&self, state: &StateByHouse) -> u32 {
        state.rows.in_play().into()
    }

    /// The houses as the mover sees them, with the quiet moves and a store where a stop depends on them.
    #[inline]
    fn key(&self, state: &StateByHouse) -> Key {
        let Options { majority, quiet, .. } = *self.options();
        let store = if majority { state.rows.store(self.turn(state)) } else { 0 };
        let quiet = quiet_key(quiet, state.quiet());
        let ByTurn { mover: near, other: far } = rows(self.options(), &state.rows);
        hash_rows(near, far, u64::from(store) | u64::from(quiet) << 8)
    }

    #[inline]
    fn evaluate(&self, state: &StateByHouse) -> i32 {
        let ByTurn { mover: near, other: far } = rows(self.options(), &state.rows);
        NETWORKS.evaluate(near, far, state.rows.in_play().into())
    }
}

static NETWORKS: LazyLock<Networks<20, 64>> = LazyLock::new(|| Networks::of("awale"));
