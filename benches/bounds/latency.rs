//! The times while searches run: of rule calls beside them, of refusals, of slots whose callers have left, and of
//! answers before a deadline.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ayla_test_server::http2::{self, Call};
use ayla_test_server::mcp::{Mcp, Revision};
use ayla_test_server::suggestions::{Caller, endless};
use ayla_test_server::{Rpc, START, Server};
use serde_json::json;
use tokio::task::JoinSet;
use tonic::Code;

use crate::report::{Report, Times};

const SUGGEST: &str = "suggest-move";
const STREAM: &str = "suggest-move-stream";

/// The suggestions beside busy loops, and the least number of them that are answered before their deadline.
const DEADLINES: usize = 100;
const DEADLINES_KEPT: usize = 99;
/// The least number with `--check`, on a machine that others use as well: fewer are a fault of the service.
const DEADLINES_KEPT_AT_LEAST: usize = 70;
/// The busy loops, and the deadline of the suggestions beside them.
const BUSY_LOOPS: usize = 2;
const DEADLINE_MS: u64 = 100;

pub(crate) async fn measure(report: &mut Report, rounds: u32) {
    turns(report).await;
    let mut refused = false;
    report.table(&["", "median", "99th percentile", "longest", "bound"]);
    let mut row = |name: &str, bound_ms, times: Vec<Duration>| report.row(name, &[], &times.into(), 99, bound_ms);
    let server = Server::start();
    let [grpc, json] = rule_calls(&server).await;
    row("legal-moves over gRPC beside 64 suggestions", 10, grpc);
    row("legal-moves over JSON beside 64 suggestions", 10, json);
    drop(server);

    let server = Server::start_with(&[("AYLA_PICTURE_RATE", "1000000")]);
    let ([grpc, json], pictures) = beside_pictures(&server).await;
    row("legal-moves over gRPC in a storm of pictures", 10, grpc);
    row("legal-moves over JSON in a storm of pictures", 10, json);
    drop(server);

    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    for operation in [SUGGEST, STREAM] {
        for caller in Caller::ALL {
            let mut refusals = Vec::new();
            let mut slots = Vec::new();
            for _ in 0..rounds {
                let (refused, freed) = slot(&server, caller.call(&server, operation)).await;
                refusals.push(refused);
                slots.push(freed);
            }
            if (operation, caller) == (SUGGEST, Caller::Http1) {
                row("refusal by a full queue", 50, refusals);
            }
            row(&format!("{operation}, {caller:?}: the slot is free after"), 50, slots);
        }
    }
    let mut slots = Vec::new();
    for _ in 0..rounds {
        slots.push(slot(&server, hint_of_tool(&server)).await.1);
    }
    row("get_hint at /mcp: the slot is free after", 50, slots);
    drop(server);

    // With a queue: a search that ends late has the slot until then.
    let server = Server::with_endless_searches(&[]);
    for timeout in [100, 400] {
        let mut times = Vec::new();
        for _ in 0..rounds {
            times.extend(deadline(&server, timeout).await);
        }
        let name = format!("suggestion with a deadline of {timeout} ms");
        let answered = times.len();
        row(&name, timeout, times);
        refused |= answered < rounds as usize;
    }
    report.expect("suggestions with a deadline: answered", !refused);
    println!("\nIn the storm, {} pictures were drawn and {} refused.", pictures[0], pictures[1]);
    deadlines_beside_busy_loops(report, &server).await;
}

/// The turns of each kind that are measured.
const TURNS: usize = 500;
/// The bound of their median: of a turn without a reply, and of what a turn takes longer than the suggestion in it.
const TURN_MS: u64 = 1;

