//! The rule by which callers share a fixed number of places for anything: calls, connections, large answers.
//!
//! A caller's widest group may hold at most as many places as remain free. A single group thus gets half of the places,
//! two get a third each, and twenty get a twenty-first each. However many groups take all that they can get, as many
//! places as each of them holds are still free for the next one. A group without a place may take the last one. Within
//! a group, the same holds for each caller, with three quarters of the places: one address of a network does not lock
//! out the others.
//!
//! A place that was taken as *revocable* ends when a caller needs it whose groups have fewer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use slab::Slab;
use tokio_util::sync::CancellationToken;

use crate::client::{Caller, Group};
use crate::lock;
use crate::tree::Tree;

/// The part of the places that is not for callers whose group has its share.
const RESERVED: usize = 4;

/// Whether a group may take another place, if it has `own` of the `taken` places.
pub const fn may_take(own: usize, taken: usize, capacity: usize) -> bool {
    own < capacity.saturating_sub(taken)
}

/// Places that callers share.
#[derive(Debug)]
pub struct Shares {
    /// The number of places.
    pub capacity: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    /// The numbers of places, without those that are revoked.
    held: Tree,
    /// The revocable places that are not revoked.
    revocable: Slab<Revocable>,
    /// The number of revoked places that their holders have not given back.
    revoked: usize,
}

#[derive(Debug)]
struct Revocable {
    caller: Caller,
    revocation: Revocation,
}

/// Tells the holder of a revocable place, and anyone who watches the place, whether it is revoked.
#[derive(Clone, Debug, Default)]
pub struct Revocation {
    is_revoked: Arc<AtomicBool>,
    /// Cancelled when the place is revoked or given back.
    changed: CancellationToken,
}

impl Revocation {
    /// Whether the place is revoked: its holder has to give it back soon.
    pub fn is_revoked(&self) -> bool {
        self.is_revoked.load(Ordering::Relaxed)
    }

    /// Waits until the place is revoked or given back, and returns whether it is revoked.
    pub async fn revoked(&self) -> bool {
        self.changed.cancelled().await;
        self.is_revoked()
    }

    /// Waits for a future; none if the place is revoked before.
    pub async fn before<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        self.changed.run_until_cancelled(future).await
    }
}

/// A taken place. Dropping this gives the place back.
#[derive(Debug)]
pub struct HeldPlace {
    shares: Arc<Shares>,
    /// The caller; none if it has no share of its own.
    caller: Option<Caller>,
    /// The entry of a revocable place, and the signal that it is revoked.
    revocable: Option<(usize, Revocation)>,
}

impl Shares {
    /// Creates this many places.
    pub fn new(capacity: usize) -> Arc<Self> {
        Arc::new(Self { capacity, taken: Mutex::default() })
    }

    /// The number of places taken.
    pub fn taken(&self) -> usize {
        lock(&self.taken).held.amount as usize
    }

    /// The group that should give up a place for a newcomer: it holds most, on the widest level on which that is more
    /// than the newcomer's own group holds.
    pub fn giver(&self, newcomer: Option<&Caller>) -> Option<Group> {
        lock(&self.taken).held.giving_groups(newcomer)?.pop()
    }

    /// The number of places of the widest group of a caller.
    pub fn held_with(&self, caller: &Caller) -> usize {
        lock(&self.taken).held.of(caller.widest()) as usize
    }

    /// Takes a place for a caller, if the caller may have another one. `None` stands for callers that are not told
    /// apart, such as those behind a trusted proxy: they may take any free place.
    #[must_use]
    pub fn take(self: &Arc<Self>, caller: Option<Caller>) -> Option<HeldPlace> {
        let mut taken = lock(&self.taken);
        if !taken.may_take(caller.as_ref(), self.capacity) {
            return None;
        }
        taken.held.add(caller.as_ref(), 1);
        Some(HeldPlace { shares: Arc::clone(self), caller, revocable: None })
    }

    /// Takes a place for a caller that ends when others need it. If the caller may not have a free one, it gets that of
    /// a caller whose groups have more.
    #[must_use]
    pub fn take_revocable(self: &Arc<Self>, caller: Caller) -> Option<HeldPlace> {
        let mut taken = lock(&self.taken);
        if !taken.may_take(Some(&caller), self.capacity) {
            taken.revoke(&caller, self.capacity)?;
        }
        taken.held.add(Some(&caller), 1);
        let revocation = Revocation::default();
        let key = taken.revocable.insert(Revocable { caller: caller.clone(), revocation: revocation.clone() });
        Some(HeldPlace { shares: Arc::clone(self), caller: Some(caller), revocable: Some((key, revocation)) })
    }
}

impl Taken {
    fn may_take(&self, caller: Option<&Caller>, capacity: usize) -> bool {
        let all = self.held.amount as usize;
        let Some(caller) = caller else { return may_take(0, all, capacity) };
        may_take(self.held.of(caller.widest()) as usize, all, capacity)
            || may_take(self.held.of_caller(caller) as usize, all, capacity - capacity / RESERVED)
    }

