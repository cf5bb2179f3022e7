//! The process as callers see it: one port that serves both transports, from the first connection to an orderly end.
//!
//! `axum::serve` and tonic's server wait at shutdown for connections that will never end by themselves, such as one on
//! which half a request arrived. Here every wait for a caller has its bound, which a constant names.

mod body;
mod connection;
mod dispatch;
pub mod reload;
mod signal;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tonic_health::ServingStatus;
use tracing::{info, warn};

use crate::service::Service;
use crate::{grpc, http};
use connection::Connections;
use dispatch::Dispatch;
use signal::Signals;

/// How long calls that run when the process is told to end may take to finish. Longer than any suggestion by the
/// default limits, shorter than the half minute after which Kubernetes kills.
const DRAIN: Duration = Duration::from_secs(20);

/// How long no connection is accepted after one could not be, for want of file descriptors or memory.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// Serves until the process is told to end by SIGTERM or SIGINT: then health turns NOT_SERVING, no more connections are
/// accepted, and what runs is finished, for 20 seconds at most, or until a second signal.
///
/// The address really bound is logged as `listening`.
///
/// # Errors
///
/// The address cannot be listened on, or signals cannot be received.
pub async fn serve(listen: SocketAddr, service: Arc<Service>) -> io::Result<()> {
    // First, so that a signal during the start is not lost.
    let mut signals = Signals::new()?;
    let listener = bind(listen).await?;
    let (grpc, health) = grpc::routes(Arc::clone(&service)).await;
    let connections = Connections::new(Dispatch::new(grpc, http::routes(service)));

    info!(address = %listener.local_addr()?, "listening");
    tokio::select! {
        () = accept(&listener, &connections) => {}
        signal = signals.next() => info!(signal, "shutting down"),
    }

    grpc::report(&health, ServingStatus::NotServing).await;
    drop(listener);
    tokio::select! {
        () = connections.finish() => info!("all calls are finished"),
        () = tokio::time::sleep(DRAIN) => warn!("calls are cut off: they took too long to finish"),
        signal = signals.next() => warn!(signal, "calls are cut off: told to end twice"),
    }
    Ok(())
}

async fn bind(listen: SocketAddr) -> io::Result<TcpListener> {
    let explained = |error: io::Error| io::Error::new(error.kind(), format!("cannot listen on {listen}: {error}"));
    TcpListener::bind(listen).await.map_err(explained)
}

/// Accepts connections for ever, whatever becomes of one.
async fn accept(listener: &TcpListener, connections: &Connections) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => connections.open(stream, peer),
            Err(error) if was_lost(&error) => {}
            Err(error) => {
                warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Whether the error is about the one connection, which went away before it was accepted.
fn was_lost(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    )
}
