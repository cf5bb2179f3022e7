//! JSON over HTTP: malformed bodies, GET and caching, and the parts that can be omitted.

use std::collections::BTreeSet;
use std::fs;

use ayla_rules::Variant;
use ayla_test_games::Random;
use ayla_test_server::suggestions::{Caller, in_enough_time};
use ayla_test_server::{Json, Reply, START, Server, in_time};
use serde_json::{Value, json};

/// Compares an error with its contract: status, reason, the fields at fault, and a sentence for a person.
pub(crate) fn check(reply: &Reply, status: u16, reason: &str, fields: &[&str], about: &str) {
    assert_eq!(reply.headers["content-type"], "application/problem+json", "{about}");
    let problem = reply.json();
    let found: Vec<_> = problem["violations"].as_array().expect("a list").iter().map(|fault| &fault["field"]).collect();
    assert_eq!((reply.status.as_u16(), &problem["reason"]), (status, &json!(reason)), "{about}: {problem}");
    assert_eq!(problem["status"], status, "{about}");
    assert_eq!(reply.headers["cache-control"], "no-store", "{about}");
    assert_eq!(json!(found), json!(fields), "{about}: {problem}");
    let detail = problem["detail"].as_str().expect("a sentence");
    let begins = detail.chars().next().is_some_and(|first| !first.is_lowercase());
    assert!(begins && detail.ends_with('.') && !detail.contains("Some("), "{about}: {detail}");
}

#[tokio::test]
async fn malformed_requests_are_refused_with_their_reason() {
    let server = Server::shared();
    let mut client = server.json().await;
    let path = "/v1/variants/awale/apply-move";
    let deep = "[".repeat(30_000);
    // Each body with the reason for which it is refused, and the fields at fault.
    let bodies: &[(&str, &str, &[&str])] = &[
        ("", "MISSING_FIELD", &["position", "move"]),
        ("{", "MALFORMED_REQUEST", &[""]),
        ("null", "MALFORMED_REQUEST", &[""]),
        ("[\"awale 444444/444444 0/0 s\"]", "MALFORMED_REQUEST", &[""]),
        (&deep, "MALFORMED_REQUEST", &[""]),
        ("{\"position\": 5}", "MALFORMED_REQUEST", &["position"]),
        ("{\"moves\": \"3\"}", "MALFORMED_REQUEST", &["moves"]),
        ("{\"moves\": [\"3\", []]}", "MALFORMED_REQUEST", &["moves[1]"]),
        ("{\"seat\": \"x\"}", "MALFORMED_REQUEST", &["seat"]),
        ("{\"seat\": 1.5}", "MALFORMED_REQUEST", &["seat"]),
        ("{\"seat\": -1}", "MALFORMED_REQUEST", &["seat"]),
        ("{\"omit\": [\"board\"]}", "MALFORMED_REQUEST", &["omit[0]"]),
        ("{\"omit\": [{\"setup\": null}]}", "MALFORMED_REQUEST", &["omit[0]"]),
        ("{\"setup\": [\"awale\"]}", "MALFORMED_REQUEST", &["setup"]),
        ("{\"setup\": {\"south\": [1, -2]}}", "MALFORMED_REQUEST", &["setup.south[1]"]),
        ("{\"setup\": {\"turn\": \"west\"}}", "MALFORMED_REQUEST", &["setup.turn"]),
        ("{\"setup\": {\"options\": {\"limit\": null}}}", "MALFORMED_REQUEST", &["setup.options.limit"]),
        ("{\"position\": \"a\", \"position\": \"b\"}", "MALFORMED_REQUEST", &["position"]),
        ("{\"position\": \"a\"} x", "MALFORMED_REQUEST", &[""]),
        ("{\"color\": 1}", "UNKNOWN_FIELD", &["color"]),
        ("{\"setup\": {\"color\": 1}}", "UNKNOWN_FIELD", &["setup.color"]),
        ("{\"setup\": {\"stores\": {\"west\": 1}}}", "UNKNOWN_FIELD", &["setup.stores.west"]),
    ];
    for (body, reason, fields) in bodies {
        let reply = client.send("POST", path, &[("content-type", "application/json")], body.as_bytes()).await;
        check(&reply, 400, reason, fields, &body[..body.len().min(80)]);
    }
    let json = [("content-type", "application/json; charset=utf-8")];
    let reply = client.send("POST", path, &json, b"{\"position\": \"\xff\"}").await;
    check(&reply, 400, "MALFORMED_REQUEST", &["position"], "bytes");
    let large = format!("{{\"position\": \"{}\"}}", " ".repeat(70_000));
    check(&client.send("POST", path, &json, large.as_bytes()).await, 413, "TOO_LARGE", &[], "large");
    check(&client.send("POST", path, &[], b"{}").await, 400, "MISSING_FIELD", &["position", "move"], "no type");
    let text = [("content-type", "text/plain")];
    check(&client.send("POST", path, &text, b"{}").await, 415, "UNSUPPORTED_MEDIA_TYPE", &[], "text");
    let body = json!({"position": START, "move": "3", "seat": null, "moves": []}).to_string();
    assert_eq!(client.send("POST", path, &json, body.as_bytes()).await.status, 200);
}

