//! The clients that share what is scarce.
//!
//! A caller is the narrowest of nested *groups*: the address of a client within its networks, or a user of the owner of
//! an API key. Groups share with their siblings. So the owner of many addresses counts as one, as far as addresses show
//! who owns them, and still each address of a network gets its part.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;

/// A group of callers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The owner of an API key, by name.
    Key(Arc<str>),
    /// A user of the owner of an API key, as a hash of the owner's name for them. None for all whom the owner does not
    /// name.
    User(Arc<str>, Option<u64>),
    /// A network, by its first address and the length of its prefix in bits. An address of its own is one, too.
    Network(IpAddr, u8),
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(name) | Self::User(name, _) => f.write_str(name),
            Self::Network(address, prefix) => write!(f, "{address}/{prefix}"),
        }
    }
}

/// A caller, as the groups that it belongs to, the widest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caller(Arc<[Group]>);

/// The lengths of the prefixes by which IPv6 networks are given out: to a site, to a part of it, and to a link.
const IPV6_PREFIXES: [u8; 3] = [48, 56, 64];
/// The lengths of the prefixes of public IPv4 networks that count as one owner's, and of addresses.
const IPV4_PREFIXES: [u8; 2] = [24, 32];

impl Caller {
    /// A user of the owner of an API key.
    pub fn of_key(name: &Arc<str>, user: Option<u64>) -> Self {
        Self([Group::Key(Arc::clone(name)), Group::User(Arc::clone(name), user)].into())
    }

    /// The client at an address. Clients at private addresses belong to no wider group: the owner of a network gives
    /// them out one by one.
    pub fn of_address(address: IpAddr) -> Self {
        let (is_private, prefixes) = match address {
            IpAddr::V4(address) => (is_private(address), &IPV4_PREFIXES[..]),
            IpAddr::V6(address) => {
                let is_private = address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local();
                (is_private, &IPV6_PREFIXES[..])
            }
        };
        let prefixes = if is_private { &prefixes[prefixes.len() - 1..] } else { prefixes };
        let network = |&prefix: &u8| Group::Network(IpNet::new_assert(address, prefix).network(), prefix);
        Self(prefixes.iter().map(network).collect())
    }

    /// The groups, the widest first. There is at least one.
    pub fn groups(&self) -> &[Group] {
        &self.0
    }

    /// The widest group.
    pub fn widest(&self) -> &Group {
        &self.0[0]
    }

    /// The narrowest group, which is the caller alone.
    pub fn narrowest(&self) -> &Group {
        &self.0[self.0.len() - 1]
    }

    /// The name of the caller's API key, if there is one.
    pub fn name(&self) -> Option<&str> {
        match self.widest() {
            Group::Key(name) | Group::User(name, _) => Some(name),
            Group::Network(..) => None,
        }
    }

    /// A caller of these groups, the widest first.
    pub(crate) fn of_groups(groups: Vec<Group>) -> Self {
        Self(groups.into())
    }
}

/// Whether an address is of this machine or of a private network, or is shared by a provider's customers (RFC 6598).
fn is_private(address: Ipv4Addr) -> bool {
    let is_shared = address.to_bits() >> 22 == u32::from_be_bytes([100, 64, 0, 0]) >> 22;
    address.is_loopback() || address.is_private() || address.is_link_local() || is_shared
}

/// The client that a piece of work is for.
#[derive(Clone)]
pub struct Client {
    /// The caller.
    pub caller: Caller,
    /// Receives the processor time that is spent for the client.
    pub meter: Option<Meter>,
}

/// A function that charges processor time to a budget, which only the function knows.
pub type Meter = Arc<dyn Fn(Duration) + Send + Sync>;

impl Client {
    /// A client without a meter.
    pub const fn of(caller: Caller) -> Self {
        Self { caller, meter: None }
    }

    /// Records processor time that was spent for the client.
    pub fn spend(&self, time: Duration) {
        if let Some(meter) = &self.meter {
            meter(time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(address: &str) -> Vec<String> {
        let caller = Caller::of_address(address.parse().expect("an address"));
        caller.groups().iter().map(Group::to_string).collect()
    }

    #[test]
    fn an_address_belongs_to_the_networks_of_its_owner() {
        assert_eq!(networks("203.0.113.7"), ["203.0.113.0/24", "203.0.113.7/32"]);
        assert_eq!(
            networks("2001:db8:1:2345:6::7"),
            ["2001:db8:1::/48", "2001:db8:1:2300::/56", "2001:db8:1:2345::/64"]
        );
        for private in
            ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.0.1", "100.64.0.1", "100.127.9.9"]
        {
            assert_eq!(networks(private), [format!("{private}/32")]);
        }
        assert_eq!(networks("100.128.0.1").len(), 2);
        assert_eq!(networks("::1"), ["::/64"]);
        assert_eq!(networks("fd00:1:2:3::4"), ["fd00:1:2:3::/64"]);
    }
}
