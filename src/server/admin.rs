//! The port of operators: whether the process lives, whether it is ready for calls, and its metrics. It answers also
//! while the public port refuses calls.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;
use hyper::body::Incoming;
use tower::Service;

use super::connection::{Answering, Peer};
use super::metrics::Exporter;
use super::patience::Patience;

/// Where an operator asks whether the process lives.
pub const LIVE: &str = "/livez";
/// Where an operator asks whether the process is ready for calls.
pub const READY: &str = "/readyz";
/// Where Prometheus asks for metrics.
pub const METRICS: &str = "/metrics";

/// The most connections to the port of operators.
pub(super) const CONNECTIONS: usize = 64;

/// Whether the process is ready for calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Readiness(Arc<AtomicBool>);

impl Readiness {
    pub(super) fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }
}

/// The port of operators.
#[derive(Clone, Debug)]
pub(super) struct Admin(Router);

impl Admin {
    /// `observe` brings up to date what is true at the moment, before it is told.
    pub(super) fn new(
        ready: Readiness,
        exporter: Exporter,
        observe: impl Fn() + Clone + Send + Sync + 'static,
    ) -> Self {
        let metrics = move || {
            observe();
            std::future::ready(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], exporter.render()))
        };
        let router = Router::new()
            .route(LIVE, get(|| std::future::ready("alive\n")))
            .route(READY, get(readiness))
            .route(METRICS, get(metrics))
            .fallback(|| std::future::ready((StatusCode::NOT_FOUND, "there are /livez, /readyz and /metrics\n")))
            .with_state(ready);
        Self(router)
    }
}

async fn readiness(State(Readiness(ready)): State<Readiness>) -> impl IntoResponse {
    if ready.load(Ordering::Relaxed) {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready: the process is starting, or about to end\n")
    }
}

impl Answering for Admin {
    type Body = Body;

    fn answer(
        &self,
        request: Request<Incoming>,
        _: Peer,
        patience: &Arc<Patience>,
    ) -> impl Future<Output = Result<Response<Body>, Infallible>> + Send + 'static + use<> {
        let waiting = patience.call();
        let answer = self.0.clone().call(request);
        async move {
            let answer = answer.await;
            drop(waiting);
            answer
        }
    }
}
