//! Requests over HTTP, from the method to the body: no answer is a fault of the service.

use std::cell::LazyCell;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use ayla::call::Call;
use ayla::http::{Caches, Http};
use ayla::service::{Limits, Service};
use ayla_api::preset::Presets;

thread_local! {
    static SERVER: LazyCell<(tokio::runtime::Runtime, Http)> = LazyCell::new(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let limits = Limits { suggest_nodes: 200, ..Limits::default() };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        (runtime, Http::new(service, Caches::PUBLIC).with_pages(&[]))
    });
}

/// A request: its method and address in a line, then its body.
pub fn check(input: &[u8]) {
    let Some((line, body)) = crate::first_line(input) else { return };
    let Some((method, uri)) = line.split_once(' ') else { return };
    let request = Request::builder().method(method).uri(uri).header("content-type", "application/json");
    let Ok(request) = request.body(Body::from(body.to_vec())) else { return };
    SERVER.with(|server| {
        let answer = server.0.block_on(server.1.answer(Call::unlimited(&request), request));
        assert_ne!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    });
}
