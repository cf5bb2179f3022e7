//! The processor time that groups of callers have used, and whose turn is next: fair queueing by virtual time.
//!
//! The groups within a group are its *members*. A virtual clock for each group shows how much time a member would have
//! used that always had work and always got its share. The account of a member holds the time that it has really used,
//! on the same scale. A member whose account is *ahead* of the clock has had more than its share. No account falls
//! behind the clock: nothing is owed to a member for the time in which it had no work, waited, or had a slow thread.
//! Members that are not ahead take turns. The amount by which a member is ahead decays while it has no work.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::Duration;

use crate::client::{Caller, Group};

/// The half-life of the amount by which an absent member is ahead.
pub(super) const HALF_LIFE: Duration = Duration::from_secs(1);
/// The most that a member can be ahead, in seconds; any excess is forgiven. Among sixty other members, it waits two
/// seconds for this.
const MOST_AHEAD: f64 = 0.03;
/// How often the accounts of absent members are removed that are hardly ahead, and how many seconds "hardly" is at
/// most.
const FORGETS_EVERY: Duration = Duration::from_secs(1);
const FORGETS: f64 = 1e-4;
/// With at least this many accounts, "hardly ahead" has the higher limit after it.
const MANY: usize = 4_096;
const FORGETS_OF_MANY: f64 = 1e-2;

/// The accounts of all groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Accounts {
    /// The members of each group; none for those of no group.
    groups: HashMap<Option<Group>, Members>,
    /// When absent members were last removed.
    forgotten: Duration,
}

/// The members of a group.
#[derive(Clone, Debug, Default)]
struct Members {
    /// Virtual time, in seconds.
    clock: f64,
    accounts: HashMap<Group, Account>,
    /// The number of members that have work.
    active: usize,
}

/// The account of a member.
#[derive(Clone, Debug, Default)]
struct Account {
    /// The time that the member has used, on the scale of the clock.
    had: f64,
    /// The number of its pieces of work.
    pieces: usize,
    /// When it last had no work any more.
    away_since: Duration,
    /// When the member was last given time, or else when it arrived.
    served: Duration,
}

/// The position of a caller in the order of turns, for each of its groups: the lowest goes first.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing(Vec<Rank>);

/// The rank of a member: the lowest goes first.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Rank {
    /// How many seconds the member is ahead of its share.
    ahead: f64,
    /// When the member was last given time.
    served: Duration,
}

impl Standing {
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let orders = self.0.iter().zip(&other.0).map(|(own, other)| own.order(other));
        orders.fold(Ordering::Equal, Ordering::then)
    }
}

impl Rank {
    fn order(&self, other: &Self) -> Ordering {
        self.ahead.total_cmp(&other.ahead).then(self.served.cmp(&other.served))
    }
}

/// The groups of a caller, each with the one that it is a member of.
fn memberships(caller: &Caller) -> impl Iterator<Item = (Option<Group>, &Group)> {
    let groups = caller.groups();
    let around = std::iter::once(None).chain(groups.iter().cloned().map(Some));
    around.zip(groups)
}

impl Accounts {
    /// Notes that a caller has another piece of work.
    pub(super) fn enter(&mut self, now: Duration, caller: &Caller) {
        for (around, group) in memberships(caller) {
            self.groups.entry(around).or_default().enter(now, group);
        }
        self.forget(now);
    }

    /// Notes that a caller has a piece of work less.
    pub(super) fn leave(&mut self, now: Duration, caller: &Caller) {
        for (around, group) in memberships(caller) {
            if let Some(members) = self.groups.get_mut(&around) {
                members.leave(now, group);
            }
        }
        self.forget(now);
    }

    /// Charges a caller for processor time that it has used, in seconds. `shared` says whether callers share this time
    /// by turns; the clocks then advance, too.
    pub(super) fn charge(&mut self, now: Duration, caller: &Caller, time: f64, shared: bool) {
        for (around, group) in memberships(caller) {
            self.groups.entry(around).or_default().charge(now, group, time, shared);
        }
    }

    /// The number of members of no group that have work.
    pub(super) fn active(&self) -> usize {
        self.groups.get(&None).map_or(0, |members| members.active)
    }

    /// The position of a caller in the order of turns.
    pub(super) fn standing(&self, caller: &Caller) -> Standing {
        let place = |(around, group)| self.groups.get(&around)?.place(group);
        Standing(memberships(caller).map_while(place).collect())
    }

