//! The pages for people, as the [`routes`] of a server: to play, to learn, to read the rules and to try the API.
//!
//! The page to play and learn comes from `files/` and the message catalogues; the rules from `docs/`. Each is made when
//! it is first requested. Responses are tagged by their content. The server has to check whether a caller already has a
//! response.

mod app;
mod catalogue;
mod content;
mod documentation;
mod door;
mod games;
mod icons;
mod markdown;
mod modules;
mod offline;
mod preview;
mod problems;
mod reference;
mod rules;
mod spoken;

use std::iter;

use axum::body::Bytes;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri};
use axum::response::{IntoResponse, Redirect};
use ayla_rules::Variant;

pub use app::app;
pub use catalogue::Catalogues;
pub use content::{Content, HTML, Routes, accepts_gzip};
use content::{FOR_EVER, content_type};
pub use icons::DrawIcon;
pub use preview::Preview;
use preview::Site;
pub use problems::Problem;
pub use rules::documents;
pub use spoken::Missing;
use spoken::{Spoken, escape, with_header};

/// The path at which a server has its OpenAPI document, which the page to try the API loads.
pub const OPENAPI: &str = "/openapi.json";

/// The content security policy of the pages: they may load their own files, and call this server. The library Lit
/// creates its templates under its own policy, and the pages start their workers under one.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html ayla-workers",
);

/// The path of the page to play.
pub const PLAY_PATH: &str = "/play";

/// The path at which sites that show links ask what a game looks like (oEmbed).
pub const OEMBED: &str = "/oembed";

/// The path of the file by which a browser installs the page to play.
const MANIFEST: &str = "/manifest.webmanifest";

/// The path of the page that greets, whose texts the server writes in the language of the reader.
const DOOR: &str = "/";

/// The path of the page with puzzles.
pub const PUZZLES_PATH: &str = "/puzzles";

/// The paths of the page to play, to learn, with puzzles, for teachers and for developers, each with the modules and
/// styles that only this view loads. The name of a view is its path.
const VIEWS: [(&str, &[&str]); 5] = [
    (PLAY_PATH, &["form.js", "game.js", "new-game.js", "rulings.js"]),
    ("/learn", &["exercise.js", "lessons.js"]),
    (PUZZLES_PATH, &["exercise.js", "puzzle-record.js"]),
    ("/teach", &["lessons.js", "teach.css"]),
    ("/developers", &["game.js"]),
];

/// The script of the page to play, and the modules that only this script needs, each after those that it imports:
/// browsers get them as one file.
const PLAY_SCRIPT: &str = "play.js";
const PLAY_PARTS: [&str; 7] =
    ["telling.js", "previews.js", "advice.js", "game-page.js", "linked-game.js", "course.js", "controls.js"];

/// The folder of the files. In links from the pages, a hash of all files follows this folder.
const FILES_FOLDER: &str = "/pages";
/// The folder of the rules.
const RULES_FOLDER: &str = "/rules";
/// The folder of the pages about the reasons of errors.
const PROBLEMS_FOLDER: &str = "/problems";
/// The folder of the documentation: the page to try the API, and the documents as they are in the repository.
const DOCS_FOLDER: &str = "/docs";

include!(concat!(env!("OUT_DIR"), "/documents.rs"));
include!(concat!(env!("OUT_DIR"), "/files.rs"));
include!(concat!(env!("OUT_DIR"), "/module.rs"));
include!(concat!(env!("OUT_DIR"), "/signature.rs"));

/// Whether the pages have the rules in WebAssembly, and work without a connection.
pub const HAS_RULES: bool = MODULE.is_some();

/// Returns whether a path is that of a page or in a folder of the pages.
///
/// ```
/// let pages = ["/", "/learn", "/play/", "/rules/awale", "/docs", "/pages/nothing.js"];
/// assert!(pages.into_iter().all(ayla_pages::is_page));
/// assert!(!["", "/learning", "/v1/variants"].into_iter().any(ayla_pages::is_page));
/// ```
pub fn is_page(path: &str) -> bool {
    let is_in = |folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let is_view = path == DOOR || VIEWS.iter().any(|(view, _)| path.strip_suffix('/').unwrap_or(path) == *view);
    is_view
        || [OEMBED, MANIFEST, offline::SERVICE_WORKER].contains(&path)
        || [FILES_FOLDER, RULES_FOLDER, DOCS_FOLDER, PROBLEMS_FOLDER].into_iter().any(is_in)
}

/// The paths of the pages that people open, and of the documents.
pub fn paths() -> impl Iterator<Item = String> {
    let views = VIEWS.iter().map(|(path, _)| (*path).to_owned());
    let rules = rules::names().map(|name| format!("{RULES_FOLDER}/{name}"));
    iter::once(DOOR.to_owned()).chain(views).chain(rules).chain(documentation::paths())
}

