//! Connections: each served in a task of its own, until its caller goes, tries the server's patience, or the process
//! ends.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use bytes::Buf;
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Request, Response};
use hyper::body::{Body, Incoming};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulConnection;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use super::Settings;
use super::metrics::ConnectionMetrics;
use super::patience::{Patience, Patient};

/// For how long a connection without a call is kept once the process is to end: time enough for an answer to leave, and
/// for a request that was under way to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How long no connection is accepted after one could not be, for want of file descriptors or memory.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// How long between the first two looks at a connection that has begun to say its version and not gone on; each time twice
/// as long.
const PEEK_AGAIN: Duration = Duration::from_millis(10);

/// What an HTTP/2 connection begins with.
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// How much of a request's body an HTTP/2 connection takes before somebody reads it: as much as a body may have.
const STREAM_WINDOW: u32 = 64 * 1_024;
/// The same for all requests of a connection together.
const CONNECTION_WINDOW: u32 = 256 * 1_024;
/// How much of the answers of an HTTP/2 connection waits for a caller that takes none, for each of them.
const SEND_BUFFER: usize = 64 * 1_024;

/// What answers the requests of a connection.
pub(super) trait Answering: Clone + Send + Sync + 'static {
    /// The body of an answer.
    type Body: Body<Data: Buf + Send, Error: Into<axum::BoxError>> + Send + 'static;

    /// Answers a request of this peer, over a connection with this patience.
    fn answer(
        &self,
        request: Request<Incoming>,
        peer: SocketAddr,
        patience: &Arc<Patience>,
    ) -> impl Future<Output = Result<Response<Self::Body>, Infallible>> + Send + 'static + use<Self>;
}

/// The open connections of a listener.
#[derive(Debug)]
pub(super) struct Connections<A> {
    answering: A,
    protocols: Arc<Protocols>,
    most: usize,
    metrics: Option<ConnectionMetrics>,
    /// Tells every connection that the process is to end.
    closing: CancellationToken,
    open: TaskTracker,
}

/// How connections are served, by the version that they speak.
#[derive(Debug)]
struct Protocols {
    http1: http1::Builder,
    http2: http2::Builder<TokioExecutor>,
    head_time: Duration,
    body_time: Duration,
    stall_time: Duration,
}

impl Protocols {
    fn new(settings: &Settings) -> Self {
        let header_bytes = settings.header_bytes;
        let mut http1 = http1::Builder::new();
        http1
            .timer(TokioTimer::new())
            // It covers the time without a request too; a head that has begun is watched by us.
            .header_read_timeout(settings.idle_time)
            .max_buf_size((header_bytes as usize).max(LEAST_BUFFER));
        let mut http2 = http2::Builder::new(TokioExecutor::new());
        http2
            .timer(TokioTimer::new())
            .keep_alive_interval(settings.ping_interval)
            .keep_alive_timeout(settings.ping_time)
            .max_concurrent_streams(settings.streams)
            .max_header_list_size(header_bytes)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_send_buf_size(SEND_BUFFER);
        let (head_time, body_time, stall_time) = (settings.head_time, settings.body_time, settings.stall_time);
        Self { http1, http2, head_time, body_time, stall_time }
    }
}

/// hyper has no smaller buffer for HTTP/1.
const LEAST_BUFFER: usize = 8 * 1_024;

impl<A: Answering> Connections<A> {
    /// None yet, and `most` at once; requests of those to come are answered by `answering`.
    pub(super) fn new(answering: A, settings: &Settings, most: usize) -> Self {
        Self {
            answering,
            protocols: Arc::new(Protocols::new(settings)),
            most,
            metrics: None,
            closing: CancellationToken::new(),
            open: TaskTracker::new(),
        }
    }

    /// The same, counted.
    pub(super) fn counted(self, metrics: ConnectionMetrics) -> Self {
        Self { metrics: Some(metrics), ..self }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.open.len()
    }

