//! API keys: on every transport, with rate limits, and replaced while the server runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ayla::proto::{GetServerInfoRequest, LegalMovesRequest};
use ayla_test_server::http2::{self, Answer, Connection, Outcome};
use ayla_test_server::{Reply, Server};
use serde_json::{Value, json};
use tonic::{Code, Request};
use tonic_types::StatusExt;

const START: &str = "awale 444444/444444 0/0 s";
const LEGAL_MOVES: &str = "/v1/variants/awale/legal-moves?position=awale_444444/444444_0/0_s";

/// A new key of this caller, and its entry, as the command makes them.
fn made(name: &str) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ayla")).args(["key", name]).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let key = said.trim_end().rsplit(' ').next().expect("a key").to_owned();
    (key, String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A file of keys of a test's own.
fn file(name: &str, keys: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("keys");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{name}.toml"));
    replace(&file, keys);
    file
}

/// Puts this into a file from one moment to the next.
fn replace(file: &Path, text: &str) {
    let beside = file.with_extension("new");
    fs::write(&beside, text).expect("written");
    fs::rename(&beside, file).expect("renamed");
}

/// A server that knows these callers alone.
fn server(file: &Path, settings: &[(&str, &str)]) -> Server {
    let keys = ("AYLA_KEYS", file.to_str().expect("UTF-8"));
    Server::start_with(&[&[keys, ("AYLA_LOG", "info,ayla::call=debug")], settings].concat())
}

/// A request over HTTP with these headers.
async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Reply {
    server.json().await.send("GET", path, headers, &[]).await
}

fn is_refused(reply: &Reply, status: u16, reason: &str) {
    let problem = reply.json();
    let expected = json!({"status": status, "reason": reason});
    assert_eq!(json!({"status": problem["status"], "reason": problem["reason"]}), expected, "{problem}");
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
    let reply = get(&server, LEGAL_MOVES, &good).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.headers["cache-control"]),
        (200, &"private, max-age=3600".parse().expect("one"))
    );
    let tag = reply.headers["etag"].to_str().expect("text").to_owned();
    let reply = get(&server, LEGAL_MOVES, &[good[0], ("if-none-match", &tag)]).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.headers["cache-control"]),
        (304, &"private, max-age=3600".parse().expect("one"))
    );
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
    // Nor by a parameter, nor for what there is not.
    is_refused(&get(&server, &format!("{LEGAL_MOVES}&key={key}"), &[]).await, 401, "UNAUTHENTICATED");
    is_refused(&get(&server, "/v1/nothing", &[]).await, 401, "UNAUTHENTICATED");

    for open in ["/openapi.json", "/docs/"] {
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
    let mut grpc = server.grpc().await;
    let mut asked = Request::new(GetServerInfoRequest {});
    asked.metadata_mut().insert("authorization", format!("Bearer {key}").parse().expect("text"));
    grpc.get_server_info(asked).await.expect("known");
    for authorization in [None, Some("Bearer ayla_0000"), Some("Basic YTpi")] {
        let mut asked = Request::new(GetServerInfoRequest {});
        if let Some(authorization) = authorization {
            asked.metadata_mut().insert("authorization", authorization.parse().expect("text"));
        }
        let status = grpc.get_server_info(asked).await.expect_err("not known");
        assert_eq!(status.code(), Code::Unauthenticated, "{status}");
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

    // Balancers have no key: health is for everybody. The contract over gRPC is a stream, and is not.
    let connection = Connection::open(&server.address).await;
    let health = http2::Call {
        path: "/grpc.health.v1.Health/Check".to_owned(),
        ..http2::Call::grpc("Check", &GetServerInfoRequest {})
    };
    let code = |outcome| match outcome {
        Outcome::Answered(answer) => answer.code().map(str::to_owned),
        Outcome::NotTaken | Outcome::Failed(_) => None,
    };
    assert_eq!(code(http2::call(&connection.sender, &health).await).as_deref(), Some("0"));
    let path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo".to_owned();
    let reflection = http2::Call { path, ..health };
    assert_eq!(code(http2::call(&connection.sender, &reflection).await).as_deref(), Some("16"));
}

#[tokio::test]
async fn callers_over_their_rate_are_told_when_to_retry() {
    let (bot, entry) = made("bot");
    let (other, other_entry) = made("other");
    let rates = "burst = 3\nsuggestions-per-second = 0.01\n";
    let entry = entry.replace("calls-per-second = 50\n", &format!("calls-per-second = 0.02\n{rates}"));
    let server = server(&file("often", &format!("{entry}{other_entry}")), &[]);
    let connection = Connection::open(&server.address).await;
    let legal = || {
        http2::Call::grpc("LegalMoves", &LegalMovesRequest { position: Some(START.to_owned()), ..Default::default() })
    };
    let call = async |call: http2::Call| match http2::call(&connection.sender, &call).await {
        Outcome::Answered(answer) => answer,
        outcome @ (Outcome::NotTaken | Outcome::Failed(_)) => panic!("{outcome:?}"),
    };
    let suggest = http2::Call::json("/v1/variants/awale/suggest-move", &json!({"position": START, "nodes": 1}));
    assert_eq!(call(suggest.clone().by(&bot)).await.status, 200);
    // A second suggestion is too many, and takes none of the two calls that are left.
    let refused = call(suggest.by(&bot)).await;
    assert_eq!(refused.status, 429);
    let seconds: u64 = refused.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((50..=100).contains(&seconds), "{seconds}");
    let problem: Value = serde_json::from_slice(&refused.body).expect("JSON");
    assert_eq!(problem["reason"], "RATE_LIMITED");
    assert_eq!(
        problem["detail"],
        "This API key allows 0.01 suggestions per second, with a burst of 1; try again later."
    );

    assert_eq!([call(legal().by(&bot)).await.code(), call(legal().by(&bot)).await.code()], [Some("0"); 2]);
    let refused: Answer = call(legal().by(&bot)).await;
    assert_eq!(refused.code(), Some("8"), "the connection goes on");
    let status = tonic::Status::from_header_map(&refused.headers).expect("a status");
    let wait = status.get_details_retry_info().expect("told").retry_delay.expect("a time");
    assert!((Duration::from_secs(30)..=Duration::from_secs(50)).contains(&wait), "{wait:?}");
    assert_eq!(status.get_details_error_info().expect("told").reason, "RATE_LIMITED");
    assert_eq!(call(legal().by(&other)).await.code(), Some("0"), "each has a rate of its own");
    let logged = server.logged("call refused").pop().expect("an entry");
    assert_eq!((&logged["reason"], &logged["caller"]), (&json!("RATE_LIMITED"), &json!("bot")));
    assert_eq!(server.metric(r#"ayla_shed_total{reason="rate"}"#).await, Some(2.0));
}

#[tokio::test]
async fn strangers_who_read_no_answer_do_not_block_others() {
    let (key, entry) = made("bot");
    let server = server(&file("strangers", &entry), &[("AYLA_CALLS", "8"), ("AYLA_STALL_TIME_MS", "60000")]);
    let (mut held, mut connections) = (Vec::new(), Vec::new());
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
    assert!(refused >= 17, "of pages there are two at once: {refused}");
}

#[tokio::test]
async fn a_refusal_arrives_whatever_the_call_carries() {
    let server = server(&file("heard", "# Nobody.\n"), &[]);
    let connection = Connection::open(&server.address).await;
    for size in [10, 10_000, 60_000] {
        let body = json!({"position": "4".repeat(size)});
        let call = http2::Call::json("/v1/variants/awale/legal-moves", &body);
        let Outcome::Answered(answer) = http2::call(&connection.sender, &call).await else { panic!("{size}") };
        assert_eq!(
            (answer.status.as_u16(), &answer.headers["www-authenticate"]),
            (401, &"Bearer".parse().expect("one"))
        );
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
    assert_eq!(asked(&new).await, 200, "nothing at all is half a file");
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
    // The hash there is that of this key.
    let server = server(&file("page", example), &[]);
    let bearer = [("authorization", "Bearer hello")];
    let statuses = async || get(&server, LEGAL_MOVES, &bearer).await.status.as_u16();
    assert_eq!(statuses().await, 200);
    assert_eq!(get(&server, LEGAL_MOVES, &[]).await.status, 401);
}

#[test]
fn a_bad_key_file_is_refused_at_startup() {
    let file = file("bad", "[Bot]\nsha256 = 'my secret key'\ncalls-per-second = 0\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ayla"));
    let output = command.env("AYLA_LISTEN", "127.0.0.1:0").env("AYLA_KEYS", &file).output().expect("it runs");
    assert_eq!(output.status.code(), Some(64));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.starts_with("ayla: AYLA_KEYS is a file of API keys, and in this one:\n"), "{said}");
    assert!(said.lines().count() == 4 && !said.contains("secret"), "{said}");
}
