//! What describes the API to people and programs: the OpenAPI document, a page to try the API, and the pages that these
//! link to.

use std::future::ready;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware::map_response;
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

/// What the page to try the API may load and do. Its styles are within it.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The routes of the documentation: the OpenAPI document, and the pages, unless the server has none.
pub(super) fn routes(sharing: Sharing, has_pages: bool) -> Router {
    let document = fixed("application/json", move || openapi::openapi_of(sharing).into());
    let document = Router::new().route("/openapi.json", document);
    if !has_pages {
        return document;
    }
    let pages = Router::new()
        .route("/docs", get(|| ready(Redirect::temporary("/docs/"))))
        .route("/docs/", fixed(HTML, || PAGE.into()))
        .route("/docs/{*file}", get(page_file));
    let pages =
        SOURCES.iter().fold(pages, |pages, &(path, source)| pages.route(path, fixed(MARKDOWN, || source.into())));
    document.merge(pages.layer(map_response(|mut response: Response| {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
        ready(response)
    })))
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
