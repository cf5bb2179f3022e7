//! The client behind trusted proxies.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderMap, HeaderName};

use super::address::canonical;
use super::connections::Connections;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

impl Connections {
    /// The address of the client of a request with these headers: that of the peer, or, for a trusted proxy, the last
    /// one of `x-forwarded-for` that is not itself a trusted proxy. Anyone could have written the entries before that
    /// one. Where an entry is not an address, the client is the proxy that reported it.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        if !self.is_trusted(client) {
            return client;
        }
        let values = headers.get_all(X_FORWARDED_FOR).iter();
        let entries: Vec<&[u8]> = values.flat_map(|value| value.as_bytes().split(|&byte| byte == b',')).collect();
        for entry in entries.into_iter().rev() {
            let Some(address) = address(entry.trim_ascii()) else { break };
            client = address;
            if !self.is_trusted(client) {
                break;
            }
        }
        client
    }
}

/// Reads an address, with a port or without.
fn address(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?;
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().map(|ip| SocketAddr::new(ip, 0)).or_else(|_| text.parse()).ok()?;
    Some(canonical(address).ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    use metrics::Counter;

    use crate::Capacity;

    #[test]
    fn the_client_is_the_last_address_that_is_not_a_trusted_proxy() {
        let trusted = ["10.0.0.0/16", "::ffff:10.1.0.0/112", "::ffff:10.9.0.1/128", "fd00::/8"];
        let trusted = trusted.map(|network| network.parse().expect("a network"));
        let capacity = Capacity { connections: 9, trusted: trusted.into() };
        let connections = Connections::new(capacity, Counter::noop());
        for (peer, forwarded, client) in [
            ("192.0.2.1", &["198.51.100.1"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("10.1.0.1", &["::ffff:198.51.100.1, ::ffff:10.0.0.2, [::ffff:10.9.0.1]:443"], "198.51.100.1"),
            ("10.0.0.1", &["6.6.6.6, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
            ("fd00::1", &["6.6.6.6", "2001:db8::1", "fd00::2"], "2001:db8::1"),
            ("10.0.0.1", &["[2001:db8::1]:443"], "2001:db8::1"),
            ("10.0.0.1", &["198.51.100.1:443, 10.0.0.3"], "198.51.100.1"),
            ("10.0.0.1", &["198.51.100.1, unknown, 10.0.0.3"], "10.0.0.3"),
            ("10.0.0.1", &["198.51.100.1", ""], "10.0.0.1"),
            ("10.0.0.1", &["6.6.6.6", "\u{e9}, 198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", &["6.6.6.6", "\u{e9}"], "10.0.0.1"),
        ] {
            let peer: IpAddr = peer.parse().expect("an address");
            let headers = forwarded.iter().map(|value| (X_FORWARDED_FOR, value.parse().expect("a value")));
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(name, value);
            }
            assert_eq!(connections.client(peer, &map).to_string(), client, "{peer} {forwarded:?}");
        }
    }
}
