//! The times that the service promises while searches run: of rule calls beside them, of refusals, of slots whose callers
//! have left, and of answers before a deadline.
//!
//! ```text
//! cargo bench --bench latency [-- --check]
//! ```
//!
//! Prints a table in Markdown, which `docs/performance.md` explains. With `--check` it fails if a 99th percentile is more
//! than three times its bound.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ayla_test_server::http2::{self, Call};
use ayla_test_server::suggestions::{Caller, endless};
use ayla_test_server::{Rpc, START, Server};
use clap::Parser;
use serde_json::json;
use tokio::task::JoinSet;
use tonic::Code;

const SUGGEST: &str = "suggest-move";
const STREAM: &str = "suggest-move-stream";

/// The most that a 99th percentile may be with `--check`, in bounds: the machine may be busy.
const TOLERANCE: u32 = 3;

/// Measures the times that the service promises.
#[derive(Clone, Debug, Parser)]
struct Settings {
    /// How often each time is measured, except for those of rule calls.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Whether to fail if a time is much longer than its bound.
    #[arg(long)]
    check: bool,
    /// Cargo says so when it runs a benchmark, and not when it runs tests.
    #[arg(long, hide = true)]
    bench: bool,
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let settings = Settings::parse();
    if !settings.bench {
        return ExitCode::SUCCESS;
    }
    println!("| | median | 99th percentile | longest | bound |");
    println!("|---|--:|--:|--:|--:|");
    let mut kept = true;
    let mut row = |name: &str, bound_ms: u64, mut times: Vec<Duration>| {
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
        let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
        println!("| {name} | {} | {} | {} | {bound_ms} ms |", ms(at(50)), ms(at(99)), ms(at(100)));
        kept &= at(99) <= TOLERANCE * Duration::from_millis(bound_ms);
    };
    let server = Server::start();
    let [grpc, json] = rule_calls(&server).await;
    row("legal-moves over gRPC beside 64 suggestions", 10, grpc);
    row("legal-moves over JSON beside 64 suggestions", 10, json);
    drop(server);

    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    for operation in [SUGGEST, STREAM] {
        for caller in Caller::ALL {
            let (mut refusals, mut slots) = (Vec::new(), Vec::new());
            for _ in 0..settings.rounds {
                let (refused, freed) = slot(&server, caller, operation).await;
                refusals.push(refused);
                slots.push(freed);
            }
            if (operation, caller) == (SUGGEST, Caller::Http1) {
                row("refusal by a full queue", 50, refusals);
            }
            row(&format!("{operation}, {caller:?}: the slot is free after"), 50, slots);
        }
    }
    for timeout in [100, 400] {
        let mut times = Vec::new();
        for _ in 0..settings.rounds {
            times.push(deadline(&server, timeout).await);
        }
        row(&format!("suggestion with a deadline of {timeout} ms"), timeout, times);
    }
    if settings.check && !kept {
        eprintln!("a 99th percentile is more than {TOLERANCE} times its bound");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The times of legal-moves over gRPC and over JSON beside 64 suggestions: four thousand calls in four seconds on eight
/// connections.
async fn rule_calls(server: &Server) -> [Vec<Duration>; 2] {
    let (mut suggestions, mut connections) = (JoinSet::new(), JoinSet::new());
    for _ in 0..64 {
        let rpc = server.rpc().await;
        suggestions.spawn(async move { rpc.ask(SUGGEST, &endless()).await });
    }
    server.until("ayla_calls_in_flight", |calls| calls == 64.0).await;
    let body = json!({"position": START});
    for at in 0..8 {
        let (rpc, mut json) = (server.rpc().await, server.json().await);
        let (call, body) = (Call::grpc("legal-moves", &body), body.clone());
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
    // None of them has ended.
    assert_eq!(server.metric("ayla_calls_in_flight").await, Some(64.0));
    times
}

/// The time of a refusal while a search has the only slot, and the time until the slot is free after its caller has left.
async fn slot(server: &Server, caller: Caller, operation: &'static str) -> (Duration, Duration) {
    let rpc = server.rpc().await;
    let call = caller.call(server, operation).await;
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

/// Whether a suggestion of one node is refused because the queue is full.
async fn is_full(rpc: &Rpc) -> bool {
    let answer = rpc.ask(SUGGEST, &json!({"position": START, "nodes": 1})).await;
    answer.is_err_and(|status| status.code() == Code::ResourceExhausted)
}

/// The time of a suggestion whose caller waits for this many milliseconds.
async fn deadline(server: &Server, timeout_ms: u64) -> Duration {
    let rpc = server.rpc().await;
    let call = Call::grpc(SUGGEST, &endless()).with("grpc-timeout", &format!("{timeout_ms}m"));
    let called = Instant::now();
    assert_eq!(http2::call(&rpc.0.sender, &call).await.answer().code(), Some("0"));
    called.elapsed()
}
