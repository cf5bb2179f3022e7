//! The process as callers and operators see it: one port that serves both transports, another for health and metrics,
//! from the first connection to an orderly end.
//!
//! `axum::serve` and tonic's server wait at shutdown for connections that will never end by themselves, such as one on
//! which half a request arrived. Here every wait for a caller has its bound, which a [setting](Settings) names.

pub mod access;
pub mod admin;
mod answer;
mod body;
mod call;
mod connection;
pub mod cors;
mod dispatch;
pub mod keys;
mod late;
mod log;
pub mod metrics;
mod patience;
mod preface;
pub mod reload;
mod settings;
pub mod signal;
mod status;
pub mod tls;
mod trace;
pub mod transport;
mod unread;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tonic_health::ServingStatus;
use tracing::{info, warn};

use crate::http::Sharing;
use crate::service::Service;
use crate::{grpc, http};
use access::Access;
use admin::{Admin, Readiness};
use call::Calls;
use connection::Connections;
use dispatch::Dispatch;
use metrics::Exporter;
use signal::Signals;

pub use settings::Settings;

/// Serves those who have access until the process is told to end by SIGTERM or SIGINT. Then it is not ready any more and health turns
/// NOT_SERVING; calls are still taken for the drain delay; no more connections are accepted, and what runs is finished,
/// for the drain time at most, or until a second signal.
///
/// The addresses really bound are logged as `listening`.
///
/// # Errors
///
/// An address cannot be listened on, or signals cannot be received.
pub async fn serve(settings: &Settings, access: Access, service: Arc<Service>, exporter: Exporter) -> io::Result<()> {
    // First, so that a signal during the start is not lost.
    let mut signals = Signals::new()?;
    let listener = bind(settings.listen).await?;
    let admin_listener = bind(settings.admin_listen).await?;

    let (grpc, health) = grpc::routes(Arc::clone(&service)).await;
    // Until the search has to have ended, and as long as any answer may wait for its caller.
    let stream_time = service.limits().longest_deadline + settings.stall_time;
    let calls = Arc::new(Calls::new(settings.calls, settings.slow, stream_time));
    let sharing = if access.keys.is_some() { Sharing::Private } else { Sharing::Public };
    let json = http::routes(Arc::clone(&service), sharing);
    let dispatch = Dispatch::new(grpc, json, Arc::clone(&calls), settings.body_time).with_access(&access);
    let connections = Arc::new(Connections::of_public(dispatch, settings, access.tls));

    let ready = Readiness::default();
    let open = Arc::clone(&connections);
    let running = Arc::clone(&calls);
    let observe = move || {
        metrics::observe(running.running(), open.count());
        service.observe();
    };
    let admin = Admin::new(ready.clone(), exporter.clone(), observe);
    let admin = Connections::of_operators(admin, settings, admin::CONNECTIONS);

    info!(address = %listener.local_addr()?, admin = %admin_listener.local_addr()?, "listening");
    ready.set(true);
    let served = async {
        tokio::select! {
            () = connections.accept(&listener) => {}
            signal = signals.next() => info!(signal, "shutting down"),
        }
        ready.set(false);
        grpc::report(&health, ServingStatus::NotServing).await;
        // Without a delay, a second signal is not to be taken for the end of it.
        if !settings.drain_delay.is_zero() {
            tokio::select! {
                () = connections.accept(&listener) => {}
                () = tokio::time::sleep(settings.drain_delay) => {}
                signal = signals.next() => warn!(signal, "the delay is cut short: told to end twice"),
            }
        }
        if let Err(error) = connections.accept_last(listener) {
            warn!(%error, "the last connections cannot be accepted");
        }
        tokio::select! {
            () = connections.finish() => info!("all calls are finished"),
            () = tokio::time::sleep(settings.drain_time) => warn!("calls are cut off: they took too long to finish"),
            signal = signals.next() => warn!(signal, "calls are cut off: told to end twice"),
        }
    };
    // Operators are answered until the end.
    tokio::select! {
        () = served => {}
        () = admin.accept(&admin_listener) => {}
        () = tidy(&exporter, &calls) => {}
    }
    calls.pass();
    Ok(())
}

async fn bind(listen: SocketAddr) -> io::Result<TcpListener> {
    let explained = |error: io::Error| io::Error::new(error.kind(), format!("cannot listen on {listen}: {error}"));
    TcpListener::bind(listen).await.map_err(explained)
}

/// Does what is to be done every second, for ever: what was observed is kept small, and what the log left out is told.
async fn tidy(exporter: &Exporter, calls: &Calls) {
    loop {
        tokio::time::sleep(metrics::UPKEEP).await;
        exporter.tidy();
        calls.pass();
    }
}
