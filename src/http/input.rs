//! Reads requests: the path, the body and the query. Syntax errors are reported one at a time, with their place.

use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Uri};
use ayla_api::error::{Error, Reason, Result};
use ayla_api::form::{self, too_large};
use ayla_api::request::CallRequest;
use ayla_api::words::Message;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Body;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::call::Call;
use crate::headers;
use crate::service::Service;

/// The most bytes of a body that is read on the thread of its connection.
const SMALL_BODY: usize = 4 * 1_024;

/// Reads a request: the JSON body of a POST, or the query of a GET.
///
/// # Errors
///
/// Syntax errors; what refuses the work of reading a large body.
pub(super) async fn read<T: CallRequest + DeserializeOwned>(
    head: &Parts,
    body: axum::body::Body,
    service: &Service,
    call: &Call,
) -> Result<T> {
    let read = if head.method != Method::POST {
        read_query(&head.uri)
    } else {
        check_head(head, "application/json", "not-json")?;
        let body = collect(body, service.limits.body_bytes, waits(head)).await?;
        if body.len() <= SMALL_BODY {
            form::from_json(&body)
        } else {
            service.in_turns(call, move || form::from_json(&body)).await
        }
    };
    read.map_err(|error: Box<Error>| error.leading_to(call.operation.rpc_path()))
}

/// Whether the caller waits for `100 Continue` before it sends the body.
pub(crate) fn waits(head: &Parts) -> bool {
    head.headers.contains_key(EXPECT)
}

/// Checks what the head of a request with a body says of it: this media type, or else the error with this message.
///
/// # Errors
///
/// `UNSUPPORTED_MEDIA_TYPE` for another media type, a character set or an encoding; faults of the query, which must be
/// empty.
pub(super) fn check_head(parts: &Parts, media_type: &str, otherwise: &'static str) -> Result<()> {
    check_media_type(parts, media_type, otherwise)?;
    if parts.uri.query().is_some() { refuse_query(&parts.uri) } else { Ok(()) }
}

/// Checks that a body has this media type, or else the error with this message.
///
/// # Errors
///
/// `UNSUPPORTED_MEDIA_TYPE` for another media type, a character set or an encoding.
pub(super) fn check_media_type(parts: &Parts, media_type: &str, otherwise: &'static str) -> Result<()> {
    // A body that nobody describes is read as what is wanted.
    let content_type = parts.headers.get(CONTENT_TYPE).map_or(Ok(media_type), HeaderValue::to_str).unwrap_or_default();
    let (essence, parameters) = content_type.split_once(';').unwrap_or((content_type, ""));
    if !essence.trim().eq_ignore_ascii_case(media_type) {
        return Err(Error::new(Reason::UnsupportedMediaType, Message::new(otherwise)));
    }
    if let Some(charset) = charset(parameters).filter(|charset| !is_utf8(charset)) {
        let message = Message::new("not-utf8").quoting("charset", charset);
        return Err(Error::new(Reason::UnsupportedMediaType, message));
    }
    let encodings = parts.headers.get_all(CONTENT_ENCODING).into_iter();
    headers::unread_encoding(encodings.map(HeaderValue::as_bytes), headers::IDENTITY).map_or(Ok(()), Err)
}

/// The character set among the parameters of a media type.
fn charset(parameters: &str) -> Option<&str> {
    let mut parameters = parameters.split(';').filter_map(|parameter| parameter.split_once('='));
    let (_, charset) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Some(charset.trim().trim_matches('"'))
}

/// Whether a character set is the one of JSON, as clients spell it.
fn is_utf8(charset: &str) -> bool {
    ["utf-8", "utf8"].into_iter().any(|name| charset.eq_ignore_ascii_case(name))
}

/// Refuses the parameters of a request with a body, if there are any.
fn refuse_query(uri: &Uri) -> Result<()> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoParameters {}

    read_query::<NoParameters>(uri).map(drop)
}

/// The error of a body that cannot be read to its end.
pub(super) fn unreadable(error: &axum::BoxError, limit: usize) -> Box<Error> {
    if error.is::<LengthLimitError>() {
        return too_large(limit);
    }
    Error::new(Reason::MalformedRequest, Message::new("body-unreadable")).with_cause(error.to_string())
}

/// Reads the bytes of a body. If the caller `waits` for `100 Continue`, it is sent when the body is first polled.
pub(crate) async fn collect(body: axum::body::Body, limit: usize, waits: bool) -> Result<Vec<u8>> {
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
    form::from_query(uri.query().unwrap_or_default())
}
