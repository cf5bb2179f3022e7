//! The question, and the bare server's answer to it, put together anew each time.

use ayla::proto;
use ayla::service;
use ayla_rules::{self, Variant};

use super::Extent;

/// A position of a middle game, and a move that sows five seeds and captures two houses.
const POSITION: &str = "awale 240515/611043 8/8 s";
const MOVE: &str = "4";

/// What the move makes of it.
const AFTER: &str = "awale 240026/700043 12/8 n";
const SOUTH: [u32; 6] = [2, 4, 0, 0, 2, 6];
const NORTH: [u32; 6] = [7, 0, 0, 0, 4, 3];
const STORES: [u32; 2] = [12, 8];
/// The houses that got a seed, and those captured.
const SOWN: [(ayla_rules::Side, u32); 5] = {
    use ayla_rules::Side::{North, South};
    [(South, 5), (South, 6), (North, 1), (North, 2), (North, 3)]
};
const CAPTURED: [(u32, u32); 2] = [(3, 2), (2, 2)];
const RULING: &str = "AW-2";
const LEGAL: [u32; 3] = [1, 5, 6];

/// The question as a message.
pub(crate) fn grpc_question(extent: Extent) -> proto::ApplyMoveRequest {
    let omit = match extent {
        Extent::Full => vec![],
        Extent::Short => vec![proto::Part::Setup.into(), proto::Part::Events.into()],
    };
    proto::ApplyMoveRequest {
        position: Some(POSITION.to_owned()),
        r#move: Some(MOVE.to_owned()),
        omit,
        ..Default::default()
    }
}

/// The question as a body.
pub(crate) fn json_question(extent: Extent) -> String {
    let omit = match extent {
        Extent::Full => "",
        Extent::Short => r#","omit":["setup","events"]"#,
    };
    format!(r#"{{"position":"{POSITION}","move":"{MOVE}"{omit}}}"#)
}

/// The answer as a message.
pub(crate) fn grpc(extent: Extent) -> proto::ApplyMoveResponse {
    let full = extent == Extent::Full;
    proto::ApplyMoveResponse {
        position: Some(proto::Position {
            text: AFTER.to_owned(),
            line: AFTER.to_owned(),
            setup: full.then(grpc_setup),
        }),
        events: if full { grpc_events() } else { Vec::new() },
        status: Some(proto::Status { can_agree: Some(true), ..Default::default() }),
        legal_moves: LEGAL.map(|number| proto::LegalMove { r#move: number.to_string(), seat: None }).into(),
    }
}

fn grpc_setup() -> proto::Setup {
    let options = proto::AwaleOptions {
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
    };
    proto::Setup {
        variant: "awale".to_owned(),
        options: Some(proto::Options { game: Some(proto::options::Game::Awale(options)) }),
        south: SOUTH.to_vec(),
        north: NORTH.to_vec(),
        stores: Some(proto::Stores { south: STORES[0], north: STORES[1] }),
        turn: proto::Side::North.into(),
        quiet: Some(0),
        ..Default::default()
    }
}

fn grpc_events() -> Vec<proto::Event> {
    use proto::event::Event as Happening;
    let house = |(side, house): (ayla_rules::Side, u32)| proto::House {
        side: match side {
            ayla_rules::Side::South => proto::Side::South.into(),
            ayla_rules::Side::North => proto::Side::North.into(),
        },
        house,
    };
    let picked_up =
        Happening::PickUp(proto::PickUpEvent { house: Some(house((ayla_rules::Side::South, 4))), seeds: 5, lap: 1 });
    let sown = Happening::Sow(proto::SowEvent { houses: SOWN.into_iter().map(house).collect() });
    let captured = CAPTURED.map(|(number, seeds)| {
        Happening::Capture(proto::CaptureEvent {
            house: Some(house((ayla_rules::Side::North, number))),
            seeds,
            to: proto::Destination::South.into(),
            ruling: RULING.to_owned(),
        })
    });
    [picked_up, sown].into_iter().chain(captured).map(|event| proto::Event { event: Some(event) }).collect()
}

/// The answer as the type that becomes JSON.
pub(crate) fn json(extent: Extent) -> service::answer::ApplyMoveResponse {
    use service::answer::{ApplyMoveResponse, LegalMove, Position, Status};
    let full = extent == Extent::Full;
    let status = Status { over: false, reason: None, winner: None, score: None, can_agree: Some(true) };
    let legal = LEGAL.map(|number| LegalMove { r#move: number.to_string(), seat: None });
    ApplyMoveResponse {
        position: Position { text: AFTER.to_owned(), line: AFTER.to_owned(), setup: full.then(json_setup) },
        events: full.then(json_events),
        status,
        legal_moves: Some(legal.into()),
    }
}

fn json_setup() -> service::answer::Setup {
    let [south, north] = STORES;
    service::answer::Setup {
        variant: Variant::Awale.into(),
        options: service::options::Options::in_play(Variant::Awale.default_rules()),
        south: SOUTH.to_vec(),
        north: NORTH.to_vec(),
        stores: Some(service::answer::Stores { south, north }),
        turn: ayla_rules::Side::North.into(),
        phase: None,
        quiet: Some(0),
        first: None,
        over: None,
    }
}

fn json_events() -> Vec<service::answer::Event> {
    use service::answer::{CaptureEvent, Event, House, PickUpEvent, SowEvent};
    let house = |(side, house): (ayla_rules::Side, u32)| House { side: side.into(), house };
    let picked_up = Event::PickUp(PickUpEvent { house: house((ayla_rules::Side::South, 4)), seeds: 5, lap: 1 });
    let sown = Event::Sow(SowEvent { houses: SOWN.into_iter().map(house).collect() });
    let captured = CAPTURED.map(|(number, seeds)| {
        Event::Capture(CaptureEvent {
            house: house((ayla_rules::Side::North, number)),
            seeds,
            to: ayla_rules::Destination::South.into(),
            ruling: RULING,
        })
    });
    [picked_up, sown].into_iter().chain(captured).collect()
}
