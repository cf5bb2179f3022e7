//! What is served at paths of its own: content that is made when it is first requested, because a server that starts
//! has more urgent work, and compressed for clients that accept it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// The cache directive for content whose path contains its hash.
pub(crate) const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

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
type Lazy = Arc<LazyLock<Tagged, Box<dyn FnOnce() -> Tagged + Send>>>;

/// Content that is the same for every caller, plain and compressed. Each form is made when it is first requested.
#[derive(Clone)]
pub struct Content {
    content_type: &'static str,
    pub(crate) plain: Lazy,
    compressed: Lazy,
}

impl Content {
    /// Creates content from what `make` returns.
    pub fn new(content_type: &'static str, make: impl FnOnce() -> Bytes + Send + 'static) -> Self {
        let plain = lazily(make);
        let original = Arc::clone(&plain);
        Self { content_type, plain, compressed: lazily(move || compress(&original.1).into()) }
    }

    /// Creates content from what the build has compressed.
    pub(crate) fn packed(content_type: &'static str, bytes: &'static [u8]) -> Self {
        let plain = lazily(move || inflate(bytes));
        Self { content_type, plain, compressed: lazily(move || Bytes::from_static(bytes)) }
    }

    /// The response to a request for the content. Caches have to ask each time whether the content has changed.
    pub fn answer(&self, head: &Parts) -> Response {
        self.answer_to_keep(head, HeaderValue::from_static("no-cache"))
    }

    /// The response to a request for the content, which caches may keep as this directive says.
    pub(crate) fn answer_to_keep(&self, head: &Parts, caching: HeaderValue) -> Response {
        let is_compressed = accepts_gzip(&head.headers);
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

/// Answers a request with this head in this language.
type Answer = dyn Fn(&Parts, &'static str) -> Response + Send + Sync;

/// What answers requests at a path in a language, and the content security policy of the answers, if they need one.
struct Route {
    policy: Option<HeaderValue>,
    answer: Box<Answer>,
}

/// What a server has at paths of their own, for GET and HEAD.
///
/// ```
/// use ayla_pages::{Content, Routes};
/// use axum::http::Request;
///
/// let mut routes = Routes::default();
/// let seed = Content::new("text/plain", || "ayla".into());
/// routes.add("/seed", None, move |head, _| seed.answer(head));
/// let (head, ()) = Request::get("/seed").body(()).unwrap().into_parts();
/// assert_eq!(routes.answer(&head, "en").unwrap().status(), 200);
/// ```
#[derive(Default)]
pub struct Routes(HashMap<String, Route>);

impl Routes {
    /// Adds what answers at a path, with the content security policy of the answers, if they need one.
    pub fn add(
        &mut self,
        path: impl Into<String>,
        policy: Option<HeaderValue>,
        answer: impl Fn(&Parts, &'static str) -> Response + Send + Sync + 'static,
    ) {
        self.0.insert(path.into(), Route { policy, answer: Box::new(answer) });
    }

    /// The response to a request in a language, by its tag; none if there is nothing at the path. A method that is not
    /// for reading gets the status 405.
    pub fn answer(&self, head: &Parts, language: &'static str) -> Option<Response> {
        let Route { policy, answer } = self.0.get(head.uri.path())?;
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return Some((StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET,HEAD")]).into_response());
        }
        let mut response = answer(head, language);
        response.headers_mut().extend(policy.clone().map(|policy| (CONTENT_SECURITY_POLICY, policy)));
        Some(response)
    }
}

/// Whether a client accepts gzip.
pub fn accepts_gzip(request: &HeaderMap) -> bool {
    accepts(request, ACCEPT_ENCODING, "gzip")
}

fn lazily(make: impl FnOnce() -> Bytes + Send + 'static) -> Lazy {
    Arc::new(LazyLock::new(Box::new(|| with_tag(make()))))
}

fn with_tag(content: Bytes) -> Tagged {
    let tag = HeaderValue::try_from(format!("\"{}\"", hash(&content)));
    (tag.expect("a tag is digits in quotation marks"), content)
}

/// A hash of some content, in hexadecimal digits.
pub(crate) fn hash(content: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn compress(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).expect("a vector takes all bytes")
}

/// The content of a file that the build has compressed.
fn inflate(bytes: &[u8]) -> Bytes {
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