    /// Removes the accounts of absent members that are hardly ahead.
    fn forget(&mut self, now: Duration) {
        if now.saturating_sub(self.forgotten) < FORGETS_EVERY {
            return;
        }
        self.forgotten = now;
        let count: usize = self.groups.values().map(|members| members.accounts.len()).sum();
        let least = if count < MANY { FORGETS } else { FORGETS_OF_MANY };
        self.groups.retain(|_, members| {
            let clock = members.clock;
            members.accounts.retain(|_, account| account.pieces > 0 || account.ahead(clock, now) >= least);
            !members.accounts.is_empty()
        });
    }
}

impl Members {
    fn enter(&mut self, now: Duration, group: &Group) {
        let clock = self.clock;
        let account = self.accounts.entry(group.clone()).or_default();
        if account.pieces == 0 {
            account.had = clock + account.ahead(clock, now);
            account.served = now;
            self.active += 1;
        }
        account.pieces += 1;
    }

    fn leave(&mut self, now: Duration, group: &Group) {
        if let Some(account) = self.accounts.get_mut(group) {
            account.pieces -= 1;
            if account.pieces == 0 {
                account.away_since = now;
                self.active -= 1;
            }
        }
    }

    fn charge(&mut self, now: Duration, group: &Group, time: f64, shared: bool) {
        let clock = self.clock;
        let account = self.accounts.entry(group.clone()).or_default();
        if account.pieces == 0 {
            account.had = clock + account.ahead(clock, now);
            account.away_since = now;
        }
        account.had = account.had.max(clock) + time;
        account.served = now;
        if shared {
            self.clock += time / self.active.max(1) as f64;
        }
        account.had = account.had.min(self.clock + MOST_AHEAD);
    }

    fn place(&self, group: &Group) -> Option<Rank> {
        let account = self.accounts.get(group)?;
        Some(Rank { ahead: (account.had - self.clock).max(0.0), served: account.served })
    }
}

impl Account {
    /// How many seconds the member is ahead of the clock. This amount decays while the member is away.
    fn ahead(&self, clock: f64, now: Duration) -> f64 {
        let ahead = (self.had - clock).max(0.0);
        if self.pieces > 0 {
            return ahead;
        }
        let away = now.saturating_sub(self.away_since);
        ahead * (-away.as_secs_f64() / HALF_LIFE.as_secs_f64()).exp2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    /// A power of two, so that sums are exact.
    const TIME: f64 = 1.0 / 64.0;

    fn caller(network: u8, host: u8) -> Caller {
        Caller::of_address([203, 0, network, host].into())
    }

    /// How far each group of a caller is ahead, the widest first.
    fn ahead(accounts: &Accounts, caller: &Caller) -> Vec<f64> {
        accounts.standing(caller).0.iter().map(|place| place.ahead).collect()
    }

    #[test]
    fn time_that_is_shared_moves_the_clock_and_nobody_falls_behind_it() {
        let mut accounts = Accounts::default();
        let [one, other] = [caller(1, 1), caller(2, 1)];
        accounts.enter(Duration::ZERO, &one);
        accounts.enter(Duration::ZERO, &other);
        accounts.charge(SECOND, &one, TIME, true);
        assert_eq!(ahead(&accounts, &one)[0], TIME / 2.0);
        assert_eq!(ahead(&accounts, &other)[0], 0.0);
        // The clock has passed the other's account. The other is owed nothing for that time.
        accounts.charge(SECOND, &other, TIME, false);
        assert_eq!(ahead(&accounts, &other)[0], TIME);
    }

    #[test]
    fn addresses_of_a_network_share_its_time() {
        let mut accounts = Accounts::default();
        let callers = [caller(1, 1), caller(1, 2), caller(2, 1)];
        callers.iter().for_each(|caller| accounts.enter(Duration::ZERO, caller));
        accounts.charge(SECOND, &callers[0], TIME, false);
        let [first, second, other] = [0, 1, 2].map(|index| accounts.standing(&callers[index]));
        // Its network is ahead, and within it the first address.
        assert_eq!([other.order(&second), second.order(&first)], [Ordering::Less; 2]);
        assert_eq!(ahead(&accounts, &callers[1]), [TIME, 0.0]);
    }

    #[test]
    fn what_a_caller_was_ahead_decays_while_it_is_away_and_is_then_forgotten() {
        let mut accounts = Accounts::default();
        let one = caller(1, 1);
        accounts.enter(Duration::ZERO, &one);
        accounts.charge(SECOND, &one, TIME, false);
        accounts.leave(SECOND, &one);
        accounts.enter(2 * SECOND, &one);
        assert_eq!(ahead(&accounts, &one), [TIME / 2.0; 2]);
        accounts.leave(2 * SECOND, &one);
        let other = caller(2, 1);
        accounts.enter(30 * SECOND, &other);
        accounts.leave(30 * SECOND, &other);
        assert_eq!((accounts.active(), ahead(&accounts, &one).len()), (0, 0));
    }
}
