//! Work is counted where it is done: whatever a request contains, the threads that serve connections do little of it.

use ayla_rules::{Line, Position, Side, Variant};
use ayla_test_server::http2::{self, Call, Connection};
use ayla_test_server::mcp::{Mcp, Revision};
use ayla_test_server::{Server, in_time};
use serde_json::{Value, json};

/// A sowing of 6,731 laps.
const LONG_SOWING: &str = "andada 010194110/103238101 - s";
/// The bound of a bucket of the histogram of steps, which leaves room for noticing late that the limit is reached.
const SMALL: &str = "40000";
const TEXTS: [&str; 3] = ["line", "board", "spoken"];

/// The first moves of a game, at most `count`.
fn moves(start: &str, count: usize) -> Vec<String> {
    let mut line = Line::from(Position::read(start).expect("a position"));
    let mut moves = Vec::new();
    for _ in 0..count {
        let Some(&played) = line.position().legal_moves().first() else { break };
        line.play_unchecked(played, &mut ());
        moves.push(played.text());
    }
    moves
}

/// A long game of each variant, to be told in full; of a thousand moves where it never ends.
fn replays() -> Vec<(&'static str, Value)> {
    let replay = |&variant: &Variant| {
        let start = match variant {
            Variant::Awale => "awale 110000/110000 20/24 s".to_owned(),
            Variant::Anywoli => "anywoli 000000000100/100001000000 23/22 s".to_owned(),
            other => other.default_rules().start(Side::South).to_string(),
        };
        let moves = moves(&start, 1_000);
        let is_endless = matches!(variant, Variant::Awale | Variant::Anywoli);
        assert_eq!(moves.len() == 1_000, is_endless, "{variant}");
        (variant.name(), json!({"position": start, "moves": moves, "text": TEXTS}))
    };
    Variant::ALL.iter().map(replay).collect()
}

/// The number of moves of a request.
fn plies(body: &Value) -> usize {
    body["moves"].as_array().map_or(0, Vec::len)
}

/// Texts of games that cost much more than their size says.
fn texts() -> Vec<String> {
    let tags = "[A \"b\"]\n".repeat(2_700);
    vec![
        "1. ".repeat(20_000),
        "\n1.".repeat(15_000),
        "1.\t".repeat(15_000),
        "1. ".repeat(1_360),
        format!("{LONG_SOWING} moves 7\n").repeat(100),
        format!("{LONG_SOWING} moves 7\n").repeat(1_600),
        tags + &"4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1\n".repeat(700),
        "AbC ".repeat(16_000),
    ]
}

/// The steps of calls on the threads that serve connections that were more than those may do.
async fn too_much(server: &Server) -> f64 {
    let all = server.metric("ayla_worker_steps_count").await.unwrap_or_default();
    let small = server.metric(&format!("ayla_worker_steps_bucket{{le=\"{SMALL}\"}}")).await.unwrap_or_default();
    all - small
}

