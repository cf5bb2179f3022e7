//! How often each address may ask for pictures, where they need no API key: image proxies have none.

use std::net::IpAddr;
use std::num::NonZero;

use metrics::Counter;

use crate::config;
use crate::service::error::Error;
use crate::service::metrics::shed;

use super::keys::over;
use super::rate::{AddressRates, Limit};

/// Who may ask for pictures.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PictureAccess {
    /// Everyone; an address so many times a second.
    Open(NonZero<u32>),
    /// Whoever may make other calls.
    Keyed,
}

impl Default for PictureAccess {
    fn default() -> Self {
        Self::Open(config::Access::default().picture_rate)
    }
}

/// How many seconds' worth of pictures an address may ask for at once: a page with many boards.
const BURST_SECONDS: u32 = 4;

/// The pictures that each address may ask for.
pub(crate) struct PictureRates {
    rates: AddressRates,
    /// Counts calls that exceeded the rate.
    shed: Counter,
}

impl PictureRates {
    /// The rates of those who may ask for pictures; none if they need a key.
    pub(crate) fn of(access: PictureAccess) -> Option<Self> {
        let PictureAccess::Open(rate) = access else { return None };
        let limit = Limit { per_second: rate.get().into(), burst: rate.get().saturating_mul(BURST_SECONDS) };
        Some(Self { rates: AddressRates::new(limit)?, shed: shed("rate") })
    }

    /// Counts a call of an address, or of the network of an IPv6 address.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above its rate.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), Box<Error>> {
        self.rates.check(address).map_err(|wait| {
            self.shed.increment(1);
            over(self.rates.limit(), wait, "rate-of-pictures")
        })
    }
}
