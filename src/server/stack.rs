//! The way of a request, from its connection to the transport that answers it.

use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::response::IntoResponse;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::{ACCEPT_LANGUAGE, ACCESS_CONTROL_ALLOW_METHODS, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, Version};
use hyper::body::Body;
use tonic::Status;
use tower::{Service, ServiceBuilder};
use tower_http::catch_panic::CatchPanicLayer;

use crate::grpc::{Grpc, Outcome, Web};
use crate::http::problem::ErrorResponse;
use crate::net::{Ambiguity, Handler, InFlight, LastAnswer, RequestBody, ambiguity};
use crate::service::error::{Error, Reason};
use crate::service::operation::Operation;
use crate::service::{LargeAnswer, SearchGate};
use crate::words::{Language, Message};

use super::access::Access;
use super::call::{Answer, Caller, Calls, Content, Counted};
use super::keys::{Keys, KnownCaller};
use super::pictures::PictureRates;
use super::transport::{Route, Transport};

/// The layers that a request passes, from the top.
pub(super) fn stack(grpc: Grpc, json: Router, calls: Arc<Calls>, access: &Access) -> impl Handler<Answer> + use<> {
    let keys = access.keys.clone();
    let pictures = PictureRates::of(access.pictures).map(Arc::new);
    let known = Arc::clone(&calls);
    let transports = Arc::new((grpc.clone(), crate::grpc::web(grpc), json));
    ServiceBuilder::new()
        // First, so that every answer is counted, traced and logged, and has its time to be taken.
        .layer_fn(move |inner| Counted::new(inner, Arc::clone(&calls)))
        // Before the API key: browsers ask without one which pages may call, and pages read refusals too.
        .map_response(without_content)
        .option_layer(access.cors.clone())
        // Refuses what has no place, no key, or two meanings, before anything is read or computed for it.
        .layer_fn(move |inner| Admitted {
            inner,
            keys: keys.clone(),
            pictures: pictures.clone(),
            calls: Arc::clone(&known),
        })
        // A handler that panics fails its own call only. Whatever it leaves behind is dropped with the request: requests
        // share nothing that they change.
        .layer(CatchPanicLayer::custom(panicked))
        .service_fn(move |request| dispatch(&transports, request))
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
    keys: Option<Arc<Keys>>,
    /// The rates at which addresses may ask for pictures, where those need no key.
    pictures: Option<Arc<PictureRates>>,
    calls: Arc<Calls>,
}

impl<S> Admitted<S> {
    /// The error of a call that is not admitted. Finds out who the caller is.
    fn check(
        &self,
        operation: Operation,
        request: &Request<RequestBody>,
        caller: &mut Option<Arc<KnownCaller>>,
    ) -> Result<(), Box<Error>> {
        let call = request.body().call();
        if !operation.is_unbounded() && !call.has_place() {
            return Err(Error::overloaded());
        }
        let error = match (&self.pictures, &self.keys) {
            (Some(rates), _) if operation == Operation::RenderBoard => {
                self.calls.limited_client(request).and_then(|client| rates.check(client).err())
            }
            (_, Some(keys)) => {
                let (known, error) = keys.admit(operation, request.headers());
                *caller = known.map(Arc::new);
                error
            }
            (_, None) => None,
        };
        match error {
            // What follows is small, and clients without a key must not use up the places of those that have one.
            Some(error) => {
                call.release_place();
                Err(error)
            }
            None => Ok(()),
        }
    }
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

    fn call(&mut self, mut request: Request<RequestBody>) -> Self::Future {
        let Route { transport, operation } = Route::of(&mut request);
        let form = Form::new(transport, request.headers());
        let mut caller = None;
        let ambiguity = ambiguity(request.version(), request.headers());
        let call = Arc::clone(request.body().call());
        let framed = ambiguity.map_or(Ok(()), |why| Err(ambiguous(why)));
        let admitted = framed.and_then(|()| self.check(operation, &request, &mut caller));
        if operation.may_suggest() {
            request.extensions_mut().insert(search_gate(&call, caller.clone()));
        }
        let answer = admitted.map(|()| self.inner.call(request));
        Box::pin(async move {
            let mut response = match answer {
                Ok(answer) => answer.await?,
                Err(error) => form.response(error),
            };
            if ambiguity.is_some() {
                response.extensions_mut().insert(LastAnswer);
            }
            if response.extensions().get::<Panicked>().is_some() {
                response = form.response(Error::internal());
            }
            // A client that does not read must leave places for others.
            let large = response.extensions_mut().remove::<LargeAnswer>().zip(call.connection().share());
            if large.is_some_and(|(large, client)| !large.count_for(client)) {
                response = form.response(Error::overloaded());
            }
            if let Some(caller) = caller {
                response.extensions_mut().insert(Caller(Arc::clone(&caller.name)));
            }
            Ok(response)
        })
    }
}

/// What a call passes before a search that its operation alone did not promise: the caller's rate of suggestions. From then
/// on the search ends when the caller leaves.
fn search_gate(call: &Arc<InFlight>, caller: Option<Arc<KnownCaller>>) -> SearchGate {
    let call = Arc::clone(call);
    SearchGate::new(move || {
        caller.as_ref().map_or(Ok(()), |caller| caller.suggest())?;
        call.end_with_stream();
        Ok(())
    })
}

