//! API keys: on every transport, with rate limits, and replaced while the server runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ayla_test_server::command::{folder, run, run_with, text};
use ayla_test_server::http2::{self, Call, Connection};
#[cfg(all(feature = "mcp", feature = "pictures"))]
use ayla_test_server::mcp::{Mcp, Revision};
use ayla_test_server::{Reply, START, Server, rpc};
use serde_json::{Value, json};
use tonic_types::StatusExt;

const LEGAL_MOVES: &str = "/v1/variants/awale/legal-moves?position=awale_444444/444444_0/0_s";

/// A new key for this caller, and its entry, as the command makes them.
fn made(name: &str) -> (String, String) {
    let made = run(&["key", name]);
    let key = made.stderr.trim_end().rsplit(' ').next().expect("a key").to_owned();
    (key, made.answer())
}

/// A file of keys in a folder of a test's own.
fn file(name: &str, keys: &str) -> PathBuf {
    let file = folder(&format!("keys/{name}")).join("keys.toml");
    replace(&file, keys);
    file
}

/// Replaces the content of a file in one step.
fn replace(file: &Path, text: &str) {
    let beside = file.with_extension("new");
    fs::write(&beside, text).expect("written");
    fs::rename(&beside, file).expect("renamed");
}

/// A server with this file of keys.
fn server(file: &Path, settings: &[(&str, &str)]) -> Server {
    Server::start_with(&[&[("AYLA_KEYS", text(file)), ("AYLA_LOG", "info,ayla::call=debug")], settings].concat())
}

/// A request over HTTP with these headers.
async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Reply {
    server.json().await.send("GET", path, headers, &[]).await
}

fn is_refused(reply: &Reply, status: u16, reason: &str) {
    let problem = reply.json();
    assert_eq!((&problem["status"], &problem["reason"]), (&status.into(), &reason.into()), "{problem}");
    assert_eq!(reply.status.as_u16(), status);
    assert_eq!(reply.headers["content-type"], "application/problem+json");
    assert_eq!(reply.headers["cache-control"], "no-store");
}

#[tokio::test]
async fn callers_without_a_key_are_refused() {
    let (key, entry) = made("village-bot");
    let file = file("known", &entry);
    let server = server(&file, &[]);
    assert!(!entry.contains(&key));

    let bearer = format!("Bearer {key}");
    let good = [("authorization", bearer.as_str())];
    let caching = |reply: &Reply| (reply.status.as_u16(), reply.headers["cache-control"].clone());
    let reply = get(&server, LEGAL_MOVES, &good).await;
    let private = "private, max-age=3600".parse::<hyper::header::HeaderValue>().expect("text");
    assert_eq!(caching(&reply), (200, private.clone()));
    let tag = reply.headers["etag"].to_str().expect("text").to_owned();
    let reply = get(&server, LEGAL_MOVES, &[good[0], ("if-none-match", &tag)]).await;
    assert_eq!(caching(&reply), (304, private));
    assert_eq!(get(&server, LEGAL_MOVES, &[("authorization", &format!("bearer  {key} "))]).await.status, 200);

    let almost = format!("Bearer {}", &key[..key.len() - 1]);
    for headers in [
        &[][..],
        &[("authorization", "")],
        &[("authorization", "Bearer")],
        &[("authorization", "Bearer ")],
        &[("authorization", &almost)],
        &[("authorization", &key)],
        &[("authorization", &format!("Basic {key}"))],
        &[good[0], good[0]],
        &[("x-api-key", &key)],
        &[("if-none-match", &tag)],
    ] {
        let reply = get(&server, LEGAL_MOVES, headers).await;
        is_refused(&reply, 401, "UNAUTHENTICATED");
        assert_eq!(reply.headers["www-authenticate"], "Bearer");
    }
    // A key in a parameter has no effect, and paths that do not exist need a key too.
    is_refused(&get(&server, &format!("{LEGAL_MOVES}&key={key}"), &[]).await, 401, "UNAUTHENTICATED");
    is_refused(&get(&server, "/v1/nothing", &[]).await, 401, "UNAUTHENTICATED");

    for open in ["/openapi.json", "/docs/", "/docs/notation.md"] {
        assert_eq!(get(&server, open, &[]).await.status, 200, "{open}");
    }
    for open in ["/livez", "/readyz", "/metrics"] {
        assert_eq!(server.operator().await.get(open).await.status, 200, "{open}");
    }
}

