//! The memory that pieces of work need, reserved before they begin.
//!
//! One part is reserved for small needs, and large needs may take only half of the whole, so short work never waits
//! behind long work. A caller may have at most as many bytes as remain free.

use crate::client::Caller;
use crate::tree::Tree;

/// The memory that a piece of work needs, in bytes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// The bytes that the piece needs in any case.
    pub fixed: u64,
    /// The further bytes that the piece takes if there is plenty of memory.
    pub most: u64,
    /// The further bytes that the piece can make do with. If `most` is not available, it gets half of that, or a
    /// quarter, and so on, but not less than `least`. Equal to `most` if the piece needs exactly that much.
    pub least: u64,
}

impl Need {
    /// A need of exactly this many bytes.
    pub const fn of(bytes: u64) -> Self {
        Self { fixed: bytes, most: 0, least: 0 }
    }
}

/// The number of pieces, and the number of their callers.
#[derive(Copy, Clone, Debug)]
pub(super) struct Crowd {
    pub(super) pieces: usize,
    pub(super) callers: usize,
}

/// The classes of needs: large (at most half of the memory together), medium (together with large needs, all but the
/// part for small ones), and small (up to all of the memory).
const CLASSES: usize = 3;

/// A flexible piece gets at most an even share of the memory, divided by this number: earlier pieces may have more than
/// theirs, and other pieces will come.
const PARTS: u64 = 8;

/// The memory of a scheduler.
#[derive(Clone, Debug)]
pub(super) struct Budgets {
    /// For each class, the most bytes of the pieces of this class and of larger classes together.
    most: [u64; CLASSES],
    taken: [u64; CLASSES],
    /// The largest need of a single piece.
    largest: u64,
    by_caller: Tree,
}

/// A pass over the pieces that wait, in their order, which finds those that can begin.
pub(super) struct Question<'a> {
    budgets: &'a Budgets,
    /// The budgets that an earlier piece in the order is waiting for.
    awaited: [bool; CLASSES],
}

impl Budgets {
    /// Creates budgets for `bytes` of memory, or for the `largest` need if that is more.
    pub(super) fn new(bytes: u64, largest: u64) -> Self {
        let bytes = bytes.max(largest);
        Self {
            most: [largest.max(bytes / 2), largest.max(bytes / 8 * 7), bytes],
            taken: [0; CLASSES],
            largest,
            by_caller: Tree::default(),
        }
    }

    /// The class of a need, which is the first budget that it counts towards.
    const fn class(&self, bytes: u64) -> usize {
        if bytes > self.largest / 2 {
            0
        } else if bytes > self.largest / 32 {
            1
        } else {
            2
        }
    }

    pub(super) const fn ask(&self) -> Question<'_> {
        Question { budgets: self, awaited: [false; CLASSES] }
    }

    pub(super) fn take(&mut self, caller: &Caller, bytes: u64) {
        if bytes == 0 {
            return;
        }
        for class in self.class(bytes)..CLASSES {
            self.taken[class] += bytes;
        }
        self.by_caller.add(Some(caller), bytes);
    }

    pub(super) fn give_back(&mut self, caller: &Caller, bytes: u64) {
        if bytes == 0 {
            return;
        }
        for class in self.class(bytes)..CLASSES {
            self.taken[class] -= bytes;
        }
        self.by_caller.remove(Some(caller), bytes);
    }
}

