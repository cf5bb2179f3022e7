//! Pages of other sites that call the service from a browser: allowed for those that the operator names.

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

/// For how long a browser need not ask again whether it may ask: browsers have bounds of their own.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// What a page may read of an answer's headers: of gRPC-web the status, of JSON the tag and what an error says.
const EXPOSED: [HeaderName; 6] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    ETAG,
    RETRY_AFTER,
    WWW_AUTHENTICATE,
];

/// Tells browsers which pages may call.
#[derive(Clone, Debug)]
pub struct Cors(tower_http::cors::Cors<Nothing>);

/// A service that answers nothing: what matters are the headers around it.
type Nothing = ServiceFn<fn(Request<()>) -> Ready<Result<Response<()>, Infallible>>>;

/// What a browser is told of a request.
#[derive(Debug)]
pub(super) struct Told {
    /// The headers of the answer.
    pub(super) headers: HeaderMap,
    /// Whether the browser only asks whether it may ask: then they are the whole answer.
    pub(super) preflight: bool,
}

impl Cors {
    /// For pages of these origins, each such as `https://games.example`; `*` is every page.
    ///
    /// Nothing is allowed that a browser would add by itself: no cookies.
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

    /// What is told with the answer to this request. Caches have to know also of an answer to nobody's page that it may be
    /// another for a page.
    pub(super) fn told<B>(&self, request: &Request<B>) -> Option<Told> {
        let sent = request.headers();
        let preflight = request.method() == Method::OPTIONS
            && sent.contains_key(ORIGIN)
            && sent.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        let mut asked = Request::new(());
        // An OPTIONS of another kind is a request like any other.
        *asked.method_mut() = if preflight { Method::OPTIONS } else { Method::GET };
        for name in [ORIGIN, ACCESS_CONTROL_REQUEST_METHOD, ACCESS_CONTROL_REQUEST_HEADERS] {
            if let Some(value) = sent.get(&name) {
                asked.headers_mut().insert(name, value.clone());
            }
        }
        let answer = self.0.clone().call(asked).now_or_never()?;
        let headers = answer.unwrap_or_else(|never| match never {}).into_parts().0.headers;
        Some(Told { headers, preflight })
    }
}

/// Reads an origin: a scheme, a host and perhaps a port, or `*`.
///
/// # Errors
///
/// It is none.
pub fn origin(text: &str) -> Result<HeaderValue, String> {
    let wrong = || "an origin is a scheme and a host, such as https://games.example, or *".to_owned();
    let is_origin = text.parse::<http::Uri>().is_ok_and(|uri| {
        let whole = uri.scheme_str().zip(uri.authority()).map(|(scheme, authority)| format!("{scheme}://{authority}"));
        // As browsers write them: else it would never be the same.
        let usual = matches!((uri.scheme_str(), uri.port_u16()), (Some("http"), Some(80)) | (Some("https"), Some(443)));
        whole.is_some_and(|whole| whole == text && !text.contains('@') && text == text.to_lowercase() && !usual)
    });
    if text != "*" && !is_origin {
        return Err(wrong());
    }
    HeaderValue::from_str(text).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(origins: &[&str], method: Method, headers: &[(&str, &str)]) -> Option<Told> {
        let origins: Vec<_> = origins.iter().map(|text| origin(text).expect("an origin")).collect();
        let mut request = Request::builder().method(method);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Cors::new(&origins).told(&request.body(()).expect("a request"))
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
        ] {
            assert!(origin(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_pages_of_origins_that_are_named_may_call() {
        let ours = [("origin", "https://games.example")];
        let allowed = told(&["https://games.example"], Method::POST, &ours).expect("a page asks");
        assert_eq!(allowed.headers["access-control-allow-origin"], "https://games.example");
        assert!(allowed.headers["access-control-expose-headers"].to_str().expect("text").contains("grpc-status"));
        assert!(!allowed.preflight);
        let other = told(&["https://other.example"], Method::POST, &ours).expect("a page asks");
        assert!(!other.headers.contains_key("access-control-allow-origin"));
        assert_eq!(told(&["*"], Method::POST, &ours).expect("any").headers["access-control-allow-origin"], "*");
        let nobody = told(&["https://games.example"], Method::POST, &[]).expect("told all the same");
        assert!(!nobody.headers.contains_key("access-control-allow-origin"));
        assert!(nobody.headers["vary"].to_str().expect("text").contains("origin"), "for caches");
    }

    #[test]
    fn a_browser_that_asks_whether_it_may_is_told_what_it_may() {
        let asked = [
            ("origin", "https://games.example"),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "authorization,x-grpc-web"),
        ];
        let told = told(&["https://games.example"], Method::OPTIONS, &asked).expect("a page asks");
        assert!(told.preflight);
        assert_eq!(told.headers["access-control-allow-headers"], "authorization,x-grpc-web");
        assert_eq!(told.headers["access-control-allow-methods"], "GET,POST");
        assert!(!told.headers.contains_key("access-control-allow-credentials"));
    }
}
