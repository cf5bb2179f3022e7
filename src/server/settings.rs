//! The settings of the server: addresses, limits and timeouts.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use crate::net::{Capacity, Http};

/// The addresses of the server, and its limits and timeouts for clients. The limits of a request and of its work are
/// [those of the service](crate::service::Limits).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The address of the public port, which serves gRPC, gRPC-web and JSON.
    pub listen: SocketAddr,
    /// The address of the admin port, which serves health and metrics.
    pub admin_listen: SocketAddr,
    /// The limits of connections on the public port.
    pub capacity: Capacity,
    /// The most calls in flight. Health watches do not count.
    pub calls: usize,
    /// What holds for each connection.
    pub http: Http,
    /// How long new calls are still accepted after the shutdown has begun and readiness has ended.
    pub drain_delay: Duration,
    /// How long calls in flight may take to finish after that.
    pub drain_time: Duration,
    /// The duration from which a call is logged as slow; time spent in a search does not count.
    pub slow: Duration,
    /// Whether the log names the addresses of clients.
    pub log_clients: bool,
    /// Whether there are pages for people: to play, and to try the API.
    pub pages: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let local = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Self {
            listen: local(8080),
            admin_listen: local(9090),
            // Within the 1,024 file descriptors that many systems allow a process.
            capacity: Capacity { connections: 1_000, trusted: Vec::new() },
            calls: 1_024,
            http: Http::default(),
            drain_delay: Duration::ZERO,
            // A body and the longest deadline; less than the 30 seconds after which Kubernetes kills a process.
            drain_time: Duration::from_secs(25),
            slow: Duration::from_secs(1),
            log_clients: true,
            pages: true,
        }
    }
}
