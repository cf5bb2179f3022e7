//! The beginning of a connection: what version of HTTP is spoken. It is read before the connection is served, as there is no
//! other moment to wait for it no longer than for any beginning.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

/// What an HTTP/2 connection begins with.
pub(super) const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A version of HTTP, as far as connections differ.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Version {
    Http1,
    Http2,
}

/// A stream of which the beginning was read, and is read again.
#[derive(Debug)]
pub(super) struct Begun<S> {
    beginning: [u8; PREFACE.len()],
    /// How much of it was read.
    length: usize,
    /// How much of that was read again.
    again: usize,
    stream: S,
}

impl<S: AsyncRead + Unpin> Begun<S> {
    /// A stream, once so much of it has arrived that its version is known: none where nothing more will.
    ///
    /// # Errors
    ///
    /// It broke.
    pub(super) async fn read(mut stream: S) -> io::Result<Option<Self>> {
        let (mut beginning, mut length) = ([0; PREFACE.len()], 0);
        while length < PREFACE.len() && PREFACE.starts_with(&beginning[..length]) {
            let count = stream.read(&mut beginning[length..]).await?;
            if count == 0 {
                return Ok(None);
            }
            length += count;
        }
        Ok(Some(Self { beginning, length, again: 0, stream }))
    }

    /// The version that it speaks.
    pub(super) fn version(&self) -> Version {
        if self.beginning == *PREFACE { Version::Http2 } else { Version::Http1 }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Begun<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let left = &self.beginning[self.again..self.length];
        if left.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, into);
        }
        let count = left.len().min(into.remaining());
        into.put_slice(&left[..count]);
        self.again += count;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Begun<S> {
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
    async fn the_version_is_told_and_what_was_read_is_read_again() {
        let http2 = [&PREFACE[..], b"and more"].concat();
        for (sent, version) in [
            (&http2[..], Version::Http2),
            (b"GET / HTTP/1.1\r\n\r\n", Version::Http1),
            (b"PRI * HTTP/1.1\r\nhost: a\r\n\r\n", Version::Http1),
            (b"P\n", Version::Http1),
        ] {
            let mut begun = Begun::read(sent).await.expect("it does not break").expect("enough is there");
            assert_eq!(begun.version(), version);
            let mut first = [0; 2];
            begun.read_exact(&mut first).await.expect("it is read");
            let mut rest = Vec::new();
            begun.read_to_end(&mut rest).await.expect("it is read");
            assert_eq!([&first[..], &rest].concat(), sent);
        }
        for sent in [&b""[..], b"PRI * HTTP/2"] {
            assert!(Begun::read(sent).await.expect("it does not break").is_none());
        }
    }
}