#[tokio::test]
async fn threads_of_connections_do_little_whatever_a_request_contains() {
    let server = Server::start();
    let mut json = server.json().await;
    let rpc = server.rpc().await;
    for text in texts() {
        let body = json!({"text": text});
        let answer = in_time(json.post("/v1/read-game", &body)).await;
        assert!([200, 413].contains(&answer.status.as_u16()), "{} {:?}", answer.status, answer.body);
        let refused = in_time(rpc.ask("read-game", &body)).await.is_err();
        assert_eq!(refused, answer.status == 413);
    }
    for (variant, body) in replays() {
        let answer = in_time(json.ask(variant, "replay-game", &body)).await;
        assert_eq!(answer.status, 200, "{variant}");
        assert_eq!(answer.json()["positions"].as_array().map(Vec::len), Some(plies(&body) + 1));
    }
    let long = json!({"position": LONG_SOWING, "move": "7", "text": TEXTS});
    for operation in ["legal-moves", "validate-move", "apply-move", "play-turn"] {
        let mut body = long.clone();
        let unknown: &[&str] = match operation {
            "legal-moves" => &["move"],
            "validate-move" => &["text"],
            _ => &[],
        };
        unknown.iter().for_each(|name| drop(body.as_object_mut().expect("an object").remove(*name)));
        let answer = in_time(json.ask("andada", operation, &body)).await;
        assert_eq!(answer.status, 200, "{operation}");
        in_time(rpc.ask(operation, &body)).await.expect("an answer");
    }
    // No alert is fired: nothing failed, and nothing small was refused.
    for status in ["500", "503", "504", "INTERNAL", "UNKNOWN", "UNAVAILABLE", "DEADLINE_EXCEEDED"] {
        let failed = server.metric(&format!("ayla_calls_total{{status=\"{status}\"}}")).await;
        assert_eq!(failed.unwrap_or_default(), 0.0, "{status}");
    }
    assert_eq!(server.metric("ayla_shed_total").await, Some(0.0));
    assert!(server.metric("ayla_worker_steps_count").await.is_some_and(|count| count > 0.0));
    assert_eq!(too_much(&server).await, 0.0);
    let steps = server.metric("ayla_work_steps_total{operation=\"read-game\"}").await;
    assert!(steps.is_some_and(|steps| steps > 1e6), "{steps:?}");
}

#[tokio::test]
async fn long_games_are_described_in_every_language_over_every_transport() {
    let server = Server::start();
    let mut json = server.json().await;
    let rpc = server.rpc().await;
    let mut mcp = Mcp::connect(&server, Revision::Stateless).await;
    for (variant, body) in replays() {
        for locale in ["en", "fr"] {
            let mut body = body.clone();
            body["locale"] = json!(locale);
            let answer = in_time(json.ask(variant, "replay-game", &body)).await;
            assert_eq!(answer.status, 200, "{variant} {locale}");
            let mut of_rpc = body.clone();
            of_rpc["variant"] = json!(variant);
            let told = in_time(rpc.ask("replay-game", &of_rpc)).await.expect("an answer");
            assert_eq!(told["positions"].as_array().map(Vec::len), Some(plies(&body) + 1));
        }
        let moves = body["moves"].as_array().expect("moves");
        let moves: Vec<_> = moves.iter().filter_map(Value::as_str).collect();
        let record = format!("{} moves {}", body["position"].as_str().expect("a text"), moves.join(" "));
        in_time(mcp.tool("open_game", json!({"record": record}))).await;
    }
    assert_eq!(server.metric("ayla_panics_total").await, Some(0.0));
}

#[tokio::test]
async fn large_calls_have_no_objective() {
    let server = Server::start();
    let mut json = server.json().await;
    in_time(json.post("/v1/read-game", &json!({"text": "1. ".repeat(20_000)}))).await;
    in_time(json.post("/v1/read-game", &json!({"text": "1. 64 64"}))).await;
    for size in ["small", "large"] {
        let labels = format!("operation=\"read-game\",transport=\"http\",size=\"{size}\"");
        server.until(&format!("ayla_call_duration_seconds_count{{{labels}}}"), |count| count == 1.0).await;
    }
}

#[tokio::test]
async fn a_client_who_leaves_frees_the_place_of_its_piece() {
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1")]);
    let connection = Connection::open(&server.address).await;
    let text = format!("{LONG_SOWING} moves 7\n").repeat(900);
    let mut calls = Vec::new();
    for _ in 0..20 {
        let sender = connection.sender.clone();
        let call = Call::json("/v1/read-game", &json!({"text": text}));
        calls.push(tokio::spawn(async move { http2::call(&sender, &call).await }));
    }
    server.until("ayla_calls_in_flight", |calls| calls > 0.0).await;
    drop(connection);
    calls.iter().for_each(tokio::task::JoinHandle::abort);
    server.until("ayla_calls_in_flight", |calls| calls == 0.0).await;
    let mut json = server.json().await;
    let body = json!({"position": LONG_SOWING, "moves": ["7"]});
    let answer = in_time(json.ask("andada", "legal-moves", &body)).await;
    assert_eq!(answer.status, 200);
}