/// The times of play-turn on an idle server.
async fn turns(report: &mut Report) {
    let server = Server::start();
    let mut json = server.json().await;
    let mut time = async |operation: &str, body: &serde_json::Value| {
        let called = Instant::now();
        assert_eq!(json.ask("awale", operation, body).await.status, 200);
        called.elapsed()
    };
    let reply = json!({"level": 4});
    let shown = json!({"position": START, "move": "3", "text": ["line", "board", "spoken"], "record": true});
    let replied = json!({"position": START, "move": "3", "reply": reply, "text": ["line", "board", "spoken"]});
    let suggested = json!({"position": START, "moves": ["3"], "level": 4});
    let mut alone = Vec::new();
    let mut beyond = Vec::new();
    for _ in 0..TURNS {
        alone.push(time("play-turn", &shown).await);
        let search = time("suggest-move", &suggested).await;
        beyond.push(time("play-turn", &replied).await.saturating_sub(search));
    }
    report.table(&["the bound is of the median", "median", "99th percentile", "longest", "bound"]);
    report.row("play-turn without a reply", &[], &alone.into(), 50, TURN_MS);
    report.row("play-turn with a reply, beyond its suggest-move", &[], &beyond.into(), 50, TURN_MS);
}

/// Counts the suggestions that are answered before their deadline while others use the processors.
async fn deadlines_beside_busy_loops(report: &mut Report, server: &Server) {
    let ends = Arc::new(AtomicBool::new(false));
    for _ in 0..BUSY_LOOPS {
        let ends = Arc::clone(&ends);
        thread::spawn(move || while !ends.load(Ordering::Relaxed) {});
    }
    let mut times = Vec::new();
    for _ in 0..DEADLINES {
        times.extend(deadline(server, DEADLINE_MS).await.filter(|&time| time <= Duration::from_millis(DEADLINE_MS)));
    }
    ends.store(true, Ordering::Relaxed);
    let kept = times.len();
    let times = Times::from(times);
    let name = format!("suggestion with a deadline of {DEADLINE_MS} ms beside {BUSY_LOOPS} busy loops");
    report.table(&["", "calls", "answered in time", "bound", "median of these", "longest"]);
    let [median, longest] = [50, 100].map(|percent| times.percentile(percent).as_secs_f64() * 1e3);
    println!("| {name} | {DEADLINES} | {kept} | {DEADLINES_KEPT} | {median:.2} ms | {longest:.2} ms |");
    report.expect(&name, kept >= DEADLINES_KEPT_AT_LEAST);
}

/// The times of legal-moves over gRPC and over JSON beside 64 suggestions.
async fn rule_calls(server: &Server) -> [Vec<Duration>; 2] {
    let mut suggestions = JoinSet::new();
    for _ in 0..64 {
        let rpc = server.rpc().await;
        suggestions.spawn(async move { rpc.ask(SUGGEST, &endless()).await });
    }
    server.until("ayla_calls_in_flight", |calls| calls == 64.0).await;
    let times = paced_calls(server).await;
    // None of them has ended.
    assert_eq!(server.metric("ayla_calls_in_flight").await, Some(64.0));
    times
}

/// The connections that ask for pictures, each for one after the other.
const PAINTED: usize = 48;

/// How long they wait after a refusal: a twentieth of what the server asks for.
const REFUSED: Duration = Duration::from_millis(50);

/// The times of legal-moves over gRPC and over JSON while many ask for pictures of ever new positions, and how many
/// pictures were drawn and refused.
async fn beside_pictures(server: &Server) -> ([Vec<Duration>; 2], [usize; 2]) {
    let ends = Arc::new(AtomicBool::new(false));
    let mut storm = JoinSet::new();
    for connection in 0..PAINTED {
        let mut json = server.json().await;
        let ends = Arc::clone(&ends);
        storm.spawn(async move {
            let mut pictures = [0, 0];
            for number in 0.. {
                if ends.load(Ordering::Relaxed) {
                    break;
                }
                let mixed = (connection * 7_919 + number * 104_729) % 1_000_000;
                let row: String = (0..12).map(|house| char::from(b'0' + ((mixed >> house) % 10) as u8)).collect();
                let form = ["svg", "png", "gif"][number % 3];
                let theme = ["light", "dark", "contrast"][connection % 3];
                let width = [320, 480, 640, 960, 1280][connection % 5];
                let path = format!(
                    "/v1/variants/anywoli/board.{form}?position=anywoli_1{}/{row}_0/0_s&move=1&theme={theme}&width={width}",
                    &row[1..]
                );
                let status = json.get(&path).await.status.as_u16();
                assert!(matches!(status, 200 | 409 | 503 | 504), "{status}");
                let is_refused = status != 200;
                pictures[usize::from(is_refused)] += 1;
                if is_refused {
                    tokio::time::sleep(REFUSED).await;
                }
            }
            pictures
        });
    }
    server.until("ayla_calls_in_flight", |calls| calls > 1.0).await;
    let times = paced_calls(server).await;
    ends.store(true, Ordering::Relaxed);
    let pictures =
        storm.join_all().await.into_iter().fold([0, 0], |[drawn, refused], one| [drawn + one[0], refused + one[1]]);
    (times, pictures)
}

