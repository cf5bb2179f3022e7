//! Listening, and serving each connection in a task of its own until its client closes it, a timeout passes, or the
//! process ends.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Request, Response, StatusCode};
use hyper::body::{Body, Incoming};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics::Counter;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use super::address::canonical;
use super::body::{BoxError, Content, RequestBody, ResponseBody};
use super::connection::{Connection, EndReason};
use super::connections::Connections;
use super::end::{Ends, closing_begun, drive, max_age, overdue};
use super::limits::{CONNECTION_WINDOW, HEAD_BYTES, Http, SEND_BUFFER, STREAM_WINDOW};
use super::preface::{PrefixedIo, Version};
use super::socket::{self, Socket};
use super::whole::{self, Calls};

/// The pause after a connection could not be accepted for lack of file descriptors or memory.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// Answers a request. The [`InFlight`](super::InFlight) of its call is found in the body of the request. A client has
/// the [time](Http::answer_time) of the settings to take an answer, unless the handler gives it another.
pub type Handler =
    Arc<dyn Fn(Request<RequestBody>) -> BoxFuture<'static, Result<Response<Content>, Infallible>> + Send + Sync>;

/// The stream of a connection, encrypted or not.
trait Io: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Io for S {}

/// TLS: the acceptor with the present certificate, and the counter of failed handshakes.
#[derive(Clone)]
pub struct Tls {
    /// Returns the acceptor for the next connection.
    pub acceptor: Arc<dyn Fn() -> TlsAcceptor + Send + Sync>,
    /// Counts handshakes that failed.
    pub failed: Counter,
}

/// The counters of a listener.
#[derive(Clone)]
pub struct Counters {
    /// Connections that were opened.
    pub opened: Counter,
    /// Counts a connection that had to end.
    pub ended: fn(EndReason),
}

impl Counters {
    /// Counters that count nothing.
    pub fn none() -> Self {
        Self { opened: Counter::noop(), ended: |_| () }
    }
}

/// The connections of a listener.
pub struct Listener {
    handler: Handler,
    protocols: Arc<Protocols>,
    connections: Arc<Connections>,
    counters: Counters,
    /// Cancelled when the process shuts down.
    closing: CancellationToken,
    open: TaskTracker,
}

/// The configuration of each protocol.
struct Protocols {
    http1: http1::Builder,
    http2: http2::Builder<Calls>,
    tls: Option<Tls>,
    settings: Http,
    ended: fn(EndReason),
}

impl Protocols {
    fn new(settings: Http, tls: Option<Tls>, ended: fn(EndReason)) -> Self {
        let mut http1 = http1::Builder::new();
        http1
            .timer(TokioTimer::new())
            // It includes the idle time.
            .header_read_timeout(settings.idle_time)
            // A caller that sends no more may still wait for the answer. A search ends with the stream all the same.
            .half_close(true)
            .max_buf_size(HEAD_BYTES as usize);
        let mut http2 = http2::Builder::new(Calls);
        http2
            .timer(TokioTimer::new())
            .keep_alive_interval(settings.ping_interval)
            .keep_alive_timeout(settings.ping_interval)
            .max_concurrent_streams(settings.streams)
            .max_header_list_size(HEAD_BYTES)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_send_buf_size(SEND_BUFFER);
        Self { http1, http2, tls, settings, ended }
    }
}

impl Listener {
    /// Serves `handler` on the connections that it accepts, and enters among these.
    pub fn new(
        handler: Handler,
        settings: Http,
        connections: Arc<Connections>,
        tls: Option<Tls>,
        counters: Counters,
    ) -> Self {
        Self {
            handler,
            protocols: Arc::new(Protocols::new(settings, tls, counters.ended)),
            connections,
            counters,
            closing: CancellationToken::new(),
            open: TaskTracker::new(),
        }
    }

