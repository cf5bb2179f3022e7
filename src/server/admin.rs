//! The admin port: liveness, readiness and metrics. It also answers while the public port sheds load.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ::metrics::Counter;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use ayla_net::{Capacity, Connections, Content, Counters, Handler, Http, Listener};
use futures_util::TryFutureExt;
use http_body_util::BodyExt;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tower::ServiceExt;

use crate::headers::NO_SNIFFING;
use crate::telemetry::metrics::{self, Exporter};

/// The path of the liveness check.
pub const LIVE: &str = "/livez";
/// The path of the readiness check.
pub const READY: &str = "/readyz";
/// The path of the metrics in the Prometheus text format.
pub const METRICS: &str = "/metrics";

/// The readiness of the process, shared between clones.
#[derive(Clone, Debug, Default)]
pub(super) struct Readiness(Arc<AtomicBool>);

impl Readiness {
    pub(super) fn set(&self, ready: bool) {
        self.0.store(ready, Ordering::Relaxed);
    }
}

/// The most open connections to the admin port. When there are more, the one without a call for longest makes room.
pub(super) const MAX_CONNECTIONS: usize = 64;
/// The idle timeout of a connection to the admin port.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// Serves the admin port for ever, on a thread of its own: it answers while the public port is busy or its threads are
/// blocked. `set_gauges` is called before metrics are rendered, and `upkeep` every second.
///
/// # Errors
///
/// The thread cannot be started.
pub(super) fn start(
    listener: std::net::TcpListener,
    http: &Http,
    ready: Readiness,
    exporter: Exporter,
    set_gauges: impl Fn() + Clone + Send + Sync + 'static,
    mut upkeep: impl FnMut() + Send + 'static,
) -> io::Result<()> {
    let router = router(ready, exporter.clone(), set_gauges);
    let http = Http { idle_time: IDLE_TIME, age: None, ..http.clone() };
    let limits = Capacity { connections: MAX_CONNECTIONS, trusted: Vec::new() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let serve = async move {
        let listener = TcpListener::from_std(listener)?;
        let connections = Arc::new(Connections::new(limits, Counter::noop()));
        let handler: Handler = Arc::new(move |request| {
            let answer = router.clone().oneshot(request.map(axum::body::Body::new));
            Box::pin(answer.map_ok(|mut answer| {
                answer.headers_mut().extend([NO_SNIFFING]);
                answer.map(|body| Content::new(body.map_err(Into::into)))
            }))
        });
        let acceptor = Listener::new(handler, http, connections, None, Counters::none());
        let every_second = async {
            loop {
                sleep(metrics::UPKEEP_INTERVAL).await;
                exporter.handle.run_upkeep();
                upkeep();
            }
        };
        tokio::join!(acceptor.accept(&listener), every_second);
        io::Result::Ok(())
    };
    thread::Builder::new().name("ayla-admin".to_owned()).spawn(move || runtime.block_on(serve))?;
    Ok(())
}

/// The paths of the admin port.
fn router(ready: Readiness, exporter: Exporter, set_gauges: impl Fn() + Clone + Send + Sync + 'static) -> Router {
    let metrics = move || {
        set_gauges();
        std::future::ready(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], exporter.render()))
    };
    Router::new()
        .route(LIVE, get(|| std::future::ready("alive\n")))
        .route(READY, get(readiness))
        .route(METRICS, get(metrics))
        .fallback(|| {
            std::future::ready((StatusCode::NOT_FOUND, "not found; the paths are /livez, /readyz and /metrics\n"))
        })
        .with_state(ready)
}

async fn readiness(State(Readiness(ready)): State<Readiness>) -> impl IntoResponse {
    if ready.load(Ordering::Relaxed) {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready: the process is starting or shutting down\n")
    }
}
