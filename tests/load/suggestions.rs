//! More suggestions than there are slots: the queue, refusals, and callers who leave.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla::proto::{GetServerInfoRequest, LegalMovesRequest, StoppedBy, SuggestMoveRequest, SuggestMoveStreamRequest};
use ayla::service::memory::IDLE_TIME;
use ayla_test_server::Server;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tonic::Code;
use tonic::transport::Channel;
use tonic_types::StatusExt;

const START: &str = "awale 444444/444444 0/0 s";

/// More than can be searched in the longest time.
fn endless() -> SuggestMoveRequest {
    SuggestMoveRequest { position: Some(START.to_owned()), time_ms: Some(600_000), ..Default::default() }
}

/// The least there is to search.
fn least() -> SuggestMoveRequest {
    SuggestMoveRequest { position: Some(START.to_owned()), nodes: Some(1), ..Default::default() }
}

/// Whether a suggestion is refused since the queue is full.
async fn is_full(client: &mut MancalaServiceClient<Channel>, request: SuggestMoveRequest) -> bool {
    match client.suggest_move(request).await {
        Ok(_) => false,
        Err(status) => {
            let reason = status.get_error_details().error_info().map(|info| info.reason.clone());
            assert_eq!((status.code(), reason.as_deref()), (Code::ResourceExhausted, Some("SEARCH_QUEUE_FULL")));
            true
        }
    }
}

