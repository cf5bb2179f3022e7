//! The open connections and their limits: how many there may be, and how many calls.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ipnet::IpNet;
use metrics::Counter;
use slab::Slab;

use super::connection::{Connection, EndReason, InFlight};
use super::place::{Address, Place, network};

/// How long a connection may keep calls waiting before others may need their places.
const SLOW: Duration = Duration::from_secs(1);

/// How many connections and calls a listener has at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// The most open connections.
    pub connections: usize,
    /// The most of them from one address, or from one IPv6 network of 64 bits.
    pub connections_per_address: usize,
    /// The most calls in flight.
    pub calls: usize,
    /// Proxies, for whose addresses no limit of their own holds.
    pub trusted: Vec<IpNet>,
}

/// The open connections of a listener.
pub struct Table {
    capacity: Capacity,
    open: Mutex<Open>,
    /// The number of calls with a place.
    calls: Arc<AtomicUsize>,
    /// Counts connections that were refused, or ended for others that needed their place.
    shed: Counter,
}

#[derive(Debug, Default)]
struct Open {
    connections: Slab<Arc<Connection>>,
    addresses: HashMap<IpAddr, Arc<Address>>,
}

/// The entry of a connection, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Entry {
    table: Arc<Table>,
    key: usize,
    pub(super) connection: Arc<Connection>,
}

impl Table {
    /// No connections yet. `shed` counts those that are refused, or ended for others that need their place.
    #[must_use]
    pub fn new(capacity: Capacity, shed: Counter) -> Self {
        Self { capacity, open: Mutex::default(), calls: Arc::default(), shed }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of open connections.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.open().connections.len()
    }

    /// The number of calls in flight that have a place.
    #[must_use]
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// Enters a connection, which `connect` makes. Where there are too many, in all or from its address, the one that has
    /// been without a call for longest ends in its favour; none if all of them have calls.
    pub(super) fn enter(
        self: &Arc<Self>,
        peer: IpAddr,
        connect: impl FnOnce(Option<Arc<Address>>) -> Connection,
    ) -> Option<Entry> {
        let mut open = self.open();
        let address = (!self.is_trusted(peer)).then(|| Arc::clone(open.addresses.entry(network(peer)).or_default()));
        let full = open.connections.len() >= self.capacity.connections;
        let share = address
            .as_ref()
            .filter(|address| address.connections.load(Ordering::Relaxed) >= self.capacity.connections_per_address);
        if full || share.is_some() {
            self.shed.increment(1);
            let candidates = open.connections.iter().filter(|(_, connection)| is_from(connection, share));
            let idle = candidates.filter_map(|(key, connection)| Some((connection.idle_since()?, key)));
            let Some((_, key)) = idle.min() else {
                open.forget_unused(peer);
                return None;
            };
            open.connections[key].end(EndReason::Idle);
            open.remove(key);
        }
        if let Some(address) = &address {
            address.connections.fetch_add(1, Ordering::Relaxed);
        }
        let connection = Arc::new(connect(address));
        let key = open.connections.insert(Arc::clone(&connection));
        Some(Entry { table: Arc::clone(self), key, connection })
    }

    /// Whether this is a proxy that the operator trusts.
    #[must_use]
    pub fn is_trusted(&self, address: IpAddr) -> bool {
        self.capacity.trusted.iter().any(|network| network.contains(&address.to_canonical()))
    }

    /// The most calls in flight.
    #[must_use]
    pub const fn most_calls(&self) -> usize {
        self.capacity.calls
    }

    /// Gives a call a place. Returns whether there is one.
    ///
    /// One address may have half of all places. The first call of a connection may have any of those; for further calls a
    /// quarter of them stays free, and a connection may have as many of the rest as it leaves free for others.
    #[must_use]
    pub fn admit(&self, call: &InFlight) -> bool {
        let all = self.capacity.calls;
        // The counts go down again when it is dropped.
        let (place, taken, by_address) = Place::take(&self.calls, call.connection().address());
        let most = if by_address.is_some() { all.div_ceil(2) } else { all };
        let free = all.saturating_sub(taken);
        let share = by_address.map(|by_address| most.saturating_sub(by_address)).filter(|share| *share <= free);
        let room = share.unwrap_or(free);
        let own = call.connection().places();
        let admitted = (own == 0 && room > 0) || own < room.saturating_sub(most / 4);
        if admitted {
            call.keep(place);
        } else {
            drop(place);
            // An address that has used up its share takes nothing from others.
            self.end_slowest(call.connection().address().filter(|_| share.is_some()));
        }
        admitted
    }

    /// Ends the connection whose client has kept most calls waiting, of all or of those from one address.
    fn end_slowest(&self, of: Option<&Arc<Address>>) {
        let open = self.open();
        let candidates = open.connections.iter().filter(|(_, connection)| is_from(connection, of));
        let slow = candidates.map(|(_, connection)| (connection.kept_waiting(SLOW), connection));
        if let Some((_, slowest)) = slow.filter(|(calls, _)| *calls > 0).max_by_key(|(calls, _)| *calls) {
            slowest.end(EndReason::Slow);
        }
    }
}

