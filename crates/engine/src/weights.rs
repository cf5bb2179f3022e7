//! The weights of networks: built into the program, or lent to it before the first search of a game.

use std::sync::{Mutex, PoisonError};

use ayla_rules::Variant;

use crate::data::data;
use crate::hash::hash_bytes;

/// The weights that were lent.
static LENT: Mutex<Vec<(Variant, &'static [u8])>> = Mutex::new(Vec::new());

/// The weights that are built into the program, by the names of the games.
#[cfg(feature = "weights")]
static BUILT_IN: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/weights.rs"));
#[cfg(not(feature = "weights"))]
static BUILT_IN: &[(&str, &[u8])] = &[];

/// Whether the weights of a game are here, so that it can be searched.
pub fn has_weights(variant: Variant) -> bool {
    weights(variant.name()).is_some()
}

/// The weights of the game of this name, if they are here: built in, or lent.
pub fn weights(name: &str) -> Option<&'static [u8]> {
    let built_in = BUILT_IN.iter().find(|(game, _)| *game == name).map(|&(_, weights)| weights);
    built_in.or_else(|| lent(name))
}

/// Lends the program the weights of a game, for as long as it runs. Returns whether they are those that it was built
/// for, in the file `<game>.weights` that the build script leaves.
pub fn lend_weights(variant: Variant, weights: Vec<u8>) -> bool {
    let is_right = data(variant).is_some_and(|data| data.weights == hash_bytes(&weights));
    if is_right && !has_weights(variant) {
        LENT.lock().unwrap_or_else(PoisonError::into_inner).push((variant, weights.leak()));
    }
    is_right
}

/// The weights that were lent for the game of this name.
fn lent(name: &str) -> Option<&'static [u8]> {
    let lent = LENT.lock().unwrap_or_else(PoisonError::into_inner);
    lent.iter().find(|(variant, _)| variant.name() == name).map(|&(_, weights)| weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_weights_are_refused() {
        assert!(!lend_weights(Variant::Awale, vec![0; 100]));
    }
}
