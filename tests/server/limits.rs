//! Every limit on what a caller can use: whatever exceeds it is refused or closed, and nothing hangs.

use ayla_test_server::http2::{self, Call, Connection, Outcome};
use ayla_test_server::{START, Server, in_time};
use hyper::Request;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const LEGAL_MOVES: &str = "/v1/variants/awale/legal-moves";
const OPEN: &str = "ayla_connections_open";
const IN_FLIGHT: &str = "ayla_calls_in_flight";

/// A timeout that no test lives to see.
const NEVER: &str = "3600000";

/// The size of the smallest body that is too large.
const TOO_LARGE: usize = 65_537;

async fn send(address: &str, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.set_nodelay(true).expect("it is open");
    stream.write_all(bytes).await.expect("it reads");
    stream
}

/// All that arrives until the connection is closed.
async fn closed(mut stream: TcpStream) -> String {
    let mut received = Vec::new();
    // The connection may also be reset.
    let _ = in_time(stream.read_to_end(&mut received)).await;
    String::from_utf8_lossy(&received).into_owned()
}

/// All that arrives up to this end, or until the connection is closed.
async fn receive(stream: &mut TcpStream, end: &str) -> String {
    let mut received = Vec::new();
    let mut some = [0; 1_024];
    while !received.ends_with(end.as_bytes()) {
        let Ok(count @ 1..) = in_time(stream.read(&mut some)).await else { break };
        received.extend_from_slice(&some[..count]);
    }
    String::from_utf8(received).expect("UTF-8")
}

/// The number of times that a test is repeated whose client a busy machine may delay until the server's timeout.
const TRIES: usize = 5;

fn post(path: &str, length: usize) -> Vec<u8> {
    let head = "host: ayla\r\ncontent-type: application/json\r\ncontent-length";
    format!("POST {path} HTTP/1.1\r\n{head}: {length}\r\n\r\n").into_bytes()
}

