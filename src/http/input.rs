//! Reads requests: the path, the body and the query. Syntax errors are reported one at a time, with their place.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Request};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_ENCODING, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
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
    let accepted = request.headers().get(ACCEPT_LANGUAGE).cloned();
    let accepted = accepted.as_ref().and_then(|accepted| accepted.to_str().ok());
    let in_query = request.uri().query().and_then(headers::locale).map(Cow::into_owned);
    match read_any::<T>(request, service).await {
        Ok(mut input) => {
            input.choose_language(accepted);
            Ok(input)
        }
        Err(mut error) => {
            error.locale = error.locale.take().or(in_query);
            Err(error.in_language_of_request(accepted))
        }
    }
}

async fn read_any<T: DeserializeOwned + CallRequest>(request: Request, service: &Arc<Service>) -> Result<T> {
    let (mut parts, body) = request.into_parts();
    let by_get = parts.method != Method::POST;
    let mut input: T = if by_get {
        read_query(&parts.uri)?
    } else {
        check_content_type(&parts.headers)?;
        let encodings = parts.headers.get_all(CONTENT_ENCODING).into_iter();
        headers::unread_encoding(encodings.map(HeaderValue::as_bytes)).map_or(Ok(()), Err)?;
        if parts.uri.query().is_some() {
            let NoParameters {} = read_query(&parts.uri)?;
        }
        let waits = parts.headers.contains_key(EXPECT);
        form::from_json(&collect(body, service.limits().body_bytes, waits).await?)?
    };
    // Last, so that what is wrong with the path is said in the language of the body.
    let variant = variant(&mut parts, service).await;
    let variant = variant.map_err(|error| error.of_request(input.locale().map(str::to_owned)))?;
    input.set_request_line(variant, by_get);
    Ok(input)
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

fn check_content_type(headers: &HeaderMap) -> Result<()> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Error::new(Reason::UnsupportedMediaType, Message::new("not-json")))
}

/// Reads the bytes of a body. If the caller `waits` for `100 Continue`, it is sent when the body is first polled.
async fn collect(body: axum::body::Body, limit: usize, waits: bool) -> Result<Vec<u8>> {
    let too_large = || Error::new(Reason::TooLarge, Message::new("body-too-large").with("most", limit));
    if waits && body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    let mut body = Limited::new(body, limit);
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| match error.is::<LengthLimitError>() {
            true => too_large(),
            false => {
                Error::new(Reason::MalformedRequest, Message::new("body-unreadable")).with_cause(error.to_string())
            }
        })?;
        // Trailers have no meaning here.
        if let Some(data) = frame.data_ref() {
            whole.extend_from_slice(data);
        }
    }
    Ok(whole)
}

fn read_query<T: DeserializeOwned>(uri: &Uri) -> Result<T> {
    let text = uri.query().unwrap_or_default();
    if text.len() > Limits::QUERY_BYTES {
        return Err(Error::new(Reason::TooLarge, Message::new("query-too-long").with("most", Limits::QUERY_BYTES)));
    }
    let mut parameters = form_urlencoded::parse(text.as_bytes());
    if let Some(field) = parameters.find_map(|(name, _)| NOT_IN_QUERY.into_iter().find(|field| *field == name)) {
        let message = Message::new("not-in-query").quoting("field", field);
        return Err(Error::at(Field::named(field), Reason::UnknownField, message));
    }
    form::from_parameters(form_urlencoded::parse(text.as_bytes()))
}
