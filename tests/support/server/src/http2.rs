//! A frame-level HTTP/2 client, which can tell a failed call from one that the server did not accept.

use bytes::{BufMut, Bytes, BytesMut};
use h2::client::SendRequest;
use h2::{Reason, RecvStream};
use hyper::{HeaderMap, Request, StatusCode};
use prost::Message;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// A connection, with the task that drives it until it closes.
pub struct Connection {
    pub sender: SendRequest<Bytes>,
    pub ended: JoinHandle<Result<(), h2::Error>>,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Call {
    pub path: String,
    pub content_type: &'static str,
    pub body: Bytes,
    /// The value of the `authorization` header.
    pub authorization: Option<String>,
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
    pub fn json(path: &str, body: &serde_json::Value) -> Self {
        let body = Bytes::from(body.to_string());
        Self { path: path.to_owned(), content_type: "application/json", body, authorization: None }
    }

    pub fn grpc(method: &str, message: &impl Message) -> Self {
        let mut body = BytesMut::new();
        body.put_u8(0);
        body.put_u32(message.encoded_len() as u32);
        message.encode(&mut body).expect("it grows");
        let path = format!("/mancala.v1.MancalaService/{method}");
        Self { path, content_type: "application/grpc", body: body.freeze(), authorization: None }
    }

    pub fn head(&self) -> Request<()> {
        let request = Request::post(format!("http://ayla{}", self.path)).header("content-type", self.content_type);
        let request = request.header("te", "trailers");
        let request = match &self.authorization {
            Some(authorization) => request.header("authorization", authorization),
            None => request,
        };
        request.body(()).expect("a request")
    }

    /// The call with an API key.
    pub fn by(self, key: &str) -> Self {
        Self { authorization: Some(format!("Bearer {key}")), ..self }
    }
}

impl Answer {
    /// The gRPC status code, from trailers or headers.
    pub fn code(&self) -> Option<&str> {
        let code = self.trailers.get("grpc-status").or_else(|| self.headers.get("grpc-status"))?;
        code.to_str().ok()
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
