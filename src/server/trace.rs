//! Spans of calls, by the OpenTelemetry conventions for RPC and HTTP servers.
//!
//! A span costs nothing unless an exporter or the log uses it. Spans have no bodies and queries, which contain
//! positions.

use ayla_api::error::Reason;
use ayla_rules::Variant;
use http::header::{HOST, USER_AGENT};
use http::{HeaderName, Method, Request, Version};
use tracing::field::Empty;
use tracing::{Span, debug_span};

use crate::call::{Arrived, Ended, Status, Transport, part};
use crate::operation::Operation;
use crate::telemetry::trace_context;

fn header<B>(request: &Request<B>, name: HeaderName) -> Option<&str> {
    request.headers().get(name)?.to_str().ok()
}

/// The requested host, and the port if there is one.
fn server<B>(request: &Request<B>) -> (Option<&str>, Option<u16>) {
    let authority = request.uri().authority().map(http::uri::Authority::as_str);
    let authority = authority.or_else(|| header(request, HOST)).and_then(|authority| authority.rsplit('@').next());
    match authority.and_then(|authority| authority.rsplit_once(':')) {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (Some(host), port.parse().ok()),
        Some(_) | None => (authority, None),
    }
}

fn protocol_version(version: Version) -> Option<&'static str> {
    match version {
        Version::HTTP_10 => Some("1.0"),
        Version::HTTP_11 => Some("1.1"),
        Version::HTTP_2 => Some("2"),
        _ => None,
    }
}

/// The span of a call, as a child of the client's span. `secure` says whether the connection uses TLS.
pub(super) fn span<B>(call: &Arrived, request: &Request<B>, secure: bool) -> Span {
    let span = match call.transport {
        Transport::Grpc | Transport::GrpcWeb | Transport::Connect => rpc(call, request),
        Transport::Http => http(call, request, secure),
    };
    if !span.is_disabled() {
        trace_context::continue_trace(&span, request.headers());
    }
    span
}

fn rpc<B>(call: &Arrived, request: &Request<B>) -> Span {
    let operation = call.operation;
    // The service and method, which clients can make up; span names must be few.
    let path = || request.uri().path().strip_prefix('/');
    let method = || path().filter(|_| operation != Operation::Unknown);
    debug_span!(
        "rpc",
        "otel.name" = method().unwrap_or("grpc"),
        "otel.kind" = "server",
        "otel.status_code" = Empty,
        "error.type" = Empty,
        "rpc.system.name" = if call.transport == Transport::Connect { "connectrpc" } else { "grpc" },
        "rpc.method" = method().unwrap_or("_OTHER"),
        "rpc.method_original" = path().filter(|_| operation == Operation::Unknown),
        "rpc.response.status_code" = Empty,
        "server.address" = server(request).0,
        "server.port" = server(request).1.map(i64::from),
        "client.address" = tracing::field::display(call.client),
        "network.protocol.name" = "http",
        "network.protocol.version" = protocol_version(request.version()),
        "ayla.caller" = Empty,
        "ayla.request_id" = call.request_id_text(),
        "ayla.operation" = operation.name(),
        "ayla.transport" = call.transport.name(),
        "ayla.variant" = Empty,
        "ayla.reason" = Empty,
    )
}

fn http<B>(call: &Arrived, request: &Request<B>, secure: bool) -> Span {
    let operation = call.operation;
    // Clients can send any method.
    let original = || Some(request.method());
    let method = || original().filter(|method| is_known(method)).map_or("_OTHER", Method::as_str);
    debug_span!(
        "http",
        "otel.name" = http_name(operation, method()),
        "otel.kind" = "server",
        "otel.status_code" = Empty,
        "error.type" = Empty,
        "http.request.method" = method(),
        "http.request.method_original" = original().filter(|method| !is_known(method)).map(Method::as_str),
        "http.route" = operation.contract().map(|contract| contract.path),
        "http.response.status_code" = Empty,
        "url.path" = request.uri().path(),
        "url.scheme" = if secure { "https" } else { "http" },
        "server.address" = server(request).0,
        "server.port" = server(request).1.map(i64::from),
        "client.address" = tracing::field::display(call.client),
        "user_agent.original" = header(request, USER_AGENT),
        "network.protocol.version" = protocol_version(request.version()),
        "ayla.caller" = Empty,
        "ayla.request_id" = call.request_id_text(),
        "ayla.operation" = operation.name(),
        "ayla.transport" = call.transport.name(),
        "ayla.variant" = Empty,
        "ayla.reason" = Empty,
    )
}

fn http_name(operation: Operation, method: &str) -> String {
    let method = if method == "_OTHER" { "HTTP" } else { method };
    operation.contract().map_or_else(|| method.to_owned(), |contract| format!("{method} {}", contract.path))
}

/// Whether the conventions name the method: the idempotent ones of HTTP, and three others.
fn is_known(method: &Method) -> bool {
    method.is_idempotent() || [Method::POST, Method::PATCH, Method::CONNECT].contains(method)
}

/// Records how the call ended, and ends the span.
pub(super) fn end(span: &Span, ended: &Ended<'_>) {
    if span.is_disabled() {
        return;
    }
    let status = ended.end.status;
    match status {
        Status::Grpc(_) => span.record("rpc.response.status_code", status.name()),
        Status::Http(status) => span.record("http.response.status_code", i64::from(status.as_u16())),
    };
    span.record("ayla.variant", ended.call.noted_variant().map(Variant::name));
    span.record("ayla.reason", ended.end.reason.map(Reason::name));
    if status.is_server_error() {
        span.record("error.type", status.name());
        span.record("otel.status_code", "ERROR");
    }
    part::end(span);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_named_by_method_and_route() {
        assert_eq!(http_name(Operation::ApplyMove, "POST"), "POST /v1/variants/{variant}/apply-move");
        assert_eq!(http_name(Operation::Unknown, "GET"), "GET");
        assert_eq!(http_name(Operation::Unknown, "_OTHER"), "HTTP");
    }

    #[test]
    fn host_and_port_are_separated() {
        for (asked, host, port) in [
            ("ayla:8080", "ayla", Some(8080)),
            ("ayla", "ayla", None),
            ("[::1]:8080", "[::1]", Some(8080)),
            ("ayla:99999", "ayla", None),
        ] {
            let request = Request::get("/").header(HOST, asked).body(()).expect("a request");
            assert_eq!(server(&request), (Some(host), port));
        }
    }
}
