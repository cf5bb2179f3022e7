//! More suggestions than there are slots: the queue, refusals, and callers who leave.

use std::sync::Arc;
use std::time::Duration;

use ayla_test_server::suggestions::{Caller, ENDLESS, endless};
use ayla_test_server::{Rpc, START, Server, in_time};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tonic::Code;
use tonic_types::StatusExt;

const SUGGEST: &str = "suggest-move";
const STREAM: &str = "suggest-move-stream";

const BUSY: &str = "ayla_search_slots_busy";
const WAITING: &str = "ayla_search_queue_waiting";

/// The shortest search.
fn least() -> Value {
    json!({"position": START, "nodes": 1})
}

/// Asserts that a suggestion is refused because the queue is full.
async fn is_refused(rpc: &Rpc) {
    let status = in_time(rpc.ask(SUGGEST, &least())).await.expect_err("the queue is full");
    let details = status.get_error_details();
    let reason = details.error_info().map(|info| info.reason.as_str());
    assert_eq!((status.code(), reason), (Code::ResourceExhausted, Some("SEARCH_QUEUE_FULL")));
    let delay = details.retry_info().and_then(|retry| retry.retry_delay);
    assert_eq!(delay, Some(Duration::from_secs(1)));
}

/// Starts endless suggestions, some that have a slot and some that wait for one. They are cancelled when the result is dropped.
async fn in_flight(server: &Server, busy: usize, waiting: usize) -> JoinSet<()> {
    let rpc = Arc::new(server.rpc().await);
    let mut calls = JoinSet::new();
    for _ in 0..busy + waiting {
        let rpc = Arc::clone(&rpc);
        calls.spawn(async move {
            let _ = rpc.ask(SUGGEST, &endless()).await;
        });
    }
    server.until(BUSY, |slots| slots == busy as f64).await;
    server.until(WAITING, |calls| calls == waiting as f64).await;
    calls
}

#[tokio::test]
async fn rule_calls_wait_for_no_suggestion() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "2")]);
    let _calls = in_flight(&server, 2, 62).await;
    let (rpc, mut json) = (server.rpc().await, server.json().await);
    let body = json!({"position": START});
    for _ in 0..50 {
        in_time(rpc.ask("legal-moves", &body)).await.expect("an answer");
        assert_eq!(in_time(json.ask("awale", "legal-moves", &body)).await.status, 200);
    }
    assert_eq!([server.metric(BUSY).await, server.metric(WAITING).await], [Some(2.0), Some(62.0)]);
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_empties_when_callers_leave() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1")]);
    let rpc = server.rpc().await;
    let limits = rpc.ask("get-server-info", &json!({})).await.expect("an answer")["limits"].clone();
    let places = limits["searchQueue"].as_u64().expect("a number") as usize;
    let calls = in_flight(&server, 1, places).await;
    is_refused(&rpc).await;
    let reply = in_time(server.json().await.ask("awale", SUGGEST, &json!({"position": START}))).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (429, &"SEARCH_QUEUE_FULL".into()));
    assert!(reply.headers.contains_key("retry-after"));
    assert_eq!([server.metric(BUSY).await, server.metric(WAITING).await], [Some(1.0), Some(places as f64)]);

    // All are cancelled at once. A search that went on would keep its slot for ten minutes.
    drop(calls);
    server.until(WAITING, |calls| calls == 0.0).await;
    server.until(BUSY, |slots| slots == 0.0).await;
    in_time(rpc.ask(SUGGEST, &least())).await.expect("searched");
}

#[tokio::test]
async fn a_search_whose_caller_has_left_frees_its_slot() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    let rpc = server.rpc().await;
    for operation in [SUGGEST, STREAM, "play-turn", "review-game"] {
        for caller in Caller::ALL {
            let call = caller.call(&server, operation).await;
            server.until(BUSY, |slots| slots == 1.0).await;
            is_refused(&rpc).await;
            drop(call);
            server.until(BUSY, |slots| slots == 0.0).await;
            in_time(rpc.ask(SUGGEST, &least()))
                .await
                .unwrap_or_else(|status| panic!("{operation} {caller:?}: {status}"));
        }
        // Each call is counted as cancelled.
        for (transport, status, count) in [("grpc", "CANCELLED", 2.0), ("http", "499", 3.0)] {
            let labels = format!("operation=\"{operation}\",transport=\"{transport}\",status=\"{status}\"");
            server.until(&format!("ayla_calls_total{{{labels}}}"), |calls| calls == count).await;
        }
    }
}

#[tokio::test]
async fn the_longest_deadline_ends_a_search_and_the_wait_for_a_slot() {
    let settings = [("AYLA_SEARCH_SLOTS", "1"), ("AYLA_DEADLINE_MS", "400"), ("AYLA_SUGGEST_TIME_MS", "400")];
    let server = Server::start_with(&[&ENDLESS[..], &settings].concat());
    let (running, waiting, request) = (server.rpc().await, server.rpc().await, endless());
    let answers = async { tokio::join!(running.ask(SUGGEST, &request), waiting.ask(SUGGEST, &request)) };
    let answers = in_time(answers).await;
    for answer in [answers.0, answers.1] {
        let answer = answer.expect("the best so far");
        assert_eq!((&answer["stoppedBy"], &answer["deterministic"]), (&json!("time"), &json!(false)));
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn hash_memory_is_allocated_on_demand_and_freed_when_idle() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1")]);
    let rpc = server.rpc().await;
    let resident = || server.memory() >> 20;
    rpc.ask(SUGGEST, &least()).await.expect("an answer");
    let before = resident();
    // A search of this size uses all of the largest table.
    for _ in 0..2 {
        rpc.ask(SUGGEST, &json!({"position": START, "nodes": 2_200_000})).await.expect("an answer");
    }
    let searching = resident();
    assert!((before + 40..before + 80).contains(&searching), "{before} MiB, then {searching} MiB");
    let freed = async {
        while resident() > before + 8 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    in_time(freed).await;
}
