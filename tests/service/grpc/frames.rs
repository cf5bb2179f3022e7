//! Errors raised before a handler is reached have the same form as others.

use ayla::proto;
use ayla::service::Limits;
use bytes::Bytes;
use http::{HeaderMap, Method};
use prost::Message;
use tonic::Code::{InvalidArgument, ResourceExhausted, Unimplemented};
use tonic::{Code, Status};

use super::server::{framed, refusal, refused, request, send, serve};

const LEGAL_MOVES: &str = "/mancala.v1.MancalaService/LegalMoves";
const GRPC: (&str, &str) = ("content-type", "application/grpc");

async fn call(method: Method, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> (HeaderMap, Bytes, Status) {
    let server = serve(Limits::default()).await;
    let request = request(method, &format!("http://{}{path}", server.address), headers, body);
    let (headers, body, trailers) = send(&mut server.channel().await, request).await;
    let status = Status::from_header_map(&headers).or_else(|| Status::from_header_map(&trailers?));
    (headers, body, status.expect("a status"))
}

async fn post(path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Status {
    call(Method::POST, path, headers, body).await.2
}

fn legal_moves_request() -> Vec<u8> {
    let position = Some("awale 444444/444444 0/0 s".to_owned());
    proto::LegalMovesRequest { position, ..Default::default() }.encode_to_vec()
}

#[tokio::test]
async fn a_request_framed_by_hand_is_answered() {
    for content_type in ["application/grpc", "application/grpc+proto"] {
        let headers = [("content-type", content_type)];
        let (_, body, status) = call(Method::POST, LEGAL_MOVES, &headers, framed(&legal_moves_request())).await;
        assert_eq!(status.code(), Code::Ok);
        let answer = proto::LegalMovesResponse::decode(&body[5..]).expect("a message");
        assert_eq!(answer.legal_moves.len(), 6);
    }
}

#[tokio::test]
async fn an_unreadable_message_is_malformed() {
    let undecodable = framed(&[0x0a, 0xff, 0xff]);
    let not_utf8 = framed(&[0x0a, 0x01, 0xff]);
    let wrong_type = framed(&[0x08, 0x01]);
    let cut_short = framed(&legal_moves_request())[..9].to_vec();
    let bad_flag = vec![2, 0, 0, 0, 0];
    let compressed_by_nothing = vec![1, 0, 0, 0, 0];
    let no_message = Vec::new();
    for body in [undecodable, not_utf8, wrong_type, cut_short, bad_flag, compressed_by_nothing, no_message] {
        let status = post(LEGAL_MOVES, &[GRPC], body.clone()).await;
        assert_eq!(refusal(&status), refused(InvalidArgument, "MALFORMED_REQUEST", &[]), "{body:?}");
    }
}

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let mut message = legal_moves_request();
    message.extend([0xf8, 0x3f, 0x01]);
    assert_eq!(post(LEGAL_MOVES, &[GRPC], framed(&message)).await.code(), Code::Ok);
}

#[tokio::test]
async fn a_message_may_be_as_large_as_the_limit() {
    let of_size = |bytes: usize| {
        // The position's tag and a length of three bytes come first.
        let position = Some("x".repeat(bytes - 4));
        let message = proto::LegalMovesRequest { position, ..Default::default() }.encode_to_vec();
        assert_eq!(message.len(), bytes);
        framed(&message)
    };
    let limit = Limits::default().body_bytes;
    let status = post(LEGAL_MOVES, &[GRPC], of_size(limit)).await;
    assert_eq!(refusal(&status).reason, "MALFORMED_POSITION");
    for body in [of_size(limit + 1), framed(&vec![0; 5_000_000])] {
        let status = post(LEGAL_MOVES, &[GRPC], body).await;
        assert_eq!(refusal(&status), refused(ResourceExhausted, "TOO_LARGE", &[]));
    }
    let announced = [&[0][..], &u32::MAX.to_be_bytes()[..]].concat();
    let status = post(LEGAL_MOVES, &[GRPC], announced).await;
    assert_eq!(refusal(&status), refused(ResourceExhausted, "TOO_LARGE", &[]));
}

#[tokio::test]
async fn several_messages_count_as_one_against_the_size_limit() {
    let body = framed(&legal_moves_request()).repeat(10_000);
    let status = post(LEGAL_MOVES, &[GRPC], body).await;
    assert_eq!(refusal(&status), refused(ResourceExhausted, "TOO_LARGE", &[]));
}

#[tokio::test]
async fn unknown_methods_and_services_are_not_found() {
    for path in ["/mancala.v1.MancalaService/Resign", "/mancala.v2.MancalaService/LegalMoves", "/", "/a/b/c"] {
        let (headers, body, status) = call(Method::POST, path, &[GRPC], framed(&[])).await;
        assert_eq!(refusal(&status), refused(Unimplemented, "NOT_FOUND", &[]), "{path}");
        assert_eq!(headers["content-type"], "application/grpc");
        assert!(body.is_empty());
    }
}

#[tokio::test]
async fn other_formats_methods_and_encodings_are_refused() {
    let body = || framed(&legal_moves_request());
    for content_type in ["application/grpc+json", "application/grpc-web+json", "text/plain"] {
        let status = post(LEGAL_MOVES, &[("content-type", content_type)], body()).await;
        assert_eq!(refusal(&status), refused(InvalidArgument, "UNSUPPORTED_MEDIA_TYPE", &[]), "{content_type}");
    }
    let (_, _, status) = call(Method::PUT, LEGAL_MOVES, &[GRPC], body()).await;
    assert_eq!(refusal(&status), refused(Unimplemented, "METHOD_NOT_ALLOWED", &[]));
    let headers = [GRPC, ("grpc-encoding", "snappy")];
    let (headers, _, status) = call(Method::POST, LEGAL_MOVES, &headers, body()).await;
    assert_eq!(refusal(&status), refused(Unimplemented, "UNSUPPORTED_MEDIA_TYPE", &[]));
    assert_eq!(headers["grpc-accept-encoding"], "identity");
}
