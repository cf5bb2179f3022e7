//! The pages for people: to play, from the files of `crates/pages/files` and the catalogues from which they speak as the
//! repository has them, and the rules, which the build renders from `docs/`.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use super::gzip::Content;
use super::{cache, not_found};
use crate::words::catalogues;

/// What the page may load and do: its own files, and calls of this server. Lit makes its templates under a policy of its own.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
);

/// How long a file may be kept whose path has the hash of its content.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The paths of the page, each with its view.
const PATHS: [(&str, View); 3] = [("/", PLAY), ("/play", PLAY), ("/learn", LEARN)];

/// A view of the page: its name, and the modules that it imports and other views do not.
type View = (&'static str, &'static [&'static str]);

const PLAY: View = ("play", &["course", "form", "new-game", "rulings"]);
const LEARN: View = ("learn", &["lessons"]);

/// Where the files are. The pages link to them with the hash of all of them after the folder.
const FOLDER: &str = "pages/";
/// Where the rules are.
const RULES_FOLDER: &str = "/rules/";

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! files {
    ($($name:literal: $content_type:expr),+ $(,)?) => {
        [$(($name, $content_type, include_str!(concat!("../../crates/pages/files/", $name)))),+]
    };
}

/// The files of the page: name, content type and content.
const FILES: &[(&str, &str, &str)] = &files! {
    "api.js": SCRIPT,
    "board.js": SCRIPT,
    "calls.js": SCRIPT,
    "condition.js": SCRIPT,
    "course.js": SCRIPT,
    "form.js": SCRIPT,
    "game.js": SCRIPT,
    "icon.svg": "image/svg+xml",
    "learn.js": SCRIPT,
    "lessons.js": SCRIPT,
    "look.js": SCRIPT,
    "new-game.js": SCRIPT,
    "page.js": SCRIPT,
    "play.js": SCRIPT,
    "review.js": SCRIPT,
    "rules.css": STYLE,
    "rules.js": SCRIPT,
    "rulings.js": SCRIPT,
    "set-up.js": SCRIPT,
    "style.css": STYLE,
    "theme.js": SCRIPT,
    "vendor/fluent.js": SCRIPT,
    "vendor/lit.js": SCRIPT,
    "views.js": SCRIPT,
    "words.js": SCRIPT,
};

/// The hash of all files.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let tag = cache::tag((FILES, catalogues()));
    tag.to_str().unwrap_or_default().trim_matches('"').to_owned()
});

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The page to play and to learn on, at each of its paths.
static PAGES: LazyLock<[(&str, Content); 3]> = LazyLock::new(|| {
    PATHS.map(|(path, (view, modules))| {
        let preload = |module| format!("    <link rel=\"modulepreload\" href=\"{FOLDER}{module}.js\">\n");
        let modules: String = modules.iter().map(preload).collect();
        let template = include_str!("../../crates/pages/files/index.html");
        let html = template.replace("{view}", view).replace("{modules}", &modules);
        (path, page(&html))
    })
});

/// The pages of the rules by their names.
static RULES_PAGES: LazyLock<BTreeMap<&str, Content>> =
    LazyLock::new(|| RULES.iter().map(|&(name, html)| (name, page(html))).collect());

/// A page, whose links to files are changed to the files of this version.
fn page(html: &str) -> Content {
    let versioned =
        |html: String, up: &str| html.replace(&format!("{up}{FOLDER}"), &format!("{up}{FOLDER}{}/", *VERSION));
    Content::new(HTML, ["\"", "\"../"].into_iter().fold(html.to_owned(), versioned))
}

/// How the keys of the messages begin that the pages say themselves; the service says all others.
const SPOKEN: [&str; 8] = ["page-", "side-", "certainty-", "ruling-", "verdict-", "house-of ", "seeds ", "or-more "];

/// The messages of a catalogue that the pages say themselves: about half of it.
fn spoken(catalogue: &str) -> String {
    let mut is_spoken = false;
    let mut kept = |line: &&str| {
        // A message goes on in lines that are indented, and may end with a brace.
        if !line.starts_with([' ', '}']) {
            is_spoken = SPOKEN.iter().any(|key| line.starts_with(key));
        }
        is_spoken
    };
    catalogue.split_inclusive('\n').filter(|line| kept(line)).collect()
}

/// The files and the catalogues by their names.
static CONTENTS: LazyLock<BTreeMap<String, Content>> = LazyLock::new(|| {
    let files = FILES.iter().map(|&(name, content_type, file)| (name.to_owned(), Content::new(content_type, file)));
    let catalogues = catalogues().iter().map(|&(tag, text)| (format!("{tag}.ftl"), Content::new(TEXT, spoken(text))));
    files.chain(catalogues).collect()
});

/// The routes of the page.
pub(super) fn routes() -> Router {
    let pages = PAGES.iter().fold(Router::new(), |routes, (path, page)| {
        routes.route(path, get(|headers: HeaderMap| ready(page.answer(&headers))))
    });
    pages
        .route(&format!("/{FOLDER}{{*file}}"), get(file))
        .route(RULES_FOLDER.trim_end_matches('/'), get(|| ready(Redirect::temporary(RULES_FOLDER))))
        .route(RULES_FOLDER, get(rules))
        .route(&format!("{RULES_FOLDER}{{name}}"), get(rules))
        .layer(map_response(|response: Response| ready(with_policy(response))))
}

/// A file, at a path with or without the version.
async fn file(Path(path): Path<String>, uri: Uri, headers: HeaderMap) -> Response {
    let versioned = path.strip_prefix(VERSION.as_str()).and_then(|rest| rest.strip_prefix('/'));
    let Some(content) = CONTENTS.get(versioned.unwrap_or(&path)) else {
        return not_found(uri, headers).await.into_response();
    };
    let mut response = content.answer(&headers);
    if versioned.is_some() {
        response.headers_mut().insert(CACHE_CONTROL, FOR_EVER);
    }
    response
}

/// A page of the rules, by the path below their folder.
async fn rules(uri: Uri, headers: HeaderMap) -> Response {
    match uri.path().strip_prefix(RULES_FOLDER).and_then(|name| RULES_PAGES.get(name)) {
        Some(page) => page.answer(&headers),
        None => not_found(uri, headers).await.into_response(),
    }
}

fn with_policy(mut response: Response) -> Response {
    if response.status() != StatusCode::NOT_FOUND {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    }
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_get_every_message_that_they_say() {
        for (tag, catalogue) in catalogues() {
            let spoken = format!("\n{}", spoken(catalogue));
            let said = FILES.iter().flat_map(|(.., file)| file.split("say(\"").skip(1));
            for key in said.filter_map(|rest| rest.split('"').next()) {
                assert!(spoken.contains(&format!("\n{key} = ")), "{tag}: {key}");
            }
            assert!(spoken.len() * 3 < catalogue.len() * 2, "{tag}: {} bytes", spoken.len());
        }
    }
}
