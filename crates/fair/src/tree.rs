//! How much each group of callers holds, on every level.

use std::collections::HashMap;

use crate::client::{Caller, Group};

/// The amount that a group holds, and the amounts of the groups within it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) amount: u64,
    within: HashMap<Group, Tree>,
}

impl Tree {
    /// The amount of the first of these groups, each within the one before; 0 if it holds nothing.
    pub(crate) fn of(&self, group: &Group) -> u64 {
        self.within.get(group).map_or(0, |tree| tree.amount)
    }

    /// The amount of a caller itself.
    pub(crate) fn of_caller(&self, caller: &Caller) -> u64 {
        let found = caller.groups().iter().try_fold(self, |tree, group| tree.within.get(group));
        found.map_or(0, |tree| tree.amount)
    }

    /// Adds an amount. None stands for callers that are not told apart.
    pub(crate) fn add(&mut self, caller: Option<&Caller>, amount: u64) {
        self.amount += amount;
        let mut tree = self;
        for group in caller.map_or(&[][..], Caller::groups) {
            tree = tree.within.entry(group.clone()).or_default();
            tree.amount += amount;
        }
    }

    /// Takes an amount away that was added.
    pub(crate) fn remove(&mut self, caller: Option<&Caller>, amount: u64) {
        self.remove_from(caller.map_or(&[][..], Caller::groups), amount);
    }

    fn remove_from(&mut self, groups: &[Group], amount: u64) {
        self.amount -= amount;
        if let [group, others @ ..] = groups
            && let Some(tree) = self.within.get_mut(group)
        {
            tree.remove_from(others, amount);
            if tree.amount == 0 {
                self.within.remove(group);
            }
        }
    }

    /// The group that should give something up for a newcomer, so that groups hold more equal amounts, preceded by the
    /// groups that contain it. It is chosen on the widest level on which some group holds more than the newcomer's own:
    /// the group that holds most there. `None` as the newcomer stands for callers that are not told apart.
    pub(crate) fn giving_groups(&self, newcomer: Option<&Caller>) -> Option<Vec<Group>> {
        let mut tree = self;
        let mut groups = Vec::new();
        let own = newcomer.map_or(&[][..], Caller::groups);
        for group in own.iter().map(Some).chain(newcomer.is_none().then_some(None)) {
            let (heaviest, held) = tree.heaviest()?;
            if held.amount > group.map_or(0, |group| tree.of(group)) + 1 {
                groups.push(heaviest.clone());
                return Some(groups);
            }
            groups.push(group?.clone());
            tree = tree.within.get(group?)?;
        }
        None
    }

    /// The caller that should give something up for a newcomer: the one that holds most in the group that should.
    pub(crate) fn giver(&self, newcomer: Option<&Caller>) -> Option<Caller> {
        let mut groups = self.giving_groups(newcomer)?;
        let mut tree = groups.iter().try_fold(self, |tree, group| tree.within.get(group))?;
        while let Some((heaviest, held)) = tree.heaviest() {
            groups.push(heaviest.clone());
            tree = held;
        }
        Some(Caller::of_groups(groups))
    }

    fn heaviest(&self) -> Option<(&Group, &Self)> {
        self.within.iter().max_by_key(|&(group, tree)| (tree.amount, group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(address: &str) -> Caller {
        Caller::of_address(address.parse().expect("an address"))
    }

    #[test]
    fn who_holds_most_gives_up_something_on_the_widest_level_first() {
        let mut tree = Tree::default();
        let holders = [("203.0.113.1", 5), ("203.0.113.2", 3), ("198.51.100.1", 7), ("10.0.0.1", 6), ("10.0.0.2", 1)];
        for (address, amount) in holders {
            tree.add(Some(&caller(address)), amount);
        }
        tree.add(None, 9);
        assert_eq!(tree.amount, 31);
        // A network of two addresses holds eight, and its first address holds the greater part.
        for newcomer in ["192.0.2.1", "10.0.0.1", "198.51.100.1", "10.9.9.9"] {
            let expected = (newcomer != "198.51.100.1").then(|| caller("203.0.113.1"));
            assert_eq!(tree.giver(Some(&caller(newcomer))), expected, "{newcomer}");
        }
        // Its own network holds most, and within it others hold more than the newcomer.
        assert_eq!(tree.giver(Some(&caller("203.0.113.3"))), Some(caller("203.0.113.1")));
        assert_eq!(tree.giver(Some(&caller("203.0.113.2"))), Some(caller("203.0.113.1")));
        assert_eq!(tree.giver(Some(&caller("203.0.113.1"))), None);
        assert_eq!(tree.giver(None), Some(caller("203.0.113.1")));
        for (address, amount) in holders {
            tree.remove(Some(&caller(address)), amount);
        }
        tree.remove(None, 9);
        assert_eq!((tree.amount, tree.within.len()), (0, 0));
    }
}
