//! Errors as RFC 9457 problem documents.

use std::collections::BTreeMap;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use crate::service::error::{Error, Reason};

use super::cache::UNIQUE;
use super::json::Json;
use super::word::schema_of;

/// Why a request is refused.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ErrorReason(pub Reason);

impl Serialize for ErrorReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl PartialSchema for ErrorReason {
    fn schema() -> RefOr<Schema> {
        schema_of(Reason::all().map(Reason::name), "Why a request is refused.")
    }
}

impl ToSchema for ErrorReason {}

/// One fault of a request.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Violation {
    /// The field it is in, such as `setup.south[3]`; empty for the request as a whole.
    pub field: String,
    /// What kind of fault.
    pub reason: ErrorReason,
    /// What is wrong.
    pub description: String,
}

/// Why a request is refused: an RFC 9457 problem document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// A name for the kind of problem, as a URI.
    #[serde(rename = "type")]
    #[schema(example = "urn:ayla:problem:empty-house")]
    pub kind: String,
    /// The kind of problem in a few words.
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// This problem as a sentence.
    pub detail: String,
    /// The kind of problem as a word, the same over gRPC.
    pub reason: ErrorReason,
    /// Facts for a program, such as the `index` of the move that makes a line illegal.
    pub metadata: BTreeMap<String, String>,
    /// Every fault found.
    pub violations: Vec<Violation>,
}

/// The HTTP status of an error.
#[must_use]
pub const fn status(reason: Reason) -> StatusCode {
    match reason {
        Reason::MalformedRequest
        | Reason::MalformedPosition
        | Reason::MalformedMove
        | Reason::UnknownField
        | Reason::UnknownOption
        | Reason::OptionOutOfRange
        | Reason::ConflictingFields
        | Reason::MissingField
        | Reason::SeatOutOfRange => StatusCode::BAD_REQUEST,
        Reason::InconsistentPosition | Reason::VariantMismatch => StatusCode::UNPROCESSABLE_ENTITY,
        Reason::IllegalLine | Reason::Illegal(_) => StatusCode::CONFLICT,
        Reason::UnknownVariant | Reason::UnknownPreset | Reason::NotFound => StatusCode::NOT_FOUND,
        Reason::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Reason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Reason::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Reason::Unauthenticated => StatusCode::UNAUTHORIZED,
        Reason::SearchQueueFull | Reason::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Reason::Overloaded => StatusCode::SERVICE_UNAVAILABLE,
        Reason::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
        // Nobody reads the answer of a call that its caller gave up; the status is for the log.
        Reason::Cancelled => StatusCode::REQUEST_TIMEOUT,
        Reason::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let violation = |violation: crate::service::error::Violation| Violation {
            field: violation.field.to_string(),
            reason: ErrorReason(violation.reason),
            description: violation.description,
        };
        Self {
            kind: format!("urn:ayla:problem:{}", error.reason.name().to_ascii_lowercase().replace('_', "-")),
            title: error.reason.title().to_owned(),
            status: status(error.reason).as_u16(),
            detail: error.detail,
            reason: ErrorReason(error.reason),
            metadata: error.metadata.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            violations: error.violations.into_iter().map(violation).collect(),
        }
    }
}

/// Why a request was refused, as an extension of the answer: for the log.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) &'static str);

/// An error on its way to the caller.
#[derive(Debug)]
pub struct Refusal(Box<Error>);

impl From<Box<Error>> for Refusal {
    fn from(error: Box<Error>) -> Self {
        Self(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (reason, retry_after) = (self.0.reason, self.0.retry_after);
        let mut response = (status(reason), Json(Problem::from(*self.0))).into_response();
        response.extensions_mut().insert(Refused(reason.name()));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, UNIQUE);
        if let Some(after) = retry_after {
            // Whole seconds, and none too few.
            headers.insert(RETRY_AFTER, HeaderValue::from((after.as_secs_f64().ceil() as u64).max(1)));
        }
        if reason == Reason::Unauthenticated {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
