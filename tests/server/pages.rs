//! The page to play: who may load it, how long it is kept, and what it may do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;

use ayla_rules::{Variant, ruling};
use ayla_test_server::command::{folder, run, run_with, text};
use ayla_test_server::{Reply, Server};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::prefix::target;

pub(super) async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Reply {
    server.json().await.send("GET", path, headers, &[]).await
}

pub(super) fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).map_or("", |value| value.to_str().expect("text"))
}

pub(super) fn content(reply: &Reply) -> &str {
    std::str::from_utf8(&reply.body).expect("text")
}

/// The paths that a text of the page names after these words, which end in a quotation mark.
pub(super) fn linked<'a>(text: &'a str, words: &[&str]) -> Vec<&'a str> {
    let after = |word: &&str| text.split(*word).skip(1).filter_map(|rest| rest.split('"').next()).collect::<Vec<_>>();
    words.iter().flat_map(after).collect()
}

#[tokio::test]
async fn the_page_loads_its_own_files_and_nothing_else() {
    let server = Server::shared();
    let mut paths = Vec::new();
    for path in ["/", "/play", "/learn", "/puzzles", "/teach", "/developers", "/docs/"] {
        let page = get(server, path, &[]).await;
        assert_eq!((page.status.as_u16(), header(&page, "content-type")), (200, "text/html; charset=utf-8"));
        let html = content(&page);
        assert!(!html.contains("<style") && !html.contains(" style=") && !html.contains("<script>"), "{html}");
        paths.extend(linked(html, &["href=\"", "src=\""]).into_iter().map(|link| target(path, link)));
    }
    // Other links lead to other pages.
    paths.retain(|path| path.starts_with("/pages/"));
    let mut seen = Vec::new();
    while let Some(path) = paths.pop() {
        let reply = get(server, &path, &[]).await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(header(&reply, "cache-control"), "public, max-age=31536000, immutable", "{path}");
        assert_eq!(header(&reply, "x-content-type-options"), "nosniff", "{path}");
        let (folder, name) = path.rsplit_once('/').expect("a folder");
        if name.ends_with(".png") {
            continue;
        }
        for module in linked(content(&reply), &["from \"./", "import \"./"]) {
            let path = format!("{folder}/{module}");
            if !seen.contains(&path) && path.ends_with(".js") {
                seen.push(path.clone());
                paths.push(path);
            }
        }
    }
    assert!(seen.len() >= 6, "{seen:?}");
}

#[tokio::test]
async fn the_policy_allows_nothing_inline() {
    let server = Server::shared();
    for path in [
        "/",
        "/play",
        "/learn",
        "/puzzles",
        "/teach",
        "/developers",
        "/docs/",
        "/rules/",
        "/rules/fr/awale",
        "/pages/icon.svg",
    ] {
        let reply = get(server, path, &[]).await;
        let policy = header(&reply, "content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{path}: {policy}");
    }
    let docs = get(server, "/docs/swagger", &[]).await;
    let policy = header(&docs, "content-security-policy");
    assert!(policy.contains("script-src 'self';") && policy.contains("style-src 'self' 'unsafe-inline'"), "{policy}");
}

#[tokio::test]
async fn the_service_worker_keeps_what_there_is() {
    let server = Server::shared();
    let worker = get(server, "/service-worker.js", &[]).await;
    assert_eq!(header(&worker, "content-type"), "text/javascript; charset=utf-8");
    assert_eq!(header(&worker, "cache-control"), "no-cache");
    assert_eq!(header(&worker, "content-security-policy"), "default-src 'none'; connect-src 'self'");
    let list = content(&worker).split_once("KEPT = ").and_then(|(_, rest)| rest.split_once(';')).expect("a list").0;
    let kept: BTreeSet<String> = serde_json::from_str(list).expect("JSON");
    for page in ["", "?locale=fr", "play", "learn", "teach", "developers", "rules/", "rules/awale", "rules/fr/awale"] {
        assert!(kept.contains(page), "{page}");
    }
    for path in &kept {
        assert_eq!(get(server, &format!("/{path}"), &[]).await.status, 200, "{path}");
    }
    let kept_names: BTreeSet<_> = kept.iter().filter_map(|path| path.rsplit('/').next()).collect();
    assert!(
        kept_names
            .is_superset(&["play.js", "learn.js", "local.js", "rules-worker.js", "fr.ftl", "fr.lessons.ftl"].into())
    );
    assert_eq!(get(server, "/pages/service-worker.js", &[]).await.status, 404);
    let policy = get(server, "/pages/rules-worker.js", &[]).await;
    assert!(header(&policy, "content-security-policy").contains("'wasm-unsafe-eval'"));
}

