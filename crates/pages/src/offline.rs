//! What the pages need to work without a connection: the service worker that keeps them, and the rules in WebAssembly.

use axum::body::Bytes;
use axum::http::HeaderValue;

use crate::catalogue::Catalogues;
use crate::content::{Content, content_type};
use crate::{DOOR, FILES_FOLDER, MODULE, RULES_FOLDER, VIEWS, file, rules};

/// The path of the service worker, which is above everything that it keeps.
pub(crate) const SERVICE_WORKER: &str = "/service-worker.js";

/// The script of the worker that answers calls by the rules.
pub(crate) const RULES_WORKER: &str = "rules-worker.js";

/// The content security policy of the service worker, which only fetches what it keeps.
pub(crate) const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; connect-src 'self'");

/// The content security policy of the worker with the rules: it alone may compile WebAssembly.
pub(crate) const RULES_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");

/// The module of the rules, and the weights of the games, as files; none in a build without the module.
pub(crate) fn module(weights: &[(&str, &'static [u8])]) -> Vec<(String, Content)> {
    let Some(module) = MODULE else { return Vec::new() };
    let file = |name: &str, content| (name.to_owned(), content);
    let weights = weights.iter().map(|&(game, bytes)| {
        let name = format!("weights/{game}.bin");
        let content = Content::new(content_type(&name), move || Bytes::from_static(bytes));
        (name, content)
    });
    let module = file("rules.wasm", Content::packed(content_type("rules.wasm"), module));
    [module].into_iter().chain(weights).collect()
}

/// The service worker, which keeps the pages, and these files of this version.
pub(crate) fn service_worker<'a>(
    version: &str,
    files: impl Iterator<Item = &'a str>,
    catalogues: Catalogues,
) -> Content {
    let pages = [DOOR].into_iter().chain(VIEWS.iter().map(|(path, _)| *path)).map(str::to_owned);
    let in_languages = catalogues.iter().map(|(tag, _)| format!("{DOOR}?locale={tag}"));
    let rules = rules::names().map(|name| format!("{RULES_FOLDER}/{name}"));
    let files = files.map(|name| format!("{FILES_FOLDER}/{version}/{name}"));
    let kept: Vec<_> = pages.chain(in_languages).chain(rules).chain(files).map(|path| path[1..].to_owned()).collect();
    // Rust writes texts and lists of them as JavaScript does.
    let text = file(&SERVICE_WORKER[1..])
        .replace("VERSION = \"\"", &format!("VERSION = {version:?}"))
        .replace("KEPT = []", &format!("KEPT = {kept:?}"));
    Content::new(content_type(SERVICE_WORKER), || text.into())
}
