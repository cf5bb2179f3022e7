//! The Connect protocol: the same answers and errors as over gRPC, in both codecs.

use std::io::{Read, Write};

use ayla::operation::Operation;
use ayla_test_server::http2::{self, Answer, Call, frame, frames};
use ayla_test_server::suggestions::endless;
use ayla_test_server::{Rpc, START, Server, rpc};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use http::StatusCode;
use prost::Message;
use serde_json::{Value, json};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use super::grpc::{Refusal, refusal};

/// The codecs, as media types and queries name them.
const CODECS: [&str; 2] = ["json", "proto"];

/// The codes of errors, in the order of gRPC's numbers.
const CODES: [&str; 17] = [
    "ok",
    "canceled",
    "unknown",
    "invalid_argument",
    "deadline_exceeded",
    "not_found",
    "already_exists",
    "permission_denied",
    "resource_exhausted",
    "failed_precondition",
    "aborted",
    "out_of_range",
    "unimplemented",
    "internal",
    "unavailable",
    "data_loss",
    "unauthenticated",
];

/// An error over Connect as a status of gRPC.
fn status(error: &Value) -> Status {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let name = text(&error["code"]);
    let code = CODES.iter().position(|code| *code == name).unwrap_or_else(|| panic!("{error}"));
    let code = Code::from_i32(code as i32);
    let details = error["details"].as_array().map(Vec::as_slice).unwrap_or_default().iter().map(|detail| {
        let value = STANDARD_NO_PAD.decode(text(&detail["value"])).expect("base64");
        assert!(detail["debug"].is_object(), "{detail}");
        prost_types::Any { type_url: format!("type.googleapis.com/{}", text(&detail["type"])), value }
    });
    let all =
        tonic_types::pb::Status { code: code as i32, message: text(&error["message"]), details: details.collect() };
    Status::with_details(code, all.message.clone(), all.encode_to_vec().into())
}

/// The call of an operation in a codec.
fn call(operation: &str, body: &Value, codec: &str) -> Call {
    let (path, message) = rpc::request(operation, body);
    let bytes = if codec == "json" { serde_json::to_vec(&message).expect("JSON") } else { message.encode_to_vec() };
    if Operation::from_name(operation).expect("an operation").is_streamed() {
        Call::new(&path, &format!("application/connect+{codec}"), frame(&bytes))
    } else {
        Call::new(&path, &format!("application/{codec}"), bytes)
    }
}

/// The answers to a call, or why it failed.
fn answers(operation: &str, codec: &str, answer: Answer) -> Result<Vec<Value>, Status> {
    let read = |message: &[u8]| match codec {
        "json" => rpc::response_in_json(operation, message),
        _ => rpc::response(operation, message),
    };
    if !Operation::from_name(operation).expect("an operation").is_streamed() {
        let content_type = answer.headers["content-type"].to_str().expect("text");
        if answer.status != StatusCode::OK {
            assert_eq!(content_type, "application/json");
            return Err(status(&answer.json()));
        }
        assert_eq!(content_type, format!("application/{codec}"));
        return Ok(vec![read(&answer.body)]);
    }
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["content-type"], format!("application/connect+{codec}"));
    let mut frames = frames(answer.body);
    let (flags, end) = frames.pop().expect("an end");
    assert_eq!(flags, 2);
    let end: Value = serde_json::from_slice(&end).expect("JSON");
    assert!(frames.iter().all(|(flags, _)| *flags == 0));
    match end.get("error") {
        Some(error) => Err(status(error)),
        None => Ok(frames.iter().map(|(_, message)| read(message)).collect()),
    }
}

async fn ask(rpc: &Rpc, operation: &str, body: &Value, codec: &str) -> Result<Vec<Value>, Status> {
    let answer = http2::call(&rpc.0.sender, &call(operation, body, codec)).await.answer();
    answers(operation, codec, answer)
}

/// What a status says.
fn parts(status: &Status) -> impl PartialEq + std::fmt::Debug {
    let Refusal { reason, metadata, fields, reasons } = refusal(status);
    let retry = status.get_details_retry_info().map(|info| info.retry_delay);
    (status.code(), status.message().to_owned(), reason, metadata, fields, reasons, retry)
}

/// Asks over Connect, in ProtoJSON, what was asked over gRPC, with this outcome.
pub(super) async fn assert_alike(rpc: &Rpc, operation: &str, body: &Value, expected: &Result<Value, Status>) {
    match (ask(rpc, operation, body, "json").await, expected) {
        (Ok(mut answers), Ok(expected)) => assert_eq!(answers.pop().as_ref(), Some(expected), "{operation} {body}"),
        (Err(status), Err(expected)) => assert_eq!(parts(&status), parts(expected), "{operation} {body}"),
        (found, _) => panic!("{operation} {body}: {found:?}, not {expected:?}"),
    }
}

const MOVE: &str = "/mancala.v1.MancalaService/ApplyMove";