#[tokio::test]
async fn endless_sowings_are_refused() {
    let server = Server::shared();
    let mut client = server.json().await;
    // Seven of South's twelve houses never come to an end; each is sown for all its 10,000 laps.
    let position = "andada 234123412323/432303010101 - s";
    let answer = in_time(client.ask("andada", "legal-moves", &json!({"position": position}))).await.json();
    let houses = answer["illegalMoves"].as_array().expect("a list");
    let endless = houses.iter().filter(|house| house["reason"] == "ENDLESS_SOWING").count();
    assert_eq!(endless, 7, "{houses:?}");
}

#[tokio::test]
async fn a_suggestion_limited_by_nodes_is_deterministic() {
    let server = Server::start_with(&[("AYLA_SUGGEST_NODES", "50000")]);
    let mut client = server.json().await;
    let body = json!({"position": START, "nodes": 1_000_000_000, "depth": 1_000_000, "candidates": true});
    let answer = client.ask("awale", "suggest-move", &body).await.json();
    assert_eq!(answer["limits"], json!({"nodes": 50_000, "depth": 100}));
    assert_eq!(answer["deterministic"], true);
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes <= 50_000), "{answer}");
    let candidates = answer["candidates"].as_array().expect("a list");
    let mut moves: Vec<_> = candidates.iter().map(|candidate| candidate["move"].as_str().expect("text")).collect();
    assert_eq!(moves[0], answer["move"]);
    moves.sort_unstable();
    assert_eq!(moves, ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(client.ask("awale", "suggest-move", &body).await.json(), answer);
}

