//! Health, metrics and the log of calls, and the page for operators that lists every metric.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::TcpListener;

use ayla_test_server::command::{folder, run, run_with, text};
use ayla_test_server::http2::{self, Answer, Call, Connection};
use ayla_test_server::suggestions::Caller;
use ayla_test_server::{Json, START, Server, in_time};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};

const OPERATIONS: &str = include_str!("../../docs/operations.md");
const TRACE: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

async fn metrics(server: &Server) -> String {
    let reply = server.operator().await.get("/metrics").await;
    assert_eq!(reply.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    String::from_utf8(reply.body.to_vec()).expect("UTF-8")
}

/// Makes calls of all kinds, over every transport.
async fn call(server: &Server) {
    let rpc = server.rpc().await;
    let mut json = server.json().await;
    for (played, status) in [("3", 200), ("7", 409)] {
        let body = json!({"position": START, "move": played});
        assert_eq!(rpc.ask("apply-move", &body).await.is_ok(), status == 200);
        assert_eq!(json.ask("awale", "apply-move", &body).await.status, status);
    }
    assert_eq!(json.ask("awale", "suggest-move", &json!({"position": START, "nodes": 1_000})).await.status, 200);
    assert_eq!(json.ask("awale", "start-game", &json!({"preset": "no-such-preset"})).await.status, 404);
    assert_eq!(json.get("/no-such-path").await.status, 404);
    let web = [("content-type", "application/grpc-web+proto")];
    for path in ["/mancala.v1.MancalaService/GetServerInfo", "/mancala.v1.MancalaService/NoSuchMethod"] {
        assert_eq!(json.send("POST", path, &web, &[0, 0, 0, 0, 0]).await.status, 200);
    }
}

#[tokio::test]
async fn health_is_served_on_the_admin_port() {
    let server = Server::start();
    let mut operator = server.operator().await;
    for (path, status) in [("/livez", 200), ("/readyz", 200), ("/metrics", 200), ("/", 404), ("/v1/variants", 404)] {
        assert_eq!(operator.get(path).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn calls_are_counted_by_outcome() {
    let server = Server::start();
    call(&server).await;
    for (labels, count) in [
        (r#"operation="apply-move",transport="grpc",status="OK""#, 1.0),
        (r#"operation="apply-move",transport="grpc",status="INVALID_ARGUMENT""#, 1.0),
        (r#"operation="apply-move",transport="http",status="200""#, 1.0),
        (r#"operation="apply-move",transport="http",status="409""#, 1.0),
        (r#"operation="start-game",transport="http",status="404""#, 1.0),
        (r#"operation="unknown",transport="http",status="404""#, 1.0),
        (r#"operation="get-server-info",transport="grpc-web",status="OK""#, 1.0),
        (r#"operation="unknown",transport="grpc-web",status="UNIMPLEMENTED""#, 1.0),
    ] {
        server.until(&format!("ayla_calls_total{{{labels}}}"), |value| value == count).await;
    }
    server.until("ayla_calls_in_flight", |value| value == 0.0).await;
    let durations = r#"ayla_call_duration_seconds_count{operation="apply-move",transport="http"}"#;
    assert_eq!(server.metric(durations).await, Some(2.0));
    assert_eq!(server.metric(r#"ayla_search_nodes_total{variant="awale"}"#).await, Some(1_000.0));
}

#[tokio::test]
async fn cancelled_calls_are_counted() {
    let server = Server::with_endless_searches(&[]);
    let call = Caller::Http1.call(&server, "suggest-move").await;
    server.until("ayla_calls_in_flight", |calls| calls == 1.0).await;
    drop(call);
    let cancelled = r#"ayla_calls_total{operation="suggest-move",transport="http",status="499"}"#;
    server.until(cancelled, |value| value == 1.0).await;
}

#[tokio::test]
async fn no_metric_label_comes_from_a_caller() {
    let server = Server::start();
    call(&server).await;
    let text = metrics(&server).await;
    for chosen in ["no-such", "444444", "NoSuch", "127.0.0.1"] {
        assert!(!text.contains(chosen), "{chosen}");
    }
    // Every metric is described before its values.
    let mut described = BTreeSet::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(help) = line.strip_prefix("# HELP ") {
            described.insert(help.split(' ').next().expect("a name").to_owned());
        } else if !line.starts_with('#') {
            let name = line.split(['{', ' ']).next().expect("a name");
            let base = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
            assert!(described.contains(name) || described.contains(base), "{line}");
        }
    }
}

#[tokio::test]
async fn the_page_lists_every_metric_and_no_other() {
    let server = Server::start();
    call(&server).await;
    // Some metrics are only reported with TLS, or with API keys.
    let place = folder("operators/secured");
    let [certificate, key, keys] = ["tls.crt", "tls.key", "keys.toml"].map(|name| place.join(name));
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed([]).expect("a certificate");
    fs::write(&certificate, cert.pem()).expect("written");
    fs::write(&key, signing_key.serialize_pem()).expect("written");
    fs::write(&keys, run(&["key", "village-bot"]).answer()).expect("written");
    let files = [("AYLA_TLS_CERT", &certificate), ("AYLA_TLS_KEY", &key), ("AYLA_KEYS", &keys)];
    let secured = Server::start_with(&files.map(|(name, file)| (name, text(file))));
    let text = metrics(&server).await + &metrics(&secured).await;
    let served: BTreeSet<_> = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let section = OPERATIONS.split("\n## ").find(|section| section.starts_with("Metrics")).expect("a section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let labels = rows.map(|(name, row)| (name, row.split('|').next().expect("a cell").trim().split(", ").collect()));
    let listed: BTreeMap<_, BTreeSet<_>> = labels.collect();
    assert_eq!(listed.keys().copied().collect::<BTreeSet<_>>(), served);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, rest)) = line.split_once('{') else { continue };
        let name = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        let labels = rest.split("\",").filter_map(|label| label.split('=').next()).map(str::trim);
        let labels: BTreeSet<_> = labels.filter(|label| !label.is_empty() && *label != "le").collect();
        assert!(labels.is_empty() || listed[name] == labels, "{line}");
    }
}

/// A rate sees no increase from nothing to one.
#[tokio::test]
async fn failures_are_counted_from_zero() {
    let text = metrics(&Server::start()).await;
    let zero = |series: String| assert!(text.lines().any(|line| line == format!("{series} 0")), "{series}");
    for operation in ["apply-move", "suggest-move", "suggest-move-stream", "get-server-info", "health"] {
        for (transport, status) in
            [("grpc", "INTERNAL"), ("grpc", "UNKNOWN"), ("grpc-web", "INTERNAL"), ("http", "500")]
        {
            let labels = format!(r#"operation="{operation}",transport="{transport}",size="small",status="{status}""#);
            zero(format!("ayla_calls_total{{{labels}}}"));
        }
    }
    for reason in ["calls", "connections", "search-queue", "search-time", "line-queue", "picture-queue"] {
        zero(format!(r#"ayla_shed_total{{reason="{reason}"}}"#));
    }
    zero("ayla_tls_handshakes_failed_total".to_owned());
}

/// A suggestion that needs more memory than an endless search leaves, over gRPC, from a caller who waits for a second.
async fn without_memory(server: &Server) -> Answer {
    let asked = json!({"position": START, "nodes": 100_000_000});
    let call = Call::grpc("suggest-move", &asked).with("grpc-timeout", "1S");
    in_time(http2::call(&server.rpc().await.0.sender, &call)).await.answer()
}

#[tokio::test]
async fn a_suggestion_has_its_time_beside_others_and_only_the_deadline_of_its_caller_is_an_error() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1")]);
    let _endless = Caller::Http1.call(&server, "suggest-move").await;
    server.until("ayla_search_slots_busy", |busy| busy == 1.0).await;
    // However short the time is, and however much memory the nodes would take.
    for (nodes, time) in [(100_000_000, 1), (100_000_000, 300), (1_000, 1)] {
        let asked = json!({"position": START, "nodes": nodes, "timeMs": time});
        let answer = server.json().await.ask("awale", "suggest-move", &asked).await;
        let answer = answer.json();
        assert!(answer["depth"].as_u64().is_some_and(|depth| depth > 0), "{answer}");
    }
    assert_eq!(without_memory(&server).await.code(), Some("4"));
    assert_eq!(server.metric(r#"ayla_shed_total{reason="search-time"}"#).await, Some(1.0));
}

/// Every row of the page whose range is of numbers.
#[tokio::test]
async fn the_limits_in_force_are_metrics() {
    let server = Server::start_with(&[("AYLA_CALLS", "7"), ("AYLA_SUGGEST_TIME_MS", "250")]);
    let text = metrics(&server).await;
    let limit = |setting: &str| {
        let series = format!(r#"ayla_limit{{setting="{setting}"}} "#);
        text.lines().find_map(|line| line.strip_prefix(&*series)).map(str::to_owned)
    };
    let rows = OPERATIONS.lines().filter(|line| line.starts_with("| `--"));
    let mut numbers = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").collect();
        let setting = cells[1].trim_matches('`');
        let range = cells[3];
        assert_eq!(limit(setting).is_some(), range.starts_with(|first: char| first.is_ascii_digit()), "{row}");
        numbers += usize::from(limit(setting).is_some());
    }
    assert!(numbers > 20);
    assert_eq!((limit("AYLA_CALLS").as_deref(), limit("AYLA_SUGGEST_TIME_MS").as_deref()), (Some("7"), Some("250")));
    assert_eq!(limit("AYLA_STREAMS").as_deref(), Some("200"));
}

#[tokio::test]
async fn a_faulty_file_is_reported_until_it_is_mended() {
    let file = folder("operators/reload").join("presets.toml");
    fs::write(&file, "").expect("written");
    let server = Server::start_with(&[("AYLA_PRESETS", text(&file)), ("AYLA_WATCH_MS", "0")]);
    let good = r#"ayla_reload_successful{file="presets"}"#;
    assert_eq!(server.metric(good).await, Some(1.0));
    for (content, message, value) in [("[awale", "presets not reloaded", 0.0), ("", "presets reloaded", 1.0)] {
        fs::write(&file, content).expect("written");
        server.signal("HUP");
        server.logged(message);
        assert_eq!(server.metric(good).await, Some(value));
    }
}

#[tokio::test]
async fn refused_calls_are_logged_with_their_reason_and_the_callers_trace() {
    let server = Server::start();
    let call = Call::grpc("apply-move", &json!({"position": "secret"})).with("traceparent", TRACE);
    http2::call(&Connection::open(&server.address).await.sender, &call).await.answer();
    let entry = server.logged("call refused").pop().expect("an entry");
    let parts = ["level", "operation", "transport", "status", "reason", "trace_id"].map(|part| entry[part].clone());
    let expected =
        ["INFO", "apply-move", "grpc", "INVALID_ARGUMENT", "MALFORMED_POSITION", "0af7651916cd43dd8448eb211c80319c"];
    assert_eq!(parts, expected.map(Value::from));
    assert!(entry["duration_ms"].as_f64().is_some_and(|time| time > 0.0), "{entry}");
    assert!(!entry.to_string().contains("secret"), "{entry}");

    let mut json = server.json().await;
    let body = json!({"position": START, "move": "7"}).to_string();
    let headers = [("content-type", "application/json"), ("traceparent", TRACE)];
    json.send("POST", "/v1/variants/awale/apply-move", &headers, body.as_bytes()).await;
    let entry = server.logged("call refused").pop().expect("an entry");
    let parts = ["transport", "status", "reason", "trace_id"].map(|part| entry[part].clone());
    assert_eq!(parts, ["http", "409", "NO_SUCH_HOUSE", "0af7651916cd43dd8448eb211c80319c"].map(Value::from));
}

#[tokio::test]
async fn successful_calls_are_logged_on_request() {
    let server = Server::start_with(&[("AYLA_LOG", "info,ayla::call=debug")]);
    server.json().await.get("/v1/server-info").await;
    let entry = server.logged("call").pop().expect("an entry");
    assert_eq!((&entry["level"], &entry["operation"]), (&json!("DEBUG"), &json!("get-server-info")));
}

/// Asserts that suggestions which take longer than slow calls are not logged as slow. A busy machine may be slow with
/// the rest of a call: one of several has to be in time.
async fn are_not_slow(server: &Server, json: &mut Json, asked: &Value) {
    let mut levels = Vec::new();
    while levels.last() != Some(&json!("DEBUG")) {
        assert!(levels.len() < 5, "{levels:?}");
        assert_eq!(in_time(json.ask("awale", "suggest-move", asked)).await.status, 200);
        let entry = server.logged("call").pop().expect("an entry");
        assert_eq!(entry["operation"], "suggest-move");
        levels.push(entry["level"].clone());
    }
}

#[tokio::test]
async fn slow_calls_are_logged_but_search_time_does_not_count() {
    let log = ("AYLA_LOG", "info,ayla::call=debug");
    let server = Server::with_endless_searches(&[("AYLA_SLOW_MS", "600"), ("AYLA_SEARCH_SLOTS", "1"), log]);
    let mut json = server.json().await;
    let asked = json!({"position": START, "timeMs": 1_000});
    are_not_slow(&server, &mut json, &asked).await;
    // On a busy machine, the last search may go on for a moment after its answer, and the endless one would get less
    // memory.
    server.until("ayla_search_slots_busy", |busy| busy == 0.0).await;
    // The endless search takes turns with the next suggestions, which do not wait for it.
    let _endless = Caller::Http1.call(&server, "suggest-move").await;
    server.until("ayla_search_slots_busy", |busy| busy == 1.0).await;
    are_not_slow(&server, &mut json, &asked).await;
    // A call that waits for memory is slow.
    assert_eq!(without_memory(&server).await.code(), Some("4"));
    let entry = server.logged("call").pop().expect("an entry");
    assert_eq!((&entry["level"], &entry["operation"]), (&json!("WARN"), &json!("suggest-move")));
}

#[test]
fn the_healthcheck_command_reports_health() {
    let server = Server::start();
    let port = server.admin.rsplit_once(':').expect("a port").1;
    for address in [server.admin.clone(), format!("0.0.0.0:{port}")] {
        for arguments in [&["healthcheck"][..], &["healthcheck", "--live"]] {
            run_with(arguments, &[("AYLA_ADMIN_LISTEN", &address)]).answer();
        }
    }
    drop(server);

    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = silent.local_addr().expect("bound").to_string();
    let said = run_with(&["healthcheck"], &[("AYLA_ADMIN_LISTEN", &address)]).refusal(1);
    assert!(said.contains(&address) && said.contains("does not answer within"), "{said}");
    drop(silent);
    let said = run_with(&["healthcheck", "--live"], &[("AYLA_ADMIN_LISTEN", &address)]).refusal(1);
    assert!(said.contains("/livez does not answer"), "{said}");
}
