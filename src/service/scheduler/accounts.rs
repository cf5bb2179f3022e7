//! The processor time that members of a group have had, and whose turn it is: fair queueing by virtual time.
//!
//! A virtual clock tells how much time a member has had that always had work and always got its share. The account of a
//! member is the time that the member itself has had, on the same scale: behind the clock it is owed time, ahead of it it
//! has had more than its share. A new member starts at the clock. One that comes back is owed no more than those who stayed,
//! so that pausing gains nothing, and what it was ahead decays while it is away.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// The time in which half of what an absent member was ahead is forgotten.
pub(super) const HALF_LIFE: Duration = Duration::from_secs(1);
/// The most that a member can be ahead, in seconds; what it had besides is forgiven. Among sixty others it waits two seconds for
/// that.
const MOST_AHEAD: f64 = 0.03;
/// How often absent members are forgotten that are ahead by less than this, in seconds.
const FORGETS_EVERY: Duration = Duration::from_secs(1);
const FORGETS: f64 = 1e-4;
/// From this number of members on, those that are ahead by less than this are forgotten.
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
    /// How often it was noted who has work.
    round: u64,
    /// When absent members were last forgotten.
    forgotten: Duration,
}

/// The account of a member.
#[derive(Clone, Debug)]
struct Account {
    /// The time that the member has had, on the scale of the clock.
    had: f64,
    /// Since when the member has had no work; none while it has.
    away_since: Option<Duration>,
    /// When it last had time, or else when it came.
    served: Duration,
    /// When it last had work, by the count of [`Accounts::round`].
    round: u64,
}

/// The place of a member in the order of turns: the least first.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Standing {
    /// The seconds that the member has had more than its share, or less.
    pub(super) ahead: f64,
    /// When it last had time.
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
    /// Notes which members have work. Those that come back take up their accounts again.
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
                // What nobody else is owed is no longer owed to whoever was away.
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

    /// Whether nobody has work, and nobody is known to be ahead.
    pub(super) fn is_empty(&self) -> bool {
        self.accounts.is_empty()
    }

    /// The number of members that have work.
    pub(super) fn active(&self) -> usize {
        self.active.len()
    }

    /// How a member stands.
    pub(super) fn standing(&self, member: &K) -> Standing {
        self.accounts.get(member).map_or_else(Standing::default, |account| Standing {
            ahead: account.had - self.clock,
            served: account.served,
        })
    }

    /// Charges a member for time that it has had. `shared` tells whether the time was of what the members share by turns: then
    /// the clock goes on as well.
    ///
    /// A negative time takes back what was charged too much.
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
    /// The seconds that the member is ahead of the clock. While it is away, they decay.
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
        // 3 was away while 2 had all of the time, and 1 was ahead of the clock when it went.
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
