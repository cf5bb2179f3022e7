//! The networks of clients.

use std::net::{IpAddr, Ipv6Addr};

/// The network of an address that counts as one client: an IPv6 host has many addresses, of 64 bits in common.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}
