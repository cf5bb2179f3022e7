//! Answers on their way: followed until the caller has taken them.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use hyper::body::{Body, Frame, SizeHint};

use crate::grpc::Explained;

use super::call::{Call, Running};
use super::patience::Waiting;

/// The body of an answer. The call ends when it is dropped.
#[derive(Debug)]
pub(super) struct Answer {
    content: Content,
    call: Call,
    waiting: Option<Waiting>,
}

/// What a transport answers.
#[derive(Debug)]
pub(super) enum Content {
    Grpc(Explained),
    Web(tonic::body::Body),
    Http(axum::body::Body),
}

/// Some of an answer.
///
/// A connection over HTTP/2 takes an answer as a whole as soon as its caller has room for one byte, and keeps the rest
/// for as long as the caller likes. So what it keeps is followed until it is sent: it counts against the calls that may
/// run at once, and its caller is waited for.
#[derive(Debug)]
pub(super) struct Piece {
    bytes: Bytes,
    waiting: Option<Waiting>,
    _running: Option<Running>,
}

impl Answer {
    /// The answer to a call.
    pub(super) const fn new(content: Content, call: Call) -> Self {
        Self { content, call, waiting: None }
    }

    /// From now on the caller is waited for, unless the answer may last.
    pub(super) fn wait(&mut self, mut waiting: Waiting) {
        if self.call.may_last() {
            return;
        }
        // Of a stream each piece is waited for when it is ready.
        if !self.call.streams() {
            waiting.answered();
        } else if let Some(most) = self.call.stream_time() {
            waiting.streams(most);
        }
        self.waiting = Some(waiting);
    }

    fn piece(&mut self, bytes: Bytes) -> Piece {
        let waiting =
            if self.is_end_stream() { self.waiting.take() } else { self.waiting.as_ref().map(Waiting::further) };
        Piece { bytes, waiting, _running: self.call.leave() }
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
            self.call.told(trailers);
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
        if let Some(waiting) = &mut self.waiting {
            waiting.taken();
        }
    }
}
