//! Caching of responses to GET: entity tags, and how long a response may be kept.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use ayla_api::words::Language;
use serde::Serialize;

use crate::call::Call;
use crate::operation::Caching;
use crate::service::Service;

/// Which caches may keep an answer that depends only on the request, the build and the tables.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Any cache, for any caller.
    Public,
    /// Only the caller's own cache. A shared cache would answer callers without a key.
    Private,
}

/// Which caches may keep lasting responses.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Caches {
    /// The caches that may keep answers.
    pub answers: Sharing,
    /// The caches that may keep pictures, which may need no key even if other calls do.
    pub pictures: Sharing,
}

impl Caches {
    /// Any cache may keep everything.
    pub const PUBLIC: Self = Self { answers: Sharing::Public, pictures: Sharing::Public };

    /// The cache directives for a lasting answer of an operation with this caching.
    const fn lasting(self, caching: Caching) -> HeaderValue {
        match (caching, self) {
            (Caching::Picture, Self { pictures: Sharing::Public, .. }) => {
                HeaderValue::from_static("public, max-age=86400")
            }
            (Caching::Picture, Self { pictures: Sharing::Private, .. }) => {
                HeaderValue::from_static("private, max-age=86400")
            }
            (_, Self { answers: Sharing::Public, .. }) => HeaderValue::from_static("public, max-age=3600"),
            (_, Self { answers: Sharing::Private, .. }) => HeaderValue::from_static("private, max-age=3600"),
        }
    }
}

/// The directive for an answer that may change while the server runs.
const CHECK: HeaderValue = HeaderValue::from_static("no-cache");
/// The directive for an error, and for an answer that depends on the clock.
pub(super) const NEVER: HeaderValue = HeaderValue::from_static("no-store");

/// The request header that selects the language of an answer's sentences.
pub(super) const BY_LANGUAGE: HeaderValue = HeaderValue::from_static("accept-language");

/// Marks a response as being in this language.
pub(super) fn say_language(language: Language, headers: &mut HeaderMap) {
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    headers.insert(VARY, BY_LANGUAGE);
}

/// Adds to the response with an answer what follows from it: the language of its sentences, if it has any, and whether
/// it lasts.
pub(super) fn describe(mut response: Response, language: Option<Language>, is_lasting: bool) -> Response {
    if let Some(language) = language {
        say_language(language, response.headers_mut());
    }
    if !is_lasting {
        response.headers_mut().insert(CACHE_CONTROL, NEVER);
    }
    response
}

/// Computes a tag from some content and the build. It is weak: JSON has the same tag compressed and plain.
fn tag(content: impl Hash) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    (content, env!("CARGO_PKG_VERSION"), crate::COMMIT, ayla_engine::ENGINE).hash(&mut hasher);
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// The tags of the answers that the caller has, as they are compared; `*` stands for every tag.
fn known(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lists = headers.get_all(IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(|tag| opaque(tag.trim()))
}

/// A tag without what says that it is weak.
fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Whether the caller names this tag.
fn names(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    tag.to_str().is_ok_and(|tag| known(headers).any(|known| known == opaque(tag)))
}

/// Whether the caller already has whatever answer there is.
fn names_all(headers: &HeaderMap) -> bool {
    known(headers).any(|known| known == "*")
}

/// Whether the caller already has the answer with this tag.
fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    names(headers, tag) || names_all(headers)
}

/// The tag of an answer to a GET that depends only on the request, the build, the limits and the tables.
pub(super) struct Tagged {
    tag: HeaderValue,
    caching: HeaderValue,
    /// Whether the answer has sentences that depend on the language.
    is_by_language: bool,
    /// Whether the caller has whatever answer there is.
    is_known: bool,
    /// The endgame tables before the call; none where no answer depends on them.
    tables: Option<Vec<String>>,
}

impl Tagged {
    /// The tag of the answer to a request with this head, which may depend on the language; none for an operation
    /// without such tags.
    pub(super) fn of(
        head: &Parts,
        is_by_language: bool,
        call: &Call,
        caches: Caches,
        service: &Service,
    ) -> Option<Self> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return None;
        }
        let caching = call.operation.contract()?.caching;
        let tables = match caching {
            Caching::ByRequest | Caching::Picture => None,
            // When a table becomes ready, only suggestions change.
            Caching::ByRequestAndTables => Some(service.tables.names()),
            Caching::ByContent | Caching::Never => return None,
        };
        let language = is_by_language.then_some(call.language());
        let names = tables.as_deref().unwrap_or_default();
        let tag = tag((head.uri.path(), head.uri.query(), &service.limits, names, language));
        let is_known = names_all(&head.headers);
        Some(Self { tag, caching: caches.lasting(caching), is_by_language, is_known, tables })
    }

    /// The response to a caller who names the tag, and so had the answer before: it is not computed again.
    pub(super) fn not_modified(&self, headers: &HeaderMap) -> Option<Response> {
        let headers_of = || [(ETAG, self.tag.clone()), (CACHE_CONTROL, self.caching.clone())];
        names(headers, &self.tag).then(|| self.vary((StatusCode::NOT_MODIFIED, headers_of()).into_response()))
    }

    /// Adds the tag to a response, unless it is not to be kept. One that the caller already has loses its content.
    pub(super) fn mark(self, mut response: Response, service: &Service) -> Response {
        if response.status() != StatusCode::OK || response.headers().contains_key(CACHE_CONTROL) {
            return response;
        }
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, self.caching.clone());
        // If a table became ready during the call, it is unknown whether the answer used it.
        if self.tables.as_ref().is_none_or(|before| *before == service.tables.names()) {
            headers.insert(ETAG, self.tag.clone());
            if self.is_known {
                return self.vary(without_content(response));
            }
        }
        self.vary(response)
    }

    fn vary(&self, mut response: Response) -> Response {
        if self.is_by_language {
            response.headers_mut().insert(VARY, BY_LANGUAGE);
        }
        response
    }
}

/// An answer tagged by its content. Callers have to ask each time whether it has changed.
pub(super) fn by_content(request: &HeaderMap, answer: &impl Serialize) -> Response {
    let Ok(body) = serde_json::to_vec(answer) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let content_type = HeaderValue::from_static("application/json");
    let headers = [(CONTENT_TYPE, content_type), (ETAG, tag(&body)), (CACHE_CONTROL, CHECK)];
    unless_known(request, (headers, body).into_response())
}

/// Removes the content from a response that the caller, who sent these headers, already has.
pub(super) fn unless_known(headers: &HeaderMap, response: Response) -> Response {
    let is_known = response.headers().get(ETAG).is_some_and(|tag| is_known(headers, tag));
    if is_known { without_content(response) } else { response }
}

/// The response that says of this one that it is not modified.
fn without_content(response: Response) -> Response {
    let (mut parts, _) = response.into_parts();
    parts.status = StatusCode::NOT_MODIFIED;
    for header in [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LENGTH] {
        parts.headers.remove(header);
    }
    Response::from_parts(parts, Body::empty())
}
