//! The server: the public port with both transports, the admin port with health and metrics, and the graceful shutdown.
//!
//! At shutdown, `axum::serve` and tonic's server wait for connections that never end by themselves, such as one that has
//! received half a request. Here every wait for a client has a timeout in the [settings](Settings).

pub mod access;
pub mod admin;
mod answer;
mod body;
mod call;
mod connection;
pub mod cors;
mod dispatch;
pub mod keys;
mod log;
pub mod metrics;
mod preface;
pub mod reload;
mod settings;
pub mod signal;
mod status;
mod timeouts;
pub mod tls;
mod trace;
pub mod transport;
mod unread;
mod window_update;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use tokio::net::TcpListener;
use tonic_health::ServingStatus;
use tracing::{info, warn};

use crate::http::Sharing;
use crate::service::Service;
use crate::{grpc, http};
use access::Access;
use admin::{Admin, METRICS, Readiness};
use call::Calls;
use connection::Connections;
use dispatch::Dispatch;
use metrics::Exporter;
use signal::Signals;

pub use settings::Settings;

/// Serves until SIGTERM or SIGINT, and then shuts down gracefully.
///
/// At the signal, readiness ends and gRPC health reports NOT_SERVING. New calls are accepted for the drain delay. Then no
/// more connections are accepted, and calls in flight finish, within the drain time or until a second signal.
///
/// The addresses that were bound are logged as `listening`.
///
/// # Errors
///
/// An address cannot be bound, or signals cannot be received.
pub async fn serve(settings: &Settings, access: Access, service: Arc<Service>, exporter: Exporter) -> io::Result<()> {
    // First, so that a signal during startup is not lost.
    let mut signals = Signals::new()?;
    let listener = bind(settings.listen, "--listen or AYLA_LISTEN").await?;
    let admin_listener = bind(settings.admin_listen, "--admin-listen or AYLA_ADMIN_LISTEN").await?;

    let (grpc, health) = grpc::routes(Arc::clone(&service)).await;
    // The search ends by its deadline; after that the client has the time of any other answer.
    let stream_time = service.limits().longest_deadline + settings.stall_time;
    let calls = Arc::new(Calls::new(settings.calls, settings.slow, stream_time));
    let sharing = if access.keys.is_some() { Sharing::Private } else { Sharing::Public };
    let json = http::routes(Arc::clone(&service), sharing);
    let dispatch = Dispatch::new(grpc, json, Arc::clone(&calls), settings.body_time).with_access(&access);
    let scheme = if access.tls.is_some() { "https" } else { "http" };
    let connections = Arc::new(Connections::public(dispatch, settings, access.tls));

    let ready = Readiness::default();
    let open = Arc::clone(&connections);
    let in_flight = Arc::clone(&calls);
    let set_gauges = move || {
        metrics::set_gauges(in_flight.running(), open.count());
        service.set_gauges();
    };
    let admin = Admin::new(ready.clone(), exporter.clone(), set_gauges);
    let admin = Connections::admin(admin, settings, admin::MAX_CONNECTIONS);

    let (address, admin_address) = (listener.local_addr()?, admin_listener.local_addr()?);
    let docs = format!("{scheme}://{}/docs/", reachable(address));
    let metrics = format!("http://{}{METRICS}", reachable(admin_address));
    info!(%address, admin = %admin_address, docs = %docs, metrics = %metrics, "listening");
    ready.set(true);
    let served = async {
        tokio::select! {
            () = connections.accept(&listener) => {}
            signal = signals.next() => info!(signal, "shutting down"),
        }
        ready.set(false);
        grpc::report(&health, ServingStatus::NotServing).await;
        // Without a delay, a second signal has to reach the select below.
        if !settings.drain_delay.is_zero() {
            tokio::select! {
                () = connections.accept(&listener) => {}
                () = tokio::time::sleep(settings.drain_delay) => {}
                signal = signals.next() => warn!(signal, "the drain delay is cut short by a second signal"),
            }
        }
        if let Err(error) = connections.accept_last(listener) {
            warn!(%error, "cannot accept the last connections");
        }
        tokio::select! {
            () = connections.finish() => info!("all calls are finished"),
            () = tokio::time::sleep(settings.drain_time) => warn!("calls are cut off: the drain time has passed"),
            signal = signals.next() => warn!(signal, "calls are cut off by a second signal"),
        }
    };
    // The admin port answers until the end.
    tokio::select! {
        () = served => {}
        () = admin.accept(&admin_listener) => {}
        () = upkeep(&exporter, &calls) => {}
    }
    calls.renew_log();
    Ok(())
}

/// Listens on an address. `setting` names where it comes from.
async fn bind(listen: SocketAddr, setting: &str) -> io::Result<TcpListener> {
    let with_address = |error: io::Error| {
        let why = match error.kind() {
            io::ErrorKind::AddrInUse => "the port is already in use".to_owned(),
            _ => error.to_string(),
        };
        io::Error::new(error.kind(), format!("cannot listen on {listen}: {why}; choose another with {setting}"))
    };
    TcpListener::bind(listen).await.map_err(with_address)
}

/// The address at which a server that listens here is reached from the same machine or container.
#[must_use]
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// Runs the upkeep of the metrics and of the log every second, for ever.
async fn upkeep(exporter: &Exporter, calls: &Calls) {
    loop {
        tokio::time::sleep(metrics::UPKEEP_INTERVAL).await;
        exporter.run_upkeep();
        calls.renew_log();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_is_reached_on_the_loopback_interface() {
        for (listen, reached) in
            [("0.0.0.0:9090", "127.0.0.1:9090"), ("[::]:9091", "[::1]:9091"), ("10.0.0.1:1", "10.0.0.1:1")]
        {
            assert_eq!(reachable(listen.parse().expect("an address")).to_string(), reached);
        }
    }
}
