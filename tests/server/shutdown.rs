//! Shutdown: no accepted call fails, and no caller can delay it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ayla_test_server::http2::{self, Call, Connection, Outcome};
use ayla_test_server::suggestions::Caller;
use ayla_test_server::{START, Server, in_time};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// A drain time that no test waits for: a process that ends in time waited for no call.
const LONG_DRAIN: (&str, &str) = ("AYLA_DRAIN_TIME_MS", "3600000");

const SUGGEST: &str = "/v1/variants/awale/suggest-move";
const STREAM: &str = "/v1/variants/awale/suggest-move-stream";

const IN_FLIGHT: &str = "ayla_calls_in_flight";
/// The number of searches that have had their turn.
const BEGUN: &str = "ayla_search_wait_seconds_count";

/// Waits until the process ends, and returns the unread log entries.
fn ended(server: &mut Server) -> Vec<Value> {
    let (status, log) = server.end();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    log
}

fn says(log: &[Value], message: &str) -> bool {
    log.iter().any(|entry| entry["message"].as_str().is_some_and(|said| said.starts_with(message)))
}

fn legal_moves() -> Call {
    Call::json("/v1/variants/awale/legal-moves", &json!({"position": START}))
}

/// A suggestion that takes this long.
fn suggestion(time_ms: u32) -> Call {
    Call::json(SUGGEST, &json!({"position": START, "timeMs": time_ms}))
}

