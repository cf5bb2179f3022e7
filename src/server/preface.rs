//! What an HTTP/2 connection begins with, read before the connection is served: there is no other moment to wait for it no
//! longer than for any beginning.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

/// What an HTTP/2 connection begins with.
pub(super) const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A stream of which the beginning was read, and is read again.
#[derive(Debug)]
pub(super) struct Begun<S> {
    read: [u8; PREFACE.len()],
    /// How much of it is still to be read again.
    left: usize,
    stream: S,
}

impl<S: AsyncRead + Unpin> Begun<S> {
    /// A stream from its very beginning.
    pub(super) const fn not_yet(stream: S) -> Self {
        Self { read: [0; PREFACE.len()], left: 0, stream }
    }

    /// A stream, once as much of it has arrived as an HTTP/2 connection begins with.
    ///
    /// # Errors
    ///
    /// It ended before, or broke.
    pub(super) async fn once_begun(mut stream: S) -> io::Result<Self> {
        let mut read = [0; PREFACE.len()];
        stream.read_exact(&mut read).await?;
        Ok(Self { read, left: PREFACE.len(), stream })
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Begun<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.left == 0 {
            return Pin::new(&mut self.stream).poll_read(context, into);
        }
        let again = &self.read[PREFACE.len() - self.left..];
        let count = again.len().min(into.remaining());
        into.put_slice(&again[..count]);
        self.left -= count;
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
    async fn what_was_read_is_read_again_once() {
        let sent = [&PREFACE[..], b"and more"].concat();
        let mut begun = Begun::once_begun(&sent[..]).await.expect("all is there");
        let mut first = [0; 10];
        begun.read_exact(&mut first).await.expect("it is read");
        let mut rest = Vec::new();
        begun.read_to_end(&mut rest).await.expect("it is read");
        assert_eq!([&first[..], &rest].concat(), sent);
        assert!(Begun::once_begun(&sent[..20]).await.is_err());
        let mut all = Vec::new();
        Begun::not_yet(&sent[..]).read_to_end(&mut all).await.expect("it is read");
        assert_eq!(all, sent);
    }
}
