//! Old connections are closed, and no call fails because of it.

use ayla_test_server::http2::{self, Answer, Call, Connection, Outcome};
use ayla_test_server::suggestions::endless;
use ayla_test_server::{START, Server, in_time};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const OPEN: &str = "ayla_connections_open";

/// A server that closes connections after about a second, and gives running calls this time to finish.
fn server(grace_ms: &str) -> Server {
    Server::start_with(&[("AYLA_CONNECTION_AGE_MS", "1000"), ("AYLA_CONNECTION_GRACE_MS", grace_ms)])
}

fn legal_moves() -> Call {
    Call::grpc("legal-moves", &json!({"position": START}))
}

/// A stream of suggestions that lasts this long.
fn stream(time_ms: u32) -> Call {
    Call::grpc("suggest-move-stream", &json!({"position": START, "timeMs": time_ms}))
}

/// Waits for the end of a connection.
async fn ends(connection: Connection) -> Result<(), h2::Error> {
    drop(connection.sender);
    in_time(connection.ended).await.expect("no panic")
}

/// Waits until all connections that are open now have passed their maximum age. It differs by a tenth in either
/// direction: two others, one after the other, last longer than any.
async fn all_grow_old(server: &Server) {
    for _ in 0..2 {
        let Connection { sender, ended } = Connection::open(&server.address).await;
        // After the grace it is cut off.
        let _ = in_time(ended).await.expect("no panic");
        // Without a sender it would have ended by itself.
        drop(sender);
    }
}

#[tokio::test]
async fn no_call_fails_when_connections_grow_old() {
    let server = server("20000");
    let call = legal_moves();
    let mut answered = 0;
    for _ in 0..3 {
        let connection = Connection::open(&server.address).await;
        let grows_old = async {
            loop {
                match http2::call(&connection.sender, &call).await {
                    Outcome::Answered(Answer { trailers, .. }) if trailers["grpc-status"] == "0" => answered += 1,
                    Outcome::NotTaken => break,
                    outcome @ (Outcome::Answered(_) | Outcome::Failed(_)) => panic!("after {answered}: {outcome:?}"),
                }
            }
        };
        in_time(grows_old).await;
        ends(connection).await.expect("closed as it should be");
    }
    assert!(answered > 0, "connections are closed when they are new");
}

#[tokio::test]
async fn a_running_call_finishes_unless_it_outlasts_the_grace_period() {
    let server = server("20000");
    let (connection, outcome) = in_time(http2::call_on_new(&server.address, &stream(3_000))).await;
    assert_eq!(outcome.answer().code(), Some("0"));
    // It ran for longer than the maximum age of the connection.
    assert!(matches!(http2::call(&connection.sender, &legal_moves()).await, Outcome::NotTaken));
    ends(connection).await.expect("closed as it should be");

    let settings = [("AYLA_CONNECTION_AGE_MS", "1000"), ("AYLA_CONNECTION_GRACE_MS", "100")];
    let server = Server::with_endless_searches(&settings);
    let (connection, cut) =
        in_time(http2::call_on_new(&server.address, &Call::grpc("suggest-move-stream", &endless()))).await;
    assert!(matches!(cut, Outcome::Failed(_)), "{cut:?}");
    server.until(OPEN, |open| open == 0.0).await;
    let _ = ends(connection).await;
}

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The two frames of a request: its headers, not compressed, and its message.
fn begins(call: &Call, stream: u32) -> (Vec<u8>, Vec<u8>) {
    let text = |text: &str| [&[text.len() as u8], text.as_bytes()].concat();
    let head = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", &call.path),
        (":authority", "ayla"),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
    ];
    let head: Vec<u8> = head.iter().flat_map(|(name, value)| [vec![0], text(name), text(value)].concat()).collect();
    (frame(1, 4, stream, &head), frame(0, 1, stream, &call.body))
}

#[tokio::test]
async fn a_stream_opened_too_late_does_not_end_the_others() {
    let server = server("20000");
    let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
    let (head, body) = begins(&self::stream(3_000), 1);
    let sent = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &frame(4, 0, 0, b"")[..], &head, &body].concat();
    stream.write_all(&sent).await.expect("it reads");
    loop {
        let mut header = [0; 9];
        stream.read_exact(&mut header).await.expect("the first stream goes on");
        let [a, b, c, kind, flags, id @ ..] = header;
        let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        stream.read_exact(&mut payload).await.expect("the first stream goes on");
        match (kind, flags, u32::from_be_bytes(id)) {
            (4, 0, 0) => stream.write_all(&frame(4, 1, 0, b"")).await.expect("it reads"),
            (6, 0, 0) => stream.write_all(&frame(6, 1, 0, &payload)).await.expect("it reads"),
            // The last GOAWAY: the first stream was the last.
            (7, ..) if payload[..4] == 1u32.to_be_bytes() => {
                let (head, body) = begins(&legal_moves(), 3);
                let late = [head, frame(8, 0, 3, &5u32.to_be_bytes()), body].concat();
                stream.write_all(&late).await.expect("it reads");
            }
            (7, ..) => assert_eq!(payload[4..8], [0; 4], "no error"),
            // The trailers of the first stream.
            (1, 5, 1) => break,
            _ => {}
        }
    }
}

#[tokio::test]
async fn over_http_1_the_next_answer_closes_the_connection() {
    let server = server("100");
    let mut json = server.json().await;
    // Idle connections are not closed, however old they are, since a request might be on its way.
    all_grow_old(&server).await;
    let closes = async {
        loop {
            let reply = json.get("/v1/server-info").await;
            assert_eq!(reply.status, 200);
            if let Some(connection) = reply.headers.get("connection") {
                break connection.clone();
            }
        }
    };
    assert_eq!(in_time(closes).await, "close");
    server.until(OPEN, |open| open == 0.0).await;
}

#[tokio::test]
async fn the_admin_port_keeps_its_connections() {
    let server = server("100");
    let mut operator = server.operator().await;
    for _ in 0..2 {
        let reply = operator.get("/readyz").await;
        assert!(!reply.headers.contains_key("connection"));
        all_grow_old(&server).await;
    }
    assert!(!operator.get("/readyz").await.headers.contains_key("connection"));
}
