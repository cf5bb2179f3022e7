//! The protocol for tools of language models over HTTP. A request that is no JSON-RPC gets a problem document, or if
//! its body is malformed, an error of JSON-RPC; the library that serves the protocol answers the others.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use ayla_api::error::{Error, Reason, Result};
use ayla_api::words::Message;
use ayla_mcp::server::http::Transport;
use ayla_mcp::server::message::mended;
use ayla_rules::notation::excerpt;
use serde_json::{Value, json};

use super::json::Json;
use super::problem::refuse;
use super::{input, method_not_allowed};
use crate::call::{Call, End, Status};
use crate::mcp;
use crate::service::Service;

/// What the library answers in: JSON, or events where a client wants to hear of progress.
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
/// The most bytes of an error of the library.
const ERROR_BYTES: usize = 1_024;

/// The most values of a body: a game has a thousand moves.
const MOST_VALUES: usize = 2_000;

/// The codes of JSON-RPC for what is no JSON, and for JSON that is no request.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;

/// Answers a request.
pub(super) async fn answer(tools: &Transport, service: &Arc<Service>, call: Call, request: Request) -> Response {
    let (mut head, body) = request.into_parts();
    if head.method != Method::POST {
        return method_not_allowed(&call, head.uri.path(), &head.method, Method::POST.as_str());
    }
    let body = match receive(&head, body, service).await {
        Ok(body) => body,
        Err(error) => return refuse(*error, &call),
    };
    if let Some((code, message)) = fault(&body) {
        return malformed(code, &message, &call);
    }
    // Clients that do not accept events get JSON, without progress.
    let reads_events = accepts_events(&head);
    head.headers.insert(ACCEPT, BOTH);
    let is_known = call.known().is_some();
    let names = [HOST, ORIGIN].map(|name| head.headers.get(name).cloned());
    let server = mcp::server(Arc::clone(service), call.clone()).with_progress(reads_events);
    let response = tools.answer(server, is_known, Request::from_parts(head, mended(body).into())).await;
    if is_plain_error(&response) { of_library(response, names, &call).await } else { response }
}

/// The response to a body that is no request of JSON-RPC.
fn malformed(code: i32, message: &str, call: &Call) -> Response {
    let status = StatusCode::BAD_REQUEST;
    call.record_end(End::refused(Status::Http(status), Reason::MalformedRequest));
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}});
    (status, Json(error)).into_response()
}

/// Receives the body, as a whole: one that cannot be read to its end never reaches the library.
async fn receive(head: &Parts, body: Body, service: &Service) -> Result<Vec<u8>> {
    input::check_media_type(head, "application/json", "not-json")?;
    input::collect(body, service.limits.body_bytes, input::waits(head)).await
}

/// What is wrong with a body as JSON-RPC: a code, and a sentence. One with very many values is not read: the library
/// reads it on the thread of its connection.
fn fault(body: &[u8]) -> Option<(i32, String)> {
    if has_more_values(body, MOST_VALUES) {
        return Some((INVALID_REQUEST, format!("the body has more than {MOST_VALUES} values")));
    }
    match serde_json::from_slice::<Value>(body) {
        Err(error) => Some((PARSE_ERROR, format!("the body cannot be read as JSON: {error}"))),
        Ok(message) if message["jsonrpc"] == "2.0" => None,
        Ok(_) => Some((INVALID_REQUEST, "the body must be a JSON object with the member jsonrpc \"2.0\"".to_owned())),
    }
}

/// Whether JSON has more than this many values. Counts commas and opening brackets outside of strings.
fn has_more_values(json: &[u8], most: usize) -> bool {
    let mut in_text = false;
    let mut is_escaped = false;
    let is_value = |&&byte: &&u8| {
        let is_quoted = std::mem::take(&mut is_escaped);
        match byte {
            b'"' if !is_quoted => in_text = !in_text,
            b'\\' if in_text => is_escaped = !is_quoted,
            b',' | b'[' | b'{' => return !in_text,
            _ => {}
        }
        false
    };
    json.iter().filter(is_value).nth(most).is_some()
}

/// Whether the client reads server-sent events.
fn accepts_events(head: &Parts) -> bool {
    let accepted = head.headers.get_all(ACCEPT).iter().filter_map(|accepted| accepted.to_str().ok());
    accepted.flat_map(|list| list.split(',')).any(|range| range.trim().starts_with("text/event-stream"))
}

/// Whether the library has answered with an error that is no JSON.
fn is_plain_error(response: &Response) -> bool {
    let is_json =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    response.status().is_client_error() && !is_json
}

/// An error of the library as every error is: a host name or an origin, as these headers have them, that may not call,
/// or a fault in a header of the protocol.
async fn of_library(response: Response, names: [Option<HeaderValue>; 2], call: &Call) -> Response {
    let status = response.status();
    let text = to_bytes(response.into_body(), ERROR_BYTES).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    // The media type of the body was checked before: what the library cannot read is its content.
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return malformed(INVALID_REQUEST, "the body is no request, notification or response of JSON-RPC", call);
    }
    if status != StatusCode::FORBIDDEN {
        return refuse(*Error::new(Reason::MalformedRequest, Message::new("tools-headers")).with_cause(text), call);
    }
    let [host, origin] =
        names.map(|name| name.map_or_else(String::new, |name| String::from_utf8_lossy(name.as_bytes()).into()));
    let (key, name, setting) = match text.contains("Origin") {
        true => ("tools-origin", origin, "AYLA_CORS_ORIGINS"),
        false => ("tools-host", host, "AYLA_TOOL_HOSTS"),
    };
    let end = End::refused(Status::Http(status), Reason::Forbidden);
    call.record_end(End { detail: Some(format!("{} is not allowed by {setting}", excerpt(&name))), ..end });
    refuse(*Error::not_allowed(key, &name, setting), call)
}
