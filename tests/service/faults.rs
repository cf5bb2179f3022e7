//! Requests full of faults: the answer is small, whatever they are.

use ayla_test_server::hostile::{Case, cases};
use ayla_test_server::http2::{self, Answer, Call, frame};
use ayla_test_server::{START, Server, in_time};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::grpc::{Refusal, refusal};

/// The most bytes of an error over JSON.
const JSON_BYTES: usize = 16 * 1_024;
/// The most bytes of an error over gRPC, in headers and trailers, each counted as HPACK does.
const GRPC_BYTES: usize = 6_000;
/// The most faults that are listed.
const LISTED: usize = 20;

async fn call(server: &Server, call: &Call) -> Answer {
    in_time(http2::call(&server.rpc().await.0.sender, call)).await.answer()
}

/// The reason, the number of faults listed, and the number of faults found.
fn outcome(Case { name, call, .. }: &Case, answer: &Answer) -> (String, usize, usize) {
    let found = |listed: usize, number: Option<&str>| number.map_or(listed, |number| number.parse().expect("a number"));
    if call.headers[0].1.starts_with("application/grpc") {
        let headers = answer.headers.iter().chain(&answer.trailers);
        let bytes: usize = headers.map(|(name, value)| name.as_str().len() + value.len() + 32).sum();
        assert!(bytes < GRPC_BYTES, "{name}: {bytes} bytes");
        let status = answer.grpc_status();
        if status.code() == tonic::Code::Ok {
            return Default::default();
        }
        let Refusal { reason, metadata, fields, .. } = refusal(&status);
        return (reason, fields.len(), found(fields.len(), metadata.get("violations").map(String::as_str)));
    }
    assert!(answer.body.len() < JSON_BYTES, "{name}: {} bytes", answer.body.len());
    let problem: Value = serde_json::from_slice(&answer.body).expect("JSON");
    if answer.status.is_success() {
        return Default::default();
    }
    let listed = problem["violations"].as_array().expect("a list").len();
    let reason = problem["reason"].as_str().expect("a reason");
    (reason.to_owned(), listed, found(listed, problem["metadata"]["violations"].as_str()))
}

#[tokio::test]
async fn the_answer_to_any_number_of_faults_is_small_and_says_how_many_there_are() {
    let server = Server::shared();
    let connection = server.rpc().await.0;
    let mut wrong = Vec::new();
    for case in cases() {
        let answer = in_time(http2::call(&connection.sender, &case.call)).await.answer();
        let outcome = outcome(&case, &answer);
        if outcome != (case.reason.to_owned(), case.faults.min(LISTED), case.faults) {
            wrong.push(format!("{}: {outcome:?}, not {:?}", case.name, (case.reason, case.faults)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn an_error_of_reflection_is_small() {
    use tonic_reflection::pb::v1::ServerReflectionRequest;
    use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;

    let symbol = MessageRequest::FileContainingSymbol("é".repeat(30_000));
    let request = ServerReflectionRequest { host: String::new(), message_request: Some(symbol) };
    let message = frame(&prost::Message::encode_to_vec(&request));
    let path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    let answer = call(Server::shared(), &Call::new(path, "application/grpc", message)).await;
    let bytes: usize = answer.trailers.iter().map(|(name, value)| name.as_str().len() + value.len() + 32).sum();
    assert_eq!(answer.code(), Some("5"));
    assert!(bytes < GRPC_BYTES, "{bytes} bytes");
}

#[tokio::test]
async fn a_body_with_a_content_encoding_is_refused() {
    let server = Server::shared();
    let body = json!({"position": START});
    let path = "/v1/variants/awale/legal-moves";
    for (encoding, is_read) in
        [("identity", true), ("Identity, identity", true), ("", true), ("gzip", false), ("identity, br", false)]
    {
        let json = call(server, &Call::json(path, &body).with("content-encoding", encoding)).await;
        assert_eq!(json.status, if is_read { 200 } else { 415 }, "{encoding}");
        assert_eq!(json.headers.get("accept-encoding").is_some_and(|names| names == "identity"), !is_read);
        let grpc = call(server, &Call::grpc("legal-moves", &body).with("content-encoding", encoding)).await;
        assert_eq!(grpc.code(), Some(if is_read { "0" } else { "3" }), "{encoding}");
        if !is_read {
            let problem: Value = serde_json::from_slice(&json.body).expect("JSON");
            let refused = refusal(&grpc.grpc_status());
            assert_eq!(problem["reason"], "UNSUPPORTED_MEDIA_TYPE");
            assert_eq!(problem["metadata"], json!({"acceptEncoding": "identity"}));
            assert_eq!(problem["metadata"], json!(refused.metadata));
        }
    }
}

/// What a server answers over HTTP/1.1 before the caller has sent a body.
async fn without_body(server: &Server, head: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let mut stream = tokio::net::TcpStream::connect(&server.address).await.expect("a connection");
    stream.write_all(format!("POST {head}\r\nhost: ayla\r\n\r\n").as_bytes()).await.expect("it is open");
    let mut answer = vec![0; 12];
    in_time(stream.read_exact(&mut answer)).await.expect("an answer");
    String::from_utf8(answer).expect("text")
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_before_it_is_sent() {
    let server = Server::shared();
    let json = "/v1/variants/awale/legal-moves HTTP/1.1\r\ncontent-type: application/json\r\nexpect: 100-continue";
    let web =
        "/mancala.v1.MancalaService/LegalMoves HTTP/1.1\r\ncontent-type: application/grpc-web\r\nexpect: 100-continue";
    let small = "\r\ncontent-length: 65536";
    let large = "\r\ncontent-length: 65542";
    assert_eq!(without_body(server, &[json, small].concat()).await, "HTTP/1.1 100");
    assert_eq!(without_body(server, &[json, large].concat()).await, "HTTP/1.1 413");
    assert_eq!(without_body(server, &[web, small].concat()).await, "HTTP/1.1 100");
    // The status is one of gRPC.
    assert_eq!(without_body(server, &[web, large].concat()).await, "HTTP/1.1 200");
}

#[tokio::test]
async fn a_grpc_web_text_may_come_in_padded_pieces() {
    let message = Call::grpc("legal-moves", &json!({"position": START})).body;
    for size in [1, 2, 3, 4, 5, 7, 1_000] {
        let body: String = message.chunks(size).map(|piece| STANDARD.encode(piece)).collect();
        let kind = "application/grpc-web-text";
        let asked = Call::new("/mancala.v1.MancalaService/LegalMoves", kind, body).with("accept", kind);
        let answer = call(Server::shared(), &asked).await;
        assert_eq!(answer.headers["content-type"], "application/grpc-web-text+proto");
        assert_eq!(answer.headers.get("grpc-status"), None, "pieces of {size} bytes");
        assert!(!answer.body.is_empty());
    }
}
