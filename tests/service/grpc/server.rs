//! A gRPC server in this process, on a free port, and its clients.

use std::net::SocketAddr;
use std::sync::Arc;

use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla::service::preset::Presets;
use ayla::service::{Limits, Service};
use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use http_body_util::{BodyExt, Full};
use tokio::net::TcpListener;
use tonic::body::Body;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};
use tonic_health::server::HealthReporter;
use tonic_types::StatusExt;
use tower::{Service as _, ServiceExt};

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) health: HealthReporter,
}

/// A server with these limits. It lasts as long as the test's runtime.
pub(crate) async fn serve(limits: Limits) -> Server {
    let service = Arc::new(Service::new(Presets::built_in(), limits));
    let (grpc, health) = ayla::grpc::routes(service).await;
    let router = axum::Router::new().fallback_service(ayla::grpc::web(grpc));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    tokio::spawn(async move { axum::serve(listener, router).await });
    Server { address, health }
}

impl Server {
    pub(crate) async fn channel(&self) -> Channel {
        let endpoint = Endpoint::from_shared(format!("http://{}", self.address)).expect("an address");
        endpoint.connect().await.expect("the server listens")
    }
}

/// A client of a server with the default limits.
pub(crate) async fn client() -> MancalaServiceClient<Channel> {
    MancalaServiceClient::new(serve(Limits::default()).await.channel().await)
}

/// A message in its frame, not compressed.
pub(crate) fn framed(message: &[u8]) -> Vec<u8> {
    let mut frame = vec![0];
    frame.extend(u32::try_from(message.len()).expect("short").to_be_bytes());
    frame.extend(message);
    frame
}

/// A request with a body as it stands.
pub(crate) fn request(method: Method, uri: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(uri).header("te", "trailers");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::new(Full::new(Bytes::from(body)))).expect("a request")
}

/// Sends a request over HTTP/2 and reads all of the answer: headers, body, trailers.
pub(crate) async fn send(channel: &mut Channel, request: Request<Body>) -> (HeaderMap, Bytes, Option<HeaderMap>) {
    let response: Response<Body> = channel.ready().await.expect("ready").call(request).await.expect("an answer");
    assert_eq!(response.status(), 200);
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a body");
    let trailers = body.trailers().cloned();
    (parts.headers, body.to_bytes(), trailers)
}

/// What an error says, for comparison.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    pub(crate) reason: String,
    /// The paths of the fields at fault.
    pub(crate) fields: Vec<String>,
}

pub(crate) fn refusal(status: &Status) -> Refusal {
    let details = status.check_error_details().expect("details");
    let info = details.error_info().expect("every error has a reason");
    assert_eq!(info.domain, ayla::grpc::DOMAIN);
    assert_eq!(info.domain, "mancala.v1");
    assert!(!status.message().is_empty());
    let faults = details.bad_request().map_or(&[][..], |bad| &bad.field_violations);
    assert!(faults.iter().all(|fault| !fault.description.is_empty() && !fault.reason.is_empty()));
    if let Some(first) = faults.first() {
        assert_eq!(first.reason, info.reason);
    }
    let fields = faults.iter().map(|fault| fault.field.clone()).collect();
    Refusal { code: status.code(), reason: info.reason.clone(), fields }
}

/// The refusal that is expected.
pub(crate) fn refused(code: Code, reason: &str, fields: &[&str]) -> Refusal {
    Refusal { code, reason: reason.to_owned(), fields: fields.iter().map(ToString::to_string).collect() }
}
