//! A frame-level HTTP/2 client, which can tell a failed call from one that the server did not accept.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use h2::client::SendRequest;
use h2::{Reason, RecvStream};
use hyper::{HeaderMap, Method, Request, StatusCode};
use prost::Message;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tonic::Status;

use crate::rpc;
use crate::server::connect;

/// A connection, with the task that drives it until it closes.
pub struct Connection {
    pub sender: SendRequest<Bytes>,
    pub ended: JoinHandle<Result<(), h2::Error>>,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Bytes,
}

/// The outcome of a call.
#[derive(Debug)]
pub enum Outcome {
    Answered(Answer),
    /// The connection closed before the call was sent, or the server said that it did not process the call.
    NotTaken,
    Failed(h2::Error),
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub trailers: HeaderMap,
    pub body: Bytes,
}

impl Call {
    pub fn new(path: &str, content_type: &str, body: impl Into<Bytes>) -> Self {
        Self { method: Method::POST, path: path.to_owned(), headers: Vec::new(), body: body.into() }
            .with("content-type", content_type)
    }

    pub fn get(path: &str) -> Self {
        Self { method: Method::GET, path: path.to_owned(), headers: Vec::new(), body: Bytes::new() }
    }

    pub fn json(path: &str, body: &Value) -> Self {
        Self::new(path, "application/json", body.to_string())
    }

    /// A call of an operation over gRPC, with the message that says the same as a JSON body.
    pub fn grpc(operation: &str, body: &Value) -> Self {
        let (path, message) = rpc::request(operation, body);
        Self::new(&path, "application/grpc", frame(&message.encode_to_vec()))
    }

    pub fn with(mut self, header: &'static str, value: &str) -> Self {
        self.headers.push((header, value.to_owned()));
        self
    }

    /// The call with an API key.
    pub fn by(self, key: &str) -> Self {
        self.with("authorization", &format!("Bearer {key}"))
    }

    pub fn head(&self) -> Request<()> {
        let request = Request::builder().method(self.method.clone()).uri(format!("http://ayla{}", self.path));
        let request = request.header("te", "trailers");
        let request = self.headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
        request.body(()).expect("a request")
    }
}

/// A gRPC message in its frame, not compressed.
pub fn frame(message: &[u8]) -> Vec<u8> {
    let mut frame = BytesMut::new();
    frame.put_u8(0);
    frame.put_u32(message.len() as u32);
    frame.put(message);
    frame.into()
}

/// The frames of a body, each with its flags.
pub fn frames(mut body: Bytes) -> Vec<(u8, Bytes)> {
    let mut frames = Vec::new();
    while !body.is_empty() {
        let flags = body.get_u8();
        let length = body.get_u32();
        frames.push((flags, body.split_to(length as usize)));
    }
    frames
}

impl Answer {
    /// Whether it is a 200, and over gRPC `OK`.
    pub fn is_ok(&self) -> bool {
        self.status == StatusCode::OK && self.code().is_none_or(|code| code == "0")
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The gRPC status code, from trailers or headers.
    pub fn code(&self) -> Option<&str> {
        let code = self.trailers.get("grpc-status").or_else(|| self.headers.get("grpc-status"))?;
        code.to_str().ok()
    }

    /// The gRPC status, from trailers or headers.
    pub fn grpc_status(&self) -> Status {
        let status = Status::from_header_map(&self.trailers).or_else(|| Status::from_header_map(&self.headers));
        status.expect("a status")
    }
}

impl Outcome {
    /// The answer; panics if there is none.
    pub fn answer(self) -> Answer {
        match self {
            Self::Answered(answer) => answer,
            Self::NotTaken | Self::Failed(_) => panic!("{self:?}"),
        }
    }
}

impl Connection {
    pub async fn open(address: &str) -> Self {
        Self::with(address, &h2::client::Builder::new()).await
    }

    pub async fn with(address: &str, settings: &h2::client::Builder) -> Self {
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("it is open");
        Self::over(stream, settings).await
    }

    /// A connection between these addresses, unless it is refused.
    pub async fn attempt(from: &str, to: &str, settings: &h2::client::Builder) -> Option<Self> {
        let (sender, connection) = settings.handshake(connect(from, to).await.ok()?).await.ok()?;
        Some(Self { sender, ended: tokio::spawn(connection) })
    }

    pub async fn over<S>(stream: S, settings: &h2::client::Builder) -> Self
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let (sender, connection) = settings.handshake(stream).await.expect("a handshake");
        Self { sender, ended: tokio::spawn(connection) }
    }
}

/// Whether the server said that it did not process a call, so that the call can be sent again.
fn not_taken(error: &h2::Error) -> bool {
    error.is_remote()
        && (error.reason() == Some(Reason::REFUSED_STREAM)
            || error.is_go_away() && error.reason() == Some(Reason::NO_ERROR))
}

/// Makes a call on a new connection, and returns both. If a busy machine makes it so late that the server has closed
/// the connection, it is made on another one.
pub async fn call_on_new(address: &str, call: &Call) -> (Connection, Outcome) {
    loop {
        let connection = Connection::open(address).await;
        let outcome = self::call(&connection.sender, call).await;
        if !matches!(outcome, Outcome::NotTaken) {
            return (connection, outcome);
        }
    }
}

/// Sends a call and waits for the answer.
pub async fn call(sender: &SendRequest<Bytes>, call: &Call) -> Outcome {
    let Ok(mut sender) = sender.clone().ready().await else { return Outcome::NotTaken };
    let Ok((response, mut stream)) = sender.send_request(call.head(), call.body.is_empty()) else {
        return Outcome::NotTaken;
    };
    if !call.body.is_empty() {
        // If this fails, the answer says why.
        let _ = stream.send_data(call.body.clone(), true);
    }
    let answered = async {
        let (head, mut body) = response.await?.into_parts();
        let received = receive(&mut body).await?;
        let trailers = body.trailers().await?.unwrap_or_default();
        Ok(Answer { status: head.status, headers: head.headers, trailers, body: received })
    };
    match answered.await {
        Ok(answer) => Outcome::Answered(answer),
        Err(error) if not_taken(&error) => Outcome::NotTaken,
        Err(error) => Outcome::Failed(error),
    }
}

/// Reads a body to its end, and releases flow control for what has arrived.
pub async fn receive(body: &mut RecvStream) -> Result<Bytes, h2::Error> {
    let mut received = BytesMut::new();
    while let Some(data) = body.data().await {
        let data = data?;
        received.extend_from_slice(&data);
        let _ = body.flow_control().release_capacity(data.len());
    }
    Ok(received.freeze())
}
