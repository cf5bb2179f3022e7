//! A TCP stream with what hyper and h2 leave open: the end of the stream behind unread bytes, answers that leave
//! together, and a close after which the last answer still arrives.

use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::{Sleep, sleep};

use super::connection::Connection;
use super::sender::{MOST_UNSENT, Sender};

/// How long a connection is read after the last answer, unless the client closes it earlier. Closing it while bytes
/// arrive would reset it, and the client could lose the answer or the GOAWAY.
const LINGER: Duration = Duration::from_secs(1);

/// The stream of a connection.
#[derive(Debug)]
pub(super) struct Socket {
    read: OwnedReadHalf,
    write: Arc<Sender>,
    connection: Arc<Connection>,
    /// The end of the time in which the stream is still read after the last write.
    lingering: Option<Pin<Box<Sleep>>>,
}

/// Prepares a stream, and splits it for a [`Socket`].
///
/// # Errors
///
/// An option of the stream cannot be set.
pub(super) fn split(
    stream: TcpStream,
    #[cfg_attr(not(target_os = "linux"), expect(unused_variables))] timeout: Duration,
) -> io::Result<(OwnedReadHalf, Arc<Sender>)> {
    // Answers are small, and must not wait for an acknowledgement.
    stream.set_nodelay(true)?;
    #[cfg(target_os = "linux")]
    {
        // Bytes for a peer that has vanished are not kept for long. Bytes that a client does not take stay in the
        // process, where they are counted, and do not fill the buffers of the system.
        SockRef::from(&stream).set_tcp_user_timeout(Some(timeout))?;
        SockRef::from(&stream).set_tcp_notsent_lowat(MOST_UNSENT as u32)?;
    }
    let (read, stream) = stream.into_split();
    Ok((read, Arc::new(Sender::new(stream))))
}

impl Socket {
    pub(super) fn new(read: OwnedReadHalf, write: Arc<Sender>, connection: Arc<Connection>) -> Self {
        Self { read, write, connection, lingering: None }
    }

    /// Waits for the first byte. Returns 0 at the end of the stream.
    pub(super) async fn peek(&self) -> io::Result<usize> {
        self.stream().peek(&mut [0]).await
    }

    fn stream(&self) -> &TcpStream {
        self.write.stream()
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.read).poll_read(context, into))?;
        if into.filled().len() > before {
            self.connection.received();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write.poll_write(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.lingering.is_none() {
            ready!(this.write.poll_send(context))?;
            SockRef::from(this.stream()).shutdown(Shutdown::Write)?;
        }
        let lingering = this.lingering.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        let mut unwanted = [0; 4_096];
        while lingering.as_mut().poll(context).is_pending() {
            let mut unwanted = ReadBuf::new(&mut unwanted);
            let read = ready!(Pin::new(&mut this.read).poll_read(context, &mut unwanted));
            if read.is_err() || unwanted.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// A client, and the socket of its connection.
    async fn connect() -> (TcpStream, Socket) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("bound")).await.expect("it listens");
        let (stream, peer) = listener.accept().await.expect("a connection");
        let (read, write) = split(stream, Duration::from_secs(10)).expect("options can be set");
        let connection = Connection::new(peer, false, None, Arc::downgrade(&write));
        (client, Socket::new(read, write, Arc::new(connection)))
    }

    #[tokio::test]
    async fn what_is_gathered_leaves_together() {
        let (mut client, mut socket) = connect().await;
        socket.write_all(b"at once").await.expect("open");
        socket.flush().await.expect("open");
        let mut received = [0; 64];
        assert_eq!(client.read(&mut received).await.expect("open"), b"at once".len());
        socket.write.gather();
        for piece in ["one ", "two ", "three"] {
            socket.write_all(piece.as_bytes()).await.expect("open");
            socket.flush().await.expect("open");
        }
        std::future::poll_fn(|context| socket.write.poll_send(context)).await.expect("open");
        let count = client.read(&mut received).await.expect("open");
        assert_eq!(&received[..count], b"one two three");
    }

    #[tokio::test]
    async fn nothing_gathered_is_lost_for_a_client_that_reads_slowly_or_at_the_end() {
        let (mut client, mut socket) = connect().await;
        socket.write.gather();
        let sent: Vec<u8> = (0..4_000_000_u32).map(|at| at as u8).collect();
        let reads = tokio::spawn(async move {
            let mut received = Vec::new();
            client.read_to_end(&mut received).await.map(|_| received)
        });
        for piece in sent.chunks(7_000) {
            socket.write_all(piece).await.expect("open");
        }
        socket.shutdown().await.expect("open");
        assert_eq!(reads.await.expect("it reads").expect("open"), sent);
    }
}