/// Suggestions that nobody waits for once this is dropped.
async fn in_flight(server: &Server, count: usize) -> JoinSet<()> {
    let client = server.grpc().await;
    let mut calls = JoinSet::new();
    for _ in 0..count {
        let mut client = client.clone();
        calls.spawn(async move {
            let _ = client.suggest_move(endless()).await;
        });
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    calls
}

/// Holds to be true of one of two tries, on a machine that has other things to do.
async fn soon(most: Duration, mut measure: impl AsyncFnMut() -> Duration) -> Duration {
    let first = measure().await;
    let taken = if first < most { first } else { measure().await };
    assert!(taken < most, "{first:?}, and again {taken:?}");
    taken
}

/// How long legal-moves takes at the 99th percentile: four thousand calls in four seconds on eight connections, half of
/// them of each transport.
async fn legal_moves_p99(server: &Server) -> Duration {
    const CALLS: usize = 500;
    let mut connections = JoinSet::new();
    for at in 0..8 {
        let (mut grpc, mut json) = (server.grpc().await, server.json().await);
        connections.spawn(async move {
            let mut times = Vec::new();
            let mut ticks = tokio::time::interval(Duration::from_millis(8));
            for _ in 0..CALLS {
                ticks.tick().await;
                let called = Instant::now();
                if at % 2 == 0 {
                    let request = LegalMovesRequest { position: Some(START.to_owned()), ..Default::default() };
                    grpc.legal_moves(request).await.expect("an answer");
                } else {
                    let reply = json.ask("awale", "legal-moves", &json!({"position": START})).await;
                    assert_eq!(reply.status, StatusCode::OK);
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
    let mut client = server.grpc().await;
    let info = client.get_server_info(GetServerInfoRequest {}).await.expect("an answer").into_inner();
    let limits = info.limits.expect("limits");
    let calls = in_flight(&server, (limits.search_slots + limits.search_queue) as usize).await;
    let refused = async || {
        let called = Instant::now();
        assert!(is_full(&mut server.grpc().await, least()).await);
        called.elapsed()
    };
    soon(Duration::from_millis(50), refused).await;
    let reply = server.json().await.ask("awale", "suggest-move", &json!({"position": START})).await;
    assert_eq!(
        (reply.status, reply.json()["reason"].as_str()),
        (StatusCode::TOO_MANY_REQUESTS, Some("SEARCH_QUEUE_FULL"))
    );
    assert!(reply.headers.contains_key("retry-after"));

    // All go at once: one place after the other would be searched for no one.
    drop(calls);
    let gone = Instant::now();
    while is_full(&mut client, least()).await {
        assert!(gone.elapsed() < Duration::from_secs(1), "places are not given back");
    }
    client.suggest_move(least()).await.expect("searched");
    assert!(gone.elapsed() < Duration::from_secs(1), "those who have gone are waited for");
}

/// A call that somebody waits for until it is dropped.
type Call = Pin<Box<dyn Future<Output = ()>>>;

const SUGGEST: &str = "suggest-move";
const STREAM: &str = "suggest-move-stream";

fn json_request(host: &str, operation: &str) -> Request<Full<Bytes>> {
    let body = json!({"position": START, "timeMs": 600_000}).to_string();
    Request::post(format!("http://{host}/v1/variants/awale/{operation}"))
        .header("host", host)
        .header("content-type", "application/json")
        .body(Full::new(body.into()))
        .expect("a request")
}

/// A call over gRPC: dropping it resets the stream.
async fn grpc_stream(server: &Server) -> Call {
    let mut client = server.grpc().await;
    let stays = client.clone();
    Box::pin(async move {
        let _ = client.suggest_move(endless()).await;
        drop(stays);
    })
}

/// A stream of answers over gRPC: dropping it resets the stream.
async fn grpc_answers(server: &Server) -> Call {
    let mut client = server.grpc().await;
    let stays = client.clone();
    let SuggestMoveRequest { position, time_ms, .. } = endless();
    Box::pin(async move {
        let request = SuggestMoveStreamRequest { position, time_ms, ..Default::default() };
        let mut answers = client.suggest_move_stream(request).await.expect("the first answer").into_inner();
        while let Ok(Some(_)) = answers.message().await {}
        drop(stays);
    })
}

/// A call over gRPC: dropping it closes the connection, with all that its runtime holds.
async fn grpc_connection(server: &Server) -> Call {
    let address = format!("http://{}", server.address);
    let (waited_for, gone) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let mut client = MancalaServiceClient::connect(address).await.expect("a connection");
            tokio::select! { _ = client.suggest_move(endless()) => {}, _ = gone => {} }
        });
    });
    Box::pin(async move {
        std::future::pending::<()>().await;
        drop(waited_for);
    })
}

/// A call of JSON over HTTP/1.1: dropping it closes the connection.
async fn http1_connection(server: &Server, operation: &str) -> Call {
    let stream = TokioIo::new(TcpStream::connect(&server.address).await.expect("a connection"));
    let (mut sender, connection) = hyper::client::conn::http1::handshake(stream).await.expect("a connection");
    let request = json_request(&server.address, operation);
    Box::pin(async move {
        tokio::select! { _ = answered(sender.send_request(request)) => {}, _ = connection => {} }
    })
}

/// Waits for an answer to its end.
async fn answered(answer: impl Future<Output = hyper::Result<Response<Incoming>>>) -> hyper::Result<()> {
    answer.await?.into_body().collect().await.map(drop)
}

/// A call of JSON over HTTP/2: dropping it closes the connection, or only resets the stream.
async fn http2(server: &Server, operation: &str, connection_stays: bool) -> Call {
    let stream = TokioIo::new(TcpStream::connect(&server.address).await.expect("a connection"));
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), stream).await.expect("a connection");
    let request = json_request(&server.address, operation);
    let stays = sender.clone();
    let lasting = tokio::spawn(async move {
        let _ = connection.await;
        drop(stays);
    });
    let ends = (!connection_stays).then(|| AbortOnDrop(lasting));
    Box::pin(async move {
        let _ = answered(sender.send_request(request)).await;
        drop(ends);
    })
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// How long the slot of a search is taken after its caller has gone.
async fn slot_taken(server: &Server, mut call: Call) -> Duration {
    let mut client = server.grpc().await;
    let ended = tokio::time::timeout(Duration::from_millis(150), call.as_mut()).await;
    assert!(ended.is_err(), "it is not searched for");
    assert!(is_full(&mut client, least()).await, "the slot is not taken");
    let gone = Instant::now();
    drop(call);
    while is_full(&mut client, least()).await {
        assert!(gone.elapsed() < Duration::from_secs(10), "the slot is not given back");
    }
    gone.elapsed()
}

#[tokio::test]
async fn a_search_whose_caller_has_left_frees_its_slot() {
    const SOON: Duration = Duration::from_millis(50);
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    for round in 0..3 {
        let taken = [
            soon(SOON, async || slot_taken(&server, grpc_stream(&server).await).await).await,
            soon(SOON, async || slot_taken(&server, grpc_connection(&server).await).await).await,
            soon(SOON, async || slot_taken(&server, http1_connection(&server, SUGGEST).await).await).await,
            soon(SOON, async || slot_taken(&server, http2(&server, SUGGEST, false).await).await).await,
            soon(SOON, async || slot_taken(&server, http2(&server, SUGGEST, true).await).await).await,
        ];
        eprintln!("round {round}: {taken:?}");
    }
    let taken = [
        soon(SOON, async || slot_taken(&server, grpc_answers(&server).await).await).await,
        soon(SOON, async || slot_taken(&server, http1_connection(&server, STREAM).await).await).await,
        soon(SOON, async || slot_taken(&server, http2(&server, STREAM, false).await).await).await,
        soon(SOON, async || slot_taken(&server, http2(&server, STREAM, true).await).await).await,
    ];
    eprintln!("streams: {taken:?}");
    // What became of them is told: nobody has taken the last answer.
    for (transport, status, count) in [("grpc", "CANCELLED", 1.0), ("http", "499", 3.0)] {
        let labels = format!("operation=\"suggest-move-stream\",transport=\"{transport}\",status=\"{status}\"");
        server.until(&format!("ayla_calls_total{{{labels}}}"), |calls| calls >= count).await;
    }
}

#[tokio::test]
async fn no_suggestion_takes_longer_than_the_longest_deadline() {
    const DEADLINE: Duration = Duration::from_millis(400);
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_DEADLINE_MS", "400")]);
    let (mut running, mut waiting) = (server.grpc().await, server.grpc().await);
    let called = async || {
        let called = Instant::now();
        let answers = tokio::join!(running.suggest_move(endless()), waiting.suggest_move(endless()));
        let [first, second] = [answers.0, answers.1].map(|answer| answer.expect("the best so far").into_inner());
        assert_eq!([first.stopped_by(), second.stopped_by()], [StoppedBy::Time; 2]);
        assert!(!first.deterministic && !second.deterministic);
        // Who came a moment later has that moment when the other has ended.
        let [few, many] = [first.nodes.min(second.nodes), first.nodes.max(second.nodes)];
        assert!(few < many / 2, "one of them waited: {few} nodes, {many}");
        called.elapsed()
    };
    assert!(soon(DEADLINE, called).await > DEADLINE / 2);
}

/// Memory of the process that is in use, in MiB.
#[cfg(target_os = "linux")]
fn resident(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
    line.split_whitespace().nth(1).and_then(|size| size.parse::<u64>().ok()).expect("KiB") >> 10
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn hash_memory_is_allocated_on_demand_and_freed_when_idle() {
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1")]);
    let mut client = server.grpc().await;
    client.suggest_move(least()).await.expect("an answer");
    let before = resident(&server);
    for _ in 0..3 {
        let request = SuggestMoveRequest { time_ms: Some(400), ..endless() };
        client.suggest_move(request).await.expect("an answer");
    }
    let searching = resident(&server);
    assert!((before + 40..before + 80).contains(&searching), "{before} MiB, then {searching} MiB");
    let patience = Instant::now() + IDLE_TIME + Duration::from_secs(2);
    while resident(&server) > before + 8 {
        assert!(Instant::now() < patience, "{before} MiB, {searching} MiB, then {} MiB", resident(&server));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    eprintln!("{before} MiB, {searching} MiB, then {} MiB", resident(&server));
}