#[tokio::test]
async fn a_path_without_a_hash_is_checked_each_time() {
    let server = Server::shared();
    for path in
        ["/", "/play", "/learn", "/rules/", "/rules/fr/", "/rules/fr/common", "/pages/board.js", "/pages/en.ftl"]
    {
        let reply = get(server, path, &[]).await;
        assert_eq!((reply.status.as_u16(), header(&reply, "cache-control")), (200, "no-cache"), "{path}");
        let known = get(server, path, &[("if-none-match", header(&reply, "etag"))]).await;
        assert_eq!(known.status, 304, "{path}");
    }
    for path in [
        "/pages/",
        "/pages/nothing.js",
        "/pages/0123456789abcdef/board.js",
        "/pages/../Cargo.toml",
        "/rules/oware",
        "/rules/fr/oware",
        "/rules/sw/",
    ] {
        assert_eq!(get(server, path, &[]).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn an_address_with_a_slash_too_many_leads_to_the_page() {
    let server = Server::shared();
    for (path, page) in [
        ("/play/", "../play"),
        ("/play/?g=abc&x=1", "../play?g=abc&x=1"),
        ("/learn/", "../learn"),
        ("/puzzles/?puzzle=awale-1", "../puzzles?puzzle=awale-1"),
        ("/developers/", "../developers"),
        ("/rules/awale/", "../awale"),
        ("/docs/swagger/", "../swagger"),
        ("/v1/variants/?locale=fr", "../variants?locale=fr"),
        ("/mcp/", "../mcp"),
    ] {
        let reply = get(server, path, &[]).await;
        assert_eq!((reply.status.as_u16(), header(&reply, "location")), (308, page), "{path}");
    }
}

#[tokio::test]
async fn an_unknown_address_is_a_page_for_people_and_a_problem_for_programs() {
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let server = Server::shared();
    for path in ["/rules/nope", "/nothing", "/play/1", "/v1/nothing"] {
        for (language, said) in [("en", "This house is empty"), ("fr", "Cette case est vide")] {
            let reply = get(server, path, &[("accept", browser), ("accept-language", language)]).await;
            assert_eq!(
                (reply.status.as_u16(), header(&reply, "content-type")),
                (404, "text/html; charset=utf-8"),
                "{path}"
            );
            assert!(content(&reply).contains(said) && !content(&reply).contains("{{"), "{path}: {}", content(&reply));
            assert_eq!(header(&reply, "cache-control"), "no-store", "{path}");
            assert!(header(&reply, "content-security-policy").starts_with("default-src 'none';"), "{path}");
        }
        for accepted in ["*/*", "application/json", "text/html;q=0, application/json"] {
            let reply = get(server, path, &[("accept", accepted)]).await;
            let kind = header(&reply, "content-type");
            assert_eq!((reply.status.as_u16(), kind), (404, "application/problem+json"), "{path} {accepted}");
        }
    }
    let server = Server::start_with(&[("AYLA_PAGES", "off")]);
    let reply = get(&server, "/rules/nope", &[("accept", browser)]).await;
    assert_eq!(header(&reply, "content-type"), "application/problem+json");
}

#[tokio::test]
async fn clients_that_accept_it_get_gzip() {
    let server = Server::shared();
    for path in ["/rules/awale", "/rules/fr/kalah", "/pages/play.js", "/pages/style.css", "/pages/fr.ftl"] {
        let plain = get(server, path, &[("accept-encoding", "br, identity")]).await;
        let packed = get(server, path, &[("accept-encoding", "br;q=1, gzip;q=0.8")]).await;
        assert_eq!((header(&plain, "content-encoding"), header(&packed, "content-encoding")), ("", "gzip"), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).expect("gzip");
        assert!(
            unpacked == plain.body && packed.body.len() < plain.body.len() * 2 / 3,
            "{path}: {}",
            packed.body.len()
        );
        assert_ne!(header(&plain, "etag"), header(&packed, "etag"), "{path}");
        for (reply, encoding) in [(&plain, "identity"), (&packed, "gzip")] {
            assert_eq!(header(reply, "vary"), "accept-encoding", "{path}");
            let headers = [("accept-encoding", encoding), ("if-none-match", header(reply, "etag"))];
            let known = get(server, path, &headers).await;
            assert_eq!((known.status.as_u16(), header(&known, "vary")), (304, "accept-encoding"), "{path}");
        }
    }
}

#[tokio::test]
async fn pages_speak_the_language_of_the_reader() {
    let server = Server::shared();
    for (path, accepted, language, said) in [
        ("/", "", "en", "Sow, capture, win"),
        ("/", "fr-CI, en;q=0.5", "fr", "Semez, récoltez, gagnez"),
        ("/?locale=fr", "en", "fr", "Semez, récoltez, gagnez"),
        ("/?locale=xx", "fr", "fr", "Semez, récoltez, gagnez"),
        ("/play", "fr-CI", "fr", "Cette page a besoin de JavaScript"),
        ("/learn", "", "en", "This page needs JavaScript"),
        ("/docs/", "fr", "fr", "Référence de l'API"),
    ] {
        let reply = get(server, path, &[("accept-language", accepted)]).await;
        assert_eq!((reply.status.as_u16(), header(&reply, "content-language")), (200, language), "{path} {accepted}");
        assert_eq!(header(&reply, "vary"), "accept-encoding, accept-language", "{path} {accepted}");
        let html = content(&reply);
        assert!(html.contains(&format!("<html lang=\"{language}\">")) && html.contains(said), "{path}: {html}");
        assert!(!html.contains("{{") && !html.contains("door-title"), "{path}: {html}");
    }
}

/// The pages of the rules in all languages, by their paths.
async fn rules(server: &Server) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut paths = vec!["/rules/".to_owned()];
    while let Some(path) = paths.pop() {
        let reply = get(server, &path, &[]).await;
        assert_eq!(
            (reply.status.as_u16(), header(&reply, "content-type")),
            (200, "text/html; charset=utf-8"),
            "{path}"
        );
        let html = content(&reply).to_owned();
        assert!(!html.contains("<style") && !html.contains(" style=") && !html.contains("<script>"), "{html}");
        let links = linked(&html, &["href=\""]).into_iter().filter_map(|link| link.split('#').next());
        let links = links.filter(|link| !link.is_empty() && !link.starts_with("http")).map(|link| target(&path, link));
        let found: Vec<_> = links.filter(|target| target.starts_with("/rules/")).collect();
        pages.insert(path, html);
        paths.extend(found.into_iter().filter(|path| !pages.contains_key(path)));
    }
    pages
}

#[tokio::test]
async fn the_rules_have_a_page_for_each_document_and_links_that_lead_somewhere() {
    let server = Server::shared();
    let pages = rules(server).await;
    let names: Vec<_> = pages.keys().map(|path| path.trim_start_matches("/rules/").to_owned()).collect();
    let games = || Variant::ALL.iter().map(|variant| variant.name().to_owned());
    let english = games().chain(["", "common", "glossary", "notation"].map(str::to_owned));
    let expected: BTreeSet<_> = english.flat_map(|name| [format!("fr/{name}"), name]).collect();
    assert_eq!(names, Vec::from_iter(expected));
    for path in ["/rules/common", "/rules/fr/common"] {
        for &variant in Variant::ALL {
            let link = format!("<a href=\"{variant}\">{}</a>", variant.title());
            let (_, article) = pages[path].split_once("<article").expect("an article");
            assert!(article.contains(&link), "no link to {variant} in {path}");
        }
    }
    for (path, html) in &pages {
        let ids = linked(html, &[" id=\""]);
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{path} has an id twice: {ids:?}");
        let links = linked(html, &["href=\"", "src=\""]);
        for link in links.into_iter().filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { path.clone() } else { target(path, file) };
            match (pages.get(&target), anchor) {
                (Some(page), Some(anchor)) => assert!(page.contains(&format!(" id=\"{anchor}\"")), "{path}: {link}"),
                (None, Some(game)) => {
                    let Some((variant, token)) = game.trim_end_matches('/').split_once('/') else {
                        // From the header to the view of the game whose rules they are.
                        let views = ["/play", "/learn", "/puzzles"];
                        assert!(path.ends_with(game) && views.contains(&target.as_str()), "{path}: {link}");
                        continue;
                    };
                    let moves = format!("/v1/variants/{variant}/legal-moves?token={token}");
                    let reply = get(server, &moves, &[]).await;
                    assert!(target == "/play" && reply.json()["legalMoves"][0].is_object(), "{path}: {link}");
                }
                (Some(_), None) => {}
                (None, None) => assert_eq!(get(server, &target, &[]).await.status, 200, "{path}: {link}"),
            }
        }
    }
}

#[tokio::test]
async fn the_manifest_leads_to_the_page_and_its_icons() {
    let server = Server::shared();
    for (language, name) in [("en", "Ayla, mancala games"), ("fr", "Ayla, jeux de mancala")] {
        let path = format!("/manifest.webmanifest?locale={language}");
        let page = get(server, &format!("/play?locale={language}"), &[]).await;
        assert!(content(&page).contains(&format!("<link rel=\"manifest\" href=\"{}\">", &path[1..])), "{path}");
        let reply = get(server, &path, &[]).await;
        assert_eq!(header(&reply, "content-type"), "application/manifest+json", "{path}");
        let manifest = reply.json();
        assert_eq!((&manifest["lang"], &manifest["name"]), (&json!(language), &json!(name)));
        assert_eq!((&manifest["start_url"], &manifest["scope"]), (&json!("play"), &json!("./")));
        for icon in manifest["icons"].as_array().expect("icons") {
            let path = format!("/{}", icon["src"].as_str().expect("a path"));
            let reply = get(server, &path, &[]).await;
            assert_eq!(
                (reply.status.as_u16(), header(&reply, "content-type")),
                (200, icon["type"].as_str().expect("a type"))
            );
            // A PNG has its width near its beginning.
            if path.ends_with(".png") {
                let width = reply.body[16..20].iter().fold(0, |width, &byte| width * 256 + u32::from(byte));
                assert_eq!(icon["sizes"], format!("{width}x{width}"), "{path}");
            }
        }
    }
}

#[tokio::test]
async fn a_translation_of_the_rules_has_the_anchors_and_boards_of_the_original() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", "https://games.example")]);
    let pages = rules(&server).await;
    let mut translated = 0;
    for (path, french) in pages.iter().filter(|(path, _)| path.starts_with("/rules/fr/")) {
        let original = path.replacen("fr/", "", 1);
        let english = &pages[&original];
        for attribute in ["<ayla-board position=\"", "data-moves=\""] {
            assert_eq!(linked(french, &[attribute]), linked(english, &[attribute]), "{path}: {attribute}");
        }
        let ids = |html| linked(html, &[" id=\""]).into_iter().collect::<BTreeSet<_>>();
        assert_eq!(ids(french), ids(english), "{path}");
        let sections = |html| linked(html, &["<h1 id=\"", "<h2 id=\"", "<h3 id=\""]);
        assert_eq!(sections(french), sections(english), "{path}");
        for (page, html, language) in [(path, french, "fr"), (&original, english, "en")] {
            assert!(html.contains(&format!("<html lang=\"{language}\">")), "{page}");
            for (tag, other) in [("en", &original), ("fr", path)] {
                let link = linked(html, &[&format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"")]);
                assert_eq!(link, [format!("https://games.example{other}")], "{page}");
            }
        }
        assert!(french.contains("hreflang=\"en\" lang=\"en\">English</a>"), "{path}");
        assert!(english.contains("hreflang=\"fr\" lang=\"fr\">Français</a>"), "{original}");
        translated += 1;
    }
    assert!(translated > Variant::ALL.len(), "only {translated} pages are translated");
    assert_eq!(get(&server, "/rules/fr", &[]).await.status, 307);
    // Search engines take no other addresses than whole ones.
    let page = get(Server::shared(), "/rules/awale", &[]).await;
    assert!(page.status == 200 && !content(&page).contains("rel=\"alternate\""), "{}", content(&page));
}

