//! The export of spans by OTLP, configured by the environment variables of OpenTelemetry.
//!
//! The exporter ignores values that it does not support, with a warning before there is a log. Here they are refused:
//! an operator who requests another protocol, a header or another sampler must not get something else.

use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use opentelemetry::{Key, KeyValue, Value};
use opentelemetry_http::hyper::HyperClient;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT, Protocol, SpanExporter, WithExportConfig, WithHttpConfig, WithTonicConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, ResourceDetector};
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio::runtime::{Builder, Handle, Runtime};
use tonic::metadata::MetadataMap;
use tonic::transport::{Certificate, ClientTlsConfig};

use super::lost::CountingProcessor;
use crate::config::url::Url;

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

/// The export that the environment requests.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// As the environment has it.
    endpoint: String,
    /// Whether spans are sent over plain HTTP, and not over gRPC.
    is_http: bool,
    /// Sent with every export.
    headers: HeaderMap,
    /// The certificates of authorities, in PEM; none to trust those that browsers trust.
    authorities: Option<Vec<u8>>,
    timeout: Duration,
}

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
    let Some(target) = requested()? else { return Ok(None) };
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().thread_name("ayla-export").build();
    let runtime = runtime.map_err(|error| format!("no thread can be started: {error}"))?;
    let provider = {
        let _within = runtime.enter();
        let exporter = exporter(&target)?;
        let capacity = variable(QUEUE).and_then(|capacity| capacity.parse().ok()).unwrap_or(DEFAULT_QUEUE);
        let processor = CountingProcessor::new(exporter, capacity);
        let mut builder = SdkTracerProvider::builder().with_span_processor(processor).with_resource(resource());
        if !trust_flags && let Some(sampler) = root_sampler(variable) {
            builder = builder.with_sampler(sampler);
        }
        builder.build()
    };
    Ok(Some(Export { provider, runtime, endpoint: target.endpoint }))
}

/// The export that the environment requests, if it requests one.
///
/// # Errors
///
/// The export is not supported: a sentence that names the variable.
pub(super) fn requested() -> Result<Option<Target>, String> {
    target(variable)
}

/// What sends spans. To be called within the runtime that sends them; the library reads the endpoint and the
/// compression itself.
fn exporter(target: &Target) -> Result<SpanExporter, String> {
    let Target { is_http, headers, authorities, timeout, .. } = target;
    let exporter = if *is_http {
        let client = Client {
            client: HyperClient::new(connector(authorities.as_deref())?, *timeout, None),
            runtime: Handle::current(),
        };
        let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let headers = headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
        let builder = SpanExporter::builder().with_http().with_http_client(client).with_headers(headers);
        builder.with_protocol(Protocol::HttpBinary).with_timeout(*timeout).build()
    } else {
        let tls = ClientTlsConfig::new();
        let tls = match authorities {
            Some(pem) => tls.ca_certificate(Certificate::from_pem(pem)),
            None => tls.with_webpki_roots(),
        };
        let builder = SpanExporter::builder().with_tonic().with_metadata(MetadataMap::from_headers(headers.clone()));
        // For addresses that begin with https://.
        builder.with_tls_config(tls).with_timeout(*timeout).build()
    };
    exporter.map_err(|error| error.to_string())
}

/// What opens the connections of exports over HTTP, and trusts these authorities.
fn connector(authorities: Option<&[u8]>) -> Result<HttpsConnector<HttpConnector>, String> {
    let mut roots = RootCertStore::empty();
    match authorities {
        Some(pem) => roots.add_parsable_certificates(certificates(pem)?),
        None => {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
            Default::default()
        }
    };
    let tls = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    Ok(HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().build())
}

/// The certificates in PEM, of which there must be one.
fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, String> {
    let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    read.ok().filter(|read| !read.is_empty()).ok_or_else(|| "it has no certificate in PEM".to_owned())
}

/// A client whose requests are tasks of the runtime: the thread that exports spans has none.
#[derive(Debug)]
struct Client {
    client: HyperClient<HttpsConnector<HttpConnector>>,
    runtime: Handle,
}

