//! Connections: each served in a task of its own, until its caller goes, tries the server's patience, or the process
//! ends.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
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
use super::preface::{Begun, PREFACE};
use super::tls::{self, Tls};

/// For how long a connection without a call is kept once the process is to end: time enough for an answer to leave, and
/// for a request that was under way to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How long no connection is accepted after one could not be, for want of file descriptors or memory.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// How long between the first two looks at a connection that has begun to say its version and not gone on; each time twice
/// as long.
const PEEK_AGAIN: Duration = Duration::from_millis(10);

/// How much of a request's body an HTTP/2 connection takes before somebody reads it: as much as a body may have.
const STREAM_WINDOW: u32 = 64 * 1_024;
/// The same for all requests of a connection together.
const CONNECTION_WINDOW: u32 = 256 * 1_024;
/// How much of the answers of an HTTP/2 connection waits for a caller that takes none, for each of them.
const SEND_BUFFER: usize = 64 * 1_024;

/// How much shorter or longer than the others a connection may be kept: a tenth.
const SPREAD: f64 = 0.1;

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

/// How long connections are kept, one after the other.
#[derive(Debug)]
struct Ages {
    age: Duration,
    /// How many have been told.
    told: AtomicU32,
}

impl Ages {
    /// That of the next connection. They are spread evenly: also of those that were opened at once each goes at a moment
    /// of its own.
    fn next(&self) -> Duration {
        // Multiples of the golden section fall into the widest gaps that those before have left.
        const GOLDEN: u32 = 0x9e37_79b9;
        let place = self.told.fetch_add(1, Ordering::Relaxed).wrapping_mul(GOLDEN);
        let place = f64::from(place) / f64::from(u32::MAX);
        self.age.mul_f64(1.0 - SPREAD + 2.0 * SPREAD * place)
    }
}

/// hyper has no smaller buffer for HTTP/1.
const LEAST_BUFFER: usize = 8 * 1_024;

impl<A: Answering> Connections<A> {
    /// None yet, and `most` at once; requests of those to come are answered by `answering`.
    pub(super) fn new(answering: A, settings: &Settings, most: usize) -> Self {
        Self {
            answering,
            protocols: Arc::new(Protocols::new(settings, None)),
            most,
            ages: None,
            metrics: None,
            closing: CancellationToken::new(),
            open: TaskTracker::new(),
        }
    }

    /// The same, counted.
    pub(super) fn counted(self, metrics: ConnectionMetrics) -> Self {
        Self { metrics: Some(metrics), ..self }
    }

    /// The same for the public: by TLS where there is a certificate, and none of them kept for longer than the settings
    /// allow.
    pub(super) fn public(self, settings: &Settings, tls: Option<Arc<Tls>>) -> Self {
        let ages = settings.connection_age.map(|age| Ages { age, told: AtomicU32::new(0) });
        Self { ages, protocols: Arc::new(Protocols::new(settings, tls)), ..self }
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

/// When a connection is to end that goes on well.
#[derive(Debug)]
struct Ends {
    /// When the process ends.
    closing: CancellationToken,
    /// When it is so old; none where it may grow old.
    age: Option<Duration>,
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
    let begins = Begins { most: protocols.head_time, closing: &ends.closing };
    if let Some(tls) = &protocols.tls {
        let Some(secured) = begins.within(tls.accept(Patient::new(stream, patience))).await? else { return Ok(()) };
        let mut stream = secured?;
        let (patient, session) = stream.get_mut();
        if tls::chose_http2(session) {
            let Some(begun) = begins.within(Begun::once_begun(stream)).await? else { return Ok(()) };
            talk.go_on(begun?, Version::Http2).await
        } else {
            patient.heads = true;
            talk.go_on(Begun::not_yet(stream), Version::Http1).await
        }
    } else {
        let Some(spoken) = begins.within(version(&stream)).await? else { return Ok(()) };
        let Some(version) = spoken? else { return Ok(()) };
        let mut stream = Patient::new(stream, patience);
        stream.heads = version == Version::Http1;
        talk.go_on(stream, version).await
    }
}

/// What the beginning of a connection is held to.
struct Begins<'a> {
    most: Duration,
    closing: &'a CancellationToken,
}

impl Begins<'_> {
    /// What comes of the beginning; none where the process ends before it.
    ///
    /// # Errors
    ///
    /// It took too long.
    async fn within<T>(&self, beginning: impl Future<Output = T>) -> Result<Option<T>, tokio::time::error::Elapsed> {
        tokio::select! {
            biased;
            begun = tokio::time::timeout(self.most, beginning) => begun.map(Some),
            () = last_words(self.closing) => Ok(None),
        }
    }
}

/// A connection of which the version is known.
struct Talk<'a, A> {
    protocols: &'a Protocols,
    peer: Peer,
    answering: A,
    patience: Arc<Patience>,
    ends: &'a Ends,
}

impl<A: Answering> Talk<'_, A> {
    /// Answers requests over a stream to its end.
    async fn go_on<S>(self, stream: S, version: Version) -> Result<(), axum::BoxError>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let Self { protocols, peer, answering, patience, ends } = self;
        let stream = TokioIo::new(stream);
        match version {
            Version::Http1 => {
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
                let connection = pin!(protocols.http1.serve_connection(stream, service));
                drive(connection, &patience, ends, None, close).await?;
            }
            Version::Http2 => {
                let service = service_fn({
                    let patience = Arc::clone(&patience);
                    move |request| answering.answer(request, peer, &patience)
                });
                let connection = pin!(protocols.http2.serve_connection(stream, service));
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

/// Runs a connection until it ends by itself, tries the patience, or has finished its calls after it was told to `close`:
/// when it is old, or the process is to end. One that is old has this grace for them; without a grace it is kept until its
/// caller heeds what the next answer says.
async fn drive<C>(
    mut connection: Pin<&mut C>,
    patience: &Patience,
    ends: &Ends,
    grace: Option<Duration>,
    close: impl FnOnce(Pin<&mut C>),
) -> Result<(), axum::BoxError>
where
    C: Future<Output = hyper::Result<()>>,
{
    let mut impatient = pin!(patience.ends());
    tokio::select! {
        ended = connection.as_mut() => return Ok(ended?),
        why = impatient.as_mut() => return Err(why.into()),
        () = ends.closing.cancelled() => {}
        () = after(ends.age) => {}
    }
    close(connection.as_mut());
    let closed = async {
        ends.closing.cancelled().await;
        fall_silent(patience).await;
    };
    tokio::select! {
        ended = connection => Ok(ended?),
        why = impatient => Err(why.into()),
        () = closed => Ok(()),
        () = after(grace) => Ok(()),
    }
}

/// Waits so long, or for ever.
async fn after(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
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
