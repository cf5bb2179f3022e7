//! How often each address may ask for pictures, where they need no API key: image proxies have none.

use std::net::IpAddr;
use std::num::NonZero;

use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota};
use metrics::Counter;

use crate::net::network;
use crate::service::error::{Error, Reason};
use crate::service::metrics::shed;
use crate::words::Message;

/// Who may ask for pictures.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PictureAccess {
    /// Everyone; an address so many times a second.
    Open(NonZero<u32>),
    /// Whoever may make other calls.
    Keyed,
}

/// The pictures a second for one address, unless it is set.
pub const DEFAULT_RATE: NonZero<u32> = NonZero::new(50).unwrap();

impl Default for PictureAccess {
    fn default() -> Self {
        Self::Open(DEFAULT_RATE)
    }
}

/// The rates of addresses.
pub(super) struct AddressRates {
    per_second: NonZero<u32>,
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    /// Counts calls that exceeded the rate.
    shed: Counter,
}

/// After so many more addresses those are forgotten that have not called for a while.
const FORGET_EVERY: usize = 1_024;
/// How many seconds' worth of pictures an address may ask for at once: a page with many boards.
const BURST_SECONDS: u32 = 4;

impl AddressRates {
    pub(super) fn new(per_second: NonZero<u32>) -> Self {
        let burst = per_second.saturating_mul(const { NonZero::new(BURST_SECONDS).unwrap() });
        let limiter = DefaultKeyedRateLimiter::keyed(Quota::per_second(per_second).allow_burst(burst));
        Self { per_second, limiter, shed: shed("rate") }
    }

    /// Counts a call of an address, or of the network of an IPv6 address.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above its rate.
    pub(super) fn check(&self, address: IpAddr) -> Result<(), Box<Error>> {
        if self.limiter.len().is_multiple_of(FORGET_EVERY) {
            // Those with their whole burst are as good as new.
            self.limiter.retain_recent();
        }
        let Err(until) = self.limiter.check_key(&network(address)) else { return Ok(()) };
        self.shed.increment(1);
        let rate = self.per_second;
        let message =
            Message::new("rate-of-pictures").with("rate", rate.get()).with("burst", BURST_SECONDS * rate.get());
        Err(Error::new(Reason::RateLimited, message).after(until.wait_time_from(self.limiter.clock().now())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_a_rate_of_its_own() {
        let rates = AddressRates::new(const { NonZero::new(1).unwrap() });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|address| address.parse().expect("an address"));
        assert_eq!((0..9).filter(|_| rates.check(one).is_ok()).count(), BURST_SECONDS as usize);
        assert!(rates.check(other).is_ok());
        let refused = rates.check(one).expect_err("used up");
        assert_eq!(refused.reason, Reason::RateLimited);
        assert!(refused.retry_after.is_some());
    }

    #[test]
    fn addresses_of_an_ipv6_network_share_a_rate() {
        let rates = AddressRates::new(const { NonZero::new(1).unwrap() });
        let address = |host: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, host]);
        assert_eq!((0..9).filter(|&host| rates.check(address(host)).is_ok()).count(), BURST_SECONDS as usize);
    }
}
