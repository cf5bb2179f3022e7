//! How often clients may call.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::net::network;

/// A token bucket.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Limit {
    /// The calls per second.
    pub(super) per_second: f64,
    /// The most calls at once.
    pub(super) burst: u32,
}

impl Limit {
    fn quota(self) -> Option<Quota> {
        let quota = Quota::with_period(Duration::from_secs_f64(self.per_second.recip()))?;
        Some(quota.allow_burst(self.burst.try_into().ok()?))
    }
}

/// A limit, and how much of it is used up, which clones share.
#[derive(Clone, Debug)]
pub(super) struct RateLimiter {
    limit: Limit,
    limiter: Arc<Direct>,
    left: Arc<AtomicU32>,
}

/// A limiter that says how much is left.
type Direct = governor::RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>;

impl RateLimiter {
    /// Nothing of the limit is used up; none for a limit that allows nothing, or more than one call a nanosecond.
    #[must_use]
    pub(super) fn new(limit: Limit) -> Option<Self> {
        let limiter = governor::RateLimiter::direct(limit.quota()?).with_middleware();
        Some(Self { limit, limiter: Arc::new(limiter), left: Arc::new(limit.burst.into()) })
    }

    /// The limit.
    #[must_use]
    pub(super) const fn limit(&self) -> Limit {
        self.limit
    }

    /// Counts a call.
    ///
    /// # Errors
    ///
    /// It is above the limit: the time after which one is not.
    pub(super) fn check(&self) -> Result<(), Duration> {
        match self.limiter.check() {
            Ok(state) => {
                self.left.store(state.remaining_burst_capacity(), Ordering::Relaxed);
                Ok(())
            }
            Err(until) => {
                self.left.store(0, Ordering::Relaxed);
                Err(until.wait_time_from(self.limiter.clock().now()))
            }
        }
    }

    /// The calls that were left after the last one.
    #[must_use]
    pub(super) fn left(&self) -> u32 {
        self.left.load(Ordering::Relaxed)
    }
}

/// A token bucket of costs, such as processor time, which are known only once they have arisen: what is spent may be more than
/// there is. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct CostLimiter {
    limit: Limit,
    /// What is left, which may be less than nothing, and when that was so.
    left: Arc<Mutex<(f64, Instant)>>,
}

impl CostLimiter {
    /// Nothing of the limit is used up. It is in milliseconds.
    #[must_use]
    pub(super) fn new(limit: Limit) -> Self {
        Self { limit, left: Arc::new(Mutex::new((limit.burst.into(), Instant::now()))) }
    }

    /// The limit, in milliseconds.
    #[must_use]
    pub(super) const fn limit(&self) -> Limit {
        self.limit
    }

    /// The milliseconds that are left.
    #[must_use]
    pub(super) fn left(&self) -> u32 {
        self.now(0.0) as u32
    }

    /// Whether anything is left.
    ///
    /// # Errors
    ///
    /// Nothing is: the time after which something is.
    pub(super) fn check(&self) -> Result<(), Duration> {
        let left = self.now(0.0);
        let wait = (1.0 - left) / self.limit.per_second;
        if left > 0.0 { Ok(()) } else { Err(Duration::from_secs_f64(wait)) }
    }

    /// Spends a time.
    pub(super) fn spend(&self, time: Duration) {
        self.now(time.as_secs_f64() * 1e3);
    }

    /// What is left once this was spent.
    fn now(&self, spent: f64) -> f64 {
        let mut state = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, since) = *state;
        let left = (left + since.elapsed().as_secs_f64() * self.limit.per_second).min(self.limit.burst.into()) - spent;
        *state = (left, Instant::now());
        left
    }
}

/// A limit for each address, or for each IPv6 network of 64 bits.
#[derive(Debug)]
pub(super) struct AddressRates {
    limit: Limit,
    limiter: DefaultKeyedRateLimiter<IpAddr>,
}

/// Whenever the number of addresses is a multiple of this, the addresses that have not called for a while are forgotten.
const FORGET_EVERY: usize = 1_024;

impl AddressRates {
    /// Nothing of the limit is used up; none for a limit as in [`RateLimiter::new`].
    #[must_use]
    pub(super) fn new(limit: Limit) -> Option<Self> {
        Some(Self { limit, limiter: DefaultKeyedRateLimiter::keyed(limit.quota()?) })
    }

    /// The limit.
    #[must_use]
    pub(super) const fn limit(&self) -> Limit {
        self.limit
    }

    /// Counts a call of an address.
    ///
    /// # Errors
    ///
    /// It is above the limit: the time after which one is not.
    pub(super) fn check(&self, address: IpAddr) -> Result<(), Duration> {
        if self.limiter.len().is_multiple_of(FORGET_EVERY) {
            // Those with their whole burst are as good as new.
            self.limiter.retain_recent();
        }
        let checked = self.limiter.check_key(&network(address));
        checked.map_err(|until| until.wait_time_from(self.limiter.clock().now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit { per_second: 0.001, burst: 4 };

    #[test]
    fn each_address_has_a_rate_of_its_own() {
        let rates = AddressRates::new(LIMIT).expect("a limit");
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|address| address.parse().expect("an address"));
        assert_eq!((0..9).filter(|_| rates.check(one).is_ok()).count(), 4);
        assert!(rates.check(other).is_ok());
        let wait = rates.check(one).expect_err("used up").as_secs();
        assert!((900..=1_000).contains(&wait), "{wait}");
    }

    #[test]
    fn costs_are_paid_after_they_have_arisen() {
        let budget = CostLimiter::new(Limit { per_second: 0.5, burst: 100 });
        assert_eq!(budget.check(), Ok(()));
        budget.spend(Duration::from_millis(1_099));
        let wait = budget.check().expect_err("more is spent than there was").as_secs();
        assert!((1_990..=2_000).contains(&wait), "{wait}");
        assert_eq!(budget.left(), 0);
    }

    #[test]
    fn addresses_of_an_ipv6_network_share_a_rate() {
        let rates = AddressRates::new(LIMIT).expect("a limit");
        let address = |host: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, host]);
        assert_eq!((0..9).filter(|&host| rates.check(address(host)).is_ok()).count(), 4);
    }

    #[test]
    fn a_limit_allows_something() {
        assert!(RateLimiter::new(Limit { burst: 0, ..LIMIT }).is_none());
        assert!(RateLimiter::new(Limit { per_second: f64::MAX, ..LIMIT }).is_none());
    }
}
