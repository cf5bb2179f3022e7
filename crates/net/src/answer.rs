//! Response bodies, which keep their calls in flight until the client has taken them.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use hyper::body::{Body, Frame, SizeHint};

use super::connection::InFlight;
use super::content::{BoxError, Content};

/// A response body with its call.
#[derive(Debug)]
pub(super) struct ResponseBody {
    body: Content,
    call: Arc<InFlight>,
}

impl ResponseBody {
    pub(super) const fn new(body: Content, call: Arc<InFlight>) -> Self {
        Self { body, call }
    }
}

/// A piece of a response body, with which its call is in flight.
///
/// An HTTP/2 connection accepts a whole answer as soon as its client has room for one byte, and buffers the rest.
#[derive(Debug)]
pub(super) struct Piece {
    bytes: Bytes,
    _call: Arc<InFlight>,
}

impl Body for ResponseBody {
    type Data = Piece;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Piece>, BoxError>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let piece = |bytes| Piece { bytes, _call: Arc::clone(&self.call) };
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Buf for Piece {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
    }
}
