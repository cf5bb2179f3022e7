//! JSON over HTTP: routes, reading and writing, and the documentation. What is answered is [`crate::service`]'s.

mod batch;
mod cache;
mod input;
mod json;
mod openapi;
mod operations;
mod pages;
#[cfg(feature = "pictures")]
mod picture;
pub mod problem;
mod stream;

use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::get;
use axum::{Router, middleware};
use ayla_api::error::{Error, Reason};
use ayla_api::words::{Language, Message, catalogues};
use ayla_pages::{Content, Missing};

use self::pages::Pages;
use crate::service::Service;
use crate::service::operation::Operation;

pub use cache::{Caches, Sharing};
pub use openapi::{openapi, reference_page};

/// Routes whose requests have arrived as a whole, with bodies up to this limit: one that cannot be read to its end is refused as
/// everywhere, and never reaches the library that serves them.
#[cfg(feature = "mcp")]
pub fn with_whole_bodies(routes: Router, limit: usize) -> Router {
    routes.layer(middleware::from_fn(move |request: Request, next: middleware::Next| async move {
        let call = input::context(&request);
        let (parts, body) = request.into_parts();
        match input::collect(body, limit, parts.headers.contains_key(axum::http::header::EXPECT)).await {
            Ok(body) => next.run(Request::from_parts(parts, body.into())).await,
            Err(error) => {
                let accepted = parts.headers.get(ACCEPT_LANGUAGE).and_then(|accepted| accepted.to_str().ok());
                problem::refuse(*error.in_language(Language::negotiate(None, accepted)), &call)
            }
        }
    }))
}

/// The routes: the API, whose answers these caches may keep, its description at `/openapi.json`, the pages for people, other
/// routes, and a fallback for every other path. `framing` has the origins that may show the page to play in a frame; without
/// it, there are no pages.
pub fn routes(service: Arc<Service>, caches: Caches, framing: Option<&[HeaderValue]>, others: Router) -> Router {
    let mut api = Router::new();
    for (operation, contract) in Operation::in_contract() {
        if let Some(endpoint) = operations::endpoint(operation, &contract) {
            for (path, _) in contract.paths() {
                api = api.route(&path, endpoint.handler.clone());
            }
        }
    }
    let document = Content::new("application/json", move || openapi::openapi_of(caches.answers).into());
    let missing = framing.map(|_| Missing::new(catalogues()));
    let mut documents = Router::new().route(ayla_pages::OPENAPI, document.route());
    if let Some(framing) = framing {
        let state = Pages { service: Arc::clone(&service), may_be_framed: !framing.is_empty() };
        let people = ayla_pages::routes(catalogues(), |head| language_of(head).tag(), service.public_url(), framing);
        let people = people.layer(middleware::from_fn_with_state(state.clone(), pages::preview));
        let oembed = Router::new().route(pages::OEMBED, get(pages::oembed)).with_state(state);
        documents = documents.merge(people).merge(oembed);
    }
    api.layer(middleware::from_fn_with_state((Arc::clone(&service), caches), cache::by_request))
        .with_state(service)
        .merge(documents.layer(middleware::from_fn(cache::unless_known)))
        .merge(others)
        .fallback(move |request: Request| {
            let missing = missing.clone();
            async move { not_found(request, missing.as_ref()) }
        })
        .method_not_allowed_fallback(method_not_allowed)
}

/// The language that the head of a request asks for.
fn language(request: &Request) -> Language {
    crate::headers::language(request.headers().get(ACCEPT_LANGUAGE), request.uri().query())
}

/// The language that this head of a request asks for.
fn language_of(head: &Parts) -> Language {
    crate::headers::language(head.headers.get(ACCEPT_LANGUAGE), head.uri.query())
}

/// The response for an unknown path: a page for people, if there are pages, and a problem document for programs.
fn not_found(request: Request, missing: Option<&Missing>) -> Response {
    let (head, body) = request.into_parts();
    let page = missing.and_then(|missing| missing.answer(&head, language_of(&head).tag()));
    let request = Request::from_parts(head, body);
    if let Some(page) = page {
        input::context(&request).refused_for(Reason::NotFound);
        return page;
    }
    let message = Message::new("not-found").quoting("path", request.uri().path());
    refuse_path(&request, Reason::NotFound, message)
}

async fn method_not_allowed(request: Request) -> Response {
    let message = Message::new("method-not-allowed").quoting("path", request.uri().path());
    let message = message.quoting("method", request.method().as_str());
    refuse_path(&request, Reason::MethodNotAllowed, message)
}

fn refuse_path(request: &Request, reason: Reason, message: Message) -> Response {
    let error = Error::new(reason, message).in_language(language(request));
    problem::refuse(*error, &input::context(request))
}
