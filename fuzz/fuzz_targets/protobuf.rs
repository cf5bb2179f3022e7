//! Messages over gRPC: no answer is a fault of the service.
#![no_main]

use std::cell::LazyCell;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use ayla::grpc::Grpc;
use ayla::service::{Limits, Service};
use ayla_api::preset::Presets;
use http_body_util::BodyExt;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SERVER: LazyCell<(tokio::runtime::Runtime, Grpc)> = LazyCell::new(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let limits = Limits { suggest_nodes: 200, ..Limits::default() };
        let service = Arc::new(Service::new(Presets::built_in(), limits));
        let (grpc, _) = runtime.block_on(ayla::grpc::routes(service));
        (runtime, grpc)
    });
}

const METHODS: [&str; 6] = ["GetVariant", "StartGame", "LegalMoves", "ValidateMove", "ApplyMove", "SuggestMove"];

fuzz_target!(|input: (u8, &[u8])| {
    let (method, message) = input;
    let mut frame = vec![0];
    frame.extend((message.len() as u32).to_be_bytes());
    frame.extend(message);
    let uri = format!("/mancala.v1.MancalaService/{}", METHODS[usize::from(method) % METHODS.len()]);
    let request = Request::post(uri).header("content-type", "application/grpc").body(Body::from(frame));
    SERVER.with(|server| {
        server.0.block_on(async {
            let answer = server.1.answer(request.expect("a request")).await;
            let mut headers = answer.headers().clone();
            if let Some(trailers) = answer.into_body().collect().await.expect("a body").trailers() {
                headers.extend(trailers.clone());
            }
            // 13 is INTERNAL, 2 is UNKNOWN.
            let code = headers["grpc-status"].to_str().expect("a number").to_owned();
            assert!(code != "13" && code != "2", "{headers:?}");
        });
    });
});
