//! No client can keep others from being answered.

use std::time::Duration;

use ayla_test_server::attacks::Attack;
use ayla_test_server::http2::{self, Call, Connection};
use ayla_test_server::suggestions::{endless, endless_of};
use ayla_test_server::{Json, START, Server, in_time};
use hyper::Request;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

const OPEN: &str = "ayla_connections_open";
const IN_FLIGHT: &str = "ayla_calls_in_flight";
const LEGAL_MOVES: &str = "/v1/variants/awale/legal-moves";

/// Longer than a client may keep a call waiting before others may need its place.
const SLOW: Duration = Duration::from_millis(1_100);

/// A timeout that no test lives to see.
const NEVER: &str = "3600000";

fn ended(reason: &str) -> String {
    format!("ayla_connections_ended_total{{reason=\"{reason}\"}}")
}

async fn is_answered(json: &mut Json) {
    let answer = in_time(json.post(LEGAL_MOVES, &json!({"position": START}))).await;
    assert_eq!(answer.status, 200, "{:?}", answer.body);
}

/// Waits until the server closes the connection, on which it sends nothing.
async fn closes(stream: &mut TcpStream) {
    let read = in_time(stream.read(&mut [0])).await;
    // The connection may also be reset.
    assert!(matches!(read, Ok(0) | Err(_)), "{read:?}");
}

/// Begins as many calls as a connection allows, or until the server ends it, whose answers nobody takes.
async fn untaken(server: &Server) -> (Connection, Vec<h2::client::ResponseFuture>) {
    let settings = h2::client::Builder::new().initial_window_size(0).clone();
    let connection = Connection::over(server.connect_from("127.0.0.1").await, &settings).await;
    let mut answers = Vec::new();
    for _ in 0..100 {
        let Ok(mut sender) = connection.sender.clone().ready().await else { break };
        let request = Request::get("http://ayla/v1/server-info").body(()).expect("a request");
        let Ok((answer, _)) = sender.send_request(request, true) else { break };
        answers.push(answer);
    }
    (connection, answers)
}

#[tokio::test]
async fn calls_that_wait_for_their_client_leave_places_for_others() {
    let server =
        Server::start_with(&[("AYLA_CALLS", "100"), ("AYLA_STALL_TIME_MS", NEVER), ("AYLA_BODY_TIME_MS", NEVER)]);
    let mut json = Json::over(server.connect_from("127.0.0.2").await, &server.address).await;
    let attacks = [Attack::SlowAnswers, Attack::MissingBodies].map(|attack| attack.begin(&server));
    server.until("ayla_shed_total{reason=\"calls\"}", |shed| shed > 0.0).await;
    for _ in 0..100 {
        is_answered(&mut json).await;
    }
    drop(attacks);
    server.until(IN_FLIGHT, |calls| calls == 0.0).await;
}

/// Opens as many connections from an address, each with a head and one byte of its body.
async fn unfinished(server: &Server, from: &str, count: usize) -> Vec<TcpStream> {
    let head = format!("POST {LEGAL_MOVES} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n");
    let sent = format!("{head}content-length: 60000\r\n\r\n{{");
    let mut streams = Vec::new();
    for _ in 0..count {
        let mut stream = server.connect_from(from).await;
        // One that is refused may be closed already.
        let _ = stream.write_all(sent.as_bytes()).await;
        streams.push(stream);
    }
    streams
}

#[tokio::test]
async fn connections_that_do_not_finish_their_requests_leave_places_for_others() {
    let server = Server::start_with(&[
        ("AYLA_CONNECTIONS", "100"),
        ("AYLA_CALLS", "102"),
        ("AYLA_BODY_TIME_MS", NEVER),
        ("AYLA_STALL_TIME_MS", NEVER),
    ]);
    let mut kept = Json::over(server.connect_from("127.0.0.9").await, &server.address).await;
    is_answered(&mut kept).await;
    let mut attack = Vec::new();
    for from in ["127.0.0.1", "127.0.0.2"] {
        attack.push(unfinished(&server, from, 60).await);
    }
    server.until("ayla_shed_total{reason=\"connections\"}", |shed| shed > 0.0).await;
    for _ in 0..50 {
        is_answered(&mut kept).await;
        is_answered(&mut Json::over(server.connect_from("127.0.0.8").await, &server.address).await).await;
    }
    drop(attack);
    server.until(IN_FLIGHT, |calls| calls == 0.0).await;
}

