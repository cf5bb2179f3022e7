//! The bare server: the same libraries with the same settings, a fixed answer put together for each request, and nothing
//! of ours around it.

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::routing::post;
use axum::{Json, Router};
use ayla::proto;
use ayla::proto::mancala_service_server::{MancalaService, MancalaServiceServer};
use ayla::service::answer::ApplyMoveResponse;
use ayla::service::request::MoveRequest;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tonic::Status;
use tower::Service;

use super::{Extent, Result, Transport, answer};

/// Serves one transport until the process is killed.
pub(crate) fn serve(transport: Transport, port: u16) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        match transport {
            Transport::Grpc => accept(listener, MancalaServiceServer::new(Fixed)).await,
            Transport::Json => {
                let routes = Router::new().route("/v1/variants/{variant}/apply-move", post(apply_move));
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
        let (http, service) = (Arc::clone(&http), TowerToHyperService::new(service.clone()));
        tokio::spawn(async move {
            // A connection that ends badly is the affair of the load, which counts its errors.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn apply_move(Json(request): Json<MoveRequest>) -> Json<ApplyMoveResponse> {
    Json(answer::json(if request.omit != Default::default() { Extent::Short } else { Extent::Full }))
}

/// Answers apply-move and nothing else.
#[derive(Clone, Copy)]
struct Fixed;

type Answer<T> = std::result::Result<tonic::Response<T>, Status>;

#[tonic::async_trait]
impl MancalaService for Fixed {
    async fn apply_move(&self, request: tonic::Request<proto::ApplyMoveRequest>) -> Answer<proto::ApplyMoveResponse> {
        let extent = if request.get_ref().omit.is_empty() { Extent::Full } else { Extent::Short };
        Ok(tonic::Response::new(answer::grpc(extent)))
    }

    async fn list_variants(
        &self,
        _: tonic::Request<proto::ListVariantsRequest>,
    ) -> Answer<proto::ListVariantsResponse> {
        Err(Status::unimplemented(""))
    }

    async fn get_variant(&self, _: tonic::Request<proto::GetVariantRequest>) -> Answer<proto::GetVariantResponse> {
        Err(Status::unimplemented(""))
    }

    async fn start_game(&self, _: tonic::Request<proto::StartGameRequest>) -> Answer<proto::StartGameResponse> {
        Err(Status::unimplemented(""))
    }

    async fn legal_moves(&self, _: tonic::Request<proto::LegalMovesRequest>) -> Answer<proto::LegalMovesResponse> {
        Err(Status::unimplemented(""))
    }

    async fn validate_move(
        &self,
        _: tonic::Request<proto::ValidateMoveRequest>,
    ) -> Answer<proto::ValidateMoveResponse> {
        Err(Status::unimplemented(""))
    }

    async fn suggest_move(&self, _: tonic::Request<proto::SuggestMoveRequest>) -> Answer<proto::SuggestMoveResponse> {
        Err(Status::unimplemented(""))
    }

    type SuggestMoveStreamStream =
        tonic::codegen::tokio_stream::Empty<std::result::Result<proto::SuggestMoveStreamResponse, Status>>;

    async fn suggest_move_stream(
        &self,
        _: tonic::Request<proto::SuggestMoveStreamRequest>,
    ) -> Answer<Self::SuggestMoveStreamStream> {
        Err(Status::unimplemented(""))
    }

    async fn get_server_info(
        &self,
        _: tonic::Request<proto::GetServerInfoRequest>,
    ) -> Answer<proto::GetServerInfoResponse> {
        Err(Status::unimplemented(""))
    }
}
