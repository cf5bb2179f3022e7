//! The path to the current position: the positions that could recur, and the principal line from each ply.

use super::{Child, History, Search};
use crate::hash::fold;
use crate::search::searchable::{Key, Searchable};
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

    /// The number of moves from the root to the current node.
    pub(super) fn ply(&self) -> usize {
        self.path.len() - self.root
    }

    /// The history after a move from the last state on the path.
    pub(in crate::search) fn history_after(&self, child: &Child<G::State>, past: History) -> History {
        if !child.reversible {
            History { start: self.path.len(), context: 0 }
        } else if self.repetition {
            let (key, _) = self.keys[self.keys.len() - 1];
            History { context: past.context.wrapping_add(context_hash(key)), ..past }
        } else {
            past
        }
    }

    /// The earlier ply at which this state occurred, by rules under which a recurrence does not end the game.
    pub(super) fn recurs(&self, state: &G::State, key: Key, past: History) -> Option<u8> {
        if self.repetition {
            return None;
        }
        let here = (key, self.game.turn(state));
        let ply = self.keys[past.start..].iter().position(|&earlier| earlier == here)?;
        Some((past.start + ply) as u8)
    }

    pub(in crate::search) fn is_on_path(&self, state: &G::State) -> bool {
        self.keys.contains(&(self.key(state), self.game.turn(state)))
    }

    /// Cuts the path back to before the root.
    pub(in crate::search) fn rewind(&mut self) {
        self.path.truncate(self.root);
        self.keys.truncate(self.root);
    }

    /// The principal line of the last search from the node at this ply.
    pub(in crate::search) fn line(&self, ply: usize) -> &[Move] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }

    /// Makes this move, or none, the principal line from the current ply.
    pub(super) fn set_line(&mut self, played: Option<Move>) {
        let ply = self.ply();
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
        self.lines[ply].extend(played);
    }

    /// Makes this move and the line after it the principal line of the last node on the path.
    pub(super) fn extend_line(&mut self, played: Move) {
        let ply = self.ply() - 1;
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(played);
        above[ply].extend(below.first().into_iter().flatten());
    }
}

/// The term of a position in the hash of a context, a sum that does not depend on the order.
pub(super) const fn context_hash(key: Key) -> u64 {
    fold(key as u64 ^ 0x9e37_79b9_7f4a_7c15, (key >> 64) as u64 ^ 0xa076_1d64_78bd_642f) | 1
}
