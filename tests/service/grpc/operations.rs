//! Each operation of the rules, with its complete answer.

use ayla::proto::option_value::Value;
use ayla::proto::options::Game;
use ayla::proto::{self, event};

use super::server::client;

fn house(side: proto::Side, house: u32) -> proto::House {
    proto::House { side: side.into(), house }
}

fn moves(texts: &[&str]) -> Vec<proto::LegalMove> {
    texts.iter().map(|text| proto::LegalMove { r#move: (*text).to_owned(), seat: None }).collect()
}

fn in_progress(can_agree: bool) -> Option<proto::Status> {
    Some(proto::Status { can_agree: Some(can_agree), ..Default::default() })
}

fn awale_options() -> proto::AwaleOptions {
    proto::AwaleOptions {
        seeds: None,
        direction: Some(proto::Direction::Anticlockwise.into()),
        capture: Some(proto::Capture::TwoOrThree.into()),
        limit: Some(6),
        over_limit: Some(proto::OverLimit::Last.into()),
        majority: Some(false),
        few: Some(0),
        quiet: Some(0),
        repetition: Some(0),
        remaining: Some(proto::Remaining::OwnSide.into()),
    }
}

fn awale(south: [u32; 6], north: [u32; 6], stores: [u32; 2], turn: proto::Side, quiet: u32) -> proto::Setup {
    proto::Setup {
        variant: "awale".to_owned(),
        options: Some(proto::Options { game: Some(Game::Awale(awale_options())) }),
        south: south.to_vec(),
        north: north.to_vec(),
        stores: Some(proto::Stores { south: stores[0], north: stores[1] }),
        turn: turn.into(),
        phase: 0,
        quiet: Some(quiet),
        first: 0,
        over: 0,
    }
}

fn position(text: &str, setup: proto::Setup) -> Option<proto::Position> {
    Some(proto::Position { text: text.to_owned(), line: text.to_owned(), setup: Some(setup) })
}

#[tokio::test]
async fn start_game_gives_the_first_position() {
    let request =
        proto::StartGameRequest { variant: "awale".to_owned(), first: proto::Side::North.into(), ..Default::default() };
    let answer = client().await.start_game(request).await.expect("answered").into_inner();
    let expected = proto::StartGameResponse {
        position: position("awale 444444/444444 0/0 n", awale([4; 6], [4; 6], [0, 0], proto::Side::North, 0)),
        status: in_progress(true),
        legal_moves: moves(&["1", "2", "3", "4", "5", "6"]),
    };
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn start_game_takes_options_a_preset_or_an_empty_set_of_options() {
    let mut client = client().await;
    let options = proto::AndadaOptions { houses: Some(3), team: Some(3), ..Default::default() };
    let request = proto::StartGameRequest {
        variant: "andada".to_owned(),
        options: Some(proto::Options { game: Some(Game::Andada(options)) }),
        ..Default::default()
    };
    let answer = client.start_game(request).await.expect("answered").into_inner();
    assert_eq!(answer.position.expect("given").text, "andada:team=3 222/222 - s o");
    assert_eq!(answer.status, in_progress(false));
    let seats: Vec<_> = answer.legal_moves.iter().map(|legal| (legal.r#move.as_str(), legal.seat)).collect();
    assert_eq!(seats, [("1", Some(1)), ("2", Some(2)), ("3", Some(3))]);

    let request = proto::StartGameRequest {
        variant: "awale".to_owned(),
        preset: Some("tournament".to_owned()),
        omit: vec![proto::Part::Setup.into(), proto::Part::LegalMoves.into()],
        ..Default::default()
    };
    let answer = client.start_game(request).await.expect("answered").into_inner();
    let position = answer.position.expect("given");
    assert_eq!(position.text, "awale:majority=true,repetition=2 444444/444444 0/0 s");
    assert_eq!((position.setup, answer.legal_moves), (None, Vec::new()));

    let request = proto::StartGameRequest {
        variant: "anywoli".to_owned(),
        options: Some(proto::Options::default()),
        ..Default::default()
    };
    let answer = client.start_game(request).await.expect("answered").into_inner();
    assert_eq!(answer.position.expect("given").text, "anywoli 444444444444/444444444444 0/0 s");
}

#[tokio::test]
async fn legal_moves_covers_every_house_playable_or_not() {
    let request =
        proto::LegalMovesRequest { position: Some("awale 100001/000000 20/20 s".to_owned()), ..Default::default() };
    let answer = client().await.legal_moves(request).await.expect("answered").into_inner();
    assert_eq!(answer.status, in_progress(true));
    assert_eq!(answer.legal_moves, moves(&["6"]));
    let illegal: Vec<_> = answer
        .illegal_moves
        .iter()
        .map(|illegal| (illegal.r#move.as_str(), illegal.reason(), illegal.ruling.as_str()))
        .collect();
    let empty = proto::IllegalReason::EmptyHouse;
    assert_eq!(
        illegal,
        [
            ("1", proto::IllegalReason::MustFeed, "AW-4"),
            ("2", empty, "AW-1"),
            ("3", empty, "AW-1"),
            ("4", empty, "AW-1"),
            ("5", empty, "AW-1")
        ]
    );
    assert!(answer.illegal_moves.iter().all(|illegal| !illegal.message.is_empty()));
}

#[tokio::test]
async fn validate_move_answers_for_legal_and_illegal_moves() {
    let mut client = client().await;
    let ask = |played: &str| proto::ValidateMoveRequest {
        setup: Some(awale([4; 6], [4; 6], [0, 0], proto::Side::South, 0)),
        moves: vec!["3".to_owned()],
        r#move: Some(played.to_owned()),
        ..Default::default()
    };
    let answer = client.validate_move(ask("a")).await.expect("answered").into_inner();
    let expected = proto::ValidateMoveResponse {
        position: position(
            "awale 440555/544444 0/0 n q1",
            awale([4, 4, 0, 5, 5, 5], [5, 4, 4, 4, 4, 4], [0, 0], proto::Side::North, 1),
        ),
        status: in_progress(true),
        legal: true,
        reason: None,
        ruling: None,
        message: None,
    };
    assert_eq!(answer, expected);

    let answer = client.validate_move(ask("7")).await.expect("answered").into_inner();
    assert!(!answer.legal);
    assert_eq!(answer.reason, Some(proto::IllegalReason::NoSuchHouse.into()));
    assert_eq!(answer.ruling.as_deref(), Some("C-1"));
    assert!(answer.message.is_some_and(|message| !message.is_empty()));
}

#[tokio::test]
async fn apply_move_lists_the_events() {
    let request = proto::ApplyMoveRequest {
        position: Some("awale_000001/100004_10/10_s".to_owned()),
        r#move: Some("6".to_owned()),
        ..Default::default()
    };
    let answer = client().await.apply_move(request).await.expect("answered").into_inner();
    let north_1 = || house(proto::Side::North, 1);
    let events = [
        event::Event::PickUp(proto::PickUpEvent { house: Some(house(proto::Side::South, 6)), seeds: 1, lap: 1 }),
        event::Event::Sow(proto::SowEvent { houses: vec![north_1()] }),
        event::Event::Capture(proto::CaptureEvent {
            house: Some(north_1()),
            seeds: 2,
            to: proto::Destination::South.into(),
            ruling: "AW-2".to_owned(),
        }),
    ];
    let expected = proto::ApplyMoveResponse {
        position: position(
            "awale 000000/000004 12/10 n",
            awale([0; 6], [0, 0, 0, 0, 0, 4], [12, 10], proto::Side::North, 0),
        ),
        events: events.into_iter().map(|event| proto::Event { event: Some(event) }).collect(),
        status: in_progress(true),
        legal_moves: moves(&["6"]),
    };
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn a_move_that_ends_the_game_gives_the_result() {
    let request = proto::ApplyMoveRequest {
        position: Some("awale 440555/544444 0/0 n q1".to_owned()),
        r#move: Some("agree".to_owned()),
        omit: vec![proto::Part::Setup.into()],
        ..Default::default()
    };
    let answer = client().await.apply_move(request).await.expect("answered").into_inner();
    let share = proto::ShareEvent { south: 23, north: 25, off: 0, ruling: "AW-17".to_owned() };
    assert_eq!(answer.events, [proto::Event { event: Some(event::Event::Share(share)) }]);
    let status = proto::Status {
        over: true,
        reason: proto::EndReason::Agreement.into(),
        winner: proto::Winner::North.into(),
        score: Some(proto::Score { south: 23, north: 25 }),
        can_agree: None,
    };
    assert_eq!(answer.status, Some(status));
    assert_eq!(answer.legal_moves, []);
    assert_eq!(answer.position.expect("given").text, "awale 000000/000000 23/25 n q1 over=agreement");
}

#[tokio::test]
async fn andada_has_phases_seats_and_no_stores() {
    let request = proto::ApplyMoveRequest {
        position: Some("andada:team=2 222222/222222 - n o".to_owned()),
        r#move: Some("1".to_owned()),
        seat: Some(1),
        ..Default::default()
    };
    let answer = client().await.apply_move(request).await.expect("answered").into_inner();
    let setup = answer.position.and_then(|position| position.setup).expect("given");
    assert_eq!(setup.phase(), proto::Phase::Choice);
    assert_eq!((setup.stores, setup.quiet, setup.first), (None, None, 0));
    let options = proto::AndadaOptions {
        houses: None,
        direction: Some(proto::Direction::Anticlockwise.into()),
        team: Some(2),
        repetition: Some(0),
        bear_off: Some(proto::BearOff::Permanent.into()),
    };
    assert_eq!(setup.options, Some(proto::Options { game: Some(Game::Andada(options)) }));
    assert_eq!(answer.legal_moves, moves(&["take", "give"]));
    let laps = answer.events.iter().filter(|event| matches!(event.event, Some(event::Event::PickUp(_)))).count();
    assert_eq!(laps, 4);

    // What an answer gives can be sent back unchanged.
    let request = proto::LegalMovesRequest { setup: Some(setup.clone()), ..Default::default() };
    let again = client().await.legal_moves(request).await.expect("answered").into_inner();
    assert_eq!(again.position.and_then(|position| position.setup), Some(setup));
}

#[tokio::test]
async fn the_line_keeps_the_history_that_rules_need() {
    let request = proto::ApplyMoveRequest {
        position: Some("awale:repetition=2 444444/444444 0/0 s".to_owned()),
        r#move: Some("3".to_owned()),
        omit: vec![proto::Part::Setup.into(), proto::Part::Events.into()],
        ..Default::default()
    };
    let mut client = client().await;
    let answer = client.apply_move(request).await.expect("answered").into_inner();
    let position = answer.position.expect("given");
    assert_eq!(position.line, "awale:repetition=2 444444/444444 0/0 s moves 3");
    assert_eq!(answer.events, []);
    let request = proto::LegalMovesRequest { position: Some(position.line), ..Default::default() };
    let again = client.legal_moves(request).await.expect("answered").into_inner();
    assert_eq!(again.position.expect("given").text, position.text);
}

#[tokio::test]
async fn variants_are_described_in_full() {
    let mut client = client().await;
    let all = client.list_variants(proto::ListVariantsRequest {}).await.expect("answered").into_inner().variants;
    let names: Vec<_> = all.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(names, ["awale", "andada", "anywoli"]);
    for variant in &all {
        let request = proto::GetVariantRequest { variant: variant.name.clone() };
        let one = client.get_variant(request).await.expect("answered").into_inner().variant;
        assert_eq!(one.as_ref(), Some(variant));
        assert!(!variant.sources.is_empty() && !variant.summary.is_empty() && !variant.title.is_empty());
    }

    let andada = &all[1];
    let span = |min, max, step| Some(proto::NumberRange { min, max, step });
    let board = proto::BoardInfo {
        rows: 2,
        default_houses: 12,
        houses: span(3, 48, 3),
        default_seeds: 2,
        seeds: span(2, 2, 1),
    };
    assert_eq!(andada.board, Some(board));
    let houses = andada.options.iter().find(|option| option.name == "houses").expect("an option");
    assert!(houses.start_only);
    assert_eq!(houses.r#type(), proto::OptionType::Number);
    assert_eq!(houses.default, Some(proto::OptionValue { value: Some(Value::Number(12)) }));
    let bear_off = andada.options.iter().find(|option| option.name == "bear-off").expect("an option");
    assert_eq!(bear_off.values, ["permanent", "momentary"]);
    assert_eq!(bear_off.rulings, ["AN-5", "AN-9"]);
}

#[tokio::test]
async fn the_options_of_a_preset_start_the_same_game_as_its_name() {
    let mut client = client().await;
    let variants = client.list_variants(proto::ListVariantsRequest {}).await.expect("answered").into_inner().variants;
    for variant in variants {
        for preset in variant.presets {
            let start = |options, preset| proto::StartGameRequest {
                variant: variant.name.clone(),
                options,
                preset,
                ..Default::default()
            };
            let by_name = client.start_game(start(None, Some(preset.name))).await.expect("answered").into_inner();
            let by_options = client.start_game(start(preset.options, None)).await.expect("answered").into_inner();
            assert_eq!(by_name, by_options);
            assert!(preset.built_in);
        }
    }
}

#[tokio::test]
async fn server_info_contains_the_limits() {
    let answer = client().await.get_server_info(proto::GetServerInfoRequest {}).await.expect("answered").into_inner();
    assert_eq!(answer.build.expect("given").version, env!("CARGO_PKG_VERSION"));
    assert_eq!((answer.engine.as_str(), answer.rules.as_str()), (ayla_engine::ENGINE, "1"));
    let limits = answer.limits.expect("given");
    assert_eq!((limits.body_bytes, limits.query_bytes), (65_536, 4_096));
    assert_eq!((limits.line_moves, limits.sowing_laps), (1_000, 10_000));
    assert_eq!((limits.suggest_nodes_max, limits.default_suggest_nodes), (200_000_000, 1_000_000));
    assert_eq!((limits.suggest_time_ms_max, limits.suggest_depth_max), (10_000, ayla_engine::MAX_DEPTH));
    assert_eq!((limits.get_suggest_nodes_max, limits.search_queue), (200_000, 64));
    assert_eq!(limits.deadline_ms, 15_000);
    assert!(limits.search_slots > 0);
}
