//! What operators see of the process beside its metrics: the log, on standard error, and the spans of its calls, exported
//! by OTLP where the environment names an endpoint.

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

/// The variables of OpenTelemetry that say where spans go; one of them turns the export on.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

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
/// The environment asks for an export that cannot be.
pub(crate) fn start(config: &Log) -> Result<Telemetry, ExporterBuildError> {
    let endpoint = ENDPOINTS.iter().find_map(|name| std::env::var(name).ok()).filter(|endpoint| !endpoint.is_empty());
    let provider = endpoint.as_ref().map(|_| provider()).transpose()?;

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
            Ok(Ok(())) => info!("all spans are exported"),
            Ok(Err(error)) => warn!(%error, "spans are lost"),
            Err(error) => warn!(%error, "spans are lost"),
        }
    }
}
