//! What is said of a state that is not searched: by the table of endings, or by an estimate.

use super::{Child, Search};
use crate::search::claim::Claim;
use crate::search::searchable::Searchable;
use crate::tablebase;

/// The table of endings, and how far what it has is used.
#[derive(Copy, Clone, Debug)]
pub(super) struct Endings<'a> {
    pub(super) table: Option<&'a tablebase::Table>,
    /// Entries of so many seeds at most are proof.
    pub(super) proof: u32,
    /// The seeds at the root. An ending of as many has got nowhere yet.
    pub(super) root: u32,
}

impl<G: Searchable> Search<'_, G> {
    /// What a move is worth where the search ends with it.
    #[inline]
    pub(super) fn leaf(&self, child: &Child<G::State>) -> Claim {
        self.horizon(&child.state).before(child.turned, child.gained, G::UNIT)
    }

    /// What is said of a state where the search ends.
    #[inline]
    pub(super) fn horizon(&self, state: &G::State) -> Claim {
        let reach = self.game.reach(state);
        self.proven(state).unwrap_or_else(|| {
            Claim { score: self.estimate(state), ..Claim::between(-reach, reach) }.within_bounds(G::UNIT)
        })
    }

    /// The value of a state, where the table of endings has proof of it.
    #[inline]
    pub(super) fn proven(&self, state: &G::State) -> Option<Claim> {
        let table = self.endings.table?;
        if self.game.seeds(state) > self.endings.proof {
            return None;
        }
        let value = self.game.look_up(table, state)?;
        Some(Claim { score: value * G::UNIT, ..Claim::between(value, value) })
    }

    /// The value of a state by the table of endings, however many seeds there are, where that is proof.
    pub(in crate::search) fn looked_up(&self, state: &G::State) -> Option<i32> {
        let table = self.endings.table.filter(|_| self.game.tables_are_proof())?;
        self.game.look_up(table, state)
    }

    /// What a move is worth to the mover by the table of endings, the game going on, where that is proof.
    pub(in crate::search) fn worth(&self, child: &Child<G::State>) -> Option<i32> {
        let value = self.looked_up(&child.state)?;
        Some(child.gained + if child.turned { -value } else { value })
    }

    /// The score of a state without a search.
    #[inline]
    pub(super) fn estimate(&self, state: &G::State) -> i32 {
        match self.endings.table.and_then(|table| self.game.look_up(table, state)) {
            // A sixteenth less for who has not got anywhere: a player who is ahead is to take what can be taken.
            Some(value) if self.game.seeds(state) == self.endings.root => value * G::UNIT * 15 / 16,
            Some(value) => value * G::UNIT,
            None => self.game.evaluate(state),
        }
    }
}
