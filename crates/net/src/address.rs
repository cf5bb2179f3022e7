//! The addresses on which a server listens, and the networks of its clients.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::TcpListener;

/// Listens on an address. `setting` names where it comes from.
///
/// # Errors
///
/// The address cannot be bound: a sentence that names the setting.
pub async fn bind(listen: SocketAddr, setting: &str) -> io::Result<TcpListener> {
    let with_address = |error: io::Error| {
        let why = match error.kind() {
            io::ErrorKind::AddrInUse => "the port is already in use".to_owned(),
            _ => error.to_string(),
        };
        io::Error::new(error.kind(), format!("cannot listen on {listen}: {why}; choose another with {setting}"))
    };
    TcpListener::bind(listen).await.map_err(with_address)
}

/// The address at which a server that listens here is reached from the same machine or container.
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
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
