//! Request bodies that do not keep the service waiting for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

/// A request body that ends in an error when it has not arrived in time.
///
/// The clock is of the body as a whole: one that trickles is late too. It bounds the caller's part of a call, not the
/// answer: a suggestion may take longer. A body that is there already, as most are, costs no timer.
#[derive(Debug)]
pub(super) struct TimedBody {
    body: Incoming,
    time: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl TimedBody {
    /// This body, which may take so long to arrive from the first time that it is waited for.
    pub(super) const fn new(body: Incoming, time: Duration) -> Self {
        Self { body, time, deadline: None }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let time = self.time;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(time)));
        ready!(deadline.as_mut().poll(context));
        let late = format!("it did not arrive within {} milliseconds", time.as_millis());
        Poll::Ready(Some(Err(io::Error::new(io::ErrorKind::TimedOut, late).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
