//! What the search asks of every game whose positions are two rows with their stores.

use super::searchable::Key;
use crate::hash::hash_rows;
use ayla_rules::two_rows::TwoRows;
use ayla_rules::{Game, GameOptions};

/// The rows of the player to move and of the opponent, in the order of sowing.
#[inline]
pub(super) fn rows<'a, G: Game<State = TwoRows>>(game: &G, state: &'a TwoRows) -> [&'a [u8]; 2] {
    let turn = game.turn(state);
    let houses = game.options().houses() as usize;
    [turn, turn.other()].map(|side| &state.row(side)[..houses])
}

/// The houses as the mover sees them: the rows themselves, or a hash where they have more than eight houses.
#[inline]
pub(super) fn key<G: Game<State = TwoRows>>(game: &G, state: &TwoRows) -> Key {
    if game.options().houses() > 8 {
        return hash_rows(rows(game, state), 0);
    }
    let turn = game.turn(state);
    let [near, far] = [turn, turn.other()].map(|side| Key::from_le_bytes(*state.row(side)));
    near | far << 64
}
