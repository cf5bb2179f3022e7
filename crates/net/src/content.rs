//! What a body contains, and how one fails.

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;

/// An error of a body or a connection.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The body of a response, of any kind, so that connections are compiled once.
pub type Content = UnsyncBoxBody<Bytes, BoxError>;
