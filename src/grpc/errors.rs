//! All that is served over gRPC, and the form of its errors. Those that arise before our code is reached (an undecodable
//! frame, a message too large, an unknown method) are answered by the framework without details; here they get those
//! that every error has.

use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::task::{Context, Poll, ready};

use axum::routing::future::RouteFuture;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Frame, SizeHint};
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::{Code, Status};
use tower::Service as _;

use crate::service::error::{Error, Reason};

use super::Operations;
use super::status;
use crate::proto::mancala_service_server::MancalaServiceServer;

const GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");
const GRPC_DETAILS: HeaderName = HeaderName::from_static("grpc-status-details-bin");
/// In an error: the request was compressed, and these are the encodings that would be read.
const GRPC_ACCEPT_ENCODING: HeaderName = HeaderName::from_static("grpc-accept-encoding");

/// What precedes each message: whether it is compressed, and its length.
const FRAME_HEADER_BYTES: usize = 5;

/// The service of the contract, and whatever else there is: each call goes where its path says, and every error gets the
/// form that ours have.
#[derive(Clone, Debug)]
pub struct Grpc {
    operations: MancalaServiceServer<Operations>,
    others: axum::Router,
    /// The most bytes of a request to the service of the contract.
    body_bytes: usize,
}

/// Where the code that a call ends with is left, for those who cannot see its trailers: a request has it as an extension.
#[derive(Clone, Debug)]
pub struct Outcome(Arc<AtomicI32>);

impl Default for Outcome {
    fn default() -> Self {
        Self(Arc::new(AtomicI32::new(-1)))
    }
}

impl Outcome {
    /// The code, once the call has ended.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        let code = self.0.load(Ordering::Relaxed);
        (code >= 0).then(|| Code::from_i32(code))
    }
}

impl Grpc {
    /// `others`: what answers where no method of the contract is called.
    pub(super) const fn new(
        operations: MancalaServiceServer<Operations>,
        others: axum::Router,
        body_bytes: usize,
    ) -> Self {
        Self { operations, others, body_bytes }
    }

    /// Answers a call.
    pub fn answer<B>(&self, request: Request<B>) -> Answering
    where
        B: hyper::body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError> + Send,
    {
        let body_bytes = self.body_bytes;
        let outcome = request.extensions().get::<Outcome>().cloned();
        let name = <MancalaServiceServer<Operations> as NamedService>::NAME;
        let is_ours = request.uri().path().strip_prefix('/').is_some_and(|path| path.starts_with(name));
        let whose = match check(request.method(), request.headers()) {
            Err(refused) => Whose::Nobodys(Some(refused)),
            Ok(()) if is_ours => {
                // A call of the service has one message: the framework would read any number of them.
                let most = body_bytes.saturating_add(FRAME_HEADER_BYTES);
                let request = request.map(|body| Limited::new(body, most).map_err(unreadable));
                Whose::Ours(self.operations.clone().call(request))
            }
            Ok(()) => Whose::Other(Box::pin(self.others.clone().call(request.map(axum::body::Body::new)))),
        };
        Answering { whose, body_bytes, outcome }
    }
}

/// The answer to a call, to come. Written out, since calls are many and futures of futures are large.
pub struct Answering {
    whose: Whose,
    body_bytes: usize,
    outcome: Option<Outcome>,
}

/// Where the answer to a call comes from.
enum Whose {
    /// Nobody handles it.
    Nobodys(Option<Box<Error>>),
    /// The service of the contract.
    Ours(<MancalaServiceServer<Operations> as tower::Service<Request<Body>>>::Future),
    /// What else there is.
    Other(Pin<Box<RouteFuture<Infallible>>>),
}

impl Future for Answering {
    type Output = Response<Explained>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response<Explained>> {
        let response = match &mut self.whose {
            Whose::Nobodys(refused) => Status::from(refused.take().unwrap_or_else(Error::internal)).into_http(),
            Whose::Ours(answer) => ready!(answer.as_mut().poll(context)).unwrap_or_else(|never| match never {}),
            Whose::Other(answer) => {
                ready!(answer.as_mut().poll(context)).unwrap_or_else(|never| match never {}).map(Body::new)
            }
        };
        let (body_bytes, outcome) = (self.body_bytes, self.outcome.take());
        let (mut head, body) = response.into_parts();
        if head.headers.contains_key(GRPC_STATUS) {
            explain(&mut head.headers, Before::Handler, body_bytes, outcome.as_ref());
        }
        Poll::Ready(Response::from_parts(head, Explained { body, body_bytes, outcome }))
    }
}

impl fmt::Debug for Answering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answering").finish_non_exhaustive()
    }
}

/// As the gRPC-web layer needs it.
impl tower::Service<Request<Body>> for Grpc {
    type Response = Response<Explained>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let answer = self.answer(request);
        Box::pin(async move { Ok(answer.await) })
    }
}

