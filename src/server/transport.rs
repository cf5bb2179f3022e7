//! What a call is, by the head of its request: the transport by which it comes, and the operation.

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Request};

use crate::service::operation::Operation;

ayla_rules::string_enum! {
    /// The way a call reached the service.
    pub enum Transport {
        /// gRPC over HTTP/2.
        Grpc = "grpc",
        /// gRPC-web, over HTTP/2 or HTTP/1.1.
        GrpcWeb = "grpc-web",
        /// JSON, or anything else over HTTP.
        Http = "http",
    }
}

/// The prefix of the content types of gRPC and gRPC-web.
const GRPC: &[u8] = b"application/grpc";
/// What follows it in the content types of gRPC-web.
const WEB: &[u8] = b"-web";

/// The transport and the operation of a request.
#[derive(Copy, Clone, Debug)]
pub(super) struct Route {
    pub(super) transport: Transport,
    pub(super) operation: Operation,
}

impl Route {
    /// The route of a request. It is found once and kept in the extensions.
    pub(super) fn of<B>(request: &mut Request<B>) -> Self {
        if let Some(route) = request.extensions().get() {
            return *route;
        }
        let transport = Transport::of(request.headers());
        let operation = match transport {
            Transport::Grpc | Transport::GrpcWeb => Operation::of_grpc(request.uri().path()),
            Transport::Http => Operation::of_http(request.uri().path()),
        };
        *request.extensions_mut().get_or_insert_with(|| Self { transport, operation })
    }
}

impl Transport {
    /// The transport of a request with these headers.
    fn of(headers: &HeaderMap) -> Self {
        let kind = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        let begins = |kind: &[u8], with: &[u8]| kind.get(..with.len()).is_some_and(|b| b.eq_ignore_ascii_case(with));
        if !begins(kind, GRPC) {
            Self::Http
        } else if begins(&kind[GRPC.len()..], WEB) {
            Self::GrpcWeb
        } else {
            Self::Grpc
        }
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
            assert_eq!(Transport::of(&headers), expected, "{content_type}");
        }
    }
}
