//! Health and reflection.

use ayla_test_server::Server;
use futures_util::stream;
use tonic::Code;
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::{v1, v1alpha};

async fn channel(server: &Server) -> Channel {
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
    endpoint.connect().await.expect("the server listens")
}

/// What health says at shutdown, and to a watcher, is tested there.
#[tokio::test]
async fn health_is_reported_for_the_server_and_its_service() {
    let server = Server::shared();
    let mut client = HealthClient::new(channel(server).await);
    let ask = |service: &str| HealthCheckRequest { service: service.to_owned() };
    for name in ["", "mancala.v1.MancalaService"] {
        let answer = client.check(ask(name)).await.expect("answered").into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving, "{name}");
    }
    let unknown = client.check(ask("chess")).await.expect_err("not found");
    assert_eq!((unknown.code(), unknown.details()), (Code::NotFound, &[][..]));
}

const SERVICES: [&str; 3] =
    ["grpc.health.v1.Health", "mancala.v1.MancalaService", "grpc.reflection.v1.ServerReflection"];

#[tokio::test]
async fn reflection_lists_the_services_and_gives_the_contract() {
    use v1::server_reflection_client::ServerReflectionClient;
    use v1::server_reflection_request::MessageRequest;
    use v1::server_reflection_response::MessageResponse;

    let server = Server::shared();
    let mut client = ServerReflectionClient::new(channel(server).await);
    let ask = |message| v1::ServerReflectionRequest { host: String::new(), message_request: Some(message) };
    let requests = [
        ask(MessageRequest::ListServices(String::new())),
        ask(MessageRequest::FileContainingSymbol("mancala.v1.MancalaService".to_owned())),
        ask(MessageRequest::FileContainingSymbol("mancala.v1.ErrorReason".to_owned())),
    ];
    let call = client.server_reflection_info(stream::iter(requests)).await;
    let mut answers = call.expect("answered").into_inner();
    let mut next = async || answers.message().await.expect("no error").and_then(|answer| answer.message_response);

    let Some(MessageResponse::ListServicesResponse(list)) = next().await else { panic!("a list") };
    let names: Vec<_> = list.service.into_iter().map(|service| service.name).collect();
    for name in SERVICES {
        assert!(names.iter().any(|listed| listed == name), "{name} is not in {names:?}");
    }
    for _ in 0..2 {
        let Some(MessageResponse::FileDescriptorResponse(files)) = next().await else { panic!("a file") };
        assert!(!files.file_descriptor_proto.is_empty());
    }
}

#[tokio::test]
async fn reflection_also_has_its_older_version() {
    use v1alpha::server_reflection_client::ServerReflectionClient;
    use v1alpha::server_reflection_request::MessageRequest;
    use v1alpha::server_reflection_response::MessageResponse;

    let server = Server::shared();
    let mut client = ServerReflectionClient::new(channel(server).await);
    let list = MessageRequest::ListServices(String::new());
    let request = v1alpha::ServerReflectionRequest { host: String::new(), message_request: Some(list) };
    let call = client.server_reflection_info(stream::iter([request])).await;
    let answer = call.expect("answered").into_inner().message().await.expect("no error").expect("an answer");
    let Some(MessageResponse::ListServicesResponse(list)) = answer.message_response else { panic!("a list") };
    assert!(list.service.iter().any(|service| service.name == "mancala.v1.MancalaService"));
}
