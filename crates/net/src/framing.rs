//! Requests over HTTP/1 that a proxy could read differently.

use http::header::{HOST, TRANSFER_ENCODING};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Version};

/// Why a request has two meanings.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ambiguity {
    /// The `host` header is missing, repeated, or not a valid host (RFC 9112, 3.2).
    Host,
    /// The body has a coding besides `chunked` (RFC 9112, 6.1).
    TransferCoding,
}

/// Whether a request with this head has two meanings. Its connection must then
/// [end](super::Connection::close_after_answer).
pub fn ambiguity(version: Version, headers: &HeaderMap) -> Option<Ambiguity> {
    if version >= Version::HTTP_2 {
        return None;
    }
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next();
    let more = hosts.next();
    let is_host = |host: &HeaderValue| {
        host.is_empty() || host.to_str().is_ok_and(|host| !host.contains('@') && host.parse::<Authority>().is_ok())
    };
    if !host.map_or(version == Version::HTTP_10, is_host) || more.is_some() {
        return Some(Ambiguity::Host);
    }
    // hyper refuses a coding that does not end in chunked.
    let is_chunked = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"chunked");
    let all_chunked = headers.get_all(TRANSFER_ENCODING).iter().all(is_chunked);
    (!all_chunked).then_some(Ambiguity::TransferCoding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderName;

    #[test]
    fn requests_with_two_meanings_are_found() {
        let headers = |fields: &[(&'static str, &'static str)]| {
            let field = |&(name, value): &(&'static str, &'static str)| {
                (HeaderName::from_static(name), HeaderValue::from_static(value))
            };
            HeaderMap::from_iter(fields.iter().map(field))
        };
        let host = ("host", "ayla:8080");
        for (fields, expected) in [
            (&[host][..], None),
            (&[("host", "")], None),
            (&[("host", "[::1]:80")], None),
            (&[host, ("transfer-encoding", "Chunked")], None),
            (&[], Some(Ambiguity::Host)),
            (&[("host", "a b")], Some(Ambiguity::Host)),
            (&[("host", "a/b")], Some(Ambiguity::Host)),
            (&[("host", "me@ayla")], Some(Ambiguity::Host)),
            (&[host, ("transfer-encoding", "gzip, chunked")], Some(Ambiguity::TransferCoding)),
        ] {
            assert_eq!(ambiguity(Version::HTTP_11, &headers(fields)), expected, "{fields:?}");
        }
        let mut two = headers(&[host]);
        two.append(HOST, HeaderValue::from_static("other"));
        assert_eq!(ambiguity(Version::HTTP_11, &two), Some(Ambiguity::Host));
        assert_eq!(ambiguity(Version::HTTP_10, &HeaderMap::new()), None);
    }
}
