//! The protocol on standard input and output, for a host that starts `ayla mcp`.

use std::io;

use futures_util::future::BoxFuture;
use rmcp::ServiceExt;
use rmcp::transport::stdio;

use super::Server;

/// Serves until the input ends. The future is boxed so that the protocol is compiled in this crate and not in that of
/// the caller.
///
/// # Errors
///
/// The input is not of the protocol, or cannot be read.
pub fn serve(server: Server) -> BoxFuture<'static, io::Result<()>> {
    Box::pin(async {
        let running = server.serve(stdio()).await.map_err(io::Error::other)?;
        running.waiting().await.map(drop).map_err(io::Error::other)
    })
}
