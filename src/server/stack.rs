//! The way of a request, from its connection to the transport that answers it.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use ayla_api::error::{Error, Reason};
use ayla_api::words::Message;
use ayla_net::{Ambiguity, BoxError, Content, Handler, RequestBody, ambiguity};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::header::{ACCEPT_LANGUAGE, ACCESS_CONTROL_ALLOW_METHODS, CONTENT_TYPE};
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, Uri, Version};
use hyper::body::Body;
use tower::{Service, ServiceBuilder};

use super::call::{Calls, Counted};
use crate::access::Access;
use crate::grpc::{self, Grpc, Web};
use crate::http::problem;
use crate::service::call::{CallContext, Transport};
use crate::service::operation::Operation;

/// The layers that a request passes, from the top.
pub(super) fn stack(grpc: Grpc, json: Router, calls: Arc<Calls>, access: &Access) -> Handler {
    let transports = Arc::new((grpc.clone(), crate::grpc::web(grpc), json));
    let stack = ServiceBuilder::new()
        // First, so that every answer is counted, traced and logged, and has its time to be taken.
        .layer_fn(move |inner| Counted::new(inner, Arc::clone(&calls)))
        // Before the API key: browsers ask without one which pages may call, and pages read refusals too.
        .map_response(without_content)
        .option_layer(access.cors.clone())
        // Refuses what has no place, no key, or two meanings, before anything is read or computed for it.
        .layer_fn(|inner| Admitted { inner })
        .service_fn(move |request| dispatch(&transports, request));
    // Each of these layers is always ready.
    Arc::new(move |request| stack.clone().call(request))
}

/// Says of the answer to a preflight request that it has no content.
fn without_content(mut response: Response<Content>) -> Response<Content> {
    if response.headers().contains_key(ACCESS_CONTROL_ALLOW_METHODS) {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// Admits calls, and answers those that are not admitted, or fail, in the form of their transport.
#[derive(Clone)]
struct Admitted<S> {
    inner: S,
}

impl<S> Service<Request<RequestBody>> for Admitted<S>
where
    S: Service<Request<RequestBody>, Response = Response<Content>, Error = Infallible, Future: Send + 'static>,
{
    type Response = Response<Content>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        let context = context_of(&request);
        let form = Form::new(context.transport(), request.uri(), request.headers());
        let call = request.body().call();
        let framed = ambiguity(request.version(), request.headers()).map_or(Ok(()), |why| {
            call.connection().close_after_answer();
            Err(ambiguous(why))
        });
        if let Err(error) = framed.and_then(|()| context.admit()) {
            // What follows is small, and clients without a key must not use up the places of those that have one.
            call.release();
            let refused = form.response(error, &context);
            return Box::pin(std::future::ready(Ok(refused)));
        }
        // A handler that panics fails its own call only. Whatever it leaves behind is dropped with the request: requests share
        // nothing that they change.
        let answer = catch_unwind(AssertUnwindSafe(|| self.inner.call(request)));
        Box::pin(async move {
            let answered = match answer {
                Ok(answer) => AssertUnwindSafe(answer).catch_unwind().await,
                Err(panic) => Err(panic),
            };
            answered.unwrap_or_else(|_| Ok(form.response(Error::internal(), &context)))
        })
    }
}

/// The context of the call of a request.
fn context_of(request: &Request<RequestBody>) -> Arc<CallContext> {
    let context = request.extensions().get().cloned();
    context.unwrap_or_else(|| CallContext::local(Operation::Unknown))
}

/// The error of a request that has two meanings.
fn ambiguous(why: Ambiguity) -> Box<Error> {
    match why {
        Ambiguity::Host => Error::new(Reason::MalformedRequest, Message::new("host-header")),
        Ambiguity::TransferCoding => Error::new(Reason::UnsupportedTransferCoding, Message::new("transfer-coding")),
    }
}

/// The form of an error: the transport, the content type where that depends on the request, and what says which languages the
/// caller reads.
struct Form {
    transport: Transport,
    content_type: Option<HeaderValue>,
    languages: Option<HeaderValue>,
    target: Option<PathAndQuery>,
}

impl Form {
    fn new(transport: Transport, uri: &Uri, headers: &HeaderMap) -> Self {
        // Errors have the content type of the request in gRPC-web.
        let content_type = headers.get(CONTENT_TYPE).filter(|_| transport == Transport::GrpcWeb).cloned();
        let target = uri.path_and_query().filter(|target| target.query().is_some()).cloned();
        Self { transport, content_type, languages: headers.get(ACCEPT_LANGUAGE).cloned(), target }
    }

    fn response(&self, error: Box<Error>, call: &CallContext) -> Response<Content> {
        let query = self.target.as_ref().and_then(PathAndQuery::query);
        let error = error.in_language(crate::headers::language(self.languages.as_ref(), query));
        let mut response = match self.transport {
            Transport::Grpc | Transport::GrpcWeb => grpc::status(&error).into_http().map(content::<tonic::body::Body>),
            Transport::Http => problem::refuse(*error, call).map(content),
        };
        if let Some(content_type) = &self.content_type {
            response.headers_mut().insert(CONTENT_TYPE, content_type.clone());
        }
        response
    }
}

fn content<B>(body: B) -> Content
where
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    use http_body_util::BodyExt;
    Content::new(body.map_err(Into::into))
}

