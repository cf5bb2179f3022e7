//! Everything that is served over gRPC, and the form of its errors. Errors that arise before our code is reached (an
//! undecodable frame, a message that is too large, an unknown method) come from the framework without details; here they
//! get the details that every error has.

use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::routing::future::RouteFuture;
use ayla_api::error::{Error, Reason};
use ayla_api::words::{Language, Message};
use bytes::Bytes;
use http::header::{ACCEPT_LANGUAGE, CONTENT_ENCODING, CONTENT_TYPE, EXPECT};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Frame, SizeHint};
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::{Code, Status};
use tonic_types::StatusExt;
use tower::Service as _;

use super::Operations;
use super::status;
use crate::proto::mancala_service_server::MancalaServiceServer;
use crate::service::Limits;
use crate::service::call::{CallContext, End};
use crate::service::operation::Operation;

const GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");
const GRPC_DETAILS: HeaderName = HeaderName::from_static("grpc-status-details-bin");
/// In an error: the request was compressed, and these encodings would be accepted.
const GRPC_ACCEPT_ENCODING: HeaderName = HeaderName::from_static("grpc-accept-encoding");

/// The bytes before each message: whether it is compressed, and its length.
const FRAME_HEADER_BYTES: usize = 5;

/// The service of the contract, and the other gRPC services: a call goes where its path says, and every error gets the same
/// form.
#[derive(Clone, Debug)]
pub struct Grpc {
    operations: MancalaServiceServer<Operations>,
    others: axum::Router,
    limits: Limits,
}

impl Grpc {
    /// `others` answers the calls of no method of the contract.
    pub(super) const fn new(
        operations: MancalaServiceServer<Operations>,
        others: axum::Router,
        limits: Limits,
    ) -> Self {
        Self { operations, others, limits }
    }

    /// Answers a call.
    pub fn answer<B>(&self, request: Request<B>) -> ResponseFuture
    where
        B: hyper::body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError> + Send,
    {
        let call: Option<Arc<CallContext>> = request.extensions().get().cloned();
        let operation = call.as_ref().map_or_else(|| Operation::of_grpc(request.uri().path()), |call| call.operation());
        let body_bytes = self.limits.bytes_of(operation);
        let name = <MancalaServiceServer<Operations> as NamedService>::NAME;
        let is_ours = request.uri().path().strip_prefix('/').is_some_and(|path| path.starts_with(name));
        // A call of the service has one message, unless it is a batch; the framework would read any number.
        let most = body_bytes.saturating_add(FRAME_HEADER_BYTES);
        let language = crate::headers::language(request.headers().get(ACCEPT_LANGUAGE), None);
        let route = match check(request.method(), request.headers()) {
            Err(error) => Route::Refused(Some(error)),
            // A caller of gRPC-web may wait for `100 Continue`, which it gets when the body is first polled.
            Ok(())
                if is_ours
                    && request.headers().contains_key(EXPECT)
                    && request.body().size_hint().lower() > most as u64 =>
            {
                Route::Refused(Some(too_large(body_bytes)))
            }
            Ok(()) if is_ours => {
                // Of one type, so that the calls are compiled once for both transports.
                let request = request.map(|body| Body::new(Limited::new(body, most).map_err(unreadable)));
                Route::Operations(self.operations.clone().call(request))
            }
            Ok(()) => Route::Other(Box::pin(self.others.clone().call(request.map(axum::body::Body::new)))),
        };
        ResponseFuture { route, terms: Terms { body_bytes, language }, call }
    }
}

/// The future response to a call. Written by hand, since nested futures are large and each call moves them.
pub struct ResponseFuture {
    route: Route,
    terms: Terms,
    call: Option<Arc<CallContext>>,
}

/// What an error that no handler makes says about a call.
#[derive(Copy, Clone, Debug)]
struct Terms {
    /// The most bytes of a request.
    body_bytes: usize,
    /// The language that the caller reads.
    language: Language,
}

/// The handler of a call.
enum Route {
    /// The call is refused before any handler.
    Refused(Option<Box<Error>>),
    /// The service of the contract.
    Operations(<MancalaServiceServer<Operations> as tower::Service<Request<Body>>>::Future),
    /// Another service: health or reflection.
    Other(Pin<Box<RouteFuture<Infallible>>>),
}