    /// Revokes a place of the caller that holds most. Returns none if no caller holds more than the newcomer,
    /// or if too many have yet to give their places back.
    fn revoke(&mut self, newcomer: &Caller, capacity: usize) -> Option<()> {
        if self.revoked >= capacity {
            return None;
        }
        let giver = self.held.giver(Some(newcomer))?;
        let (key, _) = self.revocable.iter().rfind(|(_, one)| one.caller == giver)?;
        let Revocable { caller, revocation } = self.revocable.remove(key);
        self.held.remove(Some(&caller), 1);
        self.revoked += 1;
        revocation.is_revoked.store(true, Ordering::Relaxed);
        revocation.changed.cancel();
        Some(())
    }
}

impl HeldPlace {
    /// Hands this place to another caller, whose groups have fewer places.
    #[must_use]
    pub fn handed_to(mut self, caller: Option<Caller>) -> Self {
        let mut taken = lock(&self.shares.taken);
        taken.held.remove(self.caller.as_ref(), 1);
        taken.held.add(caller.as_ref(), 1);
        drop(taken);
        self.caller = caller;
        self
    }

    /// Tells whether the place is revoked. One that is not revocable never is.
    pub fn revocation(&self) -> Revocation {
        self.revocable.as_ref().map(|(_, revocation)| revocation.clone()).unwrap_or_default()
    }
}

impl Drop for HeldPlace {
    fn drop(&mut self) {
        let mut taken = lock(&self.shares.taken);
        match &self.revocable {
            Some((_, revocation)) if revocation.is_revoked() => taken.revoked -= 1,
            Some((key, revocation)) => {
                taken.revocable.remove(*key);
                taken.held.remove(self.caller.as_ref(), 1);
                revocation.changed.cancel();
            }
            None => taken.held.remove(self.caller.as_ref(), 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(number: u8) -> Caller {
        Caller::of_address([127, 0, 0, number].into())
    }

    /// Takes as many places as the caller may have.
    fn fill(shares: &Arc<Shares>, caller: &Caller) -> Vec<HeldPlace> {
        std::iter::from_fn(|| shares.take(Some(caller.clone()))).collect()
    }

    #[test]
    fn as_many_places_stay_free_as_the_greediest_caller_has() {
        let shares = Shares::new(120);
        let held: Vec<_> = (0..4).map(|number| fill(&shares, &caller(number))).collect();
        assert_eq!(held.iter().map(Vec::len).collect::<Vec<_>>(), [60, 30, 15, 8]);
        // Callers that take turns have equal shares.
        let shares = Shares::new(105);
        let mut held = Vec::new();
        for _ in 0..100 {
            held.extend((0..20).filter_map(|number| shares.take(Some(caller(number)))));
        }
        assert_eq!((held.len(), shares.taken()), (100, 100));
        assert!(shares.take(Some(caller(20))).is_some());
        drop(held);
        assert_eq!(shares.taken(), 0);
    }

    #[test]
    fn the_last_place_is_for_a_caller_without_one_and_for_any_that_is_not_told_apart() {
        let shares = Shares::new(2);
        let _first = shares.take(Some(caller(1))).expect("free");
        assert!(shares.take(Some(caller(1))).is_none());
        let second = shares.take(Some(caller(2))).expect("free");
        assert!(shares.take(None).is_none());
        drop(second);
        let unnamed = shares.take(None).expect("free");
        assert!(shares.take(Some(caller(3))).is_none());
        let _handed_on = unnamed.handed_to(Some(caller(3)));
        assert_eq!((shares.taken(), shares.held_with(&caller(3))), (2, 1));
    }

    #[test]
    fn addresses_of_one_network_count_as_one_but_do_not_lock_each_other_out() {
        let address = |last: u8| Caller::of_address([203, 0, 113, last].into());
        let shares = Shares::new(100);
        let one = fill(&shares, &address(1));
        let many: Vec<_> = (2..=255).flat_map(|last| fill(&shares, &address(last))).collect();
        // A quarter is for others, however many addresses the network has.
        assert_eq!((one.len(), one.len() + many.len()), (50, 75));
        let other = fill(&shares, &Caller::of_address([198, 51, 100, 1].into()));
        assert_eq!(other.len(), 13);
    }

    #[test]
    fn whoever_holds_most_gives_up_a_revocable_place_for_a_newcomer() {
        let shares = Shares::new(8);
        let mut held: Vec<_> = (1..=8).filter_map(|_| shares.take_revocable(caller(1))).collect();
        held.extend((2..=4).flat_map(|number| [(); 8].map(|()| shares.take_revocable(caller(number)))).flatten());
        let revoked = |held: &[HeldPlace]| held.iter().filter(|place| place.revocation().is_revoked()).count();
        // All places are taken, and each newcomer still gets as many as the others.
        assert_eq!((shares.taken(), held.len() - revoked(&held)), (8, 8));
        for number in 1..=4 {
            assert_eq!(shares.held_with(&caller(number)), 2, "{number}");
        }
        assert!(shares.take_revocable(caller(1)).is_none());
        assert!(shares.take(Some(caller(5))).is_none());
        let later: Vec<_> = (5..50).filter_map(|number| shares.take_revocable(caller(number))).collect();
        assert_eq!(later.len(), 4, "nobody gives up the only place");
        drop(later);
        drop(held);
        let taken = lock(&shares.taken);
        assert_eq!((taken.held.amount, taken.revoked, taken.revocable.len()), (0, 0, 0));
    }
}
