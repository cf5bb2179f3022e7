//! Metrics in Prometheus form: how they are collected, and those of calls and connections. Those of searches are the
//! [service's](crate::service).
//!
//! Labels are few and closed: never a position, a preset, an address or anything else that a caller may choose.

use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use crate::service::RULES_VERSION;
use crate::service::metrics::{self as work, shed};
use crate::service::operator_file::Watched;
use metrics::{
    Counter, Histogram, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use super::transport::Transport;
use crate::service::operation::Operation;

use super::status::{GONE, Status};

const CALLS: &str = "ayla_calls_total";
const DURATION: &str = "ayla_call_duration_seconds";
const IN_FLIGHT: &str = "ayla_calls_in_flight";
const CONNECTIONS: &str = "ayla_connections_open";
const OPENED: &str = "ayla_connections_total";
const RELOADS: &str = "ayla_reloads_total";
/// Handshakes of TLS that failed.
pub(super) const HANDSHAKES_FAILED: &str = "ayla_tls_handshakes_failed_total";
const BUILD: &str = "ayla_build_info";
const START: &str = "process_start_time_seconds";

/// The bounds of the histograms of durations, in seconds: a rule call takes microseconds, a search up to seconds.
const DURATIONS: [f64; 16] = [
    0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 5.0, 15.0,
];

/// How often what was observed is sorted into the buckets of the histograms; until then it takes memory.
pub(super) const UPKEEP: Duration = Duration::from_secs(1);

/// What collects the metrics of this process.
#[derive(Clone, Debug)]
pub struct Exporter(PrometheusHandle);

impl Exporter {
    /// Collects from now on; what is created before is not collected. There is one in a process.
    ///
    /// # Errors
    ///
    /// There is one already.
    pub fn install() -> Result<Self, BuildError> {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let handle = PrometheusBuilder::new().set_buckets_for_metric(seconds, &DURATIONS)?.install_recorder()?;
        describe();
        work::describe();
        // So that their first rise is seen.
        for file in Watched::ALL {
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
            "commit" => option_env!("AYLA_COMMIT").unwrap_or("unknown"),
            "engine" => ayla_engine::ENGINE,
            "rules" => RULES_VERSION,
        )
        .set(1);
        Ok(Self(handle))
    }

    /// Everything, in the text format of Prometheus.
    pub(super) fn render(&self) -> String {
        self.0.render()
    }

    /// Keeps what was observed small. To be called each [`UPKEEP`].
    pub(super) fn tidy(&self) {
        self.0.run_upkeep();
    }
}

fn describe() {
    describe_counter!(
        CALLS,
        "Calls that ended, by operation, transport and status: a gRPC code's name, or an HTTP status."
    );
    describe_histogram!(
        DURATION,
        Unit::Seconds,
        "How long calls took, from the arrival of the head to the end of the answer, by operation and transport."
    );
    describe_gauge!(IN_FLIGHT, "Calls that run now; a health watch and reflection do not count.");
    describe_gauge!(CONNECTIONS, "Connections that are open now.");
    describe_counter!(OPENED, "Connections that were opened.");
    describe_counter!(RELOADS, "How often a file of the operator was read anew, by file and result: ok or failed.");
    describe_counter!(HANDSHAKES_FAILED, "TLS handshakes that failed.");
    describe_gauge!(START, Unit::Seconds, "When the process began, in seconds since 1970.");
    describe_gauge!(BUILD, "1, with the version, the commit, the engine and the rulings of this build.");
}

const OPERATIONS: usize = Operation::ALL.len();
const TRANSPORTS: usize = Transport::ALL.len();
/// The HTTP statuses that the service answers with, the commonest first.
const HTTP_STATUSES: [u16; 19] =
    [200, 304, 400, 409, 422, 404, 401, 429, 204, 503, 504, 413, 415, 405, GONE, 307, 303, 408, 500];
/// As many places as any transport has statuses; gRPC has 17 codes.
const STATUSES: usize = if HTTP_STATUSES.len() > 17 { HTTP_STATUSES.len() } else { 17 };

/// The metrics of calls. A metric is looked up once, when it is first needed.
pub(super) struct CallMetrics {
    calls: Vec<OnceLock<Counter>>,
    durations: Vec<OnceLock<Histogram>>,
    shed: Counter,
}

impl CallMetrics {
    /// Those of this process.
    pub(super) fn new() -> Self {
        let lines = OPERATIONS * TRANSPORTS;
        Self {
            calls: (0..lines * STATUSES).map(|_| OnceLock::new()).collect(),
            durations: (0..lines).map(|_| OnceLock::new()).collect(),
            shed: shed("calls"),
        }
    }

    /// A call was refused.
    pub(super) fn shed(&self) {
        self.shed.increment(1);
    }

    /// A call ended.
    pub(super) fn ended(&self, transport: Transport, operation: Operation, status: Status, taken: Duration) {
        let line = operation as usize * TRANSPORTS + transport as usize;
        let duration = || histogram!(DURATION, "operation" => operation.name(), "transport" => transport.name());
        self.durations[line].get_or_init(duration).record(taken);

        let calls = || {
            let (operation, transport) = (operation.name(), transport.name());
            counter!(CALLS, "operation" => operation, "transport" => transport, "status" => status.name())
        };
        match index(status) {
            Some(index) => self.calls[line * STATUSES + index].get_or_init(calls).increment(1),
            None => calls().increment(1),
        }
    }
}

impl std::fmt::Debug for CallMetrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CallMetrics").finish_non_exhaustive()
    }
}

/// The place of a status among those of its transport; none for an HTTP status that the service does not answer with.
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
    /// Those of this process.
    pub(super) fn new() -> Self {
        Self { opened: counter!(OPENED), shed: shed("connections") }
    }

    /// A connection was opened.
    pub(super) fn opened(&self) {
        self.opened.increment(1);
    }

    /// A connection was closed at once.
    pub(super) fn shed(&self) {
        self.shed.increment(1);
    }
}

impl std::fmt::Debug for ConnectionMetrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectionMetrics").finish_non_exhaustive()
    }
}

/// What is true of the server at the moment.
pub(super) fn observe(calls: usize, connections: usize) {
    gauge!(IN_FLIGHT).set(calls as f64);
    gauge!(CONNECTIONS).set(connections as f64);
}

/// A file of the operator was read anew, or could not be.
pub(super) fn reloaded(file: Watched, ok: bool) {
    counter!(RELOADS, "file" => file.name(), "result" => if ok { "ok" } else { "failed" }).increment(1);
}