/// The outcomes of the calls, by the kind of client.
#[derive(Debug, Default)]
struct Tally {
    answered: Mutex<BTreeMap<&'static str, usize>>,
    failed: Mutex<Vec<String>>,
    /// Connections that were opened after the signal, and reset before the first answer.
    reset: Mutex<Vec<String>>,
    /// Whether the signal was sent.
    signalled: AtomicBool,
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

/// Makes one call after the other over HTTP/2, until the server accepts no more.
async fn streams(sender: h2::client::SendRequest<Bytes>, call: Call, kind: &'static str, tally: Arc<Tally>) {
    loop {
        match http2::call(&sender, &call).await {
            Outcome::Answered(answer) if answer.status == 200 && matches!(answer.code(), None | Some("0")) => {
                tally.answered(kind);
            }
            Outcome::NotTaken => {
                if !tally.signalled.load(Ordering::SeqCst) {
                    tally.failed(kind, "not taken before the signal");
                }
                return;
            }
            outcome @ (Outcome::Answered(_) | Outcome::Failed(_)) => return tally.failed(kind, outcome),
        }
    }
}

fn request(call: &Call) -> Request<Full<Bytes>> {
    let request = Request::post(&call.path).header("host", "ayla").header("content-type", "application/json");
    request.body(Full::new(call.body.clone())).expect("a request")
}

/// Makes one call after the other over an HTTP/1 connection, until an answer closes it. Returns whether there was an
/// answer.
async fn one_by_one(stream: TcpStream, call: &Call, most: usize, kind: &'static str, tally: &Tally) -> bool {
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("nothing is sent yet");
    tokio::spawn(connection);
    for answered in 0..most {
        if let Err(error) = sender.ready().await {
            tally.failed(kind, format!("closed without notice after {answered} answers: {error}"));
            return answered > 0;
        }
        let answer = match sender.send_request(request(call)).await {
            Ok(answer) => answer,
            Err(error) => {
                if answered > 0 || !tally.signalled.load(Ordering::SeqCst) {
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
    let slots = [("AYLA_SEARCH_SLOTS", "16"), ("AYLA_SEARCH_QUEUE", "1000"), ("AYLA_CALLS", "10000"), LONG_DRAIN];
    let mut server = Server::start_with(&slots);
    let address = server.address.clone();
    let tally = Arc::new(Tally::default());
    let mut clients = JoinSet::new();
    let over_grpc = Call::grpc("legal-moves", &json!({"position": START}));
    for (kind, call, count) in [
        ("gRPC", over_grpc, 50),
        ("JSON over HTTP/2", legal_moves(), 20),
        ("suggestions over HTTP/2", suggestion(1_200), 4),
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
            let call = call.clone();
            let tally = Arc::clone(&tally);
            let address = address.clone();
            clients.spawn(async move {
                let stream = TcpStream::connect(address).await.expect("it listens");
                one_by_one(stream, &call, usize::MAX, kind, &tally).await;
            });
        }
    }
    for _ in 0..3 {
        let tally = Arc::clone(&tally);
        let address = address.clone();
        clients.spawn(async move {
            let kind = "new connections";
            loop {
                match TcpStream::connect(&address).await {
                    Ok(stream) => {
                        if !one_by_one(stream, &legal_moves(), 1, kind, &tally).await {
                            return;
                        }
                    }
                    Err(_) if tally.signalled.load(Ordering::SeqCst) => return,
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
    in_time(async {
        while kinds.iter().any(|(kind, count)| tally.count(kind) < *count) {
            assert_eq!(*tally.failed.lock().expect("sound"), [""; 0]);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;

    tally.signalled.store(true, Ordering::SeqCst);
    server.signal("TERM");
    in_time(async {
        while let Some(client) = clients.join_next().await {
            client.expect("no client breaks");
        }
    })
    .await;
    let log = ended(&mut server);
    assert_eq!(*tally.failed.lock().expect("sound"), [""; 0]);
    assert!(says(&log, "all calls are finished"), "{log:#?}");
    // Between the last accepted connection and the end of listening, the system may open some more, which cannot be
    // served: not one for each of the three clients that open connections.
    assert!(tally.reset.lock().expect("sound").len() < 3, "{tally:?}");
}

#[tokio::test]
async fn silent_and_stalled_callers_do_not_delay_shutdown() {
    // No other timeout ends their connections.
    let never = ["AYLA_HEAD_TIME_MS", "AYLA_BODY_TIME_MS", "AYLA_IDLE_TIME_MS", "AYLA_PING_INTERVAL_MS"];
    let settings = [&never.map(|name| (name, "3600000"))[..], &[("AYLA_STALL_TIME_MS", "1000"), LONG_DRAIN]];
    let mut server = Server::start_with(&settings.concat());
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
        // A client that acknowledges neither settings nor pings.
        format!("{preface}{no_settings}"),
        // Half a frame.
        format!("{preface}{no_settings}\0\0\x08\x06\0"),
    ] {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(sent.as_bytes()).await.expect("it reads");
        open.push(stream);
    }
    // These clients acknowledge everything, but read nothing, or one byte, of their answers.
    let mut stalled = Vec::new();
    for window in [0, 1] {
        let connection =
            Connection::with(&server.address, h2::client::Builder::new().initial_window_size(window)).await;
        let (answer, _) = connection.sender.clone().send_request(get("/v1/variants"), true).expect("open");
        stalled.push((answer.await.expect("a head"), connection));
    }
    let silent = Connection::open(&server.address).await;
    server.until("ayla_connections_total", |opened| opened == 12.0).await;
    server.signal("TERM");
    let log = ended(&mut server);
    assert!(says(&log, "all calls are finished"), "{log:#?}");
    drop((open, stalled, silent));
}

fn get(path: &str) -> Request<()> {
    Request::get(format!("http://ayla{path}")).body(()).expect("a request")
}

#[tokio::test]
async fn running_calls_finish_and_no_new_connection_is_accepted() {
    let mut server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), LONG_DRAIN]);
    let endless = Caller::Http1.call(&server, "suggest-move").await;
    server.until(BEGUN, |searches| searches == 1.0).await;
    let mut json = server.json().await;
    // It takes turns with the other, and a second or more.
    let request = json!({"position": START, "nodes": 5_000_000});
    let running = tokio::spawn(async move { json.post(SUGGEST, &request).await });
    server.until(IN_FLIGHT, |calls| calls == 2.0).await;
    server.signal("TERM");
    in_time(async { while TcpStream::connect(&server.address).await.is_ok() {} }).await;
    // The admin port answers until the end.
    let mut operator = server.operator().await;
    assert_eq!(operator.get("/livez").await.status, 200);
    assert_eq!(operator.get("/readyz").await.status, 503);
    drop(endless);
    let answer = in_time(running).await.expect("an answer");
    assert_eq!((answer.status.as_u16(), &answer.headers["connection"]), (200, &"close".parse().expect("a value")));
    assert!(says(&ended(&mut server), "all calls are finished"));
}

#[tokio::test]
async fn a_running_stream_finishes() {
    let mut server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "2"), LONG_DRAIN]);
    let body = json!({"position": START, "timeMs": 1_200});
    let rpc = server.rpc().await;
    let mut json = server.json().await;
    let asked = body.clone();
    let answers = tokio::spawn(async move { rpc.answers("suggest-move-stream", &asked).await });
    let events = tokio::spawn(async move { json.post(STREAM, &body).await });
    server.until(BEGUN, |searches| searches == 2.0).await;
    server.signal("TERM");
    server.logged("shutting down");
    let answers = answers.await.expect("no panic").expect("no error");
    assert_eq!(answers.iter().position(|answer| answer["last"] == true), Some(answers.len() - 1));
    let events = events.await.expect("an answer");
    assert!(events.body.ends_with(b"\"last\":true}\n\n"), "{:?}", events.body);
    assert!(says(&ended(&mut server), "all calls are finished"));
}

#[tokio::test]
async fn calls_are_accepted_during_the_delay_until_a_second_signal() {
    let mut server = Server::start_with(&[("AYLA_DRAIN_DELAY_MS", "600000")]);
    let mut operator = server.operator().await;
    assert_eq!(operator.get("/readyz").await.status, 200);
    server.signal("TERM");
    in_time(async { while operator.get("/readyz").await.status == 200 {} }).await;
    assert_eq!(operator.get("/livez").await.status, 200);

    let answer = server.json().await.ask("awale", "legal-moves", &json!({"position": START})).await;
    assert_eq!((answer.status.as_u16(), answer.headers.get("connection")), (200, None));
    assert!(server.rpc().await.ask("legal-moves", &json!({"position": START})).await.is_ok());
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
    let mut health = HealthClient::new(endpoint.connect().await.expect("it listens"));
    let checked = health.check(HealthCheckRequest::default()).await.expect("an answer").into_inner();
    assert_eq!(checked.status(), ServingStatus::NotServing);

    server.signal("TERM");
    server.logged("the drain delay is cut short");
    ended(&mut server);
}

#[tokio::test]
async fn the_delay_ends_by_itself() {
    let mut server = Server::start_with(&[("AYLA_DRAIN_DELAY_MS", "300")]);
    server.signal("TERM");
    assert!(!says(&ended(&mut server), "the drain delay is cut short"));
}

#[tokio::test]
async fn a_call_that_outlasts_the_drain_timeout_is_cut_off() {
    let mut server = Server::with_endless_searches(&[("AYLA_DRAIN_TIME_MS", "300")]);
    let _endless = Caller::Http1.call(&server, "suggest-move").await;
    server.until(BEGUN, |searches| searches == 1.0).await;
    server.signal("TERM");
    let log = ended(&mut server);
    assert!(says(&log, "calls are cut off: the drain time"), "{log:#?}");
}

#[tokio::test]
async fn the_grace_of_old_connections_does_not_apply_to_shutdown() {
    let mut server = Server::start_with(&[("AYLA_CONNECTION_GRACE_MS", "0"), LONG_DRAIN]);
    let connection = Connection::open(&server.address).await;
    let suggestions = suggestion(2_000);
    let (outcome, ()) = tokio::join!(http2::call(&connection.sender, &suggestions), async {
        server.until(BEGUN, |searches| searches == 1.0).await;
        server.signal("TERM");
    });
    assert_eq!(outcome.answer().status, 200);
    ended(&mut server);
}

#[tokio::test]
async fn a_second_signal_ends_the_process_at_once() {
    let mut server = Server::with_endless_searches(&[LONG_DRAIN]);
    let _endless = Caller::Http1.call(&server, "suggest-move").await;
    server.until(BEGUN, |searches| searches == 1.0).await;
    server.signal("TERM");
    server.logged("shutting down");
    server.signal("INT");
    ended(&mut server);
}

#[tokio::test]
async fn a_health_watch_reports_shutdown_and_does_not_delay_it() {
    let mut server = Server::start_with(&[LONG_DRAIN]);
    let address = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
    let mut health = HealthClient::new(address.connect().await.expect("it listens"));
    let service = "mancala.v1.MancalaService".to_owned();
    let mut watch = health.watch(HealthCheckRequest { service }).await.expect("a watch").into_inner();
    let mut next = async || watch.message().await.expect("a message").expect("a status").status();
    assert_eq!(next().await, ServingStatus::Serving);
    server.signal("TERM");
    assert_eq!(next().await, ServingStatus::NotServing);
    ended(&mut server);
}
