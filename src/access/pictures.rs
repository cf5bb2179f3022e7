//! Rates of pictures for each address, for servers where pictures need no API key, since image proxies have none.

use std::net::IpAddr;
use std::num::NonZero;

use ayla_api::error::Error;
use ayla_fair::rate::{AddressRates, Limit};
use metrics::Counter;

use super::keys::over;
use crate::config;
use crate::telemetry::load::shed;

/// The callers that may request pictures, and how often.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PictureAccess {
    /// Everyone, at a limited rate for each address.
    Open(NonZero<u32>),
    /// Everyone who may make other calls.
    Keyed,
}

impl Default for PictureAccess {
    fn default() -> Self {
        Self::Open(config::Access::default().picture_rate)
    }
}

/// How many seconds' worth of pictures an address may request at once: enough for a page with many boards.
const BURST_SECONDS: u32 = 4;

/// The rate limiter of pictures for each address.
pub(crate) struct PictureRates {
    rates: AddressRates,
    /// Counts calls that exceeded the rate.
    shed: Counter,
}

impl PictureRates {
    /// Creates the limiter for this mode; none if pictures need a key.
    pub(crate) fn of(access: PictureAccess) -> Option<Self> {
        let PictureAccess::Open(rate) = access else { return None };
        let limit = Limit { per_second: rate.get().into(), burst: rate.get().saturating_mul(BURST_SECONDS) };
        Some(Self { rates: AddressRates::new(limit)?, shed: shed("rate") })
    }

    /// Counts a picture for an address, or for the network of an IPv6 address.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above the rate of the address.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), Box<Error>> {
        self.rates.check(address).map_err(|wait| {
            self.shed.increment(1);
            over(self.rates.limit, wait, "rate-of-pictures")
        })
    }
}