#[tokio::test]
async fn callers_without_a_key_are_refused_over_grpc() {
    let (key, entry) = made("game-site");
    let server = server(&file("grpc", &entry), &[]);
    let connection = Connection::open(&server.address).await;
    let send = async |call: Call| http2::call(&connection.sender, &call).await.answer();
    let call = Call::grpc("get-server-info", &json!({}));
    assert_eq!(send(call.clone().by(&key)).await.code(), Some("0"));
    let unknown = call.clone().with("authorization", "Basic YTpi");
    for call in [call.clone(), call.clone().by("ayla_0000"), unknown] {
        let status = send(call).await.grpc_status();
        assert_eq!(status.code(), tonic::Code::Unauthenticated, "{status}");
        let info = status.get_details_error_info().expect("details");
        assert_eq!((info.reason.as_str(), info.domain.as_str()), ("UNAUTHENTICATED", "mancala.v1"));
    }

    // gRPC-web is refused in its own form.
    let headers = [("content-type", "application/grpc-web+proto")];
    let path = "/mancala.v1.MancalaService/GetServerInfo";
    let reply = server.json().await.send("POST", path, &headers, &[0; 5]).await;
    assert_eq!((reply.status.as_u16(), &reply.headers["content-type"]), (200, &headers[0].1.parse().expect("one")));
    assert_eq!(reply.headers["grpc-status"], "16");
    let bearer = format!("Bearer {key}");
    let reply = server.json().await.send("POST", path, &[headers[0], ("authorization", &bearer)], &[0; 5]).await;
    assert!(!reply.headers.contains_key("grpc-status"), "it is in the trailers: {:?}", reply.headers);

    // Health needs no key, since balancers have none. Reflection does: it is a stream.
    let path = "/grpc.health.v1.Health/Check".to_owned();
    assert_eq!(send(Call { path, ..call.clone() }).await.code(), Some("0"));
    let path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo".to_owned();
    assert_eq!(send(Call { path, ..call }).await.code(), Some("16"));
}

#[tokio::test]
async fn each_search_of_a_review_counts_as_a_suggestion() {
    let (bot, entry) = made("bot");
    let entry = format!("{entry}suggestions-per-second = 0.001\nsuggestions-burst = 3\n");
    let server = server(&file("reviews", &entry), &[]);
    let connection = Connection::open(&server.address).await;
    let review = Call::grpc("review-game", &json!({"position": START, "moves": ["3", "4", "1", "1"], "nodes": 20_000}));
    let answer = http2::call(&connection.sender, &review.clone().by(&bot)).await.answer();
    assert_eq!(answer.code(), Some("0"));
    let messages = http2::frames(answer.body).into_iter();
    let messages: Vec<_> = messages.map(|(_, message)| rpc::response("review-game", &message)).collect();
    let plies: Vec<_> = messages.iter().filter_map(|message| message["reviewed"]["ply"].as_u64()).collect();
    // The first search is that of the position before the first ply.
    assert_eq!((plies, &messages[2]["end"]["reviewedTo"]), (vec![1, 2], &json!(2)));
    assert_eq!(messages[2]["end"]["unanswered"]["reason"], "RATE_LIMITED");
    // Without a search at all it is refused like any suggestion.
    let status = http2::call(&connection.sender, &review.by(&bot)).await.answer().grpc_status();
    assert_eq!(status.code(), tonic::Code::ResourceExhausted);
}

