//! URLs of servers: a scheme, a host, and optionally a port and a path.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The parts of a URL.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Url<'a> {
    pub(crate) scheme: &'a str,
    pub(crate) port: Option<u16>,
    /// What follows the host and the port: nothing, or a path that begins with a slash.
    pub(crate) path: &'a str,
}

impl<'a> Url<'a> {
    /// Reads a URL. A query or a fragment is a fault, and so is the name of a user.
    ///
    /// # Errors
    ///
    /// What is wrong with the URL, to continue a sentence about it.
    pub(crate) fn read(text: &'a str) -> Result<Self, &'static str> {
        let (scheme, rest) = text.split_once("://").ok_or("it does not begin with a scheme, such as https://")?;
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        if !scheme.starts_with(|first: char| first.is_ascii_alphabetic()) || !scheme.bytes().all(letter) {
            return Err("its scheme is not a word, such as https");
        }
        if text.contains(',') {
            return Err("it is several, separated by commas");
        }
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        if authority.contains('@') {
            return Err("it has the name of a user");
        }
        let is_port_apart = |&(_, port): &(&str, &str)| !port.ends_with(']');
        let (host, port) = match authority.rsplit_once(':').filter(is_port_apart) {
            // Not as a sign or with zeros before it, which browsers would leave out.
            Some((host, port)) if !port.starts_with(['0', '+']) => {
                (host, Some(port.parse().map_err(|_| "its port is not a number from 1 to 65535")?))
            }
            Some(_) => return Err("its port is not a number from 1 to 65535"),
            None => (authority, None),
        };
        if !is_host(host) {
            return Err("its host is neither a name nor an IP address");
        }
        if path.contains(['?', '#']) {
            return Err("it has a query or a fragment");
        }
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+;=:@%/".contains(&byte);
        if !path.bytes().all(is_allowed) {
            return Err("its path has a character that URLs do not have");
        }
        Ok(Self { scheme, port, path })
    }
}

/// Whether this is the host of a URL: a name of labels, an IPv4 address, or an IPv6 address in brackets.
fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[') {
        return address.strip_suffix(']').is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // A name ends with a dot where nothing may be added to it.
    let name = host.strip_suffix('.').unwrap_or(host);
    // What ends with a number is an address to every browser.
    let is_address = name.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    let is_name = name.len() <= 253 && name.split('.').all(is_label);
    if is_address { host.parse::<Ipv4Addr>().is_ok() } else { is_name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_has_a_scheme_a_host_a_port_and_a_path() {
        for (text, port, path) in [
            ("https://games.example", None, ""),
            ("https://games.example/ayla/", None, "/ayla/"),
            ("https://ayla:65535", Some(65_535), ""),
            ("https://127.0.0.1:8080/%C3%A9", Some(8_080), "/%C3%A9"),
            ("https://[::1]", None, ""),
            ("https://[2001:db8::1]:8443", Some(8_443), ""),
            ("https://xn--awal-epa.example.:1", Some(1), ""),
            ("https://game_server-1:443", Some(443), ""),
        ] {
            assert_eq!(Url::read(text), Ok(Url { scheme: "https", port, path }), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_url_is_named() {
        for (fault, texts) in [
            ("it does not begin with a scheme, such as https://", &["", "games.example", "https:games.example"][..]),
            ("its scheme is not a word, such as https", &["://games.example", "1://a", " https://a", "a b://c"]),
            (
                "it is several, separated by commas",
                &["https://games.example,https://ayla:8080", "https://a/,https://b", "https://a,b"],
            ),
            ("it has the name of a user", &["https://a@b", "https://user:word@games.example"]),
            (
                "its port is not a number from 1 to 65535",
                &[
                    "https://games.example:99999",
                    "https://a:",
                    "https://a:0",
                    "https://a:080",
                    "https://a:+80",
                    "https://a:b",
                    "https://[::1]:65536",
                ],
            ),
            (
                "its host is neither a name nor an IP address",
                &[
                    "https://",
                    "https:///path",
                    "https://:8080",
                    "https://*.example",
                    "https://a b",
                    "https://a..b",
                    "https://.",
                    "https://-a",
                    "https://a-.example",
                    "https://awalé.example",
                    "https://10.0.0.256",
                    "https://10.0.1",
                    "https://1:2:3::4",
                    "https://[::g]",
                    "https://[::1",
                    "https://[127.0.0.1]",
                    "https://a;b",
                    "https://$HOST",
                ],
            ),
            ("it has a query or a fragment", &["https://a?b", "https://a/?b", "https://a#b", "https://a/b#"]),
            (
                "its path has a character that URLs do not have",
                &["https://a/b c", "https://a/é", "https://a/<b>", "https://a/b\\c"],
            ),
        ] {
            for text in texts {
                assert_eq!(Url::read(text), Err(fault), "{text}");
            }
        }
        let long = |length: usize| format!("https://{}.example", "a".repeat(length));
        assert!(Url::read(&long(63)).is_ok() && Url::read(&long(64)).is_err());
        let deep = |labels: usize| format!("https://{}example", "a.".repeat(labels));
        assert!(Url::read(&deep(123)).is_ok() && Url::read(&deep(124)).is_err());
    }
}