#[tokio::test]
async fn no_suggestion_depends_on_another_search() {
    // An endgame table would change answers once it is built.
    let server = Server::start_with(&[("AYLA_TABLE_MEMORY", "0")]);
    let mut client = server.json().await;
    let mut other = server.json().await;
    for start in [
        START,
        "awale:repetition=2,majority=true 444444/444444 0/0 s",
        "kalah 444444/444444 0/0 s",
        "togyzqumalaq 999999999/999999999 0/0 s",
    ] {
        let variant = start.split([':', ' ']).next().expect("a game");
        let body = |moves: &[&str], nodes: u32| json!({"position": start, "moves": moves, "nodes": nodes});
        let answer = client.ask(variant, "suggest-move", &body(&["1", "2"], 20_000)).await.json();
        for moves in [&[][..], &["1"], &["1", "2"]] {
            let longer = other.ask(variant, "suggest-move", &body(moves, 100_000)).await;
            assert_eq!(longer.status, 200, "{start}");
        }
        assert_eq!(client.ask(variant, "suggest-move", &body(&["1", "2"], 20_000)).await.json(), answer, "{start}");
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_are_refused() {
    let server = Server::shared();
    let mut client = server.json().await;
    check(&client.get("/v2/nothing").await, 404, "NOT_FOUND", &[], "path");
    let reply = client.send("DELETE", "/v1/variants", &[], b"").await;
    check(&reply, 405, "METHOD_NOT_ALLOWED", &[], "method");
    assert!(reply.headers["allow"].to_str().expect("text").contains("GET"));
    assert_eq!(client.get("/docs").await.status, 307);
    assert_eq!(client.get("/").await.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(client.get("/openapi.json").await.json()["openapi"], "3.1.0");
    assert_eq!(client.send("HEAD", "/v1/variants/awale", &[], b"").await.status, 200);
    check(&client.get("/v1/variants?page=1").await, 400, "UNKNOWN_FIELD", &["page"], "parameter");
    let reply = client.ask("awale", "start-game?preset=tournament", &json!({})).await;
    check(&reply, 400, "UNKNOWN_FIELD", &["preset"], "parameter of a POST");
}

#[tokio::test]
async fn every_link_of_the_description_leads_to_a_page_that_can_be_cached() {
    let server = Server::shared();
    let mut client = server.json().await;
    let description = client.get("/openapi.json").await;
    let text = String::from_utf8(description.body.to_vec()).expect("text");
    // They are relative to the page that shows them.
    let links = text.split("](").skip(1);
    let links = links.map(|rest| format!("/docs/{}", rest.split(')').next().expect("a link")));
    let links: BTreeSet<_> = links.collect();
    let games = Variant::ALL.iter().map(|game| game.document());
    let pages = ["notation.md", "rules/common.md"].map(str::to_owned).into_iter().chain(games);
    let pages: BTreeSet<_> = pages.map(|page| format!("/docs/{page}")).collect();
    assert_eq!(links, pages);
    let markdown = links.iter().map(|link| (link.as_str(), "text/markdown; charset=utf-8"));
    let described = [("/docs/", "text/html; charset=utf-8"), ("/openapi.json", "application/json")];
    for (path, content_type) in markdown.chain(described) {
        let reply = client.get(path).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.headers["content-type"]),
            (200, &content_type.parse().expect("text")),
            "{path}"
        );
        if let Some(page) = path.strip_prefix('/').filter(|path| path.ends_with(".md")) {
            assert!(fs::read(page).expect("a page") == reply.body, "{path}");
        }
        assert_eq!(reply.headers["cache-control"], "no-cache", "{path}");
        let tag = reply.headers["etag"].to_str().expect("text").to_owned();
        let again = client.send("GET", path, &[("if-none-match", &tag)], b"").await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
    }
    check(&client.get("/docs/rules/oware.md").await, 404, "NOT_FOUND", &[], "no such page");
    check(&client.send("POST", "/docs/notation.md", &[], b"").await, 405, "METHOD_NOT_ALLOWED", &[], "a POST");
}

#[tokio::test]
async fn get_answers_as_post_does_and_can_be_cached() {
    let server = Server::shared();
    let mut client = server.json().await;
    let path = "/v1/variants/awale/apply-move?position=awale_444444/444444_0/0_s&moves=3,4&move=5&omit=setup";
    let body = json!({"position": START, "moves": ["3", "4"], "move": "5", "omit": ["setup"]});
    let reply = client.get(path).await;
    assert_eq!(reply.json(), client.ask("awale", "apply-move", &body).await.json());
    let encoded =
        path.replace('_', "%20").replace('/', "%2F").replace("%2Fv1%2Fvariants%2Fawale%2F", "/v1/variants/awale/");
    assert_eq!(client.get(&encoded).await.json(), reply.json());

    assert_eq!(reply.headers["cache-control"], "public, max-age=3600");
    let tag = reply.headers["etag"].to_str().expect("text").to_owned();
    let again = client.send("GET", path, &[("if-none-match", &tag)], b"").await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(client.send("GET", path, &[("if-none-match", "\"other\"")], b"").await.status, 200);
    for path in ["/v1/variants", "/v1/variants/andada", "/v1/server-info"] {
        let reply = client.get(path).await;
        assert_eq!(reply.headers["cache-control"], "no-cache", "{path}");
        let tag = reply.headers["etag"].to_str().expect("text").to_owned();
        assert_eq!(client.send("GET", path, &[("if-none-match", &tag)], b"").await.status, 304, "{path}");
    }

    let path = "/v1/variants/awale/suggest-move?position=awale_444444/444444_0/0_s";
    let reply = client.get(path).await;
    assert_eq!((&reply.json()["limits"]["nodes"], &reply.json()["deterministic"]), (&json!(200_000), &json!(true)));
    let reply = client.get(&format!("{path}&nodes=10&timeMs=10000")).await;
    assert_eq!(
        (&reply.headers["cache-control"], reply.headers.get("etag")),
        (&"no-store".parse().expect("text"), None)
    );

    let path = "/v1/variants/awale/legal-moves?position=awale_444444/444444_0/0_s";
    let head = client.send("HEAD", path, &[], b"").await;
    let whole = client.get(path).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    assert_eq!(head.headers["etag"], whole.headers["etag"]);

    for (query, reason, field) in [
        ("move=3&move=4", "MALFORMED_REQUEST", "move"),
        ("setup=x", "UNKNOWN_FIELD", "setup"),
        ("seat=x&move=3", "MALFORMED_REQUEST", "seat"),
        ("omit=board", "MALFORMED_REQUEST", "omit[0]"),
        ("move=3", "MISSING_FIELD", "position"),
    ] {
        check(&client.get(&format!("/v1/variants/awale/validate-move?{query}")).await, 400, reason, &[field], query);
    }
    let long = format!("/v1/variants/awale/legal-moves?position={}", "a".repeat(5_000));
    check(&client.get(&long).await, 413, "TOO_LARGE", &[], "a long query");
}

#[tokio::test]
async fn omit_leaves_out_exactly_the_named_parts() {
    let server = Server::shared();
    let mut client = server.json().await;
    let whole = client.ask("awale", "apply-move", &json!({"position": START, "move": "3"})).await.json();
    for (part, pointer) in [("setup", "/position/setup"), ("events", "/events"), ("legalMoves", "/legalMoves")] {
        let body = json!({"position": START, "move": "3", "omit": [part]});
        let mut expected = whole.clone();
        let (parent, name) = pointer.rsplit_once('/').expect("a path");
        expected.pointer_mut(parent).and_then(Value::as_object_mut).and_then(|fields| fields.remove(name)).expect(part);
        assert_eq!(client.ask("awale", "apply-move", &body).await.json(), expected, "{part}");
    }
}

#[tokio::test]
async fn suggestions_keep_within_their_limits() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    let mut client = server.json().await;
    let limited = async |time_ms| {
        let limited = json!({"position": START, "timeMs": time_ms, "candidates": true});
        let reply = in_time(server.json().await.ask("awale", "suggest-move", &limited)).await;
        (reply.status == 200).then(|| reply.json())
    };
    let answer = in_enough_time(limited).await;
    assert_eq!((&answer["stoppedBy"], &answer["deterministic"]), (&json!("time"), &json!(false)));
    let candidates = answer["candidates"].as_array().expect("a list");
    let values: Vec<_> = candidates.iter().map(|candidate| candidate["value"].as_f64().expect("a number")).collect();
    assert!(values.len() == 6 && values.is_sorted_by(|one, next| one >= next), "{values:?}");

    server.until("ayla_search_slots_busy", |busy| busy == 0.0).await;

    // A running search holds the slot, and the next call is refused at once. Without its caller, the slot is free.
    let running = Caller::Http1.call(&server, "suggest-move").await;
    server.until("ayla_search_slots_busy", |busy| busy == 1.0).await;
    let refused = client.ask("awale", "suggest-move", &json!({"position": START, "nodes": 10})).await;
    check(&refused, 429, "SEARCH_QUEUE_FULL", &[], "a full queue");
    assert!(refused.headers.contains_key("retry-after"));
    drop(running);
    server.until("ayla_search_slots_busy", |busy| busy == 0.0).await;
    assert_eq!(client.ask("awale", "suggest-move", &json!({"position": START, "nodes": 10})).await.status, 200);
}

