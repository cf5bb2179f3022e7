//! Anywoli, to the search.

mod worth;

use super::rows;
use super::searchable::{Key, Searchable, hash};
use crate::tablebase;
use ayla_rules::anywoli::{Anywoli, LastFour, Options, State};
use ayla_rules::rules::Game;

/// More quiet moves than this are the same to every value of the option.
const MAX_QUIET: u32 = 1_023;

impl Searchable for Anywoli {
    const UNIT: i32 = 100;

    fn key(&self, state: &State) -> Key {
        let options = self.options();
        let quiet = if options.quiet > 0 { state.quiet().min(MAX_QUIET) } else { 0 };
        let began = match options.last_four {
            LastFour::StarterTakesEight => state.first() == self.turn(state),
            LastFour::LastCaptor | LastFour::PlayOut => false,
        };
        let turn = self.turn(state);
        let rows = [state.board().side(turn), state.board().side(turn.other())];
        hash(rows, u64::from(quiet) << 1 | u64::from(began))
    }

    #[inline]
    fn reach(&self, state: &State) -> i32 {
        state.in_play().into()
    }

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    #[inline]
    fn layer(&self, state: &State) -> u32 {
        state.in_play().into()
    }

    #[inline]
    fn look_up(&self, table: &tablebase::Table, state: &State) -> Option<i32> {
        table.value(state).map(i32::from)
    }

    fn tables_are_proof(&self) -> bool {
        let Options { quiet, repetition, .. } = *self.options();
        quiet == 0 && repetition == 0
    }

    /// What each house is worth by the seeds in it.
    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let turn = self.turn(state);
        let [near, far] = [turn, turn.other()].map(|side| state.board().side(side));
        // By the seeds as they are, on boards of any size: the game ends with four.
        rows::nearest(&worth::BOARDS, near.len()).map_or(0, |board| board.worth(near, far, state.in_play().into()))
    }
}
