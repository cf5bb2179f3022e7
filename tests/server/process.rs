//! The process: how it starts, what its port serves, and how it reports bad settings.

use std::net::TcpListener;

use ayla_test_server::command::{run, run_with};
use ayla_test_server::{Server, in_time};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn one_port_serves_both_transports() {
    let server = Server::start();
    let mut json = server.json().await;
    let answer = json.ask("awale", "start-game", &json!({"preset": "tournament"})).await.json();
    assert_eq!(answer["position"]["text"], "awale:majority=true,repetition=2 444444/444444 0/0 s");
    let web = [("content-type", "application/grpc-web")];
    let reply = json.send("POST", "/no.such.Service/Method", &web, &[]).await;
    assert_eq!((reply.status.as_u16(), reply.headers["grpc-status"].as_bytes()), (200, &b"12"[..]));
    let reply = json.post("/no.such.Service/Method", &json!({})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (404, &"NOT_FOUND".into()));
}

#[tokio::test]
async fn a_body_that_never_arrives_times_out() {
    let server = Server::start_with(&[("AYLA_BODY_TIME_MS", "700")]);
    let unfinished = async |path: &str, content_type: &str| {
        let head = format!("POST {path} HTTP/1.1\r\nhost: ayla\r\ncontent-type: {content_type}\r\n");
        let mut stream = TcpStream::connect(&server.address).await.expect("it listens");
        let sent = format!("{head}connection: close\r\ncontent-length: 100\r\n\r\n{{");
        stream.write_all(sent.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        in_time(stream.read_to_string(&mut answer)).await.expect("an answer");
        answer
    };
    let answer = unfinished("/v1/variants/awale/start-game", "application/json").await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("MALFORMED_REQUEST") && answer.contains("did not arrive"), "{answer}");
    // It is the caller's fault over gRPC too.
    let answer = unfinished("/mancala.v1.MancalaService/ApplyMove", "application/grpc-web").await;
    assert!(answer.contains("\r\ngrpc-status: 3\r\n"), "{answer}");
}

#[test]
fn a_bad_setting_is_named_and_exits_64() {
    for (setting, value) in [
        ("AYLA_LISTEN", "8080"),
        ("AYLA_SUGGEST_NODES", "many"),
        ("AYLA_SUGGEST_DEPTH", "0"),
        ("AYLA_SEARCH_SLOTS", "1000000"),
        ("AYLA_LOG_FORMAT", "xml"),
        ("AYLA_LOG", "ayla=loud"),
    ] {
        let said = run_with(&[], &[(setting, value)]).refusal(64);
        assert!(said.contains(setting) && !said.contains("listening"), "{said}");
    }
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let said = run(&["--listen", &address]).refusal(1);
    assert!(said.contains(&address), "{said}");
}