/// The body of a request that is answered, for each operation.
fn example(operation: Operation) -> Value {
    match operation.name() {
        "list-variants" | "get-server-info" => json!({}),
        "get-variant" | "start-game" => json!({"variant": "awale"}),
        "get-puzzle" => json!({"id": "awale-1"}),
        "find-puzzle" => json!({"variant": "kalah"}),
        "play-turn" => json!({"position": START, "moves": ["3"], "reply": {"nodes": 100}}),
        "review-game" => json!({"position": START, "moves": ["3", "4"], "nodes": 100}),
        "suggest-move" | "suggest-move-stream" => json!({"position": START, "nodes": 1_000}),
        "read-game" => json!({"text": "1. a3 b4"}),
        "validate-move" | "apply-move" => json!({"position": START, "move": "3"}),
        "render-board" => json!({"position": START, "format": "svg"}),
        "batch" => json!({"id": "a", "position": START}),
        _ => json!({"position": START, "moves": ["3"]}),
    }
}

#[tokio::test]
async fn every_operation_is_answered_as_over_grpc() {
    let server = Server::shared();
    let rpc = server.rpc().await;
    for (operation, _) in Operation::in_contract() {
        let body = example(operation);
        let expected = rpc.answers(operation.name(), &body).await.map_err(|status| status.code());
        assert!(expected.is_ok(), "{operation:?} {expected:?}");
        for codec in CODECS {
            // What was searched may have come from other messages on the way.
            let answers = ask(&rpc, operation.name(), &body, codec).await.map_err(|status| status.code());
            let last = |answers: Result<Vec<Value>, Code>| answers.map(|mut answers| answers.pop());
            assert_eq!(last(answers), last(expected.clone()), "{operation:?} {codec}");
        }
    }
}

async fn send(rpc: &Rpc, call: &Call) -> Answer {
    http2::call(&rpc.0.sender, call).await.answer()
}

#[tokio::test]
async fn questions_are_asked_by_get() {
    let server = Server::shared();
    let rpc = server.rpc().await;
    let body = json!({"position": START, "move": "3"});
    let expected = rpc.answers("apply-move", &body).await.expect("a position");
    let (path, message) = rpc::request("apply-move", &body);
    let bytes = message.encode_to_vec();
    let json = serde_json::to_string(&message).expect("JSON");
    let plain = percent_encoding::utf8_percent_encode(&json, percent_encoding::NON_ALPHANUMERIC);
    let (base64, plain) = (URL_SAFE_NO_PAD.encode(&bytes), plain.to_string());
    let raw = percent_encoding::percent_encode(&bytes, percent_encoding::NON_ALPHANUMERIC).to_string();
    let zipped = URL_SAFE_NO_PAD.encode(gzip(&bytes));
    for (query, codec) in [
        (format!("connect=v1&base64=1&encoding=proto&message={base64}"), "proto"),
        (format!("encoding=proto&message={raw}"), "proto"),
        (format!("message={plain}&encoding=json"), "json"),
        (format!("message={zipped}&encoding=proto&base64=1&compression=gzip"), "proto"),
    ] {
        let answer = send(&rpc, &Call::get(&format!("{path}?{query}"))).await;
        assert_eq!(answers("apply-move", codec, answer).expect(&query), expected, "{query}");
    }
    let search = Call::get(&format!("/mancala.v1.MancalaService/SuggestMove?encoding=json&message={plain}"));
    let refused = send(&rpc, &search).await;
    assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(refused.headers["allow"], "POST");
    for query in
        ["", "?encoding=json", "?message=%7B%7D", "?encoding=xml&message=", "?encoding=proto&base64=1&message=%21"]
    {
        let refused = send(&rpc, &Call::get(&format!("{path}{query}"))).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_argument")),
            "{query}"
        );
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).expect("memory");
    gzip.finish().expect("memory")
}

fn unzipped(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).expect("gzip");
    plain
}

