//! Admission: which calls go on, and who pays for their work. One function decides, whatever the transport.

use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use ayla_api::error::{Error, Result};
use ayla_fair::client::{Caller, Group};
use ayla_fair::shares::{HeldPlace, Shares};
use ayla_fair::usage::Usage;
use ayla_net::{Connections, InFlight, RequestBody};
use http::Request;
use metrics::Counter;

use super::arrived::{self, Identity};
use super::{Arrived, By, Call};
use crate::access::Access;
use crate::access::keys::Keys;
use crate::access::pictures::PictureRates;
use crate::operation::{Operation, Work};
use crate::telemetry::load::{WorkMetrics, shed};

/// The share of calls in flight that may be for the documentation: a quarter. It needs no API key, and clients without
/// one must not use up the places of those that have one.
const DOCUMENTATION_SHARE: usize = 4;
/// How many callers are logged as those that use most processor time.
const GREEDIEST: usize = 5;

/// Decides which calls are admitted, by the places in flight, the API keys, and the meters of work.
pub struct Admission {
    /// The connections, and the proxies in front of them.
    connections: Arc<Connections>,
    /// The callers that are admitted; none if everyone is.
    keys: Option<Arc<Keys>>,
    /// The rates at which addresses may ask for pictures, where those need no key.
    pictures: Option<PictureRates>,
    /// The processor time of callers without a key, and who has used most.
    unnamed: WorkMetrics,
    usage: Usage,
    /// The places of calls in flight.
    places: Arc<Shares>,
    /// The part of these places that calls for the documentation may take.
    documentation: Arc<Shares>,
    /// Counts the calls for which there was no place.
    shed: Counter,
    /// The public address of the server, if it is known.
    site: Option<Arc<str>>,
}

/// The place of a call, and the one among those of the documentation.
pub(super) type Places = (HeldPlace, Option<HeldPlace>);

impl Admission {
    /// The admission of a server that has at most `calls` in flight, on these connections. `site` is its public
    /// address, if that is known.
    pub fn new(connections: Arc<Connections>, calls: usize, access: &Access, site: Option<&str>) -> Self {
        Self {
            connections,
            keys: access.keys.clone(),
            pictures: PictureRates::of(access.pictures),
            unnamed: WorkMetrics::new(""),
            usage: Usage::default(),
            places: Shares::new(calls),
            documentation: Shares::new(calls.div_ceil(DOCUMENTATION_SHARE)),
            shed: shed("calls"),
            site: site.map(Arc::from),
        }
    }

    /// The number of calls in flight that have a place.
    pub fn in_flight(&self) -> usize {
        self.places.taken()
    }

    /// Reads the head of a request, and finds out who calls.
    pub fn arrived(&self, request: &Request<RequestBody>) -> Arrived {
        let (transport, operation) = arrived::operation(request);
        let connection = &request.body().call().connection;
        let client = self.connections.client(connection.peer.ip(), request.headers());
        // Pictures that anyone may ask for have a rate of their own, and need no key.
        let are_open = operation == Operation::RenderBoard && self.pictures.is_some();
        let keys = self.keys.as_ref().filter(|_| !operation.is_public() && !are_open);
        // A trusted proxy has no share of its own: its calls are for others.
        let by_address = || connection.share.clone().unwrap_or_else(|| Caller::of_address(client));
        let identity = match keys.map(|keys| keys.find(request.headers())) {
            Some(Ok(known)) => Identity { caller: known.caller(), known: Some(known), fault: None },
            Some(Err(fault)) => Identity { caller: by_address(), known: None, fault: Some(fault) },
            None => Identity { caller: by_address(), known: None, fault: None },
        };
        Arrived::with(request, transport, operation, client, identity).at_site(self.site.clone())
    }