fn get(path: &str) -> Request<()> {
    Request::get(format!("http://ayla{path}")).body(()).expect("a request")
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let server = Server::shared();
    let large = "x".repeat(20_000);
    let head = format!("GET /v1/variants HTTP/1.1\r\nhost: ayla\r\nlarge: {large}\r\n\r\n");
    let answer = closed(send(&server.address, head.as_bytes()).await).await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
    // A head that does not end is refused too.
    let answer = closed(send(&server.address, &head.as_bytes()[..19_000]).await).await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");

    let connection = Connection::open(&server.address).await;
    let request = Request::get("http://ayla/v1/variants").header("large", &large).body(()).expect("a request");
    let (answer, _) = connection.sender.clone().send_request(request, true).expect("open");
    match in_time(answer).await {
        Ok(answer) => assert_eq!(answer.status(), 431),
        Err(error) => assert!(error.is_remote(), "{error:?}"),
    }
    assert_eq!(server.json().await.get("/v1/server-info").await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_and_the_answer_arrives() {
    let server = Server::shared();
    let body = "x".repeat(1_000_000);
    let mut stream = send(&server.address, &post(LEGAL_MOVES, body.len())).await;
    // The connection may be closed before everything is sent, but not before the answer.
    let _ = stream.write_all(body.as_bytes()).await;
    let answer = closed(stream).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");

    let head = "host: ayla\r\ncontent-type: application/json\r\ntransfer-encoding: chunked";
    let mut stream = send(&server.address, format!("POST {LEGAL_MOVES} HTTP/1.1\r\n{head}\r\n\r\n").as_bytes()).await;
    for _ in 0..300 {
        let _ = stream.write_all(format!("1000\r\n{}\r\n", &body[..4_096]).as_bytes()).await;
    }
    let answer = closed(stream).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");

    // hyper refuses a length that it cannot count by itself, and with it what it takes for a bad head.
    let head = "host: ayla\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length";
    for (length, status) in
        [("18446744073709551613", "413"), ("18446744073709551615", "431"), ("18446744073709551616", "400")]
    {
        let head = format!("POST {LEGAL_MOVES} HTTP/1.1\r\n{head}: {length}\r\n\r\n");
        let answer = closed(send(&server.address, head.as_bytes()).await).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{length}: {answer}");
    }

    let connection = Connection::open(&server.address).await;
    let json = Call::new(LEGAL_MOVES, "application/json", vec![b' '; TOO_LARGE]);
    let grpc = Call::grpc("legal-moves", &json!({"position": "x".repeat(TOO_LARGE)}));
    for (call, status, code) in [(json, 413, None), (grpc, 200, Some("8"))] {
        let answer = http2::call(&connection.sender, &call).await.answer();
        assert_eq!((answer.status.as_u16(), answer.code()), (status, code));
    }
}

/// The answer on a connection on which the body of a refused request followed its answer, after the time that a head
/// has; nothing if the server has closed it.
async fn after_unwanted_body(server: &Server) -> String {
    let mut stream = send(&server.address, &post("/no/such/path", 10)).await;
    let answer = receive(&mut stream, "}").await;
    assert!(answer.starts_with("HTTP/1.1 404 ") && !answer.contains("connection: close"), "{answer}");
    let _ = stream.write_all(b"0123456789").await;
    // Others whose heads do not arrive end, one after the other.
    for _ in 0..2 {
        assert_eq!(closed(send(&server.address, b"GET /v1").await).await, "");
    }
    let body = json!({"position": START}).to_string();
    let request = [&post(LEGAL_MOVES, body.len()), body.as_bytes()].concat();
    let _ = stream.write_all(&request).await;
    receive(&mut stream, "}").await
}

#[tokio::test]
async fn an_unwanted_body_does_not_close_the_connection() {
    let server = Server::start_with(&[("AYLA_HEAD_TIME_MS", "1000"), ("AYLA_IDLE_TIME_MS", NEVER)]);
    // The rest of the body is no head that arrives too slowly: the connection is kept for the whole idle time. But the
    // body has only a second to arrive.
    let mut answers = Vec::new();
    while !answers.last().is_some_and(|answer: &String| answer.starts_with("HTTP/1.1 200 ")) {
        assert!(answers.len() < TRIES, "{answers:?}");
        answers.push(after_unwanted_body(&server).await);
    }

    // A client that expects 100 Continue gets the refusal at once instead.
    let head = "host: ayla\r\nexpect: 100-continue\r\ncontent-length: 10";
    let stream = send(&server.address, format!("POST /no/such/path HTTP/1.1\r\n{head}\r\n\r\n").as_bytes()).await;
    let answer = closed(stream).await;
    assert!(answer.starts_with("HTTP/1.1 404 ") && answer.contains("\r\nconnection: close\r\n"), "{answer}");
}

#[tokio::test]
async fn calls_over_the_stream_limit_are_refused() {
    let server = Server::start_with(&[("AYLA_STREAMS", "2"), ("AYLA_SEARCH_SLOTS", "10")]);
    let connection = Connection::open(&server.address).await;
    let call = Call::json("/v1/variants/awale/suggest-move", &json!({"position": START, "timeMs": 500}));
    let calls = (0..10).map(|_| {
        let sender = connection.sender.clone();
        let call = call.clone();
        tokio::spawn(async move { http2::call(&sender, &call).await })
    });
    let mut answered = 0;
    let mut refused = 0;
    for outcome in calls.collect::<Vec<_>>() {
        match outcome.await.expect("no panic") {
            Outcome::Answered(answer) if answer.status == 200 => answered += 1,
            Outcome::NotTaken => refused += 1,
            outcome @ (Outcome::Answered(_) | Outcome::Failed(_)) => panic!("{outcome:?}"),
        }
    }
    // The client may know the limit before it has sent all of them.
    assert!(answered >= 2 && answered + refused == 10, "{answered} and {refused}");
}

#[tokio::test]
async fn a_head_that_arrives_too_slowly_closes_the_connection() {
    let server = Server::start_with(&[("AYLA_HEAD_TIME_MS", "1000"), ("AYLA_IDLE_TIME_MS", NEVER)]);
    for sent in ["", "G", "PRI * HT", "GET /v1/variants HTTP/1.1\r\nhost: ay"] {
        assert_eq!(closed(send(&server.address, sent.as_bytes()).await).await, "", "{sent:?}");
    }
    // The same holds for a head after an answer.
    let answered = async {
        loop {
            let mut stream = send(&server.address, b"GET /v1/server-info HTTP/1.1\r\nhost: ayla\r\n\r\n").await;
            // A busy machine may send it too late.
            if receive(&mut stream, "}").await.starts_with("HTTP/1.1 200 ") {
                break stream;
            }
        }
    };
    let mut stream = in_time(answered).await;
    stream.write_all(b"GET /v1").await.expect("it is open");
    assert_eq!(closed(stream).await, "");
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let server = Server::start_with(&[("AYLA_IDLE_TIME_MS", "1000"), ("AYLA_HEAD_TIME_MS", NEVER)]);
    let stream = send(&server.address, b"GET /v1/server-info HTTP/1.1\r\nhost: ayla\r\n\r\n").await;
    let answer = closed(stream).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.ends_with('}'), "nothing follows the answer: {answer}");

    // It answers pings, and a GOAWAY tells it to go.
    let call = Call::json(LEGAL_MOVES, &json!({"position": START}));
    let (connection, outcome) = in_time(http2::call_on_new(&server.address, &call)).await;
    assert!(matches!(outcome, Outcome::Answered(_)), "{outcome:?}");
    in_time(connection.ended).await.expect("no panic").expect("closed as it should be");
    server.until(OPEN, |open| open == 0.0).await;
}

#[tokio::test]
async fn an_answer_that_is_not_read_closes_the_connection() {
    let server = Server::start_with(&[("AYLA_STALL_TIME_MS", "1000")]);
    // More than the system buffers for a caller who does not read.
    let many = "GET /openapi.json HTTP/1.1\r\nhost: ayla\r\n\r\n".repeat(1_000);
    let pipelined = send(&server.address, many.as_bytes()).await;
    server.until("ayla_connections_total", |opened| opened == 1.0).await;
    server.until(OPEN, |open| open == 0.0).await;
    drop(pipelined);

    for window in [0, 1] {
        let (connection, answers) = unread(&server, window, 1).await;
        let _ = in_time(connection.ended).await;
        server.until(IN_FLIGHT, |calls| calls == 0.0).await;
        drop(answers);
    }
}

#[tokio::test]
async fn an_answer_that_is_not_read_counts_as_a_call_in_flight() {
    let server = Server::start_with(&[("AYLA_STALL_TIME_MS", NEVER)]);
    for window in [0, 1] {
        let unread = unread(&server, window, 10).await;
        server.until(IN_FLIGHT, |calls| calls == 10.0).await;
        drop(unread);
        server.until(IN_FLIGHT, |calls| calls == 0.0).await;
    }
}

/// Answers over HTTP/2 to a caller whose window is this large, and who has read only their heads.
async fn unread(server: &Server, window: u32, count: usize) -> (Connection, Vec<http::Response<h2::RecvStream>>) {
    let connection = Connection::with(&server.address, h2::client::Builder::new().initial_window_size(window)).await;
    let mut answers = Vec::new();
    for _ in 0..count {
        let mut sender = connection.sender.clone().ready().await.expect("open");
        let (answer, _) = sender.send_request(get("/v1/server-info"), true).expect("open");
        answers.push(in_time(answer).await.expect("a head"));
    }
    (connection, answers)
}

/// Whether a call is answered on a connection that answers pings, after those that do not were closed.
async fn outlasts_silent_connections(server: &Server) -> bool {
    let call = Call::json(LEGAL_MOVES, &json!({"position": START}));
    let (kept, _) = http2::call_on_new(&server.address, &call).await;
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let mut silent = Vec::new();
    for sent in [preface.to_owned(), format!("{preface}\0\0\0\x04\0\0\0\0\0"), format!("{preface}\0\0\x08\x06\0")] {
        silent.push(send(&server.address, sent.as_bytes()).await);
    }
    for stream in silent {
        closed(stream).await;
    }
    matches!(http2::call(&kept.sender, &call).await, Outcome::Answered(_))
}

#[tokio::test]
async fn an_http2_connection_is_closed_when_pings_stay_unanswered() {
    let never = [("AYLA_HEAD_TIME_MS", NEVER), ("AYLA_IDLE_TIME_MS", NEVER), ("AYLA_STALL_TIME_MS", NEVER)];
    let pings = [("AYLA_PING_INTERVAL_MS", "3000")];
    let server = Server::start_with(&[&never[..], &pings].concat());
    // A busy machine may leave a ping unanswered for that long.
    let mut tries = 0..TRIES;
    while !outlasts_silent_connections(&server).await {
        assert!(tries.next().is_some(), "a connection that answers pings is closed");
    }
}
