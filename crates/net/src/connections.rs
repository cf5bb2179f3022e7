//! The open connections of a listener, and how many there may be.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ayla_fair::client::{Caller, Group};
use ayla_fair::lock;
use ayla_fair::shares::{HeldPlace, Shares};
use ipnet::IpNet;
use metrics::Counter;
use slab::Slab;

use super::address::canonical_network;
use super::connection::{Connection, EndReason};

/// How long a client may keep a call waiting before others may need its place.
const SLOW: Duration = Duration::from_secs(1);

/// How many connections may be open at once, and who may open them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Capacity {
    /// The most open connections.
    pub connections: usize,
    /// The networks of trusted proxies, which may open any number of them.
    pub trusted: Vec<IpNet>,
}

/// The open connections of a listener.
#[derive(Debug)]
pub struct Connections {
    trusted: Vec<IpNet>,
    places: Arc<Shares>,
    open: Mutex<Slab<Open>>,
    /// Counts connections that were refused, or ended for others that needed their place.
    shed: Counter,
}

/// An open connection.
#[derive(Debug)]
struct Open {
    connection: Arc<Connection>,
    place: HeldPlace,
}

/// The entry of a connection, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Entry {
    connections: Arc<Connections>,
    key: usize,
    pub(super) connection: Arc<Connection>,
}

impl Connections {
    /// Creates the table without connections. `shed` counts those that are refused, or ended for others that need their
    /// place.
    pub fn new(capacity: Capacity, shed: Counter) -> Self {
        let Capacity { connections, trusted } = capacity;
        let trusted = trusted.into_iter().map(canonical_network).collect();
        Self { trusted, places: Shares::new(connections), open: Mutex::default(), shed }
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        lock(&self.open).len()
    }

    /// Enters a connection, which `connect` makes. Where there is no place for it, another one ends in its favour.
    pub(super) fn enter(
        self: &Arc<Self>,
        peer: IpAddr,
        connect: impl FnOnce(Option<Caller>) -> Connection,
    ) -> Option<Entry> {
        let share = (!self.is_trusted(peer)).then(|| Caller::of_address(peer));
        let mut open = lock(&self.open);
        let place = self.places.take(share.clone()).or_else(|| {
            self.shed.increment(1);
            self.make_room(&mut open, share.as_ref())
        })?;
        let connection = Arc::new(connect(share));
        let key = open.insert(Open { connection: Arc::clone(&connection), place });
        Some(Entry { connections: Arc::clone(self), key, connection })
    }

    /// Ends the slowest connection, or else the one that has been without a call for longest, and hands on its place.
    fn make_room(&self, open: &mut Slab<Open>, share: Option<&Caller>) -> Option<HeldPlace> {
        let dispensable = |of: Option<&Group>| {
            let candidates = open.iter().filter(|(_, open)| of.is_none_or(|group| open.is_of(group)));
            let idle = candidates.filter_map(|(key, open)| Some((open.connection.idle_since()?, key)));
            let slowest = slowest(open, of, false).map(|key| (key, EndReason::Slow));
            slowest.or_else(|| idle.min().map(|(_, key)| (key, EndReason::Idle)))
        };
        // A network takes no place from one that has fewer connections.
        let of_others = self.places.giver(share).and_then(|group| dispensable(Some(&group)));
        let own = share.filter(|share| self.places.held_with(share) > 0).map(Caller::widest);
        let (key, why) = of_others.or_else(|| dispensable(own))?;
        let Open { connection, place } = open.remove(key);
        connection.end(why);
        Some(place.handed_to(share.cloned()))
    }

    /// Whether this is a proxy that the operator trusts.
    pub(super) fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// Ends the slowest connection: of those from the network `of`, or of all, the one whose client has for longest
    /// kept a call waiting that [keeps](super::InFlight::keep) something. It ends only if that is more than a second.
    /// Connections of trusted proxies are left alone: they carry the calls of many clients.
    pub fn end_slowest(&self, of: Option<&Group>) {
        let open = lock(&self.open);
        if let Some(key) = slowest(&open, of, true) {
            open[key].connection.end(EndReason::Slow);
        }
    }
}

/// The connection whose client has for longest kept a call waiting, among those from the network `of`, or among all.
/// None if that is less than [`SLOW`].
fn slowest(open: &Slab<Open>, of: Option<&Group>, of_keeping: bool) -> Option<usize> {
    let is_from = |open: &Open| of.map_or(open.connection.share.is_some(), |group| open.is_of(group));
    let candidates = open.iter().filter(|(_, open)| is_from(open));
    let waiting = candidates.filter_map(|(key, open)| Some((open.connection.waits_since(of_keeping)?, key)));
    waiting.min().filter(|(since, _)| since.elapsed() >= SLOW).map(|(_, key)| key)
}

