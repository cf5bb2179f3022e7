//! The headers of requests and answers over HTTP: compression, tags, character sets, and what browsers are told.

use std::io::Read;

use ayla_test_server::{Reply, Server};
use flate2::read::GzDecoder;
use serde_json::Value;

const GZIP: (&str, &str) = ("accept-encoding", "br;q=1, gzip;q=0.8");
const APPLY: &str = "/v1/variants/awale/apply-move?position=awale_444444/444444_0/0_s&move=3&text=board,spoken,line";
const PICTURE: &str = "/v1/variants/awale/board.svg?position=awale_444444/444444_0/0_s";
const BODY: &[u8] = br#"{"position": "awale 444444/444444 0/0 s", "move": "3", "text": ["board", "spoken", "line"]}"#;

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).map_or("", |value| value.to_str().expect("text"))
}

fn unpacked(reply: &Reply) -> Vec<u8> {
    let mut unpacked = Vec::new();
    GzDecoder::new(&reply.body[..]).read_to_end(&mut unpacked).expect("gzip");
    unpacked
}

#[tokio::test]
async fn long_json_is_compressed_for_those_who_accept_it() {
    let server = Server::shared();
    let mut client = server.json().await;
    for (path, vary) in [
        (APPLY, "accept-encoding, accept-language"),
        ("/v1/variants", "accept-encoding, accept-language"),
        ("/openapi.json", "accept-encoding"),
    ] {
        let plain = client.send("GET", path, &[("accept-encoding", "br, identity")], b"").await;
        let packed = client.send("GET", path, &[GZIP], b"").await;
        assert_eq!((header(&plain, "content-encoding"), header(&packed, "content-encoding")), ("", "gzip"), "{path}");
        assert!(unpacked(&packed) == plain.body && packed.body.len() < plain.body.len() * 3 / 4, "{path}");
        assert_eq!((header(&plain, "vary"), header(&packed, "vary")), (vary, vary), "{path}");
        // Either tag is known in either form.
        for (tag, accepted) in [(&plain, GZIP), (&packed, ("accept-encoding", "identity"))] {
            let headers = [accepted, ("if-none-match", header(tag, "etag"))];
            let known = client.send("GET", path, &headers, b"").await;
            let is_of_content = path == "/openapi.json";
            let expected = if is_of_content { 200 } else { 304 };
            assert_eq!((known.status.as_u16(), header(&known, "vary")), (expected, vary), "{path}");
        }
        let head = client.send("HEAD", path, &[GZIP], b"").await;
        assert_eq!((header(&head, "content-encoding"), header(&head, "etag")), ("gzip", header(&packed, "etag")));
        let length = header(&head, "content-length");
        assert!(length.is_empty() || length == packed.body.len().to_string(), "{path}: {length}");
    }
    let posted = client.send("POST", "/v1/variants/awale/apply-move", &[GZIP, JSON], BODY).await;
    assert_eq!((posted.status.as_u16(), header(&posted, "content-encoding")), (200, "gzip"));
    let answer: Value = serde_json::from_slice(&unpacked(&posted)).expect("JSON");
    assert_eq!(answer["position"]["ply"], 1);
}

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn short_answers_streams_and_pictures_are_sent_as_they_are() {
    let server = Server::shared();
    let mut client = server.json().await;
    let stream = "/v1/variants/awale/review-game?position=awale_444444/444444_0/0_s&moves=3,4,5,1,2,3&nodes=20000";
    let short = "/v1/variants/awale/validate-move?position=awale_444444/444444_0/0_s&move=3&omit=setup,token";
    let batch = [GZIP, ("content-type", "application/x-ndjson")];
    let lines = [r#"{"variant": "awale", "position": "awale 444444/444444 0/0 s"}"#; 20].join("\n");
    let mut replies = vec![
        (short, client.send("GET", short, &[GZIP], b"").await),
        (stream, client.send("GET", stream, &[GZIP], b"").await),
        ("a batch", client.send("POST", "/v1/batch", &batch, lines.as_bytes()).await),
    ];
    if cfg!(feature = "pictures") {
        replies.push((PICTURE, client.send("GET", PICTURE, &[GZIP], b"").await));
    }
    for (path, reply) in replies {
        assert_eq!((reply.status.as_u16(), header(&reply, "content-encoding")), (200, ""), "{path}");
        let depends = header(&reply, "vary").contains("accept-encoding");
        assert_eq!(depends, path == short, "{path}: {}", header(&reply, "vary"));
        assert!(path == short || reply.body.len() > 1_024, "{path}: {}", reply.body.len());
    }
}

#[tokio::test]
async fn any_tag_stands_for_every_answer_that_has_one() {
    let server = Server::shared();
    let mut client = server.json().await;
    for path in [APPLY, "/v1/variants", "/v1/server-info", "/openapi.json", "/play", "/rules/awale", "/docs/"] {
        let known = client.send("GET", path, &[("if-none-match", "*")], b"").await;
        assert_eq!((known.status.as_u16(), known.body.len()), (304, 0), "{path}");
        let whole = client.send("GET", path, &[("if-none-match", "\"other\", W/\"one\"")], b"").await;
        assert_eq!(whole.status, 200, "{path}");
        for name in ["etag", "cache-control", "vary"] {
            assert_eq!(header(&known, name), header(&whole, name), "{path}: {name}");
        }
    }
    // An error is no answer, and a search that the clock may end has no tag.
    for (path, status) in [
        ("/v1/variants/awale/apply-move?position=awale_444444/444444_0/0_s&move=9", 409),
        ("/v1/variants/awale/suggest-move?position=awale_444444/444444_0/0_s&nodes=10&timeMs=10000", 200),
    ] {
        assert_eq!(client.send("GET", path, &[("if-none-match", "*")], b"").await.status, status, "{path}");
    }
}

#[tokio::test]
async fn bodies_are_in_utf_8() {
    let server = Server::shared();
    let mut client = server.json().await;
    for (content_type, status) in [
        ("application/json; charset=utf-8", 200),
        ("Application/JSON;Charset=\"UTF-8\"", 200),
        ("application/json; profile=x ; charset=Utf8", 200),
        ("application/json;", 200),
        ("application/json; charset=latin1", 415),
        ("application/json; charset=\"utf-16\"", 415),
        ("application/json; profile=x; CHARSET=iso-8859-1", 415),
    ] {
        let reply = client.send("POST", "/v1/variants/awale/apply-move", &[("content-type", content_type)], BODY).await;
        assert_eq!(reply.status, status, "{content_type}: {:?}", reply.body);
        if status == 415 {
            let problem = reply.json();
            let detail = problem["detail"].as_str().expect("a sentence");
            assert!(problem["reason"] == "UNSUPPORTED_MEDIA_TYPE" && detail.contains("UTF-8"), "{problem}");
        }
    }
}

#[tokio::test]
async fn browsers_keep_to_the_content_type_of_every_answer() {
    let server = Server::shared();
    let mut paths =
        vec![APPLY, "/", "/docs/", "/docs", "/docs/notation.md", "/openapi.json", "/nothing", "/v1/variants?x=1"];
    if cfg!(feature = "pictures") {
        paths.push(PICTURE);
    }
    let mut client = server.json().await;
    for path in paths {
        let reply = client.send("GET", path, &[("accept", "text/html")], b"").await;
        assert_eq!(header(&reply, "x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header(&reply, "strict-transport-security"), "", "{path}");
    }
    let mut operator = server.operator().await;
    for path in ["/livez", "/readyz", "/metrics", "/nothing"] {
        assert_eq!(header(&operator.get(path).await, "x-content-type-options"), "nosniff", "{path}");
    }
    assert_eq!(client.get("/.well-known/security.txt").await.status, 404);
}

#[tokio::test]
async fn every_answer_has_the_version_of_its_rules() {
    let mut client = Server::shared().json().await;
    let info: Value = serde_json::from_slice(&client.get("/v1/server-info").await.body).expect("JSON");
    for (path, status) in [(APPLY, 200), ("/v1/variants", 200), ("/v1/variants/awale/apply-move", 400)] {
        let reply = client.get(path).await;
        assert_eq!(reply.status, status, "{path}");
        assert_eq!(info["rules"], header(&reply, "ayla-rules"), "{path}");
    }
    assert_eq!(header(&client.get("/play").await, "ayla-rules"), "");
}

#[tokio::test]
async fn operators_say_how_to_reach_the_server_and_them() {
    let settings = [
        ("AYLA_HSTS_SECONDS", "31536000"),
        ("AYLA_SECURITY_CONTACT", "mailto:security@games.example"),
        ("AYLA_PUBLIC_URL", "https://games.example"),
        ("AYLA_PAGES", "off"),
    ];
    let server = Server::start_with(&settings);
    let mut client = server.json().await;
    for path in [APPLY, "/nothing", "/.well-known/security.txt"] {
        assert_eq!(header(&client.get(path).await, "strict-transport-security"), "max-age=31536000", "{path}");
    }
    let file = client.get("/.well-known/security.txt").await;
    assert_eq!((file.status.as_u16(), header(&file, "content-type")), (200, "text/plain; charset=utf-8"));
    let text = std::str::from_utf8(&file.body).expect("text");
    let lines: Vec<_> = text.lines().filter_map(|line| line.split_once(": ")).collect();
    assert_eq!(
        lines[..2],
        [("Contact", "mailto:security@games.example"), ("Canonical", "https://games.example/.well-known/security.txt"),]
    );
    let (name, expires) = lines[2];
    assert!(name == "Expires" && expires.len() == 20 && expires.ends_with("T00:00:00Z"), "{text}");
}
