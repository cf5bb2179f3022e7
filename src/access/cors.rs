//! Cross-origin resource sharing: calls from web pages of the origins that the operator allows.

use std::time::Duration;

use http::header::{ETAG, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, Method};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::keys::{RATE_LIMIT, RATE_LIMIT_POLICY};
use crate::headers::{REQUEST_ID, RULES};
use crate::telemetry::trace_context::TRACERESPONSE;

/// How long a browser may cache the answer to a preflight request. Browsers have upper limits of their own.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// The response headers that a page may read: the gRPC-web status, the compression over Connect, the ETag of JSON, the
/// headers of errors, the rates of a key, the version of the rules, and the ids of the call.
const EXPOSED: [HeaderName; 12] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    HeaderName::from_static("connect-content-encoding"),
    ETAG,
    RETRY_AFTER,
    WWW_AUTHENTICATE,
    RATE_LIMIT,
    RATE_LIMIT_POLICY,
    RULES,
    REQUEST_ID,
    TRACERESPONSE,
];

/// Allows calls from pages of these origins, such as `https://games.example`; `*` allows every page.
///
/// Credentials that browsers add by themselves, such as cookies, are not allowed.
pub fn layer(origins: &[HeaderValue]) -> CorsLayer {
    let origins = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.iter().cloned())
    };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(EXPOSED)
        .max_age(MAX_AGE)
}
