//! Cross-origin resource sharing: calls from web pages of the origins that the operator allows.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::time::Duration;

use futures_util::FutureExt;
use http::header::{
    ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, ETAG, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response};
use tower::layer::Layer;
use tower::util::ServiceFn;
use tower::{Service, service_fn};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

/// How long a browser may cache the answer to a preflight request. Browsers have upper limits of their own.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// The response headers that a page may read: the status of gRPC-web, the ETag of JSON, and those of errors.
const EXPOSED: [HeaderName; 6] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    ETAG,
    RETRY_AFTER,
    WWW_AUTHENTICATE,
];

/// The allowed origins.
#[derive(Clone, Debug)]
pub struct Cors(tower_http::cors::Cors<EmptyService>);

/// A service with an empty answer, to which the layer adds the headers.
type EmptyService = ServiceFn<fn(Request<()>) -> Ready<Result<Response<()>, Infallible>>>;

/// The CORS headers of the answer to a request.
#[derive(Debug)]
pub(super) struct CorsHeaders {
    /// The headers.
    pub(super) headers: HeaderMap,
    /// Whether the request is a preflight request, whose answer has only these headers.
    pub(super) preflight: bool,
}

impl Cors {
    /// Allows pages of these origins, such as `https://games.example`; `*` allows every page.
    ///
    /// Credentials that a browser would add by itself, such as cookies, are not allowed.
    #[must_use]
    pub fn new(origins: &[HeaderValue]) -> Self {
        let origins = if origins.iter().any(|origin| origin == "*") {
            AllowOrigin::any()
        } else {
            AllowOrigin::list(origins.iter().cloned())
        };
        let layer = CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::POST])
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers(EXPOSED)
            .max_age(MAX_AGE);
        Self(layer.layer(service_fn((|_| ready(Ok(Response::new(())))) as _)))
    }

    /// The headers for the answer to this request. A request without an origin has some too: `vary` tells caches that the
    /// answer depends on the origin.
    pub(super) fn headers<B>(&self, request: &Request<B>) -> Option<CorsHeaders> {
        let sent = request.headers();
        let preflight = request.method() == Method::OPTIONS
            && sent.contains_key(ORIGIN)
            && sent.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        let mut probe = Request::new(());
        // An OPTIONS request that is not a preflight request is an ordinary request.
        *probe.method_mut() = if preflight { Method::OPTIONS } else { Method::GET };
        for name in [ORIGIN, ACCESS_CONTROL_REQUEST_METHOD, ACCESS_CONTROL_REQUEST_HEADERS] {
            if let Some(value) = sent.get(&name) {
                probe.headers_mut().insert(name, value.clone());
            }
        }
        let answer = self.0.clone().call(probe).now_or_never()?;
        let headers = answer.unwrap_or_else(|never| match never {}).into_parts().0.headers;
        Some(CorsHeaders { headers, preflight })
    }
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

    fn headers(origins: &[&str], method: Method, headers: &[(&str, &str)]) -> Option<CorsHeaders> {
        let origins: Vec<_> = origins.iter().map(|text| origin(text).expect("an origin")).collect();
        let mut request = Request::builder().method(method);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Cors::new(&origins).headers(&request.body(()).expect("a request"))
    }

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

    #[test]
    fn only_pages_of_allowed_origins_may_call() {
        let ours = [("origin", "https://games.example")];
        let allowed = headers(&["https://games.example"], Method::POST, &ours).expect("a page asks");
        assert_eq!(allowed.headers["access-control-allow-origin"], "https://games.example");
        assert!(allowed.headers["access-control-expose-headers"].to_str().expect("text").contains("grpc-status"));
        assert!(!allowed.preflight);
        let other = headers(&["https://other.example"], Method::POST, &ours).expect("a page asks");
        assert!(!other.headers.contains_key("access-control-allow-origin"));
        assert_eq!(headers(&["*"], Method::POST, &ours).expect("any").headers["access-control-allow-origin"], "*");
        let without_origin = headers(&["https://games.example"], Method::POST, &[]).expect("answered all the same");
        assert!(!without_origin.headers.contains_key("access-control-allow-origin"));
        assert!(without_origin.headers["vary"].to_str().expect("text").contains("origin"), "for caches");
    }

    #[test]
    fn a_preflight_request_is_answered_with_what_is_allowed() {
        let asked = [
            ("origin", "https://games.example"),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "authorization,x-grpc-web"),
        ];
        let answer = headers(&["https://games.example"], Method::OPTIONS, &asked).expect("a page asks");
        assert!(answer.preflight);
        assert_eq!(answer.headers["access-control-allow-headers"], "authorization,x-grpc-web");
        assert_eq!(answer.headers["access-control-allow-methods"], "GET,POST");
        assert!(!answer.headers.contains_key("access-control-allow-credentials"));
    }
}
