//! What can be set about the server: where it listens, and how much of it callers may take.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Where the server listens, and every bound on what callers may take of it. The bounds on a request and on its work are
/// the [service's](crate::service::Limits).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where gRPC, gRPC-web and JSON are served.
    pub listen: SocketAddr,
    /// Where health and metrics are served to operators.
    pub admin_listen: SocketAddr,
    /// The most open connections; further ones are closed as soon as they are opened.
    pub connections: usize,
    /// The most calls at once on an HTTP/2 connection.
    pub streams: u32,
    /// The most calls at once on all connections; further ones are refused. Health and reflection do not count.
    pub calls: usize,
    /// The most bytes of a request's head.
    pub header_bytes: u32,
    /// How long the first bytes of a connection, and the rest of an HTTP/1 head once it has begun, may take.
    pub head_time: Duration,
    /// How long a request's body may take, from when it is waited for.
    pub body_time: Duration,
    /// How long a caller may take nothing of an answer that is ready, before its connection is closed.
    pub stall_time: Duration,
    /// How long an HTTP/1 connection is kept without a call.
    pub idle_time: Duration,
    /// How often an HTTP/2 connection is asked whether its caller is still there.
    pub ping_interval: Duration,
    /// How long the answer to that may take.
    pub ping_time: Duration,
    /// How long a connection is kept before its caller is told to open another, up to a tenth more or less; none for ever.
    pub connection_age: Option<Duration>,
    /// How long calls on an HTTP/2 connection of that age may take to finish.
    pub connection_grace: Duration,
    /// How long calls are still taken after health has turned, once the process is told to end.
    pub drain_delay: Duration,
    /// How long calls that run then may take to finish.
    pub drain_time: Duration,
    /// From when on a call is logged as slow; time spent in a search does not count.
    pub slow: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let local = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Self {
            listen: local(8080),
            admin_listen: local(9090),
            // Within the 1,024 file descriptors that many systems give a process.
            connections: 1_000,
            streams: 200,
            calls: 1_024,
            header_bytes: 16 * 1_024,
            head_time: Duration::from_secs(10),
            // One of the greatest size needs 6.5 KB a second.
            body_time: Duration::from_secs(10),
            stall_time: Duration::from_secs(10),
            // Longer than the minute for which proxies commonly keep a connection, so that they close first, and no
            // request meets a connection that is just being closed.
            idle_time: Duration::from_secs(75),
            ping_interval: Duration::from_secs(20),
            ping_time: Duration::from_secs(20),
            connection_age: None,
            // As long as any call takes: a body, the longest deadline, and a moment to take the answer.
            connection_grace: Duration::from_secs(30),
            drain_delay: Duration::ZERO,
            // A body and the longest deadline of a call; shorter than the half minute after which Kubernetes kills.
            drain_time: Duration::from_secs(25),
            slow: Duration::from_secs(1),
        }
    }
}
