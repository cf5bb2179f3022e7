//! Errors raised before a handler is reached have the same form as others.

use ayla::proto;
use ayla::service::Limits;
use ayla_test_server::http2::{self, Answer, Call, Connection, frame};
use ayla_test_server::{START, Server};
use hyper::Method;
use prost::Message;
use tonic::Code::{InvalidArgument, ResourceExhausted, Unimplemented};
use tonic::{Code, Status};

use super::{assert_refused, refusal};

const LEGAL_MOVES: &str = "/mancala.v1.MancalaService/LegalMoves";

async fn send(call: Call) -> Answer {
    let server = Server::shared();
    let answer = http2::call(&Connection::open(&server.address).await.sender, &call).await.answer();
    assert_eq!(answer.status, 200);
    answer
}

/// The status of a call of legal-moves with this body.
async fn post(body: impl Into<bytes::Bytes>) -> Status {
    send(Call::new(LEGAL_MOVES, "application/grpc", body)).await.grpc_status()
}

fn request() -> Vec<u8> {
    proto::LegalMovesRequest { position: Some(START.to_owned()), ..Default::default() }.encode_to_vec()
}

#[tokio::test]
async fn a_request_framed_by_hand_is_answered() {
    for content_type in ["application/grpc", "application/grpc+proto"] {
        let answer = send(Call::new(LEGAL_MOVES, content_type, frame(&request()))).await;
        assert_eq!(answer.grpc_status().code(), Code::Ok);
        let answer = proto::LegalMovesResponse::decode(&answer.body[5..]).expect("a message");
        assert_eq!(answer.legal_moves.len(), 6);
    }
}

#[tokio::test]
async fn an_unreadable_message_is_malformed() {
    let undecodable = frame(&[0x0a, 0xff, 0xff]);
    let not_utf8 = frame(&[0x0a, 0x01, 0xff]);
    let wrong_type = frame(&[0x08, 0x01]);
    let cut_short = frame(&request())[..9].to_vec();
    let bad_flag = vec![2, 0, 0, 0, 0];
    let compressed_by_nothing = vec![1, 0, 0, 0, 0];
    let no_message = Vec::new();
    for body in [undecodable, not_utf8, wrong_type, cut_short, bad_flag, compressed_by_nothing, no_message] {
        assert_refused(&post(body).await, InvalidArgument, "MALFORMED_REQUEST", &[]);
    }
}

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let mut message = request();
    message.extend([0xf8, 0x3f, 0x01]);
    assert_eq!(post(frame(&message)).await.code(), Code::Ok);
}

#[tokio::test]
async fn a_message_may_be_as_large_as_the_limit() {
    let of_size = |bytes: usize| {
        // The tag of the position and a length of three bytes come first.
        let position = Some("x".repeat(bytes - 4));
        let message = proto::LegalMovesRequest { position, ..Default::default() }.encode_to_vec();
        assert_eq!(message.len(), bytes);
        frame(&message)
    };
    let limit = Limits::default().body_bytes;
    assert_eq!(refusal(&post(of_size(limit)).await).reason, "MALFORMED_POSITION");
    let announced = [&[0][..], &u32::MAX.to_be_bytes()[..]].concat();
    // Several messages count as one.
    let several = frame(&request()).repeat(10_000);
    for body in [of_size(limit + 1), frame(&vec![0; 5_000_000]), announced, several] {
        assert_refused(&post(body).await, ResourceExhausted, "TOO_LARGE", &[]);
    }
}

#[tokio::test]
async fn unknown_methods_and_services_are_not_found() {
    for path in ["/mancala.v1.MancalaService/Resign", "/mancala.v2.MancalaService/LegalMoves", "/", "/a/b/c"] {
        let answer = send(Call::new(path, "application/grpc", frame(&[]))).await;
        assert_refused(&answer.grpc_status(), Unimplemented, "NOT_FOUND", &[]);
        assert_eq!(answer.headers["content-type"], "application/grpc");
        assert!(answer.body.is_empty());
    }
}

#[tokio::test]
async fn other_formats_methods_and_encodings_are_refused() {
    let call = |content_type| Call::new(LEGAL_MOVES, content_type, frame(&request()));
    for content_type in ["application/grpc+json", "application/grpc-web+json"] {
        let status = send(call(content_type)).await.grpc_status();
        assert_refused(&status, InvalidArgument, "UNSUPPORTED_MEDIA_TYPE", &[]);
    }
    let answer = send(Call { method: Method::PUT, ..call("application/grpc") }).await;
    assert_refused(&answer.grpc_status(), Unimplemented, "METHOD_NOT_ALLOWED", &[]);
    let answer = send(call("application/grpc").with("grpc-encoding", "snappy")).await;
    assert_refused(&answer.grpc_status(), Unimplemented, "UNSUPPORTED_MEDIA_TYPE", &[]);
    assert_eq!(answer.headers["grpc-accept-encoding"], "identity");
}
