//! The base64 of gRPC-web text. A caller encodes each piece of its request by itself, so padding may stand between two
//! pieces, as in the answers of every server. tonic-web 0.14.9 decodes what has arrived as one piece and refuses
//! padding within it, so this body decodes the request first, and tonic-web is told that it is binary.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Request};
use hyper::body::{Frame, SizeHint};
use tonic::Status;
use tonic::body::Body;

const TEXT: [&[u8]; 2] = [b"application/grpc-web-text", b"application/grpc-web-text+proto"];
const BINARY: HeaderValue = HeaderValue::from_static("application/grpc-web+proto");

/// The digits that stand for one to three bytes.
const GROUP: usize = 4;

/// The request as a binary one if it is text; any other request unchanged.
pub(super) fn decoded(mut request: Request<Body>) -> Request<Body> {
    match request.headers_mut().get_mut(CONTENT_TYPE) {
        Some(kind) if TEXT.contains(&kind.as_bytes()) => *kind = BINARY,
        _ => return request,
    }
    request.map(|body| Body::new(Decoded { body, digits: Vec::new() }))
}

/// A body that is decoded as it arrives.
#[derive(Debug)]
struct Decoded {
    body: Body,
    /// The digits of a group that is not complete yet.
    digits: Vec<u8>,
}

/// The bytes that groups of digits stand for; nothing if they are malformed.
fn decode(digits: &[u8]) -> Option<Bytes> {
    let mut bytes = Vec::with_capacity(digits.len() / GROUP * 3);
    for group in digits.chunks(GROUP) {
        let mut decoded = [0; 3];
        let length = STANDARD.decode_slice(group, &mut decoded).ok()?;
        bytes.extend_from_slice(&decoded[..length]);
    }
    Some(bytes.into())
}

impl hyper::body::Body for Decoded {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let malformed = || Status::internal("malformed base64");
        loop {
            let data = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                None if self.digits.is_empty() => return Poll::Ready(None),
                None => {
                    self.digits.clear();
                    return Poll::Ready(Some(Err(malformed())));
                }
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            };
            self.digits.extend_from_slice(&data);
            let complete = self.digits.len() / GROUP * GROUP;
            if complete > 0 {
                let bytes = decode(&self.digits[..complete]).ok_or_else(malformed);
                self.digits.drain(..complete);
                return Poll::Ready(Some(bytes.map(Frame::data)));
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        let digits = self.body.size_hint();
        let mut bytes = SizeHint::new();
        bytes.set_lower(digits.lower() / GROUP as u64);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_may_stand_between_pieces() {
        for (digits, bytes) in [
            ("", Some(&b""[..])),
            ("AAECAw==", Some(&[0, 1, 2, 3])),
            ("AA==AQ==AgM=", Some(&[0, 1, 2, 3])),
            ("AA==AQ==AgM=BA==", Some(&[0, 1, 2, 3, 4])),
            ("====", None),
            ("A===", None),
            ("AA=A", None),
            ("!!!!", None),
            ("AAECAw", None),
        ] {
            assert_eq!(decode(digits.as_bytes()).as_deref(), bytes, "{digits}");
        }
    }
}
