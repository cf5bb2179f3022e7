//! The transport of a call, by the head of its request.

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};

use crate::service::call::Transport;

/// The prefix of the content types of gRPC and gRPC-web.
const GRPC: &[u8] = b"application/grpc";
/// What follows it in the content types of gRPC-web.
const WEB: &[u8] = b"-web";

/// The transport of a request with these headers.
pub(super) fn transport(headers: &HeaderMap) -> Transport {
    let kind = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let begins = |kind: &[u8], with: &[u8]| kind.get(..with.len()).is_some_and(|b| b.eq_ignore_ascii_case(with));
    if !begins(kind, GRPC) {
        Transport::Http
    } else if begins(&kind[GRPC.len()..], WEB) {
        Transport::GrpcWeb
    } else {
        Transport::Grpc
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_type_determines_the_transport() {
        for (content_type, expected) in [
            ("application/grpc", Transport::Grpc),
            ("Application/gRPC+proto", Transport::Grpc),
            ("application/grpc-web-text", Transport::GrpcWeb),
            ("application/json", Transport::Http),
            ("app", Transport::Http),
            ("", Transport::Http),
        ] {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(content_type))]);
            assert_eq!(transport(&headers), expected, "{content_type}");
        }
    }
}
