//! The dispatch of requests to their transports.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::future::RouteFuture;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Version};
use hyper::body::{Body, Incoming};
use tonic::Status;
use tower::Service;

use crate::grpc::{self, Grpc, Outcome, Web};
use crate::http::problem::ErrorResponse;
use crate::service::error::Error;

use super::access::Access;
use super::answer::{Answer, Content};
use super::body::TimedBody;
use super::call::{Call, Calls};
use super::connection::{Peer, RequestHandler};
use super::cors::{Cors, CorsHeaders};
use super::keys::Keys;
use super::timeouts::{InFlight, Timeouts};
use super::trace::Head;
use super::transport::Transport;
use super::unread;
use crate::service::operation::Operation;

/// The prefix of the content types of gRPC and gRPC-web.
const GRPC: &[u8] = b"application/grpc";
/// What follows it in the content types of gRPC-web.
const WEB: &[u8] = b"-web";

/// Hands each request to its transport. Refuses requests without access and requests above the limit, and answers for a
/// transport that panics.
#[derive(Clone)]
pub(super) struct Dispatch {
    grpc: Grpc,
    web: Web,
    json: Router,
    calls: Arc<Calls>,
    keys: Option<Arc<Keys>>,
    cors: Option<Cors>,
    body_time: Duration,
}

impl Dispatch {
    /// Sends requests with a content type of gRPC to `grpc` and all others to `json`. A body may take `body_time` to arrive.
    pub(super) fn new(grpc: Grpc, json: Router, calls: Arc<Calls>, body_time: Duration) -> Self {
        Self { web: crate::grpc::web(grpc.clone()), grpc, json, calls, keys: None, cors: None, body_time }
    }

    /// Restricts access.
    pub(super) fn with_access(self, access: &Access) -> Self {
        Self { keys: access.keys.clone(), cors: access.cors.clone(), ..self }
    }

    /// Begins to answer a request.
    fn begin<B>(&self, mut request: Request<B>, peer: Peer) -> ResponseFuture
    where
        B: Body<Data = Bytes, Error = axum::BoxError> + Send + 'static,
    {
        let transport = transport(request.headers());
        let operation = match transport {
            Transport::Grpc | Transport::GrpcWeb => Operation::of_grpc(request.uri().path()),
            Transport::Http => Operation::of_http(request.uri().path()),
        };
        let mut call = self.calls.begin(transport, operation, &Head::new(&request, peer));
        let cors = self.cors.as_ref().and_then(|cors| cors.headers(&request));
        let preflight = cors.as_ref().is_some_and(|cors| cors.preflight);
        let error = if preflight { None } else { self.admit(&mut call, operation, request.headers()) };
        // Errors have the content type of the request in gRPC-web.
        let is_head = request.method() == Method::HEAD;
        let kind = request.headers().get(CONTENT_TYPE).filter(|_| transport == Transport::GrpcWeb).cloned();
        let handler = match transport {
            _ if error.is_some() => {
                // Over HTTP/2 an answer before the end of the request resets the stream, and some clients report the reset.
                let all = request.version() == Version::HTTP_2 && !request.body().is_end_stream();
                Handler::Error { error, body: all.then(|| Box::pin(unread::discard(request.into_body())) as _) }
            }
            _ if preflight => Handler::Preflight,
            Transport::Grpc if request.version() == Version::HTTP_2 => Handler::Grpc(self.grpc.answer(request)),
            // gRPC needs HTTP/2; the handler of gRPC-web answers so.
            Transport::Grpc | Transport::GrpcWeb => {
                let outcome = Outcome::default();
                call.set_outcome(outcome.clone());
                request.extensions_mut().insert(outcome);
                Handler::Web(Box::pin(self.web.clone().call(request.map(tonic::body::Body::new))))
            }
            Transport::Http => Handler::Http(Box::pin(self.json.clone().call(request.map(axum::body::Body::new)))),
        };
        ResponseFuture { call: Some(call), handler, transport, kind, is_head, cors, in_flight: None }
    }