#[tokio::test]
async fn callers_over_their_rate_are_told_when_to_retry() {
    let (bot, entry) = made("bot");
    let (other, other_entry) = made("other");
    let rates = "burst = 3\nsuggestions-per-second = 0.001\n";
    let entry = entry.replace("calls-per-second = 50\n", &format!("calls-per-second = 0.001\n{rates}"));
    let server = server(&file("often", &format!("{entry}{other_entry}")), &[]);
    let connection = Connection::open(&server.address).await;
    let legal = || Call::grpc("legal-moves", &json!({"position": START}));
    let call = async |call: Call| http2::call(&connection.sender, &call).await.answer();
    let suggest = Call::json("/v1/variants/awale/suggest-move", &json!({"position": START, "nodes": 1}));
    assert_eq!(call(suggest.clone().by(&bot)).await.status, 200);
    // A second suggestion is refused, and does not count as one of the two calls that are left.
    let refused = call(suggest.by(&bot)).await;
    assert_eq!(refused.status, 429);
    let seconds: u64 = refused.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=1_000).contains(&seconds), "{seconds}");
    let problem: Value = serde_json::from_slice(&refused.body).expect("JSON");
    assert_eq!(problem["reason"], "RATE_LIMITED");
    // A reply is a suggestion, too: without it, the turn is one of the two calls.
    let turn = Call::json("/v1/variants/awale/play-turn", &json!({"move": "3", "reply": {"nodes": 1}}));
    let turn = call(turn.by(&bot)).await;
    let turn: Value = serde_json::from_slice(&turn.body).expect("JSON");
    assert_eq!((&turn["plays"][0]["move"], &turn["unanswered"]["reason"]), (&json!("3"), &json!("RATE_LIMITED")));
    assert!(turn["unanswered"]["retryAfterMs"].as_u64() > Some(1_000), "{turn}");
    let detail =
        "Too many suggestions with this API key: the limit is 0.001 per second, with a burst of 1; try again later.";
    assert_eq!(problem["detail"], detail);

    assert_eq!(call(legal().by(&bot)).await.code(), Some("0"));
    let status = call(legal().by(&bot)).await.grpc_status();
    assert_eq!(status.code(), tonic::Code::ResourceExhausted, "the connection stays open");
    let wait = status.get_details_retry_info().expect("told").retry_delay.expect("a time");
    assert!((Duration::from_secs(1)..=Duration::from_secs(1_000)).contains(&wait), "{wait:?}");
    assert_eq!(status.get_details_error_info().expect("told").reason, "RATE_LIMITED");
    assert_eq!(call(legal().by(&other)).await.code(), Some("0"), "each caller has its own rate");
    let logged = server.logged("call refused").pop().expect("an entry");
    assert_eq!((&logged["reason"], &logged["caller"]), (&json!("RATE_LIMITED"), &json!("bot")));
    assert_eq!(server.metric(r#"ayla_shed_total{reason="rate"}"#).await, Some(3.0));
    for (caller, result, count) in [
        ("bot", "admitted", 3.0),
        ("bot", "rate-limited", 2.0),
        ("other", "admitted", 1.0),
        ("other", "rate-limited", 0.0),
    ] {
        let calls = format!(r#"ayla_caller_calls_total{{caller="{caller}",result="{result}"}}"#);
        assert_eq!(server.metric(&calls).await, Some(count), "{calls}");
    }
}

#[tokio::test]
async fn strangers_who_read_no_answer_do_not_block_others() {
    let (key, entry) = made("bot");
    let server = server(&file("strangers", &entry), &[("AYLA_CALLS", "8"), ("AYLA_STALL_TIME_MS", "60000")]);
    let mut held = Vec::new();
    let mut connections = Vec::new();
    for path in ["/v1/server-info", "/openapi.json"] {
        let strangers = Connection::with(&server.address, h2::client::Builder::new().initial_window_size(0)).await;
        for _ in 0..20 {
            let asked = hyper::Request::get(format!("http://ayla{path}")).body(()).expect("a request");
            let (answer, _) = strangers.sender.clone().send_request(asked, true).expect("open");
            held.push(answer.await.expect("a head"));
        }
        let reply = get(&server, LEGAL_MOVES, &[("authorization", &format!("Bearer {key}"))]).await;
        assert_eq!(reply.status, 200, "{path}");
        connections.push(strangers);
    }
    let refused = held.iter().filter(|answer| answer.status() == 503).count();
    assert!(refused >= 17, "at most two pages are served at once: {refused}");
}

#[tokio::test]
async fn a_refusal_arrives_whatever_the_call_carries() {
    let server = server(&file("heard", "# Nobody.\n"), &[]);
    let connection = Connection::open(&server.address).await;
    for size in [10, 10_000, 60_000] {
        let body = json!({"position": "4".repeat(size)});
        let call = Call::json("/v1/variants/awale/legal-moves", &body);
        let answer = http2::call(&connection.sender, &call).await.answer();
        assert_eq!((answer.status.as_u16(), answer.headers["www-authenticate"].as_bytes()), (401, &b"Bearer"[..]));
    }
    let head = hyper::Request::head("http://ayla/v1/server-info").body(()).expect("a request");
    let (answer, _) = connection.sender.clone().send_request(head, true).expect("open");
    let answer = answer.await.expect("a head");
    assert_eq!(answer.status(), 401);
    assert!(http2::receive(&mut answer.into_body()).await.expect("nothing else").is_empty());
}

#[tokio::test]
async fn keys_are_replaced_while_the_server_runs() {
    let ((old, old_entry), (new, new_entry)) = (made("bot"), made("bot"));
    let file = file("replaced", &old_entry);
    let server = server(&file, &[("AYLA_WATCH_MS", "100")]);
    let asked = async |key: &str| {
        get(&server, "/v1/server-info", &[("authorization", &format!("Bearer {key}"))]).await.status.as_u16()
    };
    assert_eq!((asked(&old).await, asked(&new).await), (200, 401));
    let hash = |entry: &str| entry.split('"').nth(1).expect("a hash").to_owned();
    let both = format!("[bot]\nsha256 = [\"{}\", \"{}\"]\ncalls-per-second = 50\n", hash(&old_entry), hash(&new_entry));
    replace(&file, &both);
    server.logged("keys reloaded");
    assert_eq!((asked(&old).await, asked(&new).await), (200, 200));
    replace(&file, &format!("{new_entry}{old} = '{old}'\n"));
    let entries = server.logged("keys not reloaded");
    assert!(!entries.iter().any(|entry| entry.to_string().contains(&old)), "{entries:#?}");
    assert_eq!((asked(&old).await, asked(&new).await), (200, 200), "a bad file changes nothing");
    replace(&file, &new_entry);
    server.logged("keys reloaded");
    assert_eq!((asked(&old).await, asked(&new).await), (401, 200));
    replace(&file, "");
    server.logged("keys not reloaded");
    assert_eq!(asked(&new).await, 200, "an empty file may be incomplete");
    replace(&file, "# Nobody.\n");
    server.logged("keys reloaded");
    assert_eq!(asked(&new).await, 401, "nobody may call");
}

#[tokio::test]
async fn the_log_names_callers_but_never_their_keys() {
    let (key, entry) = made("village-bot");
    let mut server = server(&file("logged", &entry), &[]);
    let bearer = format!("Bearer {key}");
    get(&server, LEGAL_MOVES, &[("authorization", &bearer)]).await;
    get(&server, &format!("{LEGAL_MOVES}&key={key}"), &[("authorization", &bearer)]).await;
    get(&server, LEGAL_MOVES, &[("authorization", &format!("Basic {key}"))]).await;
    let metrics = server.operator().await.get("/metrics").await.body;
    assert!(!String::from_utf8_lossy(&metrics).contains(&key[..20]));
    server.signal("TERM");
    let (_, log) = server.end();
    let calls: Vec<_> = log.iter().filter(|entry| entry["operation"] == "legal-moves").collect();
    let told: Vec<_> = calls.iter().map(|call| (call["status"].as_str(), call["caller"].as_str())).collect();
    assert_eq!(told, [(Some("200"), Some("village-bot")), (Some("400"), Some("village-bot")), (Some("401"), None)]);
    assert!(!log.iter().any(|entry| entry.to_string().contains(&key[..20])), "{log:#?}");
}

#[tokio::test]
async fn the_example_of_the_page_is_a_valid_key_file() {
    let page = include_str!("../../docs/security.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    // Its hash is the hash of this key.
    let server = server(&file("page", example), &[]);
    let bearer = [("authorization", "Bearer hello")];
    let statuses = async || get(&server, LEGAL_MOVES, &bearer).await.status.as_u16();
    assert_eq!(statuses().await, 200);
    assert_eq!(get(&server, LEGAL_MOVES, &[]).await.status, 401);
}

#[test]
fn a_bad_key_file_is_refused_at_startup() {
    let file = file("bad", "[Bot]\nsha256 = 'my secret key'\ncalls-per-second = 0\n");
    let said = run_with(&[], &[("AYLA_KEYS", text(&file))]).refusal(64);
    assert!(said.starts_with("ayla: AYLA_KEYS is a file of API keys, and in this one:\n"), "{said}");
    assert!(said.lines().count() == 4 && !said.contains("secret"), "{said}");
}

#[tokio::test]
async fn a_caller_is_told_its_rates_and_what_is_left_of_them() {
    let (key, entry) = made("village-bot");
    let limits = "burst = 40\nsuggestions-per-second = 0.5\nsearch-ms-per-second = 200\nsearch-ms-burst = 900\n";
    let entry = entry.replace("calls-per-second = ", "calls-per-second = 20 # ");
    let file = file("rates", &format!("{entry}{limits}"));
    let server = server(&file, &[]);
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", bearer.as_str())];
    let info = get(&server, "/v1/server-info", &headers).await;
    let caller = json!({
        "calls": {"perSecond": 20.0, "burst": 40},
        "suggestions": {"perSecond": 0.5, "burst": 1},
        "searchMs": {"perSecond": 200.0, "burst": 900},
    });
    assert_eq!(info.json()["caller"], caller);
    let policy = r#""calls";q=40;w=2, "suggestions";q=1;w=2, "search-ms";q=900;w=5"#;
    assert_eq!(info.headers["ratelimit-policy"], policy);
    let left = info.headers["ratelimit"].to_str().expect("text");
    assert!(left.starts_with(r#""calls";r=39;t=1, "suggestions";r=1;t=0, "search-ms";r=900;t=0"#), "{left}");
    // Those who need no key are told none.
    let page = get(&server, "/openapi.json", &[]).await;
    assert!(!page.headers.contains_key("ratelimit") && !page.headers.contains_key("ratelimit-policy"));
}

#[tokio::test]
async fn searches_end_when_their_processor_time_is_spent() {
    let (key, entry) = made("village-bot");
    let file = file("budget", &format!("{entry}search-ms-per-second = 0.1\nsearch-ms-burst = 1\n"));
    let server = server(&file, &[]);
    let bearer = format!("Bearer {key}");
    let ask = async |operation: &str, body: Value| {
        let path = format!("/v1/variants/awale/{operation}");
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        server.json().await.send("POST", &path, &headers, body.to_string().as_bytes()).await
    };
    // What has begun is not cut short.
    assert_eq!(ask("suggest-move", json!({"position": START, "nodes": 200_000})).await.status, 200);
    let refused = ask("suggest-move", json!({"position": START, "nodes": 1})).await;
    is_refused(&refused, 429, "RATE_LIMITED");
    let problem = refused.json();
    assert!(problem["retryAfterMs"].as_u64().is_some_and(|time| time > 1_000), "{problem}");
    assert!(problem["detail"].as_str().is_some_and(|text| text.contains("processor time")), "{problem}");
    let turn = ask("play-turn", json!({"position": START, "move": "3", "reply": {"level": 1}})).await.json();
    assert_eq!(turn["unanswered"]["reason"], "RATE_LIMITED");
    assert_eq!(ask("legal-moves", json!({"position": START})).await.status, 200);
    // Batches and large work count as searches where they have no budget of their own.
    let long = ask("legal-moves", json!({"position": START, "moves": vec!["1"; 1_100]})).await;
    is_refused(&long, 429, "RATE_LIMITED");
    assert_eq!(batch(&server, &key).await, "RATE_LIMITED");
}

/// The reason for which the last line of a batch is refused, if it is.
async fn batch(server: &Server, key: &str) -> String {
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/x-ndjson")];
    let lines = format!("{}\n", json!({"position": START})).repeat(200);
    let reply = server.json().await.send("POST", "/v1/batch", &headers, lines.as_bytes()).await;
    assert_eq!(reply.status, 200);
    let last: Value = reply
        .body
        .trim_ascii_end()
        .rsplit(|&byte| byte == b'\n')
        .next()
        .map(serde_json::from_slice)
        .expect("a line")
        .expect("JSON");
    last["error"]["reason"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_work_of_rules_may_have_a_budget_of_its_own() {
    let (key, entry) = made("village-bot");
    let limits = "search-ms-per-second = 0.1\nsearch-ms-burst = 1\nrule-ms-per-second = 0.1\nrule-ms-burst = 1\n";
    let server = server(&file("rule-budget", &format!("{entry}{limits}")), &[]);
    // What has begun is not cut short.
    while batch(&server, &key).await.is_empty() {}
    assert_eq!(batch(&server, &key).await, "RATE_LIMITED");
    // Searches have theirs.
    let bearer = format!("Bearer {key}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let body = json!({"position": START, "nodes": 10}).to_string();
    let path = "/v1/variants/awale/suggest-move";
    assert_eq!(server.json().await.send("POST", path, &headers, body.as_bytes()).await.status, 200);
}

#[cfg(all(feature = "mcp", feature = "pictures"))]
#[tokio::test]
async fn pictures_of_tools_have_the_budget_of_all_pictures() {
    let (key, entry) = made("village-bot");
    let server = server(&file("pictures", &format!("{entry}picture-ms-per-second = 0.1\npicture-ms-burst = 1\n")), &[]);
    let mut mcp = Mcp::connect(&server, Revision::Stateless).await.by(&key);
    let handle = mcp.tool("start_game", json!({"variant": "awale", "side": "both"})).await["handle"].clone();
    let arguments = json!({"handle": handle, "picture": true});
    mcp.tool("show_game", arguments.clone()).await;
    assert!(mcp.refused("show_game", arguments).await.starts_with("RATE_LIMITED"));
    let board = get(
        &server,
        &format!("/v1/variants/awale/board.png?position={}", START.replace(' ', "_")),
        &[("authorization", &format!("Bearer {key}"))],
    )
    .await;
    is_refused(&board, 429, "RATE_LIMITED");
}

#[tokio::test]
async fn a_caller_names_its_users() {
    let (key, entry) = made("village-bot");
    let server = server(&file("users", &entry), &[]);
    let bearer = format!("Bearer {key}");
    let most = "x".repeat(64);
    for (user, status) in [("", 200), ("Amina", 200), (most.as_str(), 200), (&format!("{most}x"), 400)] {
        let reply = get(&server, LEGAL_MOVES, &[("authorization", &bearer), ("end-user", user)]).await;
        assert_eq!(reply.status, status, "{user}");
    }
    let call = Call::grpc("legal-moves", &json!({"position": START})).with("authorization", &bearer);
    for (user, code) in [("Koffi", "0"), (&format!("{most}x"), "3")] {
        let answer = http2::call(&server.rpc().await.0.sender, &call.clone().with("end-user", user)).await.answer();
        assert_eq!(answer.code(), Some(code));
    }
    // Without a key nobody looks at it.
    let open = Server::shared();
    assert_eq!(get(open, LEGAL_MOVES, &[("end-user", &format!("{most}x"))]).await.status, 200);
}
