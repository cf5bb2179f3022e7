//! The export of spans by OTLP, configured by the environment variables of OpenTelemetry.
//!
//! The exporter ignores values that it does not support, with a warning before there is a log. Here they are refused:
//! an operator who requests TLS, another protocol or another sampler must not get something else.

use opentelemetry::{Key, KeyValue, Value};
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, ResourceDetector};
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tokio::runtime::{Builder, Runtime};

use super::lost::CountingProcessor;
use crate::config::url::Url;

/// The variables for the endpoint, in order of precedence; either turns the export on.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const INSECURE: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_INSECURE", "OTEL_EXPORTER_OTLP_INSECURE"];
const PROTOCOLS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];
const COMPRESSIONS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "OTEL_EXPORTER_OTLP_COMPRESSION"];
const SAMPLER: &str = "OTEL_TRACES_SAMPLER";
const SAMPLER_ARG: &str = "OTEL_TRACES_SAMPLER_ARG";
const SAMPLERS: [&str; 6] = [
    "always_on",
    "always_off",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
];
/// The variables whose values are whole numbers.
const NUMBERS: [&str; 6] = [
    "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
    "OTEL_EXPORTER_OTLP_TIMEOUT",
    "OTEL_BSP_SCHEDULE_DELAY",
    "OTEL_BSP_MAX_QUEUE_SIZE",
    "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
    "OTEL_BSP_EXPORT_TIMEOUT",
];

/// An export of spans.
#[derive(Debug)]
pub(super) struct Export {
    pub(super) provider: SdkTracerProvider,
    /// The runtime of the exporter. It outlives the runtime of the server, so that the spans of calls that were cut off
    /// are exported too.
    pub(super) runtime: Runtime,
    /// The endpoint without a user name and password.
    pub(super) endpoint: String,
}

/// The variable for the number of spans that may wait for the export, and the number without it.
const QUEUE: &str = "OTEL_BSP_MAX_QUEUE_SIZE";
const DEFAULT_QUEUE: usize = 2_048;

/// Starts the export that the environment requests, if it requests one. With `trust_flags`, samplers whose names begin
/// with `parentbased_` follow the `sampled` flag of callers.
///
/// # Errors
///
/// The export is not supported: a sentence that names the variable.
pub(super) fn export(trust_flags: bool) -> Result<Option<Export>, String> {
    let Some(endpoint) = requested()? else { return Ok(None) };
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().thread_name("ayla-export").build();
    let runtime = runtime.map_err(|error| format!("no thread can be started: {error}"))?;
    let provider = {
        let _within = runtime.enter();
        let exporter = SpanExporter::builder().with_tonic().build().map_err(|error| error.to_string())?;
        let capacity = variable(QUEUE).and_then(|capacity| capacity.parse().ok()).unwrap_or(DEFAULT_QUEUE);
        let processor = CountingProcessor::new(exporter, capacity);
        let mut builder = SdkTracerProvider::builder().with_span_processor(processor).with_resource(resource());
        if !trust_flags && let Some(sampler) = root_sampler(variable) {
            builder = builder.with_sampler(sampler);
        }
        builder.build()
    };
    Ok(Some(Export { provider, runtime, endpoint }))
}

/// The endpoint of the export that the environment requests, if it requests one.
///
/// # Errors
///
/// The export is not supported: a sentence that names the variable.
pub(super) fn requested() -> Result<Option<String>, String> {
    endpoint(variable)
}

/// The value of an environment variable. OpenTelemetry treats an empty value like a missing one.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// What a sampler whose name begins with `parentbased_` does without a caller's flag; none for other samplers.
fn root_sampler(environment: impl Fn(&str) -> Option<String>) -> Option<Sampler> {
    match environment(SAMPLER).as_deref() {
        None | Some("parentbased_always_on") => Some(Sampler::AlwaysOn),
        Some("parentbased_always_off") => Some(Sampler::AlwaysOff),
        Some("parentbased_traceidratio") => {
            let ratio = environment(SAMPLER_ARG).and_then(|ratio| ratio.parse().ok()).unwrap_or(1.0);
            Some(Sampler::TraceIdRatioBased(ratio))
        }
        Some(_) => None,
    }
}

/// An address without its user name and password, for an error.
fn without_password(endpoint: &str) -> &str {
    endpoint.rsplit('@').next().unwrap_or_default()
}

/// The OpenTelemetry resource of this process.
fn resource() -> Resource {
    const SERVICE_NAME: Key = Key::from_static_str("service.name");
    let name = std::env::var("OTEL_SERVICE_NAME").ok().filter(|name| !name.is_empty()).map(Value::from);
    let name = name.or_else(|| EnvResourceDetector::new().detect().get(&SERVICE_NAME));
    Resource::builder()
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attribute(KeyValue::new(SERVICE_NAME, name.unwrap_or_else(|| "ayla".into())))
        .build()
}

