//! `ayla healthcheck`: asks a running server for its health, for images that have no HTTP client.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use crate::server::admin::{LIVE, READY};
use ayla_net::reachable;
use bytes::Bytes;
use clap::Args;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::config::{Config, Server};

/// The timeout for the answer.
const TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
pub struct Healthcheck {
    /// Admin port of the server.
    #[arg(long, env = "AYLA_ADMIN_LISTEN", value_name = "ADDRESS:PORT", default_value_t = Server::default().admin_listen,
        value_parser = |text: &str| Config::with("AYLA_ADMIN_LISTEN", text).map(|config| config.server.admin_listen))]
    admin_listen: SocketAddr,
    /// Check liveness (/livez) instead of readiness (/readyz).
    #[arg(long)]
    live: bool,
}

impl Healthcheck {
    /// Asks the server.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn run(&self) -> Result<ExitCode, String> {
        let address = reachable(self.admin_listen);
        let path = if self.live { LIVE } else { READY };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let answer = async { tokio::time::timeout(TIMEOUT, ask(address, path)).await };
        match runtime.block_on(answer) {
            Ok(Ok((StatusCode::OK, _))) => Ok(ExitCode::SUCCESS),
            Ok(Ok((status, body))) => Err(format!("{address}{path} answers {status}: {}", body.trim())),
            Ok(Err(error)) => Err(format!("{address}{path} does not answer: {error}")),
            Err(_) => Err(format!("{address}{path} does not answer within {} seconds", TIMEOUT.as_secs())),
        }
    }
}

async fn ask(address: SocketAddr, path: &str) -> Result<(StatusCode, String), Box<dyn std::error::Error>> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let request = Request::get(path).header(http::header::HOST, address.to_string()).body(Empty::<Bytes>::new())?;
    let (head, body) = sender.send_request(request).await?.into_parts();
    let body = body.collect().await?.to_bytes();
    Ok((head.status, String::from_utf8_lossy(&body).into_owned()))
}
