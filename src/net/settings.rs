//! The limits and timeouts of a connection.

use std::time::Duration;

/// What holds for each connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Http {
    /// The most bytes of a request head.
    pub header_bytes: u32,
    /// The most concurrent streams of an HTTP/2 connection.
    pub streams: u32,
    /// The timeout for the first bytes of a connection, for the TLS handshake, and for the rest of an HTTP/1 head that has
    /// begun.
    pub head_time: Duration,
    /// The timeout for a request body, from the moment its head has arrived.
    pub body_time: Duration,
    /// The time in which a client has to take an answer.
    pub answer_time: Duration,
    /// The idle timeout of a connection.
    pub idle_time: Duration,
    /// The interval of keep-alive pings on an HTTP/2 connection.
    pub ping_interval: Duration,
    /// The timeout for the reply to a keep-alive ping.
    pub ping_time: Duration,
    /// The maximum age of a connection, give or take a tenth; none for no maximum.
    pub age: Option<Duration>,
    /// How long calls in flight may take to finish on an HTTP/2 connection that has reached its maximum age.
    pub grace: Duration,
}

impl Default for Http {
    fn default() -> Self {
        Self {
            header_bytes: 16 * 1_024,
            streams: 200,
            head_time: Duration::from_secs(10),
            // A body of the largest default size needs 6.5 KB per second.
            body_time: Duration::from_secs(10),
            answer_time: Duration::from_secs(10),
            // Longer than the minute for which proxies commonly keep an idle connection, so that the proxy closes it,
            // and no request arrives while the server does.
            idle_time: Duration::from_secs(75),
            ping_interval: Duration::from_secs(20),
            ping_time: Duration::from_secs(20),
            age: None,
            // The longest duration of a call: a body, the longest deadline, and a moment to read the answer.
            grace: Duration::from_secs(30),
        }
    }
}
