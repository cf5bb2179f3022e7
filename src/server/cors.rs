//! Cross-origin resource sharing: calls from web pages of the origins that the operator allows.

use std::time::Duration;

use http::header::{ETAG, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, Method};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::keys::{RATE_LIMIT, RATE_LIMIT_POLICY};

/// How long a browser may cache the answer to a preflight request. Browsers have upper limits of their own.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// The response headers that a page may read: the status of gRPC-web, the ETag of JSON, those of errors, and the rates of a key.
const EXPOSED: [HeaderName; 8] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    ETAG,
    RETRY_AFTER,
    WWW_AUTHENTICATE,
    RATE_LIMIT,
    RATE_LIMIT_POLICY,
];

/// Allows pages of these origins, such as `https://games.example`; `*` allows every page.
///
/// Credentials that a browser would add by itself, such as cookies, are not allowed.
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

/// Parses an origin: a scheme, a host and optionally a port; or `*`.
///
/// # Errors
///
/// The text is not an origin.
pub fn origin(text: &str) -> Result<HeaderValue, String> {
    let fault = || "an origin is a scheme and a host, such as https://games.example, or *".to_owned();
    let is_origin = text.parse::<http::Uri>().is_ok_and(|uri| {
        let whole = uri.scheme_str().zip(uri.authority()).map(|(scheme, authority)| format!("{scheme}://{authority}"));
        // Browsers omit the default port and write lower case; nothing else would ever match.
        let default_port =
            matches!((uri.scheme_str(), uri.port_u16()), (Some("http"), Some(80)) | (Some("https"), Some(443)));
        let port = uri.host().is_some_and(|host| text.ends_with(host)) || uri.port_u16().is_some();
        whole.is_some_and(|whole| whole == text && text == text.to_lowercase() && port && !default_port)
            && !text.contains(['@', '*'])
    });
    if text != "*" && !is_origin {
        return Err(fault());
    }
    HeaderValue::from_str(text).map_err(|_| fault())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_schemes_and_hosts() {
        for text in ["https://games.example", "http://localhost:3000", "https://[::1]:8443", "*"] {
            assert!(origin(text).is_ok(), "{text}");
        }
        for text in [
            "",
            "games.example",
            "https://",
            "https://games.example/",
            "https://a@b",
            "https://a.example/x",
            "a b",
            "https://A.example",
            "https://a.example:443",
            "https://a.example:99999",
            "https://*.example",
        ] {
            assert!(origin(text).is_err(), "{text}");
        }
    }
}
