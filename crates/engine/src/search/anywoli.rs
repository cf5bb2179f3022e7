//! Anywoli for the search: keys and evaluation.

use std::sync::LazyLock;

use super::network::Networks;
use super::searchable::{Key, Searchable, quiet_key};
use crate::hash::hash_rows;
use crate::tablebase::Table;
use ayla_rules::Game;
use ayla_rules::anywoli::{Anywoli, LastFour, Options, State};

impl Searchable for Anywoli {
    const UNIT: i32 = 100;
    const FUTILITY_MARGIN: i32 = 400;

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    fn key(&self, state: &State) -> Key {
        let options = self.options();
        let quiet = quiet_key(options.quiet, state.quiet());
        let began = match options.last_four {
            LastFour::StarterTakesEight => state.first() == self.turn(state),
            LastFour::LastCaptor | LastFour::PlayOut => false,
        };
        let turn = self.turn(state);
        let [near, far] = [turn, turn.other()].map(|side| state.board().side(side));
        hash_rows(near, far, u64::from(quiet) << 1 | u64::from(began))
    }

    #[inline]
    fn table_value(&self, table: &Table, state: &State) -> Option<i8> {
        table.value(self, state)
    }

    fn tables_are_proof(&self) -> bool {
        let Options { quiet, repetition, .. } = *self.options();
        quiet == 0 && repetition == 0
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let turn = self.turn(state);
        let [near, far] = [turn, turn.other()].map(|side| state.board().side(side));
        NETWORKS.evaluate(near, far, state.in_play().into())
    }
}

static NETWORKS: LazyLock<Networks<6, 32>> = LazyLock::new(|| Networks::of("anywoli"));
