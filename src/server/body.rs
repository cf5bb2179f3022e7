//! Request bodies with a timeout.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

use super::timeouts::Timeouts;

/// A request body that ends in an error if it does not arrive in time.
///
/// The timeout is for the whole body, so one that trickles is late too. It does not bound the answer: a suggestion may take
/// longer. A body that has arrived already, as most have, costs no timer.
#[derive(Debug)]
pub(super) struct TimedBody {
    /// Taken when this is dropped.
    body: Option<Incoming>,
    time: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
    /// The HTTP/1 connection, whose next request comes after the body.
    connection: Option<Arc<Timeouts>>,
}

impl TimedBody {
    /// A body that may take this time to arrive, from the moment it is first awaited.
    pub(super) const fn new(body: Incoming, time: Duration) -> Self {
        Self { body: Some(body), time, deadline: None, connection: None }
    }

    /// Leaves what is not read of a body over HTTP/1 to its connection, unless it was late.
    pub(super) fn on_http1(mut self, timeouts: &Arc<Timeouts>) -> Self {
        timeouts.unread.reset();
        self.connection = (!self.is_end_stream()).then(|| Arc::clone(timeouts));
        self
    }
}

impl Drop for TimedBody {
    fn drop(&mut self) {
        if let (Some(timeouts), Some(body)) = (self.connection.take(), self.body.take())
            && !body.is_end_stream()
        {
            if self.deadline.as_ref().is_some_and(|deadline| deadline.is_elapsed()) {
                timeouts.close_after_answer();
            } else {
                timeouts.unread.leave(body);
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
                self.connection = None;
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
