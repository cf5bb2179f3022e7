//! The gRPC transport: protobuf messages to [`crate::service`] and back, with `google.rpc` error details, health,
//! reflection and gRPC-web.

mod batch;
mod errors;
mod service;
mod status;
mod web_text;

use std::convert::Infallible;
use std::sync::Arc;

use ayla_api::error::Error;
use http::header::CONTENT_TYPE;
use http::{Request, Response};
use tonic::body::Body;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_web::GrpcWebLayer;
use tower::{Layer, Service as _, service_fn};

use crate::call::{Arrived, Call};
use crate::operation::RPC_SERVICE;
use crate::proto;
use crate::service::Service;

pub use errors::{DetailedBody, Grpc, ResponseFuture};
pub use status::DOMAIN;
#[cfg(test)]
pub(crate) use status::code as code_of;
pub(crate) use status::refuse as status_of;

/// The names under which health is reported: the server as a whole, and the one service of the contract.
const HEALTH_NAMES: [&str; 2] = ["", RPC_SERVICE];

/// Everything that is served over gRPC: the service of the contract, health (serving) and reflection. Paths that none
/// of them has are UNIMPLEMENTED. The reporter is for [`report`] at shutdown. Reflection reads the descriptors when it
/// is first used.
///
/// Only for requests whose content type begins with `application/grpc`. The deadline of a caller cuts no call short
/// here; suggest-move itself answers before it.
pub async fn routes(service: Arc<Service>) -> (Grpc, HealthReporter) {
    let body_bytes = service.limits.body_bytes;
    let (health, health_server) = tonic_health::server::health_reporter();
    report(&health, ServingStatus::Serving).await;

    let health_routes = Routes::new(health_server.max_decoding_message_size(body_bytes)).into_axum_router();
    let reflection = move || {
        let reflection = || {
            tonic_reflection::server::Builder::configure()
                .register_encoded_file_descriptor_set(proto::FILE_DESCRIPTOR_SET)
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        };
        let v1 = reflection().build_v1().expect("the build wrote the descriptors");
        let v1alpha = reflection().build_v1alpha().expect("the build wrote the descriptors");
        Routes::new(v1.max_decoding_message_size(body_bytes))
            .add_service(v1alpha.max_decoding_message_size(body_bytes))
            .into_axum_router()
    };
    (Grpc::new(service, health_routes, reflection), health)
}

impl Grpc {
    /// Answers a call of gRPC-web, over HTTP/2 or HTTP/1.1.
    pub(crate) async fn answer_web(&self, call: Call, request: Request<Body>) -> Response<Body> {
        let handler = self.clone();
        let arrived = Arrived::clone(&call);
        let handler = service_fn(move |request: Request<Body>| {
            let answer = handler.answer(call.clone(), request);
            async { Ok::<_, Infallible>(answer.await) }
        });
        let answer = GrpcWebLayer::new().layer(handler).call(web_text::decoded(request)).await;
        errors::not_grpc_web(answer.unwrap_or_else(|never| match never {}).map(Body::new), &arrived)
    }
}

/// The response to a call that is refused, which is its end.
pub(crate) fn refuse(error: &Error, call: &Arrived) -> Response<Body> {
    let mut response = status::refuse(error, call).into_http();
    // In gRPC-web, errors have the content type of the request.
    if let Some(content_type) = &call.content_type {
        response.headers_mut().insert(CONTENT_TYPE, content_type.clone());
    }
    response
}

/// Reports the health of the server and of its service, as at shutdown.
pub async fn report(health: &HealthReporter, status: ServingStatus) {
    for name in HEALTH_NAMES {
        health.set_service_status(name, status).await;
    }
}