    /// The error of a call that is not admitted.
    fn admit(&self, call: &mut Call, operation: Operation, headers: &HeaderMap) -> Option<Box<Error>> {
        if !call.is_admitted() {
            return Some(Error::overloaded());
        }
        let (caller, error) = self.keys.as_ref()?.admit(operation, headers);
        call.set_caller(caller);
        if error.is_some() {
            call.release();
        }
        error
    }
}

impl RequestHandler for Dispatch {
    type Body = Answer;

    fn answer(
        &self,
        request: Request<Incoming>,
        peer: Peer,
        timeouts: &Arc<Timeouts>,
    ) -> impl Future<Output = Result<Response<Answer>, Infallible>> + Send + 'static + use<> {
        let in_flight = timeouts.call();
        let is_http1 = request.version() < Version::HTTP_2;
        let request = request.map(|body| {
            let body = TimedBody::new(body, self.body_time);
            if is_http1 { body.on_http1(timeouts) } else { body }
        });
        ResponseFuture { in_flight: Some(in_flight), ..self.begin(request, peer) }
    }
}

/// The future of an answer, written by hand since nested futures are large.
struct ResponseFuture {
    /// Taken by the answer.
    call: Option<Call>,
    handler: Handler,
    transport: Transport,
    /// The content type of an error, where it depends on the request.
    kind: Option<HeaderValue>,
    /// Whether the answer has no body.
    is_head: bool,
    /// The headers for a browser.
    cors: Option<CorsHeaders>,
    /// Keeps the connection from being idle.
    in_flight: Option<InFlight>,
}

/// The handler of a request.
enum Handler {
    /// Answers with an error, once the body is read.
    Error {
        error: Option<Box<Error>>,
        body: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    },
    /// Answers a preflight request.
    Preflight,
    Grpc(grpc::ResponseFuture),
    Web(Pin<Box<dyn Future<Output = Result<Response<tonic::body::Body>, Infallible>> + Send>>),
    Http(Pin<Box<RouteFuture<Infallible>>>),
}

impl Handler {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Response<Content>, Box<Error>>> {
        let content = match self {
            Self::Error { error, body } => {
                if let Some(rest) = body {
                    ready!(rest.as_mut().poll(context));
                    *body = None;
                }
                return error.take().map_or(Poll::Pending, |error| Poll::Ready(Err(error)));
            }
            Self::Preflight => {
                let mut nothing = Response::new(Content::Http(axum::body::Body::empty()));
                *nothing.status_mut() = StatusCode::NO_CONTENT;
                nothing
            }
            Self::Grpc(answer) => ready!(Pin::new(answer).poll(context)).map(Content::Grpc),
            Self::Web(answer) => {
                ready!(answer.as_mut().poll(context)).unwrap_or_else(|never| match never {}).map(Content::Web)
            }
            Self::Http(answer) => {
                ready!(answer.as_mut().poll(context)).unwrap_or_else(|never| match never {}).map(Content::Http)
            }
        };
        Poll::Ready(Ok(content))
    }
}

impl Future for ResponseFuture {
    type Output = Result<Response<Answer>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let answered = {
            let _within = this.call.as_ref().map(|call| call.span().enter());
            // Whatever a panic leaves behind is dropped with the request: requests share nothing that they change.
            match catch_unwind(AssertUnwindSafe(|| this.handler.poll(context))) {
                Ok(answered) => ready!(answered),
                Err(_) => Err(Error::internal()),
            }
        };
        let response = answered.unwrap_or_else(|error| error_response(error, this.transport, this.kind.take()));
        let (mut head, mut content) = response.into_parts();
        if this.is_head {
            content = Content::Http(axum::body::Body::empty());
        }
        if let Some(cors) = this.cors.take() {
            head.headers.extend(cors.headers);
        }
        let Some(mut call) = this.call.take() else { return Poll::Pending };
        call.record_head(&head);
        let mut answer = Answer::new(content, call);
        if let Some(in_flight) = this.in_flight.take() {
            answer.track(in_flight);
        }
        Poll::Ready(Ok(Response::from_parts(head, answer)))
    }
}

