//! Answers over HTTP/2 that leave whole, so that a connection that breaks has either all of an answer or nothing.
//!
//! hyper runs each call in a task of its own, which writes the head of the answer, its data and its trailers one after
//! the other. On another thread, the connection could send the head by itself. If the process were killed then, a proxy
//! or a client would have a response without a status, which neither retries: a gRPC client retries a call only until
//! its response begins.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use futures_util::task::AtomicWaker;
use hyper::rt::Executor;

/// The answers of a connection that its calls are writing.
///
/// An answer is being written from when its handler is done until the turn of its call is over. By then all of it is
/// written, or the rest has to wait: for more of a stream, or for room in the buffer.
#[derive(Debug, Default)]
pub(super) struct Writing {
    begun: AtomicU64,
    ended: AtomicU64,
    /// Wakes the connection when an answer is written.
    waker: AtomicWaker,
}

impl Writing {
    /// Whether an answer is being written.
    #[cfg(test)]
    pub(super) fn is_writing(&self) -> bool {
        self.begun.load(Ordering::Acquire) != self.ended()
    }

    /// How many answers have been written.
    pub(super) fn ended(&self) -> u64 {
        self.ended.load(Ordering::Acquire)
    }

    /// Waits until the connection may send what it has taken from its calls. `ended` is the count of ended answers from
    /// before it took that.
    ///
    /// If every answer that has begun had ended by then, the connection has taken each as a whole. Otherwise it is
    /// woken to take the rest.
    pub(super) fn poll_whole(&self, ended: u64, context: &Context<'_>) -> Poll<()> {
        let begun = self.begun.load(Ordering::Acquire);
        if begun == ended {
            return Poll::Ready(());
        }
        self.waker.register(context.waker());
        if self.ended() == begun {
            context.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

thread_local! {
    /// The answer that the call on this thread has begun in its present turn.
    static BEGUN: Cell<Option<Begun>> = const { Cell::new(None) };
}

/// An answer that is being written, until this is dropped.
struct Begun(Arc<Writing>);

impl Drop for Begun {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Ordering::AcqRel);
        self.0.waker.wake();
    }
}

/// Begins the answer of the call that runs on this thread, whose connection has these answers. It ends with the call's
/// turn.
pub(super) fn begin(writing: &Arc<Writing>) {
    writing.begun.fetch_add(1, Ordering::AcqRel);
    BEGUN.set(Some(Begun(Arc::clone(writing))));
}

/// Runs the calls of HTTP/2 connections as tasks.
#[derive(Copy, Clone, Debug)]
pub(super) struct Calls;

impl<F: Future + Send + 'static> Executor<F> for Calls {
    fn execute(&self, call: F) {
        tokio::spawn(async move {
            let mut call = pin!(call);
            poll_fn(|context| {
                let _turn = Turn;
                call.as_mut().poll(context).map(drop)
            })
            .await;
        });
    }
}

/// The turn of a call, until this is dropped, also by a panic.
struct Turn;

impl Drop for Turn {
    fn drop(&mut self) {
        drop(BEGUN.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::IoSlice;
    use std::time::Duration;

    use futures_util::FutureExt;
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};
    use tokio::time::timeout;

    use crate::connection::Connection;
    use crate::end::Turns;
    use crate::socket;

    #[tokio::test]
    async fn a_connection_sends_no_part_of_an_answer_that_is_being_written() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let mut client = TcpStream::connect(listener.local_addr().expect("bound")).await.expect("it listens");
        let (stream, peer) = listener.accept().await.expect("a connection");
        let (_read, sender) = socket::split(stream, Duration::from_secs(10)).expect("options can be set");
        let state = Arc::new(Connection::new(peer, false, None, Arc::downgrade(&sender)));
        // In its first turn, the connection takes the head from a call on another thread, and in the second one the
        // rest.
        let mut pieces = ["head ", "rest"].into_iter();
        let mut connection = pin!(poll_fn(|context| {
            if let Some(piece) = pieces.next() {
                if piece == "head " {
                    begin(&state.writing);
                }
                let _written = sender.poll_write(context, &[IoSlice::new(piece.as_bytes())]);
            }
            Poll::Pending
        }));
        let mut turns = pin!(Turns::new(connection.as_mut(), &state, false));
        assert!(turns.as_mut().now_or_never().is_none());
        assert!(
            timeout(Duration::from_millis(50), client.peek(&mut [0])).await.is_err(),
            "the head was sent by itself"
        );
        drop(Turn);
        assert!(turns.as_mut().now_or_never().is_none());
        let mut received = [0; 64];
        let count = client.read(&mut received).await.expect("open");
        assert_eq!(&received[..count], b"head rest");
    }
}
