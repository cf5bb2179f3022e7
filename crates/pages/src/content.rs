//! Fixed content, compressed for clients that accept it.

use std::future::ready;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// The cache directive for content that may change with the next build: caches have to ask each time.
const CHECK: HeaderValue = HeaderValue::from_static("no-cache");
/// The cache directive for content whose path contains its hash.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The content type of a page.
pub const HTML: &str = "text/html; charset=utf-8";

/// The content type of a file with this name.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("md") => "text/markdown; charset=utf-8",
        Some("bin") => "application/octet-stream",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}

/// Content with its tag.
type Tagged = (HeaderValue, Bytes);

/// Content that is made when it is first needed.
type Made = Arc<LazyLock<Tagged, Box<dyn FnOnce() -> Tagged + Send>>>;

/// Content that is the same for every caller, plain and compressed. Each form is made when it is first requested, because
/// a server that starts has more urgent work.
///
/// ```
/// use axum::Router;
/// use ayla_pages::Content;
///
/// let seed = Content::new("text/plain", || "ayla".into());
/// let routes: Router = Router::new().route("/seed", seed.route());
/// ```
#[derive(Clone)]
pub struct Content {
    content_type: &'static str,
    plain: Made,
    compressed: Made,
}

impl Content {
    /// Creates content from what `make` returns.
    pub fn new(content_type: &'static str, make: impl FnOnce() -> Bytes + Send + 'static) -> Self {
        let plain = made(make);
        let original = Arc::clone(&plain);
        Self { content_type, plain, compressed: made(move || compressed(&original.1).into()) }
    }

    /// Creates content from what the build has compressed.
    pub(crate) fn packed(content_type: &'static str, bytes: &'static [u8]) -> Self {
        let plain = made(move || inflated(bytes));
        Self { content_type, plain, compressed: made(move || Bytes::from_static(bytes)) }
    }

    /// A route that returns the content for every GET. Caches have to ask each time whether the content has changed.
    pub fn route(&self) -> MethodRouter {
        self.cached_route(CHECK)
    }

    /// A route that returns the content for every GET, at a path that changes with the content.
    pub(crate) fn lasting_route(&self) -> MethodRouter {
        self.cached_route(FOR_EVER)
    }

    /// The response to a request for the content, at a path where caches have to ask each time.
    pub(crate) fn checked(&self, request: &HeaderMap) -> Response {
        self.answer(request, CHECK)
    }

    fn cached_route(&self, caching: HeaderValue) -> MethodRouter {
        let content = self.clone();
        get(move |request: HeaderMap| ready(content.answer(&request, caching)))
    }

    fn answer(&self, request: &HeaderMap, caching: HeaderValue) -> Response {
        let is_compressed = accepts_gzip(request);
        let (tag, content) = if is_compressed { &**self.compressed } else { &**self.plain };
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static(self.content_type)),
            (ETAG, tag.clone()),
            (CACHE_CONTROL, caching),
            (VARY, HeaderValue::from_static("accept-encoding")),
        ];
        let encoding = is_compressed.then_some([(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
        (headers, encoding, content.clone()).into_response()
    }
}

/// Whether a client accepts gzip.
pub fn accepts_gzip(request: &HeaderMap) -> bool {
    accepts(request, ACCEPT_ENCODING, "gzip")
}

fn made(make: impl FnOnce() -> Bytes + Send + 'static) -> Made {
    Arc::new(LazyLock::new(Box::new(|| tagged(make()))))
}

fn tagged(content: Bytes) -> Tagged {
    let tag = HeaderValue::try_from(format!("\"{}\"", hash(&content)));
    (tag.expect("a tag is digits in quotation marks"), content)
}

/// A hash of some content, in hexadecimal digits.
pub(crate) fn hash(content: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).expect("a vector takes all bytes")
}

/// The content of a file that the build has compressed.
fn inflated(bytes: &[u8]) -> Bytes {
    let mut content = Vec::new();
    // What the build has written can be read.
    let _ = GzDecoder::new(bytes).read_to_end(&mut content);
    content.into()
}

/// Whether a header of what the client accepts names this value, and not with the weight 0.
pub(crate) fn accepts(request: &HeaderMap, header: HeaderName, value: &str) -> bool {
    let lists = request.get_all(header).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|accepted| {
        let mut parts = accepted.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(value));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f32>);
        is_named && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// Adds these headers to the responses of the routes.
pub(crate) fn with_headers<const N: usize>(routes: Router, headers: [(HeaderName, HeaderValue); N]) -> Router {
    routes.layer(map_response(move |mut response: Response| {
        response.headers_mut().extend(headers.clone());
        ready(response)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_say_whether_they_accept_gzip() {
        let is_accepted = |value: &'static str| {
            accepts_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        for value in ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "identity,gzip ; q=1"] {
            assert!(is_accepted(value), "{value}");
        }
        for value in ["", "identity", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip", "gzip;q=much"] {
            assert!(!is_accepted(value), "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
