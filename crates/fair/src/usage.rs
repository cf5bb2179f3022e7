//! Which callers have used most of something lately.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::client::{Caller, Group};
use crate::lock;

/// The most groups that are told apart. The usage of further groups is not listed.
const MOST_GROUPS: usize = 4_096;

/// The processor time that the widest groups of callers have used since it was last taken.
#[derive(Debug, Default)]
pub struct Usage(Mutex<HashMap<Group, Duration>>);

impl Usage {
    /// Adds a time that a caller has used.
    pub fn add(&self, caller: &Caller, time: Duration) {
        let mut used = lock(&self.0);
        if let Some(sum) = used.get_mut(caller.widest()) {
            *sum += time;
        } else if used.len() < MOST_GROUPS {
            used.insert(caller.widest().clone(), time);
        }
    }

    /// Returns the groups that have used most, at most `count`, with the time of each, and forgets the times of all.
    pub fn take_greediest(&self, count: usize) -> Vec<(Group, Duration)> {
        let used = std::mem::take(&mut *lock(&self.0));
        let mut used: Vec<_> = used.into_iter().collect();
        used.sort_unstable_by_key(|&(_, time)| std::cmp::Reverse(time));
        used.truncate(count);
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greediest_groups_come_first() {
        let usage = Usage::default();
        for (address, milliseconds) in [("203.0.113.1", 2), ("10.0.0.1", 3), ("203.0.113.9", 2), ("10.0.0.2", 1)] {
            usage.add(&Caller::of_address(address.parse().expect("an address")), Duration::from_millis(milliseconds));
        }
        let greediest: Vec<_> = usage.take_greediest(2).iter().map(|(group, _)| group.to_string()).collect();
        assert_eq!(greediest, ["203.0.113.0/24", "10.0.0.1/32"]);
        assert!(usage.take_greediest(2).is_empty());
    }
}
