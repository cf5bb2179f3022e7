//! The way of a call, from the head of its request to the body of its answer. `docs/call.md` walks along it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use ayla_api::error::Error;
use ayla_net::{BoxError, Content, Handler, RequestBody};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::header::{ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Version};
use http_body_util::BodyExt;
use hyper::body::Body;
use tower::{Layer, ServiceExt, service_fn};
use tower_http::cors::CorsLayer;
use tracing::Instrument;

use super::report::{Report, Reports};
use crate::call::{Admission, Arrived, Call, Transport};
use crate::connect;
use crate::grpc::{self, Grpc};
use crate::http::{Http, problem};

/// What a call meets on its way.
pub(super) struct Stack {
    pub(super) grpc: Grpc,
    pub(super) http: Http,
    pub(super) admission: Arc<Admission>,
    pub(super) reports: Arc<Reports>,
    /// Which pages of other sites may call.
    pub(super) cors: Option<CorsLayer>,
    /// What every answer over HTTP tells browsers.
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
}

impl Stack {
    /// The handler of the requests of all connections.
    pub(super) fn handler(self) -> Handler {
        let stack = Arc::new(self);
        Arc::new(move |request| Box::pin(Arc::clone(&stack).answer(request)))
    }

    /// Answers a request. Every answer is counted, traced and logged, and has its time to be taken.
    async fn answer(self: Arc<Self>, request: Request<RequestBody>) -> Result<Response<Content>, Infallible> {
        let arrived = self.admission.arrived(&request);
        let report = Report::begin(&self.reports, &arrived, &request);
        let span = report.span.clone();
        let mut response = match &self.cors {
            None if is_preflight(&request) => refuse_preflight(&arrived, request.headers()),
            None => self.admit_and_answer(&arrived, request).instrument(span).await,
            // Before the API key: browsers ask without one which pages may call, and pages read refusals too.
            Some(cors) => {
                let stack = Arc::clone(&self);
                let call = arrived.clone();
                let answer = move |request| {
                    let stack = Arc::clone(&stack);
                    let arrived = call.clone();
                    async move { Ok::<_, Infallible>(stack.admit_and_answer(&arrived, request).await) }
                };
                let answered = Box::pin(cors.layer(service_fn(answer)).oneshot(request).instrument(span)).await;
                without_content(answered.unwrap_or_else(|never| match never {}))
            }
        };
        if arrived.transport == Transport::Http {
            response.headers_mut().extend(self.headers.iter().cloned());
        }
        Ok(report.attach(response))
    }

    /// Admits a call and answers it, before anything is read or computed for one that is refused.
    async fn admit_and_answer(&self, arrived: &Arrived, request: Request<RequestBody>) -> Response<Content> {
        match self.admission.admit(arrived, request.body().call()) {
            // Boxed: it is large, and would be moved several times.
            Ok(call) => unless_panicking(Box::pin(self.dispatch(call, request)), arrived).await,
            Err(error) => refuse(error, arrived),
        }
    }

    /// Hands a call to its transport.
    async fn dispatch(&self, call: Call, request: Request<RequestBody>) -> Response<Content> {
        match call.transport {
            Transport::Grpc if request.version() == Version::HTTP_2 => {
                self.grpc.answer(call, request).await.map(content)
            }
            // gRPC needs HTTP/2; the handler of gRPC-web answers so.
            Transport::Grpc | Transport::GrpcWeb => {
                Box::pin(self.grpc.answer_web(call, request.map(tonic::body::Body::new))).await.map(content)
            }
            Transport::Connect => {
                Box::pin(connect::answer(&self.grpc, call, request.map(axum::body::Body::new))).await.map(content)
            }
            Transport::Http => self.http.answer(call, request.map(axum::body::Body::new)).await.map(content),
        }
    }
}

/// The response to a call. A handler that panics fails its own call only. Whatever it leaves behind is dropped with the
/// request: requests share nothing that they change.
async fn unless_panicking(answer: BoxFuture<'_, Response<Content>>, call: &Arrived) -> Response<Content> {
    let answered = AssertUnwindSafe(answer).catch_unwind().await;
    answered.unwrap_or_else(|_| refuse(Error::internal(), call))
}

