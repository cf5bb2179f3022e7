//! The export of spans by OTLP, as the environment asks for it by the conventions of OpenTelemetry.
//!
//! The exporter passes over what it cannot do, and says so when there is no log yet. Here that is refused: an operator
//! who asks for TLS, another protocol or another sampler must not get something else.

use opentelemetry::{Key, KeyValue, Value};
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, ResourceDetector};
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::{Builder, Runtime};

/// The variables that say where spans go, the one that holds first; either turns the export on.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const INSECURE: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_INSECURE", "OTEL_EXPORTER_OTLP_INSECURE"];
const PROTOCOLS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];
const COMPRESSIONS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "OTEL_EXPORTER_OTLP_COMPRESSION"];
const SAMPLER: &str = "OTEL_TRACES_SAMPLER";
const SHARE: &str = "OTEL_TRACES_SAMPLER_ARG";
const SAMPLERS: [&str; 6] = [
    "always_on",
    "always_off",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
];
/// What is to be a whole number.
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
    /// What it runs on. It goes on when the threads that serve have ended, so that the spans of calls that were cut off
    /// are sent too.
    pub(super) runtime: Runtime,
    /// Where spans go, without what a password may be in.
    pub(super) endpoint: String,
}

/// The export that the environment asks for, if it asks for one.
///
/// # Errors
///
/// It asks for one that cannot be: a sentence that names the variable.
pub(super) fn export() -> Result<Option<Export>, String> {
    // By the conventions, an empty value is none.
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let Some(endpoint) = destination(environment)? else { return Ok(None) };
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().thread_name("ayla-export").build();
    let runtime = runtime.map_err(|error| format!("no thread can be started: {error}"))?;
    let provider = {
        let _within = runtime.enter();
        let exporter = SpanExporter::builder().with_tonic().build().map_err(|error| error.to_string())?;
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource()).build()
    };
    let endpoint = without_password(&endpoint).to_owned();
    Ok(Some(Export { provider, runtime, endpoint }))
}

/// An address without the name and password that may stand in it, for the log.
fn without_password(endpoint: &str) -> &str {
    endpoint.rsplit('@').next().unwrap_or_default()
}

/// What the spans come from.
fn resource() -> Resource {
    const SERVICE_NAME: Key = Key::from_static_str("service.name");
    let named = std::env::var("OTEL_SERVICE_NAME").ok().filter(|name| !name.is_empty()).map(Value::from);
    let name = named.or_else(|| EnvResourceDetector::new().detect().get(&SERVICE_NAME));
    Resource::builder()
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attribute(KeyValue::new(SERVICE_NAME, name.unwrap_or_else(|| "ayla".into())))
        .build()
}

/// Where spans go, if they go anywhere.
fn destination(environment: impl Fn(&str) -> Option<String>) -> Result<Option<String>, String> {
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
    let plain = endpoint.parse::<http::Uri>().is_ok_and(|uri| {
        let of_http = uri.scheme().map_or_else(insecure, |scheme| *scheme == http::uri::Scheme::HTTP);
        of_http && uri.host().is_some_and(|host| !host.is_empty())
    });
    if !plain {
        let endpoint = without_password(&endpoint);
        return Err(format!(
            "{variable} is an address such as http://127.0.0.1:4317, not {endpoint}; TLS is not built in"
        ));
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
    if let Some(share) = environment(SHARE)
        && !share.parse().is_ok_and(|share: f64| (0.0..=1.0).contains(&share))
    {
        return Err(format!("{SHARE} is a share from 0 to 1, not {share}"));
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
        destination(|name| value(name).map(str::to_owned))
    }

    #[test]
    fn an_endpoint_turns_it_on_and_the_nearer_one_holds() {
        assert_eq!(decided(&[]), Ok(None));
        assert_eq!(decided(&[("OTEL_TRACES_EXPORTER", "otlp"), ("OTEL_TRACES_SAMPLER", "what")]), Ok(None));
        assert_eq!(decided(&[ENDPOINT]).expect("good").as_deref(), Some("http://collector:4317"));
        let nearer = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://traces:4317");
        assert_eq!(decided(&[ENDPOINT, nearer]).expect("good").as_deref(), Some("http://traces:4317"));
        for off in [("OTEL_SDK_DISABLED", "True"), ("OTEL_TRACES_EXPORTER", "none")] {
            assert_eq!(decided(&[ENDPOINT, off]), Ok(None), "{off:?}");
        }
        let bare = [("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"), ("OTEL_EXPORTER_OTLP_INSECURE", "true")];
        assert!(decided(&bare).is_ok_and(|endpoint| endpoint.is_some()));
    }

    #[test]
    fn what_cannot_be_done_is_refused_by_name() {
        for (name, value) in [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"),
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
            assert!(why.starts_with(name), "{name}={value}: {why}");
        }
    }
}