/// Hands a request to its transport.
fn dispatch(
    (grpc, web, json): &(Grpc, Web, Router),
    request: Request<RequestBody>,
) -> BoxFuture<'static, Result<Response<Content>, Infallible>> {
    let context = context_of(&request);
    match context.transport() {
        Transport::Grpc if request.version() == Version::HTTP_2 => {
            let answer = grpc.answer(request);
            Box::pin(async move { Ok(answer.await.map(content)) })
        }
        // gRPC needs HTTP/2; the handler of gRPC-web answers so.
        Transport::Grpc | Transport::GrpcWeb => {
            let answer = web.clone().call(request.map(tonic::body::Body::new));
            Box::pin(async move { Ok(answer.await?.map(content)) })
        }
        Transport::Http => {
            let answer = json.clone().call(request.map(axum::body::Body::new));
            Box::pin(async move { Ok(answer.await?.map(content)) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::SocketAddr;
    use std::time::Duration;

    use ::metrics::Counter;
    use axum::routing::post;
    use http::header::HOST;
    use http_body_util::{BodyExt, Empty};
    use hyper::client::conn::{http1, http2};
    use hyper_util::rt::{TokioExecutor, TokioIo};
    use serde_json::Value;
    use tokio::net::{TcpListener, TcpStream};

    use crate::config::Config;
    use crate::server::call::CallTimes;
    use crate::service::Service as Rules;
    use ayla_api::preset::Presets;
    use ayla_net::{Counters, Listener, Table};

    async fn breaks() {
        panic!("on purpose");
    }

    /// A server with a JSON path that panics, for at most `calls` calls in flight.
    async fn serve(calls: usize) -> (SocketAddr, Arc<Calls>) {
        let (grpc, _) = crate::grpc::routes(Arc::new(Rules::new(Presets::built_in(), Default::default()))).await;
        let json = Router::new().route("/", post(|| async { "json" })).route("/breaks", post(breaks));
        let times = CallTimes { stream: Duration::MAX, slow: Duration::MAX };
        let Config { capacity, http, .. } = Config::default();
        let table = Arc::new(Table::new(capacity, Counter::noop()));
        let calls = Arc::new(Calls::new(times, Arc::clone(&table), calls, &Access::default(), false));
        let stack = stack(grpc, json, Arc::clone(&calls), &Access::default());
        let connections = Listener::new(stack, http, table, None, Counters::none());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        tokio::spawn(async move { connections.accept(&listener).await });
        (address, calls)
    }

    fn request(path: &str, content_type: &str) -> Request<Empty<Bytes>> {
        let request =
            Request::post(format!("http://ayla{path}")).header(HOST, "ayla").header(CONTENT_TYPE, content_type);
        request.body(Empty::new()).expect("a request")
    }

    #[tokio::test]
    async fn a_panic_is_answered_and_ends_the_call() {
        let (address, calls) = serve(1).await;
        let stream = TokioIo::new(TcpStream::connect(address).await.expect("it listens"));
        let (mut sender, connection) = http1::handshake(stream).await.expect("HTTP");
        tokio::spawn(connection);
        for _ in 0..3 {
            sender.ready().await.expect("open");
            let response = sender.send_request(request("/breaks", "application/json")).await.expect("an answer");
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
            let body = response.into_body().collect().await.expect("a body").to_bytes();
            let problem: Value = serde_json::from_slice(&body).expect("JSON");
            assert_eq!(problem["reason"], "INTERNAL");
        }
        sender.ready().await.expect("open");
        assert_eq!(calls.in_flight(), 0);
    }

    #[tokio::test]
    async fn calls_above_the_limit_are_refused_in_the_form_of_the_transport() {
        let (address, calls) = serve(1).await;
        let stream = TokioIo::new(TcpStream::connect(address).await.expect("it listens"));
        let builder = http2::Builder::new(TokioExecutor::new()).initial_stream_window_size(0).clone();
        let (mut sender, connection) = builder.handshake(stream).await.expect("HTTP/2");
        tokio::spawn(connection);
        // It keeps its place, since nobody takes its answer.
        let first = sender.send_request(request("/", "application/json")).await.expect("an answer");
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(calls.in_flight(), 1);
        let refused = sender.send_request(request("/", "application/json")).await.expect("an answer");
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.headers()["retry-after"], "1");
        for content_type in ["application/grpc", "application/grpc-web+proto"] {
            let refused = sender
                .send_request(request("/mancala.v1.MancalaService/ApplyMove", content_type))
                .await
                .expect("an answer");
            assert_eq!(refused.status(), StatusCode::OK);
            assert_eq!(refused.headers()[CONTENT_TYPE], content_type);
            assert_eq!(refused.headers()["grpc-status"], "14");
        }
    }
}