#[tokio::test]
async fn the_connection_that_has_kept_its_call_waiting_for_longest_makes_room() {
    let server = Server::start_with(&[("AYLA_CONNECTIONS", "4"), ("AYLA_BODY_TIME_MS", NEVER)]);
    let mut slow = unfinished(&server, "127.0.0.1", 2).await;
    server.until(IN_FLIGHT, |calls| calls == 2.0).await;
    // If it takes longer, nothing changes: both calls go on waiting.
    sleep(SLOW).await;
    // Those without calls have others to go before them.
    let mut idle = Vec::new();
    for from in ["127.0.0.2", "127.0.0.3", "127.0.0.4"] {
        idle.push(Json::over(server.connect_from(from).await, &server.address).await);
        is_answered(idle.last_mut().expect("just now")).await;
    }
    server.until(&ended("slow"), |ended| ended == 1.0).await;
    let [first, second] = &mut slow[..] else { unreachable!("two connections") };
    let last = tokio::select! {
        () = closes(first) => second,
        () = closes(second) => first,
    };
    let mut more = Json::over(server.connect_from("127.0.0.1").await, &server.address).await;
    is_answered(&mut more).await;
    // The other one was open until now, or it would have been counted before.
    server.until(&ended("slow"), |ended| ended == 2.0).await;
    closes(last).await;
    for json in &mut idle {
        is_answered(json).await;
    }
}

#[tokio::test]
async fn the_connection_that_keeps_calls_waiting_ends_when_others_need_their_places() {
    let server = Server::start_with(&[("AYLA_CALLS", "20"), ("AYLA_STALL_TIME_MS", NEVER)]);
    let (connection, answers) = untaken(&server).await;
    server.until("ayla_shed_total{reason=\"calls\"}", |shed| shed > 0.0).await;
    let mut other = Json::over(server.connect_from("127.0.0.1").await, &server.address).await;
    let refused = async {
        while !connection.ended.is_finished() {
            other.post(LEGAL_MOVES, &json!({"position": START})).await;
            sleep(Duration::from_millis(20)).await;
        }
    };
    in_time(refused).await;
    server.until(&ended("slow"), |ended| ended == 1.0).await;
    is_answered(&mut other).await;
    drop(answers);
}

#[tokio::test]
async fn an_answer_has_a_total_time_to_be_taken() {
    let server = Server::start_with(&[("AYLA_STALL_TIME_MS", "1000")]);
    let connection = Connection::with(&server.address, h2::client::Builder::new().initial_window_size(1)).await;
    let request = Request::get("http://ayla/openapi.json").body(()).expect("a request");
    let (answer, _) = connection.sender.clone().send_request(request, true).expect("open");
    let mut body = in_time(answer).await.expect("a head").into_body();
    // One byte after another, which would take days.
    let taken = async {
        while let Some(Ok(piece)) = body.data().await {
            if body.flow_control().release_capacity(piece.len()).is_err() {
                break;
            }
        }
    };
    in_time(taken).await;
    server.until(&ended("answer"), |ended| ended == 1.0).await;
}

#[tokio::test]
async fn a_client_that_does_not_read_leaves_places_of_large_answers_to_others() {
    let server = Server::start_with(&[("AYLA_STALL_TIME_MS", NEVER)]);
    // More than 3,000 houses are sown.
    let long_sowing = json!({"position": "andada 010194110/103238101 - s", "move": "7"});
    let json = Call::json("/v1/variants/andada/apply-move", &long_sowing);
    let grpc = Call::grpc("apply-move", &long_sowing);
    let is_large = |status: u16, code: Option<&str>| status == 200 && code.is_none_or(|code| code == "0");
    let settings = h2::client::Builder::new().initial_window_size(0).clone();
    let connection = Connection::over(server.connect_from("127.0.0.1").await, &settings).await;
    let mut answers = Vec::new();
    let mut held = 0;
    for call in [&json, &grpc].into_iter().cycle().take(12) {
        let mut sender = connection.sender.clone().ready().await.expect("open");
        let (answer, mut body) = sender.send_request(call.head(), false).expect("open");
        body.send_data(call.body.clone(), true).expect("open");
        let answer = in_time(answer).await.expect("a head");
        let code = answer.headers().get("grpc-status").map(|code| code.to_str().expect("text"));
        held += usize::from(is_large(answer.status().as_u16(), code));
        answers.push(answer);
    }
    assert_eq!(held, 4);
    let other = Connection::over(server.connect_from("127.0.0.2").await, &h2::client::Builder::new()).await;
    for call in [&json, &grpc] {
        let answer = in_time(http2::call(&other.sender, call)).await.answer();
        assert!(is_large(answer.status.as_u16(), answer.code()), "{:?}", answer.status);
    }
}

