//! Each reason for which a call can fail, with its code and the fields at fault.

use ayla::proto::options::Game;
use ayla::proto::{self, mancala_service_client::MancalaServiceClient};
use ayla::service::Limits;
use tonic::Code::{InvalidArgument, NotFound, ResourceExhausted};
use tonic::{Request, Status};
use tonic_types::StatusExt;

use super::server::{client, refusal, refused, serve};

async fn legal_moves(request: proto::LegalMovesRequest) -> Status {
    client().await.legal_moves(request).await.expect_err("refused")
}

async fn start_game(request: proto::StartGameRequest) -> Status {
    client().await.start_game(request).await.expect_err("refused")
}

fn at(position: &str) -> proto::LegalMovesRequest {
    proto::LegalMovesRequest { position: Some(position.to_owned()), ..Default::default() }
}

fn start(variant: &str) -> proto::StartGameRequest {
    proto::StartGameRequest { variant: variant.to_owned(), ..Default::default() }
}

#[tokio::test]
async fn an_illegal_move_fails_with_its_reason_and_ruling() {
    let mut client = client().await;
    for (position, played, reason, ruling) in [
        ("awale 000000/000004 12/10 s", "1", "GAME_OVER", "C-8"),
        ("awale 444444/444444 0/0 s", "take", "NOT_IN_THIS_GAME", "C-3"),
        ("andada 033/033 - n c", "1", "WRONG_PHASE", "AN-2"),
        ("awale 444444/444444 0/0 s", "7", "NO_SUCH_HOUSE", "C-1"),
        ("awale 444444/444444 0/0 s", "a", "NOT_YOUR_HOUSE", "C-1"),
        ("awale 044444/444444 4/0 s", "1", "EMPTY_HOUSE", "AW-1"),
        ("awale 100001/000000 20/20 s", "1", "MUST_FEED", "AW-4"),
        ("andada 012/321 - s", "3", "ENDLESS_SOWING", "C-6"),
        ("anywoli 444444444444/444444444444 0/0 s", "pass", "MUST_MOVE", "AY-7"),
    ] {
        let request = proto::ApplyMoveRequest {
            position: Some(position.to_owned()),
            r#move: Some(played.to_owned()),
            ..Default::default()
        };
        let status = client.apply_move(request).await.expect_err("refused");
        assert_eq!(refusal(&status), refused(InvalidArgument, reason, &["move"]), "{position} {played}");
        let details = status.get_error_details();
        let metadata = &details.error_info().expect("given").metadata;
        assert_eq!((metadata["move"].as_str(), metadata["ruling"].as_str()), (played, ruling));
    }
}

#[tokio::test]
async fn a_seat_is_checked() {
    let ask = |position: &str, seat| proto::ApplyMoveRequest {
        position: Some(position.to_owned()),
        r#move: Some("1".to_owned()),
        seat: Some(seat),
        ..Default::default()
    };
    let mut client = client().await;
    let status = client.apply_move(ask("andada:team=3 222/222 - s o", 2)).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(InvalidArgument, "NOT_YOUR_HOUSE", &["move"]));
    let status = client.apply_move(ask("andada:team=3 222/222 - s o", 4)).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(InvalidArgument, "SEAT_OUT_OF_RANGE", &["seat"]));
    let status = client.apply_move(ask("awale 444444/444444 0/0 s", 1)).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(InvalidArgument, "SEAT_OUT_OF_RANGE", &["seat"]));
}

#[tokio::test]
async fn a_position_is_checked() {
    for (position, code, reason) in [
        ("awale 444444/444444", InvalidArgument, "MALFORMED_POSITION"),
        ("", InvalidArgument, "MALFORMED_POSITION"),
        ("awale:colour=1 444444/444444 0/0 s", InvalidArgument, "UNKNOWN_OPTION"),
        ("awale:limit=7 444444/444444 0/0 s", InvalidArgument, "OPTION_OUT_OF_RANGE"),
        ("awale 44444/44444 0/0 s", InvalidArgument, "INCONSISTENT_POSITION"),
        ("chess 44444/44444 0/0 s", NotFound, "UNKNOWN_VARIANT"),
        ("awale 444444/444444 0/0 s moves 7", InvalidArgument, "ILLEGAL_LINE"),
    ] {
        let found = refusal(&legal_moves(at(position)).await);
        assert_eq!((found.code, found.reason.as_str()), (code, reason), "{position}");
        assert!(found.fields.iter().all(|field| field == "position") && !found.fields.is_empty(), "{position}");
    }
    let both = proto::LegalMovesRequest { setup: Some(proto::Setup::default()), ..at("awale 444444/444444 0/0 s") };
    assert_eq!(
        refusal(&legal_moves(both).await),
        refused(InvalidArgument, "CONFLICTING_FIELDS", &["position", "setup"])
    );
    let neither = legal_moves(proto::LegalMovesRequest::default()).await;
    assert_eq!(refusal(&neither), refused(InvalidArgument, "MISSING_FIELD", &["position"]));
}