/// The status of a body that cannot be read to its end, as the framework would give it for a message that is wrong.
fn unreadable(error: axum::BoxError) -> Status {
    if error.is::<LengthLimitError>() {
        return Status::resource_exhausted("");
    }
    let why = error.to_string();
    let status = Status::from_error(error);
    // It arrived late, or not to its end.
    if status.code() == Code::Unknown { Status::internal(why) } else { status }
}

/// The body of an answer, in whose trailers an error is in the form that all have.
#[derive(Debug)]
pub struct Explained {
    body: Body,
    body_bytes: usize,
    outcome: Option<Outcome>,
}

impl hyper::body::Body for Explained {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let mut frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(trailers) = frame.as_mut().and_then(|frame| frame.as_mut().ok()).and_then(Frame::trailers_mut) {
            explain(trailers, Before::End, self.body_bytes, self.outcome.as_ref());
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The answer where the gRPC-web layer refused a request: it does so with an HTTP status and nothing else.
pub(super) fn not_grpc_web(response: Response<Body>) -> Response<Body> {
    if response.status() == StatusCode::OK {
        return response;
    }
    let error = if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        not_post()
    } else {
        Error::new(
            Reason::UnsupportedMediaType,
            "over HTTP/1.1 the content type is application/grpc-web or application/grpc-web-text; gRPC itself needs HTTP/2",
        )
    };
    Status::from(error).into_http()
}

/// What the framework does not look at: the method, and the format of the messages.
fn check(method: &Method, headers: &HeaderMap) -> Result<(), Box<Error>> {
    if method != Method::POST {
        return Err(not_post());
    }
    let content_type = headers.get(CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
    let format = content_type.split(|&byte| byte == b';').next().unwrap_or_default();
    if matches!(format.trim_ascii(), b"application/grpc" | b"application/grpc+proto") {
        return Ok(());
    }
    Err(Error::new(
        Reason::UnsupportedMediaType,
        "the content type is application/grpc or application/grpc-web: messages are protobuf",
    ))
}

fn not_post() -> Box<Error> {
    Error::new(Reason::MethodNotAllowed, "a gRPC call is a POST")
}

/// What an error came before.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Before {
    /// It stands in the headers, since no handler was reached.
    Handler,
    /// It stands in the trailers of an answer that had begun.
    End,
}

/// Adds the details to an error that has none, and leaves the code where the caller wants it.
fn explain(headers: &mut HeaderMap, before: Before, body_bytes: usize, outcome: Option<&Outcome>) {
    let mut code = code(headers);
    if code != Some(Code::Ok)
        && !headers.contains_key(GRPC_DETAILS)
        && let Some(found) = Status::from_header_map(headers)
        && let Some((known, error)) = error(&found, headers, before, body_bytes)
    {
        code = Some(known);
        // It fails only for a message that cannot be a header; then the status stays as it was.
        let _ = status::status(known, &error).add_header(headers);
    }
    if let (Some(outcome), Some(code)) = (outcome, code) {
        outcome.0.store(code as i32, Ordering::Relaxed);
    }
}

/// The code that headers or trailers tell, if they tell one.
pub(crate) fn code(headers: &HeaderMap) -> Option<Code> {
    headers.get(GRPC_STATUS).map(|code| Code::from_bytes(code.as_bytes()))
}

/// What an error of the framework is in our terms, with its code. Nothing where there is no error, or where it is one
/// that only a service gives of itself, as health does for a name it does not know.
fn error(found: &Status, headers: &HeaderMap, before: Before, body_bytes: usize) -> Option<(Code, Box<Error>)> {
    let error = match found.code() {
        Code::Ok => return None,
        Code::Internal if before == Before::Handler => {
            Error::new(Reason::MalformedRequest, format!("the message cannot be read: {}", found.message()))
        }
        Code::OutOfRange | Code::ResourceExhausted if before == Before::Handler => {
            Error::new(Reason::TooLarge, format!("the message is larger than {body_bytes} bytes"))
        }
        Code::Unimplemented if headers.contains_key(GRPC_ACCEPT_ENCODING) => {
            // The code is the one by which clients learn that they must not compress.
            let error = Error::new(Reason::UnsupportedMediaType, found.message());
            return Some((Code::Unimplemented, error));
        }
        Code::Unimplemented => Error::new(Reason::NotFound, "there is no such method or service"),
        Code::Unavailable => Error::new(Reason::Overloaded, found.message()),
        Code::DeadlineExceeded => Error::new(Reason::DeadlineExceeded, found.message()),
        Code::Cancelled => Error::new(Reason::Cancelled, found.message()),
        Code::Internal | Code::Unknown => Error::new(Reason::Internal, "the call failed"),
        Code::InvalidArgument
        | Code::NotFound
        | Code::AlreadyExists
        | Code::PermissionDenied
        | Code::ResourceExhausted
        | Code::FailedPrecondition
        | Code::Aborted
        | Code::OutOfRange
        | Code::DataLoss
        | Code::Unauthenticated => return None,
    };
    Some((status::code(error.reason), error))
}
