//! The connection preface, from which the version of HTTP is detected before the connection is served, so that a
//! timeout can apply to it.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::connection::Connection;
use super::frames::FrameFilter;

/// The connection preface of HTTP/2 (RFC 9113, 3.4).
pub(super) const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The version of HTTP of a connection.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Version {
    Http1,
    Http2,
}

/// A stream whose first bytes were read, and are read again.
#[derive(Debug)]
pub(super) struct PrefixedIo<S> {
    stream: S,
    /// The bytes that were read but not handed on.
    buffer: Vec<u8>,
    /// How many of them can be handed on.
    ready: usize,
    /// Filters the frames of HTTP/2.
    frames: Option<FrameFilter>,
    /// The connection, which knows what was not read.
    connection: Arc<Connection>,
    /// The pause in reading after the client has sent too many frames that belong to no call or were not read.
    pause: Option<Pin<Box<Sleep>>>,
}

/// How long nothing is read of a client that has sent too many frames, and how many more it may send after that.
const PAUSE: Duration = Duration::from_millis(100);
const FRAMES_PER_PAUSE: i32 = 10;

/// The bytes of HTTP/2 read at once.
const AT_ONCE: usize = 8 * 1_024;

impl<S: AsyncRead + Unpin> PrefixedIo<S> {
    /// Reads until the version is known; none if the stream ends before.
    ///
    /// # Errors
    ///
    /// The stream breaks.
    pub(super) async fn read(mut stream: S, connection: Arc<Connection>) -> io::Result<Option<Self>> {
        let mut beginning = [0; PREFACE.len()];
        let mut length = 0;
        while length < PREFACE.len() && PREFACE.starts_with(&beginning[..length]) {
            let count = stream.read(&mut beginning[length..]).await?;
            if count == 0 {
                return Ok(None);
            }
            length += count;
        }
        let frames = (beginning == *PREFACE).then(FrameFilter::new);
        Ok(Some(Self { stream, buffer: beginning[..length].to_vec(), ready: length, frames, connection, pause: None }))
    }

    /// The version of HTTP.
    pub(super) const fn version(&self) -> Version {
        if self.frames.is_some() { Version::Http2 } else { Version::Http1 }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PrefixedIo<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.ready == 0 {
            let Some(frames) = &mut this.frames else { return Pin::new(&mut this.stream).poll_read(context, into) };
            let is_read = this.connection.unread.poll_room(context).is_ready();
            if !is_read || !frames.may_read() {
                let pause = this.pause.get_or_insert_with(|| Box::pin(sleep(PAUSE)));
                ready!(pause.as_mut().poll(context));
                this.pause = None;
                if is_read {
                    frames.grant(FRAMES_PER_PAUSE);
                } else {
                    // What is not read by now was dropped with its call.
                    this.connection.unread.forget();
                }
                continue;
            }
            this.pause = None;
            // What was held back.
            this.ready = frames.pass(&mut this.buffer, &this.connection.unread);
            if this.ready > 0 {
                break;
            }
            let mut room = [MaybeUninit::uninit(); AT_ONCE];
            let mut read = ReadBuf::uninit(&mut room);
            ready!(Pin::new(&mut this.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.buffer.extend_from_slice(read.filled());
            this.ready = frames.pass(&mut this.buffer, &this.connection.unread);
        }
        let count = this.ready.min(into.remaining());
        into.put_slice(&this.buffer[..count]);
        // Frees the memory, which an idle connection does not need.
        this.buffer = this.buffer.split_off(count);
        this.ready -= count;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PrefixedIo<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Weak;

    fn connection() -> Arc<Connection> {
        Arc::new(Connection::new(([127, 0, 0, 1], 1).into(), false, None, Weak::new()))
    }

    #[tokio::test]
    async fn the_version_is_detected_and_the_preface_is_read_again() {
        let http2 = [&PREFACE[..], b"and more than a header"].concat();
        for (sent, version) in [
            (&http2[..], Version::Http2),
            (b"GET / HTTP/1.1\r\n\r\n", Version::Http1),
            (b"PRI * HTTP/1.1\r\nhost: a\r\n\r\n", Version::Http1),
            (b"P\n", Version::Http1),
        ] {
            let mut stream =
                PrefixedIo::read(sent, connection()).await.expect("it does not break").expect("enough is there");
            assert_eq!(stream.version(), version);
            let mut first = [0; 2];
            stream.read_exact(&mut first).await.expect("it is read");
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).await.expect("it is read");
            assert_eq!([&first[..], &rest].concat(), sent);
        }
        for sent in [&b""[..], b"PRI * HTTP/2"] {
            assert!(PrefixedIo::read(sent, connection()).await.expect("it does not break").is_none());
        }
    }
}