#[tokio::test]
async fn each_ruling_has_one_place_in_the_rules() {
    let server = Server::shared();
    let pages = rules(server).await;
    for ruling in ruling::all() {
        let id = format!(" id=\"{}\"", ruling.number().to_lowercase());
        let places: Vec<_> = pages.iter().filter(|(_, page)| page.contains(&id)).map(|(path, _)| path).collect();
        let english: Vec<_> = places.iter().filter(|path| !path.starts_with("/rules/fr/")).collect();
        assert_eq!(english.len(), 1, "{ruling} is at {places:?}");
        assert_eq!(places.len(), 2, "{ruling} is at {places:?}");
    }
    // Stated by a heading, by words with the number in brackets after them, and by the table of options.
    for (path, stated) in [
        ("/rules/andada", "Teams (<a class=\"ruling\" id=\"an-7\""),
        ("/rules/fr/andada", "Les équipes (<a class=\"ruling\" id=\"an-7\""),
        ("/rules/anywoli", "no matter who owns the\nhouse, and the move ends (<a class=\"ruling\" id=\"ay-3\""),
        ("/rules/awale", "<td><a class=\"ruling\" id=\"aw-8\""),
    ] {
        assert!(pages[path].contains(stated), "{path}: {stated}");
    }
}

#[tokio::test]
async fn the_boards_of_the_rules_are_positions() {
    let server = Server::shared();
    let mut boards = 0;
    for (path, html) in rules(server).await {
        for position in linked(&html, &["<ayla-board position=\""]) {
            let variant = position.split([':', ' ']).next().expect("a variant");
            let moves = format!("/v1/variants/{variant}/legal-moves?position={}", position.replace(' ', "_"));
            assert_eq!(get(server, &moves, &[]).await.status, 200, "{path}: {position}");
            boards += 1;
        }
    }
    assert!(boards > 100, "only {boards} boards");
}

