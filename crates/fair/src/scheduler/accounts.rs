//! The processor time that members of a group have used, and whose turn is next: fair queueing by virtual time.
//!
//! A *member* is a caller, or a user of a caller. A virtual clock shows how much time a member would have used that
//! always had work and always got its share. The account of a member holds the time that the member has really used, on
//! the same scale. A member behind the clock is owed time; a member *ahead* of the clock has had more than its share. A
//! new member starts at the clock. A member that returns is owed no more than those that stayed, so pausing gains
//! nothing, and the amount by which it was ahead decays while it is away.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// The half-life of the amount by which an absent member is ahead.
pub(super) const HALF_LIFE: Duration = Duration::from_secs(1);
/// The most that a member can be ahead, in seconds; any excess is forgiven. Among sixty other members, it waits two
/// seconds for this.
const MOST_AHEAD: f64 = 0.03;
/// How often the accounts of absent members that are hardly ahead are removed, and the limit for "hardly", in seconds.
const FORGETS_EVERY: Duration = Duration::from_secs(1);
const FORGETS: f64 = 1e-4;
/// The number of members from which on a higher limit applies, and that limit.
const MANY: usize = 4_096;
const FORGETS_OF_MANY: f64 = 1e-2;

/// The accounts of a group.
#[derive(Clone, Debug)]
pub(super) struct Accounts<K> {
    /// Virtual time, in seconds.
    clock: f64,
    accounts: HashMap<K, Account>,
    /// The members that have work.
    active: Vec<K>,
    /// How often [`Accounts::set_active`] was called.
    round: u64,
    /// When absent members were last removed.
    forgotten: Duration,
}

/// The account of a member.
#[derive(Clone, Debug)]
struct Account {
    /// The time that the member has used, on the scale of the clock.
    had: f64,
    /// The time since which the member has had no work; none while it has work.
    away_since: Option<Duration>,
    /// When the member was last given time, or else when it arrived.
    served: Duration,
    /// When the member last had work, as a value of [`Accounts::round`].
    round: u64,
}

/// The position of a member in the order of turns: the lowest goes first.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Standing {
    /// How many seconds the member is ahead of its share; negative if it is behind.
    pub(super) ahead: f64,
    /// When the member was last given time.
    pub(super) served: Duration,
}

impl Standing {
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.ahead.total_cmp(&other.ahead).then(self.served.cmp(&other.served))
    }
}

impl<K> Default for Accounts<K> {
    fn default() -> Self {
        Self { clock: 0.0, accounts: HashMap::new(), active: Vec::new(), round: 0, forgotten: Duration::ZERO }
    }
}

impl<K: Eq + Hash + Clone> Accounts<K> {
    /// Notes which members have work now. Members that return take up their accounts again.
    pub(super) fn set_active(&mut self, now: Duration, active: Vec<K>) {
        self.round += 1;
        let (clock, round) = (self.clock, self.round);
        let had = self.active.iter().filter_map(|member| self.accounts.get(member)).map(|account| account.had);
        let least = had.fold(clock, f64::min);
        for member in &active {
            let new = Account { had: clock, away_since: None, served: now, round };
            let account = self.accounts.entry(member.clone()).or_insert(new);
            account.round = round;
            if account.away_since.is_some() {
                // If no active member is owed that much, neither is a member that was away.
                account.had = (clock + account.ahead(clock, now)).max(least);
                (account.away_since, account.served) = (None, now);
            }
        }
        for member in std::mem::replace(&mut self.active, active) {
            if let Some(account) = self.accounts.get_mut(&member).filter(|account| account.round != round) {
                account.away_since = Some(now);
            }
        }
        if now.saturating_sub(self.forgotten) >= FORGETS_EVERY {
            self.forgotten = now;
            let least = if self.accounts.len() < MANY { FORGETS } else { FORGETS_OF_MANY };
            self.accounts.retain(|_, account| account.away_since.is_none() || account.ahead(clock, now) >= least);
        }
    }

