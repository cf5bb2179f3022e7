//! Parsers of numbers and addresses. Their errors name the setting and what it expects.

use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::time::Duration;

use ipnet::IpNet;

/// A time in milliseconds, as in a setting.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A parser of addresses with a port, for the setting with this environment variable.
pub(super) fn address(setting: &'static str) -> impl Fn(&str) -> Result<SocketAddr, String> + Clone {
    move |text| {
        text.parse().map_err(|_| format!("{setting} is an IP address and a port, such as 0.0.0.0:8080 or [::1]:0"))
    }
}

/// A parser of an address or a network of addresses, for the setting with this environment variable.
pub(super) fn network(setting: &'static str) -> impl Fn(&str) -> Result<IpNet, String> + Clone {
    move |text| {
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map_err(|_| format!("{setting} has addresses and networks, such as 10.0.0.0/8 or fd00::/8"))
    }
}

/// A parser of whole numbers in a range, for the setting with this environment variable, or for the flag of this name.
pub fn number<T: TryFrom<u64>>(
    setting: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("{setting} is a whole number from {} to {}", range.start(), range.end()))
    }
}

/// A parser of whole numbers in a range or 0, for the setting with this environment variable.
pub(super) fn number_or_zero(
    setting: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| *number == 0 || range.contains(number));
        number.ok_or_else(|| format!("{setting} is a whole number from {} to {}, or 0", range.start(), range.end()))
    }
}

/// A parser of true and false, for the setting with this environment variable.
pub(super) fn boolean(setting: &'static str) -> impl Fn(&str) -> Result<bool, String> + Clone {
    move |text| text.parse().map_err(|_| format!("{setting} is true or false"))
}

/// A parser of on and off, for the setting with this environment variable.
pub(super) fn switch(setting: &'static str) -> impl Fn(&str) -> Result<bool, String> + Clone {
    move |text| match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{setting} is on or off")),
    }
}
