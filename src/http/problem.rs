//! Errors as responses.

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ayla_api::error::{Error, Reason};
use ayla_api::problem::Problem;

use super::cache::{NEVER, say_language};
use super::json::Json;
use crate::call::{Arrived, End, Status};
use crate::headers::ACCEPT_ENCODING as ENCODINGS;

/// The HTTP status of an error.
pub fn status(reason: Reason) -> StatusCode {
    StatusCode::from_u16(reason.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// The response to a call that is refused, which is its end.
pub(crate) fn refuse(error: Error, call: &Arrived) -> Response {
    let reason = error.reason;
    let retry_after = error.retry_after;
    let language = call.language();
    call.record_end(End::refused(Status::Http(status(reason)), reason));
    let encodings = error.metadata.iter().find(|(name, _)| *name == ENCODINGS);
    let encodings = encodings.and_then(|(_, names)| HeaderValue::from_str(names).ok());
    let problem = Problem::new(error, language, call.site()).of_call(call.request_id_text());
    let mut response = (status(reason), Json(problem)).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(CACHE_CONTROL, NEVER);
    say_language(language, headers);
    if let Some(encodings) = encodings {
        headers.insert(ACCEPT_ENCODING, encodings);
    }
    if let Some(after) = retry_after {
        // Whole seconds, rounded up.
        headers.insert(RETRY_AFTER, HeaderValue::from((after.as_secs_f64().ceil() as u64).max(1)));
    }
    if reason == Reason::Unauthenticated {
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}