    /// Whether there are no accounts: nobody has work, and nobody is known to be ahead.
    pub(super) fn is_empty(&self) -> bool {
        self.accounts.is_empty()
    }

    /// The number of members that have work.
    pub(super) fn active(&self) -> usize {
        self.active.len()
    }

    /// The position of a member in the order of turns.
    pub(super) fn standing(&self, member: &K) -> Standing {
        self.accounts.get(member).map_or_else(Standing::default, |account| Standing {
            ahead: account.had - self.clock,
            served: account.served,
        })
    }

    /// Charges a member for time that it has used. `shared` says whether the members share this time by turns; the clock
    /// then advances too.
    ///
    /// A negative time refunds an excessive charge.
    pub(super) fn charge(&mut self, now: Duration, member: &K, time: f64, shared: bool) {
        if shared {
            self.clock += time / self.active.len().max(1) as f64;
        }
        let clock = self.clock;
        let new = Account { had: clock, away_since: Some(now), served: now, round: 0 };
        let account = self.accounts.entry(member.clone()).or_insert(new);
        account.had = (account.had + time).min(clock + MOST_AHEAD);
        account.served = now;
    }
}

impl Account {
    /// How many seconds the member is ahead of the clock. This amount decays while the member is away.
    fn ahead(&self, clock: f64, now: Duration) -> f64 {
        let ahead = self.had - clock;
        let Some(since) = self.away_since.filter(|_| ahead > 0.0) else { return ahead };
        ahead * (-now.saturating_sub(since).as_secs_f64() / HALF_LIFE.as_secs_f64()).exp2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    /// A power of two, so that sums are exact.
    const TIME: f64 = 1.0 / 64.0;

    fn active(accounts: &mut Accounts<u32>, now: Duration, members: &[u32]) {
        accounts.set_active(now, members.to_vec());
    }

    #[test]
    fn time_that_is_shared_moves_the_clock_and_other_time_does_not() {
        let mut accounts = Accounts::default();
        active(&mut accounts, Duration::ZERO, &[1, 2]);
        accounts.charge(SECOND, &1, TIME, true);
        assert_eq!([1, 2].map(|member| accounts.standing(&member).ahead), [TIME / 2.0, -TIME / 2.0]);
        accounts.charge(SECOND, &2, TIME, false);
        assert_eq!([1, 2].map(|member| accounts.standing(&member).ahead), [TIME / 2.0, TIME / 2.0]);
    }

    #[test]
    fn who_comes_back_is_owed_nothing_and_what_it_was_ahead_decays() {
        let mut accounts = Accounts::default();
        active(&mut accounts, Duration::ZERO, &[1, 2, 3]);
        accounts.charge(SECOND, &1, TIME, false);
        active(&mut accounts, SECOND, &[2]);
        accounts.charge(2 * SECOND, &2, TIME, true);
        // Member 3 was away while member 2 had all of the time; member 1 was ahead of the clock when it left.
        active(&mut accounts, 2 * SECOND, &[1, 2, 3]);
        assert_eq!([1, 2, 3].map(|member| accounts.standing(&member).ahead), [0.0, 0.0, 0.0]);
        accounts.charge(2 * SECOND, &1, TIME, false);
        active(&mut accounts, 2 * SECOND, &[2]);
        active(&mut accounts, 3 * SECOND, &[1, 2]);
        assert_eq!(accounts.standing(&1).ahead, TIME / 2.0);
    }

    #[test]
    fn the_accounts_of_those_who_stay_away_are_forgotten() {
        let mut accounts = Accounts::default();
        active(&mut accounts, Duration::ZERO, &[1]);
        accounts.charge(SECOND, &1, TIME, false);
        active(&mut accounts, SECOND, &[]);
        assert_eq!(accounts.accounts.len(), 1);
        active(&mut accounts, 30 * SECOND, &[]);
        assert!(accounts.accounts.is_empty());
    }
}
