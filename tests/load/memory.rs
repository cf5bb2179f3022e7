//! The memory that callers take with the worst requests there are, and with answers that they do not read.

use ayla_test_server::http2::{self, Call, Connection, Outcome};
use ayla_test_server::{Server, hostile, in_time};
use serde_json::json;
use tokio::task::JoinSet;

const CALLS: u64 = 256;
const CONNECTIONS: u64 = 8;
const STREAMS: u64 = 64;
const HEADER_BYTES: u64 = 16 * 1_024;
const BODY_BYTES: u64 = 64 * 1_024;
/// The most memory that callers may take, by the formula in docs/operations.md, without searches and tables.
const TAKEN: u64 = CONNECTIONS * (272 * 1_024 + 2 * HEADER_BYTES + STREAMS * 4 * 1_024)
    + CALLS * (HEADER_BYTES + 4 * BODY_BYTES)
    + 40 * 1_024 * 1_024;

/// A call whose answer over JSON is more than a megabyte.
fn long_sowing() -> serde_json::Value {
    json!({"position": "andada 010194110/103238101 - s", "move": "7"})
}

/// [`CALLS`] calls, of callers who read no body.
async fn unread(server: &Server, call: &Call) -> JoinSet<Outcome> {
    let mut calls = JoinSet::new();
    for _ in 0..CALLS / STREAMS {
        let connection = Connection::with(&server.address, h2::client::Builder::new().initial_window_size(0)).await;
        for _ in 0..STREAMS {
            let sender = connection.sender.clone();
            let call = call.clone();
            calls.spawn(async move { http2::call(&sender, &call).await });
        }
    }
    calls
}

#[tokio::test]
async fn no_calls_take_more_memory_than_documented() {
    let numbers = [CONNECTIONS, STREAMS].map(|number| number.to_string());
    let server = Server::start_with(&[
        // One client may have half of the calls, and of the connections unless it is a trusted proxy.
        ("AYLA_CALLS", &(2 * CALLS).to_string()),
        ("AYLA_TRUSTED_PROXIES", "127.0.0.1"),
        ("AYLA_CONNECTIONS", &numbers[0]),
        ("AYLA_STREAMS", &numbers[1]),
        // Longer than the test, so that nobody is disconnected.
        ("AYLA_STALL_TIME_MS", "600000"),
        ("AYLA_DEADLINE_MS", "600000"),
    ]);
    let idle = server.most_memory();

    // Every body waits, those of refusals too.
    let calls = unread(&server, &Call::json("/v1/variants/andada/apply-move", &long_sowing())).await;
    server.until("ayla_calls_in_flight", |running| running == CALLS as f64).await;
    drop(calls);
    server.until("ayla_calls_in_flight", |running| running == 0.0).await;
    let by_json = server.most_memory();

    // Refusals over gRPC have no body, and end.
    let mut calls = unread(&server, &Call::grpc("apply-move", &long_sowing())).await;
    let held = 8;
    for _ in 0..CALLS - held {
        let refused = in_time(calls.join_next()).await.expect("a call").expect("no panic").answer();
        assert_eq!(refused.code(), Some("14"), "{:?}", refused.grpc_status());
    }
    drop(calls);
    server.until("ayla_calls_in_flight", |running| running == 0.0).await;
    let by_grpc = server.most_memory();
    assert!(server.rpc().await.ask("apply-move", &long_sowing()).await.is_ok(), "the places are free again");

    let mut connections = Vec::new();
    for _ in 0..2 {
        connections.push(Connection::open(&server.address).await);
    }
    let mut calls = JoinSet::new();
    for case in hostile::cases() {
        for connection in &connections {
            let sender = connection.sender.clone();
            let call = case.call.clone();
            calls.spawn(async move { http2::call(&sender, &call).await });
        }
    }
    while let Some(outcome) = in_time(calls.join_next()).await {
        outcome.expect("no panic").answer();
    }
    let most = server.most_memory();
    let [idle_kb, by_json, by_grpc, most_kb, taken_kb] =
        [idle, by_json, by_grpc, most, TAKEN].map(|bytes| bytes / 1_024);
    println!("{idle_kb} KB idle, {by_json} KB after JSON, {by_grpc} KB after gRPC, {most_kb} KB after faults");
    println!("{taken_kb} KB are allowed beyond the idle process");
    assert!(most < idle + TAKEN, "{most} bytes");
}