/// The times of four thousand calls of legal-moves in four seconds on eight connections, over gRPC and over JSON.
async fn paced_calls(server: &Server) -> [Vec<Duration>; 2] {
    let mut connections = JoinSet::new();
    let body = json!({"position": START});
    for at in 0..8 {
        let rpc = server.rpc().await;
        let mut json = server.json().await;
        let call = Call::grpc("legal-moves", &body);
        let body = body.clone();
        connections.spawn(async move {
            let mut times = Vec::new();
            let mut ticks = tokio::time::interval(Duration::from_millis(8));
            for _ in 0..500 {
                ticks.tick().await;
                let called = Instant::now();
                if at % 2 == 0 {
                    assert_eq!(http2::call(&rpc.0.sender, &call).await.answer().code(), Some("0"));
                } else {
                    assert_eq!(json.ask("awale", "legal-moves", &body).await.status, 200);
                }
                times.push(called.elapsed());
            }
            (at % 2, times)
        });
    }
    let mut times = [Vec::new(), Vec::new()];
    for (transport, some) in connections.join_all().await {
        times[transport].extend(some);
    }
    times
}

/// The time of a refusal while a search has the only slot, and the time until the slot is free after its caller has
/// left.
async fn slot(server: &Server, call: impl Future<Output = JoinSet<()>>) -> (Duration, Duration) {
    let rpc = server.rpc().await;
    let call = call.await;
    server.until("ayla_search_slots_busy", |busy| busy == 1.0).await;
    let asked = Instant::now();
    assert!(is_full(&rpc).await);
    let refused = asked.elapsed();
    let gone = Instant::now();
    drop(call);
    while is_full(&rpc).await {
        // A search has a low priority, and would wait for a processor while this asks all the time.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    (refused, gone.elapsed())
}

/// Asks for a hint by a tool of the Model Context Protocol, which takes longer than a slot may. The caller leaves when
/// the result is dropped.
async fn hint_of_tool(server: &Server) -> JoinSet<()> {
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let game = mcp.tool("start_game", json!({"variant": "awale"})).await;
    let mut calls = JoinSet::new();
    calls.spawn(async move {
        mcp.call("get_hint", json!({"handle": game["handle"]})).await;
    });
    calls
}

/// Whether a suggestion of one node is refused because the queue is full.
async fn is_full(rpc: &Rpc) -> bool {
    let answer = rpc.ask(SUGGEST, &json!({"position": START, "nodes": 1})).await;
    answer.is_err_and(|status| status.code() == Code::ResourceExhausted)
}

/// The time of a suggestion whose caller has a deadline after this many milliseconds; none if it is not answered.
async fn deadline(server: &Server, timeout_ms: u64) -> Option<Duration> {
    let rpc = server.rpc().await;
    let call = Call::grpc(SUGGEST, &endless()).with("grpc-timeout", &format!("{timeout_ms}m"));
    let called = Instant::now();
    let answer = http2::call(&rpc.0.sender, &call).await.answer();
    (answer.code() == Some("0")).then(|| called.elapsed())
}
