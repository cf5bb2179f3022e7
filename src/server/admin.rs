//! The admin port: liveness, readiness and metrics. It also answers while the public port sheds load.

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

use super::connection::{Peer, RequestHandler};
use super::metrics::Exporter;
use super::timeouts::Timeouts;

/// The path of the liveness check.
pub const LIVE: &str = "/livez";
/// The path of the readiness check.
pub const READY: &str = "/readyz";
/// The path of the metrics in the Prometheus text format.
pub const METRICS: &str = "/metrics";

/// The most open connections to the admin port.
pub(super) const MAX_CONNECTIONS: usize = 64;

/// The readiness of the process, shared between clones.
#[derive(Clone, Debug, Default)]
pub(super) struct Readiness(Arc<AtomicBool>);

impl Readiness {
    pub(super) fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }
}

/// The service of the admin port.
#[derive(Clone, Debug)]
pub(super) struct Admin(Router);

impl Admin {
    /// Creates the service. It calls `set_gauges` before it renders metrics.
    pub(super) fn new(
        ready: Readiness,
        exporter: Exporter,
        set_gauges: impl Fn() + Clone + Send + Sync + 'static,
    ) -> Self {
        let metrics = move || {
            set_gauges();
            std::future::ready(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], exporter.render()))
        };
        let router = Router::new()
            .route(LIVE, get(|| std::future::ready("alive\n")))
            .route(READY, get(readiness))
            .route(METRICS, get(metrics))
            .fallback(|| {
                std::future::ready((StatusCode::NOT_FOUND, "not found; the paths are /livez, /readyz and /metrics\n"))
            })
            .with_state(ready);
        Self(router)
    }
}

async fn readiness(State(Readiness(ready)): State<Readiness>) -> impl IntoResponse {
    if ready.load(Ordering::Relaxed) {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready: the process is starting or shutting down\n")
    }
}

impl RequestHandler for Admin {
    type Body = Body;

    fn answer(
        &self,
        request: Request<Incoming>,
        _: Peer,
        timeouts: &Arc<Timeouts>,
    ) -> impl Future<Output = Result<Response<Body>, Infallible>> + Send + 'static + use<> {
        let in_flight = timeouts.call();
        let answer = self.0.clone().call(request);
        async move {
            let answer = answer.await;
            drop(in_flight);
            answer
        }
    }
}
