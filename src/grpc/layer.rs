//! The form of errors that arise before our code is reached: an undecodable frame, a message too large, an unknown
//! method. The framework answers them without details; here they get those that every error has.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::{Code, Status};

use crate::service::error::{Error, Reason};

use super::Operations;
use super::proto::mancala_service_server::MancalaServiceServer;
use super::status;

const GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");
const GRPC_DETAILS: HeaderName = HeaderName::from_static("grpc-status-details-bin");
/// In an error: the request was compressed, and these are the encodings that would be read.
const GRPC_ACCEPT_ENCODING: HeaderName = HeaderName::from_static("grpc-accept-encoding");

/// What precedes each message: whether it is compressed, and its length.
const FRAME_HEADER_BYTES: usize = 5;

/// Gives every error the form that ours have. Stands within the gRPC-web layer, so that both protocols are covered.
#[derive(Copy, Clone, Debug)]
pub(super) struct ErrorFormLayer {
    body_bytes: usize,
}

impl ErrorFormLayer {
    /// `body_bytes`: the most bytes of a request to the service of the contract.
    pub(super) const fn new(body_bytes: usize) -> Self {
        Self { body_bytes }
    }
}

impl<S> tower::Layer<S> for ErrorFormLayer {
    type Service = ErrorForm<S>;

    fn layer(&self, inner: S) -> Self::Service {
        ErrorForm { inner, body_bytes: self.body_bytes }
    }
}

/// The service of [`ErrorFormLayer`].
#[derive(Copy, Clone, Debug)]
pub(super) struct ErrorForm<S> {
    inner: S,
    body_bytes: usize,
}

impl<S> tower::Service<Request<Body>> for ErrorForm<S>
where
    S: tower::Service<Request<Body>, Response = Response<axum::body::Body>>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        if let Err(refused) = check(&request) {
            return Box::pin(async { Ok(Status::from(refused).into_http()) });
        }
        let body_bytes = self.body_bytes;
        let answer = self.inner.call(limit(request, body_bytes));
        Box::pin(async move { Ok(complete(answer.await?, body_bytes)) })
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
fn check(request: &Request<Body>) -> Result<(), Box<Error>> {
    if request.method() != Method::POST {
        return Err(not_post());
    }
    let content_type = request.headers().get(CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
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

/// Bounds the body of a call of the service, which has one message: the framework would read any number of them.
fn limit(request: Request<Body>, body_bytes: usize) -> Request<Body> {
    let service = <MancalaServiceServer<Operations> as NamedService>::NAME;
    let ours = request.uri().path().strip_prefix('/').is_some_and(|path| path.starts_with(service));
    if !ours {
        return request;
    }
    request.map(|body| {
        let body = Limited::new(body, body_bytes.saturating_add(FRAME_HEADER_BYTES));
        Body::new(body.map_err(|error| {
            if error.is::<LengthLimitError>() { Status::resource_exhausted("") } else { Status::from_error(error) }
        }))
    })
}

/// Adds the details to an error that has none, whether it is in the headers or will be in the trailers.
fn complete(response: Response<axum::body::Body>, body_bytes: usize) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    if parts.headers.contains_key(GRPC_STATUS) {
        explain(&mut parts.headers, Before::Handler, body_bytes);
        return Response::from_parts(parts, Body::new(body));
    }
    let body = body.map_frame(move |mut frame| {
        if let Some(trailers) = frame.trailers_mut() {
            explain(trailers, Before::End, body_bytes);
        }
        frame
    });
    Response::from_parts(parts, Body::new(body))
}

/// What an error came before.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Before {
    /// It stands in the headers, since no handler was reached.
    Handler,
    /// It stands in the trailers of an answer that had begun.
    End,
}

fn explain(headers: &mut HeaderMap, before: Before, body_bytes: usize) {
    if headers.contains_key(GRPC_DETAILS) {
        return;
    }
    let Some(found) = Status::from_header_map(headers) else { return };
    let Some((code, error)) = error(&found, headers, before, body_bytes) else { return };
    // It fails only for a message that cannot be a header; then the status stays as it was.
    let _ = status::status(code, &error).add_header(headers);
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
