//! Errors of requests that only protobuf can express.

use ayla::proto::options::Game;
use ayla::proto::{self, AndadaOptions, AwaleOptions};
use ayla_test_server::{START, Server};
use tonic::Code::InvalidArgument;
use tonic::Request;

use super::assert_refused;

#[tokio::test]
async fn options_are_those_of_the_game_and_have_known_values() {
    let server = Server::shared();
    let mut client = server.grpc().await;
    let andada = || Some(proto::Options { game: Some(Game::Andada(AndadaOptions::default())) });
    let request = proto::StartGameRequest { variant: "awale".to_owned(), options: andada(), ..Default::default() };
    let status = client.start_game(request).await.expect_err("refused");
    assert_refused(&status, InvalidArgument, "VARIANT_MISMATCH", &["options"]);

    let mut legal_moves = async |options| {
        let setup = proto::Setup {
            variant: "awale".to_owned(),
            options,
            south: vec![4; 6],
            north: vec![4; 6],
            stores: Some(proto::Stores::default()),
            turn: proto::Side::South.into(),
            ..Default::default()
        };
        let request = proto::LegalMovesRequest { setup: Some(setup), ..Default::default() };
        client.legal_moves(request).await.expect_err("refused")
    };
    assert_refused(&legal_moves(andada()).await, InvalidArgument, "VARIANT_MISMATCH", &["setup.options"]);
    let game = Game::Awale(AwaleOptions {
        limit: Some(0),
        over_limit: Some(77),
        remaining: Some(proto::Remaining::Unspecified.into()),
        ..Default::default()
    });
    let status = legal_moves(Some(proto::Options { game: Some(game) })).await;
    let fields = &["setup.options.awale.limit", "setup.options.awale.over_limit"];
    assert_refused(&status, InvalidArgument, "OPTION_OUT_OF_RANGE", fields);
}

#[tokio::test]
async fn a_timeout_is_read_as_the_protocol_says() {
    let server = Server::shared();
    let asked = proto::SuggestMoveRequest { position: Some(START.to_owned()), ..Default::default() };
    let mut request = Request::new(asked);
    request.metadata_mut().insert("grpc-timeout", "1.5S".parse().expect("metadata"));
    let status = server.grpc().await.suggest_move(request).await.expect_err("refused");
    assert_refused(&status, InvalidArgument, "MALFORMED_REQUEST", &[]);
}
