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
