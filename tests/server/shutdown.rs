//! Shutdown: no accepted call fails, and no caller can delay it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ayla::proto::{LegalMovesRequest, SuggestMoveStreamRequest};
use ayla_test_server::Server;
use ayla_test_server::http2::{self, Call, Connection, Outcome};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// What "soon" may take on a busy machine. The process waits 20 seconds for calls that run.
const SOON: Duration = Duration::from_secs(12);

const START: &str = "awale 444444/444444 0/0 s";
const SUGGEST: &str = "/v1/variants/awale/suggest-move";
const STREAM: &str = "/v1/variants/awale/suggest-move-stream";

const IN_FLIGHT: &str = "ayla_calls_in_flight";
const OPEN: &str = "ayla_connections_open";

/// Waits until it ends: its log since SIGTERM.
fn ends_soon(server: &mut Server) -> Vec<Value> {
    let begun = Instant::now();
    let (status, log) = server.end();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    assert!(begun.elapsed() < SOON, "{:?}: {log:#?}", begun.elapsed());
    log
}

fn says(log: &[Value], message: &str) -> bool {
    log.iter().any(|entry| entry["message"].as_str().is_some_and(|said| said.starts_with(message)))
}

fn legal_moves() -> Call {
    Call::json("/v1/variants/awale/legal-moves", &json!({"position": START}))
}

fn suggestion(time_ms: u32) -> Call {
    Call::json(SUGGEST, &json!({"position": START, "timeMs": time_ms}))
}

/// What became of the calls of each kind of client.
#[derive(Debug, Default)]
struct Tally {
    answered: Mutex<BTreeMap<&'static str, usize>>,
    failed: Mutex<Vec<String>>,
    /// Connections that were opened after the signal, and reset before anything was answered on them.
    reset: Mutex<Vec<String>>,
    told: AtomicBool,
}

impl Tally {
    fn answered(&self, kind: &'static str) {
        *self.answered.lock().expect("sound").entry(kind).or_default() += 1;
    }

    fn failed(&self, kind: &'static str, how: impl std::fmt::Debug) {
        self.failed.lock().expect("sound").push(format!("{kind}: {how:?}"));
    }

    fn count(&self, kind: &str) -> usize {
        self.answered.lock().expect("sound").get(kind).copied().unwrap_or_default()
    }
}

/// One call after the other over HTTP/2, until the server takes no more.
async fn streams(sender: h2::client::SendRequest<Bytes>, call: Call, kind: &'static str, tally: Arc<Tally>) {
    loop {
        match http2::call(&sender, &call).await {
            Outcome::Answered(answer) if answer.status == 200 && matches!(answer.code(), None | Some("0")) => {
                tally.answered(kind);
            }
            Outcome::NotTaken => {
                if !tally.told.load(Ordering::SeqCst) {
                    tally.failed(kind, "not taken before the signal");
                }
                return;
            }
            outcome @ (Outcome::Answered(_) | Outcome::Failed(_)) => return tally.failed(kind, outcome),
        }
    }
}

fn request(call: &Call) -> Request<Full<Bytes>> {
    let request = Request::post(&call.path).header("host", "ayla").header("content-type", call.content_type);
    request.body(Full::new(call.body.clone())).expect("a request")
}

