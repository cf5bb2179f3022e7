//! The bare server: the same libraries with the same settings, a copy of one answer for each request, and nothing of
//! ours around it.

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::routing::post;
use axum::{Json, Router};
use ayla::proto;
use ayla_api::answer::ApplyMoveResponse;
use ayla_api::request::ApplyMoveRequest;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tonic::Status;
use tonic::body::Body;
use tonic::server::Grpc;
use tonic_prost::ProstCodec;
use tower::{Service, service_fn};

use super::{Extent, Result, Transport, answer, batch};

/// Serves one transport until the process is killed.
pub(crate) fn serve(transport: Transport, port: u16) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        match transport {
            Transport::Grpc => accept(listener, service_fn(grpc)).await,
            Transport::Json => {
                let routes = Router::new()
                    .route("/v1/variants/{variant}/apply-move", post(apply_move))
                    .route(batch::JSON_PATH, post(batch::json));
                accept(listener, routes).await
            }
        }
    })
}

/// As the server does it, without anything that waits for the end.
async fn accept<S, B>(listener: TcpListener, service: S) -> Result<()>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: hyper::body::Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
{
    let mut http = Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(Duration::from_secs(75));
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_secs(20))
        .keep_alive_timeout(Duration::from_secs(20))
        .max_concurrent_streams(200)
        .max_header_list_size(16 * 1_024)
        .initial_stream_window_size(64 * 1_024)
        .initial_connection_window_size(256 * 1_024)
        .max_send_buf_size(64 * 1_024);
    let http = Arc::new(http);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let http = Arc::clone(&http);
        let service = TowerToHyperService::new(service.clone());
        tokio::spawn(async move {
            // A connection that ends badly is the affair of the load, which counts its errors.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn apply_move(Json(request): Json<ApplyMoveRequest>) -> Json<ApplyMoveResponse> {
    Json(answer::JSON.copy(if request.omit == Default::default() { Extent::Full } else { Extent::Short }))
}

/// Answers batches, and at every other path apply-move, over gRPC as the generated server does.
async fn grpc(request: Request<Incoming>) -> std::result::Result<Response<Body>, Infallible> {
    if request.uri().path() == batch::GRPC_PATH {
        return batch::grpc(request).await;
    }
    let apply_move = service_fn(async |request: tonic::Request<proto::ApplyMoveRequest>| {
        let extent = if request.get_ref().omit.is_empty() { Extent::Full } else { Extent::Short };
        Ok::<_, Status>(tonic::Response::new(answer::GRPC.copy(extent)))
    });
    Ok(Grpc::new(ProstCodec::default()).unary(apply_move, request).await)
}
