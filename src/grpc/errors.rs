//! Everything that is served over gRPC, and the form of its errors. Errors that arise before our code is reached (an
//! undecodable frame, a message that is too large, an unknown method) come from the framework without details; here
//! they get the details that every error has.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, ready};

use axum::routing::future::RouteFuture;
use ayla_api::error::{Error, Reason};
use ayla_api::words::{Message, message};
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, EXPECT};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Frame, SizeHint};
use tonic::body::Body;
use tonic::{Code, Status};
use tower::Service as _;

use super::service::{Answer, Dispatch};
use super::status;
use crate::call::{self, Arrived, Call, End};
use crate::headers::REQUEST_ID;
use crate::operation::Operation;
use crate::service::operations::visit;
use crate::service::{Limits, Service};

const GRPC_DETAILS: HeaderName = HeaderName::from_static("grpc-status-details-bin");
/// In an error: the request was compressed, and these encodings would be accepted.
const GRPC_ACCEPT_ENCODING: HeaderName = HeaderName::from_static("grpc-accept-encoding");

/// The bytes before each message: whether it is compressed, and its length.
const FRAME_HEADER_BYTES: usize = 5;

/// The service of the contract, and the other gRPC services. Every error gets the same form.
#[derive(Clone)]
pub struct Grpc {
    service: Arc<Service>,
    /// Health, and UNIMPLEMENTED for what does not exist.
    health: axum::Router,
    reflection: Arc<LazyLock<axum::Router, Box<dyn FnOnce() -> axum::Router + Send>>>,
}

impl Grpc {
    /// `health` answers the calls that are not in the contract, but for those of `reflection`.
    pub(super) fn new(
        service: Arc<Service>,
        health: axum::Router,
        reflection: impl FnOnce() -> axum::Router + Send + 'static,
    ) -> Self {
        Self { service, health, reflection: Arc::new(LazyLock::new(Box::new(reflection))) }
    }

    /// The service.
    pub(crate) const fn service(&self) -> &Arc<Service> {
        &self.service
    }

    /// Answers a call.
    pub fn answer<B>(&self, call: Call, request: Request<B>) -> ResponseFuture
    where
        B: hyper::body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError> + Send,
    {
        let arrived = Arrived::clone(&call);
        let body_bytes = self.service.limits.bytes_of(call.operation);
        let route = match check(request.method(), request.headers()) {
            Ok(()) => self.route(call, request, body_bytes),
            Err(error) => Route::Refused(error),
        };
        ResponseFuture { route, body_bytes, call: arrived }
    }

    /// Hands a call to its handler.
    fn route<B>(&self, call: Call, request: Request<B>, body_bytes: usize) -> Route
    where
        B: hyper::body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError> + Send,
    {
        let operation = call.operation;
        if operation.contract().is_none() {
            let routes =
                if operation == Operation::Reflection { LazyLock::force(&self.reflection) } else { &self.health };
            return Route::Other(Box::pin(routes.clone().call(request.map(axum::body::Body::new))));
        }
        // A call of the service has one message, unless it is a batch; the framework would read any number.
        let most = body_bytes.saturating_add(FRAME_HEADER_BYTES);
        // A caller of gRPC-web may wait for `100 Continue`, which it gets when the body is first polled.
        if request.headers().contains_key(EXPECT) && request.body().size_hint().lower() > most as u64 {
            return Route::Refused(too_large(body_bytes));
        }
        // Of one type, so that the calls are compiled once for both transports.
        let request = request.map(|body| Body::new(Limited::new(body, most).map_err(unreadable)));
        let dispatch = Dispatch { service: Arc::clone(&self.service), call, request };
        visit(operation, dispatch).map_or_else(|_| Route::Refused(Error::no_pictures()), Route::Operation)
    }
}

/// The future response to a call. Written by hand, since nested futures are large and each call moves them.
pub struct ResponseFuture {
    route: Route,
    /// The most bytes of a request.
    body_bytes: usize,
    call: Arrived,
}

/// The handler of a call.
enum Route {
    /// The call is refused before any handler.
    Refused(Box<Error>),
    /// An operation of the contract.
    Operation(Answer),
    /// Another service: health or reflection.
    Other(Pin<Box<RouteFuture<Infallible>>>),
}

impl Future for ResponseFuture {
    type Output = Response<DetailedBody>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response<DetailedBody>> {
        let Self { route, body_bytes, call } = &mut *self;
        let response = match route {
            Route::Refused(error) => status::refuse(error, call).into_http(),
            Route::Operation(answer) => ready!(answer.as_mut().poll(context)),
            Route::Other(answer) => {
                ready!(answer.as_mut().poll(context)).unwrap_or_else(|never| match never {}).map(Body::new)
            }
        };
        let (mut head, body) = response.into_parts();
        add_details(&mut head.headers, Stage::BeforeHandler, *body_bytes, call);
        let body = DetailedBody { body, body_bytes: *body_bytes, call: call.clone() };
        Poll::Ready(Response::from_parts(head, body))
    }
}

