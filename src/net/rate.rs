//! How often clients may call.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota};

use super::place::network;

/// A token bucket.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Limit {
    /// The calls per second.
    pub per_second: f64,
    /// The most calls at once.
    pub burst: u32,
}

impl Limit {
    fn quota(self) -> Option<Quota> {
        let quota = Quota::with_period(Duration::from_secs_f64(self.per_second.recip()))?;
        Some(quota.allow_burst(self.burst.try_into().ok()?))
    }
}

/// A limit, and how much of it is used up, which clones share.
#[derive(Clone)]
pub struct RateLimiter {
    limit: Limit,
    limiter: Arc<DefaultDirectRateLimiter>,
}

impl RateLimiter {
    /// Nothing of the limit is used up; none for a limit that allows nothing, or more than one call a nanosecond.
    #[must_use]
    pub fn new(limit: Limit) -> Option<Self> {
        Some(Self { limit, limiter: Arc::new(DefaultDirectRateLimiter::direct(limit.quota()?)) })
    }

    /// The limit.
    #[must_use]
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// Counts a call.
    ///
    /// # Errors
    ///
    /// It is above the limit: the time after which one is not.
    pub fn check(&self) -> Result<(), Duration> {
        self.limiter.check().map_err(|until| until.wait_time_from(self.limiter.clock().now()))
    }
}

/// A limit for each address, or for each IPv6 network of 64 bits.
pub struct AddressRates {
    limit: Limit,
    limiter: DefaultKeyedRateLimiter<IpAddr>,
}

/// Whenever the number of addresses is a multiple of this, the addresses that have not called for a while are forgotten.
const FORGET_EVERY: usize = 1_024;

impl AddressRates {
    /// Nothing of the limit is used up; none for a limit as in [`RateLimiter::new`].
    #[must_use]
    pub fn new(limit: Limit) -> Option<Self> {
        Some(Self { limit, limiter: DefaultKeyedRateLimiter::keyed(limit.quota()?) })
    }

    /// The limit.
    #[must_use]
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// Counts a call of an address.
    ///
    /// # Errors
    ///
    /// It is above the limit: the time after which one is not.
    pub fn check(&self, address: IpAddr) -> Result<(), Duration> {
        if self.limiter.len().is_multiple_of(FORGET_EVERY) {
            // Those with their whole burst are as good as new.
            self.limiter.retain_recent();
        }
        let checked = self.limiter.check_key(&network(address));
        checked.map_err(|until| until.wait_time_from(self.limiter.clock().now()))
    }
}

impl fmt::Debug for RateLimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimiter").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl fmt::Debug for AddressRates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AddressRates").field("limit", &self.limit).finish_non_exhaustive()
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
