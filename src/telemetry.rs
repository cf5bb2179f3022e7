//! What operators see of the process beside its metrics: the log, on standard error, and the spans of its calls, exported
//! by OTLP where the environment names an endpoint.

use std::env::VarError;
use std::error::Error;
use std::io::{self, IsTerminal};
use std::panic;
use std::time::Duration;

use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry::{Key, KeyValue};
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::{Builder, Runtime};
use tracing::{Level, Span, error, info, warn};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::filter_fn;
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

/// The export of spans, if there is one, with a thread of its own: it goes on when those that serve have ended, so that
/// the spans of calls that were cut off are sent too.
#[derive(Debug)]
pub(crate) struct Telemetry(Option<(SdkTracerProvider, Runtime)>);

/// Starts the log, and the export of spans where the environment asks for it. From now on a panic is a line of the log,
/// in the form of the others. The rest of what the environment says by the conventions of OpenTelemetry holds: sampler,
/// resource, headers, batches.
///
/// # Errors
///
/// The environment asks for an export that cannot be: which variable is wrong, and why.
pub(crate) fn start(config: &Log) -> Result<Telemetry, String> {
    let endpoint = endpoint()?;
    let export = endpoint.as_ref().map(|_| export()).transpose().map_err(|error| error.to_string())?;

    let filter = EnvFilter::builder().parse_lossy(&config.filter);
    let log = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let log = match config.format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().flatten_event(true).boxed(),
    };
    let spans = export.as_ref().map(|(provider, _)| {
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("ayla"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            // Spans alone: the lines of the log about good calls are not to be put together for nobody.
            .with_filter(
                filter_fn(|it| it.is_span() && it.target().starts_with("ayla")).with_max_level_hint(Level::DEBUG),
            )
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
    Ok(Telemetry(export))
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

fn export() -> Result<(SdkTracerProvider, Runtime), Box<dyn Error>> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().thread_name("ayla-export").build()?;
    let provider = {
        let _within = runtime.enter();
        let exporter = SpanExporter::builder().with_tonic().build()?;
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource()).build()
    };
    Ok((provider, runtime))
}

/// What spans say of the process: as the environment does, with our name where it says none.
fn resource() -> Resource {
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let name = Resource::builder().build().get(&Key::from_static_str("service.name"));
    let resource = Resource::builder().with_attribute(version);
    match name {
        Some(name) if !name.as_str().is_empty() && !name.as_str().starts_with("unknown_service") => resource.build(),
        Some(_) | None => resource.with_service_name("ayla").build(),
    }
}

impl Telemetry {
    /// Sends what has not been sent yet, and ends the export. Waits for it, which no task may do.
    pub(crate) fn end(self) {
        let Some((provider, runtime)) = self.0 else { return };
        match provider.shutdown_with_timeout(FLUSH) {
            // Whether the spans arrived it does not tell; of those that did not, the library has said so in the log.
            Ok(()) => info!("the export of spans has ended"),
            Err(error) => warn!(%error, "spans are lost"),
        }
        runtime.shutdown_background();
    }
}
