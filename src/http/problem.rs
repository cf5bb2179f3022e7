//! Errors as RFC 9457 problem documents.

use std::collections::BTreeMap;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ayla_api::answer::Violation;
use ayla_api::error::{Error, Reason};
use ayla_api::json::ErrorReason;
use ayla_api::words::Language;
use serde::Serialize;
use utoipa::ToSchema;

use super::cache::{BY_LANGUAGE, NEVER};
use super::json::Json;
use crate::call::{Arrived, End, Status};
use crate::headers::ACCEPT_ENCODING as ENCODINGS;

/// An error: an RFC 9457 problem document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The kind of problem, as a URI.
    #[serde(rename = "type")]
    #[schema(example = "urn:ayla:problem:empty-house")]
    pub kind: String,
    /// The kind of problem in a few words.
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong, in sentences.
    pub detail: String,
    /// The kind of problem, as gRPC names it, too.
    pub reason: ErrorReason,
    /// How long to wait before another try, in milliseconds, where it makes sense to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retry_after_ms: Option<u64>,
    /// Facts for a program, such as the `index` of the move that makes a line illegal. `violations` is how many faults were
    /// found, where more were found than are listed.
    pub metadata: BTreeMap<String, String>,
    /// The faults that were found, the first twenty of them.
    pub violations: Vec<Violation>,
}

/// The HTTP status of an error.
pub fn status(reason: Reason) -> StatusCode {
    match reason {
        Reason::MalformedRequest
        | Reason::MalformedPosition
        | Reason::MalformedMove
        | Reason::MalformedToken
        | Reason::UnknownField
        | Reason::UnknownOption
        | Reason::OptionOutOfRange
        | Reason::ConflictingFields
        | Reason::MissingField
        | Reason::SeatOutOfRange => StatusCode::BAD_REQUEST,
        Reason::Unauthenticated => StatusCode::UNAUTHORIZED,
        Reason::Forbidden => StatusCode::FORBIDDEN,
        Reason::UnknownVariant | Reason::UnknownPreset | Reason::NotFound => StatusCode::NOT_FOUND,
        Reason::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Reason::Cancelled => StatusCode::REQUEST_TIMEOUT,
        Reason::NotYourTurn | Reason::OldBoard | Reason::IllegalLine | Reason::Illegal(_) => StatusCode::CONFLICT,
        Reason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Reason::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Reason::InconsistentPosition | Reason::VariantMismatch => StatusCode::UNPROCESSABLE_ENTITY,
        Reason::RateLimited | Reason::SearchQueueFull => StatusCode::TOO_MANY_REQUESTS,
        Reason::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Reason::UnsupportedTransferCoding => StatusCode::NOT_IMPLEMENTED,
        Reason::Overloaded => StatusCode::SERVICE_UNAVAILABLE,
        Reason::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
    }
}

impl Problem {
    /// The problem of an error, described in this language.
    pub(crate) fn new(error: Error, language: Language) -> Self {
        Self {
            kind: format!("urn:ayla:problem:{}", error.reason.name().to_ascii_lowercase().replace('_', "-")),
            title: error.title(language),
            status: status(error.reason).as_u16(),
            detail: error.detail(language),
            reason: ErrorReason(error.reason),
            retry_after_ms: error.retry_after.map(|after| u64::try_from(after.as_millis()).unwrap_or(u64::MAX).max(1)),
            metadata: error.metadata.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            violations: Violation::all(error.violations, language),
        }
    }
}

/// The response to a call that is refused, which is its end.
pub(crate) fn refuse(error: Error, call: &Arrived) -> Response {
    let reason = error.reason;
    let retry_after = error.retry_after;
    let language = call.language();
    call.record_end(End::refused(Status::Http(status(reason)), reason));
    let encodings = error.metadata.iter().find(|(name, _)| *name == ENCODINGS);
    let encodings = encodings.and_then(|(_, names)| HeaderValue::from_str(names).ok());
    let mut response = (status(reason), Json(Problem::new(error, language))).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(CACHE_CONTROL, NEVER);
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    headers.insert(VARY, BY_LANGUAGE);
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
