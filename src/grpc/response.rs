//! From domain answers to messages, which cannot fail.

use std::time::Duration;

use crate::service::Limits;
use crate::service::answer::{
    Applied, Candidate, LegalMove, MoveList, PositionAnswer, SearchLimits, ServerInfo, Standing, Suggestion, Validated,
};
use crate::service::stream::Advice;
use ayla_engine::Level;
use ayla_rules::line::MAX_MOVES;
use ayla_rules::sowing::MAX_LAPS;
use ayla_rules::{Event, House, Illegal, Move, Setup, Status};

use super::options;
use super::proto::{self, event::Event as Happening};
use super::word::Word;

/// start-game.
pub(super) fn start_game((standing, moves): (Standing, MoveList)) -> proto::StartGameResponse {
    proto::StartGameResponse {
        position: Some(position(standing.position)),
        status: Some(status(standing.status)),
        legal_moves: legal(moves.legal),
    }
}

/// legal-moves.
pub(super) fn legal_moves((standing, moves): (Standing, MoveList)) -> proto::LegalMovesResponse {
    proto::LegalMovesResponse {
        position: Some(position(standing.position)),
        status: Some(status(standing.status)),
        legal_moves: legal(moves.legal),
        illegal_moves: moves.illegal.into_iter().map(|(played, illegal)| illegal_move(played, illegal)).collect(),
    }
}

/// validate-move.
pub(super) fn validate_move(answer: Validated) -> proto::ValidateMoveResponse {
    let mut response = proto::ValidateMoveResponse {
        position: Some(position(answer.standing.position)),
        status: Some(status(answer.standing.status)),
        legal: answer.illegal.is_none(),
        reason: None,
        ruling: None,
        message: None,
    };
    if let Some(illegal) = answer.illegal {
        response.reason = Some(illegal.reason().number());
        response.ruling = Some(illegal.ruling().number().to_owned());
        response.message = Some(illegal.to_string());
    }
    response
}

/// apply-move.
pub(super) fn apply_move(answer: Applied) -> proto::ApplyMoveResponse {
    proto::ApplyMoveResponse {
        position: Some(position(answer.standing.position)),
        events: answer.events.unwrap_or_default().into_iter().map(event).collect(),
        status: Some(status(answer.standing.status)),
        legal_moves: legal(answer.moves.legal),
    }
}

/// suggest-move.
pub(super) fn suggest_move(answer: Suggestion) -> proto::SuggestMoveResponse {
    let best = candidate(answer.best);
    proto::SuggestMoveResponse {
        r#move: best.r#move,
        seat: best.seat,
        value: best.value,
        certainty: best.certainty,
        principal_line: best.principal_line,
        candidates: answer.candidates.into_iter().map(candidate).collect(),
        depth: answer.depth,
        nodes: answer.nodes,
        limits: Some(search_limits(answer.limits)),
        stopped_by: answer.stopped_by.number(),
        tables: answer.tables,
        engine: answer.engine.to_owned(),
        deterministic: answer.deterministic,
    }
}

/// One of the answers of suggest-move-stream.
pub(super) fn advice(advice: Advice) -> proto::SuggestMoveStreamResponse {
    proto::SuggestMoveStreamResponse { suggestion: Some(suggest_move(advice.suggestion)), last: advice.last }
}

/// server-info.
pub(super) fn server_info(answer: ServerInfo) -> proto::GetServerInfoResponse {
    proto::GetServerInfoResponse {
        build: Some(proto::Build { version: answer.version.to_owned(), commit: answer.commit.map(ToOwned::to_owned) }),
        engine: answer.engine.to_owned(),
        rules: answer.rules.to_owned(),
        limits: Some(limits(&answer.limits)),
        tables: answer.tables,
    }
}

fn position(answer: PositionAnswer) -> proto::Position {
    proto::Position { text: answer.text, line: answer.line, setup: answer.setup.map(setup) }
}

