//! More suggestions than there are slots: the queue, refusals, and callers who leave.

use std::sync::Arc;
use std::time::Duration;

use ayla_test_server::http2::{self, Call, Connection};
use ayla_test_server::suggestions::{Caller, ENDLESS, endless, in_enough_time};
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

/// Starts endless suggestions, some that have a slot and some that wait for one. They are cancelled when the result is
/// dropped.
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
    let rpc = server.rpc().await;
    let mut json = server.json().await;
    let body = json!({"position": START});
    for _ in 0..50 {
        in_time(rpc.ask("legal-moves", &body)).await.expect("an answer");
        assert_eq!(in_time(json.ask("awale", "legal-moves", &body)).await.status, 200);
    }
    assert_eq!([server.metric(BUSY).await, server.metric(WAITING).await], [Some(2.0), Some(62.0)]);
}

#[tokio::test]
async fn a_caller_has_as_many_searches_as_it_leaves_free_and_all_leave_with_their_callers() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "8")]);
    let rpc = server.rpc().await;
    let limits = rpc.ask("get-server-info", &json!({})).await.expect("an answer")["limits"].clone();
    assert_eq!(limits["searchQueue"], 8);
    // Of nine, and it leaves four.
    let waiting = 4;
    let calls = in_flight(&server, 1, waiting).await;
    is_refused(&rpc).await;
    // Another caller has its turn beside those.
    let other = Connection::attempt("127.0.0.2", &server.address, &h2::client::Builder::new()).await;
    let call = Call::json("/v1/variants/awale/suggest-move", &json!({"position": START, "level": 4}));
    let answer = in_time(http2::call(&other.expect("open").sender, &call)).await.answer();
    assert_eq!(answer.status, 200);
    let reply = in_time(server.json().await.ask("awale", SUGGEST, &json!({"position": START}))).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (429, &"SEARCH_QUEUE_FULL".into()));
    assert!(reply.headers.contains_key("retry-after"));
    assert_eq!([server.metric(BUSY).await, server.metric(WAITING).await], [Some(1.0), Some(waiting as f64)]);

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
async fn the_longest_deadline_ends_searches_that_take_turns() {
    let both = async |time_ms: u32| {
        let time = time_ms.to_string();
        let times = [("AYLA_DEADLINE_MS", &*time), ("AYLA_SUGGEST_TIME_MS", &*time)];
        let server = Server::start_with(&[&ENDLESS[..], &times, &[("AYLA_SEARCH_SLOTS", "1")]].concat());
        let running = server.rpc().await;
        let waiting = server.rpc().await;
        let request = endless();
        let answers = async { tokio::try_join!(running.ask(SUGGEST, &request), waiting.ask(SUGGEST, &request)) };
        in_time(answers).await.ok()
    };
    let (running, waiting) = in_enough_time(both).await;
    for answer in [running, waiting] {
        assert_eq!((&answer["stoppedBy"], &answer["deterministic"]), (&json!("time"), &json!(false)));
        assert!(answer["depth"].as_u64().is_some_and(|depth| depth > 0), "{answer}");
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

#[tokio::test]
async fn searches_that_take_turns_answer_as_those_that_are_alone() {
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1")]);
    let requests: Vec<Value> = [("nodes", 300_000), ("nodes", 40_000), ("depth", 12), ("depth", 9)]
        .iter()
        .flat_map(|(limit, most)| {
            let positions = [START, "awale 055554/444444 0/0 n q1", "awale:repetition=3 100001/220043 17/18 s"];
            positions.map(|position| json!({"position": position, *limit: most, "candidates": true}))
        })
        .collect();
    let rpc = server.rpc().await;
    let mut alone = Vec::new();
    for request in &requests {
        alone.push(rpc.ask(SUGGEST, request).await.expect("an answer"));
    }
    // Of several callers, each with several searches.
    let mut calls = JoinSet::new();
    for (index, request) in requests.iter().enumerate() {
        let address = server.address.clone();
        let call = Call::json("/v1/variants/awale/suggest-move", request);
        calls.spawn(async move {
            let source = format!("127.0.0.{}", 2 + index % 4);
            let open = Connection::attempt(&source, &address, &h2::client::Builder::new()).await.expect("open");
            (index, http2::call(&open.sender, &call).await.answer().json())
        });
    }
    for (index, answer) in in_time(calls.join_all()).await {
        assert_eq!((&answer["deterministic"], &answer["move"]), (&json!(true), &alone[index]["move"]));
        for field in ["value", "nodes", "depth", "principalLine", "candidates"] {
            assert_eq!(answer[field], alone[index][field], "{field} of {}", requests[index]);
        }
    }
}
