//! Requests over HTTP, from the path to the body: no answer is a fault of the service.
#![no_main]

use std::cell::LazyCell;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use ayla::http::Caches;
use ayla::service::{Limits, Service};
use ayla_api::preset::Presets;
use libfuzzer_sys::fuzz_target;
use tower::ServiceExt;

thread_local! {
    static SERVER: LazyCell<(tokio::runtime::Runtime, Router)> = LazyCell::new(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let limits = Limits { suggest_nodes: 200, ..Limits::default() };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        (runtime, ayla::http::routes(service, Caches::PUBLIC, Some(&[]), Router::new()))
    });
}

const PATHS: [&str; 13] = [
    "/v1/variants/awale/apply-move",
    "/v1/variants/andada/legal-moves",
    "/v1/variants/anywoli/validate-move",
    "/v1/variants/awale/suggest-move",
    "/v1/variants/anywoli/start-game",
    "/v1/variants/",
    "/v1/variants/awale/suggest-move-stream",
    "/v1/variants/awale/play-turn",
    "/v1/variants/andada/replay-game",
    "/v1/variants/anywoli/review-game",
    "/v1/variants/awale/board.svg",
    "/v1/variants/andada/board.png",
    "/v1/variants/anywoli/board.gif",
];

fuzz_target!(|input: (u8, bool, &str, &[u8])| {
    let (path, get, query, body) = input;
    let method = if get { Method::GET } else { Method::POST };
    let uri = format!("{}?{query}", PATHS[usize::from(path) % PATHS.len()]);
    let request = Request::builder().method(method).uri(uri).header("content-type", "application/json");
    let Ok(request) = request.body(Body::from(body.to_vec())) else { return };
    SERVER.with(|server| {
        let answer = server.0.block_on(server.1.clone().oneshot(request)).expect("infallible");
        assert_ne!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    });
});
