//! Caching of responses to GET: entity tags, and how long a response may be kept.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ayla_api::rule_calls::Answered;
use ayla_api::words::Language;
use serde::Serialize;

use super::language;
use crate::service::Service;
use crate::service::operation::{Caching, Operation};

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

/// Adds the headers that follow from the answer to a response.
pub(super) fn said<A>(answered: &Answered<A>, mut response: Response) -> Response {
    if let Some(language) = answered.language {
        say_language(language, response.headers_mut());
    }
    if !answered.is_lasting {
        response.headers_mut().insert(CACHE_CONTROL, NEVER);
    }
    response
}

/// Computes a strong tag from some content and the build.
pub(super) fn tag(content: impl Hash) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    (content, env!("CARGO_PKG_VERSION"), crate::COMMIT, ayla_engine::ENGINE).hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Whether the caller already has the answer with this tag.
fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tags = headers.get_all(IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    tags.flat_map(|list| list.split(','))
        .any(|known| known.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes())
}

fn not_modified(tag: HeaderValue, caching: HeaderValue) -> Response {
    (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, caching)]).into_response()
}

/// Tags answers by request, for the operations that the table says so. An answer that the caller already has is not
/// computed again.
pub(super) async fn by_request(
    State((service, caches)): State<(Arc<Service>, Caches)>,
    request: Request,
    next: Next,
) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let contract = Operation::of_http(request.uri().path()).contract();
    // When a table becomes ready, only suggestions change.
    let caching = contract.map_or(Caching::Never, |contract| contract.caching);
    let depends_on_tables = match caching {
        Caching::ByRequest | Caching::Picture => false,
        Caching::ByRequestAndTables => true,
        Caching::ByContent | Caching::Never => return next.run(request).await,
    };
    let tables = || if depends_on_tables { service.tables().names() } else { Vec::new() };
    let before = tables();
    // A suggestion has no sentence unless it has to say why.
    let says_why = request.uri().query().is_some_and(|query| query.contains("why="));
    let language = (!depends_on_tables || says_why).then(|| language(&request));
    let tag = tag((request.uri().path(), request.uri().query(), service.limits(), &before, language));
    let vary = |mut response: Response| {
        if language.is_some() {
            response.headers_mut().insert(VARY, BY_LANGUAGE);
        }
        response
    };
    if is_known(request.headers(), &tag) {
        return vary(not_modified(tag, caches.lasting(caching)));
    }
    let mut response = next.run(request).await;
    if response.status() == StatusCode::OK && !response.headers().contains_key(CACHE_CONTROL) {
        // If a table became ready during the call, it is unknown whether the answer used it.
        if tables() == before {
            response.headers_mut().insert(ETAG, tag);
        }
        response.headers_mut().insert(CACHE_CONTROL, caches.lasting(caching));
        return vary(response);
    }
    response
}

/// An answer tagged by its content. Callers have to ask each time whether it has changed.
pub(super) fn by_content(request: &HeaderMap, answer: &impl Serialize) -> Response {
    let Ok(body) = serde_json::to_vec(answer) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let tag = tag(&body);
    if is_known(request, &tag) {
        return not_modified(tag, CHECK);
    }
    let content_type = HeaderValue::from_static("application/json");
    ([(CONTENT_TYPE, content_type), (ETAG, tag), (CACHE_CONTROL, CHECK)], body).into_response()
}

/// Removes the content from a response that the caller already has.
pub(super) async fn unless_known(request: Request, next: Next) -> Response {
    let headers = request.headers().clone();
    let response = next.run(request).await;
    if !response.headers().get(ETAG).is_some_and(|tag| is_known(&headers, tag)) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    parts.status = StatusCode::NOT_MODIFIED;
    for header in [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LENGTH] {
        parts.headers.remove(header);
    }
    Response::from_parts(parts, Body::empty())
}
