//! The rule by which callers share a fixed number of places for anything: calls, connections, large answers.
//!
//! A caller may hold at most as many places as remain free. A single caller thus gets half of the places, two get a third
//! each, and twenty get a twenty-first each. However many callers take all that they can get, as many places as each of
//! them holds are still free for the next one. A caller without a place may take the last one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whether a caller may take another place, if it has `own` of the `taken` places.
pub const fn may_take(own: usize, taken: usize, capacity: usize) -> bool {
    own < capacity.saturating_sub(taken)
}

/// Places that callers share.
#[derive(Debug)]
pub struct Shares<K: Eq + Hash> {
    capacity: usize,
    taken: Mutex<Taken<K>>,
}

#[derive(Debug)]
struct Taken<K> {
    all: usize,
    /// The number of places of each caller that has any.
    by_caller: HashMap<K, usize>,
}

/// A taken place. Dropping this gives the place back.
#[derive(Debug)]
pub struct Place<K: Eq + Hash> {
    shares: Arc<Shares<K>>,
    /// The caller; none if it has no share of its own.
    caller: Option<K>,
}

impl<K: Eq + Hash> Shares<K> {
    /// Creates this many places.
    pub fn new(capacity: usize) -> Arc<Self> {
        Arc::new(Self { capacity, taken: Mutex::new(Taken { all: 0, by_caller: HashMap::new() }) })
    }

    /// The number of places.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of places taken.
    pub fn taken(&self) -> usize {
        self.lock().all
    }

    /// The number of places of this caller, and the caller that has the most places, with their number.
    pub fn compare(&self, caller: Option<&K>) -> (usize, Option<(K, usize)>)
    where
        K: Clone + Ord,
    {
        let taken = self.lock();
        let own = caller.and_then(|caller| taken.by_caller.get(caller).copied()).unwrap_or(0);
        let most = taken.by_caller.iter().max_by_key(|&(caller, count)| (count, caller));
        (own, most.map(|(caller, count)| (caller.clone(), *count)))
    }

    /// Takes a place for a caller, if the caller may have another one. `None` stands for callers that are not told apart,
    /// such as those behind a trusted proxy: they may take any free place.
    #[must_use]
    pub fn take(self: &Arc<Self>, caller: Option<K>) -> Option<Place<K>>
    where
        K: Clone,
    {
        let mut taken = self.lock();
        let own = caller.as_ref().and_then(|caller| taken.by_caller.get(caller).copied()).unwrap_or(0);
        if !may_take(own, taken.all, self.capacity) {
            return None;
        }
        taken.all += 1;
        if let Some(caller) = caller.clone() {
            *taken.by_caller.entry(caller).or_default() += 1;
        }
        Some(Place { shares: Arc::clone(self), caller })
    }

    fn lock(&self) -> MutexGuard<'_, Taken<K>> {
        // No panic can leave the counts inconsistent.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K> Taken<K> {
    /// Counts one place less for a caller.
    fn give_back(&mut self, caller: Option<&K>)
    where
        K: Eq + Hash,
    {
        let Some(caller) = caller else { return };
        if let Some(own) = self.by_caller.get_mut(caller) {
            *own -= 1;
            if *own == 0 {
                self.by_caller.remove(caller);
            }
        }
    }
}

impl<K: Eq + Hash + Clone> Place<K> {
    /// Hands this place to another caller, which has fewer places.
    #[must_use]
    pub fn handed_to(mut self, caller: Option<K>) -> Self {
        let mut taken = self.shares.lock();
        taken.give_back(self.caller.as_ref());
        if let Some(caller) = caller.clone() {
            *taken.by_caller.entry(caller).or_default() += 1;
        }
        drop(taken);
        self.caller = caller;
        self
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut taken = self.shares.lock();
        taken.all -= 1;
        taken.give_back(self.caller.as_ref());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes as many places as the caller may have.
    fn fill(shares: &Arc<Shares<u32>>, caller: u32) -> Vec<Place<u32>> {
        std::iter::from_fn(|| shares.take(Some(caller))).collect()
    }

    #[test]
    fn as_many_places_stay_free_as_the_greediest_caller_has() {
        let shares = Shares::new(120);
        let held: Vec<_> = (0..4).map(|caller| fill(&shares, caller)).collect();
        assert_eq!(held.iter().map(Vec::len).collect::<Vec<_>>(), [60, 30, 15, 8]);
        // Callers that take turns have equal shares.
        let shares = Shares::new(105);
        let mut held = Vec::new();
        for _ in 0..100 {
            held.extend((0..20).filter_map(|caller| shares.take(Some(caller))));
        }
        assert_eq!((held.len(), shares.taken()), (100, 100));
        assert!(shares.take(Some(20)).is_some());
        drop(held);
        assert_eq!((shares.taken(), shares.lock().by_caller.len()), (0, 0));
    }

    #[test]
    fn the_last_place_is_for_a_caller_without_one_and_for_any_that_is_not_told_apart() {
        let shares = Shares::new(2);
        let _first = shares.take(Some(1)).expect("free");
        assert!(shares.take(Some(1)).is_none());
        let second = shares.take(Some(2)).expect("free");
        assert!(shares.take(None).is_none());
        drop(second);
        let unnamed = shares.take(None).expect("free");
        assert!(shares.take(Some(3)).is_none());
        let _handed_on = unnamed.handed_to(Some(3));
        assert_eq!((shares.taken(), shares.lock().by_caller.get(&3)), (2, Some(&1)));
    }
}
