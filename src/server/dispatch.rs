//! Which transport a request is for.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;

use axum::Router;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Request};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use hyper::body::Incoming;
use tonic::Status;
use tower::Service;

use crate::http::problem::Refusal;
use crate::service::error::{Error, Reason};

use super::body::TimedBody;

/// How the content type of every request over gRPC and gRPC-web begins.
const GRPC: &[u8] = b"application/grpc";

/// Hands each request to its transport, and answers for a transport that panics.
#[derive(Clone, Debug)]
pub(super) struct Dispatch {
    grpc: Router,
    json: Router,
}

impl Dispatch {
    /// Requests whose content type says gRPC go to `grpc`, all others to `json`.
    pub(super) const fn new(grpc: Router, json: Router) -> Self {
        Self { grpc, json }
    }

    /// Answers a request.
    pub(super) fn call(
        &self,
        request: Request<Incoming>,
    ) -> impl Future<Output = Result<Response, Infallible>> + Send + use<> {
        self.answer(request.map(|body| Body::new(TimedBody::new(body))))
    }

    fn answer(&self, request: Request<Body>) -> impl Future<Output = Result<Response, Infallible>> + Send + use<> {
        let grpc = grpc_type(request.headers()).cloned();
        let mut router = if grpc.is_some() { self.grpc.clone() } else { self.json.clone() };
        // What a panic leaves behind is dropped with the request: all that requests share is built before the first.
        let answer = AssertUnwindSafe(async move { router.call(request).await }).catch_unwind();
        async move { answer.await.unwrap_or_else(|_| Ok(failed(grpc))) }
    }
}

/// The content type of a request, if it is one of gRPC.
fn grpc_type(headers: &HeaderMap) -> Option<&HeaderValue> {
    let says_grpc =
        |kind: &&HeaderValue| kind.as_bytes().get(..GRPC.len()).is_some_and(|b| b.eq_ignore_ascii_case(GRPC));
    headers.get(CONTENT_TYPE).filter(says_grpc)
}

/// The answer to a request whose handling panicked, in the form of its transport. The panic itself is in the log.
fn failed(grpc: Option<HeaderValue>) -> Response {
    let error = Error::new(Reason::Internal, "the service failed on this request; this is a fault of the service");
    let Some(grpc) = grpc else { return Refusal::from(error).into_response() };
    let mut response = Status::from(error).into_http::<Body>();
    // gRPC-web has content types of its own.
    response.headers_mut().insert(CONTENT_TYPE, grpc);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use axum::routing::post;
    use http_body_util::BodyExt;

    async fn breaks() {
        panic!("on purpose");
    }

    fn dispatch() -> Dispatch {
        Dispatch::new(
            Router::new().route("/", post(|| async { "grpc" })).route("/breaks", post(breaks)),
            Router::new().route("/", post(|| async { "json" })).route("/breaks", post(breaks)),
        )
    }

    async fn answer(path: &str, content_type: &'static str) -> Response {
        let request = Request::post(path).header(CONTENT_TYPE, content_type).body(Body::empty()).expect("a request");
        dispatch().answer(request).await.expect("infallible")
    }

    #[tokio::test]
    async fn the_content_type_decides() {
        for (content_type, transport) in [
            ("application/grpc", "grpc"),
            ("Application/gRPC+proto", "grpc"),
            ("application/grpc-web-text", "grpc"),
            ("application/json", "json"),
            ("app", "json"),
            ("", "json"),
        ] {
            let body = answer("/", content_type).await.into_body().collect().await.expect("a body").to_bytes();
            assert_eq!(body, transport, "{content_type}");
        }
    }

    #[tokio::test]
    async fn a_panic_is_answered_in_the_form_of_the_transport() {
        let response = answer("/breaks", "application/json").await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        let problem: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(problem["reason"], "INTERNAL");

        for content_type in ["application/grpc", "application/grpc-web+proto"] {
            let response = answer("/breaks", content_type).await;
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(response.headers()[CONTENT_TYPE], content_type);
            assert_eq!(response.headers()["grpc-status"], "13");
        }
    }
}
