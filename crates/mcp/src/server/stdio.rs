//! The protocol on standard input and output, for a host that starts `ayla mcp`.

use std::future::Future;
use std::io;

use futures_util::future::BoxFuture;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, Stdout, duplex, stdin, stdout};

use super::Server;
use super::handler::fault;
use super::message::mended;

/// The most bytes of messages that are read ahead.
const AHEAD: usize = 64 * 1_024;
/// The most bytes of a line that is mended. The library refuses longer ones.
const MOST_BYTES: u64 = 16 * 1_024 * 1_024;

/// Serves until the input ends. The future is boxed so that the protocol is compiled in this crate and not in that of
/// the caller.
///
/// # Errors
///
/// The input is not of the protocol, or cannot be read.
pub fn serve(server: Server) -> BoxFuture<'static, io::Result<()>> {
    Box::pin(async {
        let (input, mended) = duplex(AHEAD);
        tokio::spawn(mend_lines(input));
        let running = server.serve(Lines(AsyncRwTransport::new(mended, stdout()))).await.map_err(io::Error::other)?;
        running.waiting().await.map(drop).map_err(io::Error::other)
    })
}

/// Hands over each line of the standard input.
async fn mend_lines(mut to: DuplexStream) -> io::Result<()> {
    let mut input = BufReader::new(stdin());
    let mut line = Vec::new();
    while (&mut input).take(MOST_BYTES).read_until(b'\n', &mut line).await? > 0 {
        let mut message = std::mem::take(&mut line);
        if message.pop_if(|last| *last == b'\n').is_some() {
            message = mended(message);
            message.push(b'\n');
        }
        to.write_all(&message).await?;
    }
    Ok(())
}

/// The lines of messages. A wrong handshake is answered here: the library would end.
struct Lines(AsyncRwTransport<RoleServer, DuplexStream, Stdout>);

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.0.send(message)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let message = self.0.receive().await?;
            if let ClientJsonRpcMessage::Request(request) = &message
                && let ClientRequest::CustomRequest(custom) = &request.request
                && let Some(fault) = fault(&custom.method, custom.params.clone())
            {
                self.0.send(ServerJsonRpcMessage::error(fault, Some(request.id.clone()))).await.ok()?;
            } else {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.0.close().await
    }
}