/// The lessons of each game, as the page has them.
async fn lessons(server: &Server) -> Value {
    let script = get(server, "/pages/lessons.js", &[]).await;
    let (_, after) = content(&script).split_once("LESSONS = ").expect("the lessons");
    let (games, _) = after.split_once(";\n").expect("the end of the lessons");
    serde_json::from_str(games).expect("JSON")
}

#[tokio::test]
async fn the_last_lesson_of_each_game_asks_for_the_one_best_move_by_proof() {
    let server = Server::shared();
    let games = lessons(server).await;
    let mut json = server.json().await;
    for &variant in Variant::ALL {
        let lesson = games[variant.name()].as_array().and_then(|lessons| lessons.last()).expect("lessons");
        let body = json!({"position": lesson["position"], "nodes": 300_000, "candidates": true});
        let found = json.ask(variant.name(), "suggest-move", &body).await.json();
        let [best, second, ..] = &found["candidates"].as_array().expect("moves")[..] else { panic!("{found}") };
        assert_eq!((&best["move"], &best["certainty"]), (&lesson["goal"]["move"], &json!("proven")), "{found}");
        assert_eq!(second["certainty"], "proven", "{found}");
        let [best, second] = [best, second].map(|found| found["value"].as_f64().expect("a value"));
        assert!(best > 0.0 && second <= 0.0, "{variant}: {found}");
    }
}

