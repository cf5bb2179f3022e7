//! Connections. Each is served in a task of its own until its client closes it, a timeout passes, or the process ends.

mod end;

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
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use super::Settings;
use super::metrics::ConnectionMetrics;
use super::preface::{PrefixedIo, Version};
use super::timeouts::{TimedIo, Timeouts};
use super::tls::Tls;
use end::{Ages, Ends, LAST_WORDS, drive, last_words};

/// The pause after a connection could not be accepted for lack of file descriptors or memory.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// The flow-control window of an HTTP/2 stream, in bytes: the default limit of a body.
const STREAM_WINDOW: u32 = 64 * 1_024;
/// The flow-control window of an HTTP/2 connection, in bytes.
const CONNECTION_WINDOW: u32 = 256 * 1_024;
/// The most bytes that an HTTP/2 stream buffers for a client that does not read.
const SEND_BUFFER: usize = 64 * 1_024;

/// The peer of a connection.
#[derive(Copy, Clone, Debug)]
pub(super) struct Peer {
    /// The address of the client, or of a proxy.
    pub(super) address: SocketAddr,
    /// Whether the connection uses TLS.
    pub(super) secure: bool,
}

/// A service that answers the requests of a connection.
pub(super) trait RequestHandler: Clone + Send + Sync + 'static {
    /// The body of an answer.
    type Body: Body<Data: Buf + Send, Error: Into<axum::BoxError>> + Send + 'static;

    /// Answers a request of this peer, on a connection with these timeouts.
    fn answer(
        &self,
        request: Request<Incoming>,
        peer: Peer,
        timeouts: &Arc<Timeouts>,
    ) -> impl Future<Output = Result<Response<Self::Body>, Infallible>> + Send + 'static + use<Self>;
}

/// The open connections of a listener.
#[derive(Debug)]
pub(super) struct Connections<A> {
    handler: A,
    protocols: Arc<Protocols>,
    max: usize,
    ages: Option<Ages>,
    metrics: Option<ConnectionMetrics>,
    /// Cancelled when the process shuts down.
    closing: CancellationToken,
    open: TaskTracker,
}

/// The configuration of each protocol.
#[derive(Debug)]
struct Protocols {
    http1: http1::Builder,
    http2: http2::Builder<TokioExecutor>,
    tls: Option<Arc<Tls>>,
    grace: Duration,
    head_time: Duration,
    body_time: Duration,
    stall_time: Duration,
}

impl Protocols {
    fn new(settings: &Settings, tls: Option<Arc<Tls>>) -> Self {
        let header_bytes = settings.header_bytes;
        let mut http1 = http1::Builder::new();
        http1
            .timer(TokioTimer::new())
            // It includes the idle time; the timeout for the rest of a head is in `Timeouts`.
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
        Self { http1, http2, tls, grace: settings.connection_grace, head_time, body_time, stall_time }
    }
}

/// The smallest buffer that hyper accepts for HTTP/1, in bytes.
const LEAST_BUFFER: usize = 8 * 1_024;

impl<A: RequestHandler> Connections<A> {
    /// Connections to the admin port: at most `max`, without TLS and without a maximum age.
    pub(super) fn admin(handler: A, settings: &Settings, max: usize) -> Self {
        Self::new(handler, Protocols::new(settings, None), max)
    }

    /// Connections to the public port, with metrics, and with TLS if there is a certificate.
    pub(super) fn public(handler: A, settings: &Settings, tls: Option<Arc<Tls>>) -> Self {
        Self {
            ages: settings.connection_age.map(Ages::about),
            metrics: Some(ConnectionMetrics::new()),
            ..Self::new(handler, Protocols::new(settings, tls), settings.connections)
        }
    }

    fn new(handler: A, protocols: Protocols, max: usize) -> Self {
        Self {
            handler,
            protocols: Arc::new(protocols),
            max,
            ages: None,
            metrics: None,
            closing: CancellationToken::new(),
            open: TaskTracker::new(),
        }
    }

    /// The number of open connections.
    pub(super) fn count(&self) -> usize {
        self.open.len()
    }

    /// Accepts connections for ever.
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

