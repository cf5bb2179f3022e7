//! What describes the API to people and programs: the OpenAPI document, a page to try the API, and the pages that these
//! link to.

use std::future::ready;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use utoipa_swagger_ui::Config;

use super::cache::{self, Sharing};
use super::{not_found, openapi};

/// The page to try the API: Swagger UI, with our title, and as wide as the screen.
const PAGE: &str = include_str!("page.html");

const HTML: &str = "text/html; charset=utf-8";
const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// The Markdown sources of the text notation and of the rules. Below `/docs/` they have the paths that they have in the
/// repository, so that links between them lead somewhere.
const SOURCES: [(&str, &str); 5] = [
    ("/docs/notation.md", include_str!("../../docs/notation.md")),
    ("/docs/rules/common.md", include_str!("../../docs/rules/common.md")),
    ("/docs/rules/awale.md", include_str!("../../docs/rules/awale.md")),
    ("/docs/rules/andada.md", include_str!("../../docs/rules/andada.md")),
    ("/docs/rules/anywoli.md", include_str!("../../docs/rules/anywoli.md")),
];

/// The routes of the documentation.
pub(super) fn routes(sharing: Sharing) -> Router {
    let to_page = || get(|| ready(Redirect::temporary("/docs/")));
    let routes = Router::new()
        .route("/", to_page())
        .route("/docs", to_page())
        .route("/docs/", fixed(HTML, || PAGE.into()))
        .route("/docs/{*file}", get(page_file))
        .route("/openapi.json", fixed("application/json", move || openapi::openapi_of(sharing).into()));
    SOURCES.iter().fold(routes, |routes, &(path, source)| routes.route(path, fixed(MARKDOWN, || source.into())))
}

/// Answers every caller with the same content, which is made for the first of them: a server that starts has more urgent
/// work.
fn fixed(content_type: &'static str, make: impl Fn() -> Bytes + Clone + Send + Sync + 'static) -> MethodRouter {
    let made = Arc::new(OnceLock::new());
    get(move |headers: HeaderMap| {
        let (tag, content) = made.get_or_init(|| {
            let content = make();
            (cache::tag(&content), content)
        });
        ready(cache::tagged(&headers, tag.clone(), content_type, content.clone()))
    })
}

/// A file of Swagger UI.
async fn page_file(Path(file): Path<String>, uri: Uri, headers: HeaderMap) -> Response {
    let config = Config::from("/openapi.json").use_base_layout().default_models_expand_depth(0);
    let found = utoipa_swagger_ui::serve(&file, Arc::new(config)).ok().flatten();
    match found {
        Some(file) => ([(CONTENT_TYPE, file.content_type)], file.bytes.into_owned()).into_response(),
        None => not_found(uri, headers).await.into_response(),
    }
}
