//! Connections: each served in a task of its own, until its caller goes or the process ends.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::debug;

use super::dispatch::Dispatch;

/// How long a new connection may take to say which version of HTTP it speaks.
const FIRST_BYTES: Duration = Duration::from_secs(10);

/// How long an HTTP/1 connection may take to send the head of a request, the first or the next: so long does an unused
/// connection stay open. Longer than the minute for which proxies commonly keep one, so that they close first, and no
/// request meets a connection that is just being closed.
const HEAD_TIME: Duration = Duration::from_secs(75);

/// How often an HTTP/2 connection is asked whether its caller is still there, and how long the answer may take.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const PING_TIME: Duration = Duration::from_secs(20);

/// How many calls may run at once on an HTTP/2 connection.
const STREAMS: u32 = 200;

/// For how long a connection without a call is kept once the process is to end: time enough for an answer to leave, and
/// for a request that was under way to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How long between two looks at a connection that has begun to say its version and not gone on.
const PEEK_AGAIN: Duration = Duration::from_millis(20);

/// What an HTTP/2 connection begins with.
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The open connections.
#[derive(Debug)]
pub(super) struct Connections {
    http: Arc<Builder<TokioExecutor>>,
    dispatch: Dispatch,
    /// Tells every connection that the process is to end.
    closing: CancellationToken,
    open: TaskTracker,
}

impl Connections {
    /// None yet; the requests of those to come are answered by `dispatch`.
    pub(super) fn new(dispatch: Dispatch) -> Self {
        let mut http = Builder::new(TokioExecutor::new());
        http.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
        http.http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_TIME)
            .max_concurrent_streams(STREAMS);
        Self { http: Arc::new(http), dispatch, closing: CancellationToken::new(), open: TaskTracker::new() }
    }

    /// Serves a connection from now on.
    pub(super) fn open(&self, stream: TcpStream, peer: SocketAddr) {
        let (http, dispatch, closing) = (Arc::clone(&self.http), self.dispatch.clone(), self.closing.clone());
        self.open.spawn(async move {
            match serve(&http, stream, dispatch, &closing).await {
                Ok(()) => {}
                Err(error) => debug!(%peer, error, "a connection ended"),
            }
        });
    }

    /// Waits until every connection has finished the calls that run on it, and is closed.
    pub(super) async fn finish(&self) {
        self.closing.cancel();
        self.open.close();
        self.open.wait().await;
    }
}

/// Serves a connection to its end.
///
/// # Errors
///
/// It did not end as connections should.
async fn serve(
    http: &Builder<TokioExecutor>,
    stream: TcpStream,
    dispatch: Dispatch,
    closing: &CancellationToken,
) -> Result<(), axum::BoxError> {
    // Answers are small, and none is to wait for an acknowledgement.
    stream.set_nodelay(true)?;
    tokio::select! {
        biased;
        spoken = tokio::time::timeout(FIRST_BYTES, first_bytes(&stream)) => spoken??,
        () = closing.cancelled() => return Ok(()),
    }

    let calls = TaskTracker::new();
    let counted = calls.clone();
    let service = service_fn(move |request| counted.track_future(dispatch.call(request)));
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        ended = connection.as_mut() => return ended,
        () = closing.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    tokio::select! {
        ended = connection => ended,
        () = fall_silent(&calls) => Ok(()),
    }
}

/// Waits until the version of HTTP can be told from what has arrived, or nothing more will. The builder that tells them
/// apart has no bound of its own on that.
async fn first_bytes(stream: &TcpStream) -> std::io::Result<()> {
    let mut bytes = [0; PREFACE.len()];
    loop {
        let count = stream.peek(&mut bytes).await?;
        let begun = (1..PREFACE.len()).contains(&count) && PREFACE.starts_with(&bytes[..count]);
        if !begun {
            return Ok(());
        }
        // What is there stays there, so that there is nothing to be woken by.
        tokio::time::sleep(PEEK_AGAIN).await;
    }
}

/// Waits until no call has run for a moment. Streams whose answer has begun, such as a health watch, are no calls that
/// run: they would never end.
async fn fall_silent(calls: &TaskTracker) {
    calls.close();
    loop {
        calls.wait().await;
        tokio::time::sleep(LAST_WORDS).await;
        if calls.is_empty() {
            return;
        }
    }
}
