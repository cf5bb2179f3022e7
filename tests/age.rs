//! Connections that grow old: their callers are told to open others, and no call fails for it.
#![cfg(feature = "server")]

#[path = "support/http2.rs"]
mod http2;
#[path = "support/server.rs"]
mod server;

use std::time::{Duration, Instant};

use ayla::grpc::proto::{LegalMovesRequest, SuggestMoveStreamRequest};
use http2::{Answer, Call, Connection, Outcome};
use server::Server;
use tokio::time::timeout;

const START: &str = "awale 444444/444444 0/0 s";
const OPEN: &str = "ayla_connections_open";

/// A server whose connections are kept for about a second, and have so long for what runs then.
fn server(grace_ms: &str) -> Server {
    Server::start_with(&[("AYLA_CONNECTION_AGE_MS", "1000"), ("AYLA_CONNECTION_GRACE_MS", grace_ms)])
}

fn legal_moves() -> Call {
    Call::grpc("LegalMoves", &LegalMovesRequest { position: Some(START.to_owned()), ..Default::default() })
}

/// Suggestions as they are found, for so long.
fn stream(time_ms: u32) -> Call {
    let position = Some(START.to_owned());
    Call::grpc(
        "SuggestMoveStream",
        &SuggestMoveStreamRequest { position, time_ms: Some(time_ms), ..Default::default() },
    )
}

/// Waits for the end of a connection.
async fn ends(connection: Connection) -> Result<(), h2::Error> {
    drop(connection.sender);
    timeout(Duration::from_secs(30), connection.ended).await.expect("it ends").expect("no panic")
}

#[tokio::test]
async fn no_call_fails_when_connections_grow_old() {
    let server = server("20000");
    let begun = Instant::now();
    let (mut answered, mut connections) = (0, 0);
    while begun.elapsed() < Duration::from_secs(4) {
        let connection = Connection::open(&server.address).await;
        connections += 1;
        loop {
            assert!(begun.elapsed() < Duration::from_secs(60), "a connection does not grow old");
            match http2::call(&connection.sender, &legal_moves()).await {
                Outcome::Answered(Answer { trailers, .. }) if trailers["grpc-status"] == "0" => answered += 1,
                Outcome::NotTaken => break,
                outcome @ (Outcome::Answered(_) | Outcome::Failed(_)) => panic!("after {answered}: {outcome:?}"),
            }
        }
        ends(connection).await.expect("closed as it should be");
    }
    assert!(answered > 100, "{answered}");
    // About one a second; a busy machine may keep one for longer.
    assert!((2..=5).contains(&connections), "{connections}");
}

#[tokio::test]
async fn a_call_that_runs_is_finished_and_one_that_takes_too_long_is_cut_off() {
    let server = server("20000");
    let connection = Connection::open(&server.address).await;
    let Outcome::Answered(answer) = http2::call(&connection.sender, &stream(3_000)).await else { panic!("no answer") };
    assert_eq!(answer.code(), Some("0"));
    // It ran for longer than the connection was to be kept.
    assert!(matches!(http2::call(&connection.sender, &legal_moves()).await, Outcome::NotTaken));
    ends(connection).await.expect("closed as it should be");

    let server = self::server("100");
    let connection = Connection::open(&server.address).await;
    let cut = http2::call(&connection.sender, &stream(9_000)).await;
    assert!(matches!(cut, Outcome::Failed(_)), "{cut:?}");
    server.until(OPEN, |open| open == 0.0).await;
    let _ = ends(connection).await;
}

#[tokio::test]
async fn over_http_1_the_next_answer_says_that_it_was_the_last() {
    let server = Server::start_with(&[("AYLA_CONNECTION_AGE_MS", "4000"), ("AYLA_CONNECTION_GRACE_MS", "100")]);
    let mut json = server.json().await;
    let reply = json.get("/v1/server-info").await;
    assert!(!reply.headers.contains_key("connection"));
    // Nothing is under way: to close it now might fail a request that is.
    tokio::time::sleep(Duration::from_millis(5_000)).await;
    let reply = json.get("/v1/server-info").await;
    assert_eq!((reply.status.as_u16(), &reply.headers["connection"]), (200, &"close".parse().expect("a header")));
    server.until(OPEN, |open| open == 0.0).await;
}

#[tokio::test]
async fn the_port_of_operators_keeps_its_connections() {
    let server = server("100");
    let mut operator = server.operator().await;
    for _ in 0..3 {
        let reply = operator.get("/readyz").await;
        assert!(!reply.headers.contains_key("connection"));
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
}
