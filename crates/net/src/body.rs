//! The bodies of requests, which have a time to arrive, and those of responses, which keep their calls in flight until
//! the client has taken them.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Buf, Bytes};
use http_body_util::combinators::UnsyncBoxBody;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep_until, timeout};

use super::connection::{Connection, InFlight};

/// An error of a body or a connection.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The body of a response, of any kind, so that connections are compiled once.
pub type Content = UnsyncBoxBody<Bytes, BoxError>;

/// The most bytes of an unwanted body that are read so that its connection can be kept.
const MAX_UNWANTED: u64 = 64 * 1_024;
/// The time in which an unwanted body must arrive.
const UNWANTED_TIME: Duration = Duration::from_secs(1);

/// A request body that ends in an error if it does not arrive in time, counted from the head of its request.
///
/// If the service does not read it to its end, the rest is read and dropped after the answer, unless it is large or
/// late. To close the connection instead would lose the answer for a client that is still sending, and some clients
/// report a reset stream as an error.
#[derive(Debug)]
pub struct RequestBody {
    /// Taken when this is dropped.
    body: Option<Incoming>,
    time: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
    call: Arc<InFlight>,
    /// Whether the client waits for `100 Continue`, which is sent when the body is first polled.
    expected: bool,
}

impl RequestBody {
    pub(super) const fn new(body: Incoming, time: Duration, call: Arc<InFlight>, expects: bool) -> Self {
        Self { body: Some(body), time, deadline: None, call, expected: expects }
    }

    /// The call of the request.
    pub const fn call(&self) -> &Arc<InFlight> {
        &self.call
    }

    /// Whether the body is too large to be read and dropped.
    pub(super) fn is_large(&self) -> bool {
        self.size_hint().lower() > MAX_UNWANTED
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let late = self.deadline.as_ref().is_some_and(|deadline| deadline.is_elapsed());
        if late || self.expected || self.is_large() || self.is_end_stream() {
            return;
        }
        if let Some(body) = self.body.take() {
            // The call may end before.
            let connection = Arc::clone(&self.call.connection);
            tokio::spawn(timeout(UNWANTED_TIME, discard(body, connection)));
        }
    }
}

/// Reads the next frame of a body.
fn poll_read(
    body: &mut Incoming,
    connection: &Connection,
    context: &mut Context<'_>,
) -> Poll<Option<hyper::Result<Frame<Bytes>>>> {
    let frame = Pin::new(body).poll_frame(context);
    if let Poll::Ready(Some(Ok(frame))) = &frame {
        connection.unread.read(frame.data_ref().map_or(0, Bytes::len));
    }
    frame
}

/// Reads a body to its end, unless it is large.
async fn discard(mut body: Incoming, connection: Arc<Connection>) {
    let mut left = MAX_UNWANTED;
    while let Some(Ok(frame)) = poll_fn(|context| poll_read(&mut body, &connection, context)).await {
        let length = frame.data_ref().map_or(0, Bytes::len) as u64;
        let Some(rest) = left.checked_sub(length) else { return };
        left = rest;
        // hyper keeps the end to itself until the next head, unless the length was not known before.
        if body.is_end_stream() {
            break;
        }
    }
    connection.forget_head();
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        this.expected = false;
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = poll_read(body, &this.call.connection, context) {
            if frame.is_none() || body.is_end_stream() {
                this.call.complete();
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let (begun, _) = this.call.arrival();
        let deadline = this.deadline.get_or_insert_with(|| Box::pin(sleep_until(begun + this.time)));
        ready!(deadline.as_mut().poll(context));
        let late = format!("it did not arrive within {} milliseconds", this.time.as_millis());
        Poll::Ready(Some(Err(io::Error::new(io::ErrorKind::TimedOut, late).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

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

/// A piece of a response body, which keeps its call in flight.
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
