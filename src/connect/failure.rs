//! Errors over Connect: a code, a sentence, and the details of gRPC.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use http_body_util::Full;
use prost::Message;
use prost_reflect::DynamicMessage;
use serde::Serialize;
use std::collections::BTreeMap;
use tonic::body::Body;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use super::frames::{END, Frame};
use super::{codec, extend, may_be_get};
use crate::call::{Arrived, meaning};
use ayla_api::error::Reason;

/// An error, in the body of a response or at the end of a stream.
#[derive(Serialize)]
struct Failure {
    code: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<Detail>,
}

/// A message about an error.
#[derive(Serialize)]
struct Detail {
    #[serde(rename = "type")]
    kind: String,
    /// In base64.
    value: String,
    /// The message as JSON, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    debug: Option<DynamicMessage>,
}

/// The end of a stream.
#[derive(Serialize)]
struct EndOfStream {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, Vec<String>>,
}

impl Failure {
    fn new(status: &Status) -> Self {
        let details = tonic_types::pb::Status::decode(status.details()).map(|status| status.details);
        let detail = |detail: prost_types::Any| {
            let kind = detail.type_url.rsplit('/').next().unwrap_or_default().to_owned();
            let debug = codec::debug(&kind, &detail.value);
            Detail { value: STANDARD_NO_PAD.encode(&detail.value), debug, kind }
        };
        let details = details.unwrap_or_default().into_iter().map(detail).collect();
        Self { code: meaning(status.code()).connect, message: status.message().to_owned(), details }
    }
}

/// The error in headers or trailers; none where they have none.
fn status_in(headers: &HeaderMap) -> Option<Status> {
    Status::from_header_map(headers).filter(|status| status.code() != Code::Ok)
}

/// The end of a stream with these trailers.
pub(super) fn end(trailers: &HeaderMap) -> Frame {
    let mut headers = HeaderMap::new();
    extend(&mut headers, trailers, "");
    let mut metadata = BTreeMap::<String, Vec<String>>::new();
    for (name, value) in &headers {
        metadata.entry(name.to_string()).or_default().extend(value.to_str().map(str::to_owned));
    }
    let end = EndOfStream { error: status_in(trailers).as_ref().map(Failure::new), metadata };
    Frame { flags: END, message: serde_json::to_vec(&end).unwrap_or_default().into() }
}

/// The response to a call that ended with the error in these headers or trailers, and has these other headers.
pub(super) fn response(ended: &HeaderMap, others: HeaderMap, is_stream: bool, call: &Arrived) -> Response<Body> {
    let status = status_in(ended).unwrap_or_else(|| Status::internal(""));
    let (content_type, body) = if is_stream {
        let kind = call.content_type.clone();
        (kind, end(ended).written())
    } else {
        (None, serde_json::to_vec(&Failure::new(&status)).unwrap_or_default().into())
    };
    let mut response = Response::new(Body::new(Full::new(body)));
    if !is_stream {
        *response.status_mut() = http_status(status.code(), call);
    }
    let headers = response.headers_mut();
    extend(headers, &others, "");
    headers.insert(CONTENT_TYPE, content_type.unwrap_or(HeaderValue::from_static("application/json")));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(after) = status.get_details_retry_info().and_then(|info| info.retry_delay) {
        // Whole seconds, rounded up.
        headers.insert(RETRY_AFTER, HeaderValue::from((after.as_secs_f64().ceil() as u64).max(1)));
    }
    match response.status() {
        StatusCode::UNAUTHORIZED => {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        StatusCode::METHOD_NOT_ALLOWED => {
            let allowed = if may_be_get(call.operation) { "GET,POST" } else { "POST" };
            response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
        }
        _ => {}
    }
    response
}

/// The HTTP status of a call that ended with this code.
fn http_status(code: Code, call: &Arrived) -> StatusCode {
    match call.end().and_then(|end| end.reason) {
        // What HTTP itself has a status for, since no message was read.
        Some(reason @ (Reason::UnsupportedMediaType | Reason::MethodNotAllowed | Reason::TooLarge)) => {
            StatusCode::from_u16(reason.status())
        }
        _ => StatusCode::from_u16(meaning(code).http),
    }
    .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
