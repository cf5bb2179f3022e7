//! JSON over HTTP: routes, reading and writing, and the documentation. What is answered is [`crate::service`]'s.

mod cache;
mod documentation;
mod gzip;
mod input;
mod json;
mod malformed;
mod openapi;
mod operations;
mod pages;
#[cfg(feature = "pictures")]
mod picture;
pub mod problem;
mod query;
mod stream;

use std::sync::Arc;

use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::IntoResponse;
use axum::{Router, middleware};

use crate::service::Service;
use crate::service::error::{Error, Reason};
use crate::service::operation::Operation;
use crate::words::{Language, Message};
use problem::ErrorResponse;

pub use cache::{Caches, Sharing};
pub use openapi::openapi;

/// The routes: the API, whose answers these caches may keep, its description at `/openapi.json`, with `has_pages` a page to
/// play at `/`, the rules at `/rules/` and a page to try the API at `/docs`, and a fallback for every other path.
pub fn routes(service: Arc<Service>, caches: Caches, has_pages: bool) -> Router {
    let mut api = Router::new();
    for (operation, contract) in Operation::in_contract() {
        if let Some(endpoint) = operations::endpoint(operation, &contract) {
            for (path, _) in contract.paths() {
                api = api.route(&path, endpoint.handler.clone());
            }
        }
    }
    api.layer(middleware::from_fn_with_state((Arc::clone(&service), caches), cache::by_request))
        .with_state(service)
        .merge(documentation::routes(caches.answers, has_pages))
        .merge(if has_pages { pages::routes() } else { Router::new() })
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
}

/// The language that the headers of a request ask for.
pub(crate) fn accepted_language(headers: &HeaderMap) -> Language {
    Language::of_header(headers.get(ACCEPT_LANGUAGE))
}

async fn not_found(uri: Uri, headers: HeaderMap) -> impl IntoResponse {
    ErrorResponse::from(
        Error::new(Reason::NotFound, Message::new("not-found").quoting("path", uri.path()))
            .in_language(accepted_language(&headers)),
    )
}

async fn method_not_allowed(method: Method, uri: Uri, headers: HeaderMap) -> impl IntoResponse {
    let message = Message::new("method-not-allowed").quoting("path", uri.path()).quoting("method", method.as_str());
    ErrorResponse::from(Error::new(Reason::MethodNotAllowed, message).in_language(accepted_language(&headers)))
}
