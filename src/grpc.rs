//! The gRPC transport: protobuf messages to [`crate::service`] and back, with `google.rpc` error details, health,
//! reflection and gRPC-web.

mod answer;
mod batch;
mod enums;
mod errors;
mod options;
mod request;
mod service;
mod status;
mod timeout;
mod web_text;

use std::sync::Arc;

use tonic::body::Body;
use tonic::server::NamedService;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::ServiceBuilder;
use tower::util::{MapRequest, MapRequestLayer, MapResponse, MapResponseLayer};

use crate::proto;
use crate::proto::mancala_service_server::MancalaServiceServer;
use crate::service::Service;

pub use errors::{DetailedBody, Grpc, ResponseFuture};
pub(crate) use errors::{code, reason};
pub use service::Operations;
#[cfg(test)]
pub(crate) use status::code as code_of;
pub use status::{DOMAIN, status};

/// The names under which health is reported: the server as a whole, and the one service of the contract.
const HEALTH_NAMES: [&str; 2] = ["", <MancalaServiceServer<Operations> as NamedService>::NAME];

/// Everything that is served over gRPC: the service of the contract, health (serving) and reflection. Paths that none of
/// them has are UNIMPLEMENTED. The reporter is for [`report`] at shutdown.
///
/// Only for requests whose content type begins with `application/grpc`. The deadline of a caller cuts no call short
/// here; suggest-move itself answers before it.
pub async fn routes(service: Arc<Service>) -> (Grpc, HealthReporter) {
    let limits = service.limits().clone();
    let body_bytes = limits.body_bytes;
    let operations = MancalaServiceServer::new(Operations::new(service)).max_decoding_message_size(body_bytes);
    let (health, health_server) = tonic_health::server::health_reporter();
    report(&health, ServingStatus::Serving).await;

    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(proto::FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let v1 = reflection().build_v1().expect("the build wrote the descriptors");
    let v1alpha = reflection().build_v1alpha().expect("the build wrote the descriptors");
    let others = Routes::new(health_server.max_decoding_message_size(body_bytes))
        .add_service(v1.max_decoding_message_size(body_bytes))
        .add_service(v1alpha.max_decoding_message_size(body_bytes))
        .into_axum_router();
    (Grpc::new(operations, others, limits), health)
}

/// The gRPC services for gRPC-web, over HTTP/2 and HTTP/1.1.
pub fn web(grpc: Grpc) -> Web {
    // Read from the top: a request passes each in this order.
    ServiceBuilder::new()
        .layer(MapResponseLayer::new(with_grpc_error as _))
        .layer(MapRequestLayer::new(web_text::decoded as _))
        .layer(GrpcWebLayer::new())
        .service(grpc)
}

/// gRPC-web.
pub type Web = MapResponse<
    MapRequest<GrpcWebService<Grpc>, fn(http::Request<Body>) -> http::Request<Body>>,
    fn(http::Response<Body>) -> http::Response<Body>,
>;

fn with_grpc_error(response: http::Response<Body>) -> http::Response<Body> {
    errors::not_grpc_web(response)
}

/// Reports the health of the server and of its service, as at shutdown.
pub async fn report(health: &HealthReporter, status: ServingStatus) {
    for name in HEALTH_NAMES {
        health.set_service_status(name, status).await;
    }
}
