//! Bodies of answers, tracked until the client has read them.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use hyper::body::{Body, Frame, SizeHint};

use crate::grpc::DetailedBody;

use super::call::{Call, Running};
use super::timeouts::InFlight;

/// The body of an answer. The call ends when it is dropped.
#[derive(Debug)]
pub(super) struct Answer {
    content: Content,
    call: Call,
    in_flight: Option<InFlight>,
}

/// The body that a transport answers with.
#[derive(Debug)]
pub(super) enum Content {
    Grpc(DetailedBody),
    Web(tonic::body::Body),
    Http(axum::body::Body),
}

/// A piece of an answer.
///
/// An HTTP/2 connection accepts a whole answer as soon as its client has room for one byte, and buffers the rest. So each
/// piece is tracked until it is sent: it counts among the calls in flight, and the timeout of the client applies to it.
#[derive(Debug)]
pub(super) struct Piece {
    bytes: Bytes,
    in_flight: Option<InFlight>,
    _running: Option<Running>,
}

impl Answer {
    /// The answer to a call.
    pub(super) const fn new(content: Content, call: Call) -> Self {
        Self { content, call, in_flight: None }
    }

    /// Starts the timeout for a client that does not read, unless the call is long-lived.
    pub(super) fn track(&mut self, mut in_flight: InFlight) {
        if self.call.is_long_lived() {
            return;
        }
        // In a stream, each piece has its own timeout.
        if !self.call.is_streaming() {
            in_flight.answered();
        } else if let Some(max) = self.call.stream_time() {
            in_flight.stream(max);
        }
        self.in_flight = Some(in_flight);
    }

    fn piece(&mut self, bytes: Bytes) -> Piece {
        let in_flight =
            if self.is_end_stream() { self.in_flight.take() } else { self.in_flight.as_ref().map(InFlight::further) };
        Piece { bytes, in_flight, _running: self.call.take_guard() }
    }
}

impl Body for Answer {
    type Data = Piece;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Piece>, axum::BoxError>>> {
        let frame = match &mut self.content {
            Content::Grpc(body) => ready!(Pin::new(body).poll_frame(context)).map(|frame| frame.map_err(Into::into)),
            Content::Web(body) => ready!(Pin::new(body).poll_frame(context)).map(|frame| frame.map_err(Into::into)),
            Content::Http(body) => ready!(Pin::new(body).poll_frame(context)).map(|frame| frame.map_err(Into::into)),
        };
        if let Some(Ok(frame)) = &frame
            && let Some(trailers) = frame.trailers_ref()
        {
            self.call.record_grpc_status(trailers);
        }
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(|bytes| self.piece(bytes)))))
    }

    fn is_end_stream(&self) -> bool {
        match &self.content {
            Content::Grpc(body) => body.is_end_stream(),
            Content::Web(body) => body.is_end_stream(),
            Content::Http(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.content {
            Content::Grpc(body) => body.size_hint(),
            Content::Web(body) => body.size_hint(),
            Content::Http(body) => body.size_hint(),
        }
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
        if let Some(in_flight) = &mut self.in_flight {
            in_flight.progressed();
        }
    }
}
