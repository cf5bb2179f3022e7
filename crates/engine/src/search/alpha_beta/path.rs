//! The way to the position that is searched: what could recur on it, and the best play found from each of its plies on.

use super::{Child, Past, Search};
use crate::search::searchable::{Key, Searchable, fold};
use ayla_rules::Move;

impl<G: Searchable> Search<'_, G> {
    pub(in crate::search) fn enter(&mut self, state: &G::State, key: Key) {
        self.path.push(*state);
        self.keys.push((key, self.game.turn(state)));
    }

    pub(in crate::search) fn leave(&mut self) {
        self.path.pop();
        self.keys.pop();
    }

    /// How many moves lie between the root and the node that is searched now.
    pub(super) fn ply(&self) -> usize {
        self.path.len() - self.root
    }

    /// What could recur after a move, made from the state that is the last on the path.
    pub(in crate::search) fn onward(&self, child: &Child<G::State>, past: Past) -> Past {
        if !child.reversible {
            Past { start: self.path.len(), context: 0 }
        } else if self.repetition {
            let (key, _) = self.keys[self.keys.len() - 1];
            Past { context: past.context.wrapping_add(mark(key)), ..past }
        } else {
            past
        }
    }

    /// The earlier ply at which this state occurred, where that does not end the game but play would go round.
    pub(super) fn recurs(&self, state: &G::State, key: Key, past: Past) -> Option<u8> {
        if self.repetition {
            return None;
        }
        let here = (key, self.game.turn(state));
        let at = self.keys[past.start..].iter().position(|&earlier| earlier == here)?;
        Some((past.start + at) as u8)
    }

    /// Whether the state is on the path.
    pub(in crate::search) fn was_here(&self, state: &G::State) -> bool {
        self.keys.contains(&(self.key(state), self.game.turn(state)))
    }

    /// Back to before the root.
    pub(in crate::search) fn rewind(&mut self) {
        self.path.truncate(self.root);
        self.keys.truncate(self.root);
    }

    /// The best play found below the node at this ply when it was last searched.
    pub(in crate::search) fn line(&self, ply: usize) -> &[Move] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// The best play from the node on the end of the path is this move and what was found below it.
    pub(super) fn extend_line(&mut self, played: Move) {
        let ply = self.ply() - 1;
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(played);
        above[ply].extend(below.first().into_iter().flatten());
    }
}

/// What a position adds to the hash of a context. Sums do not depend on the order.
pub(super) const fn mark(key: Key) -> u64 {
    fold(key as u64 ^ 0x9e37_79b9_7f4a_7c15, (key >> 64) as u64 ^ 0xa076_1d64_78bd_642f) | 1
}
