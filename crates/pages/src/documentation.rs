//! Swagger UI, and the documents of the text notation and of the rules.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;

use crate::content::{Content, HTML, content_type, with_headers};
use crate::{DOCS_FOLDER, DOCUMENTS};

/// Swagger UI with our title, as wide as the screen.
const PAGE: &str = include_str!("../files/swagger.html");

/// The file of Swagger UI with this name, which the build has compressed.
macro_rules! swagger_ui {
    ($name:literal) => {
        ($name, include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui/", $name, ".gz")))
    };
}

/// Starts Swagger UI.
const INITIALIZER: &str = r##"window.onload = () => {
  SwaggerUIBundle({
    dom_id: "#swagger-ui",
    // Whole: the page resolves the addresses in the document against it.
    url: new URL("../openapi.json", location.href).href,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    layout: "BaseLayout",
    presets: [SwaggerUIBundle.presets.apis],
  });
};
"##;

/// The files of Swagger UI that the page loads, compressed.
const FILES: [(&str, &[u8]); 4] = [
    swagger_ui!("favicon-32x32.png"),
    swagger_ui!("index.css"),
    swagger_ui!("swagger-ui-bundle.js"),
    swagger_ui!("swagger-ui.css"),
];

/// The content security policy of Swagger UI, whose styles are inline.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The name of the page with Swagger UI.
const SWAGGER: &str = "swagger";

/// The names of the reference, of Swagger UI and of the documents. The paths of documents are those in the repository, so that
/// the links between them work.
pub(crate) fn paths() -> impl Iterator<Item = String> {
    let names = ["", SWAGGER].into_iter().chain(DOCUMENTS.iter().map(|(name, _)| *name));
    names.map(|name| format!("{DOCS_FOLDER}/{name}"))
}

/// The routes of Swagger UI and of the documents.
pub(crate) fn routes() -> Router {
    let documents = DOCUMENTS.iter().map(|&(name, text)| (name, Content::new(content_type(name), || text.into())));
    let files = FILES.map(|(name, bytes)| (name, Content::packed(content_type(name), bytes)));
    let initializer = "swagger-initializer.js";
    let initializer = (initializer, Content::new(content_type(initializer), || INITIALIZER.into()));
    let page = (SWAGGER, Content::new(HTML, || PAGE.into()));
    let routes =
        [page, initializer].into_iter().chain(documents).chain(files).fold(Router::new(), |routes, (name, content)| {
            routes.route(&format!("{DOCS_FOLDER}/{name}"), content.route())
        });
    with_headers(routes, [(CONTENT_SECURITY_POLICY, POLICY)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OPENAPI;

    #[test]
    fn the_page_has_its_files() {
        for (name, bytes) in FILES {
            assert!(PAGE.contains(&format!("\"{name}\"")) && !bytes.is_empty(), "{name}");
        }
        assert!(INITIALIZER.contains(&format!("\"..{OPENAPI}\"")));
    }
}
