//! The server: the public port with both transports, the admin port with health and metrics, and the graceful shutdown.
//!
//! [`ayla_net`] serves the connections, and `stack` shows the way of a request.

pub mod admin;
pub mod cgroup;
pub mod descriptors;
mod log;
pub mod metrics;
mod report;
mod stack;
mod trace;

use std::io;
use std::sync::Arc;

use tonic_health::ServingStatus;
use tracing::{info, warn};

use crate::access::Access;
use crate::access::pictures::PictureAccess;
use crate::access::tls::Tls;
use crate::call::Admission;
use crate::config::{Config, LogFormat};
use crate::grpc;
use crate::headers;
use crate::http::{Caches, Http, Sharing};
#[cfg(feature = "mcp")]
use crate::mcp;
use crate::service::Service;
use crate::telemetry::load::shed;
use crate::telemetry::metrics::Exporter;
use admin::{METRICS, Readiness};
use ayla_net::{Connections, Listener, bind, reachable};
use ayla_terminal::Signals;
use report::{CallTimes, Reports};
use stack::Stack;

/// Serves until SIGTERM or SIGINT, and then shuts down gracefully.
///
/// At the signal, readiness ends and gRPC health reports NOT_SERVING. New calls are accepted for the drain delay. Then
/// no more connections are accepted, and calls in flight finish, within the drain time or until a second signal.
///
/// The addresses that were bound are logged as `listening`.
///
/// # Errors
///
/// An address cannot be bound, or signals cannot be received.
pub async fn serve(config: &Config, access: Access, service: Arc<Service>, exporter: Exporter) -> io::Result<()> {
    // First, so that a signal during startup is not lost.
    let mut signals = Signals::new()?;
    let listener = bind(config.server.listen, "--listen or AYLA_LISTEN").await?;
    let admin_listener = bind(config.server.admin_listen, "--admin-listen or AYLA_ADMIN_LISTEN").await?;

    let (grpc, health) = grpc::routes(Arc::clone(&service)).await;
    // The search ends by its deadline; after that the client has the time of any other answer.
    let stream = service.limits.longest_deadline + config.http.answer_time;
    let times = CallTimes { stream, slow: config.log.slow };
    let mut capacity = config.capacity.clone();
    // What the operator reads in the warning; the admin port keeps its descriptors.
    capacity.connections =
        descriptors::raise().map_or(capacity.connections, |fitting| capacity.connections.min(fitting));
    let connections = Arc::new(Connections::new(capacity, shed("connections")));
    let site = config.server.public_url.as_deref();
    let admission = Arc::new(Admission::new(Arc::clone(&connections), config.limits.calls, &access, site));
    let reports = Arc::new(Reports::new(times, config.log.clients));
    let answers = if access.keys.is_some() { Sharing::Private } else { Sharing::Public };
    let pictures = match access.pictures {
        PictureAccess::Open(_) => Sharing::Public,
        PictureAccess::Keyed => answers,
    };
    let mut http = Http::new(Arc::clone(&service), Caches { answers, pictures });
    if config.server.pages {
        http = http.with_pages(&config.access.frame_origins);
    }
    if let Some(contact) = &config.access.security_contact {
        http = http.with_security_contact(contact);
    }
    #[cfg(feature = "mcp")]
    let http = http.with_tools(&mcp::access(config));
    let stack = Stack {
        grpc,
        http,
        admission: Arc::clone(&admission),
        reports: Arc::clone(&reports),
        cors: access.cors.clone(),
        headers: headers::for_browsers(config.access.hsts),
    };
    let scheme = if access.tls.is_some() { "https" } else { "http" };
    let tls = access.tls.as_ref().map(Tls::acceptor);
    let acceptor =
        Listener::new(stack.handler(), config.http.clone(), Arc::clone(&connections), tls, metrics::connections());

    let ready = Readiness::default();
    let set_gauges = {
        let admission = Arc::clone(&admission);
        let service = Arc::clone(&service);
        move || {
            metrics::set_gauges(admission.in_flight(), connections.count());
            service.set_gauges();
        }
    };
    let every_second = {
        let reports = Arc::clone(&reports);
        let mut seconds = 0_u64;
        move || {
            reports.log.renew();
            seconds += 1;
            if seconds.is_multiple_of(60) {
                admission.log_greediest(reports.names_clients);
            }
            service.memory.release_if_idle();
        }
    };

    let address = listener.local_addr()?;
    let admin_address = admin_listener.local_addr()?;
    let site = format!("{scheme}://{}/", reachable(address));
    let docs = format!("{site}docs/");
    let metrics = format!("http://{}{METRICS}", reachable(admin_address));
    // The listener is bound: calls that come before it accepts wait a moment.
    ready.set(true);
    admin::start(admin_listener.into_std()?, &config.http, ready.clone(), exporter, set_gauges, every_second)?;
    info!(%address, admin = %admin_address, docs = %docs, metrics = %metrics, "listening");
    // For people; programs read the line before.
    if config.server.pages && config.log.format == LogFormat::Text {
        info!("Ayla is at {site} - open it in a browser; press Ctrl+C to stop");
        if !ayla_pages::HAS_RULES {
            info!(
                "The pages need the connection to this server; docs/webassembly.md says how to build them with the rules"
            );
        }
    }
    let served = async {
        tokio::select! {
            () = acceptor.accept(&listener) => {}
            signal = signals.next() => info!(signal, "shutting down"),
        }
        ready.set(false);
        grpc::report(&health, ServingStatus::NotServing).await;
        // Without a delay, a second signal has to reach the select below.
        if !config.drain.delay.is_zero() {
            tokio::select! {
                () = acceptor.accept(&listener) => {}
                () = tokio::time::sleep(config.drain.delay) => {}
                signal = signals.next() => warn!(signal, "the drain delay is cut short by a second signal"),
            }
        }
        if let Err(error) = acceptor.accept_last(listener) {
            warn!(%error, "cannot accept the last connections");
        }
        tokio::select! {
            () = acceptor.finish() => info!("all calls are finished"),
            () = tokio::time::sleep(config.drain.time) => warn!("calls are cut off: the drain time has passed"),
            signal = signals.next() => warn!(signal, "calls are cut off by a second signal"),
        }
    };
    served.await;
    reports.log.renew();
    Ok(())
}