#[tokio::test]
async fn each_lesson_has_a_position_a_ruling_and_words() {
    let server = Server::shared();
    let games = lessons(server).await;
    let mut catalogues = Vec::new();
    for tag in ["en", "fr"] {
        let [spoken, lessons] = [format!("/pages/{tag}.ftl"), format!("/pages/{tag}.lessons.ftl")];
        // Every message begins after the end of a line.
        catalogues.push(format!(
            "\n{}{}",
            content(&get(server, &spoken, &[]).await),
            content(&get(server, &lessons, &[]).await)
        ));
    }
    for (game, prefix) in Variant::ALL.iter().map(|variant| (variant.name(), variant.about().ruling_prefix)) {
        let lessons = games[game].as_array().expect("lessons");
        assert!((8..=12).contains(&lessons.len()), "{game}: {}", lessons.len());
        for lesson in lessons {
            let [text, position, ruling] =
                ["text", "position", "ruling"].map(|field| lesson[field].as_str().expect("a text"));
            let path = format!("/v1/variants/{game}/play-turn");
            let body = serde_json::to_vec(&json!({"position": position})).expect("JSON");
            let headers = [("content-type", "application/json")];
            let reply = server.json().await.send("POST", &path, &headers, &body).await;
            let turn = reply.json();
            assert_eq!(
                (&turn["position"]["text"], &turn["status"]["turn"]),
                (&json!(position), &json!("south")),
                "{text}: {turn}"
            );
            let letters = ruling.split('-').next().expect("letters");
            assert!([prefix, "C"].contains(&letters), "{text}: {ruling}");
            for catalogue in &catalogues {
                let (_, message) = catalogue.split_once(&format!("\n{text} = ")).expect(text);
                let mut lines = message.lines().skip(1);
                for attribute in ["    .title = ", "    .rule = "] {
                    assert!(lines.next().is_some_and(|line| line.starts_with(attribute)), "{text}: no {attribute}");
                }
                let (_, message) = catalogue.split_once(&format!("\nruling-{ruling} = ")).expect(ruling);
                let plain = message.lines().nth(1).expect("plain words");
                assert!(plain.starts_with("    .plain = "), "{text}: {ruling} in plain words");
            }
        }
    }
}