impl std::fmt::Debug for Dispatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dispatch").finish_non_exhaustive()
    }
}

/// The transport of a request.
fn transport(headers: &HeaderMap) -> Transport {
    let kind = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let begins = |kind: &[u8], with: &[u8]| kind.get(..with.len()).is_some_and(|b| b.eq_ignore_ascii_case(with));
    if !begins(kind, GRPC) {
        Transport::Http
    } else if begins(&kind[GRPC.len()..], WEB) {
        Transport::GrpcWeb
    } else {
        Transport::Grpc
    }
}

/// The answer to a request that its transport does not handle, in the form of that transport.
fn error_response(error: Box<Error>, transport: Transport, kind: Option<HeaderValue>) -> Response<Content> {
    let mut response = match transport {
        Transport::Grpc | Transport::GrpcWeb => Status::from(error).into_http().map(Content::Web),
        Transport::Http => ErrorResponse::from(error).into_response().map(Content::Http),
    };
    if let Some(kind) = kind {
        response.headers_mut().insert(CONTENT_TYPE, kind);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Service as Rules;
    use crate::service::preset::Presets;
    use axum::routing::post;
    use http_body_util::{BodyExt, Empty};

    async fn breaks() {
        panic!("on purpose");
    }

    /// A dispatch with a JSON path that panics, for at most `max` calls in flight.
    async fn dispatch(max: usize) -> Dispatch {
        let (grpc, _) = crate::grpc::routes(Arc::new(Rules::new(Presets::built_in(), Default::default()))).await;
        let json = Router::new().route("/", post(|| async { "json" })).route("/breaks", post(breaks));
        Dispatch::new(grpc, json, Arc::new(Calls::new(max, Duration::MAX, Duration::MAX)), Duration::MAX)
    }

    fn answer(
        dispatch: &Dispatch,
        path: &str,
        content_type: &'static str,
    ) -> impl Future<Output = Response<Answer>> + use<> {
        let request = Request::post(path).header(CONTENT_TYPE, content_type);
        let body = Empty::new().map_err(|never| match never {});
        let peer = Peer { address: ([127, 0, 0, 1], 1).into(), secure: false };
        let response = dispatch.begin(request.body(body).expect("a request"), peer);
        async { response.await.unwrap_or_else(|never| match never {}) }
    }

    #[test]
    fn the_content_type_determines_the_transport() {
        for (content_type, expected) in [
            ("application/grpc", Transport::Grpc),
            ("Application/gRPC+proto", Transport::Grpc),
            ("application/grpc-web-text", Transport::GrpcWeb),
            ("application/json", Transport::Http),
            ("app", Transport::Http),
            ("", Transport::Http),
        ] {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(content_type))]);
            assert_eq!(transport(&headers), expected, "{content_type}");
        }
    }

    #[tokio::test]
    async fn a_panic_is_answered_and_ends_the_call() {
        let dispatch = dispatch(1).await;
        for _ in 0..3 {
            let response = answer(&dispatch, "/breaks", "application/json").await;
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
            let body = response.into_body().collect().await.expect("a body").to_bytes();
            let problem: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
            assert_eq!(problem["reason"], "INTERNAL");
        }
        assert_eq!(dispatch.calls.running(), 0);
    }

    #[tokio::test]
    async fn calls_above_the_limit_are_refused_in_the_form_of_the_transport() {
        let dispatch = dispatch(1).await;
        let first = answer(&dispatch, "/", "application/json").await;
        let response = answer(&dispatch, "/", "application/json").await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()["retry-after"], "1");
        for content_type in ["application/grpc", "application/grpc-web+proto"] {
            let response = answer(&dispatch, "/mancala.v1.MancalaService/ApplyMove", content_type).await;
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(response.headers()[CONTENT_TYPE], content_type);
            assert_eq!(response.headers()["grpc-status"], "14");
        }
        drop(first);
        assert_eq!(answer(&dispatch, "/", "application/json").await.status(), StatusCode::OK);
    }
}