    /// Accepts the connections that are waiting in the backlog, and no more.
    pub(super) fn accept_last(&self, listener: TcpListener) -> io::Result<()> {
        // Directly from the system: the runtime may not know of the last ones yet. Connections that are still waiting when
        // the listener is closed are reset.
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

    /// Starts to serve a connection, or closes it if too many are open.
    fn open(&self, stream: TcpStream, address: SocketAddr) {
        if self.open.len() >= self.max {
            if let Some(metrics) = &self.metrics {
                metrics.shed();
            }
            return;
        }
        if let Some(metrics) = &self.metrics {
            metrics.opened();
        }
        let (handler, protocols) = (self.handler.clone(), Arc::clone(&self.protocols));
        let ends = Ends { closing: self.closing.clone(), age: self.ages.as_ref().map(Ages::next) };
        self.open.spawn(async move {
            match serve(&protocols, stream, address, handler, &ends).await {
                Ok(()) => {}
                Err(error) => debug!(peer = %address, error, "a connection ended"),
            }
        });
    }

    /// Shuts all connections down, and waits until their calls have finished and they are closed.
    pub(super) async fn finish(&self) {
        self.closing.cancel();
        self.open.close();
        self.open.wait().await;
    }
}

/// Whether the error concerns one connection only, which was closed before it was accepted.
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
/// A timeout passed, or the connection broke.
async fn serve<A: RequestHandler>(
    protocols: &Protocols,
    stream: TcpStream,
    address: SocketAddr,
    handler: A,
    ends: &Ends,
) -> Result<(), axum::BoxError> {
    // Answers are small, and must not wait for an acknowledgement.
    stream.set_nodelay(true)?;
    let timeouts = Arc::new(Timeouts::new(protocols.head_time, protocols.stall_time));
    let peer = Peer { address, secure: protocols.tls.is_some() };
    let session = Session { protocols, peer, handler, timeouts: Arc::clone(&timeouts), ends };
    match &protocols.tls {
        None => session.serve(TimedIo::new(stream, timeouts)).await,
        Some(tls) => {
            // A connection that sends nothing, such as a balancer's health check, is not a failed handshake.
            match begin(protocols, ends, stream.peek(&mut [0])).await? {
                Some(1..) => {}
                Some(0) | None => return Ok(()),
            }
            let handshake = tls.accept(TimedIo::new(stream, timeouts));
            let Some(secured) = begin(protocols, ends, handshake).await? else { return Ok(()) };
            session.serve(secured).await
        }
    }
}

/// The result of a step at the beginning of a connection; none if the process shuts down meanwhile.
///
/// # Errors
///
/// The step fails or takes longer than the head timeout.
async fn begin<T>(
    protocols: &Protocols,
    ends: &Ends,
    step: impl Future<Output = io::Result<T>>,
) -> Result<Option<T>, axum::BoxError> {
    tokio::select! {
        biased;
        begun = tokio::time::timeout(protocols.head_time, step) => Ok(Some(begun??)),
        () = last_words(&ends.closing) => Ok(None),
    }
}

/// A connection that is ready to be served.
struct Session<'a, A> {
    protocols: &'a Protocols,
    peer: Peer,
    handler: A,
    timeouts: Arc<Timeouts>,
    ends: &'a Ends,
}

impl<A: RequestHandler> Session<'_, A> {
    /// Answers the requests on a stream, to its end.
    async fn serve<S>(self, stream: S) -> Result<(), axum::BoxError>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let Self { protocols, peer, handler, timeouts, ends } = self;
        let Some(Some(stream)) = begin(protocols, ends, PrefixedIo::read(stream)).await? else { return Ok(()) };
        let version = stream.version();
        match version {
            Version::Http1 => {
                timeouts.begin_http1();
                let service = service_fn({
                    let (timeouts, body_time) = (Arc::clone(&timeouts), protocols.body_time);
                    move |request: Request<Incoming>| {
                        // After `expect: 100-continue`, the body has not been sent and must not be asked for.
                        let body_time = (!request.headers().contains_key(EXPECT)).then_some(body_time.min(LAST_WORDS));
                        let answer = handler.answer(request, peer, &timeouts);
                        answer_http1(answer, Arc::clone(&timeouts), body_time)
                    }
                });
                // Closing an HTTP/1 connection between two requests would lose one that is on its way. So the next answer
                // carries `connection: close`.
                let close = |_: Pin<&mut _>| timeouts.close_after_answer();
                let connection = pin!(protocols.http1.serve_connection(TokioIo::new(stream), service));
                drive(connection, &timeouts, ends, None, close).await?;
            }
            Version::Http2 => {
                let service = service_fn({
                    let timeouts = Arc::clone(&timeouts);
                    move |request| handler.answer(request, peer, &timeouts)
                });
                let connection = pin!(protocols.http2.serve_connection(TokioIo::new(stream), service));
                let close = GracefulConnection::graceful_shutdown;
                drive(connection, &timeouts, ends, Some(protocols.grace), close).await?;
            }
        }
        Ok(())
    }
}

/// Adds `connection: close` to the last answer of an HTTP/1 connection.
async fn answer_http1<B>(
    answer: impl Future<Output = Result<Response<B>, Infallible>>,
    timeouts: Arc<Timeouts>,
    body_time: Option<Duration>,
) -> Result<Response<B>, Infallible> {
    let mut response = answer.await?;
    if !timeouts.unread.read(body_time).await || timeouts.is_last() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}
