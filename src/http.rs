//! JSON over HTTP: a thin mapping of [`crate::service`], and its description as OpenAPI.

pub mod answer;
mod cache;
pub mod catalogue;
mod extract;
mod json;
mod object;
mod operations;
pub mod options;
pub mod problem;
mod query;
pub mod request;
mod stream;
pub mod word;

use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use axum::{Router, middleware};
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, Info, License};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::service::Service;
use crate::service::error::{Error, Reason};
use ayla_rules::notation::quoted;
use problem::Refusal;

pub use cache::Sharing;
pub(crate) use stream::Ending;

#[derive(OpenApi)]
#[openapi(
    tags(
        (name = "variants", description = "The games, their options and presets."),
        (name = "games", description = "Questions about a position: what may be played, what happens, what is best."),
        (name = "server", description = "What is running."),
    ),
    servers((url = "/", description = "This server"))
)]
struct Description;

/// The routes of the API that are asked by GET, whose answers may be kept, with their description.
fn by_get() -> OpenApiRouter<Arc<Service>> {
    OpenApiRouter::new()
        .routes(routes!(operations::list_variants))
        .routes(routes!(operations::get_variant))
        .routes(routes!(operations::get_server_info))
        .routes(routes!(operations::legal_moves_by_get))
        .routes(routes!(operations::validate_move_by_get))
        .routes(routes!(operations::apply_move_by_get))
        .routes(routes!(operations::suggest_move_by_get))
}

/// Those that are asked by POST.
fn by_post() -> OpenApiRouter<Arc<Service>> {
    OpenApiRouter::new()
        .routes(routes!(operations::start_game))
        .routes(routes!(operations::legal_moves))
        .routes(routes!(operations::validate_move))
        .routes(routes!(operations::apply_move))
        .routes(routes!(operations::suggest_move))
}

/// Those whose answers come one by one, and are never kept.
fn streamed() -> OpenApiRouter<Arc<Service>> {
    OpenApiRouter::new()
        .routes(routes!(operations::suggest_move_stream))
        .routes(routes!(operations::suggest_move_stream_by_get))
}

/// How the API key is called in the description.
const API_KEY: &str = "apiKey";

fn info() -> Info {
    let mut info = Info::new("Ayla", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "The rules of traditional mancala games as a stateless service. A request holds all that its answer depends on: \
         a position in the text notation or as a setup, and the moves made since."
            .to_owned(),
    );
    let mut license = License::new(env!("CARGO_PKG_LICENSE"));
    license.identifier = Some(env!("CARGO_PKG_LICENSE").to_owned());
    info.license = Some(license);
    info
}

/// The OpenAPI document, as it is committed in `openapi/`.
///
/// # Panics
///
/// Never: the document has only keys that are strings.
#[must_use]
pub fn openapi() -> String {
    let mut description = Description::openapi();
    description.info = info();
    let key = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
    let key = key.description(Some("An API key, where the server asks for one."));
    let schemes = ComponentsBuilder::new().security_scheme(API_KEY, SecurityScheme::Http(key.build()));
    description.components = Some(schemes.build());
    let nobody: [&str; 0] = [];
    description.security = Some(vec![SecurityRequirement::default(), SecurityRequirement::new(API_KEY, nobody)]);
    let described = OpenApiRouter::<Arc<Service>>::with_openapi(description);
    let described = described.merge(by_get()).merge(by_post()).merge(streamed());
    let mut text = described.into_openapi().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The routes: the API, whose answers these may share, its description at `/openapi.json`, a page to try it at `/docs`, and a fallback for the rest.
pub fn routes(service: Arc<Service>, sharing: Sharing) -> Router {
    let document = openapi();
    let description = move || std::future::ready(([(CONTENT_TYPE, "application/json")], document.clone()));
    let kept = middleware::from_fn_with_state((Arc::clone(&service), sharing), cache::by_request);
    let (by_get, _) = by_get().layer(kept).split_for_parts();
    let (by_post, _) = by_post().merge(streamed()).split_for_parts();
    let page = SwaggerUi::new("/docs").config(Config::from("/openapi.json"));
    by_get
        .merge(by_post)
        .with_state(service)
        .route("/openapi.json", get(description))
        .merge(page)
        .route("/", get(|| std::future::ready(Redirect::temporary("/docs/"))))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
}

async fn not_found(uri: Uri) -> impl IntoResponse {
    Refusal::from(Error::new(Reason::NotFound, format!("there is nothing at {}", quoted(uri.path()))))
}

async fn method_not_allowed(method: Method, uri: Uri) -> impl IntoResponse {
    let detail = format!("{} does not take the method {method}", quoted(uri.path()));
    Refusal::from(Error::new(Reason::MethodNotAllowed, detail))
}
