//! Rate limits: of calls, of processor time, and for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::client::{Caller, Group};
use crate::lock;

/// The parameters of a token bucket.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Limit {
    /// The calls per second.
    pub per_second: f64,
    /// The most calls that may arrive at once.
    pub burst: u32,
}

impl Limit {
    /// Whether the limit allows any calls, and at most one per nanosecond.
    fn is_possible(self) -> bool {
        self.burst > 0 && !Duration::from_secs_f64(self.per_second.recip()).is_zero()
    }
}

/// What is left in a token bucket: an amount, which may be negative, and the time at which it was computed.
#[derive(Copy, Clone, Debug)]
struct Left(f64, Instant);

impl Left {
    fn full(limit: Limit) -> Self {
        Self(limit.burst.into(), Instant::now())
    }

    /// Takes an amount out, if at least this much is left, and returns what was left before.
    ///
    /// # Errors
    ///
    /// The time until `least` is left.
    fn take(&mut self, limit: Limit, amount: f64, least: f64) -> Result<f64, Duration> {
        let Self(left, since) = *self;
        let now = Instant::now();
        let left = (left + (now - since).as_secs_f64() * limit.per_second).min(limit.burst.into());
        let is_enough = left >= least;
        *self = Self(if is_enough { left - amount } else { left }, now);
        if is_enough { Ok(left) } else { Err(Duration::from_secs_f64((least - left) / limit.per_second)) }
    }
}

/// A limit of calls, or of costs such as processor time that are known only after they have arisen: a token bucket, of
/// which more may be taken than is in it. Clones share what is left.
#[derive(Clone, Debug)]
pub struct Limiter {
    /// The limit, of calls or of milliseconds.
    pub limit: Limit,
    left: Arc<Mutex<Left>>,
}

/// The least cost that has to be left for more to arise, in milliseconds.
const LEAST_LEFT: f64 = 1.0;

impl Limiter {
    /// Creates an unused limiter; none for a limit that allows nothing, or more than one call per nanosecond.
    pub fn new(limit: Limit) -> Option<Self> {
        limit.is_possible().then(|| Self { limit, left: Arc::new(Mutex::new(Left::full(limit))) })
    }

    /// Takes from what is left, as [`Left::take`].
    fn take(&self, amount: f64, least: f64) -> Result<f64, Duration> {
        lock(&self.left).take(self.limit, amount, least)
    }

    /// The number of calls that are allowed now, or of milliseconds left.
    pub fn left(&self) -> u32 {
        self.take(0.0, f64::NEG_INFINITY).unwrap_or_default() as u32
    }

    /// Counts a call.
    ///
    /// # Errors
    ///
    /// The time to wait until a call is allowed again, if this one is above the limit.
    pub fn count(&self) -> Result<(), Duration> {
        self.take(1.0, 1.0).map(drop)
    }

    /// Checks whether any time is left, and takes none of it.
    ///
    /// # Errors
    ///
    /// The time to wait until something is left again.
    pub fn check_left(&self) -> Result<(), Duration> {
        self.take(0.0, LEAST_LEFT).map(drop)
    }

    /// Deducts a time.
    pub fn spend(&self, time: Duration) {
        let _ = self.take(time.as_secs_f64() * 1e3, f64::NEG_INFINITY);
    }
}

/// A limit for each address, or for each IPv6 network of 64 bits.
#[derive(Debug)]
pub struct AddressRates {
    /// The limit.
    pub limit: Limit,
    left: Mutex<HashMap<Group, Left>>,
}

/// Whenever the number of addresses is a multiple of this, addresses that have not called for a while are forgotten.
const FORGET_EVERY: usize = 1_024;

impl AddressRates {
    /// Creates an unused limiter; none for the limits that [`Limiter::new`] refuses.
    pub fn new(limit: Limit) -> Option<Self> {
        limit.is_possible().then(|| Self { limit, left: Mutex::default() })
    }

    /// Counts a call of an address.
    ///
    /// # Errors
    ///
    /// The time to wait until a call is allowed again, if this one is above the limit.
    pub fn check(&self, address: IpAddr) -> Result<(), Duration> {
        let mut left = lock(&self.left);
        if left.len().is_multiple_of(FORGET_EVERY) {
            // An address that has its whole burst left need not be remembered.
            left.retain(|_, left| left.take(self.limit, 0.0, self.limit.burst.into()).is_err());
        }
        let group = Caller::of_address(address).narrowest().clone();
        left.entry(group).or_insert_with(|| Left::full(self.limit)).take(self.limit, 1.0, 1.0).map(drop)
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
    fn what_is_left_of_a_rate_is_that_of_the_moment() {
        let rate = Limiter::new(Limit { per_second: 50.0, burst: 3 }).expect("a limit");
        while rate.count().is_ok() {}
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!(rate.left(), 3);
        assert_eq!(rate.count(), Ok(()));
        assert_eq!(rate.left(), 2);
    }

    #[test]
    fn costs_are_paid_after_they_have_arisen() {
        let budget = Limiter::new(Limit { per_second: 0.5, burst: 100 }).expect("a limit");
        assert_eq!(budget.check_left(), Ok(()));
        budget.spend(Duration::from_millis(1_099));
        let wait = budget.check_left().expect_err("more is spent than there was").as_secs();
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
        assert!(Limiter::new(Limit { burst: 0, ..LIMIT }).is_none());
        assert!(Limiter::new(Limit { per_second: f64::MAX, ..LIMIT }).is_none());
    }
}