#[tokio::test]
async fn a_setup_is_checked_and_all_its_faults_are_listed() {
    let setup = proto::Setup {
        variant: "awale".to_owned(),
        south: vec![4; 6],
        north: vec![4; 5],
        stores: Some(proto::Stores::default()),
        turn: proto::Side::South.into(),
        phase: proto::Phase::Play.into(),
        first: proto::Side::North.into(),
        ..Default::default()
    };
    let ask = |setup| proto::LegalMovesRequest { setup: Some(setup), ..Default::default() };
    let found = refusal(&legal_moves(ask(setup.clone())).await);
    let fields = &["setup.north", "setup.north", "setup.phase", "setup.first"];
    assert_eq!(found, refused(InvalidArgument, "INCONSISTENT_POSITION", fields));

    let found = refusal(&legal_moves(ask(proto::Setup { south: vec![], turn: 0, ..setup.clone() })).await);
    assert_eq!(found, refused(InvalidArgument, "MISSING_FIELD", &["setup.south", "setup.turn"]));
    let found = refusal(&legal_moves(ask(proto::Setup { turn: 3, ..setup.clone() })).await);
    assert_eq!(found, refused(InvalidArgument, "MALFORMED_REQUEST", &["setup.turn"]));

    let game = Game::Awale(proto::AwaleOptions {
        limit: Some(0),
        over_limit: Some(77),
        remaining: Some(proto::Remaining::Unspecified.into()),
        ..Default::default()
    });
    let options = Some(proto::Options { game: Some(game) });
    let found = refusal(&legal_moves(ask(proto::Setup { options, ..setup.clone() })).await);
    let fields = &["setup.options.awale.limit", "setup.options.awale.over_limit"];
    assert_eq!(found, refused(InvalidArgument, "OPTION_OUT_OF_RANGE", fields));

    let options = Some(proto::Options { game: Some(Game::Andada(proto::AndadaOptions::default())) });
    let found = refusal(&legal_moves(ask(proto::Setup { options, ..setup })).await);
    assert_eq!(found, refused(InvalidArgument, "VARIANT_MISMATCH", &["setup.options"]));
}

#[tokio::test]
async fn moves_are_checked() {
    let after = |moves: &[&str]| proto::LegalMovesRequest {
        moves: moves.iter().map(ToString::to_string).collect(),
        ..at("awale 444444/444444 0/0 s")
    };
    let found = refusal(&legal_moves(after(&["3", "03", "Pass"])).await);
    assert_eq!(found, refused(InvalidArgument, "MALFORMED_MOVE", &["moves[1]", "moves[2]"]));

    let status = legal_moves(after(&["3", "2", "3"])).await;
    assert_eq!(refusal(&status), refused(InvalidArgument, "ILLEGAL_LINE", &["moves[2]"]));
    let details = status.get_error_details();
    let metadata = &details.error_info().expect("given").metadata;
    assert_eq!((metadata["index"].as_str(), metadata["move"].as_str()), ("2", "3"));
    assert_eq!((metadata["reason"].as_str(), metadata["ruling"].as_str()), ("EMPTY_HOUSE", "AW-1"));

    let found = refusal(&legal_moves(after(&["1"; 1_001])).await);
    assert_eq!(found, refused(InvalidArgument, "MALFORMED_REQUEST", &["moves"]));

    let request =
        proto::ValidateMoveRequest { position: at("awale 444444/444444 0/0 s").position, ..Default::default() };
    let status = client().await.validate_move(request).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(InvalidArgument, "MISSING_FIELD", &["move"]));
}

#[tokio::test]
async fn many_faults_still_fit_into_headers() {
    let mut request = at("awale 444444/444444 0/0 s");
    request.moves = vec!["é".repeat(20); 1_000];
    let status = legal_moves(request).await;
    let found = refusal(&status);
    assert_eq!((found.code, found.reason.as_str()), (InvalidArgument, "MALFORMED_MOVE"));
    assert!(found.fields.len() > 5 && found.fields.len() < 50);
    assert_eq!(status.get_error_details().error_info().expect("given").metadata["violations"], "1000");
}

