//! JSON over HTTP: routes, reading and writing, and the OpenAPI document. What is answered is [`crate::service`]'s.

mod cache;
mod input;
mod json;
mod openapi;
mod operations;
pub mod problem;
mod query;
mod stream;

use std::sync::Arc;

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Router, middleware};
use ayla_rules::notation::quoted;
use utoipa_swagger_ui::Config;

use crate::service::Service;
use crate::service::error::{Error, Reason};
use crate::service::operation::Operation;
use problem::ErrorResponse;

pub use cache::Sharing;
pub use openapi::openapi;
pub(crate) use stream::Ending;

/// The routes: the API, whose answers these caches may keep, its description at `/openapi.json`, a page to try it at
/// `/docs`, and a fallback for every other path.
pub fn routes(service: Arc<Service>, sharing: Sharing) -> Router {
    let mut api = Router::new();
    for (operation, contract) in Operation::in_contract() {
        if let Some(endpoint) = operations::endpoint(operation, &contract) {
            api = api.route(contract.path, endpoint.handler);
        }
    }
    let document = openapi::openapi_of(sharing);
    let description = move || std::future::ready(([(CONTENT_TYPE, "application/json")], document.clone()));
    api.layer(middleware::from_fn_with_state((Arc::clone(&service), sharing), cache::by_request))
        .with_state(service)
        .route("/openapi.json", get(description))
        .route("/docs", get(|| std::future::ready(Redirect::temporary("/docs/"))))
        .route("/docs/", get(|| std::future::ready(Html(PAGE))))
        .route("/docs/{*file}", get(page_file))
        .route("/", get(|| std::future::ready(Redirect::temporary("/docs/"))))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
}

/// The page to try the API: Swagger UI, with our title, and as wide as the screen.
const PAGE: &str = include_str!("http/page.html");

/// A file of Swagger UI.
async fn page_file(Path(file): Path<String>, uri: Uri) -> Response {
    let found = utoipa_swagger_ui::serve(&file, Arc::new(Config::from("/openapi.json"))).ok().flatten();
    match found {
        Some(file) => ([(CONTENT_TYPE, file.content_type)], file.bytes.into_owned()).into_response(),
        None => not_found(uri).await.into_response(),
    }
}

async fn not_found(uri: Uri) -> impl IntoResponse {
    ErrorResponse::from(Error::new(Reason::NotFound, format!("there is nothing at {}", quoted(uri.path()))))
}

async fn method_not_allowed(method: Method, uri: Uri) -> impl IntoResponse {
    let detail = format!("{} does not take the method {}", quoted(uri.path()), quoted(method.as_str()));
    ErrorResponse::from(Error::new(Reason::MethodNotAllowed, detail))
}
