//! From messages to domain requests. What is read here is form alone; the service finds the faults of content.

use std::time::{Duration, Instant};

use crate::service::error::{Error, Field, Reason, Result, Violation};
use crate::service::request::{LineInput, MoveInput, Omit, SetupInput, StartGame, SuggestMove};

use super::options;
use super::proto::{self, Part};
use super::word::Word;

/// start-game.
pub(super) fn start_game(request: proto::StartGameRequest) -> Result<StartGame> {
    Ok(StartGame {
        variant: request.variant,
        options: request.options.as_ref().map(options::read),
        preset: request.preset,
        first: word(request.first, Field::named("first"))?,
        omit: omit(&request.omit)?,
    })
}

/// legal-moves.
pub(super) fn legal_moves(request: proto::LegalMovesRequest) -> Result<(LineInput, Omit)> {
    Ok((line(request.position, request.setup, request.moves)?, omit(&request.omit)?))
}

/// validate-move.
pub(super) fn validate_move(request: proto::ValidateMoveRequest) -> Result<(LineInput, MoveInput, Omit)> {
    let asked = MoveInput { text: request.r#move, seat: request.seat };
    Ok((line(request.position, request.setup, request.moves)?, asked, omit(&request.omit)?))
}

/// apply-move.
pub(super) fn apply_move(request: proto::ApplyMoveRequest) -> Result<(LineInput, MoveInput, Omit)> {
    let asked = MoveInput { text: request.r#move, seat: request.seat };
    Ok((line(request.position, request.setup, request.moves)?, asked, omit(&request.omit)?))
}

/// suggest-move, for a caller who waits until `deadline`.
pub(super) fn suggest_move(request: proto::SuggestMoveRequest, deadline: Option<Instant>) -> Result<SuggestMove> {
    Ok(SuggestMove {
        from: line(request.position, request.setup, request.moves)?,
        level: request.level,
        seed: request.seed,
        depth: request.depth,
        nodes: request.nodes,
        time: request.time_ms.map(|time| Duration::from_millis(time.into())),
        candidates: request.candidates.unwrap_or_default(),
        deadline,
        by_get: false,
    })
}

/// suggest-move-stream, which asks what suggest-move does.
pub(super) fn suggest_move_stream(
    request: proto::SuggestMoveStreamRequest,
    deadline: Option<Instant>,
) -> Result<SuggestMove> {
    let proto::SuggestMoveStreamRequest { position, setup, moves, depth, nodes, time_ms, candidates, level, seed } =
        request;
    let request = proto::SuggestMoveRequest { position, setup, moves, depth, nodes, time_ms, candidates, level, seed };
    suggest_move(request, deadline)
}

fn line(position: Option<String>, given: Option<proto::Setup>, moves: Vec<String>) -> Result<LineInput> {
    // The variant stands in the position; there is no second place for it.
    Ok(LineInput { variant: None, position, setup: given.map(|given| setup(given).map(Box::new)).transpose()?, moves })
}

fn setup(setup: proto::Setup) -> Result<SetupInput> {
    let at = |name| Field::named("setup").then(name);
    Ok(SetupInput {
        variant: setup.variant,
        options: setup.options.as_ref().map(options::read).unwrap_or_default(),
        south: setup.south,
        north: setup.north,
        stores: setup.stores.map(|stores| [Some(stores.south), Some(stores.north)]),
        turn: word(setup.turn, at("turn"))?,
        phase: word(setup.phase, at("phase"))?,
        quiet: setup.quiet,
        first: word(setup.first, at("first"))?,
        over: word(setup.over, at("over"))?,
    })
}

fn omit(parts: &[i32]) -> Result<Omit> {
    let mut omit = Omit::default();
    for (index, &number) in parts.iter().enumerate() {
        let field = || Field::named("omit").at(index);
        match Part::try_from(number) {
            Ok(Part::Setup) => omit.setup = true,
            Ok(Part::Events) => omit.events = true,
            Ok(Part::LegalMoves) => omit.legal_moves = true,
            Ok(Part::Unspecified) => return Err(malformed(field(), "a part to omit is unspecified".to_owned())),
            Err(_) => return Err(unknown_number(field(), number)),
        }
    }
    Ok(omit)
}

/// The value of an enum, if it is given.
fn word<W: Word>(number: i32, field: Field) -> Result<Option<W>> {
    W::from_number(number).map_err(|unknown| unknown_number(field, unknown.0))
}

fn unknown_number(field: Field, number: i32) -> Box<Error> {
    let description = format!("{} has no value with the number {number}", field.in_proto());
    malformed(field, description)
}

fn malformed(field: Field, description: String) -> Box<Error> {
    Error::of(Violation { field, reason: Reason::MalformedRequest, description })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Side;

    fn fault<T: std::fmt::Debug>(result: Result<T>) -> String {
        let error = result.expect_err("a fault");
        assert_eq!(error.reason, Reason::MalformedRequest);
        error.violations[0].field.in_proto()
    }

    #[test]
    fn faults_of_form_name_their_field() {
        let omitting = |omit| proto::LegalMovesRequest { omit, ..Default::default() };
        assert_eq!(fault(legal_moves(omitting(vec![1, 0]))), "omit[1]");
        assert_eq!(fault(legal_moves(omitting(vec![4]))), "omit[0]");
        assert_eq!(fault(start_game(proto::StartGameRequest { first: -1, ..Default::default() })), "first");
        let setup = proto::Setup { over: 99, ..Default::default() };
        let request = proto::SuggestMoveRequest { setup: Some(setup), ..Default::default() };
        assert_eq!(fault(suggest_move(request, None)), "setup.over");
    }

    #[test]
    fn what_is_not_given_stays_so() {
        let request = proto::StartGameRequest { options: Some(proto::Options::default()), ..Default::default() };
        let read = start_game(request).expect("well formed");
        assert_eq!(read.options, Some(Default::default()));
        assert_eq!(read.first, None);
        let request = proto::StartGameRequest { first: Side::North.number(), ..Default::default() };
        assert_eq!(start_game(request).expect("well formed").first, Some(Side::North));
    }
}