impl HttpClient for Client {
    fn send_bytes<'a, 'b>(&'a self, request: Request<Bytes>) -> BoxFuture<'b, Result<Response<Bytes>, HttpError>>
    where
        'a: 'b,
        Self: 'b,
    {
        let client = self.client.clone();
        self.runtime.spawn(async move { client.send_bytes(request).await }).map(|sent| sent?).boxed()
    }
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

/// Where spans are exported to, if they are.
fn target(environment: impl Fn(&str) -> Option<String>) -> Result<Option<Target>, String> {
    // The variable for spans comes before that for everything that is exported.
    let first = |name: &str| {
        let names = ["OTEL_EXPORTER_OTLP_TRACES", "OTEL_EXPORTER_OTLP"].map(|prefix| format!("{prefix}_{name}"));
        names.into_iter().find_map(|name| environment(&name).map(|value| (name, value)))
    };
    let is_true = |value: &str| value.eq_ignore_ascii_case("true");

    // Either turns the export on.
    let Some((variable, endpoint)) = first("ENDPOINT") else { return Ok(None) };
    if environment("OTEL_SDK_DISABLED").is_some_and(|disabled| is_true(&disabled)) {
        return Ok(None);
    }
    match environment("OTEL_TRACES_EXPORTER").as_deref() {
        None | Some("otlp") => {}
        Some("none") => return Ok(None),
        Some(other) => return Err(format!("OTEL_TRACES_EXPORTER is otlp or none, not {other}")),
    }
    let is_http = match first("PROTOCOL") {
        None => false,
        Some((_, protocol)) if protocol == "grpc" => false,
        Some((_, protocol)) if protocol == "http/protobuf" => true,
        Some((variable, protocol)) => return Err(format!("{variable} is grpc or http/protobuf, not {protocol}")),
    };
    let insecure = || first("INSECURE").is_some_and(|(_, insecure)| is_true(&insecure));
    let with_scheme = || if insecure() { format!("http://{endpoint}") } else { format!("https://{endpoint}") };
    let url = if is_http || endpoint.contains("://") { endpoint.clone() } else { with_scheme() };
    let fault = match Url::read(&url) {
        Ok(Url { scheme, .. }) if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) => None,
        Ok(_) => Some("its scheme is neither http nor https"),
        Err(why) => Some(why),
    };
    if let Some(fault) = fault {
        // It may begin with a user name and a password.
        let endpoint = endpoint.rsplit('@').next().unwrap_or_default();
        return Err(format!("{variable} is an address such as http://127.0.0.1:4317, not {endpoint}; {fault}"));
    }
    let is_known = |with: &str| ["none", "gzip"].iter().any(|known| with.eq_ignore_ascii_case(known));
    if let Some((variable, compression)) = first("COMPRESSION").filter(|(_, with)| !is_known(with)) {
        return Err(format!("{variable} is gzip or none, not {compression}"));
    }
    // Certificates of our own.
    if let Some((variable, _)) = ["CLIENT_CERTIFICATE", "CLIENT_KEY"].into_iter().find_map(first) {
        return Err(format!("{variable} is not supported: the collector knows its senders by headers"));
    }
    let headers = match first("HEADERS") {
        None => HeaderMap::new(),
        Some((variable, list)) => read_headers(&list)
            .map_err(|pair| format!("{variable} is NAME=VALUE,NAME=VALUE; pair {pair} is neither"))?,
    };
    let authorities = first("CERTIFICATE").map(|(variable, file)| {
        let pem = std::fs::read(&file).map_err(|error| error.to_string());
        let pem = pem.and_then(|pem| certificates(&pem).map(|_| pem));
        pem.map_err(|why| format!("{variable} is a file of certificates, not {file}: {why}"))
    });
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
    let timeout = first("TIMEOUT").and_then(|(_, milliseconds)| milliseconds.parse().ok());
    let timeout = timeout.map_or(OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT, Duration::from_millis);
    Ok(Some(Target { endpoint, is_http, headers, authorities: authorities.transpose()?, timeout }))
}

/// Reads headers as OpenTelemetry has them: `name=value` with commas between, values as in URLs.
///
/// # Errors
///
/// The number of the pair that is none. What it says may be secret.
fn read_headers(list: &str) -> Result<HeaderMap, usize> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let value = percent_encoding::percent_decode_str(value.trim()).decode_utf8().ok()?;
        Some((HeaderName::try_from(name.trim()).ok()?, HeaderValue::from_str(&value).ok()?))
    };
    let pairs = list.split(',').enumerate().filter(|(_, text)| !text.trim().is_empty());
    pairs.map(|(index, text)| pair(text).ok_or(index + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDPOINT: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317");

    fn decided(variables: &[(&str, &str)]) -> Result<Option<Target>, String> {
        let value = |name: &str| variables.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| *value);
        target(|name| value(name).map(str::to_owned))
    }

    /// The endpoint of the export that these variables request.
    fn endpoint(variables: &[(&str, &str)]) -> String {
        decided(variables).expect("supported").expect("requested").endpoint
    }

    #[test]
    fn an_endpoint_turns_the_export_on_and_the_more_specific_one_takes_precedence() {
        assert_eq!(decided(&[]), Ok(None));
        assert_eq!(decided(&[("OTEL_TRACES_EXPORTER", "otlp"), ("OTEL_TRACES_SAMPLER", "what")]), Ok(None));
        assert_eq!(endpoint(&[ENDPOINT]), "http://collector:4317");
        let specific = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://traces:4317");
        assert_eq!(endpoint(&[ENDPOINT, specific]), "http://traces:4317");
        for off in [("OTEL_SDK_DISABLED", "True"), ("OTEL_TRACES_EXPORTER", "none")] {
            assert_eq!(decided(&[ENDPOINT, off]), Ok(None), "{off:?}");
        }
        let bare = ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317");
        for insecure in ["true", "false"] {
            assert_eq!(endpoint(&[bare, ("OTEL_EXPORTER_OTLP_INSECURE", insecure)]), "collector:4317");
        }
    }

    #[test]
    fn the_variables_for_traces_take_precedence() {
        let target = decided(&[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example/otlp"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
            ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf"),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=b"),
            ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "authorization=Bearer%20a%3Db, x-team = games,"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "700"),
        ]);
        let target = target.expect("supported").expect("requested");
        let headers = [("authorization", "Bearer a=b"), ("x-team", "games")];
        let headers =
            headers.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).into_iter();
        assert_eq!(target.headers, headers.collect());
        assert_eq!((target.is_http, target.authorities, target.timeout), (true, None, Duration::from_millis(700)));
    }

    #[test]
    fn unsupported_values_are_refused_with_the_name_of_the_variable() {
        for (name, value) in [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "unix:///run/otlp.sock"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a b:4317"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:99999"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317,http://other:4317"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://collector:0"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"),
            ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json"),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "zstd"),
            ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/no/such/file"),
            ("OTEL_TRACES_EXPORTER", "zipkin"),
            ("OTEL_TRACES_SAMPLER", "often"),
            ("OTEL_TRACES_SAMPLER_ARG", "10%"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "many"),
        ] {
            let why = decided(&[ENDPOINT, (name, value)]).expect_err("refused");
            assert!(why.starts_with(name) && why.contains(value), "{name}={value}: {why}");
        }
        let bare =
            [("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"), ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")];
        assert!(decided(&bare).expect_err("refused").contains("it does not begin with a scheme"));
        // What is said of a header or a key is not repeated.
        for (name, value) in [
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=b,secret"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=b,a b=secret"),
            ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "a=b,a=secret%0A"),
            ("OTEL_EXPORTER_OTLP_CLIENT_KEY", "secret"),
        ] {
            let why = decided(&[ENDPOINT, (name, value)]).expect_err("refused");
            assert!(why.starts_with(name) && !why.contains("secret"), "{why}");
        }
    }
}
