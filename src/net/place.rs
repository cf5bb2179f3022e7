//! The places of calls, and the shares of addresses.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the connections from one address have together.
#[derive(Debug, Default)]
pub(super) struct Address {
    pub(super) connections: AtomicUsize,
    calls: AtomicUsize,
}

/// The place of a call, given back when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    all: Arc<AtomicUsize>,
    address: Option<Arc<Address>>,
}

impl Place {
    /// Takes a place among `all`, and returns how many were taken before, in all and by the address.
    pub(super) fn take(all: &Arc<AtomicUsize>, address: Option<&Arc<Address>>) -> (Self, usize, Option<usize>) {
        let taken = all.fetch_add(1, Ordering::Relaxed);
        let by_address = address.map(|address| address.calls.fetch_add(1, Ordering::Relaxed));
        (Self { all: Arc::clone(all), address: address.cloned() }, taken, by_address)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::Relaxed);
        if let Some(address) = &self.address {
            address.calls.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The network for which one limit holds: an IPv6 host has many addresses.
#[must_use]
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}
