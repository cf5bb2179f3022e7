//! The metrics of calls and connections. The [service](crate::service) has those of searches.
//!
//! Labels have few values: never a position, a preset, an address or anything else that a client chooses.

use std::sync::OnceLock;

use http::StatusCode;

use crate::{access, reload};
use ayla_net::{Counters, EndReason};
use metrics::{Counter, Histogram, counter, gauge, histogram};
use tonic::Code;

use crate::call::{CLIENT_CLOSED_REQUEST as CLOSED, Ended, Status, Transport};
use crate::operation::Operation;
use crate::telemetry::metrics::describe_metrics;

describe_metrics! {
    /// Completed calls, by operation, transport, size and status: the name of a gRPC code, or an HTTP status. Calls
    /// with work by the rules that takes turns are large, and all others small.
    counter CALLS = "ayla_calls_total";
    /// Duration of calls, from the end of the request to the end of the response, by operation, transport and size.
    histogram DURATION = "ayla_call_duration_seconds", Seconds;
    /// Calls in flight; health watches do not count.
    gauge IN_FLIGHT = "ayla_calls_in_flight";
    /// Open connections.
    gauge CONNECTIONS = "ayla_connections_open";
    /// Connections opened.
    counter OPENED = "ayla_connections_total";
    /// Connections that the server ended, by reason: a head that did not arrive (head), an answer that was not taken
    /// (answer), a search whose caller left (stream), or a place that others needed (idle or slow).
    counter ENDED = "ayla_connections_ended_total";
    /// Requests that arrived as slowly as a slow call, or not as a whole.
    counter SLOW_REQUESTS = "ayla_slow_requests_total";
}

/// Begins to report: each counter of failures from zero on. To be called before files are reloaded.
pub fn begin() {
    describe();
    access::keys::describe();
    access::tls::begin_metrics();
    reload::begin_metrics();
    for operation in Operation::ALL {
        for transport in Transport::ALL {
            let failures = match transport {
                Transport::Grpc | Transport::GrpcWeb | Transport::Connect => {
                    &[Status::Grpc(Code::Internal), Status::Grpc(Code::Unknown)][..]
                }
                Transport::Http => &[Status::Http(StatusCode::INTERNAL_SERVER_ERROR)],
            };
            for (&status, size) in failures.iter().flat_map(|status| SIZES.map(|size| (status, size))) {
                calls(*operation, *transport, size, status).increment(0);
            }
        }
    }
    for why in EndReason::ALL {
        counter!(ENDED, "reason" => why.name()).increment(0);
    }
}

const OPERATIONS: usize = Operation::ALL.len();
const TRANSPORTS: usize = Transport::ALL.len();
/// The sizes of calls, by whether they are large.
const SIZES: [&str; 2] = ["small", "large"];
/// The HTTP statuses of the service, the most frequent first.
const HTTP_STATUSES: [u16; 22] =
    [200, 304, 400, 409, 422, 404, 401, 429, 204, 503, 504, 413, 415, 405, CLOSED, 307, 303, 408, 500, 202, 403, 501];
/// The most statuses of a transport; gRPC has 17 codes.
const STATUSES: usize = if HTTP_STATUSES.len() > 17 { HTTP_STATUSES.len() } else { 17 };

/// The metrics of calls. The handle of each is looked up once, on first use.
pub(super) struct CallMetrics {
    /// For each operation, transport and size, the counters of the statuses, which have their memory once there is a
    /// call.
    calls: Vec<OnceLock<Box<[OnceLock<Counter>; STATUSES]>>>,
    durations: Vec<OnceLock<Histogram>>,
    slow_requests: Counter,
}

impl CallMetrics {
    /// The metrics, from the recorder of the process.
    pub(super) fn new() -> Self {
        let rows = OPERATIONS * TRANSPORTS * SIZES.len();
        Self {
            calls: (0..rows).map(|_| OnceLock::new()).collect(),
            durations: (0..rows).map(|_| OnceLock::new()).collect(),
            slow_requests: counter!(SLOW_REQUESTS),
        }
    }

    /// Records a call that has ended, and whether its request arrived slowly, or not as a whole.
    pub(super) fn ended(&self, ended: &Ended<'_>, arrived_slowly: bool) {
        let transport = ended.call.transport;
        let operation = ended.call.operation;
        let status = ended.end.status;
        let is_large = usize::from(ended.call.is_large());
        let size = SIZES[is_large];
        let row = (operation as usize * TRANSPORTS + transport as usize) * SIZES.len() + is_large;
        let duration =
            || histogram!(DURATION, "operation" => operation.name(), "transport" => transport.name(), "size" => size);
        if ended.arriving.is_some() {
            self.durations[row].get_or_init(duration).record(ended.time);
        }
        if arrived_slowly {
            self.slow_requests.increment(1);
        }

        let counter = || calls(operation, transport, size, status);
        match index(status) {
            Some(index) => self.calls[row].get_or_init(Box::default)[index].get_or_init(counter).increment(1),
            None => counter().increment(1),
        }
    }
}

/// The counter of calls with these labels.
fn calls(operation: Operation, transport: Transport, size: &'static str, status: Status) -> Counter {
    let operation = operation.name();
    let transport = transport.name();
    let status = status.name();
    counter!(CALLS, "operation" => operation, "transport" => transport, "size" => size, "status" => status)
}

/// The index of a status among those of its transport; none for an HTTP status not in [`HTTP_STATUSES`].
fn index(status: Status) -> Option<usize> {
    match status {
        Status::Grpc(code) => Some(code as usize),
        Status::Http(status) => HTTP_STATUSES.iter().position(|&known| known == status.as_u16()),
    }
}

/// The counters of connections, from the recorder of the process.
pub(super) fn connections() -> Counters {
    let ended = |why: EndReason| counter!(ENDED, "reason" => why.name()).increment(1);
    Counters { opened: counter!(OPENED), ended }
}

/// Sets the gauges of the server.
pub(super) fn set_gauges(calls: usize, connections: usize) {
    gauge!(IN_FLIGHT).set(calls as f64);
    gauge!(CONNECTIONS).set(connections as f64);
}
