//! JSON over HTTP: routes, reading and writing, and the documentation. What is answered is [`crate::service`]'s.

mod cache;
mod input;
mod json;
mod malformed;
mod openapi;
mod operations;
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
use ayla_pages::Content;

use crate::service::Service;
use crate::service::error::{Error, Reason};
use crate::service::operation::Operation;
use crate::words::{Language, Message, catalogues};
use problem::ErrorResponse;

pub use cache::{Caches, Sharing};
pub use openapi::openapi;

/// The routes: the API, whose answers these caches may keep, its description at `/openapi.json`, with `has_pages` the pages
/// for people, and a fallback for every other path.
pub fn routes(service: Arc<Service>, caches: Caches, has_pages: bool) -> Router {
    let mut api = Router::new();
    for (operation, contract) in Operation::in_contract() {
        if let Some(endpoint) = operations::endpoint(operation, &contract) {
            for (path, _) in contract.paths() {
                api = api.route(&path, endpoint.handler.clone());
            }
        }
    }
    let document = Content::new("application/json", move || openapi::openapi_of(caches.answers).into());
    let mut documents = Router::new().route(ayla_pages::OPENAPI, document.route());
    if has_pages {
        documents = documents.merge(ayla_pages::routes(catalogues()));
    }
    api.layer(middleware::from_fn_with_state((Arc::clone(&service), caches), cache::by_request))
        .with_state(service)
        .merge(documents.layer(middleware::from_fn(cache::unless_known)))
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