/// What the pages take from the server.
pub struct Given<'a> {
    /// The messages.
    pub catalogues: Catalogues,
    /// The public address of the server, if it is known.
    pub site: Option<&'a str>,
    /// Whether everyone may see its pictures.
    pub has_pictures: bool,
    /// The origins whose pages may show the page to play in a frame; `*` stands for all origins.
    pub framing: &'a [HeaderValue],
    /// Writes the reference of the API in Markdown.
    pub reference: fn() -> String,
    /// What there is to say of the reasons of errors.
    pub problems: &'a [Problem],
    /// Draws icons; none of a server without pictures.
    pub draw_icon: Option<DrawIcon>,
    /// For each game, its name and the weights with which the rules in WebAssembly search.
    pub weights: &'a [(&'a str, &'static [u8])],
}

/// Returns the routes of the pages.
pub fn routes(given: &Given<'_>) -> Routes {
    let &Given { catalogues, site, has_pictures, framing, reference, problems, draw_icon, weights } = given;
    let files = files(catalogues);
    let version = content::hash((&files, catalogues, BUILD));
    let files = files.into_iter().map(|(name, bytes)| {
        let content = Content::new(content_type(&name), || bytes);
        (name, content)
    });
    let files: Vec<_> = files.chain(offline::module(weights)).collect();
    let worker = offline::service_worker(&version, files.iter().map(|(name, _)| name.as_str()), catalogues);

    let looks = Site { address: site, has_pictures };
    let mut routes = Routes::default();
    let own_version = version.clone();
    let with_version = move |page: String| versioned(&page, &own_version);
    let spoken = |content_type, template: &str| {
        let page = Spoken::new(content_type, template, catalogues, with_version.clone());
        move |head: &Parts, language| page.answer(head, language)
    };
    // Redirects are relative, as all links are: a proxy may have the server below a path of its own.
    for (path, files) in VIEWS {
        let policy = if path == PLAY_PATH { framed_policy(framing) } else { POLICY };
        routes.add(path, Some(policy), spoken(HTML, &view(path, files, looks)));
        // An address with a slash too many leads to the page.
        routes.add(format!("{path}/"), None, move |head, _| {
            Redirect::permanent(&with_query(&format!("..{path}"), &head.uri)).into_response()
        });
    }
    routes.add(DOOR, Some(POLICY), spoken(HTML, &with_header(&door::template(looks), "./")));
    routes.add(MANIFEST, Some(POLICY), spoken("application/manifest+json", &icons::manifest(draw_icon)));
    let reference = reference::page(catalogues, reference, with_version.clone());
    routes.add(format!("{DOCS_FOLDER}/"), Some(POLICY), move |head, language| reference.answer(head, language));
    for problem in problems {
        let example = escape(&problem.example);
        let finish = with_version.clone();
        let finish = move |page: String| finish(page).replace("{example}", &example);
        let page = Spoken::new(HTML, &problems::template(problem), catalogues, finish);
        let path = format!("{PROBLEMS_FOLDER}/{}", problem.reason);
        routes.add(path, Some(POLICY), move |head, language| page.answer(head, language));
    }
    for name in rules::names() {
        let path = format!("{RULES_FOLDER}/{name}");
        let site = site.map(str::to_owned);
        let finish = with_version.clone();
        let page = Content::new(HTML, move || {
            finish(rules::page(&name, catalogues, Site { address: site.as_deref(), has_pictures })).into()
        });
        routes.add(path, Some(POLICY), move |head, _| page.answer(head));
    }
    routes.add(offline::SERVICE_WORKER, Some(offline::POLICY), move |head, _| worker.answer(head));
    for (name, content) in files.into_iter().chain(icons::files(draw_icon)) {
        // A policy is for documents and workers. Other scripts and styles do not need one, and have a small header.
        let policy = match name.as_str() {
            offline::RULES_WORKER => Some(offline::RULES_POLICY),
            name => name.ends_with(".svg").then_some(POLICY),
        };
        let lasting = content.clone();
        routes.add(format!("{FILES_FOLDER}/{name}"), policy.clone(), move |head, _| content.answer(head));
        routes.add(format!("{FILES_FOLDER}/{version}/{name}"), policy, move |head, _| {
            lasting.answer_to_keep(head, FOR_EVER)
        });
    }
    documentation::add(&mut routes);
    let editions = rules::folders().map(|edition| format!("{RULES_FOLDER}/{edition}"));
    for folder in [format!("{DOCS_FOLDER}/")].into_iter().chain(editions) {
        let folder = folder.trim_end_matches('/');
        let target = format!("{}/", folder.rsplit('/').next().unwrap_or_default());
        routes.add(folder, None, move |_, _| Redirect::temporary(&target).into_response());
    }
    routes
}

