//! Andada, to the search.

use super::searchable::{Key, Searchable, hash};
use crate::game::Phase;
use crate::game::andada::{Andada, State};
use crate::game::rules::Game;

/// The phases in the order in which a game leaves them, the last first.
const fn rank(phase: Phase) -> u32 {
    match phase {
        Phase::Opening => 3,
        Phase::Choice => 2,
        Phase::Play => 1,
        Phase::BearOff => 0,
    }
}

impl Searchable for Andada {
    const UNIT: i32 = 10_000;

    fn key(&self, state: &State) -> Key {
        let turn = self.turn(state);
        hash([state.board().side(turn), state.board().side(turn.other())], rank(state.phase()).into())
    }

    #[inline]
    fn reach(&self, _: &State) -> i32 {
        1
    }

    #[inline]
    fn seeds(&self, state: &State) -> u32 {
        state.seeds().into()
    }

    #[inline]
    fn layer(&self, state: &State) -> u32 {
        rank(state.phase()) << 8 | u32::from(state.seeds())
    }

    /// Who has more seeds and more moves is likely to move last.
    fn evaluate(&self, state: &State) -> i32 {
        let turn = self.turn(state);
        let worth = |row: &[u8]| -> i32 { row.iter().map(|&seeds| 2 * i32::from(seeds > 0) + i32::from(seeds)).sum() };
        let [near, far] = [turn, turn.other()].map(|side| worth(state.board().side(side)));
        // Never quite a win.
        9_000 * (near - far) / (near + far + 8)
    }
}
