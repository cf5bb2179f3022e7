//! More suggestions than there are slots: the queue, refusals, and callers who leave.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ayla::service::memory::IDLE_TIME;
use ayla_test_server::http2::{self, Call, Connection};
use ayla_test_server::{Rpc, START, Server};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_util::task::AbortOnDropHandle;
use tonic::Code;
use tonic_types::StatusExt;

/// A search that lasts until the longest deadline.
fn endless() -> Value {
    json!({"position": START, "timeMs": 600_000})
}

/// The shortest search.
fn least() -> Value {
    json!({"position": START, "nodes": 1})
}

/// Whether a suggestion is refused because the queue is full.
async fn is_full(rpc: &Rpc) -> bool {
    let Err(status) = rpc.ask(SUGGEST, &least()).await else { return false };
    let details = status.get_error_details();
    let reason = details.error_info().map(|info| info.reason.as_str());
    assert_eq!((status.code(), reason), (Code::ResourceExhausted, Some("SEARCH_QUEUE_FULL")));
    let delay = details.retry_info().and_then(|retry| retry.retry_delay);
    assert_eq!(delay, Some(Duration::from_secs(1)));
    true
}

/// Starts suggestions, which are cancelled when the result is dropped.
async fn in_flight(server: &Server, count: usize) -> JoinSet<()> {
    let rpc = Arc::new(server.rpc().await);
    let mut calls = JoinSet::new();
    for _ in 0..count {
        let rpc = Arc::clone(&rpc);
        calls.spawn(async move {
            let _ = rpc.ask(SUGGEST, &endless()).await;
        });
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    calls
}

/// Measures a time that must be below `most`, a second time if the machine was busy the first time.
async fn soon(most: Duration, mut measure: impl AsyncFnMut() -> Duration) -> Duration {
    let first = measure().await;
    let taken = if first < most { first } else { measure().await };
    assert!(taken < most, "{first:?}, and again {taken:?}");
    taken
}

/// The 99th percentile of the time of legal-moves: four thousand calls in four seconds on eight connections, half of
/// them over each transport.
async fn legal_moves_p99(server: &Server) -> Duration {
    const CALLS: usize = 500;
    let body = json!({"position": START});
    let mut connections = JoinSet::new();
    for at in 0..8 {
        let (rpc, mut json) = (server.rpc().await, server.json().await);
        let (call, body) = (Call::grpc("legal-moves", &body), body.clone());
        connections.spawn(async move {
            let mut times = Vec::new();
            let mut ticks = tokio::time::interval(Duration::from_millis(8));
            for _ in 0..CALLS {
                ticks.tick().await;
                let called = Instant::now();
                if at % 2 == 0 {
                    assert_eq!(http2::call(&rpc.0.sender, &call).await.answer().code(), Some("0"));
                } else {
                    assert_eq!(json.ask("awale", "legal-moves", &body).await.status, 200);
                }
                times.push(called.elapsed());
            }
            times
        });
    }
    let mut times: Vec<Duration> = connections.join_all().await.into_iter().flatten().collect();
    times.sort_unstable();
    let at = |part: f64| times[(times.len() as f64 * part) as usize];
    eprintln!("median {:?}, p99 {:?}, p99.9 {:?}", at(0.5), at(0.99), at(0.999));
    at(0.99)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggestions_in_flight_do_not_delay_rule_calls() {
    let _machine = crate::MACHINE.lock().await;
    let server = Server::start();
    let calls = in_flight(&server, 64).await;
    soon(Duration::from_millis(10), async || legal_moves_p99(&server).await).await;
    assert_eq!(calls.len(), 64);
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_empties_when_callers_leave() {
    let server = Server::start();
    let rpc = server.rpc().await;
    let limits = rpc.ask("get-server-info", &json!({})).await.expect("an answer")["limits"].clone();
    let places = ["searchSlots", "searchQueue"].map(|limit| limits[limit].as_u64().expect("a number"));
    let calls = in_flight(&server, places.iter().sum::<u64>() as usize).await;
    let refused = async || {
        let called = Instant::now();
        assert!(is_full(&server.rpc().await).await);
        called.elapsed()
    };
    soon(Duration::from_millis(50), refused).await;
    let reply = server.json().await.ask("awale", SUGGEST, &json!({"position": START})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (429, &"SEARCH_QUEUE_FULL".into()));
    assert!(reply.headers.contains_key("retry-after"));

    // All are cancelled at once: none of those that wait is searched first.
    drop(calls);
    let gone = Instant::now();
    while is_full(&rpc).await {
        assert!(gone.elapsed() < Duration::from_secs(1), "places are not released");
    }
    rpc.ask(SUGGEST, &least()).await.expect("searched");
    assert!(gone.elapsed() < Duration::from_secs(1), "cancelled calls delay others");
}

/// A call that runs until it is dropped.
type Running = Pin<Box<dyn Future<Output = ()>>>;

const SUGGEST: &str = "suggest-move";
const STREAM: &str = "suggest-move-stream";

/// A call over HTTP/1.1: dropping it closes the connection.
async fn http1(server: &Server, operation: &'static str) -> Running {
    let mut json = server.json().await;
    Box::pin(async move {
        json.ask("awale", operation, &endless()).await;
    })
}

/// A call over HTTP/2: dropping it closes the connection, or only resets the stream.
async fn http2(server: &Server, call: Call, closes: bool) -> Running {
    let Connection { sender, ended } = Connection::open(&server.address).await;
    // Without a sender the connection would always close.
    std::mem::forget(sender.clone());
    let connection = closes.then(|| AbortOnDropHandle::new(ended));
    Box::pin(async move {
        http2::call(&sender, &call).await;
        drop(connection);
    })
}

/// The time for which a search keeps its slot after its caller has left.
async fn slot_taken(server: &Server, mut call: Running) -> Duration {
    let rpc = server.rpc().await;
    let ended = tokio::time::timeout(Duration::from_millis(150), call.as_mut()).await;
    assert!(ended.is_err(), "the search does not run");
    assert!(is_full(&rpc).await, "the slot is not taken");
    let gone = Instant::now();
    drop(call);
    while is_full(&rpc).await {
        assert!(gone.elapsed() < Duration::from_secs(10), "the slot is not released");
    }
    gone.elapsed()
}

#[tokio::test]
async fn a_search_whose_caller_has_left_frees_its_slot() {
    const SOON: Duration = Duration::from_millis(50);
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    let freed = async |operation: &'static str| {
        let mut taken = vec![soon(SOON, async || slot_taken(&server, http1(&server, operation).await).await).await];
        let json = Call::json(&format!("/v1/variants/awale/{operation}"), &endless());
        for call in [Call::grpc(operation, &endless()), json] {
            for closes in [false, true] {
                let dropped = async || slot_taken(&server, http2(&server, call.clone(), closes).await).await;
                taken.push(soon(SOON, dropped).await);
            }
        }
        eprintln!("{operation}: {taken:?}");
    };
    for _ in 0..3 {
        freed(SUGGEST).await;
    }
    freed(STREAM).await;
    // The streams are counted as cancelled.
    for (transport, status, count) in [("grpc", "CANCELLED", 2.0), ("http", "499", 3.0)] {
        let labels = format!("operation=\"suggest-move-stream\",transport=\"{transport}\",status=\"{status}\"");
        server.until(&format!("ayla_calls_total{{{labels}}}"), |calls| calls >= count).await;
    }
}

#[tokio::test]
async fn no_suggestion_takes_longer_than_the_longest_deadline() {
    const DEADLINE: Duration = Duration::from_millis(400);
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_DEADLINE_MS", "400")]);
    let (running, waiting) = (server.rpc().await, server.rpc().await);
    let called = async || {
        let called = Instant::now();
        let request = endless();
        let answers = tokio::join!(running.ask(SUGGEST, &request), waiting.ask(SUGGEST, &request));
        let mut nodes = [answers.0, answers.1].map(|answer| {
            let answer = answer.expect("the best so far");
            assert_eq!((&answer["stoppedBy"], &answer["deterministic"]), (&json!("time"), &json!(false)));
            answer["nodes"].as_u64().expect("a number")
        });
        nodes.sort_unstable();
        // The second search has only the time by which its call came later.
        assert!(nodes[0] < nodes[1] / 2, "one of them waited: {nodes:?}");
        called.elapsed()
    };
    assert!(soon(DEADLINE, called).await > DEADLINE / 2);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn hash_memory_is_allocated_on_demand_and_freed_when_idle() {
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1")]);
    let rpc = server.rpc().await;
    let resident = || server.memory() >> 20;
    rpc.ask(SUGGEST, &least()).await.expect("an answer");
    let before = resident();
    for _ in 0..3 {
        rpc.ask(SUGGEST, &json!({"position": START, "timeMs": 400})).await.expect("an answer");
    }
    let searching = resident();
    assert!((before + 40..before + 80).contains(&searching), "{before} MiB, then {searching} MiB");
    let deadline = Instant::now() + IDLE_TIME + Duration::from_secs(2);
    while resident() > before + 8 {
        assert!(Instant::now() < deadline, "{before} MiB, {searching} MiB, then {} MiB", resident());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    eprintln!("{before} MiB, {searching} MiB, then {} MiB", resident());
}