/// The files that the pages load, in the form in which browsers get them.
fn files(catalogues: Catalogues) -> Vec<(String, Bytes)> {
    let parts = PLAY_PARTS.map(|name| (name, file(name)));
    let alone = FILES.iter().filter(|(name, _)| !PLAY_PARTS.contains(name) && *name != &offline::SERVICE_WORKER[1..]);
    let script = |&(name, text): &(&str, &'static str)| {
        let text = match name {
            PLAY_SCRIPT => modules::join(&parts, text).into(),
            "lessons.js" => games::with_lessons(text).into(),
            _ => text.into(),
        };
        (name.to_owned(), text)
    };
    let mut files: Vec<_> = alone.map(script).collect();
    files.push(("games.js".to_owned(), games::module().into()));
    files.push(("languages.js".to_owned(), catalogue::languages(catalogues).into()));
    files.extend(catalogues.iter().map(|&(tag, text)| (format!("{tag}.ftl"), catalogue::spoken(text).into())));
    for (view, keys) in catalogue::OF_VIEWS {
        let of_view =
            |&(tag, text): &(&str, &str)| (format!("{tag}.{view}.ftl"), catalogue::of_view(text, keys).into());
        files.extend(catalogues.iter().map(of_view));
    }
    files
}

/// The text of a file; nothing for one that there is not.
fn file(name: &str) -> &'static str {
    FILES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text)
}

/// The page of a view, with the keys of its texts.
fn view(path: &str, files: &[&str], site: Site<'_>) -> String {
    let link = |file: &&str| {
        let relation = if file.ends_with(".css") { "stylesheet" } else { "modulepreload" };
        format!("    <link rel=\"{relation}\" href=\"pages/{file}\">\n")
    };
    let links: String = files.iter().map(link).collect();
    // A link to a game shows its own board, and the developers' page has none.
    let has_preview = ![PLAY_PATH, "/developers"].contains(&path);
    let tags = || site.tags(path, Variant::ALL[0], "{{page-view-{view}}} – Ayla", "{{door-about}} {games}.");
    let preview = if has_preview { tags() } else { String::new() };
    let html = include_str!("../files/index.html").replace("{preview}", &preview);
    html.replace("{games}", &games::titles()).replace("{view}", &path[1..]).replace("{links}", &links)
}

/// The policy of a page that these origins may show in a frame.
fn framed_policy(framing: &[HeaderValue]) -> HeaderValue {
    let origins: Vec<_> = framing.iter().filter_map(|origin| origin.to_str().ok()).collect();
    let policy = POLICY;
    let framed = policy
        .to_str()
        .unwrap_or_default()
        .replace("frame-ancestors 'none'", &format!("frame-ancestors {}", origins.join(" ")));
    if origins.is_empty() { POLICY } else { HeaderValue::try_from(framed).unwrap_or(POLICY) }
}

/// A path with the query of another address.
fn with_query(path: &str, uri: &Uri) -> String {
    uri.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"))
}

/// The text of a page, with links to the files of this version.
fn versioned(html: &str, version: &str) -> String {
    let links = ["\"pages/", "\"../pages/", "\"../../pages/"];
    links.iter().fold(html.to_owned(), |html, link| html.replace(link, &format!("{link}{version}/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_to_play_has_all_its_parts() {
        let files = files(&[]);
        let play = files.iter().find(|(name, _)| name == PLAY_SCRIPT).expect("the script to play");
        let play = str::from_utf8(&play.1).expect("a text");
        for name in PLAY_PARTS {
            assert!(!play.contains(&format!("./{name}")), "{name} is requested");
            assert!(files.iter().all(|(file, _)| file != name), "{name} is served");
        }
        let (imports, rest) = play.split_once("const $").expect("a part");
        assert!(imports.lines().all(|line| line.starts_with("import * as $")), "{imports}");
        for line in rest.lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export"), "{line}");
        }
    }

    #[test]
    fn only_lessons_name_a_game() {
        let is_comment = |line: &&str| ["//", "/*", "*"].iter().any(|begin| line.trim_start().starts_with(begin));
        for &variant in Variant::ALL {
            let about = variant.about();
            let names = [variant.name(), about.title, &format!("{}-", about.ruling_prefix)];
            for (file, text) in FILES {
                let is_named =
                    |name: &&str| text.lines().filter(|line| !is_comment(line)).any(|line| line.contains(*name));
                let found: Vec<_> = names.into_iter().filter(is_named).collect();
                match *file {
                    "games.js" => assert_eq!(found, names[..2], "{file}"),
                    "lessons.js" => {}
                    _ => assert!(found.is_empty(), "{file} names {found:?}"),
                }
            }
        }
    }
}