impl Future for ResponseFuture {
    type Output = Response<DetailedBody>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response<DetailedBody>> {
        let terms = self.terms;
        let response = match &mut self.route {
            Route::Refused(error) => {
                let error = error.take().unwrap_or_else(Error::internal);
                status::status(&error.in_language(terms.language)).into_http()
            }
            Route::Operations(answer) => ready!(answer.as_mut().poll(context)).unwrap_or_else(|never| match never {}),
            Route::Other(answer) => {
                ready!(answer.as_mut().poll(context)).unwrap_or_else(|never| match never {}).map(Body::new)
            }
        };
        let call = self.call.take();
        let (mut head, body) = response.into_parts();
        if head.headers.contains_key(GRPC_STATUS) {
            add_details(&mut head.headers, Stage::BeforeHandler, terms, call.as_deref());
        }
        Poll::Ready(Response::from_parts(head, DetailedBody { body, terms, call }))
    }
}

impl fmt::Debug for ResponseFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseFuture").finish_non_exhaustive()
    }
}

/// The form that the gRPC-web layer needs.
impl tower::Service<Request<Body>> for Grpc {
    type Response = Response<DetailedBody>;
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
    // The body arrived late, or not whole.
    if status.code() == Code::Unknown { Status::internal(why) } else { status }
}

/// The body of a response, which adds the details to an error in its trailers.
#[derive(Debug)]
pub struct DetailedBody {
    body: Body,
    terms: Terms,
    call: Option<Arc<CallContext>>,
}

impl hyper::body::Body for DetailedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let mut frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(trailers) = frame.as_mut().and_then(|frame| frame.as_mut().ok()).and_then(Frame::trailers_mut) {
            add_details(trailers, Stage::AfterHead, self.terms, self.call.as_deref());
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
pub(super) fn not_grpc_web(response: Response<Body>) -> Response<Body> {
    if response.status() == StatusCode::OK {
        return response;
    }
    let error = if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        not_post()
    } else {
        Error::new(Reason::UnsupportedMediaType, Message::new("grpc-needs-http2"))
    };
    status::status(&error).into_http()
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
        return crate::headers::unread_encoding(encodings).map_or(Ok(()), Err);
    }
    Err(Error::new(Reason::UnsupportedMediaType, Message::new("not-protobuf")))
}

fn too_large(body_bytes: usize) -> Box<Error> {
    Error::new(Reason::TooLarge, Message::new("message-too-large").with("most", body_bytes))
}

/// The error of a stream of requests that cannot be read to its end.
pub(super) fn broken_stream(found: &Status, limits: &Limits) -> Box<Error> {
    let (reason, key) = match found.code() {
        // One message, and all of them together.
        Code::OutOfRange => return too_large(limits.body_bytes),
        Code::ResourceExhausted => {
            return Error::new(Reason::TooLarge, Message::new("body-too-large").with("most", limits.batch_bytes));
        }
        Code::Cancelled => (Reason::Cancelled, "library-error"),
        _ => (Reason::MalformedRequest, "message-unreadable"),
    };
    Error::new(reason, Message::new(key).with("error", found.message().to_owned()))
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

/// Adds the details to an error that has none, and notes the code as the end of the call.
fn add_details(headers: &mut HeaderMap, stage: Stage, terms: Terms, call: Option<&CallContext>) {
    let mut code = code(headers);
    if code != Some(Code::Ok)
        && !headers.contains_key(GRPC_DETAILS)
        && let Some(found) = Status::from_header_map(headers)
    {
        let status = match error(&found, headers, stage, terms.body_bytes) {
            Some((code, error)) => status::with_code(code, &error.in_language(terms.language)),
            None => Status::new(found.code(), status::message(found.message())),
        };
        code = Some(status.code());
        // It fails only for a message that cannot be a header; then the status stays as it was.
        let _ = status.add_header(headers);
    }
    if let (Some(call), Some(code)) = (call, code) {
        call.ended(End::Grpc(code as i32));
    }
}

/// The status code in headers or trailers, if there is one.
pub(crate) fn code(headers: &HeaderMap) -> Option<Code> {
    headers.get(GRPC_STATUS).map(|code| Code::from_bytes(code.as_bytes()))
}

/// The reason of an error with this `grpc-status-details-bin` header, for the log.
pub(crate) fn reason(details: &HeaderValue) -> Option<String> {
    let code = (GRPC_STATUS, HeaderValue::from(Code::Unknown as i32));
    let headers = HeaderMap::from_iter([code, (GRPC_DETAILS, details.clone())]);
    let status = Status::from_header_map(&headers)?;
    status.get_details_error_info().map(|info| info.reason)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_of_an_error_is_decoded_from_its_details() {
        let headers = status::status(&Error::queue_full()).into_http::<()>().headers().clone();
        assert_eq!(reason(&headers[GRPC_DETAILS]).as_deref(), Some("SEARCH_QUEUE_FULL"));
    }
}
