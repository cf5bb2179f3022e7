//! The settings of the server: addresses, limits and timeouts.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// The addresses of the server, and its limits and timeouts for clients. The limits of a request and of its work are
/// [those of the service](crate::service::Limits).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The address of the public port, which serves gRPC, gRPC-web and JSON.
    pub listen: SocketAddr,
    /// The address of the admin port, which serves health and metrics.
    pub admin_listen: SocketAddr,
    /// The most open connections; a further one is closed at once.
    pub connections: usize,
    /// The most concurrent streams of an HTTP/2 connection.
    pub streams: u32,
    /// The most calls in flight on all connections; a further one is refused. Health watches do not count.
    pub calls: usize,
    /// The most bytes of a request head.
    pub header_bytes: u32,
    /// The timeout for the first bytes of a connection, for the TLS handshake, and for the rest of an HTTP/1 head that has
    /// begun.
    pub head_time: Duration,
    /// The timeout for receiving a request body, from the moment it is first awaited.
    pub body_time: Duration,
    /// The timeout for a client that reads nothing of an answer.
    pub stall_time: Duration,
    /// The idle timeout of an HTTP/1 connection.
    pub idle_time: Duration,
    /// The interval of keep-alive pings on an HTTP/2 connection.
    pub ping_interval: Duration,
    /// The timeout for the reply to a keep-alive ping.
    pub ping_time: Duration,
    /// The maximum age of a connection, give or take a tenth; none for no maximum.
    pub connection_age: Option<Duration>,
    /// How long calls in flight may take to finish on an HTTP/2 connection that has reached its maximum age.
    pub connection_grace: Duration,
    /// How long new calls are still accepted after the shutdown has begun and readiness has ended.
    pub drain_delay: Duration,
    /// How long calls in flight may take to finish after that.
    pub drain_time: Duration,
    /// The duration from which a call is logged as slow; time spent in a search does not count.
    pub slow: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let local = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Self {
            listen: local(8080),
            admin_listen: local(9090),
            // Within the 1,024 file descriptors that many systems allow a process.
            connections: 1_000,
            streams: 200,
            calls: 1_024,
            header_bytes: 16 * 1_024,
            head_time: Duration::from_secs(10),
            // A body of the largest default size needs 6.5 KB per second.
            body_time: Duration::from_secs(10),
            stall_time: Duration::from_secs(10),
            // Longer than the minute for which proxies commonly keep an idle connection, so that the proxy closes it, and
            // no request arrives while the server does.
            idle_time: Duration::from_secs(75),
            ping_interval: Duration::from_secs(20),
            ping_time: Duration::from_secs(20),
            connection_age: None,
            // The longest duration of a call: a body, the longest deadline, and a moment to read the answer.
            connection_grace: Duration::from_secs(30),
            drain_delay: Duration::ZERO,
            // A body and the longest deadline; less than the 30 seconds after which Kubernetes kills a process.
            drain_time: Duration::from_secs(25),
            slow: Duration::from_secs(1),
        }
    }
}
