//! The log, on standard error; the metrics, for Prometheus; and the spans of calls, exported by OTLP if the environment
//! names an endpoint.

pub(crate) mod budget;
pub(crate) mod load;
mod lost;
pub mod metrics;
mod otlp;
mod process;
pub(crate) mod trace_context;

use std::io::{self, IsTerminal};
use std::panic;
use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use tracing::{Level, Span, error, info, warn};
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::config::LogFormat;
use otlp::Export;
use trace_context::TraceIds;

/// The timeout for exporting the last spans.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(5);

/// The export of spans, if there is one.
#[derive(Debug)]
pub struct Telemetry(Option<Export>);

/// Checks the export of spans that the environment requests, without starting it.
///
/// # Errors
///
/// As [`start`].
pub fn check() -> Result<(), String> {
    otlp::requested().map(drop).map_err(unsupported)
}

fn unsupported(error: String) -> String {
    format!("spans cannot be exported by OTLP: {error}")
}

/// The target of errors that end the process, which are logged whatever the filter says.
const FATAL: &str = "ayla::fatal";

/// Logs an error that ends the process, whatever the filter of the log says.
pub fn fatal(what: &str, error: &dyn std::error::Error) {
    error!(target: FATAL, %error, "{what}");
}

/// Starts the log with this filter, and the export of spans if the environment requests it. Panics are logged like
/// everything else. The environment variables of OpenTelemetry set the sampler, resource, headers and batches;
/// `trust_trace_flags` says whether samplers follow the `sampled` flag of clients.
///
/// # Errors
///
/// The environment requests an export that is not supported, or the filter is none: a sentence that names the variable.
pub fn start(format: LogFormat, filter: &str, trust_trace_flags: bool) -> Result<Telemetry, String> {
    let export = otlp::export(trust_trace_flags).map_err(unsupported)?;

    // A library that logs what clients send, as often as they send it.
    let filter: Targets = format!("rmcp=off,{filter},{FATAL}=error")
        .parse()
        .map_err(|error| format!("AYLA_LOG is a filter of the log: {error}"))?;
    let log = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().flatten_event(true).boxed(),
    };
    let spans = export.as_ref().map(|Export { provider, .. }| {
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("ayla"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            // Without events, so that log lines about successful calls are not formatted in vain.
            .with_filter(
                filter_fn(|it| it.is_span() && it.target().starts_with("ayla")).with_max_level_hint(Level::DEBUG),
            )
    });
    tracing_subscriber::registry().with(spans).with(log.with_filter(filter)).init();
    panic::set_hook(Box::new(|panic| {
        ::metrics::counter!(metrics::PANICS).increment(1);
        let payload = panic.payload();
        let message = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        let message = message.unwrap_or_default();
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let trace_id = TraceIds::of(&Span::current(), None).map(|ids| ids.trace);
        // A panic of another thread ends a call, and one of the main thread the process.
        if std::thread::current().name() == Some("main") {
            error!(target: FATAL, place, trace_id, "panic: {message}");
        } else {
            error!(place, trace_id, "panic: {message}");
        }
    }));
    if let Some(Export { endpoint, .. }) = &export {
        info!(endpoint, "spans are exported by OTLP");
    }
    Ok(Telemetry(export))
}

impl Telemetry {
    /// Exports the remaining spans, and ends the export. Blocks, so it must not be called from a task.
    pub fn end(self) {
        let Some(Export { provider, runtime, .. }) = self.0 else { return };
        match provider.shutdown_with_timeout(FLUSH_TIMEOUT) {
            // This does not mean that all spans arrived; the library has logged those that did not.
            Ok(()) => info!("the export of spans has ended"),
            Err(error) => warn!(%error, "spans are lost"),
        }
        runtime.shutdown_background();
    }
}