/// Whether the connection is from this address, if there is one.
fn is_from(connection: &Connection, address: Option<&Arc<Address>>) -> bool {
    address.is_none_or(|address| connection.address().is_some_and(|other| Arc::ptr_eq(address, other)))
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

impl Open {
    fn remove(&mut self, key: usize) {
        let connection = self.connections.remove(key);
        if let Some(address) = connection.address() {
            address.connections.fetch_sub(1, Ordering::Relaxed);
        }
        self.forget_unused(connection.peer().ip());
    }

    /// Forgets an address without connections.
    fn forget_unused(&mut self, peer: IpAddr) {
        let network = network(peer);
        if self.addresses.get(&network).is_some_and(|address| address.connections.load(Ordering::Relaxed) == 0) {
            self.addresses.remove(&network);
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut open = self.table.open();
        // It may have been removed in favour of another, which may have its key now.
        if open.connections.get(self.key).is_some_and(|connection| Arc::ptr_eq(connection, &self.connection)) {
            open.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::SocketAddr;
    use std::sync::Weak;

    fn table(connections: usize, calls: usize) -> Arc<Table> {
        let trusted = vec!["10.0.0.0/8".parse().expect("a network")];
        Arc::new(Table::new(
            Capacity { connections, connections_per_address: connections.div_ceil(2), calls, trusted },
            Counter::noop(),
        ))
    }

    fn enter(table: &Arc<Table>, ip: &str) -> Option<Entry> {
        let peer: IpAddr = ip.parse().expect("an address");
        table.enter(peer, |address| Connection::new(SocketAddr::new(peer, 1), false, address, Weak::new()))
    }

    #[tokio::test(start_paused = true)]
    async fn the_connection_longest_without_a_call_makes_room() {
        let table = table(4, 100);
        let a = enter(&table, "1.1.1.1").expect("there is room");
        tokio::time::advance(Duration::from_secs(1)).await;
        let b = enter(&table, "1.1.1.1").expect("there is room");
        tokio::time::advance(Duration::from_secs(1)).await;
        drop(a.connection.begin(0, true));
        // One address has half of all; `a` had the last call.
        let c = enter(&table, "1.1.1.1").expect("the other makes room");
        assert!(b.connection.idle_since().is_none() && a.connection.idle_since().is_some());
        let [_call_a, _call_c] = [&a, &c].map(|entry| entry.connection.begin(0, true));
        assert!(enter(&table, "1.1.1.1").is_none(), "both have calls");
        let others = ["2.2.2.2", "10.0.0.1"].map(|ip| enter(&table, ip).expect("there is room"));
        drop(b);
        assert_eq!(table.connections(), 4);
        let _last = enter(&table, "10.0.0.1").expect("one of the others makes room");
        assert!(others[0].connection.idle_since().is_none());
        drop((a, c, others));
        assert_eq!((table.connections(), table.open().addresses.len()), (1, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_leaves_places_to_others() {
        let table = table(100, 120);
        let take = |entry: &Entry| {
            let calls = (0..200).map(|_| entry.connection.begin(0, false));
            calls.filter(|call| table.admit(call)).collect::<Vec<_>>()
        };
        let entries = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(|ip| enter(&table, ip).expect("there is room"));
        let taken = entries.each_ref().map(take);
        assert_eq!(taken.each_ref().map(Vec::len), [45, 23, 11]);
        assert_eq!(table.calls(), 79);
        // When the calls wait for their client, and others need their places, the slowest connection ends.
        tokio::time::advance(SLOW).await;
        let other = enter(&table, "10.0.0.4").expect("there is room");
        assert_eq!(take(&other).len(), 6);
        assert!(entries[0].connection.overdue(Duration::MAX).is_some());
        assert!(other.connection.overdue(Duration::MAX).is_none());
        drop(taken);
        assert_eq!(table.calls(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_without_places_ends_no_connection_of_another() {
        let table = table(100, 120);
        let [slow, greedy] = ["1.1.1.1", "2.2.2.2"].map(|ip| enter(&table, ip).expect("there is room"));
        let slow_call = slow.connection.begin(0, false);
        assert!(table.admit(&slow_call));
        tokio::time::advance(SLOW).await;
        let calls: Vec<_> = (0..100).map(|_| greedy.connection.begin(0, false)).collect();
        assert!(!calls.iter().all(|call| table.admit(call)));
        assert!(slow.connection.overdue(Duration::MAX).is_none());
        tokio::time::advance(SLOW).await;
        assert!(!table.admit(&greedy.connection.begin(0, false)));
        assert_eq!(greedy.connection.overdue(Duration::MAX), Some(EndReason::Slow));
        assert!(slow.connection.overdue(Duration::MAX).is_none());
    }

    #[test]
    fn an_address_has_half_of_the_places_and_leaves_some_to_each_of_its_connections() {
        let table = table(100, 120);
        let connections = [(); 5].map(|()| enter(&table, "2001:db8::1").expect("there is room"));
        let calls = |entry: &Entry| (0..100).map(|_| entry.connection.begin(0, false)).collect::<Vec<_>>();
        let take = |entry: &Entry| calls(entry).into_iter().filter(|call| table.admit(call)).collect::<Vec<_>>();
        let taken = connections.each_ref().map(take);
        assert_eq!(taken.each_ref().map(Vec::len), [23, 11, 6, 3, 1]);
        let neighbour = enter(&table, "2001:db8::2").expect("there is room");
        assert_eq!(take(&neighbour).len(), 1, "the same network");
        let other = enter(&table, "2001:db8:1::1").expect("there is room");
        assert_eq!(take(&other).len(), 23);
    }
}
