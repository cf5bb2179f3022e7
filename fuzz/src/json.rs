//! Requests over HTTP, from the method to the body: no answer is a fault of the service.

use std::cell::LazyCell;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use ayla::http::Caches;
use ayla::service::{Limits, Service};
use ayla_api::preset::Presets;
use tower::ServiceExt;

thread_local! {
    static SERVER: LazyCell<(tokio::runtime::Runtime, Router)> = LazyCell::new(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let limits = Limits { suggest_nodes: 200, ..Limits::default() };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        (runtime, ayla::http::routes(service, Caches::PUBLIC, Some(&[]), Router::new()))
    });
}

/// A request: its method and address in a line, then its body.
pub fn check(input: &[u8]) {
    let Some((line, body)) = crate::first_line(input) else { return };
    let Some((method, uri)) = line.split_once(' ') else { return };
    let request = Request::builder().method(method).uri(uri).header("content-type", "application/json");
    let Ok(request) = request.body(Body::from(body.to_vec())) else { return };
    SERVER.with(|server| {
        let answer = server.0.block_on(server.1.clone().oneshot(request)).expect("infallible");
        assert_ne!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    });
}
