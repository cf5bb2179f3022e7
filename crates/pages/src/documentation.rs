//! Swagger UI, and the documents of the text notation and of the rules.

use axum::http::HeaderValue;

use crate::content::{Content, HTML, Routes, content_type};
use crate::{DOCS_FOLDER, documents};

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

/// The names of the reference, of Swagger UI and of the documents. The paths of documents are those in the repository,
/// so that the links between them work.
pub(crate) fn paths() -> impl Iterator<Item = String> {
    let names = ["", SWAGGER].into_iter().chain(documents().iter().map(|(name, _)| *name));
    names.map(|name| format!("{DOCS_FOLDER}/{name}"))
}

/// Adds Swagger UI and the documents.
pub(crate) fn add(routes: &mut Routes) {
    let initializer = ("swagger-initializer.js", INITIALIZER);
    let texts = documents().iter().copied().chain([initializer]);
    let texts = texts.map(|(name, text)| (name, Content::new(content_type(name), || text.into())));
    let files = FILES.map(|(name, bytes)| (name, Content::packed(content_type(name), bytes)));
    let page = (SWAGGER, Content::new(HTML, || PAGE.into()));
    for (name, content) in texts.chain(files).chain([page]) {
        routes.add(format!("{DOCS_FOLDER}/{name}"), Some(POLICY), move |head, _| content.answer(head));
    }
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
