//! Request bodies: those that do not keep the service waiting for ever, and those that nobody reads to the end.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

use super::patience::Patience;

/// A request body that ends in an error when it has not arrived in time.
///
/// The clock is of the body as a whole: one that trickles is late too. It bounds the caller's part of a call, not the
/// answer: a suggestion may take longer. A body that is there already, as most are, costs no timer.
#[derive(Debug)]
pub(super) struct TimedBody {
    /// Until this is dropped.
    body: Option<Incoming>,
    time: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
    /// The connection that cannot go on before the body is read.
    blocks: Option<Arc<Patience>>,
}

impl TimedBody {
    /// This body, which may take so long to arrive from the first time that it is waited for.
    pub(super) const fn new(body: Incoming, time: Duration) -> Self {
        Self { body: Some(body), time, deadline: None, blocks: None }
    }

    /// The same, of a request over HTTP/1: what is not read of it is left to the connection, unless it was late.
    pub(super) fn blocks(mut self, patience: &Arc<Patience>) -> Self {
        patience.unread.reset();
        self.blocks = (!self.is_end_stream()).then(|| Arc::clone(patience));
        self
    }
}

impl Drop for TimedBody {
    fn drop(&mut self) {
        if let (Some(patience), Some(body)) = (self.blocks.take(), self.body.take())
            && !body.is_end_stream()
        {
            if self.deadline.as_ref().is_some_and(|deadline| deadline.is_elapsed()) {
                patience.answers_last();
            } else {
                patience.unread.leave(body);
            }
        }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            if frame.is_none() {
                self.blocks = None;
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let time = self.time;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(time)));
        ready!(deadline.as_mut().poll(context));
        let late = format!("it did not arrive within {} milliseconds", time.as_millis());
        Poll::Ready(Some(Err(io::Error::new(io::ErrorKind::TimedOut, late).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}
