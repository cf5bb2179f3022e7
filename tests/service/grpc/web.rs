//! gRPC-web over HTTP/1.1, framed by hand.

use ayla::proto;
use ayla::service::Limits;
use ayla_test_server::http2::{frame, frames};
use ayla_test_server::{Reply, START, Server};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use prost::Message;
use tonic::Code::{InvalidArgument, NotFound, ResourceExhausted, Unimplemented};
use tonic::Status;

use super::assert_refused;

const GET_VARIANT: &str = "/mancala.v1.MancalaService/GetVariant";

/// The answer to a request over HTTP/1.1.
async fn call(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let server = Server::shared();
    let reply = server.json().await.send(method, path, headers, body).await;
    assert_eq!(reply.status, 200);
    reply
}

fn get_variant(name: &str) -> Vec<u8> {
    frame(&proto::GetVariantRequest { variant: name.to_owned(), locale: None }.encode_to_vec())
}

/// The message of a body. The trailers after it must be those of a success.
fn message<M: Message + Default>(body: Bytes) -> M {
    let frames = frames(body);
    let [(0, message), (0x80, trailers)] = &frames[..] else { panic!("{frames:?}") };
    assert!(trailers.starts_with(b"grpc-status:0\r\nx-request-id:"), "{trailers:?}");
    M::decode(&message[..]).expect("a message")
}

#[tokio::test]
async fn a_call_is_answered() {
    for content_type in ["application/grpc-web", "application/grpc-web+proto"] {
        let reply = call("POST", GET_VARIANT, &[("content-type", content_type)], &get_variant("awale")).await;
        assert_eq!(reply.headers["content-type"], "application/grpc-web+proto");
        let answer: proto::GetVariantResponse = message(reply.body);
        assert_eq!(answer.variant.expect("given").name, "awale");
    }
}

#[tokio::test]
async fn a_base64_call_gets_a_base64_answer() {
    let content_type = "application/grpc-web-text";
    let headers = [("content-type", content_type), ("accept", content_type)];
    let reply = call("POST", GET_VARIANT, &headers, STANDARD.encode(get_variant("andada")).as_bytes()).await;
    assert_eq!(reply.headers["content-type"], "application/grpc-web-text+proto");
    // There may be padding within, where one piece ends and another begins.
    let body: Vec<u8> = reply.body.chunks(4).flat_map(|digits| STANDARD.decode(digits).expect("base64")).collect();
    let answer: proto::GetVariantResponse = message(body.into());
    assert_eq!(answer.variant.expect("given").name, "andada");
}

#[tokio::test]
async fn a_deadline_in_the_past_is_exceeded() {
    // A gRPC client would not wait for it.
    let position = Some(START.to_owned());
    let asked = proto::SuggestMoveRequest { position, nodes: Some(u64::MAX), ..Default::default() }.encode_to_vec();
    let headers = [("content-type", "application/grpc-web"), ("grpc-timeout", "0n")];
    let reply = call("POST", "/mancala.v1.MancalaService/SuggestMove", &headers, &frame(&asked)).await;
    assert_eq!(reply.headers["grpc-status"], "4");
}

#[tokio::test]
async fn errors_have_the_same_form() {
    let grpc = "application/grpc";
    let web = "application/grpc-web";
    let text = "application/grpc-web-text";
    let too_large = frame(&vec![0; Limits::default().body_bytes + 1]);
    for (method, path, content_type, body, code, reason, fields) in [
        ("POST", GET_VARIANT, web, get_variant("chess"), NotFound, "UNKNOWN_VARIANT", &["variant"][..]),
        ("POST", GET_VARIANT, web, frame(&[0xff]), InvalidArgument, "MALFORMED_REQUEST", &[]),
        ("POST", GET_VARIANT, text, b"!!!!".to_vec(), InvalidArgument, "MALFORMED_REQUEST", &[]),
        ("POST", GET_VARIANT, text, b"AAA".to_vec(), InvalidArgument, "MALFORMED_REQUEST", &[]),
        ("POST", GET_VARIANT, web, too_large, ResourceExhausted, "TOO_LARGE", &[]),
        ("POST", "/mancala.v1.MancalaService/Resign", web, frame(&[]), Unimplemented, "NOT_FOUND", &[]),
        ("POST", "/", web, frame(&[]), Unimplemented, "NOT_FOUND", &[]),
        ("POST", GET_VARIANT, grpc, get_variant("awale"), InvalidArgument, "UNSUPPORTED_MEDIA_TYPE", &[]),
        ("PUT", GET_VARIANT, web, get_variant("awale"), Unimplemented, "METHOD_NOT_ALLOWED", &[]),
    ] {
        let reply = call(method, path, &[("content-type", content_type)], &body).await;
        let status = Status::from_header_map(&reply.headers).expect("a status");
        assert_refused(&status, code, reason, fields);
        assert_eq!(status.message().contains("needs HTTP/2"), content_type == grpc, "{}", status.message());
    }
}
