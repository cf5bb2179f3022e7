//! The limits of each connection: those of the settings, and those that no setting changes.

use std::time::Duration;

/// The flow-control window of an HTTP/2 stream, in bytes: the default limit of a body.
pub(super) const STREAM_WINDOW: u32 = 64 * 1_024;
/// The flow-control window of an HTTP/2 connection, in bytes.
pub(super) const CONNECTION_WINDOW: u32 = 256 * 1_024;
/// The most bytes that an HTTP/2 stream buffers for a client that does not read.
pub(super) const SEND_BUFFER: usize = 64 * 1_024;
/// The most bytes of a request head, as in common proxies.
pub(super) const HEAD_BYTES: u32 = 16 * 1_024;

/// The limits of each connection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Http {
    /// The most concurrent streams over HTTP/2.
    pub streams: u32,
    /// The time for the first bytes, for the TLS handshake, and for the rest of a request head.
    pub head_time: Duration,
    /// The time for a request body, from the moment its head has arrived.
    pub body_time: Duration,
    /// The time for a client to take an answer.
    pub answer_time: Duration,
    /// The time after which an idle connection is closed.
    pub idle_time: Duration,
    /// The interval of pings over HTTP/2, and the time for the reply to each.
    pub ping_interval: Duration,
    /// The maximum age, give or take a tenth; none for no maximum.
    pub age: Option<Duration>,
    /// The time for calls to finish over HTTP/2 at the maximum age.
    pub grace: Duration,
}