#[tokio::test]
async fn messages_are_compressed_both_ways() {
    let server = Server::shared();
    let rpc = server.rpc().await;
    let body = json!({"variant": "awale"});
    let expected = rpc.answers("get-variant", &body).await.expect("a variant");
    for codec in CODECS {
        let mut asked =
            call("get-variant", &body, codec).with("content-encoding", "gzip").with("accept-encoding", "br, gzip");
        asked.body = gzip(&asked.body).into();
        let mut answer = send(&rpc, &asked).await;
        assert_eq!(answer.headers["content-encoding"], "gzip");
        answer.body = unzipped(&answer.body).into();
        assert_eq!(answers("get-variant", codec, answer).expect("a variant"), expected);
    }
    let body = json!({"position": START, "moves": ["3", "4"], "nodes": 100});
    let expected = rpc.answers("review-game", &body).await.expect("a review");
    let mut asked = call("review-game", &body, "json");
    asked = asked.with("connect-content-encoding", "gzip").with("connect-accept-encoding", "gzip");
    let plain = frames(asked.body).remove(0).1;
    let mut zipped = frame(&gzip(&plain));
    zipped[0] = 1;
    asked.body = zipped.into();
    let mut answer = send(&rpc, &asked).await;
    assert_eq!(answer.headers["connect-content-encoding"], "gzip");
    let plain = frames(answer.body).into_iter().flat_map(|(flags, message)| {
        let message = if flags & 1 == 1 { unzipped(&message) } else { message.to_vec() };
        let mut frame = frame(&message);
        frame[0] = flags & 2;
        frame
    });
    answer.body = plain.collect::<Vec<u8>>().into();
    assert_eq!(answers("review-game", "json", answer).expect("a review"), expected);
    // What would fill the memory.
    let bomb = Call::new(MOVE, "application/json", gzip(&vec![b' '; 10_000_000])).with("content-encoding", "gzip");
    let refused = send(&rpc, &bomb).await;
    assert_eq!(
        (refused.status, &refused.json()["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("resource_exhausted"))
    );
    let unread = Call::new(MOVE, "application/json", "{}").with("content-encoding", "br");
    let refused = send(&rpc, &unread).await;
    assert_eq!(refused.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(refused.json()["message"].as_str().expect("text").contains("gzip"));
}

#[tokio::test]
async fn what_is_wrong_with_the_form_is_said_in_its_form() {
    let server = Server::shared();
    let rpc = server.rpc().await;
    let json = || Call::new(MOVE, "application/json", "{}");
    let stream = "/mancala.v1.MancalaService/ReviewGame";
    for (call, http, code, words) in [
        (json(), 400, "invalid_argument", "position"),
        (Call::new(MOVE, "application/json", "{"), 400, "invalid_argument", "EOF"),
        (Call::new(MOVE, "application/json", "{\"time_mss\": 3}"), 400, "invalid_argument", "time_mss"),
        (Call::new(MOVE, "application/json", "[]"), 400, "invalid_argument", "ProtoJSON"),
        (Call::new(MOVE, "application/proto", "x"), 400, "invalid_argument", "message"),
        (Call::new(MOVE, "text/plain", "{}"), 415, "invalid_argument", "application/proto, application/json"),
        (Call::new(MOVE, "application/connect+json", "{}"), 415, "invalid_argument", "application/proto"),
        (Call::new(stream, "application/json", "{}"), 415, "invalid_argument", "application/connect+json"),
        (Call::new("/mancala.v1.MancalaService/Nothing", "application/json", "{}"), 501, "unimplemented", "method"),
        (json().with("connect-protocol-version", "2"), 400, "invalid_argument", "version"),
        (json().with("connect-timeout-ms", "1s"), 400, "invalid_argument", "connect-timeout-ms"),
        (json().with("connect-timeout-ms", "12345678901"), 400, "invalid_argument", "connect-timeout-ms"),
    ] {
        let refused = send(&rpc, &call).await;
        let body = refused.json();
        let message = body["message"].as_str().unwrap_or_default();
        assert_eq!((refused.status.as_u16(), body["code"].as_str()), (http, Some(code)), "{call:?} {body}");
        assert!(message.contains(words), "{call:?} {body}");
        assert_eq!(body["details"][0]["type"], "google.rpc.ErrorInfo", "{body}");
    }
    let mut french = json();
    french = french.with("accept-language", "fr");
    assert!(send(&rpc, &french).await.json()["message"].as_str().expect("text").contains("position"));
    // The error of a stream is its last message.
    for body in [&frame(b"{\"nope\": 1}")[..], &[0, 0, 0], &[1, 0, 0, 0, 0]] {
        let refused = send(&rpc, &Call::new(stream, "application/connect+json", body.to_vec())).await;
        assert_eq!(
            answers("review-game", "json", refused).expect_err("refused").code(),
            Code::InvalidArgument,
            "{body:?}"
        );
    }
}

#[tokio::test]
async fn a_deadline_is_kept() {
    let server = Server::with_endless_searches(&[]);
    let rpc = server.rpc().await;
    let body = endless();
    let asked = call("suggest-move", &body, "json").with("connect-timeout-ms", "300");
    let answer = answers("suggest-move", "json", send(&rpc, &asked).await).expect("a move");
    assert_eq!(answer[0]["stoppedBy"], "deadline");
    let late = call("suggest-move", &body, "json").with("connect-timeout-ms", "0");
    let late = send(&rpc, &late).await;
    assert_eq!((late.status.as_u16(), &late.json()["code"]), (504, &json!("deadline_exceeded")));
}

#[tokio::test]
async fn a_batch_is_a_stream_both_ways() {
    let server = Server::shared();
    let rpc = server.rpc().await;
    let messages =
        (0..300).flat_map(|id| frame(json!({"id": id.to_string(), "position": START}).to_string().as_bytes()));
    let batch =
        Call::new("/mancala.v1.MancalaService/Batch", "application/connect+json", messages.collect::<Vec<u8>>());
    let answers = answers("batch", "json", send(&rpc, &batch).await).expect("answers");
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_str().expect("text").to_owned()).collect();
    assert_eq!(ids, (0..300).map(|id| id.to_string()).collect::<Vec<_>>());
}
