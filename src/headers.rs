//! The headers of HTTP that more than one module reads or writes, and the parameters of queries.

use std::borrow::Cow;
use std::time::Duration;

use ayla_api::error::{Error, Reason};
use ayla_api::words::{Language, Message};
use http::header::{CACHE_CONTROL, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, HeaderValue};

/// The header of every answer over HTTP that has browsers keep to its content type.
pub const NO_SNIFFING: (HeaderName, HeaderValue) = (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));

/// The headers of every answer over HTTP: that of [`NO_SNIFFING`], and for how long browsers are to reach the server
/// over TLS only, if at all.
pub fn for_browsers(tls_only: Option<Duration>) -> Vec<(HeaderName, HeaderValue)> {
    let tls_only = tls_only.and_then(|time| HeaderValue::try_from(format!("max-age={}", time.as_secs())).ok());
    [NO_SNIFFING].into_iter().chain(tls_only.map(|tls_only| (STRICT_TRANSPORT_SECURITY, tls_only))).collect()
}

/// The id of a call, by which its caller finds it in the log and among the spans.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Whether shared caches may keep the answer to a `GET` with these headers.
pub(crate) fn may_be_shared(answer: &HeaderMap) -> bool {
    let caching = answer.get(CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    !caching.contains("no-store") && !caching.contains("private")
}

/// The version of the rulings that an answer follows: programs that have the rules too see whether theirs are the same.
pub(crate) const RULES: HeaderName = HeaderName::from_static("ayla-rules");

/// The name of the fact that says which content encodings of a body are read.
pub const ACCEPT_ENCODING: &str = "acceptEncoding";
/// The content encoding of a body that is not encoded.
pub const IDENTITY: &str = "identity";

/// The language that the head of a request asks for: by `locale` in its query, else by the header `Accept-Language`.
pub fn language(accepted: Option<&HeaderValue>, query: Option<&str>) -> Language {
    let locale = parameter(query, "locale");
    Language::negotiate(locale.as_deref(), accepted.and_then(|accepted| accepted.to_str().ok()))
}

/// The value of a parameter in a query.
pub(crate) fn parameter<'a>(query: Option<&'a str>, name: &str) -> Option<Cow<'a, str>> {
    form_urlencoded::parse(query?.as_bytes()).find_map(|(found, value)| (found == name).then_some(value))
}

/// The error of a body with these values of `content-encoding`; nothing if they name only `identity`, which is always
/// read. It says which one is `known`, also to a program, by the fact [`ACCEPT_ENCODING`].
pub fn unread_encoding<'a>(values: impl IntoIterator<Item = &'a [u8]>, known: &str) -> Option<Box<Error>> {
    let mut encodings = values.into_iter().flat_map(|value| value.split(|&byte| byte == b',')).map(<[u8]>::trim_ascii);
    let unread = encodings.find(|name| !name.is_empty() && !name.eq_ignore_ascii_case(IDENTITY.as_bytes()))?;
    let message = Message::new("content-encoding")
        .quoting("encoding", &String::from_utf8_lossy(unread))
        .with("known", known.to_owned());
    let mut error = Error::new(Reason::UnsupportedMediaType, message);
    error.metadata = vec![(ACCEPT_ENCODING, known.to_owned())];
    Some(error)
}
