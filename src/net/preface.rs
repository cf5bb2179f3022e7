//! The connection preface, from which the version of HTTP is detected before the connection is served, so that a timeout can
//! apply to it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

use super::window_update::WindowUpdateFilter;

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
    /// The bytes that were read but not handed on. Those from `from` to `seen` can be.
    buffer: Vec<u8>,
    from: usize,
    seen: usize,
    /// Filters the frames of HTTP/2.
    frames: Option<WindowUpdateFilter>,
}

/// The bytes read at once when HTTP/2 streams can be late.
const AT_ONCE: usize = 4 * 1_024;

impl<S: AsyncRead + Unpin> PrefixedIo<S> {
    /// Reads until the version is known; none if the stream ends before.
    ///
    /// # Errors
    ///
    /// The stream breaks.
    pub(super) async fn read(mut stream: S) -> io::Result<Option<Self>> {
        let (mut beginning, mut length) = ([0; PREFACE.len()], 0);
        while length < PREFACE.len() && PREFACE.starts_with(&beginning[..length]) {
            let count = stream.read(&mut beginning[length..]).await?;
            if count == 0 {
                return Ok(None);
            }
            length += count;
        }
        let frames = (beginning == *PREFACE).then(WindowUpdateFilter::default);
        Ok(Some(Self { stream, buffer: beginning[..length].to_vec(), from: 0, seen: length, frames }))
    }

    /// The version of HTTP.
    pub(super) const fn version(&self) -> Version {
        if self.frames.is_some() { Version::Http2 } else { Version::Http1 }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PrefixedIo<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.from == this.seen {
            match &mut this.frames {
                None => return Pin::new(&mut this.stream).poll_read(context, into),
                Some(frames) if !frames.are_last() => {
                    let before = into.filled().len();
                    ready!(Pin::new(&mut this.stream).poll_read(context, into))?;
                    let read = &mut into.filled_mut()[before..];
                    let seen = frames.pass(read);
                    this.buffer.clear();
                    this.buffer.extend_from_slice(&read[seen..]);
                    (this.from, this.seen) = (0, 0);
                    into.set_filled(before + seen);
                    // Reading no bytes would mean the end of the stream.
                    if seen > 0 || this.buffer.is_empty() {
                        return Poll::Ready(Ok(()));
                    }
                }
                Some(_) => {}
            }
        }
        while let Some(frames) = this.frames.as_mut().filter(|_| this.from == this.seen) {
            this.buffer.drain(..this.from);
            (this.from, this.seen) = (0, 0);
            let kept = this.buffer.len();
            this.buffer.resize(kept + AT_ONCE, 0);
            let mut read = ReadBuf::new(&mut this.buffer[kept..]);
            let polled = Pin::new(&mut this.stream).poll_read(context, &mut read);
            let count = read.filled().len();
            this.buffer.truncate(kept + count);
            ready!(polled)?;
            if count == 0 {
                return Poll::Ready(Ok(()));
            }
            this.seen = frames.pass(&mut this.buffer);
        }
        let count = (this.seen - this.from).min(into.remaining());
        into.put_slice(&this.buffer[this.from..this.from + count]);
        this.from += count;
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

    #[tokio::test]
    async fn the_version_is_detected_and_the_preface_is_read_again() {
        let http2 = [&PREFACE[..], b"and more"].concat();
        for (sent, version) in [
            (&http2[..], Version::Http2),
            (b"GET / HTTP/1.1\r\n\r\n", Version::Http1),
            (b"PRI * HTTP/1.1\r\nhost: a\r\n\r\n", Version::Http1),
            (b"P\n", Version::Http1),
        ] {
            let mut stream = PrefixedIo::read(sent).await.expect("it does not break").expect("enough is there");
            assert_eq!(stream.version(), version);
            let mut first = [0; 2];
            stream.read_exact(&mut first).await.expect("it is read");
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).await.expect("it is read");
            assert_eq!([&first[..], &rest].concat(), sent);
        }
        for sent in [&b""[..], b"PRI * HTTP/2"] {
            assert!(PrefixedIo::read(sent).await.expect("it does not break").is_none());
        }
    }
}