fn setup(setup: Setup) -> proto::Setup {
    proto::Setup {
        variant: setup.rules.variant().name().to_owned(),
        options: Some(options::in_force(&setup.rules)),
        south: setup.south,
        north: setup.north,
        stores: setup.stores.map(|[south, north]| proto::Stores { south, north }),
        turn: setup.turn.number(),
        phase: given(setup.phase),
        quiet: setup.quiet,
        first: given(setup.first),
        over: given(setup.over),
    }
}

/// The number of a value, the unspecified one where there is none.
fn given<W: Word>(value: Option<W>) -> i32 {
    value.map_or(0, Word::number)
}

fn status(status: Status) -> proto::Status {
    match status {
        Status::InProgress { can_agree } => proto::Status { can_agree: Some(can_agree), ..Default::default() },
        Status::Over { reason, winner, score } => proto::Status {
            over: true,
            reason: reason.number(),
            winner: winner.number(),
            score: score.map(|[south, north]| proto::Score { south: south.into(), north: north.into() }),
            can_agree: None,
        },
    }
}

fn legal(moves: Option<Vec<LegalMove>>) -> Vec<proto::LegalMove> {
    let message = |legal: LegalMove| proto::LegalMove { r#move: legal.played.text(), seat: legal.seat };
    moves.unwrap_or_default().into_iter().map(message).collect()
}

fn illegal_move(played: Move, illegal: Illegal) -> proto::IllegalMove {
    proto::IllegalMove {
        r#move: played.text(),
        reason: illegal.reason().number(),
        ruling: illegal.ruling().number().to_owned(),
        message: illegal.to_string(),
    }
}

fn house(house: House) -> proto::House {
    proto::House { side: house.side.number(), house: house.number.into() }
}

fn event(event: Event) -> proto::Event {
    let happening = match event {
        Event::PickUp { house: from, seeds, lap } => {
            Happening::PickUp(proto::PickUpEvent { house: Some(house(from)), seeds: seeds.into(), lap })
        }
        Event::Sow { houses } => Happening::Sow(proto::SowEvent { houses: houses.into_iter().map(house).collect() }),
        Event::Capture { house: from, seeds, to, ruling } => Happening::Capture(proto::CaptureEvent {
            house: Some(house(from)),
            seeds: seeds.into(),
            to: to.number(),
            ruling: ruling.number().to_owned(),
        }),
        Event::BearOff { seeds, ruling } => {
            Happening::BearOff(proto::BearOffEvent { seeds: seeds.into(), ruling: ruling.number().to_owned() })
        }
        Event::Share { south, north, off, ruling } => Happening::Share(proto::ShareEvent {
            south: south.into(),
            north: north.into(),
            off: off.into(),
            ruling: ruling.number().to_owned(),
        }),
    };
    proto::Event { event: Some(happening) }
}

fn candidate(candidate: Candidate) -> proto::Candidate {
    proto::Candidate {
        r#move: candidate.legal.played.text(),
        seat: candidate.legal.seat,
        value: candidate.value,
        certainty: candidate.certainty.number(),
        principal_line: candidate.line.iter().map(|played| played.text()).collect(),
    }
}

fn search_limits(limits: SearchLimits) -> proto::SearchLimits {
    proto::SearchLimits {
        depth: limits.depth,
        nodes: limits.nodes,
        time_ms: limits.time.map(milliseconds),
        level: limits.level.map(Level::number),
    }
}

fn limits(limits: &Limits) -> proto::Limits {
    proto::Limits {
        body_bytes: count(limits.body_bytes),
        query_bytes: count(limits.query_bytes),
        line_moves: count(MAX_MOVES),
        sowing_laps: MAX_LAPS,
        suggest_nodes_max: limits.suggest_nodes,
        suggest_time_ms_max: milliseconds(limits.suggest_time),
        suggest_depth_max: limits.suggest_depth,
        get_suggest_nodes_max: limits.suggest_nodes_by_get,
        default_suggest_nodes: limits.suggest_nodes_default,
        search_slots: count(limits.search_slots),
        search_queue: count(limits.search_queue),
        deadline_ms: milliseconds(limits.longest_deadline),
    }
}

/// A number that the contract has as 32 bits; larger ones are cut to the largest.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