#[tokio::test]
async fn the_page_needs_no_api_key() {
    let file = folder("pages").join("keys.toml");
    fs::write(&file, run(&["key", "village-bot"]).answer()).expect("written");
    let server = Server::start_with(&[("AYLA_KEYS", text(&file))]);
    let paths: Vec<_> = ayla_pages::paths().collect();
    assert!(
        ["/", "/play", "/learn", "/puzzles", "/rules/", "/rules/fr/kalah", "/docs/"]
            .iter()
            .all(|page| paths.iter().any(|path| path == page))
    );
    for path in paths.iter().map(String::as_str).chain(["/pages/play.js", "/openapi.json"]) {
        assert_eq!(get(&server, path, &[]).await.status, 200, "{path}");
    }
    for path in ["/rules", "/rules/fr", "/docs"] {
        assert_eq!(get(&server, path, &[]).await.status, 307, "{path}");
    }
    assert_eq!(get(&server, "/v1/variants", &[]).await.status, 401);
}

#[tokio::test]
async fn a_server_without_pages_has_the_api_only() {
    let server = Server::start_with(&[("AYLA_PAGES", "off")]);
    for path in [
        "/",
        "/play",
        "/learn",
        "/puzzles",
        "/rules",
        "/rules/",
        "/rules/awale",
        "/rules/fr/",
        "/pages/board.js",
        "/docs",
        "/docs/",
        "/docs/notation.md",
    ] {
        assert_eq!(get(&server, path, &[]).await.status, 404, "{path}");
    }
    for path in ["/openapi.json", "/v1/variants"] {
        assert_eq!(get(&server, path, &[]).await.status, 200, "{path}");
    }
    let refused = run_with(&["check"], &[("AYLA_PAGES", "yes")]).refusal(64);
    assert!(refused.contains("AYLA_PAGES is on or off"), "{refused}");
}
