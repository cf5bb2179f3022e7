//! The deadline of a caller.

use std::time::{Duration, Instant};

use ayla_api::error::{Error, Reason, Result};
use ayla_api::words::Message;
use http::{HeaderMap, HeaderName};

use super::Transport;

/// How a caller says how long it waits.
const GRPC_TIMEOUT: HeaderName = HeaderName::from_static("grpc-timeout");
/// How a caller over Connect says how long it waits, in milliseconds.
const CONNECT_TIMEOUT: HeaderName = HeaderName::from_static("connect-timeout-ms");

/// When the caller stops waiting, if it said so.
///
/// # Errors
///
/// `MALFORMED_REQUEST` for a time that the protocol does not allow.
pub(super) fn deadline(transport: Transport, headers: &HeaderMap) -> Result<Option<Instant>> {
    let (name, read, unreadable): (_, fn(&str) -> _, _) = match transport {
        Transport::Connect => (CONNECT_TIMEOUT, read_milliseconds, "connect-timeout-unreadable"),
        Transport::Grpc | Transport::GrpcWeb | Transport::Http => (GRPC_TIMEOUT, read, "timeout-unreadable"),
    };
    let Some(value) = headers.get(name) else { return Ok(None) };
    let timeout = value
        .to_str()
        .ok()
        .and_then(read)
        .ok_or_else(|| Error::new(Reason::MalformedRequest, Message::new(unreadable)))?;
    // A time that no clock can tell is no deadline.
    Ok(Instant::now().checked_add(timeout))
}

/// Reads `1*8DIGIT` and a unit.
fn read(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if !(1..=8).contains(&digits.len()) || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(number * 3_600),
        "M" => Duration::from_secs(number * 60),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => return None,
    })
}

/// Reads `1*10DIGIT`.
fn read_milliseconds(text: &str) -> Option<Duration> {
    let is_number = (1..=10).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse().ok().map(Duration::from_millis)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_read_as_the_protocol_says() {
        assert_eq!(read("99999999H"), Some(Duration::from_secs(99_999_999 * 3_600)));
        assert_eq!(read("2M"), Some(Duration::from_secs(120)));
        assert_eq!(read("1S"), Some(Duration::from_secs(1)));
        assert_eq!(read("50m"), Some(Duration::from_millis(50)));
        assert_eq!(read("7u"), Some(Duration::from_micros(7)));
        assert_eq!(read("0n"), Some(Duration::ZERO));
        assert_eq!(read_milliseconds("9999999999"), Some(Duration::from_millis(9_999_999_999)));
        for malformed in ["", "1S", "-1", "+1", "1.5", "10000000000"] {
            assert_eq!(read_milliseconds(malformed), None, "{malformed}");
        }
        for malformed in ["", "S", "1", "1s", "100000000n", "+1S", "-1S", "1.5S", "1 S", "1é", "١S"] {
            assert_eq!(read(malformed), None, "{malformed}");
        }
    }
}
