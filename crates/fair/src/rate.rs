//! Rate limits: of calls, of processor time, and for each address.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::network::network;

/// The parameters of a token bucket.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Limit {
    /// The calls per second.
    pub per_second: f64,
    /// The most calls that may arrive at once.
    pub burst: u32,
}

impl Limit {
    fn quota(self) -> Option<Quota> {
        let quota = Quota::with_period(Duration::from_secs_f64(self.per_second.recip()))?;
        Some(quota.allow_burst(self.burst.try_into().ok()?))
    }
}

/// A rate limit, with the number of calls made against it, which clones share.
#[derive(Clone, Debug)]
pub struct RateLimiter {
    limit: Limit,
    limiter: Arc<Direct>,
    left: Arc<AtomicU32>,
}

/// A limiter that also reports how many calls remain.
type Direct = governor::RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>;

impl RateLimiter {
    /// Creates an unused limiter; none for a limit that allows nothing, or more than one call per nanosecond.
    pub fn new(limit: Limit) -> Option<Self> {
        let limiter = governor::RateLimiter::direct(limit.quota()?).with_middleware();
        Some(Self { limit, limiter: Arc::new(limiter), left: Arc::new(limit.burst.into()) })
    }

    /// The limit.
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// Counts a call.
    ///
    /// # Errors
    ///
    /// The time to wait until a call is allowed again, if this one is above the limit.
    pub fn check(&self) -> Result<(), Duration> {
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

    /// The number of calls that remained after the last one.
    pub fn left(&self) -> u32 {
        self.left.load(Ordering::Relaxed)
    }
}

/// A token bucket for costs, such as processor time, that are known only after they have arisen. More may be spent than
/// is left. Clones share the bucket.
#[derive(Clone, Debug)]
pub struct CostLimiter {
    limit: Limit,
    /// The amount left, which may be negative, and the time at which it was computed.
    left: Arc<Mutex<(f64, Instant)>>,
}

impl CostLimiter {
    /// Creates an unused limiter. The limit is in milliseconds.
    pub fn new(limit: Limit) -> Self {
        Self { limit, left: Arc::new(Mutex::new((limit.burst.into(), Instant::now()))) }
    }

    /// The limit, in milliseconds.
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// The number of milliseconds left.
    pub fn left(&self) -> u32 {
        self.now(0.0) as u32
    }

    /// Checks whether anything is left.
    ///
    /// # Errors
    ///
    /// The time to wait until something is left again.
    pub fn check(&self) -> Result<(), Duration> {
        let left = self.now(0.0);
        let wait = (1.0 - left) / self.limit.per_second;
        if left > 0.0 { Ok(()) } else { Err(Duration::from_secs_f64(wait)) }
    }

    /// Deducts a time.
    pub fn spend(&self, time: Duration) {
        self.now(time.as_secs_f64() * 1e3);
    }

    /// Deducts this amount, and returns what is left.
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
pub struct AddressRates {
    limit: Limit,
    limiter: DefaultKeyedRateLimiter<IpAddr>,
}

/// Whenever the number of addresses is a multiple of this, addresses that have not called for a while are forgotten.
const FORGET_EVERY: usize = 1_024;

impl AddressRates {
    /// Creates an unused limiter; none for the limits that [`RateLimiter::new`] refuses.
    pub fn new(limit: Limit) -> Option<Self> {
        Some(Self { limit, limiter: DefaultKeyedRateLimiter::keyed(limit.quota()?) })
    }

    /// The limit.
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// Counts a call of an address.
    ///
    /// # Errors
    ///
    /// The time to wait until a call is allowed again, if this one is above the limit.
    pub fn check(&self, address: IpAddr) -> Result<(), Duration> {
        if self.limiter.len().is_multiple_of(FORGET_EVERY) {
            // An address that has its whole burst left need not be remembered.
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
