//! The sending half of a stream, which gathers answers to send them together.

use std::io::{self, IoSlice};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use ayla_fair::lock;
use futures_util::FutureExt;
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;

/// The most bytes that wait to be sent together, and that the system keeps unsent.
pub(super) const MOST_UNSENT: usize = 16 * 1_024;

/// The half of a stream that sends, shared by the socket and the task that serves the connection.
#[derive(Debug)]
pub(super) struct Sender {
    stream: OwnedWriteHalf,
    /// The bytes that were written and not sent.
    unsent: Mutex<Vec<u8>>,
    /// Whether the bytes are sent by [`poll_send`](Self::poll_send) only, not by each flush.
    gathers: AtomicBool,
}

impl Sender {
    pub(super) fn new(stream: OwnedWriteHalf) -> Self {
        Self { stream, unsent: Mutex::default(), gathers: AtomicBool::new(false) }
    }

    pub(super) fn stream(&self) -> &TcpStream {
        self.stream.as_ref()
    }

    /// From now on keeps what is written until [`poll_send`](Self::poll_send), as far as there is room.
    pub(super) fn gather(&self) {
        self.gathers.store(true, Ordering::Relaxed);
    }

    /// Writes as much as there is room for.
    pub(super) fn poll_write(&self, context: &mut Context<'_>, pieces: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        if lock(&self.unsent).len() >= MOST_UNSENT {
            ready!(self.poll_send(context))?;
        }
        let mut unsent = lock(&self.unsent);
        let before = unsent.len();
        for piece in pieces {
            let room = MOST_UNSENT - unsent.len();
            unsent.extend_from_slice(&piece[..piece.len().min(room)]);
        }
        Poll::Ready(Ok(unsent.len() - before))
    }

    /// Sends what was written, unless it is gathered.
    pub(super) fn poll_flush(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.gathers.load(Ordering::Relaxed) { Poll::Ready(Ok(())) } else { self.poll_send(context) }
    }

    /// Sends what was written.
    pub(super) fn poll_send(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut unsent = lock(&self.unsent);
        let mut sent = 0;
        let done = loop {
            if sent == unsent.len() {
                break Poll::Ready(Ok(()));
            }
            match self.poll_try_send(context, &unsent[sent..]) {
                Poll::Ready(Ok(0)) => break Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(count)) => sent += count,
                Poll::Ready(Err(error)) => break Poll::Ready(Err(error)),
                Poll::Pending => break Poll::Pending,
            }
        };
        // Frees the memory, which an idle connection does not need.
        *unsent = unsent.split_off(sent);
        done
    }

    fn poll_try_send(&self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream().poll_write_ready(context))?;
            match self.stream().try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                tried => return Poll::Ready(tried),
            }
        }
    }

    /// Whether the client has closed its side of the stream, also when it sent bytes before that have not been read.
    pub(super) fn is_read_closed(&self) -> bool {
        let ready = self.stream.ready(Interest::READABLE).now_or_never();
        ready.is_some_and(|ready| ready.is_ok_and(|ready| ready.is_read_closed()))
    }
}
