//! The addresses on which a server listens, and those of its clients.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use ipnet::{IpNet, Ipv4Net};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpSocket};
use tracing::warn;

/// How many connections may wait to be accepted, as on the listeners of the runtime.
const BACKLOG: u32 = 128;

/// Listens on an address; on `[::]`, on all addresses of IPv6 and IPv4, or of IPv4 alone where the kernel has no IPv6.
/// `setting` names where the address comes from.
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
    let listener = match listen.ip() {
        IpAddr::V6(ip) if ip.is_unspecified() => match TcpSocket::new_v6() {
            Ok(socket) => bind_both(&socket, listen).and_then(|()| socket.listen(BACKLOG)),
            Err(error) => {
                let all = SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), listen.port());
                warn!(%error, "there is no IPv6 here: listening on {all} instead of {listen}");
                TcpListener::bind(all).await
            }
        },
        _ => TcpListener::bind(listen).await,
    };
    listener.map_err(with_address)
}

/// Binds a socket of IPv6 for IPv4 as well, whatever the default of the system.
fn bind_both(socket: &TcpSocket, listen: SocketAddr) -> io::Result<()> {
    SockRef::from(socket).set_only_v6(false)?;
    // As on the listeners of the runtime; on Windows, others could take the port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(listen)
}

/// The address at which a server that listens here is reached from the same machine or container. One that listens on
/// `[::]` is reached over IPv4, which it has in any case.
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = if listen.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { listen.ip() };
    SocketAddr::new(ip, listen.port())
}

/// The address of a client in the form that limits and logs use. On a listener for both versions, an IPv4 client has an
/// IPv6 address (`::ffff:192.0.2.1`), and a header may have that form, too.
pub(super) fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

/// The network of [canonical] addresses.
pub(super) fn canonical_network(network: IpNet) -> IpNet {
    match (network.addr().to_canonical(), network.prefix_len().checked_sub(96)) {
        (IpAddr::V4(address), Some(prefix)) => Ipv4Net::new(address, prefix).map_or(network, IpNet::V4),
        _ => network,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_is_reached_on_the_loopback_interface() {
        for (listen, reached) in
            [("0.0.0.0:9090", "127.0.0.1:9090"), ("[::]:9091", "127.0.0.1:9091"), ("10.0.0.1:1", "10.0.0.1:1")]
        {
            assert_eq!(reachable(listen.parse().expect("an address")).to_string(), reached);
        }
    }
}
