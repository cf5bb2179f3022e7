//! Calls from web pages of other origins.

use std::collections::BTreeSet;

use ayla_test_server::Server;

const SECURITY: &str = include_str!("../../docs/security.md");

const ORIGIN: (&str, &str) = ("origin", "https://games.example");
const PREFLIGHT: [(&str, &str); 3] = [
    ORIGIN,
    ("access-control-request-method", "POST"),
    ("access-control-request-headers", "content-type,authorization,x-grpc-web"),
];
const APPLY: &str = "/mancala.v1.MancalaService/ApplyMove";
const ALLOWED: &str = "access-control-allow-origin";

#[tokio::test]
async fn origins_are_refused_unless_they_are_configured() {
    let server = Server::shared();
    let mut json = server.json().await;
    for path in [APPLY, "/v1/variants/awale/apply-move", "/nothing"] {
        let refused = json.send("OPTIONS", path, &PREFLIGHT, &[]).await;
        let problem = refused.json();
        let detail = problem["detail"].as_str().expect("a sentence");
        assert_eq!((refused.status.as_u16(), &problem["reason"]), (403, &"FORBIDDEN".into()), "{path}");
        assert!(detail.contains(ORIGIN.1) && detail.contains("AYLA_CORS_ORIGINS"), "{path}: {detail}");
        assert_eq!(problem["metadata"]["setting"], "AYLA_CORS_ORIGINS", "{path}");
    }
    // What no browser asks by itself.
    assert_eq!(json.send("OPTIONS", "/v1/variants", &[ORIGIN], &[]).await.status, 405);
    let reply = json.send("GET", "/v1/server-info", &[ORIGIN], &[]).await;
    assert!(reply.status == 200 && !reply.headers.contains_key(ALLOWED));
}

#[tokio::test]
async fn a_configured_origin_can_call_and_read_errors() {
    let keys = concat!(env!("CARGO_TARGET_TMPDIR"), "/cors-keys.toml");
    std::fs::write(keys, "").expect("written");
    let settings = [("AYLA_CORS_ORIGINS", "https://a.example,https://games.example"), ("AYLA_KEYS", keys)];
    let server = Server::start_with(&settings);
    let mut json = server.json().await;
    // A browser sends no key with the question whether it may.
    for path in [APPLY, "/v1/variants/awale/apply-move"] {
        let reply = json.send("OPTIONS", path, &PREFLIGHT, &[]).await;
        assert_eq!(reply.status, 204);
        assert_eq!(reply.headers[ALLOWED], ORIGIN.1);
        assert_eq!(reply.headers["access-control-allow-headers"], PREFLIGHT[2].1);
        assert_eq!(reply.headers["access-control-max-age"], "3600");
    }
    let refused = json.send("GET", "/v1/server-info", &[ORIGIN], &[]).await;
    assert_eq!((refused.status.as_u16(), &refused.headers[ALLOWED]), (401, &ORIGIN.1.parse().expect("a header")));
    let web = [ORIGIN, ("content-type", "application/grpc-web+proto")];
    let refused = json.send("POST", APPLY, &web, &[0; 5]).await;
    assert_eq!(
        (&refused.headers["grpc-status"], &refused.headers[ALLOWED]),
        (&"16".parse().expect("one"), &ORIGIN.1.parse().expect("one"))
    );
    let exposed = refused.headers["access-control-expose-headers"].to_str().expect("text");
    let (_, section) = SECURITY.split_once("\n## CORS\n").expect("a section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    let documented = rows.flat_map(|(names, _)| names.split(", ").map(|name| name.trim_matches('`')));
    assert_eq!(documented.collect::<BTreeSet<_>>(), exposed.split(',').collect());

    let other = json.send("GET", "/openapi.json", &[("origin", "https://other.example")], &[]).await;
    assert!(other.status == 200 && !other.headers.contains_key(ALLOWED));
    let mut varies = other.headers.get_all("vary").iter().map(|value| value.to_str().expect("text"));
    assert!(varies.any(|names| names.contains("origin")));
}