impl Open {
    fn is_of(&self, group: &Group) -> bool {
        self.connection.share.as_ref().is_some_and(|caller| caller.groups().contains(group))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut open = lock(&self.connections.open);
        // The connection may have been removed in favour of another one, which may have its key now.
        if open.get(self.key).is_some_and(|open| Arc::ptr_eq(&open.connection, &self.connection)) {
            open.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::SocketAddr;
    use std::sync::Weak;

    fn connections(connections: usize) -> Arc<Connections> {
        let trusted = vec!["10.0.0.0/8".parse().expect("a network")];
        Arc::new(Connections::new(Capacity { connections, trusted }, Counter::noop()))
    }

    fn enter(connections: &Arc<Connections>, ip: &str) -> Option<Entry> {
        let peer: IpAddr = ip.parse().expect("an address");
        connections.enter(peer, |share| Connection::new(SocketAddr::new(peer, 1), false, share, Weak::new()))
    }

    fn ended(entry: &Entry) -> Option<EndReason> {
        entry.connection.overdue(Duration::MAX)
    }

    #[tokio::test(start_paused = true)]
    async fn the_connection_without_a_call_for_longest_makes_room() {
        let connections = connections(4);
        let a = enter(&connections, "2001:db8::1").expect("there is room");
        tokio::time::advance(SLOW).await;
        let b = enter(&connections, "2001:db8::1").expect("there is room");
        tokio::time::advance(SLOW).await;
        drop(a.connection.begin(true));
        // The same network leaves two free; `a` had the last call.
        let c = enter(&connections, "2001:db8::2").expect("the other makes room");
        assert_eq!([&a, &b, &c].map(ended), [None, Some(EndReason::Idle), None]);
        let _calls = [&a, &c].map(|entry| entry.connection.begin(true));
        assert!(enter(&connections, "2001:db8::3").is_none(), "both have calls");
        let others = ["2.2.2.2", "10.0.0.1"].map(|ip| enter(&connections, ip).expect("there is room"));
        drop(b);
        assert_eq!(connections.count(), 4);
        let _last = enter(&connections, "10.0.0.1").expect("one of the others makes room");
        assert_eq!(ended(&others[0]), Some(EndReason::Idle));
        drop((a, c, others));
        assert_eq!((connections.count(), connections.places.taken()), (1, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn the_connection_that_has_kept_its_call_waiting_for_longest_makes_room_before_idle_ones() {
        let connections = connections(7);
        let proxy = enter(&connections, "10.0.0.1").expect("there is room");
        let _proxied = proxy.connection.begin(false);
        let idle = enter(&connections, "1.1.1.1").expect("there is room");
        let slow = [(); 2].map(|()| enter(&connections, "1.1.1.1").expect("there is room"));
        let calls = slow.each_ref().map(|entry| entry.connection.begin(false));
        tokio::time::advance(SLOW / 2).await;
        calls[0].complete();
        calls[0].answered(Duration::MAX);
        tokio::time::advance(SLOW / 2).await;
        // Its network has used up its share, and only one of its connections has been slow for long enough.
        let _more = enter(&connections, "1.1.1.1").expect("a slow one makes room");
        assert_eq!([&slow[0], &slow[1], &idle, &proxy].map(ended), [None, Some(EndReason::Slow), None, None]);
        let others = ["2.2.2.2", "3.3.3.3", "6.6.6.6"].map(|ip| enter(&connections, ip).expect("there is room"));
        tokio::time::advance(SLOW).await;
        // All places are taken: the slowest of all makes room, and then those without calls.
        let _fourth = enter(&connections, "4.4.4.4").expect("a slow one makes room");
        assert_eq!(ended(&slow[0]), Some(EndReason::Slow));
        let _fifth = enter(&connections, "5.5.5.5").expect("an idle one makes room");
        assert_eq!(ended(&idle), Some(EndReason::Idle));
        assert!(others.iter().chain([&proxy]).all(|entry| ended(entry).is_none()));
    }

    #[tokio::test(start_paused = true)]
    async fn networks_that_took_what_they_could_make_room_for_those_that_come_later() {
        let connections = connections(100);
        let fill = |ip: &str| std::iter::from_fn(|| enter(&connections, ip)).take(100).collect::<Vec<_>>();
        let entries: Vec<_> = (0..9).map(|host| fill(&format!("1.1.{host}.1"))).collect();
        let calls: Vec<_> = entries.iter().flatten().map(|entry| entry.connection.begin(false)).collect();
        tokio::time::advance(SLOW).await;
        // A network that comes later gets as many connections as the nine others then have. After that, it replaces its
        // own.
        let later: Vec<_> = (0..20).filter_map(|_| enter(&connections, "2.2.2.2")).collect();
        let _calls: Vec<_> = later.iter().map(|entry| entry.connection.begin(true)).collect();
        assert_eq!((later.len(), later.iter().filter_map(ended).count()), (20, 10));
        drop(calls);
    }

    #[tokio::test(start_paused = true)]
    async fn a_network_without_places_for_calls_ends_no_connection_of_another() {
        let connections = connections(100);
        let [slow, refused, greedy] =
            ["1.1.1.1", "2.2.2.2", "2.2.2.2"].map(|ip| enter(&connections, ip).expect("room"));
        let calls = [&slow, &refused, &greedy].map(|entry| entry.connection.begin(false));
        calls[0].keep("a place");
        tokio::time::advance(SLOW).await;
        calls[2].keep("a place");
        let network = Caller::of_address("2.2.2.2".parse().expect("an address"));
        let network = Some(network.widest());
        connections.end_slowest(network);
        // One of them has kept nothing.
        assert_eq!([&slow, &refused, &greedy].map(ended), [None, None, Some(EndReason::Slow)]);
        connections.end_slowest(network);
        assert_eq!([&slow, &refused].map(ended), [None, None]);
        connections.end_slowest(None);
        assert_eq!(ended(&slow), Some(EndReason::Slow));
    }
}
