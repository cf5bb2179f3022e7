//! The protocol on standard input and output, for a host that starts `ayla mcp`.

use std::io;

use rmcp::ServiceExt;
use rmcp::transport::stdio;

use super::Server;

/// Serves until the input ends.
///
/// # Errors
///
/// The input is not of the protocol, or cannot be read.
pub async fn serve(server: Server) -> io::Result<()> {
    let running = server.serve(stdio()).await.map_err(io::Error::other)?;
    running.waiting().await.map(drop).map_err(io::Error::other)
}
