//! Connections: each served in a task of its own, until its caller goes, tries the server's patience, or the process
//! ends.

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
use super::patience::{Patience, Patient};
use super::preface::{Begun, Version};
use super::tls::Tls;
use end::{Ages, Ends, LAST_WORDS, drive, last_words};

/// How long no connection is accepted after one could not be, for want of file descriptors or memory.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// How much of a request's body an HTTP/2 connection takes before somebody reads it: as much as a body may have.
const STREAM_WINDOW: u32 = 64 * 1_024;
/// The same for all requests of a connection together.
const CONNECTION_WINDOW: u32 = 256 * 1_024;
/// How much of the answers of an HTTP/2 connection waits for a caller that takes none, for each of them.
const SEND_BUFFER: usize = 64 * 1_024;

/// Who a connection is from.
#[derive(Copy, Clone, Debug)]
pub(super) struct Peer {
    /// Where the bytes come from: the caller, or what stands before the service.
    pub(super) address: SocketAddr,
    /// Whether they came by TLS.
    pub(super) secure: bool,
}

/// What answers the requests of a connection.
pub(super) trait Answering: Clone + Send + Sync + 'static {
    /// The body of an answer.
    type Body: Body<Data: Buf + Send, Error: Into<axum::BoxError>> + Send + 'static;

    /// Answers a request of this peer, over a connection with this patience.
    fn answer(
        &self,
        request: Request<Incoming>,
        peer: Peer,
        patience: &Arc<Patience>,
    ) -> impl Future<Output = Result<Response<Self::Body>, Infallible>> + Send + 'static + use<Self>;
}

/// The open connections of a listener.
#[derive(Debug)]
pub(super) struct Connections<A> {
    answering: A,
    protocols: Arc<Protocols>,
    most: usize,
    ages: Option<Ages>,
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
        Self { http1, http2, tls, grace: settings.connection_grace, head_time, body_time, stall_time }
    }
}

/// hyper has no smaller buffer for HTTP/1.
const LEAST_BUFFER: usize = 8 * 1_024;

impl<A: Answering> Connections<A> {
    /// None yet, of operators: `most` at once, without TLS, and each for as long as its caller likes.
    pub(super) fn of_operators(answering: A, settings: &Settings, most: usize) -> Self {
        Self::new(answering, Protocols::new(settings, None), most)
    }

    /// None yet, of the public: counted, by TLS where there is a certificate, and each for as long as settings allow.
    pub(super) fn of_public(answering: A, settings: &Settings, tls: Option<Arc<Tls>>) -> Self {
        Self {
            ages: settings.connection_age.map(Ages::about),
            metrics: Some(ConnectionMetrics::new()),
            ..Self::new(answering, Protocols::new(settings, tls), settings.connections)
        }
    }

    fn new(answering: A, protocols: Protocols, most: usize) -> Self {
        Self {
            answering,
            protocols: Arc::new(protocols),
            most,
            ages: None,
            metrics: None,
            closing: CancellationToken::new(),
            open: TaskTracker::new(),
        }
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
    fn open(&self, stream: TcpStream, address: SocketAddr) {
        if self.open.len() >= self.most {
            if let Some(metrics) = &self.metrics {
                metrics.shed();
            }
            return;
        }
        if let Some(metrics) = &self.metrics {
            metrics.opened();
        }
        let (answering, protocols) = (self.answering.clone(), Arc::clone(&self.protocols));
        let ends = Ends { closing: self.closing.clone(), age: self.ages.as_ref().map(Ages::next) };
        self.open.spawn(async move {
            match serve(&protocols, stream, address, answering, &ends).await {
                Ok(()) => {}
                Err(error) => debug!(peer = %address, error, "a connection ended"),
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
    address: SocketAddr,
    answering: A,
    ends: &Ends,
) -> Result<(), axum::BoxError> {
    // Answers are small, and none is to wait for an acknowledgement.
    stream.set_nodelay(true)?;
    let patience = Arc::new(Patience::new(protocols.head_time, protocols.stall_time));
    let peer = Peer { address, secure: protocols.tls.is_some() };
    let talk = Talk { protocols, peer, answering, patience: Arc::clone(&patience), ends };
    match &protocols.tls {
        None => talk.go_on(Patient::new(stream, patience)).await,
        Some(tls) => {
            // Whoever only looks whether there is a port, as balancers do, fails no handshake.
            match begin(protocols, ends, stream.peek(&mut [0])).await? {
                Some(1..) => {}
                Some(0) | None => return Ok(()),
            }
            let handshake = tls.accept(Patient::new(stream, patience));
            let Some(secured) = begin(protocols, ends, handshake).await? else { return Ok(()) };
            talk.go_on(secured).await
        }
    }
}

/// What comes of a step at the beginning of a connection; none where the process ends before it.
///
/// # Errors
///
/// It failed, or took too long.
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

/// A connection that can be talked over.
struct Talk<'a, A> {
    protocols: &'a Protocols,
    peer: Peer,
    answering: A,
    patience: Arc<Patience>,
    ends: &'a Ends,
}

impl<A: Answering> Talk<'_, A> {
    /// Answers requests over a stream to its end.
    async fn go_on<S>(self, stream: S) -> Result<(), axum::BoxError>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let Self { protocols, peer, answering, patience, ends } = self;
        let Some(Some(begun)) = begin(protocols, ends, Begun::read(stream)).await? else { return Ok(()) };
        let version = begun.version();
        match version {
            Version::Http1 => {
                patience.has_heads();
                let service = service_fn({
                    let (patience, body_time) = (Arc::clone(&patience), protocols.body_time);
                    move |request: Request<Incoming>| {
                        // A caller who waits for leave to send the body is not to get it with the answer.
                        let body_time = (!request.headers().contains_key(EXPECT)).then_some(body_time.min(LAST_WORDS));
                        let answer = answering.answer(request, peer, &patience);
                        one_by_one(answer, Arc::clone(&patience), body_time)
                    }
                });
                // To close an HTTP/1 connection between two requests would fail one that is under way: the next answer
                // says that it is the last, and where there is no request in a while, there will be none.
                let close = |_: Pin<&mut _>| patience.answers_last();
                let connection = pin!(protocols.http1.serve_connection(TokioIo::new(begun), service));
                drive(connection, &patience, ends, None, close).await?;
            }
            Version::Http2 => {
                let service = service_fn({
                    let patience = Arc::clone(&patience);
                    move |request| answering.answer(request, peer, &patience)
                });
                let connection = pin!(protocols.http2.serve_connection(TokioIo::new(begun), service));
                let close = GracefulConnection::graceful_shutdown;
                drive(connection, &patience, ends, Some(protocols.grace), close).await?;
            }
        }
        Ok(())
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
