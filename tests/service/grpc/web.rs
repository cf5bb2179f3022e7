//! gRPC-web over HTTP/1.1, framed by hand.

use ayla::proto;
use ayla::service::Limits;
use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode};
use http_body_util::BodyExt;
use hyper_util::rt::TokioIo;
use prost::Message;
use tokio::net::TcpStream;
use tonic::Code::{self, InvalidArgument, NotFound, ResourceExhausted, Unimplemented};
use tonic::Status;

use super::server::{framed, refusal, refused, request, serve};

const GET_VARIANT: &str = "/mancala.v1.MancalaService/GetVariant";

/// The answer to a request over HTTP/1.1.
async fn call(method: Method, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> (HeaderMap, Bytes) {
    let server = serve(Limits::default()).await;
    let stream = TcpStream::connect(server.address).await.expect("the server listens");
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("http/1");
    tokio::spawn(connection);
    let mut request = request(method, path, headers, body);
    request.headers_mut().insert("host", "localhost".parse().expect("a host"));
    let response = sender.send_request(request).await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK);
    let (parts, body) = response.into_parts();
    (parts.headers, body.collect().await.expect("a body").to_bytes())
}

fn get_variant(name: &str) -> Vec<u8> {
    framed(&proto::GetVariantRequest { variant: name.to_owned() }.encode_to_vec())
}

/// The message of a body and the trailers in it.
fn parts(body: &[u8]) -> (Vec<u8>, String) {
    let (mut message, mut trailers, mut rest) = (Vec::new(), String::new(), body);
    while let [flags, a, b, c, d, after @ ..] = rest {
        let (frame, next) = after.split_at(u32::from_be_bytes([*a, *b, *c, *d]) as usize);
        match flags {
            0 => message.extend(frame),
            0x80 => trailers.push_str(std::str::from_utf8(frame).expect("text")),
            other => panic!("a frame with the flags {other}"),
        }
        rest = next;
    }
    assert!(rest.is_empty());
    (message, trailers)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn to_base64(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for group in bytes.chunks(3) {
        let number = (0..3).fold(0, |number, at| number << 8 | usize::from(*group.get(at).unwrap_or(&0)));
        let digits = [18, 12, 6, 0].map(|shift| ALPHABET[number >> shift & 63]);
        text.extend(&digits[..=group.len()]);
        text.resize(text.len() + 3 - group.len(), b'=');
    }
    text
}

/// Reads base64 whose padding may stand within, where one piece ends and another begins.
fn from_base64(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for digits in text.chunks(4) {
        let padding = digits.iter().filter(|&&digit| digit == b'=').count();
        let value = |digit: &u8| ALPHABET.iter().position(|known| known == digit).unwrap_or(0);
        let number = digits.iter().fold(0, |number, digit| number << 6 | value(digit));
        bytes.extend(&[number >> 16, number >> 8, number].map(|byte| byte as u8)[..3 - padding]);
    }
    bytes
}

#[tokio::test]
async fn a_call_is_answered() {
    for content_type in ["application/grpc-web", "application/grpc-web+proto"] {
        let (headers, body) =
            call(Method::POST, GET_VARIANT, &[("content-type", content_type)], get_variant("awale")).await;
        assert_eq!(headers["content-type"], "application/grpc-web+proto");
        let (message, trailers) = parts(&body);
        let answer = proto::GetVariantResponse::decode(&message[..]).expect("a message");
        assert_eq!(answer.variant.expect("given").name, "awale");
        assert_eq!(trailers.trim_end(), "grpc-status:0");
    }
}

#[tokio::test]
async fn a_base64_call_gets_a_base64_answer() {
    let content_type = "application/grpc-web-text";
    let headers = [("content-type", content_type), ("accept", content_type)];
    let (headers, body) = call(Method::POST, GET_VARIANT, &headers, to_base64(&get_variant("andada"))).await;
    assert_eq!(headers["content-type"], "application/grpc-web-text+proto");
    let (message, trailers) = parts(&from_base64(&body));
    let answer = proto::GetVariantResponse::decode(&message[..]).expect("a message");
    assert_eq!(answer.variant.expect("given").name, "andada");
    assert_eq!(trailers.trim_end(), "grpc-status:0");
}

#[tokio::test]
async fn a_deadline_in_the_past_still_returns_a_legal_move() {
    // Here, since a gRPC client would not wait for it.
    let position = Some("awale 444444/444444 0/0 s".to_owned());
    let message = proto::SuggestMoveRequest { position, nodes: Some(u64::MAX), ..Default::default() }.encode_to_vec();
    let headers = [("content-type", "application/grpc-web"), ("grpc-timeout", "0n")];
    let (_, body) = call(Method::POST, "/mancala.v1.MancalaService/SuggestMove", &headers, framed(&message)).await;
    let (message, trailers) = parts(&body);
    assert_eq!(trailers.trim_end(), "grpc-status:0");
    let answer = proto::SuggestMoveResponse::decode(&message[..]).expect("a message");
    assert_eq!((answer.r#move.as_str(), answer.depth), ("1", 0));
    assert_eq!(answer.certainty(), proto::Certainty::Estimated);
}

#[tokio::test]
async fn errors_have_the_same_form() {
    let web = &[("content-type", "application/grpc-web")][..];
    let text = &[("content-type", "application/grpc-web-text")][..];
    let too_large = framed(&vec![0; Limits::default().body_bytes + 1]);
    for (path, headers, body, code, reason, fields) in [
        (GET_VARIANT, web, get_variant("chess"), NotFound, "UNKNOWN_VARIANT", &["variant"][..]),
        (GET_VARIANT, web, framed(&[0xff]), InvalidArgument, "MALFORMED_REQUEST", &[]),
        (GET_VARIANT, text, b"!!!!".to_vec(), InvalidArgument, "MALFORMED_REQUEST", &[]),
        (GET_VARIANT, text, b"AAA".to_vec(), InvalidArgument, "MALFORMED_REQUEST", &[]),
        (GET_VARIANT, web, too_large, ResourceExhausted, "TOO_LARGE", &[]),
        ("/mancala.v1.MancalaService/Resign", web, framed(&[]), Unimplemented, "NOT_FOUND", &[]),
        ("/", web, framed(&[]), Unimplemented, "NOT_FOUND", &[]),
    ] {
        let (headers, _) = call(Method::POST, path, headers, body).await;
        let status = Status::from_header_map(&headers).expect("a status");
        assert_eq!(refusal(&status), refused(code, reason, fields), "{path}");
    }
}

#[tokio::test]
async fn a_request_that_is_not_grpc_web_is_refused_with_a_hint() {
    let refused_as = async |method, content_type| {
        let (headers, _) = call(method, GET_VARIANT, &[("content-type", content_type)], get_variant("awale")).await;
        refusal(&Status::from_header_map(&headers).expect("a status"))
    };
    let unsupported = |code: Code, reason| refused(code, reason, &[]);
    let found = refused_as(Method::POST, "application/grpc").await;
    assert_eq!(found, unsupported(InvalidArgument, "UNSUPPORTED_MEDIA_TYPE"));
    let found = refused_as(Method::PUT, "application/grpc-web").await;
    assert_eq!(found, unsupported(Unimplemented, "METHOD_NOT_ALLOWED"));
}