    /// Admits a call.
    ///
    /// # Errors
    ///
    /// What is wrong with the head; `OVERLOADED` if no place is free; `UNAUTHENTICATED` without a known key on a server
    /// that requires one; `RATE_LIMITED` above the caller's rates. The place is given back; what was counted against
    /// rates stays counted.
    pub fn admit(self: &Arc<Self>, arrived: &Arrived, in_flight: &Arc<InFlight>) -> Result<Call> {
        if let Err(error) = arrived.check_meaning() {
            in_flight.connection.close_after_answer();
            return Err(error);
        }
        let place = self.place(arrived)?;
        let Identity { known, fault, .. } = &arrived.identity;
        if let Some(fault) = fault {
            return Err(fault.clone());
        }
        let work = arrived.operation.always_does();
        let in_flight_later = Arc::downgrade(in_flight);
        if let Some(work) = work {
            self.begin(work, arrived.client, &in_flight_later)?;
        }
        if let Some(known) = known {
            known.admit(work)?;
        }
        let is_kept = place.is_some();
        let call = Call::admitted(arrived.clone(), By::Server(Arc::clone(self)), place, in_flight_later);
        if is_kept {
            // The call keeps its place until the client has taken the answer.
            in_flight.keep(Arc::clone(&call.admitted));
        }
        Ok(call)
    }

    /// A place for a call; none for one that needs none.
    ///
    /// # Errors
    ///
    /// `OVERLOADED` if none is free, or none for this caller.
    fn place(&self, arrived: &Arrived) -> Result<Option<Places>> {
        let operation = arrived.operation;
        if operation.is_unbounded() {
            return Ok(None);
        }
        let take = |places: &Arc<Shares>| places.take(Some(arrived.caller().clone()));
        let document = match operation {
            Operation::Documentation => take(&self.documentation).map(Some),
            _ => Some(None),
        };
        if let Some(places) = document.and_then(|document| Some((take(&self.places)?, document))) {
            return Ok(Some(places));
        }
        self.shed.increment(1);
        // A slow connection of the client's network makes room, or of any network if all places are taken.
        let is_full = self.places.taken() >= self.places.capacity;
        let own = Caller::of_address(arrived.client);
        self.connections.end_slowest((!is_full).then(|| own.widest()));
        Err(Error::overloaded())
    }

    /// Checks whether a call may do this work now.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED`.
    pub(super) fn before(&self, work: Work, arrived: &Arrived, in_flight: &Weak<InFlight>) -> Result<()> {
        self.begin(work, arrived.client, in_flight)?;
        arrived.known().map_or(Ok(()), |known| known.before(work))
    }

    /// Checks what limits work of this kind for every caller alike, with an API key or without.
    fn begin(&self, work: Work, client: IpAddr, in_flight: &Weak<InFlight>) -> Result<()> {
        // From here on the call ends when its caller leaves: nobody would read the answer.
        if let Some(call) = in_flight.upgrade() {
            call.end_with_stream();
        }
        match (work, &self.pictures) {
            (Work::Picture, Some(rates)) => rates.check(client),
            (Work::Search | Work::Rules, _) | (Work::Picture, None) => Ok(()),
        }
    }

    /// Charges the caller of a call for processor time.
    pub(super) fn charge(&self, work: Work, time: Duration, arrived: &Arrived) {
        match arrived.known() {
            Some(known) => known.charge(work, time),
            None => self.unnamed.add(work, time),
        }
        self.usage.add(arrived.caller(), time);
    }

    /// Logs who has used most processor time since the last time; networks only if `names_clients`. To be called every
    /// minute.
    pub(crate) fn log_greediest(&self, names_clients: bool) {
        let greediest = self.usage.take_greediest(GREEDIEST);
        if greediest.is_empty() {
            return;
        }
        let names = |group: &Group| match group {
            Group::Network(..) if !names_clients => "a network".to_owned(),
            group => group.to_string(),
        };
        let list: Vec<_> =
            greediest.iter().map(|(group, time)| format!("{} {} ms", names(group), time.as_millis())).collect();
        tracing::info!(callers = list.join(", "), "most processor time in the last minute");
    }
}
