//! Messages over gRPC: no answer is a fault of the service.

use std::cell::LazyCell;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use ayla::call::Call;
use ayla::grpc::Grpc;
use ayla::service::{Limits, Service};
use ayla_api::preset::Presets;
use http_body_util::BodyExt;

thread_local! {
    static SERVER: LazyCell<(tokio::runtime::Runtime, Grpc)> = LazyCell::new(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let limits = Limits { suggest_nodes: 200, ..Limits::default() };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        let (grpc, _) = runtime.block_on(ayla::grpc::routes(service));
        (runtime, grpc)
    });
}

/// The name of a method in a line, then its message.
pub fn check(input: &[u8]) {
    let Some((method, message)) = crate::first_line(input) else { return };
    let mut frame = vec![0];
    frame.extend((message.len() as u32).to_be_bytes());
    frame.extend(message);
    let uri = format!("/mancala.v1.MancalaService/{method}");
    let request = Request::post(uri).header("content-type", "application/grpc").body(Body::from(frame));
    let Ok(request) = request else { return };
    SERVER.with(|server| {
        server.0.block_on(async {
            let answer = server.1.answer(Call::unlimited(&request), request).await;
            let mut headers = answer.headers().clone();
            if let Some(trailers) = answer.into_body().collect().await.expect("a body").trailers() {
                headers.extend(trailers.clone());
            }
            // 13 is INTERNAL, 2 is UNKNOWN.
            let code = headers["grpc-status"].to_str().expect("a number").to_owned();
            assert!(code != "13" && code != "2", "{headers:?}");
        });
    });
}