impl Question<'_> {
    /// The bytes with which the next piece in the order can begin; none if the piece has to wait.
    pub(super) fn find(&mut self, caller: &Caller, need: Need, crowd: Crowd) -> Option<u64> {
        let Budgets { most, taken, by_caller, .. } = self.budgets;
        let own = by_caller.of(caller.widest());
        let has_none = by_caller.of_caller(caller) == 0;
        let mut more = need.most;
        loop {
            let bytes = need.fixed + more;
            let class = self.budgets.class(bytes);
            let free = (class..CLASSES).map(|budget| most[budget].saturating_sub(taken[budget])).min().unwrap_or(0);
            // Small needs have a reserved part of the memory, which no piece of another class waits for.
            let [.., all_but_small, all] = *taken;
            let is_own_part = class == CLASSES - 1 && all - all_but_small + bytes <= most[class] - most[class - 1];
            let is_awaited = !is_own_part && self.awaited[class..].contains(&true);
            let all_free = most[CLASSES - 1].saturating_sub(taken[CLASSES - 1]);
            let leaves_share = crowd.callers <= 1 || own + bytes <= all_free.saturating_sub(bytes);
            let leaves_enough = if need.most == need.least {
                // A caller that has no memory may take the last of it.
                has_none || leaves_share
            } else {
                // A flexible piece leaves memory for each other piece that is present, and for pieces that will come.
                let part = most[CLASSES - 1] / (PARTS * crowd.pieces.max(1) as u64);
                crowd.pieces <= 1 || leaves_share && bytes <= part || more == need.least
            };
            if bytes <= free && leaves_enough && !is_awaited {
                return Some(bytes);
            }
            if more / 2 < need.least || more == 0 {
                if need.most == need.least && bytes > free {
                    // Memory that becomes free is for this piece.
                    for budget in class..CLASSES {
                        self.awaited[budget] |= most[budget].saturating_sub(taken[budget]) < bytes;
                    }
                }
                return None;
            }
            more /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn caller(number: u8) -> Caller {
        Caller::of_address([127, 0, 0, number].into())
    }

    /// As many pieces, each of another caller.
    const fn crowd(pieces: usize) -> Crowd {
        Crowd { pieces, callers: pieces }
    }

    /// Begins as many pieces of a caller as it may.
    fn fill(budgets: &mut Budgets, number: u8, need: Need) -> Vec<u64> {
        let caller = caller(number);
        let next = |budgets: &mut Budgets| {
            let bytes = budgets.ask().find(&caller, need, crowd(2))?;
            budgets.take(&caller, bytes);
            Some(bytes / MIB)
        };
        std::iter::from_fn(|| next(budgets)).take(20).collect()
    }

    #[test]
    fn large_needs_leave_memory_to_smaller_ones_and_callers_to_each_other() {
        let mut budgets = Budgets::new(192 * MIB, 96 * MIB);
        assert_eq!(fill(&mut budgets, 1, Need::of(96 * MIB)), [96]);
        assert_eq!(fill(&mut budgets, 2, Need::of(64 * MIB)), [] as [u64; 0]);
        // 72 MiB are left to medium needs.
        assert_eq!(fill(&mut budgets, 2, Need::of(16 * MIB)), [16, 16, 16]);
        assert_eq!(fill(&mut budgets, 3, Need::of(16 * MIB)), [16]);
        assert_eq!(fill(&mut budgets, 5, Need::of(16 * MIB)), [] as [u64; 0]);
        assert_eq!(fill(&mut budgets, 6, Need::of(2 * MIB)).len(), 8);
        for (number, bytes, count) in [(1, 96, 1), (2, 16, 3), (3, 16, 1), (6, 2, 8)] {
            (0..count).for_each(|_| budgets.give_back(&caller(number), bytes * MIB));
        }
        assert_eq!((budgets.taken, budgets.by_caller.amount), ([0; CLASSES], 0));
    }

    #[test]
    fn a_caller_alone_may_have_all_that_there_is_for_its_needs() {
        let mut budgets = Budgets::new(480 * MIB, 96 * MIB);
        let alone = Crowd { pieces: 9, callers: 1 };
        for _ in 0..3 {
            assert_eq!(budgets.ask().find(&caller(1), Need::of(80 * MIB), alone), Some(80 * MIB));
            budgets.take(&caller(1), 80 * MIB);
        }
        assert_eq!(budgets.ask().find(&caller(1), Need::of(80 * MIB), alone), None);
        assert_eq!(budgets.ask().find(&caller(2), Need::of(16 * MIB), crowd(10)), Some(16 * MIB));
    }

    #[test]
    fn a_need_that_can_do_with_less_leaves_as_much_as_it_takes() {
        let mut budgets = Budgets::new(192 * MIB, 96 * MIB);
        let need = Need { fixed: 0, most: 64 * MIB, least: MIB / 32 };
        let mut all = Vec::new();
        for other in 1..=200 {
            let bytes = budgets.ask().find(&caller(other), need, crowd(other.into()));
            let bytes = bytes.unwrap_or_else(|| panic!("nothing is left to caller {other}"));
            budgets.take(&caller(other), bytes);
            all.push(bytes);
        }
        assert_eq!(all[..4], [64 * MIB, 8 * MIB, 8 * MIB, 4 * MIB]);
        assert!(all.is_sorted_by(|one, next| one >= next) && all[199] >= MIB / 16, "{all:?}");
    }

    #[test]
    fn what_becomes_free_is_for_the_one_who_waits_first() {
        let mut budgets = Budgets::new(192 * MIB, 96 * MIB);
        budgets.take(&caller(1), 40 * MIB);
        budgets.take(&caller(2), 40 * MIB);
        budgets.take(&caller(3), 40 * MIB);
        let mut question = budgets.ask();
        assert_eq!(question.find(&caller(4), Need::of(80 * MIB), crowd(4)), None);
        assert_eq!(question.find(&caller(5), Need::of(16 * MIB), crowd(4)), None);
        assert_eq!(question.find(&caller(5), Need::of(2 * MIB), crowd(4)), Some(2 * MIB));
        assert_eq!(budgets.ask().find(&caller(5), Need::of(16 * MIB), crowd(4)), Some(16 * MIB));
    }
}
