//! Spans, as an OTLP receiver sees them.
//!
//! The process ends only after the receiver has taken its last spans, so each test then has all of them.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};
use ayla_test_server::command::{folder, run_with};
use ayla_test_server::http2::{self, Call, Connection};
use ayla_test_server::{Json, Reply, START, Server, in_time};
use bytes::Bytes;
use flate2::read::GzDecoder;
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{TraceService, TraceServiceServer};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use prost::Message;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::json;
use tonic::codec::CompressionEncoding;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Identity, ServerTlsConfig};
use tonic::{Request, Response, Status};

const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
const TRACES_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
const PROTOCOL: &str = "OTEL_EXPORTER_OTLP_PROTOCOL";
const TRACES_PROTOCOL: &str = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";

/// The trace that all callers here begin.
const TRACE: u128 = 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c;

/// A receiver of spans, in this process.
#[derive(Clone, Debug, Default)]
struct Receiver(Arc<Mutex<Received>>);

#[derive(Debug, Default)]
struct Received {
    spans: Vec<Span>,
    /// The attributes of the last sender.
    resource: Vec<KeyValue>,
    /// The header `authorization` of the last request.
    authorization: Option<String>,
}

#[tonic::async_trait]
impl TraceService for Receiver {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let authorization = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
        self.receive(authorization.map(str::to_owned), request.into_inner());
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Receiver {
    /// A receiver, and the endpoint to send to.
    async fn start() -> (Self, String) {
        let (receiver, port) = Self::start_as(tonic::transport::Server::builder()).await;
        (receiver, format!("http://127.0.0.1:{port}"))
    }

    /// A receiver over gRPC on this server, and its port.
    async fn start_as(mut server: tonic::transport::Server) -> (Self, u16) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let receiver = Self::default();
        let service = TraceServiceServer::new(receiver.clone()).accept_compressed(CompressionEncoding::Gzip);
        let serving = server.add_service(service);
        tokio::spawn(serving.serve_with_incoming(TcpIncoming::from(listener)));
        (receiver, port)
    }

    /// A receiver over HTTP, and the endpoint to send to.
    async fn start_over_http() -> (Self, String) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}/otlp", listener.local_addr().expect("an address"));
        let receiver = Self::default();
        let own = receiver.clone();
        let receive = async move |headers: HeaderMap, body: Bytes| {
            assert_eq!(headers["content-type"], "application/x-protobuf");
            let mut message = Vec::new();
            match headers.get("content-encoding").map(HeaderValue::as_bytes) {
                Some(b"gzip") => GzDecoder::new(&*body).read_to_end(&mut message).expect("gzip"),
                _ => message.write(&body).expect("memory"),
            };
            let request = ExportTraceServiceRequest::decode(&*message).expect("spans");
            own.receive(headers.get("authorization").map(|value| value.to_str().expect("text").to_owned()), request);
        };
        let routes = axum::Router::new().route("/otlp/v1/traces", axum::routing::post(receive));
        tokio::spawn(axum::serve(listener, routes).into_future());
        (receiver, endpoint)
    }

    fn receive(&self, authorization: Option<String>, request: ExportTraceServiceRequest) {
        let mut received = self.0.lock().expect("sound");
        received.authorization = authorization;
        for sent in request.resource_spans {
            received.resource = sent.resource.unwrap_or_default().attributes;
            received.spans.extend(sent.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
    }

    /// Ends a server, and returns all that it sent.
    fn received(self, server: &mut Server) -> Received {
        ended(server);
        std::mem::take(&mut *self.0.lock().expect("sound"))
    }
}

impl Received {
    /// The only span with this parent.
    fn below(&self, parent: u64) -> &Span {
        let parent = parent.to_be_bytes();
        let mut spans = self.spans.iter().filter(|span| span.parent_span_id == parent);
        let span = spans.next().unwrap_or_else(|| panic!("no span below {parent:?}: {:#?}", self.spans));
        assert_eq!(spans.next(), None);
        span
    }

    /// The spans of calls.
    fn calls(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| span.kind() == SpanKind::Server)
    }

    /// The spans within that of the call with this parent, in the order in which they began.
    fn parts(&self, parent: u64) -> Vec<&Span> {
        let call = self.below(parent);
        let mut parts: Vec<_> = self.spans.iter().filter(|span| span.parent_span_id == call.span_id).collect();
        parts.sort_by_key(|span| span.start_time_unix_nano);
        for part in &parts {
            assert!((part.trace_id == call.trace_id) && part.kind() == SpanKind::Internal);
            assert!(call.start_time_unix_nano <= part.start_time_unix_nano);
            assert!(part.start_time_unix_nano <= part.end_time_unix_nano);
        }
        parts
    }

    /// The names of these spans.
    fn names(&self, parent: u64) -> Vec<&str> {
        self.parts(parent).iter().map(|part| part.name.as_str()).collect()
    }

    fn parents(&self) -> BTreeSet<u64> {
        self.calls().map(|span| id(&span.parent_span_id)).collect()
    }
}

