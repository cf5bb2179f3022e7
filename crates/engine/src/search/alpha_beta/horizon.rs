//! The value of a state at the horizon: from an endgame table, or a static evaluation.

use super::{Child, Search};
use crate::search::bounds::Bounds;
use crate::search::searchable::Searchable;
use crate::tablebase;

/// The endgame table, and how far it is used.
#[derive(Copy, Clone, Debug)]
pub(super) struct Endgame<'a> {
    pub(super) table: Option<&'a tablebase::Table>,
    /// The most seeds of positions for which an entry is used as proof.
    pub(super) proof_seeds: u32,
    /// The seeds at the root. A position with as many has made no progress yet.
    pub(super) root_seeds: u32,
}

impl<'a, G: Searchable> Search<'a, G> {
    /// The bounds of a move that is the last before the horizon.
    #[inline]
    pub(super) fn leaf(&self, child: &Child<G::State>) -> Bounds {
        self.horizon(&child.state).before(child.turned, child.gained, G::UNIT)
    }

    #[inline]
    pub(super) fn horizon(&self, state: &G::State) -> Bounds {
        let reach = self.game.reach(state);
        self.proven_value(state).unwrap_or_else(|| {
            Bounds { score: self.estimate(state), ..Bounds::between(-reach, reach) }.clamped(G::UNIT)
        })
    }

    /// The value of a state with fewer seeds than the root, if the endgame table proves it.
    #[inline]
    pub(super) fn proven_value(&self, state: &G::State) -> Option<Bounds> {
        let table = self.endgame.table?;
        if self.game.seeds(state) > self.endgame.proof_seeds {
            return None;
        }
        Some(Bounds::exactly(self.game.table_value(table, state)?.into(), G::UNIT))
    }

    /// The value of a state with any number of seeds, if the endgame table proves it.
    pub(in crate::search) fn table_value(&self, state: &G::State) -> Option<i32> {
        self.game.table_value(self.proof_table()?, state).map(i32::from)
    }

    /// The endgame table, if its entries are proof.
    pub(in crate::search) fn proof_table(&self) -> Option<&'a tablebase::Table> {
        self.endgame.table.filter(|_| self.game.tables_are_proof())
    }

    /// The value of a move to the mover, if the game continues and the endgame table proves it.
    pub(in crate::search) fn known_value(&self, child: &Child<G::State>) -> Option<i32> {
        let value = self.table_value(&child.state)?;
        Some(child.gained + if child.turned { -value } else { value })
    }

    /// The score of a state without a search.
    #[inline]
    pub(super) fn estimate(&self, state: &G::State) -> i32 {
        match self.endgame.table.and_then(|table| self.game.table_value(table, state)).map(i32::from) {
            // A sixteenth less without progress, so that a player who is ahead captures what can be captured.
            Some(value) if self.game.seeds(state) == self.endgame.root_seeds => value * G::UNIT * 15 / 16,
            Some(value) => value * G::UNIT,
            None => self.game.evaluate(state),
        }
    }
}