/// The response to a call that is refused, in the form of its transport.
fn refuse(error: Box<Error>, call: &Arrived) -> Response<Content> {
    match call.transport {
        Transport::Grpc | Transport::GrpcWeb => grpc::refuse(&error, call).map(content),
        Transport::Connect => connect::refuse(&error, call).map(content),
        Transport::Http => problem::refuse(*error, call).map(content),
    }
}

/// Whether a browser asks on behalf of a page of another site whether the page may call.
fn is_preflight<B>(request: &Request<B>) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// The response to such a request where no page of another site may call.
fn refuse_preflight(call: &Arrived, headers: &HeaderMap) -> Response<Content> {
    let origin = headers.get(ORIGIN).map_or_else(Cow::default, |origin| String::from_utf8_lossy(origin.as_bytes()));
    problem::refuse(*Error::not_allowed("cors-origin", &origin, "AYLA_CORS_ORIGINS"), call).map(content)
}

/// Says of the answer to a preflight request that it has no content.
fn without_content(mut response: Response<Content>) -> Response<Content> {
    if response.headers().contains_key(ACCESS_CONTROL_ALLOW_METHODS) {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

fn content(body: impl Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static) -> Content {
    Content::new(body.map_err(Into::into))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::SocketAddr;
    use std::time::Duration;

    use ::metrics::Counter;
    use ayla_api::error::Reason;
    use http::header::CONTENT_TYPE;
    use http::header::HOST;
    use http_body_util::Empty;
    use hyper::client::conn::http2;
    use hyper_util::rt::{TokioExecutor, TokioIo};
    use tokio::net::{TcpListener, TcpStream};

    use crate::access::Access;
    use crate::config::Config;
    use crate::http::Caches;
    use crate::server::report::CallTimes;
    use crate::service::Service;
    use ayla_api::preset::Presets;
    use ayla_net::{Connections, Counters, Listener};

    /// A server for at most `calls` calls in flight.
    async fn serve(calls: usize) -> (SocketAddr, Arc<Admission>) {
        let service = Arc::new(Service::new(Presets::built_in(), Default::default()));
        let (grpc, _) = crate::grpc::routes(Arc::clone(&service)).await;
        let times = CallTimes { stream: Duration::MAX, slow: Duration::MAX };
        let Config { capacity, http, .. } = Config::default();
        let connections = Arc::new(Connections::new(capacity, Counter::noop()));
        let admission = Arc::new(Admission::new(Arc::clone(&connections), calls, &Access::default(), None));
        let stack = Stack {
            grpc,
            http: Http::new(service, Caches::PUBLIC),
            admission: Arc::clone(&admission),
            reports: Arc::new(Reports::new(times, false)),
            cors: None,
            headers: Vec::new(),
        };
        let acceptor = Listener::new(stack.handler(), http, connections, None, Counters::none());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        tokio::spawn(async move { acceptor.accept(&listener).await });
        (address, admission)
    }

    fn request(path: &str, content_type: &str) -> Request<Empty<Bytes>> {
        let request =
            Request::post(format!("http://ayla{path}")).header(HOST, "ayla").header(CONTENT_TYPE, content_type);
        request.body(Empty::new()).expect("a request")
    }

    #[tokio::test]
    async fn a_panic_is_answered_and_ends_the_call() {
        for (content_type, status) in [("application/json", 500), ("application/grpc", 200)] {
            let call = Call::unlimited(&request("/mancala.v1.MancalaService/ApplyMove", content_type));
            let response = unless_panicking(Box::pin(async { panic!("on purpose") }), &call).await;
            assert_eq!(response.status(), status);
            assert_eq!(call.end().expect("noted").reason, Some(Reason::Internal));
        }
    }

    #[tokio::test]
    async fn calls_above_the_limit_are_refused_in_the_form_of_the_transport() {
        let (address, calls) = serve(1).await;
        let stream = TokioIo::new(TcpStream::connect(address).await.expect("it listens"));
        let builder = http2::Builder::new(TokioExecutor::new()).initial_stream_window_size(0).clone();
        let (mut sender, connection) = builder.handshake(stream).await.expect("HTTP/2");
        tokio::spawn(connection);
        // It keeps its place, since nobody takes its answer.
        let asked = Request::get("http://ayla/v1/server-info").body(Empty::new()).expect("a request");
        let first = sender.send_request(asked).await.expect("an answer");
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