/// The status of a body that cannot be read to its end, as the framework would give it for a message that is wrong.
fn unreadable(error: axum::BoxError) -> Status {
    if error.is::<LengthLimitError>() {
        return Status::resource_exhausted("");
    }
    let why = error.to_string();
    let status = Status::from_error(error);
    // The body arrived late, or not whole.
    if status.code() == Code::Unknown { Status::internal(why) } else { status }
}

/// The body of a response, which adds the details to an error in its trailers.
pub struct DetailedBody {
    body: Body,
    /// The most bytes of a request.
    body_bytes: usize,
    call: Arrived,
}

impl hyper::body::Body for DetailedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let mut frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(trailers) = frame.as_mut().and_then(|frame| frame.as_mut().ok()).and_then(Frame::trailers_mut) {
            add_details(trailers, Stage::AfterHead, self.body_bytes, &self.call);
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

/// The response where the gRPC-web layer refused a request, which it does with an HTTP status and nothing else.
pub(super) fn not_grpc_web(response: Response<Body>, call: &Arrived) -> Response<Body> {
    if response.status() == StatusCode::OK {
        return response;
    }
    let error = if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        not_post()
    } else {
        Error::new(Reason::UnsupportedMediaType, Message::new("grpc-needs-http2"))
    };
    super::refuse(&error, call)
}

/// Checks what the framework does not: the method, and the format of the messages.
fn check(method: &Method, headers: &HeaderMap) -> Result<(), Box<Error>> {
    if method != Method::POST {
        return Err(not_post());
    }
    let content_type = headers.get(CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
    let format = content_type.split(|&byte| byte == b';').next().unwrap_or_default();
    if matches!(format.trim_ascii(), b"application/grpc" | b"application/grpc+proto") {
        let encodings = headers.get_all(CONTENT_ENCODING).into_iter().map(HeaderValue::as_bytes);
        return crate::headers::unread_encoding(encodings, crate::headers::IDENTITY).map_or(Ok(()), Err);
    }
    Err(Error::new(Reason::UnsupportedMediaType, Message::new("not-protobuf")))
}

fn too_large(body_bytes: usize) -> Box<Error> {
    Error::new(Reason::TooLarge, message!("message-too-large", most = body_bytes))
}

/// The error of a stream of requests that cannot be read to its end.
pub(super) fn broken_stream(found: &Status, limits: &Limits) -> Box<Error> {
    let (reason, key) = match found.code() {
        // One message, and all of them together.
        Code::OutOfRange => return too_large(limits.body_bytes),
        Code::ResourceExhausted => {
            return Error::new(Reason::TooLarge, message!("body-too-large", most = limits.batch_bytes));
        }
        Code::Cancelled => (Reason::Cancelled, "call-cancelled"),
        _ => (Reason::MalformedRequest, "message-unreadable"),
    };
    Error::new(reason, Message::new(key)).with_cause(found.message())
}

fn not_post() -> Box<Error> {
    Error::new(Reason::MethodNotAllowed, Message::new("not-post"))
}

/// The stage at which an error arose.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// Before a handler was reached: the error is in the headers.
    BeforeHandler,
    /// After the response began: the error is in the trailers.
    AfterHead,
}

/// Adds the id of the call to its trailers, and the details to an error that has none; and notes the code as the end of
/// the call.
fn add_details(headers: &mut HeaderMap, stage: Stage, body_bytes: usize, call: &Arrived) {
    let Some(code) = call::code_in(headers) else { return };
    headers.insert(REQUEST_ID, call.request_id.clone());
    if code != Code::Ok
        && !headers.contains_key(GRPC_DETAILS)
        && let Some(found) = Status::from_header_map(headers)
    {
        let status = match error(&found, headers, stage, body_bytes) {
            Some((code, error)) => status::refuse_with(code, &error, call),
            None => Status::new(found.code(), status::message(found.message())),
        };
        // It fails only for a message that cannot be a header; then the status stays as it was.
        let _ = status.add_header(headers);
    }
    call.record_end(End::of(call::Status::Grpc(code)));
}

/// An error of the framework in our terms, with its code. None where there is no error, or where a service returned it
/// itself, as health does for an unknown name.
fn error(found: &Status, headers: &HeaderMap, stage: Stage, body_bytes: usize) -> Option<(Code, Box<Error>)> {
    let caused = |reason, key| Error::new(reason, Message::new(key)).with_cause(found.message());
    let error = match found.code() {
        Code::Ok => return None,
        Code::Internal if stage == Stage::BeforeHandler => caused(Reason::MalformedRequest, "message-unreadable"),
        Code::OutOfRange | Code::ResourceExhausted if stage == Stage::BeforeHandler => too_large(body_bytes),
        Code::Unimplemented if headers.contains_key(GRPC_ACCEPT_ENCODING) => {
            // The code is the one by which clients learn that they must not compress.
            let error = caused(Reason::UnsupportedMediaType, "message-compressed");
            return Some((Code::Unimplemented, error));
        }
        Code::Unimplemented => Error::new(Reason::NotFound, Message::new("no-such-rpc")),
        Code::Unavailable => caused(Reason::Overloaded, "overloaded"),
        Code::DeadlineExceeded => caused(Reason::DeadlineExceeded, "deadline-passed"),
        Code::Cancelled => caused(Reason::Cancelled, "call-cancelled"),
        Code::Internal | Code::Unknown => Error::internal(),
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
