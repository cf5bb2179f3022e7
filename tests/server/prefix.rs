//! A server below a path of its own: its public address has a path, which a proxy takes from each request.

use std::collections::BTreeSet;

use ayla_test_server::{Json, Reply, Server};
use serde_json::{Value, json};

use super::previews::TOKEN;

const ORIGIN: &str = "https://games.example";
const PREFIX: &str = "/ayla";
const PUBLIC: &str = "https://games.example/ayla";

/// The path to which a link leads from a page at this path.
pub(super) fn target(page: &str, link: &str) -> String {
    if link.starts_with('/') {
        return link.to_owned();
    }
    if link.starts_with('?') {
        return format!("{}{link}", page.split('?').next().unwrap_or_default());
    }
    let (folder, _) = page.split('?').next().and_then(|path| path.rsplit_once('/')).expect("a folder");
    let mut names: Vec<_> = folder.split('/').collect();
    let mut rest = link.strip_prefix("./").unwrap_or(link);
    while let Some(above) = rest.strip_prefix("../") {
        names.pop();
        rest = above;
    }
    format!("{}/{rest}", names.join("/"))
}

/// What stands after these words, up to the character that ends it.
fn after<'a>(text: &'a str, words: &str, end: char) -> Vec<&'a str> {
    text.split(words).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// The references in a response, as they are written.
fn references(path: &str, reply: &Reply) -> Vec<String> {
    if let Some(location) = reply.headers.get("location") {
        return vec![location.to_str().expect("text").to_owned()];
    }
    let Ok(text) = std::str::from_utf8(&reply.body) else { return Vec::new() };
    let of = |words: &[&str], end| words.iter().flat_map(|words| after(text, words, end)).collect::<Vec<_>>();
    let found = match reply.headers["content-type"].to_str().expect("text").split(';').next().expect("a type") {
        "text/html" => {
            let mut found = of(&["href=\"", "src=\"", "action=\""], '"');
            found.extend(
                of(&["content=\""], '"').into_iter().filter(|text| text.starts_with("http") || text.starts_with('/')),
            );
            found
        }
        // The library of the page to try the API has no files of its own.
        "text/javascript" if path.ends_with("swagger-ui-bundle.js") => Vec::new(),
        "text/javascript" => of(&["from \"", "import \"", "new URL(\""], '"'),
        "text/css" => of(&["url("], ')'),
        _ => Vec::new(),
    };
    found.into_iter().map(|link| link.trim_matches('"').replace("&amp;", "&")).collect()
}

/// Sends a request as the proxy does.
async fn get(client: &mut Json, path: &str) -> Reply {
    let stripped = path.strip_prefix(PREFIX).filter(|rest| rest.starts_with('/'));
    let stripped = stripped.unwrap_or_else(|| panic!("{path} is not below {PREFIX}"));
    client.send("GET", stripped, &[("accept", "text/html, */*")], b"").await
}

#[tokio::test]
async fn every_reference_stays_below_the_path_of_the_public_address() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", PUBLIC), ("AYLA_FRAME_ORIGINS", "*")]);
    let mut client = server.json().await;
    let previewed = format!("/play?g={TOKEN}");
    let slashes = ["/docs", "/rules", "/rules/fr", "/play/?g=1", "/learn/", "/developers/"];
    let missing = ["/nothing", "/nothing/at/all"];
    let first = ayla_pages::paths().chain(slashes.into_iter().chain(missing).map(str::to_owned)).chain([previewed]);
    let mut waiting: Vec<_> = first.map(|path| format!("{PREFIX}{path}")).collect();
    let mut seen: BTreeSet<String> = waiting.iter().cloned().collect();
    while let Some(path) = waiting.pop() {
        let reply = get(&mut client, &path).await;
        let address = path.split('?').next().unwrap_or_default();
        let is_missing = missing.iter().any(|missing| address.ends_with(missing));
        assert_eq!(reply.status.is_client_error(), is_missing, "{path}: {}", reply.status);
        assert!(!reply.status.is_server_error() && !reply.headers.contains_key("set-cookie"), "{path}");
        for link in references(&path, &reply) {
            let link = link.split('#').next().unwrap_or_default();
            let link = link.strip_prefix(ORIGIN).unwrap_or(link);
            let is_elsewhere = ["http:", "https:", "data:", "mailto:"].iter().any(|scheme| link.starts_with(scheme));
            // The scheme of the namespaces of a drawing.
            if link.is_empty() || is_elsewhere {
                continue;
            }
            let target = target(&path, link);
            assert!(target.starts_with(&format!("{PREFIX}/")), "{path} leads to {target}");
            if seen.insert(target.clone()) {
                waiting.push(target);
            }
        }
    }
    for path in ["/pages/style.css", "/docs/swagger-ui.css", "/openapi.json", "/rules/fr/", "/learn"] {
        assert!(seen.contains(&format!("{PREFIX}{path}")), "no page leads to {path}: {seen:?}");
    }
}

/// The links and addresses in the description of the API: the path that each leads to from the page that shows it.
fn described(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "description" => {
                        found.extend(after(text, "](", ')').into_iter().map(|link| target("/ayla/docs/", link)));
                    }
                    Value::String(url) if name == "url" => drop(found.insert(target("/ayla/", url))),
                    _ => described(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| described(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_description_and_answers_name_addresses_below_the_path() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", PUBLIC), ("AYLA_FRAME_ORIGINS", "*")]);
    let mut client = server.json().await;
    let description = get(&mut client, "/ayla/openapi.json").await.json();
    let mut found = BTreeSet::new();
    described(&description, &mut found);
    // The server, which the page resolves against the address of the description.
    assert!(found.remove("/ayla/."), "{found:?}");
    assert!(found.len() >= 6, "{found:?}");
    for path in found {
        assert_eq!(get(&mut client, &path).await.status, 200, "{path}");
    }

    let link = format!("/ayla/oembed?url=https%3A%2F%2Fgames.example%2Fayla%2Fplay%3Fg%3D{TOKEN}");
    let embedded = get(&mut client, &link).await.json();
    assert_eq!(embedded["provider_url"], PUBLIC);
    let html = embedded["html"].as_str().expect("a frame");
    assert_eq!(after(html, "src=\"", '"'), [format!("{PUBLIC}/play?g={TOKEN}")]);
    if cfg!(feature = "pictures") {
        let turn = client.ask("awale", "play-turn", &json!({"token": TOKEN})).await.json();
        let picture = turn["picture"]["url"].as_str().expect("an address").strip_prefix(ORIGIN).expect("the origin");
        assert_eq!(get(&mut client, picture).await.status, 200, "{picture}");
    }
}