#[tokio::test]
async fn a_large_answer_over_http_1_is_held_until_its_client_has_taken_it() {
    let server = Server::start_with(&[("AYLA_STALL_TIME_MS", NEVER)]);
    let body = json!({"position": "andada 010194110/103238101 - s", "move": "7"}).to_string();
    let head = "host: ayla\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length";
    let request = format!("POST /v1/variants/andada/apply-move HTTP/1.1\r\n{head}: {}\r\n\r\n{body}", body.len());
    let mut statuses = Vec::new();
    let mut streams = Vec::new();
    for _ in 0..5 {
        let mut stream = server.connect_from("127.0.0.1").await;
        stream.write_all(request.as_bytes()).await.expect("it reads");
        let mut status = [0; 12];
        in_time(stream.read_exact(&mut status)).await.expect("an answer");
        statuses.push(String::from_utf8_lossy(&status[9..]).into_owned());
        streams.push(stream);
    }
    assert_eq!(statuses, ["200", "200", "200", "200", "503"]);
    server.until(IN_FLIGHT, |calls| calls == 4.0).await;
    let mut rest = Vec::new();
    in_time(streams[0].read_to_end(&mut rest)).await.expect("the answer");
    assert!(rest.len() > 1_000_000, "{}", rest.len());
    server.until(IN_FLIGHT, |calls| calls == 3.0).await;
}

#[tokio::test]
async fn the_connection_without_a_call_for_longest_makes_room() {
    let server =
        Server::start_with(&[("AYLA_CONNECTIONS", "4"), ("AYLA_IDLE_TIME_MS", NEVER), ("AYLA_HEAD_TIME_MS", NEVER)]);
    let mut first = server.connect_from("127.0.0.1").await;
    server.until(OPEN, |open| open == 1.0).await;
    let mut second = Json::over(server.connect_from("127.0.0.1").await, &server.address).await;
    is_answered(&mut second).await;
    // An address has as many of the places as it leaves free.
    let mut third = Json::over(server.connect_from("127.0.0.1").await, &server.address).await;
    is_answered(&mut third).await;
    closes(&mut first).await;
    is_answered(&mut second).await;
    // Another address is not concerned, until all places are taken.
    let mut others = Vec::new();
    for from in ["127.0.0.2", "127.0.0.3", "127.0.0.4"] {
        others.push(Json::over(server.connect_from(from).await, &server.address).await);
        is_answered(others.last_mut().expect("just now")).await;
    }
    server.until(OPEN, |open| open == 4.0).await;
    server.until(&ended("idle"), |ended| ended == 2.0).await;
    server.until("ayla_shed_total{reason=\"connections\"}", |shed| shed == 2.0).await;
}