    /// Accepts connections for ever, whatever becomes of one.
    pub(super) async fn accept(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.open(stream, peer),
                Err(error) if was_lost(&error) => {}
                Err(error) => {
                    warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Accepts the connections that callers have opened already, and no more.
    pub(super) fn accept_last(&self, listener: TcpListener) -> io::Result<()> {
        // The system is asked itself: the runtime may not have heard of the last ones, and leaves some for later where
        // there are many. Those that are not accepted by now are reset.
        let listener = listener.into_std()?;
        loop {
            match listener.accept() {
                Ok((stream, peer)) => {
                    stream.set_nonblocking(true)?;
                    self.open(TcpStream::from_std(stream)?, peer);
                }
                Err(error) if was_lost(&error) || error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Serves a connection from now on; or closes it, when there are too many.
    fn open(&self, stream: TcpStream, peer: SocketAddr) {
        if self.open.len() >= self.most {
            if let Some(metrics) = &self.metrics {
                metrics.shed();
            }
            return;
        }
        if let Some(metrics) = &self.metrics {
            metrics.opened();
        }
        let (answering, protocols, closing) =
            (self.answering.clone(), Arc::clone(&self.protocols), self.closing.clone());
        self.open.spawn(async move {
            match serve(&protocols, stream, peer, answering, &closing).await {
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

/// Whether the error is about the one connection, which went away before it was accepted.
fn was_lost(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    )
}

/// Serves a connection to its end.
///
/// # Errors
///
/// It did not end as connections should.
async fn serve<A: Answering>(
    protocols: &Protocols,
    stream: TcpStream,
    peer: SocketAddr,
    answering: A,
    closing: &CancellationToken,
) -> Result<(), axum::BoxError> {
    // Answers are small, and none is to wait for an acknowledgement.
    stream.set_nodelay(true)?;
    let spoken = tokio::select! {
        biased;
        spoken = tokio::time::timeout(protocols.head_time, version(&stream)) => spoken??,
        () = last_words(closing) => return Ok(()),
    };
    let Some(version) = spoken else { return Ok(()) };

    let patience = Arc::new(Patience::new(protocols.head_time, protocols.stall_time));
    let heads = version == Version::Http1;
    let stream = TokioIo::new(Patient { stream, patience: Arc::clone(&patience), heads, lingering: None });
    match version {
        Version::Http1 => {
            let service = service_fn({
                let (patience, body_time) = (Arc::clone(&patience), protocols.body_time);
                move |request| {
                    // A caller who waits for leave to send the body is not to get it with the answer.
                    let body_time = (!request.headers().contains_key(EXPECT)).then_some(body_time.min(LAST_WORDS));
                    let answer = answering.answer(request, peer, &patience);
                    one_by_one(answer, Arc::clone(&patience), body_time)
                }
            });
            // To close an HTTP/1 connection between two requests would fail one that is under way: the next answer says
            // that it is the last, and where there is no request in a while, there will be none.
            let close = |_: Pin<&mut _>| patience.answers_last();
            drive(pin!(protocols.http1.serve_connection(stream, service)), &patience, closing, close).await
        }
        Version::Http2 => {
            let service = service_fn({
                let patience = Arc::clone(&patience);
                move |request| answering.answer(request, peer, &patience)
            });
            let connection = pin!(protocols.http2.serve_connection(stream, service));
            drive(connection, &patience, closing, GracefulConnection::graceful_shutdown).await
        }
    }
}

/// An answer of a connection that has one at a time: it says when it is the last.
async fn one_by_one<B>(
    answer: impl Future<Output = Result<Response<B>, Infallible>>,
    patience: Arc<Patience>,
    body_time: Option<Duration>,
) -> Result<Response<B>, Infallible> {
    let mut response = answer.await?;
    if !patience.unread.read(body_time).await || patience.is_last() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// A version of HTTP, as far as connections differ.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Version {
    Http1,
    Http2,
}

/// Waits until the version of HTTP can be told from what has arrived: none where nothing more will.
async fn version(stream: &TcpStream) -> io::Result<Option<Version>> {
    let mut bytes = [0; PREFACE.len()];
    let mut pause = PEEK_AGAIN;
    loop {
        let count = stream.peek(&mut bytes).await?;
        if count == 0 {
            return Ok(None);
        }
        if !PREFACE.starts_with(&bytes[..count]) {
            return Ok(Some(Version::Http1));
        }
        if count == PREFACE.len() {
            return Ok(Some(Version::Http2));
        }
        // What is there stays there, so that there is nothing to be woken by.
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
}

/// Runs a connection until it ends by itself, tries the patience, or has finished its calls after the process was told
/// to end, when it is told to `close`.
async fn drive<C>(
    mut connection: Pin<&mut C>,
    patience: &Patience,
    closing: &CancellationToken,
    close: impl FnOnce(Pin<&mut C>),
) -> Result<(), axum::BoxError>
where
    C: Future<Output = hyper::Result<()>>,
{
    let mut impatient = pin!(patience.ends());
    tokio::select! {
        ended = connection.as_mut() => return Ok(ended?),
        why = impatient.as_mut() => return Err(why.into()),
        () = closing.cancelled() => {}
    }
    close(connection.as_mut());
    tokio::select! {
        ended = connection => Ok(ended?),
        why = impatient => Err(why.into()),
        () = fall_silent(patience) => Ok(()),
    }
}

/// How often is looked whether calls run, once the process is to end.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Waits until no call has run for a moment. Answers that may last, such as a health watch, are no calls that run: they
/// would never end.
async fn fall_silent(patience: &Patience) {
    let mut idle = Duration::ZERO;
    while idle < LAST_WORDS {
        tokio::time::sleep(LOOK_AGAIN).await;
        idle = if patience.is_idle() { idle + LOOK_AGAIN } else { Duration::ZERO };
    }
}

/// Waits until the process is to end, and a moment longer: a connection that was opened before may have a request under
/// way.
async fn last_words(closing: &CancellationToken) {
    closing.cancelled().await;
    tokio::time::sleep(LAST_WORDS).await;
}