async fn never_fails(client: &mut Json, method: &str, path: &str, body: &[u8]) {
    let reply = client.send(method, path, &[("content-type", "application/json")], body).await;
    assert!(reply.status.as_u16() < 500, "{path} {:?}: {:?}", String::from_utf8_lossy(body), reply.body);
    reply.json();
}

#[tokio::test]
async fn no_request_causes_an_internal_error() {
    let server = Server::start_with(&[("AYLA_SUGGEST_NODES", "200")]);
    let mut client = server.json().await;
    let bodies = [
        json!({"position": START, "moves": ["3", "4"], "move": "1", "seat": 2, "omit": ["setup"]}).to_string(),
        json!({"setup": {"variant": "andada", "south": [2, 2, 2], "north": [2, 2, 2], "turn": "north", "phase": "opening",
            "options": {"team": 3, "bear-off": "momentary"}}, "move": "take"}).to_string(),
        json!({"options": {"limit": 3, "over-limit": "none"}, "preset": "x", "first": "north"}).to_string(),
    ];
    let pieces: Vec<&str> =
        r#"{ } [ ] " : , null -1 1e999 99999999999999999999 moves \u0000 over true"#.split(' ').collect();
    for seed in 0..2_500 {
        let mut random = Random(seed);
        let mut body = random.pick(&[0, 1, 2].map(|body: usize| bodies[body].as_str())).as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(body.len());
            match random.below(3) {
                0 => body[at] = random.number() as u8,
                1 => drop(body.splice(at..at, random.pick(&pieces).bytes())),
                _ => body.truncate(at.max(1)),
            }
        }
        let operation = random.pick(&["start-game", "legal-moves", "validate-move", "apply-move", "suggest-move"]);
        let variant = random.pick(ayla_rules::Variant::NAMES);
        never_fails(&mut client, "POST", &format!("/v1/variants/{variant}/{operation}"), &body).await;
        let query: String = body.iter().map(|byte| format!("%{byte:02x}")).collect();
        let name = random.pick(&["position", "moves", "move", "seat", "depth"]);
        never_fails(&mut client, "GET", &format!("/v1/variants/{variant}/apply-move?move=1&{name}={query}"), b"").await;
    }
}
