//! Calls over HTTP/2, frame by frame: a client that tells a call that failed from one that was not taken.

use bytes::{BufMut, Bytes, BytesMut};
use h2::client::SendRequest;
use h2::{Reason, RecvStream};
use hyper::{HeaderMap, Request, StatusCode};
use prost::Message;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// A connection, and the task that serves it, which ends with it.
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
    /// What it says of its caller.
    pub authorization: Option<String>,
}

/// What became of a request.
#[derive(Debug)]
pub enum Outcome {
    Answered(Answer),
    /// The connection was closed before it could be sent, or the server said that it did not take it.
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

    /// The same with this API key.
    pub fn by(self, key: &str) -> Self {
        Self { authorization: Some(format!("Bearer {key}")), ..self }
    }
}

impl Answer {
    /// The code of gRPC, from wherever it is.
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

/// Whether the server said that it did not take a call, so that it may be sent again elsewhere.
fn not_taken(error: &h2::Error) -> bool {
    error.is_remote()
        && (error.reason() == Some(Reason::REFUSED_STREAM)
            || error.is_go_away() && error.reason() == Some(Reason::NO_ERROR))
}

/// Sends a call, and waits for its answer.
pub async fn call(sender: &SendRequest<Bytes>, call: &Call) -> Outcome {
    let Ok(mut sender) = sender.clone().ready().await else { return Outcome::NotTaken };
    let Ok((response, mut stream)) = sender.send_request(call.head(), call.body.is_empty()) else {
        return Outcome::NotTaken;
    };
    if !call.body.is_empty() {
        // What becomes of the call, the answer says.
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

/// Reads a body to its end, making room for more as it comes.
pub async fn receive(body: &mut RecvStream) -> Result<Bytes, h2::Error> {
    let mut received = BytesMut::new();
    while let Some(data) = body.data().await {
        let data = data?;
        received.extend_from_slice(&data);
        let _ = body.flow_control().release_capacity(data.len());
    }
    Ok(received.freeze())
}