/// A server that exports to a receiver.
async fn traced() -> (Server, Receiver) {
    let (receiver, endpoint) = Receiver::start().await;
    (Server::start_with(&[(ENDPOINT, &endpoint)]), receiver)
}

/// Ends a server, and returns the log entries.
fn ended(server: &mut Server) -> Vec<serde_json::Value> {
    server.signal("TERM");
    let (status, log) = server.end();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    log
}

fn traceparent(parent: u64, flags: &str) -> String {
    format!("00-{TRACE:032x}-{parent:016x}-{flags}")
}

fn id(bytes: &[u8]) -> u64 {
    u64::from_be_bytes(bytes.try_into().expect("8 bytes"))
}

/// An attribute, a number as a number; null if there is none.
fn attribute(attributes: &[KeyValue], key: &str) -> serde_json::Value {
    let attribute = attributes.iter().find(|attribute| attribute.key == key);
    match attribute.and_then(|attribute| attribute.value.clone()?.value) {
        None => serde_json::Value::Null,
        Some(Value::StringValue(text)) => text.into(),
        Some(Value::IntValue(number)) => number.into(),
        Some(other) => panic!("{key} is {other:?}"),
    }
}

/// Asserts that a span has these attributes, and none that are null here.
fn assert_attributes(span: &Span, expected: &serde_json::Value) {
    for (key, value) in expected.as_object().expect("attributes") {
        assert_eq!(attribute(&span.attributes, key), *value, "{key} of {span:#?}");
    }
}

fn status(span: &Span) -> StatusCode {
    span.status.as_ref().map_or(StatusCode::Unset, |status| status.code())
}

/// Calls an operation over JSON in the trace of a caller.
async fn ask(json: &mut Json, operation: &str, traceparent: &str, body: &serde_json::Value) -> Reply {
    let headers = [("content-type", "application/json"), ("traceparent", traceparent)];
    let path = format!("/v1/variants/awale/{operation}");
    json.send("POST", &path, &headers, body.to_string().as_bytes()).await
}

async fn apply(json: &mut Json, traceparent: &str, played: &str) -> Reply {
    ask(json, "apply-move", traceparent, &json!({"position": START, "move": played})).await
}

