//! A page to try the API, which is Swagger UI, and the documents of the text notation and of the rules.

use std::borrow::Cow;
use std::iter;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use utoipa_swagger_ui::Config;

use crate::content::{Content, HTML, content_type, with_headers};
use crate::{DOCS_FOLDER, DOCUMENTS, OPENAPI};

/// The page to try the API: Swagger UI with our title, as wide as the screen.
const PAGE: &str = include_str!("../files/docs.html");

/// The files of Swagger UI that the page loads.
const FILES: [&str; 6] = [
    "favicon-32x32.png",
    "index.css",
    "swagger-initializer.js",
    "swagger-ui-bundle.js",
    "swagger-ui-standalone-preset.js",
    "swagger-ui.css",
];

/// The content security policy of the page to try the API, whose styles are inline.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The names of the page and of the documents. Their paths are those in the repository, so that the links between them
/// work.
pub(crate) fn paths() -> impl Iterator<Item = String> {
    let names = iter::once("").chain(DOCUMENTS.iter().map(|(name, _)| *name));
    names.map(|name| format!("{DOCS_FOLDER}/{name}"))
}

/// The routes of the page and of the documents.
pub(crate) fn routes() -> Router {
    let documents = DOCUMENTS.iter().map(|&(name, text)| (name, Content::new(content_type(name), || text.into())));
    let files = FILES.map(|name| (name, Content::new(content_type(name), || swagger_ui(name))));
    let page = ("", Content::new(HTML, || PAGE.into()));
    let routes = iter::once(page)
        .chain(documents)
        .chain(files)
        .fold(Router::new(), |routes, (name, content)| routes.route(&format!("{DOCS_FOLDER}/{name}"), content.route()));
    with_headers(routes, [(CONTENT_SECURITY_POLICY, POLICY)])
}

/// A file of Swagger UI.
fn swagger_ui(name: &str) -> Bytes {
    let config = Config::from(OPENAPI).use_base_layout().default_models_expand_depth(0);
    let found = utoipa_swagger_ui::serve(name, Arc::new(config)).ok().flatten();
    match found.map(|file| file.bytes) {
        Some(Cow::Borrowed(bytes)) => Bytes::from_static(bytes),
        Some(Cow::Owned(bytes)) => bytes.into(),
        None => Bytes::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_its_files() {
        for name in FILES {
            assert!(PAGE.contains(&format!("\"{name}\"")) && !swagger_ui(name).is_empty(), "{name}");
        }
    }
}
