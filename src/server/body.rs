//! Request bodies: those that do not keep the service waiting for ever, and those that nobody reads to the end.

use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep, timeout};

use super::patience::Patience;

/// How much of a body that nobody wants is read all the same, so that its connection can be kept.
const MOST_UNWANTED: u64 = 64 * 1_024;
/// How long one that is answered without it is waited for.
const UNWANTED_TIME: Duration = Duration::from_secs(1);

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
        patience.unread.answered.store(false, Ordering::Release);
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

/// The body of a request over HTTP/1 that was answered without it: refused, most likely. It is in the way of the next
/// request of its connection.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Spares the others the lock.
    any: AtomicBool,
    /// Whether the answer is made: what is left from now on nobody reads.
    answered: AtomicBool,
    body: Mutex<Option<Incoming>>,
}

impl Unread {
    fn leave(&self, body: Incoming) {
        if self.answered.load(Ordering::Acquire) {
            return;
        }
        *self.body.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        self.any.store(true, Ordering::Release);
    }

    /// Reads it, if there is one, where it may take so long: whether the connection can go on. It cannot after a body
    /// that is large or late.
    ///
    /// A server that closed the connection instead might lose the answer with it: a caller who is still sending is told
    /// that the connection was reset.
    pub(super) async fn read(&self, time: Option<Duration>) -> bool {
        self.answered.store(true, Ordering::Release);
        if !self.any.swap(false, Ordering::Acquire) {
            return true;
        }
        let body = self.body.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (body, time) {
            (Some(body), Some(time)) if body.size_hint().lower() <= MOST_UNWANTED => {
                timeout(time, read(body)).await.unwrap_or_default()
            }
            (Some(_), _) => false,
            (None, _) => true,
        }
    }
}

/// Reads a body that nobody wants, as far as it is neither large nor late.
pub(super) async fn discard<B: Body<Data = Bytes>>(body: B) {
    let _ = timeout(UNWANTED_TIME, read(body)).await;
}

/// Reads a body to its end, unless it is too large.
async fn read<B: Body<Data = Bytes>>(body: B) -> bool {
    let mut body = pin!(body);
    let mut left = MOST_UNWANTED;
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let Ok(frame) = frame else { return false };
        let length = frame.data_ref().map_or(0, |data| data.len() as u64);
        let Some(rest) = left.checked_sub(length) else { return false };
        left = rest;
    }
    true
}
