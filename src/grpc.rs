//! The gRPC transport: protobuf messages to [`crate::service`] and back, with `google.rpc` error details, health,
//! reflection and gRPC-web.

mod catalogue;
mod layer;
mod options;
mod request;
mod response;
mod service;
mod status;
mod timeout;
mod word;

use std::sync::Arc;

use tonic::server::NamedService;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_web::GrpcWebLayer;
use tower::ServiceBuilder;
use tower::util::MapResponseLayer;

use crate::service::Service;
use layer::ErrorFormLayer;
use proto::mancala_service_server::MancalaServiceServer;

pub use service::Operations;
pub use status::DOMAIN;

/// What the compiler made of the contract in `proto/`.
#[allow(unreachable_pub, reason = "generated")]
#[allow(clippy::all, reason = "generated")]
pub mod proto {
    tonic::include_proto!("mancala.v1");

    /// The descriptors of the contract, with its comments, for reflection.
    pub const FILE_DESCRIPTOR_SET: &[u8] = tonic::include_file_descriptor_set!("mancala_descriptor");
}

/// The names under which health is reported: the server as a whole, and the one service of the contract.
const HEALTH_NAMES: [&str; 2] = ["", <MancalaServiceServer<Operations> as NamedService>::NAME];

/// Everything that is served over gRPC and gRPC-web: the service of the contract, health (serving) and reflection.
/// Paths that none of them has are UNIMPLEMENTED. The reporter is for [`report`] at shutdown.
///
/// Only for requests whose content type begins with `application/grpc`: gRPC over HTTP/2, gRPC-web also over HTTP/1.1.
/// The deadline of a caller cuts no call short here; suggest-move itself answers before it.
pub async fn routes(service: Arc<Service>) -> (axum::Router, HealthReporter) {
    let body_bytes = service.limits().body_bytes;
    let operations = MancalaServiceServer::new(Operations::new(service)).max_decoding_message_size(body_bytes);
    let (health, health_server) = tonic_health::server::health_reporter();
    report(&health, ServingStatus::Serving).await;

    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(proto::FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let router = Routes::new(operations)
        .add_service(health_server)
        .add_service(reflection().build_v1().expect("the build wrote the descriptors"))
        .add_service(reflection().build_v1alpha().expect("the build wrote the descriptors"))
        .into_axum_router();
    // Read from the top: a request passes each in this order.
    let layers = ServiceBuilder::new()
        .layer(MapResponseLayer::new(layer::not_grpc_web))
        .layer(GrpcWebLayer::new())
        .layer(ErrorFormLayer::new(body_bytes));
    (router.layer(layers), health)
}

/// Reports the health of the server and of its service, as at shutdown.
pub async fn report(health: &HealthReporter, status: ServingStatus) {
    for name in HEALTH_NAMES {
        health.set_service_status(name, status).await;
    }
}
