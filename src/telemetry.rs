//! What operators see of the process beside its metrics: the log, on standard error, and the spans of its calls, exported
//! by OTLP where the environment names an endpoint.

use std::env::VarError;
use std::io::{self, IsTerminal};
use std::panic;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry_otlp::{ExporterBuildError, SpanExporter};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Level, Span, error, info, warn};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::{Log, LogFormat};

/// The variables of OpenTelemetry that say where spans go, the first that is set; one of them turns the export on.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/// Those that say how: the first that is set.
const PROTOCOLS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];

/// How long the last spans may take to leave.
const FLUSH: Duration = Duration::from_secs(5);

/// The export of spans, if there is one.
#[derive(Debug)]
pub(crate) struct Telemetry(Option<SdkTracerProvider>);

/// Starts the log, and the export of spans where the environment asks for it. From now on a panic is a line of the log,
/// in the form of the others. The rest of what the environment says by the conventions of OpenTelemetry holds: sampler,
/// resource, headers, batches.
///
/// To be called in the runtime that exports.
///
/// # Errors
///
/// The environment asks for an export that cannot be: which variable is wrong, and why.
pub(crate) fn start(config: &Log) -> Result<Telemetry, String> {
    let endpoint = endpoint()?;
    let provider = endpoint.as_ref().map(|_| provider()).transpose().map_err(|error| error.to_string())?;

    let filter = EnvFilter::builder().parse_lossy(&config.filter);
    let log = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let log = match config.format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().flatten_event(true).boxed(),
    };
    let spans = provider.as_ref().map(|provider| {
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("ayla"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(Targets::new().with_target("ayla", Level::DEBUG))
    });
    tracing_subscriber::registry().with(spans).with(log.with_filter(filter)).init();
    panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let message = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        let message = message.unwrap_or_default();
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let context = Span::current().context();
        let trace = context.span().span_context().clone();
        let trace_id = trace.is_valid().then(|| trace.trace_id().to_string());
        error!(place, trace_id, "panic: {message}");
    }));
    if let Some(endpoint) = endpoint {
        info!(endpoint, "spans are exported by OTLP");
    }
    Ok(Telemetry(provider))
}

/// Where spans are to go, if anywhere.
///
/// Only gRPC without TLS is built in. The library would pass over another protocol, and speak gRPC to whoever listens.
fn endpoint() -> Result<Option<String>, String> {
    let Some((name, endpoint)) = variable(ENDPOINTS)? else { return Ok(None) };
    if !is_plain(&endpoint) {
        return Err(format!("{name} is {endpoint:?}, not an http:// address; TLS is not built in"));
    }
    match variable(PROTOCOLS)? {
        Some((name, protocol)) if !protocol.eq_ignore_ascii_case("grpc") => {
            Err(format!("{name} is {protocol:?}; only \"grpc\" is built in"))
        }
        Some(_) | None => Ok(Some(endpoint)),
    }
}

/// The first of these variables that is set. Empty is not set, by the conventions.
fn variable(names: [&'static str; 2]) -> Result<Option<(&'static str, String)>, String> {
    for name in names {
        match std::env::var(name) {
            Ok(value) if !value.is_empty() => return Ok(Some((name, value))),
            Ok(_) | Err(VarError::NotPresent) => {}
            Err(VarError::NotUnicode(value)) => return Err(format!("{name} is {value:?}, which is no text")),
        }
    }
    Ok(None)
}

/// Whether this is an address of HTTP without TLS.
fn is_plain(endpoint: &str) -> bool {
    let Ok(uri) = endpoint.parse::<http::Uri>() else { return false };
    uri.scheme() == Some(&http::uri::Scheme::HTTP) && uri.host().is_some_and(|host| !host.is_empty())
}

fn provider() -> Result<SdkTracerProvider, ExporterBuildError> {
    let exporter = SpanExporter::builder().with_tonic().build()?;
    let named = std::env::var_os("OTEL_SERVICE_NAME").is_some();
    let mut resource = Resource::builder();
    if !named {
        resource = resource.with_service_name("ayla");
    }
    let resource = resource.with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))).build();
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}

impl Telemetry {
    /// Sends what has not been sent yet, and ends the export.
    pub(crate) async fn end(self) {
        let Some(provider) = self.0 else { return };
        // It waits for the exporter, which needs the threads of the runtime.
        let ended = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(FLUSH)).await;
        match ended {
            // Whether the spans arrived it does not tell; of those that did not, the library has said so in the log.
            Ok(Ok(())) => info!("the export of spans has ended"),
            Ok(Err(error)) => warn!(%error, "spans are lost"),
            Err(error) => warn!(%error, "spans are lost"),
        }
    }
}
