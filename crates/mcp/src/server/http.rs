//! The protocol over HTTP: one request, one answer. An answer is JSON, or a stream of server-sent events if the
//! client asks for the progress of a search.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::future::BoxFuture;
use http::{HeaderValue, Uri};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::Server;

/// The names that a machine has for itself. No page of another origin can be served under them.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Who may call the protocol over HTTP, and with how much.
#[derive(Clone, Debug)]
pub struct Access {
    /// The most bytes of a body.
    pub body_bytes: usize,
    /// The address at which the public reaches the server.
    pub public_url: Option<String>,
    /// The hosts under which the server may be called besides; `*` for every host.
    pub hosts: Vec<String>,
    /// The origins of the pages that may call; `*` for every page.
    pub origins: Vec<HeaderValue>,
}

/// The protocol over HTTP. Sessions, and what belongs to them, do not exist.
#[derive(Clone, Debug)]
pub struct Transport {
    of_strangers: StreamableHttpServerConfig,
    /// Without the check of the host: a page of another site has no API key.
    of_known: StreamableHttpServerConfig,
}

impl Transport {
    /// The transport for those who have access.
    pub fn new(access: &Access) -> Self {
        let public_url = access.public_url.as_deref();
        let transport = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(access.body_bytes)
            .disable_allowed_hosts()
            .enforce_origin_validation();
        let of_known = match origins(public_url, &access.origins) {
            Some(origins) => transport.with_allowed_origins(origins),
            None => transport.disable_allowed_origins(),
        };
        let of_strangers = match hosts(public_url, &access.hosts) {
            Some(hosts) => of_known.clone().with_allowed_hosts(hosts),
            None => of_known.clone(),
        };
        Self { of_strangers, of_known }
    }

    /// Has the tools answer a request. What the library compiles for them belongs to this crate, which is compiled for
    /// size. `is_known` says whether the caller has a valid API key.
    pub fn answer(&self, server: Server, is_known: bool, request: Request) -> BoxFuture<'static, Response> {
        self.answer_by(server, is_known, request)
    }

    /// Has any server answer a request. The future is boxed, because it is large.
    pub fn answer_by(
        &self,
        server: impl ServerHandler + Clone,
        is_known: bool,
        request: Request,
    ) -> BoxFuture<'static, Response> {
        let config = if is_known { &self.of_known } else { &self.of_strangers };
        let sessions = Arc::new(NeverSessionManager::default());
        let served = StreamableHttpService::new(move || Ok(server.clone()), sessions, config.clone());
        Box::pin(async move { served.handle(request).await.map(Body::new) })
    }
}

/// The hosts under which the server may be called: those of this machine, the one of its public address, and those of
/// the settings. Another page cannot make its own host stand for them. None if it may be called under every host.
fn hosts(public_url: Option<&str>, allowed: &[String]) -> Option<Vec<String>> {
    if allowed.iter().any(|host| host == "*") {
        return None;
    }
    let public = public_url.and_then(|url| url.parse::<Uri>().ok()?.host().map(str::to_owned));
    Some(LOOPBACK.map(str::to_owned).into_iter().chain(public).chain(allowed.iter().cloned()).collect())
}

/// The origins of the pages that may call: those that the settings allow and the server's own, or if there are none,
/// those of this machine. None if every page may.
fn origins(public_url: Option<&str>, allowed: &[HeaderValue]) -> Option<Vec<String>> {
    let allowed: Vec<_> = allowed.iter().filter_map(|origin| origin.to_str().ok()).collect();
    if allowed.contains(&"*") {
        return None;
    }
    let origins: Vec<_> = allowed.into_iter().chain(public_url).filter_map(with_port).collect();
    if !origins.is_empty() {
        return Some(origins);
    }
    Some(["http", "https"].iter().flat_map(|scheme| LOOPBACK.map(|host| format!("{scheme}://{host}:*"))).collect())
}

/// The origin of an address, with its port.
fn with_port(address: &str) -> Option<String> {
    let uri: Uri = address.parse().ok()?;
    let scheme = uri.scheme_str()?;
    let host = uri.host()?;
    let port = uri.port_u16().unwrap_or(if scheme == "https" { 443 } else { 80 });
    Some(format!("{scheme}://{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_origins_follow_from_the_settings() {
        assert_eq!(hosts(None, &[]).expect("some"), LOOPBACK);
        let allowed = ["ayla.games.svc:8080".to_owned()];
        let all = hosts(Some("https://games.example:8443/ayla"), &allowed).expect("some");
        assert_eq!(all[3..], ["games.example", "ayla.games.svc:8080"]);
        assert_eq!(hosts(None, &["*".to_owned()]), None);
        let allow = |origins: &[&'static str]| {
            origins.iter().map(|origin| HeaderValue::from_static(origin)).collect::<Vec<_>>()
        };
        let local = origins(None, &[]).expect("some");
        assert!(local.contains(&"http://localhost:*".to_owned()) && local.iter().all(|origin| origin.ends_with(":*")));
        let both = origins(Some("https://games.example/ayla"), &allow(&["http://a.example", "https://b.example:444"]));
        let expected = ["http://a.example:80", "https://b.example:444", "https://games.example:443"];
        assert_eq!(both.expect("some"), expected);
        assert_eq!(origins(Some("https://games.example"), &allow(&["*"])), None);
    }
}
