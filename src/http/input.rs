//! Reads requests: the path, the body and the query. Syntax errors are reported one at a time, with their place.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Request};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_ENCODING, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Uri};
use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::request::CallRequest;
use ayla_api::words::Message;
use ayla_api::{form, read};
use ayla_rules::Variant;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Body;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::headers;
use crate::service::call::CallContext;
use crate::service::operation::Operation;
use crate::service::{Limits, Service};

/// The fields of requests that a query cannot express, since they are neither scalars nor lists of scalars.
pub(super) const NOT_IN_QUERY: [&str; 3] = ["setup", "options", "names"];

/// Reads a request: the JSON body of a POST, or the query of a GET.
///
/// # Errors
///
/// Syntax errors, in the language that the caller reads.
pub(super) async fn read<T: DeserializeOwned + CallRequest>(request: Request, service: &Arc<Service>) -> Result<T> {
    let (mut parts, body) = request.into_parts();
    let body = collect_json(&parts, body, service.limits().body_bytes).await;
    let variant = variant(&mut parts, service).await;
    let read = || -> Result<T> {
        let mut input: T = match &body? {
            Some(json) => form::from_json(json)?,
            None => read_query(&parts.uri)?,
        };
        // Last, so that what is wrong with the path is said in the language of the body.
        let variant = variant.map_err(|error| error.of_request(input.locale().map(str::to_owned)))?;
        input.set_request_line(variant, parts.method != Method::POST);
        Ok(input)
    };
    let read = read();
    let accepted = parts.headers.get(ACCEPT_LANGUAGE).and_then(|accepted| accepted.to_str().ok());
    match read {
        Ok(mut input) => {
            input.choose_language(accepted);
            Ok(input)
        }
        Err(mut error) => {
            let in_query = || parts.uri.query().and_then(headers::locale).map(Cow::into_owned);
            error.locale = error.locale.take().or_else(in_query);
            Err(error.in_language_of_request(accepted))
        }
    }
}

/// The JSON body of a POST; none for a GET.
async fn collect_json(parts: &Parts, body: axum::body::Body, limit: usize) -> Result<Option<Vec<u8>>> {
    if parts.method != Method::POST {
        return Ok(None);
    }
    check_head(parts, "application/json", "not-json")?;
    collect(body, limit, parts.headers.contains_key(EXPECT)).await.map(Some)
}

/// The context of a request's call. Without a server around the routes, calls have no limits.
pub(super) fn context(request: &Request) -> Arc<CallContext> {
    let context = request.extensions().get().cloned();
    context.unwrap_or_else(|| CallContext::local(Operation::of_http(request.uri().path())))
}

/// The variant that the path names; none if the path names none.
async fn variant(parts: &mut Parts, service: &Arc<Service>) -> Result<Option<Variant>> {
    match Option::<Path<String>>::from_request_parts(parts, service).await {
        Ok(name) => name.map(|Path(name)| read::variant(&name.as_str().into())).transpose(),
        Err(_) => Err(Error::new(Reason::MalformedRequest, Message::new("path-not-utf8"))),
    }
}

/// The query of a request with a body, which must be empty.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoParameters {}

/// Checks what the head of a request with a body says of it: this media type, or else the error with this message.
///
/// # Errors
///
/// `UNSUPPORTED_MEDIA_TYPE` for another media type or an encoding; faults of the query, which must be empty.
pub(super) fn check_head(parts: &Parts, media_type: &str, otherwise: &'static str) -> Result<()> {
    let content_type = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case(media_type) {
        return Err(Error::new(Reason::UnsupportedMediaType, Message::new(otherwise)));
    }
    let encodings = parts.headers.get_all(CONTENT_ENCODING).into_iter();
    headers::unread_encoding(encodings.map(HeaderValue::as_bytes)).map_or(Ok(()), Err)?;
    if parts.uri.query().is_some() {
        let NoParameters {} = read_query(&parts.uri)?;
    }
    Ok(())
}

/// The error of a body that is larger than `limit` bytes.
pub(super) fn too_large(limit: usize) -> Box<Error> {
    Error::new(Reason::TooLarge, Message::new("body-too-large").with("most", limit))
}

/// The error of a body that cannot be read to its end.
pub(super) fn unreadable(error: &axum::BoxError, limit: usize) -> Box<Error> {
    if error.is::<LengthLimitError>() {
        return too_large(limit);
    }
    Error::new(Reason::MalformedRequest, Message::new("body-unreadable")).with_cause(error.to_string())
}

/// Reads the bytes of a body. If the caller `waits` for `100 Continue`, it is sent when the body is first polled.
pub(super) async fn collect(body: axum::body::Body, limit: usize, waits: bool) -> Result<Vec<u8>> {
    if waits && body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    let mut body = Limited::new(body, limit);
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| unreadable(&error, limit))?;
        // Trailers have no meaning here.
        if let Some(data) = frame.data_ref() {
            whole.extend_from_slice(data);
        }
    }
    Ok(whole)
}

fn read_query<T: DeserializeOwned>(uri: &Uri) -> Result<T> {
    form::from_parameters(form_urlencoded::parse(checked_query(uri)?.as_bytes()))
}

/// The text of a query that can have only parameters that are scalars or lists of scalars.
fn checked_query(uri: &Uri) -> Result<&str> {
    let text = uri.query().unwrap_or_default();
    if text.len() > Limits::QUERY_BYTES {
        return Err(Error::new(Reason::TooLarge, Message::new("query-too-long").with("most", Limits::QUERY_BYTES)));
    }
    let mut parameters = form_urlencoded::parse(text.as_bytes());
    if let Some(field) = parameters.find_map(|(name, _)| NOT_IN_QUERY.into_iter().find(|field| *field == name)) {
        let message = Message::new("not-in-query").quoting("field", field);
        return Err(Error::at(Field::named(field), Reason::UnknownField, message));
    }
    Ok(text)
}