/// The error of a request that has two meanings.
fn ambiguous(why: Ambiguity) -> Box<Error> {
    match why {
        Ambiguity::Host => Error::new(Reason::MalformedRequest, Message::new("host-header")),
        Ambiguity::TransferCoding => Error::new(Reason::UnsupportedTransferCoding, Message::new("transfer-coding")),
    }
}

/// The form of an error: the transport, the content type where that depends on the request, and the languages that the
/// caller reads.
struct Form {
    transport: Transport,
    content_type: Option<HeaderValue>,
    languages: Option<HeaderValue>,
}

impl Form {
    fn new(transport: Transport, headers: &HeaderMap) -> Self {
        // Errors have the content type of the request in gRPC-web.
        let content_type = headers.get(CONTENT_TYPE).filter(|_| transport == Transport::GrpcWeb).cloned();
        Self { transport, content_type, languages: headers.get(ACCEPT_LANGUAGE).cloned() }
    }

    fn response(&self, error: Box<Error>) -> Response<Content> {
        let error = error.in_language(Language::of_header(self.languages.as_ref()));
        let mut response = match self.transport {
            Transport::Grpc | Transport::GrpcWeb => Status::from(error).into_http().map(content::<tonic::body::Body>),
            Transport::Http => ErrorResponse::from(error).into_response().map(content),
        };
        if let Some(content_type) = &self.content_type {
            response.headers_mut().insert(CONTENT_TYPE, content_type.clone());
        }
        response
    }
}

fn content<B>(body: B) -> Content
where
    B: Body<Data = Bytes, Error: Into<axum::BoxError>> + Send + 'static,
{
    use http_body_util::BodyExt;
    Content::new(body.map_err(Into::into))
}

/// Marks the answer of a handler that panicked, which gets its form later.
#[derive(Copy, Clone)]
struct Panicked;

fn panicked(_: Box<dyn Any + Send>) -> Response<axum::body::Body> {
    let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
    response.extensions_mut().insert(Panicked);
    response
}

/// Hands a request to its transport.
fn dispatch(
    (grpc, web, json): &(Grpc, Web, Router),
    mut request: Request<RequestBody>,
) -> BoxFuture<'static, Result<Response<Content>, Infallible>> {
    match Route::of(&mut request).transport {
        Transport::Grpc if request.version() == Version::HTTP_2 => {
            let answer = grpc.answer(request);
            Box::pin(async move { Ok(answer.await.map(content)) })
        }
        // gRPC needs HTTP/2; the handler of gRPC-web answers so.
        Transport::Grpc | Transport::GrpcWeb => {
            let outcome = Outcome::default();
            request.extensions_mut().insert(outcome.clone());
            let answer = web.clone().call(request.map(tonic::body::Body::new));
            Box::pin(async move {
                let mut response = answer.await?.map(content);
                response.extensions_mut().insert(outcome);
                Ok(response)
            })
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

    use crate::net::{Capacity, Counters, Listener, Table};
    use crate::server::Settings;
    use crate::server::call::CallTimes;
    use crate::service::Service as Rules;
    use crate::service::preset::Presets;

    async fn breaks() {
        panic!("on purpose");
    }

    /// A server with a JSON path that panics, for at most `calls` calls in flight.
    async fn serve(calls: usize) -> (SocketAddr, Arc<Table>) {
        let (grpc, _) = crate::grpc::routes(Arc::new(Rules::new(Presets::built_in(), Default::default()))).await;
        let json = Router::new().route("/", post(|| async { "json" })).route("/breaks", post(breaks));
        let times = CallTimes { stream: Duration::MAX, slow: Duration::MAX };
        let settings = Settings::default();
        let table = Arc::new(Table::new(Capacity { calls, ..settings.capacity }, Counter::noop()));
        let calls = Arc::new(Calls::new(times, Arc::clone(&table), false));
        let stack = stack(grpc, json, calls, &Access::default());
        let connections = Listener::new(stack, settings.http, Arc::clone(&table), None, Counters::none());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        tokio::spawn(async move { connections.accept(&listener).await });
        (address, table)
    }

    fn request(path: &str, content_type: &str) -> Request<Empty<Bytes>> {
        let request =
            Request::post(format!("http://ayla{path}")).header(HOST, "ayla").header(CONTENT_TYPE, content_type);
        request.body(Empty::new()).expect("a request")
    }

    #[tokio::test]
    async fn a_panic_is_answered_and_ends_the_call() {
        let (address, table) = serve(1).await;
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
        assert_eq!(table.calls(), 0);
    }

    #[tokio::test]
    async fn calls_above_the_limit_are_refused_in_the_form_of_the_transport() {
        let (address, table) = serve(1).await;
        let stream = TokioIo::new(TcpStream::connect(address).await.expect("it listens"));
        let builder = http2::Builder::new(TokioExecutor::new()).initial_stream_window_size(0).clone();
        let (mut sender, connection) = builder.handshake(stream).await.expect("HTTP/2");
        tokio::spawn(connection);
        // It keeps its place, since nobody takes its answer.
        let first = sender.send_request(request("/", "application/json")).await.expect("an answer");
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(table.calls(), 1);
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