    /// Accepts connections for ever.
    pub async fn accept(&self, listener: &TcpListener) {
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
    ///
    /// # Errors
    ///
    /// The listener fails.
    pub fn accept_last(&self, listener: TcpListener) -> io::Result<()> {
        // They are accepted from the system directly, since the runtime may not know of the last ones yet. Connections
        // that are still waiting when the listener is closed are reset.
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

    /// Starts to serve a connection, or closes it if too many are open that have calls.
    fn open(&self, stream: TcpStream, peer: SocketAddr) {
        let peer = canonical(peer);
        self.counters.opened.increment(1);
        let Ok((read, write)) = socket::split(stream, self.protocols.settings.answer_time) else { return };
        let secure = self.protocols.tls.is_some();
        let connect = |share| Connection::new(peer, secure, share, Arc::downgrade(&write));
        let Some(entry) = self.connections.enter(peer.ip(), connect) else { return };
        let handler = Arc::clone(&self.handler);
        let protocols = Arc::clone(&self.protocols);
        let ends = Ends { closing: self.closing.clone(), age: self.protocols.settings.age.map(max_age) };
        self.open.spawn(async move {
            let connection = &entry.connection;
            let socket = Socket::new(read, write, Arc::clone(connection));
            tokio::select! {
                served = serve(&protocols, socket, connection, handler, &ends) => {
                    if let Err(error) = served {
                        debug!(%peer, error, "a connection ended");
                    }
                }
                why = overdue(connection, &protocols.settings) => {
                    (protocols.ended)(why);
                    debug!(%peer, reason = why.name(), "a connection had to end");
                }
            }
        });
    }

    /// Shuts all connections down, and waits until their calls have finished and they are closed.
    pub async fn finish(&self) {
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
async fn serve(
    protocols: &Protocols,
    socket: Socket,
    connection: &Arc<Connection>,
    handler: Handler,
    ends: &Ends,
) -> Result<(), BoxError> {
    let Some(tls) = &protocols.tls else { return answer(protocols, Box::new(socket), connection, handler, ends).await };
    // A connection that sends nothing, such as a balancer's health check, is not a failed handshake.
    match begin(protocols, ends, socket.peek()).await? {
        Some(1..) => {}
        Some(0) | None => return Ok(()),
    }
    let mut handshake = Handshake(Some(&tls.failed));
    let accepted = begin(protocols, ends, (tls.acceptor)().accept(socket)).await;
    let Some(secured) = accepted.map_err(|error| format!("the TLS handshake failed: {error}"))? else { return Ok(()) };
    handshake.0 = None;
    answer(protocols, Box::new(secured), connection, handler, ends).await
}

/// Counts a handshake as failed when it is dropped, unless it is disarmed.
struct Handshake<'a>(Option<&'a Counter>);

impl Drop for Handshake<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(|failed| failed.increment(1));
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
) -> Result<Option<T>, BoxError> {
    tokio::select! {
        biased;
        begun = tokio::time::timeout(protocols.settings.head_time, step) => Ok(Some(begun??)),
        () = closing_begun(&ends.closing) => Ok(None),
    }
}

/// Answers the requests on a stream, to its end.
async fn answer(
    protocols: &Protocols,
    stream: Box<dyn Io>,
    connection: &Arc<Connection>,
    handler: Handler,
    ends: &Ends,
) -> Result<(), BoxError> {
    let Some(Some(stream)) = begin(protocols, ends, PrefixedIo::read(stream, Arc::clone(connection))).await? else {
        return Ok(());
    };
    let version = stream.version();
    let io = TokioIo::new(stream);
    let times = (protocols.settings.body_time, protocols.settings.answer_time);
    let service = service_fn({
        let connection = Arc::clone(connection);
        move |request| call(request, &connection, times, &handler)
    });
    match version {
        Version::Http1 => {
            connection.begin_http1();
            // Closing an HTTP/1 connection between two requests would lose one that is on its way. So the next answer
            // carries `connection: close`.
            let close = |_: Pin<&mut _>| connection.close_after_answer();
            let served = pin!(protocols.http1.serve_connection(io, service));
            drive(served, connection, &protocols.settings, ends, version, close).await
        }
        Version::Http2 => {
            let close = http2::Connection::graceful_shutdown;
            let served = pin!(protocols.http2.serve_connection(io, service));
            drive(served, connection, &protocols.settings, ends, version, close).await
        }
    }
}

/// Answers a request whose body has a time to arrive, and whose answer has a time to be taken.
fn call(
    request: Request<Incoming>,
    connection: &Arc<Connection>,
    (body_time, answer_time): (Duration, Duration),
    handler: &Handler,
) -> BoxFuture<'static, Result<Response<ResponseBody>, Infallible>> {
    let http1 = request.version() < http::Version::HTTP_2;
    let call = connection.begin(request.body().is_end_stream());
    let expects = http1 && request.headers().contains_key(EXPECT);
    let request = request.map(|body| RequestBody::new(body, body_time, Arc::clone(&call), expects));
    let large = request.body().is_large();
    let handler = Arc::clone(handler);
    // On the heap: hyper moves the future several times.
    Box::pin(async move {
        let mut response = handler(request).await?;
        call.answered(answer_time);
        if !http1 {
            whole::begin(&call.connection.writing);
        }
        let leaves = || call.arrival().1.is_none() && (expects || large || leaves_rest(&response));
        if http1 && (call.connection.is_last() || leaves()) {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(response.map(|body| ResponseBody::new(body, call)))
    })
}

/// Whether an answer that is sent before the end of the request says that the rest of it is not read.
fn leaves_rest<B>(response: &Response<B>) -> bool {
    matches!(response.status(), StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;
    use std::sync::Weak;
    use std::task::Poll;

    use bytes::Bytes;
    use futures_util::stream;
    use http_body_util::{BodyExt, StreamBody};
    use hyper::body::Frame;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::sync::mpsc;
    use tokio::time::sleep;
    use tokio_util::io::InspectReader;

    fn settings() -> Http {
        let time = Duration::from_secs(10);
        Http {
            streams: 200,
            head_time: time,
            body_time: time,
            answer_time: time,
            idle_time: 3 * time,
            ping_interval: time,
            age: None,
            grace: time,
        }
    }

    /// Sends bytes of a request, and reads the head of an answer without a body.
    async fn ask(client: &mut DuplexStream, sent: &str) -> String {
        client.write_all(sent.as_bytes()).await.expect("open");
        let mut answer = String::new();
        while !answer.ends_with("\r\n\r\n") {
            answer.push(client.read_u8().await.expect("an answer").into());
        }
        answer
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_kept_for_its_whole_idle_time_after_a_body_that_nobody_wanted() {
        let settings = settings();
        let idle_time = settings.idle_time;
        assert!(idle_time > 2 * settings.head_time);
        let (mut client, stream) = duplex(1_024);
        let served = tokio::spawn(async move {
            let connection = Arc::new(Connection::new(([127, 0, 0, 1], 1).into(), false, None, Weak::new()));
            let arrived = Arc::clone(&connection);
            // As a socket does.
            let stream = InspectReader::new(stream, move |_: &[u8]| arrived.received());
            let protocols = Protocols::new(settings.clone(), None, |_| ());
            let handler: Handler = Arc::new(|_| Box::pin(ready(Ok(Response::default()))));
            let ends = Ends { closing: CancellationToken::new(), age: None };
            tokio::select! {
                _ = answer(&protocols, Box::new(stream), &connection, handler, &ends) => None,
                why = overdue(&connection, &settings) => Some(why),
            }
        });
        let head = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 6\r\n\r\n";
        for _ in 0..2 {
            let answer = ask(&mut client, &format!("{head}one")).await;
            assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("close"), "{answer}");
            client.write_all(b"two").await.expect("open");
            sleep(idle_time - Duration::from_secs(1)).await;
        }
        sleep(Duration::from_secs(2)).await;
        assert_eq!(client.read(&mut [0]).await.expect("it does not break"), 0);
        assert_eq!(served.await.expect("no panic"), None);
    }

    /// The preface of HTTP/2 with empty SETTINGS, and the head of a GET request.
    const ASKED: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0\
        \0\0\x06\x01\x05\0\0\0\x01\x82\x84\x86\x01\x01a";

    #[tokio::test]
    async fn an_answer_over_http2_is_being_written_until_the_turn_of_its_call_is_over() {
        let (mut client, stream) = duplex(1_024);
        let connection = Arc::new(Connection::new(([127, 0, 0, 1], 1).into(), false, None, Weak::new()));
        let (polled, mut body_polled) = mpsc::unbounded_channel();
        let served = Arc::clone(&connection);
        let handler: Handler = Arc::new(move |_| {
            let connection = Arc::clone(&served);
            let polled = polled.clone();
            let frames = stream::poll_fn(move |_| {
                polled.send(connection.writing.is_writing()).expect("the test waits");
                Poll::<Option<Result<Frame<Bytes>, BoxError>>>::Pending
            });
            Box::pin(ready(Ok(Response::new(StreamBody::new(frames).boxed_unsync()))))
        });
        let answered = Arc::clone(&connection);
        tokio::spawn(async move {
            let protocols = Protocols::new(settings(), None, |_| ());
            let ends = Ends { closing: CancellationToken::new(), age: None };
            answer(&protocols, Box::new(stream), &answered, handler, &ends).await
        });
        client.write_all(ASKED).await.expect("open");
        assert_eq!(body_polled.recv().await, Some(true));
        assert!(!connection.writing.is_writing());
    }
}
