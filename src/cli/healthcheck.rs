//! `ayla healthcheck`: asks a running server for its health, for images that have no HTTP client.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use crate::server::admin::{LIVE, READY};
use bytes::Bytes;
use clap::Args;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::config::AdminAddress;

/// The timeout for the answer.
const TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
pub struct Healthcheck {
    #[command(flatten)]
    admin: AdminAddress,
    /// Check liveness (/livez) instead of readiness (/readyz).
    #[arg(long)]
    live: bool,
}

impl Healthcheck {
    /// Asks the server, and reports on standard error what is wrong.
    pub fn run(&self) -> ExitCode {
        let address = reachable(self.admin.address);
        let path = if self.live { LIVE } else { READY };
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return super::fail(&error.to_string()),
        };
        let answer = async { tokio::time::timeout(TIMEOUT, ask(address, path)).await };
        match runtime.block_on(answer) {
            Ok(Ok((StatusCode::OK, _))) => ExitCode::SUCCESS,
            Ok(Ok((status, body))) => super::fail(&format!("{address}{path} answers {status}: {}", body.trim())),
            Ok(Err(error)) => super::fail(&format!("{address}{path} does not answer: {error}")),
            Err(_) => super::fail(&format!("{address}{path} does not answer within {} seconds", TIMEOUT.as_secs())),
        }
    }
}

/// The address at which a server that listens here is reached from within its container.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_is_reached_on_the_loopback_interface() {
        for (listen, reached) in
            [("0.0.0.0:9090", "127.0.0.1:9090"), ("[::]:9091", "[::1]:9091"), ("10.0.0.1:1", "10.0.0.1:1")]
        {
            assert_eq!(reachable(listen.parse().expect("an address")).to_string(), reached);
        }
    }
}
