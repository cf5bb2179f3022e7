//! Messages with a head of flags and length, which Connect and gRPC write alike.

use ayla_api::error::{Error, Reason, Result};
use ayla_api::form::too_large;
use ayla_api::words::Message;
use bytes::{Buf, BufMut, Bytes, BytesMut};
use http::HeaderMap;
use http_body_util::BodyExt;
use hyper::body::Body;
use std::fmt::Display;

/// The flag of a message that is compressed.
pub(super) const COMPRESSED: u8 = 1;
/// The flag of the end of a stream over Connect.
pub(super) const END: u8 = 2;

/// The bytes before each message: the flags, and its length.
const HEAD_BYTES: usize = 5;

/// A message with its flags.
pub(super) struct Frame {
    pub(super) flags: u8,
    pub(super) message: Bytes,
}

impl Frame {
    /// The bytes of the frame.
    pub(super) fn written(&self) -> Bytes {
        let mut bytes = BytesMut::with_capacity(HEAD_BYTES + self.message.len());
        bytes.put_u8(self.flags);
        // No message is as long as 4 GiB.
        bytes.put_u32(u32::try_from(self.message.len()).unwrap_or(u32::MAX));
        bytes.extend_from_slice(&self.message);
        bytes.freeze()
    }
}

/// The frames of a body.
pub(super) struct Frames<B> {
    body: B,
    /// What has arrived of the next frames.
    arrived: BytesMut,
    trailers: Option<HeaderMap>,
    /// The most bytes of a message.
    most: usize,
}

impl<B: Body<Data = Bytes, Error: Display> + Unpin> Frames<B> {
    pub(super) fn new(body: B, most: usize) -> Self {
        Self { body, arrived: BytesMut::new(), trailers: None, most }
    }

    /// The next frame; none at the end.
    ///
    /// # Errors
    ///
    /// `TOO_LARGE`; `MALFORMED_REQUEST` for a body that ends within a frame, or cannot be read.
    pub(super) async fn next(&mut self) -> Result<Option<Frame>> {
        let unreadable = || Error::new(Reason::MalformedRequest, Message::new("message-unreadable"));
        loop {
            if let Some(mut head) = self.arrived.get(..HEAD_BYTES) {
                let flags = head.get_u8();
                let length = head.get_u32() as usize;
                if length > self.most {
                    return Err(too_large(self.most));
                }
                if self.arrived.len() >= HEAD_BYTES + length {
                    self.arrived.advance(HEAD_BYTES);
                    return Ok(Some(Frame { flags, message: self.arrived.split_to(length).freeze() }));
                }
            }
            match self.body.frame().await {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.arrived.extend_from_slice(&data),
                    Err(other) => self.trailers = other.into_trailers().ok(),
                },
                Some(Err(error)) => return Err(unreadable().with_cause(error.to_string())),
                None if self.arrived.is_empty() => return Ok(None),
                None => return Err(unreadable()),
            }
        }
    }

    /// The trailers, if any have arrived.
    pub(super) fn into_trailers(self) -> Option<HeaderMap> {
        self.trailers
    }
}
