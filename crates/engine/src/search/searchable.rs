//! The interface of a game to the search, beyond its rules.

use super::prover::Proofs;
use crate::solver::{Prove, SolverInput, Unsolvable};
use crate::tablebase::Table;
use ayla_rules::{ByTurn, Game, Rules};

/// The hash key of a state: states with equal keys have the same value to the player to move, by rules without
/// `repetition`.
///
/// A key leaves out the turn where the rules are the same for both players, and the stores unless a stop depends on
/// them. It has 128 bits: in Awalé they hold the houses themselves, in other games a hash.
pub(super) type Key = u128;

/// A game that can be searched.
///
/// Points are seeds, or 1 for a win in games without stores. A *score* is in units, [`UNIT`](Self::UNIT) of which make
/// a point. Both say what the player to move still gains over the opponent from here on, so that states which differ
/// only in the stores are alike.
pub(super) trait Searchable: Game<Options: Into<Rules>> {
    /// The number of units in a point.
    const UNIT: i32;

    /// The units by which the estimate of a move has to be below a bound, for each move of depth after it, to be taken
    /// for its value: the margin of futility pruning.
    const FUTILITY_MARGIN: i32;

    fn key(&self, state: &Self::State) -> Key;

    /// The seeds in the houses.
    fn seeds(&self, state: &Self::State) -> u32;

    /// The most points that either player can still gain over the other.
    #[inline]
    fn reach(&self, state: &Self::State) -> i32 {
        self.seeds(state) as i32
    }

    /// A number that no move raises, equal for two states exactly when one could recur after the other
    /// ([`Game::could_recur`]).
    #[inline]
    fn layer(&self, state: &Self::State) -> u32 {
        self.seeds(state)
    }

    /// The static evaluation of a state in which the game is not over: an estimate of its score.
    fn evaluate(&self, state: &Self::State) -> i32;

    /// The value of a state in a table of the game's own [class](crate::tablebase::Class), in games that have tables.
    #[inline]
    fn table_value(&self, _table: &Table, _state: &Self::State) -> Option<i8> {
        None
    }

    /// Whether the values in an endgame table are exact by these rules, since nothing stops a game before its end.
    fn tables_are_proof(&self) -> bool {
        false
    }

    /// Whether the game has a solver whose proofs last in a [lasting](super::TranspositionTable::lasting) table.
    const HAS_LASTING_PROOFS: bool = false;

    /// How many nodes of five the solver makes, in games that have one.
    const SOLVER_FIFTHS: u64 = 0;

    /// The bytes of memory for a solver of this many nodes.
    fn solver_bytes(_nodes: u64) -> usize {
        0
    }

    /// A solver for this state, in which the game is not over. It ignores how the state was reached. Lasting proofs, if
    /// there are any, take the place of memory of its own.
    fn solver<'a>(
        &self,
        _: &Self::State,
        _: SolverInput<'a>,
        _: Option<&'a mut Proofs>,
    ) -> Result<Box<dyn Prove + 'a>, Unsolvable> {
        Err(Unsolvable::OtherGame)
    }

    /// The points that the player to move is ahead now.
    #[inline]
    fn standing(&self, state: &Self::State) -> i32 {
        self.stores(state).map_or(0, |ByTurn { mover, other }| i32::from(mover) - i32::from(other))
    }

    /// The points that the end of the game still brings the player to move: none where the stores already hold them.
    #[inline]
    fn outcome(&self, state: &Self::State) -> i32 {
        if self.stores(state).is_some() { 0 } else { self.result(state) as i32 }
    }
}

/// The number of quiet moves in a key: more than the greatest value of the option `quiet` make no difference.
#[inline]
pub(super) fn quiet_key(option: u32, quiet: u32) -> u32 {
    if option > 0 { quiet.min(1_023) } else { 0 }
}