#[tokio::test]
async fn omit_takes_only_parts() {
    let status = legal_moves(proto::LegalMovesRequest { omit: vec![1, 0], ..at("awale 444444/444444 0/0 s") }).await;
    assert_eq!(refusal(&status), refused(InvalidArgument, "MALFORMED_REQUEST", &["omit[1]"]));
    let status = legal_moves(proto::LegalMovesRequest { omit: vec![9], ..at("awale 444444/444444 0/0 s") }).await;
    assert_eq!(refusal(&status), refused(InvalidArgument, "MALFORMED_REQUEST", &["omit[0]"]));
}

#[tokio::test]
async fn the_start_of_a_game_is_checked() {
    assert_eq!(refusal(&start_game(start("")).await), refused(InvalidArgument, "MISSING_FIELD", &["variant"]));
    assert_eq!(refusal(&start_game(start("chess")).await), refused(NotFound, "UNKNOWN_VARIANT", &["variant"]));
    let preset = |name: &str| Some(name.to_owned());
    let request = proto::StartGameRequest { preset: preset("none"), ..start("awale") };
    assert_eq!(refusal(&start_game(request).await), refused(NotFound, "UNKNOWN_PRESET", &["preset"]));
    let options = |game| Some(proto::Options { game });
    let request = proto::StartGameRequest { preset: preset("default"), options: options(None), ..start("awale") };
    assert_eq!(
        refusal(&start_game(request).await),
        refused(InvalidArgument, "CONFLICTING_FIELDS", &["options", "preset"])
    );
    let andada = Some(Game::Andada(proto::AndadaOptions::default()));
    let request = proto::StartGameRequest { options: options(andada), ..start("awale") };
    assert_eq!(refusal(&start_game(request).await), refused(InvalidArgument, "VARIANT_MISMATCH", &["options"]));
    let game = Game::Anywoli(proto::AnywoliOptions { seeds: Some(9), quiet: Some(1_001), ..Default::default() });
    let request = proto::StartGameRequest { options: options(Some(game)), ..start("anywoli") };
    let fields = &["options.anywoli.quiet", "options.anywoli.seeds"];
    assert_eq!(refusal(&start_game(request).await), refused(InvalidArgument, "OPTION_OUT_OF_RANGE", fields));
    let request = proto::StartGameRequest { first: 3, ..start("awale") };
    assert_eq!(refusal(&start_game(request).await), refused(InvalidArgument, "MALFORMED_REQUEST", &["first"]));

    let request = proto::GetVariantRequest { variant: "chess".to_owned() };
    let status = client().await.get_variant(request).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(NotFound, "UNKNOWN_VARIANT", &["variant"]));
}

#[tokio::test]
async fn the_limits_of_a_suggestion_are_checked() {
    let mut client = client().await;
    let ask = |position: &str| proto::SuggestMoveRequest { position: Some(position.to_owned()), ..Default::default() };
    let start = "awale 444444/444444 0/0 s";
    let none = proto::SuggestMoveRequest { depth: Some(0), nodes: Some(0), time_ms: Some(0), ..ask(start) };
    let status = client.suggest_move(none).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(InvalidArgument, "MALFORMED_REQUEST", &["depth", "nodes", "time_ms"]));
    for level in [0, 11] {
        let status = client.suggest_move(proto::SuggestMoveRequest { level: Some(level), ..ask(start) }).await;
        let fields = &["level"];
        assert_eq!(refusal(&status.expect_err("refused")), refused(InvalidArgument, "MALFORMED_REQUEST", fields));
    }
    let status = client.suggest_move(ask("awale 000000/000004 12/10 s")).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(InvalidArgument, "GAME_OVER", &[]));

    let mut request = Request::new(ask(start));
    request.metadata_mut().insert("grpc-timeout", "1.5S".parse().expect("metadata"));
    let status = client.suggest_move(request).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(InvalidArgument, "MALFORMED_REQUEST", &[]));
}

#[tokio::test]
async fn a_full_queue_says_when_to_try_again() {
    let limits = Limits { search_slots: 0, search_queue: 0, ..Limits::default() };
    let mut client = MancalaServiceClient::new(serve(limits).await.channel().await);
    let position = Some("awale 444444/444444 0/0 s".to_owned());
    let request = proto::SuggestMoveRequest { position, ..Default::default() };
    let status = client.suggest_move(request).await.expect_err("refused");
    assert_eq!(refusal(&status), refused(ResourceExhausted, "SEARCH_QUEUE_FULL", &[]));
    let details = status.get_error_details();
    let delay = details.retry_info().and_then(|retry| retry.retry_delay).expect("a delay");
    assert_eq!(delay.as_secs(), 1);
}