/// The endpoint for spans, if they are exported.
fn endpoint(environment: impl Fn(&str) -> Option<String>) -> Result<Option<String>, String> {
    let first = |names: [&'static str; 2]| names.into_iter().find_map(|name| Some((name, environment(name)?)));
    let is_true = |value: &str| value.eq_ignore_ascii_case("true");

    let Some((variable, endpoint)) = first(ENDPOINTS) else { return Ok(None) };
    if environment("OTEL_SDK_DISABLED").is_some_and(|disabled| is_true(&disabled)) {
        return Ok(None);
    }
    match environment("OTEL_TRACES_EXPORTER").as_deref() {
        None | Some("otlp") => {}
        Some("none") => return Ok(None),
        Some(other) => return Err(format!("OTEL_TRACES_EXPORTER is otlp or none, not {other}")),
    }
    let insecure = || first(INSECURE).is_some_and(|(_, insecure)| is_true(&insecure));
    let with_scheme = || if insecure() { format!("http://{endpoint}") } else { format!("https://{endpoint}") };
    let url = if endpoint.contains("://") { endpoint.clone() } else { with_scheme() };
    let fault = match Url::read(&url) {
        Ok(url) if url.scheme.eq_ignore_ascii_case("http") => None,
        Ok(_) => Some("TLS is not built in"),
        Err(why) => Some(why),
    };
    if let Some(fault) = fault {
        let endpoint = without_password(&endpoint);
        return Err(format!("{variable} is an address such as http://127.0.0.1:4317, not {endpoint}; {fault}"));
    }
    if let Some((variable, protocol)) = first(PROTOCOLS).filter(|(_, protocol)| protocol != "grpc") {
        return Err(format!("{variable} is grpc, not {protocol}"));
    }
    if let Some((variable, compression)) = first(COMPRESSIONS).filter(|(_, with)| !with.eq_ignore_ascii_case("none")) {
        return Err(format!("{variable} is none, not {compression}"));
    }
    if let Some(sampler) = environment(SAMPLER).filter(|sampler| !SAMPLERS.contains(&sampler.as_str())) {
        return Err(format!("{SAMPLER} is one of {}, not {sampler}", SAMPLERS.join(", ")));
    }
    if let Some(share) = environment(SAMPLER_ARG)
        && !share.parse().is_ok_and(|share: f64| (0.0..=1.0).contains(&share))
    {
        return Err(format!("{SAMPLER_ARG} is a share from 0 to 1, not {share}"));
    }
    for variable in NUMBERS {
        if let Some(number) = environment(variable).filter(|number| number.parse::<u32>().is_err()) {
            return Err(format!("{variable} is a whole number, not {number}"));
        }
    }
    Ok(Some(endpoint))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDPOINT: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317");

    fn decided(variables: &[(&str, &str)]) -> Result<Option<String>, String> {
        let value = |name: &str| variables.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| *value);
        endpoint(|name| value(name).map(str::to_owned))
    }

    #[test]
    fn an_endpoint_turns_the_export_on_and_the_more_specific_one_takes_precedence() {
        assert_eq!(decided(&[]), Ok(None));
        assert_eq!(decided(&[("OTEL_TRACES_EXPORTER", "otlp"), ("OTEL_TRACES_SAMPLER", "what")]), Ok(None));
        assert_eq!(decided(&[ENDPOINT]).expect("good").as_deref(), Some("http://collector:4317"));
        let specific = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://traces:4317");
        assert_eq!(decided(&[ENDPOINT, specific]).expect("good").as_deref(), Some("http://traces:4317"));
        for off in [("OTEL_SDK_DISABLED", "True"), ("OTEL_TRACES_EXPORTER", "none")] {
            assert_eq!(decided(&[ENDPOINT, off]), Ok(None), "{off:?}");
        }
        let bare = [("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"), ("OTEL_EXPORTER_OTLP_INSECURE", "true")];
        assert!(decided(&bare).is_ok_and(|endpoint| endpoint.is_some()));
    }

    #[test]
    fn unsupported_values_are_refused_with_the_name_of_the_variable() {
        for (name, value) in [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "unix:///run/otlp.sock"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a b:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:99999"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317,http://other:4317"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://collector:4317"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
            ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json"),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"),
            ("OTEL_TRACES_EXPORTER", "zipkin"),
            ("OTEL_TRACES_SAMPLER", "often"),
            ("OTEL_TRACES_SAMPLER_ARG", "10%"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "many"),
        ] {
            let why = decided(&[ENDPOINT, (name, value)]).expect_err("refused");
            assert!(why.starts_with(name) && why.contains(value), "{name}={value}: {why}");
        }
    }
}
