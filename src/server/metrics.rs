//! The Prometheus exporter, and the metrics of calls and connections. The [service](crate::service) has those of searches.
//!
//! Labels have few values: never a position, a preset, an address or anything else that a client chooses.

use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use crate::service::RULES_VERSION;
use crate::service::metrics::{self as work, shed};
use crate::service::operator_file::OperatorFile;
use metrics::{
    Counter, Histogram, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use super::transport::Transport;
use crate::service::operation::Operation;

use super::status::{CLIENT_CLOSED_REQUEST, Status};

const CALLS: &str = "ayla_calls_total";
const DURATION: &str = "ayla_call_duration_seconds";
const IN_FLIGHT: &str = "ayla_calls_in_flight";
const CONNECTIONS: &str = "ayla_connections_open";
const OPENED: &str = "ayla_connections_total";
const RELOADS: &str = "ayla_reloads_total";
/// The counter of failed TLS handshakes.
pub(super) const HANDSHAKES_FAILED: &str = "ayla_tls_handshakes_failed_total";
const BUILD: &str = "ayla_build_info";
const START: &str = "process_start_time_seconds";

/// The buckets of histograms of durations, in seconds: a rule call takes microseconds, a search up to seconds.
const DURATION_BUCKETS: [f64; 16] = [
    0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 5.0, 15.0,
];

/// How often observations are sorted into the buckets of histograms. Until then each takes memory.
pub(super) const UPKEEP_INTERVAL: Duration = Duration::from_secs(1);

/// The recorder of the metrics of this process.
#[derive(Clone, Debug)]
pub struct Exporter(PrometheusHandle);

impl Exporter {
    /// Installs the recorder. Metrics that were created earlier are not collected.
    ///
    /// # Errors
    ///
    /// The process has a recorder already.
    pub fn install() -> Result<Self, BuildError> {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let handle = PrometheusBuilder::new().set_buckets_for_metric(seconds, &DURATION_BUCKETS)?.install_recorder()?;
        describe();
        work::describe();
        // From zero on, so that the first increase is visible.
        for file in OperatorFile::ALL {
            for result in ["ok", "failed"] {
                counter!(RELOADS, "file" => file.name(), "result" => result).increment(0);
            }
        }
        counter!(HANDSHAKES_FAILED).increment(0);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        gauge!(START).set(now.as_secs_f64());
        gauge!(
            BUILD,
            "version" => env!("CARGO_PKG_VERSION"),
            "commit" => crate::COMMIT.unwrap_or("unknown"),
            "engine" => ayla_engine::ENGINE,
            "rules" => RULES_VERSION,
        )
        .set(1);
        Ok(Self(handle))
    }

    /// All metrics in the Prometheus text format.
    pub(super) fn render(&self) -> String {
        self.0.render()
    }

    /// Sorts observations into buckets. To be called every [`UPKEEP_INTERVAL`].
    pub(super) fn run_upkeep(&self) {
        self.0.run_upkeep();
    }
}

fn describe() {
    describe_counter!(
        CALLS,
        "Completed calls, by operation, transport and status: the name of a gRPC code, or an HTTP status."
    );
    describe_histogram!(
        DURATION,
        Unit::Seconds,
        "Duration of calls, from the arrival of the request head to the end of the response, by operation and transport."
    );
    describe_gauge!(IN_FLIGHT, "Calls in flight; health watches do not count.");
    describe_gauge!(CONNECTIONS, "Open connections.");
    describe_counter!(OPENED, "Connections opened.");
    describe_counter!(RELOADS, "Reloads of operator files, by file and result: ok or failed.");
    describe_counter!(HANDSHAKES_FAILED, "TLS handshakes that failed.");
    describe_gauge!(START, Unit::Seconds, "Start time of the process, in seconds since 1970.");
    describe_gauge!(BUILD, "Always 1, with the version, commit, engine and rulings of the build as labels.");
}

const OPERATIONS: usize = Operation::ALL.len();
const TRANSPORTS: usize = Transport::ALL.len();
/// The HTTP statuses of the service, the most frequent first.
const HTTP_STATUSES: [u16; 19] =
    [200, 304, 400, 409, 422, 404, 401, 429, 204, 503, 504, 413, 415, 405, CLIENT_CLOSED_REQUEST, 307, 303, 408, 500];
/// The most statuses of a transport; gRPC has 17 codes.
const STATUSES: usize = if HTTP_STATUSES.len() > 17 { HTTP_STATUSES.len() } else { 17 };

/// The metrics of calls. The handle of each is looked up once, on first use.
pub(super) struct CallMetrics {
    calls: Vec<OnceLock<Counter>>,
    durations: Vec<OnceLock<Histogram>>,
    shed: Counter,
}

impl CallMetrics {
    /// The metrics, from the recorder of the process.
    pub(super) fn new() -> Self {
        let rows = OPERATIONS * TRANSPORTS;
        Self {
            calls: (0..rows * STATUSES).map(|_| OnceLock::new()).collect(),
            durations: (0..rows).map(|_| OnceLock::new()).collect(),
            shed: shed("calls"),
        }
    }

    /// Counts a call that was refused because too many were in flight.
    pub(super) fn shed(&self) {
        self.shed.increment(1);
    }

    /// Records a call that has ended.
    pub(super) fn ended(&self, transport: Transport, operation: Operation, status: Status, time: Duration) {
        let row = operation as usize * TRANSPORTS + transport as usize;
        let duration = || histogram!(DURATION, "operation" => operation.name(), "transport" => transport.name());
        self.durations[row].get_or_init(duration).record(time);

        let calls = || {
            let (operation, transport) = (operation.name(), transport.name());
            counter!(CALLS, "operation" => operation, "transport" => transport, "status" => status.name())
        };
        match index(status) {
            Some(index) => self.calls[row * STATUSES + index].get_or_init(calls).increment(1),
            None => calls().increment(1),
        }
    }
}

impl std::fmt::Debug for CallMetrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CallMetrics").finish_non_exhaustive()
    }
}

/// The index of a status among those of its transport; none for an HTTP status not in [`HTTP_STATUSES`].
fn index(status: Status) -> Option<usize> {
    match status {
        Status::Grpc(code) => Some(code as usize),
        Status::Http(status) => HTTP_STATUSES.iter().position(|&known| known == status.as_u16()),
    }
}

/// The metrics of connections.
#[derive(Clone)]
pub(super) struct ConnectionMetrics {
    opened: Counter,
    shed: Counter,
}

impl ConnectionMetrics {
    /// The metrics, from the recorder of the process.
    pub(super) fn new() -> Self {
        Self { opened: counter!(OPENED), shed: shed("connections") }
    }

    /// Counts a connection.
    pub(super) fn opened(&self) {
        self.opened.increment(1);
    }

    /// Counts a connection that was closed at once because too many were open.
    pub(super) fn shed(&self) {
        self.shed.increment(1);
    }
}

impl std::fmt::Debug for ConnectionMetrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectionMetrics").finish_non_exhaustive()
    }
}

/// Sets the gauges of the server.
pub(super) fn set_gauges(calls: usize, connections: usize) {
    gauge!(IN_FLIGHT).set(calls as f64);
    gauge!(CONNECTIONS).set(connections as f64);
}

/// Counts a reload of an operator file.
pub(super) fn reloaded(file: OperatorFile, ok: bool) {
    counter!(RELOADS, "file" => file.name(), "result" => if ok { "ok" } else { "failed" }).increment(1);
}