/// One call after the other over a connection of HTTP/1, until an answer says that it was the last: whether one came.
async fn one_by_one(stream: TcpStream, call: &Call, most: usize, kind: &'static str, tally: &Tally) -> bool {
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("nothing is sent yet");
    tokio::spawn(connection);
    for answered in 0..most {
        if let Err(error) = sender.ready().await {
            tally.failed(kind, format!("closed without a word after {answered} answers: {error}"));
            return answered > 0;
        }
        let answer = match sender.send_request(request(call)).await {
            Ok(answer) => answer,
            Err(error) => {
                if answered > 0 || !tally.told.load(Ordering::SeqCst) {
                    tally.failed(kind, error);
                } else {
                    tally.reset.lock().expect("sound").push(format!("{kind}: {error:?}"));
                }
                return answered > 0;
            }
        };
        let (head, body) = answer.into_parts();
        match body.collect().await {
            Ok(_) if head.status == 200 => tally.answered(kind),
            body => tally.failed(kind, (head.status, body)),
        }
        if head.headers.get("connection").is_some_and(|connection| connection == "close") {
            return true;
        }
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_fails_that_was_taken_before_sigterm() {
    let slots = [("AYLA_SEARCH_SLOTS", "16"), ("AYLA_SEARCH_QUEUE", "1000"), ("AYLA_CALLS", "10000")];
    let mut server = Server::start_with(&slots);
    let address = server.address.clone();
    let tally = Arc::new(Tally::default());
    let mut clients = JoinSet::new();
    let over_grpc = Call::grpc("LegalMoves", &LegalMovesRequest { position: Some(START.into()), ..Default::default() });
    for (kind, call, count) in [
        ("gRPC", over_grpc, 50),
        ("JSON over HTTP/2", legal_moves(), 20),
        ("suggestions over HTTP/2", suggestion(1_500), 4),
    ] {
        for _ in 0..2 {
            let connection = Connection::open(&address).await;
            for _ in 0..count {
                clients.spawn(streams(connection.sender.clone(), call.clone(), kind, Arc::clone(&tally)));
            }
        }
    }
    for (kind, call, count) in
        [("JSON over HTTP/1", legal_moves(), 8), ("suggestions over HTTP/1", suggestion(1_000), 4)]
    {
        for _ in 0..count {
            let (call, tally, address) = (call.clone(), Arc::clone(&tally), address.clone());
            clients.spawn(async move {
                let stream = TcpStream::connect(address).await.expect("it listens");
                one_by_one(stream, &call, usize::MAX, kind, &tally).await;
            });
        }
    }
    for _ in 0..3 {
        let (tally, address) = (Arc::clone(&tally), address.clone());
        clients.spawn(async move {
            let kind = "new connections";
            loop {
                match TcpStream::connect(&address).await {
                    Ok(stream) => {
                        if !one_by_one(stream, &legal_moves(), 1, kind, &tally).await {
                            return;
                        }
                    }
                    Err(_) if tally.told.load(Ordering::SeqCst) => return,
                    Err(error) => return tally.failed(kind, error),
                }
            }
        });
    }
    let kinds = [
        ("gRPC", 200),
        ("JSON over HTTP/2", 100),
        ("JSON over HTTP/1", 100),
        ("new connections", 50),
        ("suggestions over HTTP/2", 1),
        ("suggestions over HTTP/1", 1),
    ];
    timeout(Duration::from_secs(60), async {
        while kinds.iter().any(|(kind, count)| tally.count(kind) < *count) {
            assert_eq!(*tally.failed.lock().expect("sound"), [""; 0]);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await
    .unwrap_or_else(|_| panic!("too few answers: {tally:?}"));

    tally.told.store(true, Ordering::SeqCst);
    server.signal("TERM");
    timeout(Duration::from_secs(30), async {
        while let Some(client) = clients.join_next().await {
            client.expect("no client breaks");
        }
    })
    .await
    .unwrap_or_else(|_| panic!("clients hang: {tally:?}"));
    let log = ends_soon(&mut server);
    assert_eq!(*tally.failed.lock().expect("sound"), [""; 0]);
    assert!(says(&log, "all calls are finished"), "{log:#?}");
    // Between the last connection that is accepted and the end of listening there is a moment in which the system may
    // open one more; nobody can serve that.
    assert!(tally.reset.lock().expect("sound").len() <= 1, "{tally:?}");
}

#[tokio::test]
async fn silent_and_stalled_callers_do_not_delay_shutdown() {
    let mut server = Server::start_with(&[("AYLA_STALL_TIME_MS", "1000")]);
    let address: SocketAddr = server.address.parse().expect("an address");
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let no_settings = "\0\0\0\x04\0\0\0\0\0";
    let mut open = Vec::new();
    for sent in [
        String::new(),
        "GET /v1/var".to_owned(),
        "GET /v1/variants HTTP/1.1\r\nhost: ayla\r\n".to_owned(),
        "POST /v1/variants/awale/start-game HTTP/1.1\r\nhost: ayla\r\ncontent-type: application/json\r\n\
         content-length: 2\r\n\r\n{}"
            .to_owned(),
        "GET /v1/server-info HTTP/1.1\r\nhost: ayla\r\n\r\n".to_owned(),
        "PRI * HTTP/2".to_owned(),
        preface.to_owned(),
        // Acknowledges nothing, neither the settings of the server nor its pings.
        format!("{preface}{no_settings}"),
        // Half a frame.
        format!("{preface}{no_settings}\0\0\x08\x06\0"),
    ] {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(sent.as_bytes()).await.expect("it reads");
        open.push(stream);
    }
    // These acknowledge everything, but take nothing, or a byte, of their answers.
    let mut stalled = Vec::new();
    for window in [0, 1] {
        let connection =
            Connection::with(&server.address, h2::client::Builder::new().initial_window_size(window)).await;
        let (answer, _) = connection.sender.clone().send_request(get("/v1/variants"), true).expect("open");
        stalled.push((answer.await.expect("a head"), connection));
    }
    let silent = Connection::open(&server.address).await;
    server.until(OPEN, |open| open == 12.0).await;
    server.signal("TERM");
    let log = ends_soon(&mut server);
    assert!(says(&log, "all calls are finished"), "{log:#?}");
    drop((open, stalled, silent));
}

fn get(path: &str) -> Request<()> {
    Request::get(format!("http://ayla{path}")).body(()).expect("a request")
}

#[tokio::test]
async fn running_calls_finish_and_no_new_connection_is_accepted() {
    let mut server = Server::start();
    let mut json = server.json().await;
    let running = tokio::spawn(async move { json.post(SUGGEST, &json!({"position": START, "timeMs": 2_500})).await });
    server.until(IN_FLIGHT, |calls| calls == 1.0).await;
    server.signal("TERM");
    timeout(SOON, async { while TcpStream::connect(&server.address).await.is_ok() {} })
        .await
        .expect("it stops listening");
    // Operators are answered until the end.
    let mut operator = server.operator().await;
    assert_eq!(operator.get("/livez").await.status, 200);
    assert_eq!(operator.get("/readyz").await.status, 503);
    let answer = running.await.expect("an answer");
    assert_eq!((answer.status.as_u16(), &answer.headers["connection"]), (200, &"close".parse().expect("a value")));
    ends_soon(&mut server);
}

#[tokio::test]
async fn a_running_stream_finishes() {
    let mut server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "2")]);
    let asked = SuggestMoveStreamRequest { position: Some(START.into()), time_ms: Some(2_500), ..Default::default() };
    let mut answers = server.grpc().await.suggest_move_stream(asked).await.expect("the first").into_inner();
    let mut json = server.json().await;
    let events = tokio::spawn(async move { json.post(STREAM, &json!({"position": START, "timeMs": 2_500})).await });
    server.until(IN_FLIGHT, |calls| calls == 2.0).await;
    server.signal("TERM");
    server.logged("shutting down");
    let mut last = false;
    while let Some(answer) = answers.message().await.expect("no error") {
        assert!(!last);
        last = answer.last;
    }
    assert!(last);
    let events = events.await.expect("an answer");
    assert!(events.body.ends_with(b"\"last\":true}\n\n"), "{:?}", events.body);
    assert!(says(&ends_soon(&mut server), "all calls are finished"));
}

#[tokio::test]
async fn calls_are_accepted_during_the_delay_until_a_second_signal() {
    let mut server = Server::start_with(&[("AYLA_DRAIN_DELAY_MS", "600000")]);
    let mut operator = server.operator().await;
    assert_eq!(operator.get("/readyz").await.status, 200);
    server.signal("TERM");
    timeout(SOON, async { while operator.get("/readyz").await.status == 200 {} }).await.expect("not ready");
    assert_eq!(operator.get("/livez").await.status, 200);

    let answer = server.json().await.ask("awale", "legal-moves", &json!({"position": START})).await;
    assert_eq!((answer.status.as_u16(), answer.headers.get("connection")), (200, None));
    let asked = LegalMovesRequest { position: Some(START.into()), ..Default::default() };
    assert!(server.grpc().await.legal_moves(asked).await.is_ok());
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
    let mut health = HealthClient::new(endpoint.connect().await.expect("it listens"));
    let checked = health.check(HealthCheckRequest::default()).await.expect("an answer").into_inner();
    assert_eq!(checked.status(), ServingStatus::NotServing);

    server.signal("TERM");
    server.logged("the drain delay is cut short");
    ends_soon(&mut server);
}

#[tokio::test]
async fn the_delay_ends_by_itself() {
    let mut server = Server::start_with(&[("AYLA_DRAIN_DELAY_MS", "300")]);
    server.signal("TERM");
    assert!(!says(&ends_soon(&mut server), "the drain delay is cut short"));
}

#[tokio::test]
async fn a_call_that_outlasts_the_drain_timeout_is_cut_off() {
    let mut server = Server::start_with(&[("AYLA_DRAIN_TIME_MS", "300")]);
    let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
    stream.write_all(&text(&suggestion(10_000))).await.expect("it reads");
    server.until(IN_FLIGHT, |calls| calls == 1.0).await;
    server.signal("TERM");
    let begun = Instant::now();
    let log = ends_soon(&mut server);
    assert!(says(&log, "calls are cut off: the drain time"), "{log:#?}");
    assert!(begun.elapsed() < Duration::from_secs(8), "it does not wait for the suggestion");
}

#[tokio::test]
async fn the_grace_of_old_connections_does_not_apply_to_shutdown() {
    let mut server = Server::start_with(&[("AYLA_CONNECTION_GRACE_MS", "0")]);
    let connection = Connection::open(&server.address).await;
    let suggestions = suggestion(2_000);
    let (outcome, ()) = tokio::join!(http2::call(&connection.sender, &suggestions), async {
        server.until(IN_FLIGHT, |calls| calls == 1.0).await;
        server.signal("TERM");
    });
    assert!(matches!(outcome, Outcome::Answered(ref answer) if answer.status == 200), "{outcome:?}");
    ends_soon(&mut server);
}

#[tokio::test]
async fn a_second_signal_ends_the_process_at_once() {
    let mut server = Server::start();
    let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
    stream.write_all(&text(&suggestion(10_000))).await.expect("it reads");
    server.until(IN_FLIGHT, |calls| calls == 1.0).await;
    server.signal("TERM");
    server.logged("shutting down");
    server.signal("INT");
    let begun = Instant::now();
    ends_soon(&mut server);
    assert!(begun.elapsed() < Duration::from_secs(8), "it does not wait for the suggestion");
}

/// The bytes of a request over HTTP/1.
fn text(call: &Call) -> Vec<u8> {
    let Call { path, content_type, body, .. } = call;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: ayla\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn a_health_watch_reports_shutdown_and_does_not_delay_it() {
    let mut server = Server::start();
    let address = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
    let mut health = HealthClient::new(address.connect().await.expect("it listens"));
    let service = "mancala.v1.MancalaService".to_owned();
    let mut watch = health.watch(HealthCheckRequest { service }).await.expect("a watch").into_inner();
    let mut next = async || watch.message().await.expect("a message").expect("a status").status();
    assert_eq!(next().await, ServingStatus::Serving);
    server.signal("TERM");
    assert_eq!(next().await, ServingStatus::NotServing);
    ends_soon(&mut server);
}