/// Calls apply-move over gRPC in the trace of a caller, and returns the code.
async fn apply_by_grpc(server: &Server, traceparent: &str, played: &str) -> tonic::Code {
    let call = Call::grpc("apply-move", &json!({"position": START, "move": played})).with("traceparent", traceparent);
    http2::call(&Connection::open(&server.address).await.sender, &call).await.answer().grpc_status().code()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_continue_the_trace_of_the_caller() {
    let (mut server, receiver) = traced().await;
    assert_eq!(apply_by_grpc(&server, &traceparent(1, "01"), "1").await, tonic::Code::Ok);
    let reply = apply(&mut server.json().await, &traceparent(2, "01"), "1").await;
    assert_eq!(reply.status, 200);
    let received = receiver.received(&mut server);

    let port: u16 = server.address.rsplit_once(':').expect("a port").1.parse().expect("a number");
    let grpc = received.below(1);
    let http = received.below(2);
    // The address is the one that the caller requested.
    for (span, address, port) in [(grpc, "ayla", json!(null)), (http, "127.0.0.1", json!(port))] {
        assert_eq!(span.trace_id, TRACE.to_be_bytes());
        assert_eq!(span.kind(), SpanKind::Server);
        assert_eq!(status(span), StatusCode::Unset);
        assert!(span.start_time_unix_nano < span.end_time_unix_nano);
        let attributes = json!({"server.address": address, "server.port": port, "client.address": "127.0.0.1"});
        assert_attributes(span, &attributes);
        // Spans contain no positions.
        assert!(!format!("{span:?}").contains("444444"), "{span:#?}");
    }
    assert_eq!(grpc.name, "mancala.v1.MancalaService/ApplyMove");
    let attributes = json!({
        "rpc.system.name": "grpc",
        "rpc.method": "mancala.v1.MancalaService/ApplyMove",
        "rpc.response.status_code": "OK",
        "error.type": null,
        "ayla.operation": "apply-move",
        "ayla.transport": "grpc",
        "ayla.variant": "awale",
        "ayla.reason": null,
    });
    assert_attributes(grpc, &attributes);
    assert_eq!(http.name, "POST /v1/variants/{variant}/apply-move");
    let attributes = json!({
        "http.request.method": "POST",
        "http.route": "/v1/variants/{variant}/apply-move",
        "http.response.status_code": 200,
        "url.path": "/v1/variants/awale/apply-move",
        "url.scheme": "http",
        "error.type": null,
    });
    assert_attributes(http, &attributes);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_server_errors_mark_a_span_as_failed() {
    let (mut server, receiver) = traced().await;
    let code = apply_by_grpc(&server, &traceparent(1, "01"), "99").await;
    let mut json = server.json().await;
    let problem = apply(&mut json, &traceparent(2, "01"), "99").await;
    assert!(problem.status.is_client_error());
    let parent = traceparent(3, "01");
    let headers = [("content-type", "application/grpc-web"), ("traceparent", &*parent)];
    json.send("POST", "/no.such.Service/Method", &headers, &[]).await;
    drop(json);
    let received = receiver.received(&mut server);

    assert_eq!((code, status(received.below(1))), (tonic::Code::InvalidArgument, StatusCode::Unset));
    assert_attributes(received.below(1), &json!({"rpc.response.status_code": "INVALID_ARGUMENT", "error.type": null}));
    assert_eq!(status(received.below(2)), StatusCode::Unset);
    let code = problem.status.as_u16();
    assert_attributes(received.below(2), &json!({"http.response.status_code": code, "error.type": null}));
    // UNIMPLEMENTED is an error by the conventions. A name made up by the caller is not recorded.
    let unknown = received.below(3);
    assert_eq!((unknown.name.as_str(), status(unknown)), ("grpc", StatusCode::Error));
    let attributes = json!({
        "rpc.method": "_OTHER",
        "rpc.response.status_code": "UNIMPLEMENTED",
        "error.type": "UNIMPLEMENTED",
    });
    assert_attributes(unknown, &attributes);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_has_a_span_within_that_of_its_call() {
    let (mut server, receiver) = traced().await;
    let body = json!({"position": START, "depth": 3});
    let mut json = server.json().await;
    let reply = ask(&mut json, "suggest-move", &traceparent(1, "01"), &body).await;
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    assert_eq!(ask(&mut json, "suggest-move-stream", &traceparent(2, "01"), &body).await.status, 200);
    drop(json);
    let received = receiver.received(&mut server);

    assert_eq!(received.below(2).name, "POST /v1/variants/{variant}/suggest-move-stream");
    for parent in [1, 2] {
        let call = received.below(parent);
        assert_attributes(call, &json!({"http.response.status_code": 200}));
        let search = *received.parts(parent).iter().find(|part| part.name == "search").expect("one");
        assert_eq!(search.trace_id, TRACE.to_be_bytes());
        let attributes = json!({
            "ayla.variant": "awale",
            "ayla.search.limit.depth": 3,
            "ayla.search.depth": answer["depth"],
            "ayla.search.nodes": answer["nodes"],
            "ayla.search.certainty": answer["certainty"],
        });
        assert_attributes(search, &attributes);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trace_that_the_caller_does_not_sample_is_not_exported() {
    let (mut server, receiver) = traced().await;
    let mut json = server.json().await;
    assert_eq!(apply(&mut json, &traceparent(1, "00"), "1").await.status, 200);
    // Neither are the spans within it.
    let body = json!({"position": START, "depth": 1});
    assert_eq!(ask(&mut json, "suggest-move", &traceparent(2, "00"), &body).await.status, 200);
    assert_eq!(apply(&mut json, &traceparent(3, "01"), "1").await.status, 200);
    drop(json);
    assert_eq!(receiver.received(&mut server).parents(), BTreeSet::from([3]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_trust_in_trace_flags_the_sampler_alone_decides() {
    let body = json!({"position": START, "depth": 1});
    for (ratio, sampled) in [("0", &[][..]), ("1", &[1, 2])] {
        let (receiver, endpoint) = Receiver::start().await;
        let sampler = [("OTEL_TRACES_SAMPLER", "parentbased_traceidratio"), ("OTEL_TRACES_SAMPLER_ARG", ratio)];
        let settings = [&sampler[..], &[(ENDPOINT, &*endpoint), ("AYLA_TRUST_TRACE_FLAGS", "false")]].concat();
        let mut server = Server::start_with(&settings);
        let mut json = server.json().await;
        for (parent, flags) in [(1, "01"), (2, "00")] {
            assert_eq!(ask(&mut json, "suggest-move", &traceparent(parent, flags), &body).await.status, 200);
        }
        drop(json);
        let received = receiver.received(&mut server);
        // Each call and its parts, in the trace of the caller.
        assert_eq!(received.calls().count(), sampled.len(), "{ratio}");
        assert_eq!(received.spans.is_empty(), sampled.is_empty());
        assert!(received.spans.iter().all(|span| span.trace_id == TRACE.to_be_bytes()));
        for &parent in sampled {
            received.below(parent);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_span_is_exported_or_counted_as_lost() {
    const CALLS: u64 = 40;
    let lost = |reason: &str| format!(r#"ayla_spans_lost_total{{reason="{reason}"}}"#);
    // The collector does not answer, so that the queue fills up.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = format!("http://{}", silent.local_addr().expect("an address"));
    let settings = [
        (ENDPOINT, &*endpoint),
        ("OTEL_BSP_MAX_QUEUE_SIZE", "8"),
        ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4"),
        ("OTEL_EXPORTER_OTLP_TIMEOUT", "1500"),
    ];
    let server = Server::start_with(&settings);
    for reason in ["queue-full", "not-sent"] {
        assert_eq!(server.metric(&lost(reason)).await, Some(0.0));
    }
    let mut json = server.json().await;
    let mut calls = 0;
    // On a busy machine, batches may be given up as fast as the first calls fill the queue.
    while calls < CALLS || server.metric(&lost("queue-full")).await == Some(0.0) {
        calls += 1;
        assert!(calls < 100 * CALLS, "the queue is never full");
        assert_eq!(apply(&mut json, &traceparent(calls, "01"), "1").await.status, 200);
    }
    // No export succeeds: what is not lost for one reason is lost for the other.
    let counted = async {
        loop {
            let [full, not_sent] = [server.metric(&lost("queue-full")).await, server.metric(&lost("not-sent")).await];
            let total = full.expect("counted") + not_sent.expect("counted");
            // A call, its reading, its rules and its writing.
            let spans = 4.0 * calls as f64;
            assert!(total <= spans, "{total} of {spans}");
            if total == spans && not_sent > Some(0.0) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    in_time(counted).await;
}

/// The paths of calls are part of their spans.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_that_wait_are_bounded_in_bytes_and_a_collector_that_hangs_does_not_delay_the_end() {
    const CALLS: u32 = 500;
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = format!("http://{}", silent.local_addr().expect("an address"));
    // Longer than the test waits for the end.
    let mut server = Server::start_with(&[(ENDPOINT, &*endpoint), ("OTEL_EXPORTER_OTLP_TIMEOUT", "3600000")]);
    let mut json = server.json().await;
    let path = format!("/v1/{}", "a".repeat(12_000));
    for _ in 0..CALLS {
        assert_eq!(json.get(&path).await.status, 404);
    }
    // 4 MiB hold 349 of these spans, and 2,048 may wait.
    let lost = r#"ayla_spans_lost_total{reason="queue-full"}"#;
    server.until(lost, |count| count > 140.0).await;
    assert!(server.metric(lost).await.expect("counted") < f64::from(CALLS) - 300.0);
    drop(json);
    ended(&mut server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_spans_of_the_last_calls_arrive_at_shutdown() {
    let (mut server, receiver) = traced().await;
    let mut json = server.json().await;
    for parent in 1..=300 {
        assert_eq!(apply(&mut json, &traceparent(parent, "01"), "1").await.status, 200);
    }
    let received = receiver.received(&mut server);
    assert_eq!(received.calls().count(), 300);
    assert_eq!(received.spans.len(), 4 * 300);
    assert_eq!(received.parents(), (1..=300).collect());
    assert_eq!(attribute(&received.resource, "service.name"), "ayla");
    assert_eq!(attribute(&received.resource, "service.version"), env!("CARGO_PKG_VERSION"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_receiver_delays_nothing() {
    // One receiver accepts connections and does not answer; the port of the other is closed.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let silent = silent.local_addr().expect("an address");
    for (address, scheme, protocol) in [
        (silent, "http", "grpc"),
        (closed, "http", "grpc"),
        (silent, "https", "grpc"),
        (silent, "https", "http/protobuf"),
        (closed, "http", "http/protobuf"),
    ] {
        let endpoint = format!("{scheme}://{address}");
        let settings = [(ENDPOINT, &*endpoint), (PROTOCOL, protocol), ("OTEL_BSP_MAX_QUEUE_SIZE", "512")];
        let mut server = Server::start_with(&settings);
        let mut json = server.json().await;
        // More than the spans that may wait for their export.
        let calls = async {
            for parent in 1..=200 {
                assert_eq!(apply(&mut json, &traceparent(parent, "01"), "1").await.status, 200);
            }
        };
        // A call that waited for an export would wait for 10 seconds.
        tokio::time::timeout(Duration::from_secs(1_000), calls).await.expect("calls do not wait for exports");
        drop(json);
        let log = ended(&mut server);
        // By us or by the library, at the end or earlier.
        let lost = log.iter().any(|entry| entry["message"].as_str().is_some_and(|said| said.contains("lost")));
        assert!(lost, "{log:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_variable_for_traces_takes_precedence_unless_it_is_empty() {
    let (receiver, endpoint) = Receiver::start().await;
    for settings in [
        [(TRACES_ENDPOINT, ""), (ENDPOINT, &*endpoint), (TRACES_PROTOCOL, ""), (PROTOCOL, "grpc")],
        [(TRACES_ENDPOINT, &*endpoint), (ENDPOINT, "ftp://x"), (TRACES_PROTOCOL, "grpc"), (PROTOCOL, "http/json")],
    ] {
        let mut server = Server::start_with(&settings);
        assert_eq!(apply(&mut server.json().await, &traceparent(1, "01"), "1").await.status, 200);
        assert_eq!(receiver.clone().received(&mut server).parents(), BTreeSet::from([1]), "{settings:?}");
    }
}

#[test]
fn a_bad_export_setting_is_named_and_exits_64() {
    let fine = (ENDPOINT, "http://127.0.0.1:4317");
    for (name, value) in
        [(PROTOCOL, "http/json"), (TRACES_PROTOCOL, "carrier-pigeon"), (ENDPOINT, "ftp://127.0.0.1:4317")]
    {
        let said = run_with(&[], &[fine, (name, value)]).refusal(64);
        assert!(said.contains(name) && said.contains(value), "{name}={value}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_part_of_a_call_has_a_span() {
    let (mut server, receiver) = traced().await;
    let rpc = server.rpc().await;
    for (parent, operation, body) in [
        (1, "apply-move", json!({"position": START, "move": "1"})),
        (2, "apply-move", json!({"position": START, "move": "99"})),
        (3, "suggest-move", json!({"position": START, "nodes": 500})),
        (4, "render-board", json!({"position": START, "format": "svg"})),
    ] {
        let call = Call::grpc(operation, &body).with("traceparent", &traceparent(parent, "01"));
        http2::call(&rpc.0.sender, &call).await.answer();
    }
    let connect = r#"{"position": "awale 444444/444444 0/0 s", "move": "1"}"#;
    let connect = Call::new("/mancala.v1.MancalaService/ApplyMove", "application/json", connect);
    http2::call(&rpc.0.sender, &connect.with("traceparent", &traceparent(5, "01"))).await.answer();
    let mut json = server.json().await;
    ask(&mut json, "apply-move", &traceparent(6, "01"), &json!({"position": 4})).await;
    drop((rpc, json));
    let received = receiver.received(&mut server);

    assert_eq!(received.names(1), ["read", "rules", "write"]);
    assert_eq!(received.names(2), ["read", "rules"]);
    assert_eq!(received.names(3), ["read", "rules", "wait", "search", "write"]);
    assert_eq!(received.names(4), ["read", "wait", "picture", "write"]);
    assert_eq!(received.names(5), ["translate", "read", "rules", "write", "translate"]);
    assert_eq!(received.names(6), ["read"]);
    for (parent, operation, work) in [(3, "suggest-move", "search"), (4, "render-board", "picture")] {
        let wait = *received.parts(parent).iter().find(|part| part.name == "wait").expect("one");
        let attributes = json!({"ayla.operation": operation, "ayla.work": work, "ayla.variant": "awale"});
        assert_attributes(wait, &attributes);
    }
    for (parent, reason, transport) in [(2, "NO_SUCH_HOUSE", "grpc"), (6, "MALFORMED_REQUEST", "http")] {
        let attributes = json!({"ayla.reason": reason, "ayla.transport": transport, "ayla.operation": "apply-move"});
        assert_attributes(received.below(parent), &attributes);
        assert_attributes(received.parts(parent).last().expect("one"), &attributes);
    }
}

/// A server with one slot is searching; a second search waits, and its time passes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_waited_and_one_that_left_are_found_by_their_ids() {
    let (receiver, endpoint) = Receiver::start().await;
    let mut server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), (ENDPOINT, &*endpoint)]);
    let rpc = server.rpc().await;
    let body = json!({"position": START, "nodes": 2_000_000_000_u64});
    let first =
        Call::grpc("suggest-move", &body).with("x-request-id", "left").with("traceparent", &traceparent(1, "01"));
    let sender = rpc.0.sender.clone();
    let first = tokio::spawn(async move { http2::call(&sender, &first).await });
    server.until("ayla_search_slots_busy", |busy| busy == 1.0).await;
    let second = Call::grpc("suggest-move", &body).with("x-request-id", "waited").with("grpc-timeout", "200m");
    let answer = http2::call(&rpc.0.sender, &second.with("traceparent", &traceparent(2, "01"))).await.answer();
    assert_eq!(answer.headers["x-request-id"], "waited");
    first.abort();
    drop(rpc);
    // Its search stops a little later, and the span of the call is sent then.
    server.until("ayla_search_slots_busy", |busy| busy == 0.0).await;
    let received = receiver.clone();
    let log = ended(&mut server);
    let received = std::mem::take(&mut *received.0.lock().expect("sound"));
    for (parent, id, status) in [(1, "left", "CANCELLED"), (2, "waited", "DEADLINE_EXCEEDED")] {
        let line = log.iter().find(|line| line["request_id"] == id).unwrap_or_else(|| panic!("{id}: {log:#?}"));
        assert_eq!((&line["status"], &line["trace_id"]), (&json!(status), &json!(format!("{TRACE:032x}"))));
        let call = received.below(parent);
        assert_attributes(call, &json!({"ayla.request_id": id, "rpc.response.status_code": status}));
        assert_eq!(line["span_id"], format!("{:016x}", self::id(&call.span_id)));
    }
    let wait = *received.parts(2).iter().find(|part| part.name == "wait").expect("one");
    assert_attributes(wait, &json!({"ayla.work": "search", "ayla.reason": "DEADLINE_EXCEEDED"}));
    assert!(wait.end_time_unix_nano - wait.start_time_unix_nano > 50_000_000, "{wait:?}");
    assert!(!received.names(2).contains(&"search"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_names_the_trace_only_if_it_is_exported() {
    let (mut server, receiver) = traced().await;
    let mut json = server.json().await;
    let said = apply(&mut json, &traceparent(1, "01"), "1").await.headers.remove("traceresponse").expect("exported");
    assert!(!apply(&mut json, &traceparent(2, "00"), "1").await.headers.contains_key("traceresponse"));
    let shared = json.send("GET", "/v1/variants", &[("traceparent", &traceparent(3, "01"))], &[]).await;
    assert!(["traceresponse", "x-request-id"].iter().all(|name| !shared.headers.contains_key(*name)));
    drop(json);
    let received = receiver.received(&mut server);
    let call = id(&received.below(1).span_id);
    assert_eq!(said.to_str().expect("text"), format!("00-{TRACE:032x}-{call:016x}-01"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_arrive_over_tls_and_over_http_with_headers_and_compressed() {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).expect("one");
    let file = folder("tracing").join("collector.crt");
    fs::write(&file, cert.pem()).expect("written");
    let tls = ServerTlsConfig::new().identity(Identity::from_pem(cert.pem(), signing_key.serialize_pem()));
    let tls = tonic::transport::Server::builder().tls_config(tls).expect("a certificate");
    let (over_tls, port) = Receiver::start_as(tls).await;
    let over_tls = (over_tls, format!("https://localhost:{port}"), "grpc");
    let (over_http, endpoint) = Receiver::start_over_http().await;
    let over_http = (over_http, endpoint, "http/protobuf");
    for (receiver, endpoint, protocol) in [over_tls, over_http] {
        for compression in ["none", "gzip"] {
            let mut server = Server::start_with(&[
                (ENDPOINT, &*endpoint),
                (PROTOCOL, protocol),
                ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20secret"),
                ("OTEL_EXPORTER_OTLP_CERTIFICATE", file.to_str().expect("text")),
                ("OTEL_EXPORTER_OTLP_COMPRESSION", compression),
            ]);
            assert_eq!(apply(&mut server.json().await, &traceparent(1, "01"), "1").await.status, 200);
            let received = receiver.clone().received(&mut server);
            assert_eq!(received.parents(), BTreeSet::from([1]), "{protocol} {compression}");
            assert_eq!(received.authorization.as_deref(), Some("Bearer secret"));
        }
    }
}