#[tokio::test]
async fn a_connection_with_a_call_does_not_make_room() {
    let server = Server::with_endless_searches(&[("AYLA_CONNECTIONS", "2")]);
    let body = endless().to_string();
    let mut searching = Vec::new();
    for from in ["127.0.0.1", "127.0.0.3"] {
        let head = format!(
            "POST /v1/variants/awale/suggest-move HTTP/1.1\r\nhost: ayla\r\ncontent-type: application/json\r\n\
            content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = server.connect_from(from).await;
        stream.write_all(head.as_bytes()).await.expect("it reads");
        searching.push(stream);
    }
    server.until(IN_FLIGHT, |calls| calls == 2.0).await;
    closes(&mut server.connect_from("127.0.0.2").await).await;
    // Both last until their clients leave: none has made room before.
    for stream in &mut searching {
        stream.shutdown().await.expect("it is open");
        closes(stream).await;
    }
    server.until(&ended("stream"), |ended| ended == 2.0).await;
}

#[tokio::test]
async fn a_search_ends_with_the_stream_of_its_caller_behind_whatever_was_sent() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1")]);
    for operation in ["suggest-move", "suggest-move-stream", "play-turn", "review-game"] {
        let body = endless_of(operation).to_string();
        let head = format!(
            "POST /v1/variants/awale/{operation} HTTP/1.1\r\nhost: ayla\r\ncontent-type: application/json\r\n\
            content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let more = "GET /v1/server-info HTTP/1.1\r\nhost: ayla\r\n\r\n".repeat(1_000);
        let mut stream = server.connect_from("127.0.0.1").await;
        stream.write_all(head.as_bytes()).await.expect("it reads");
        server.until("ayla_search_slots_busy", |busy| busy == 1.0).await;
        stream.write_all(more.as_bytes()).await.expect("the system reads");
        stream.shutdown().await.expect("it is open");
        server.until("ayla_search_slots_busy", |busy| busy == 0.0).await;
    }
    server.until(&ended("stream"), |ended| ended == 4.0).await;
}

#[tokio::test]
async fn a_caller_that_has_sent_everything_is_answered() {
    let server = Server::start();
    let body = json!({"position": START}).to_string();
    let mut stream = server.connect_from("127.0.0.1").await;
    let head = "host: ayla\r\ncontent-type: application/json\r\ncontent-length";
    let request = format!("POST {LEGAL_MOVES} HTTP/1.1\r\n{head}: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await.expect("it reads");
    stream.shutdown().await.expect("it is open");
    let mut answer = String::new();
    in_time(stream.read_to_string(&mut answer)).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test]
async fn the_admin_port_answers_whoever_holds_connections() {
    let server = Server::start();
    let mut idle = Vec::new();
    for _ in 0..200 {
        idle.push(TcpStream::connect(&server.admin).await.expect("it listens"));
    }
    for path in ["/livez", "/readyz", "/metrics"] {
        assert_eq!(in_time(server.operator().await.get(path)).await.status, 200, "{path}");
    }
}

/// The type of a PING frame.
const PING: u8 = 6;

#[tokio::test]
async fn frames_that_belong_to_no_call_are_not_read_without_end() {
    // A client may send 8,192 frames ahead of its calls, and ten more in 100 ms, counted in blocks of 8 KiB.
    const PAIRS: usize = 4_096 + 25 + 100;
    let server = Server::start_with(&[("AYLA_PING_INTERVAL_MS", NEVER)]);
    let stream = server.connect_from("127.0.0.1").await;
    let (mut receiver, mut sender) = stream.into_split();
    let begun = Instant::now();
    let sending = async {
        // PRIORITY of stream 1, and a frame of a type that HTTP/2 does not have.
        let pair = [&b"\0\0\x05\x02\0\0\0\0\x01\0\0\0\0\x10\0\x02\0\xf0\0\0\0\0\0"[..], &[0; 512]].concat();
        let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
        let ping = [0, 0, 8, PING, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
        sender.write_all(&[&preface[..], &pair.repeat(PAIRS), &ping].concat()).await.expect("it reads");
    };
    let answered = async {
        loop {
            let mut header = [0; 9];
            receiver.read_exact(&mut header).await.expect("open");
            let [a, b, c, kind, ..] = header;
            let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
            receiver.read_exact(&mut payload).await.expect("open");
            if kind == PING {
                break payload;
            }
        }
    };
    let ((), payload) = in_time(async { tokio::join!(sending, answered) }).await;
    assert_eq!(payload, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(begun.elapsed() >= Duration::from_secs(2), "{:?}", begun.elapsed());
    is_answered(&mut server.json().await).await;
}

#[tokio::test]
async fn a_request_that_a_proxy_could_read_differently_is_refused() {
    let server = Server::start();
    for (head, status) in [
        ("GET /v1/server-info HTTP/1.1\r\n", "400"),
        ("GET /v1/server-info HTTP/1.1\r\nhost: a\r\nhost: a\r\n", "400"),
        ("GET /v1/server-info HTTP/1.1\r\nhost: a b\r\n", "400"),
        ("POST /v1/variants/awale/start-game HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n", "501"),
        ("POST /v1/variants/awale/start-game HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n", "400"),
    ] {
        let mut stream = server.connect_from("127.0.0.1").await;
        stream.write_all(format!("{head}\r\n").as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        // Closed after the answer.
        in_time(stream.read_to_string(&mut answer)).await.expect("an answer");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{head}: {answer}");
    }
    let mut stream = server.connect_from("127.0.0.1").await;
    stream.write_all(b"GET /v1/server-info HTTP/1.0\r\n\r\n").await.expect("it reads");
    let mut answer = String::new();
    in_time(stream.read_to_string(&mut answer)).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.0 200 "), "{answer}");
}
