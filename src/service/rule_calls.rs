//! The calls that the rules alone answer: start-game, legal-moves, validate-move, apply-move and replay-game.

use std::sync::Arc;

use ayla_api::answer::{
    ApplyMoveResponse, LegalMovesResponse, ReplayGameResponse, StartGameResponse, ValidateMoveResponse,
};
use ayla_api::error::Result;
use ayla_api::replay::replay;
use ayla_api::request::{
    ApplyMoveRequest, LegalMovesRequest, ReplayGameRequest, StartGameRequest, ValidateMoveRequest,
};
use ayla_api::rule_calls::{apply_move, legal_moves, start_game, validate_move};

use super::Service;
use super::call::{Answered, ApplyMove, Call, CallContext, LegalMoves, ReplayGame, StartGame, ValidateMove};
use super::operation::Operation;

impl Call for StartGame {
    const OPERATION: Operation = Operation::StartGame;
    type Request = StartGameRequest;
    type Answer = StartGameResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: StartGameRequest,
        _: &Arc<CallContext>,
        write: impl FnOnce(Answered<StartGameResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let answer = start_game(&request, &service.presets())?;
        // Only texts have sentences.
        let language = (!request.text.is_empty()).then_some(request.language);
        Ok(write(Answered { language, ..Answered::wordless(answer) }))
    }
}

impl Call for LegalMoves {
    const OPERATION: Operation = Operation::LegalMoves;
    type Request = LegalMovesRequest;
    type Answer = LegalMovesResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: LegalMovesRequest,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<LegalMovesResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let work =
            |request: &LegalMovesRequest| Ok(write(Answered::in_language(request.language, legal_moves(request)?)));
        service.rule_call(request, call.deadline(), call, work).await
    }
}

impl Call for ValidateMove {
    const OPERATION: Operation = Operation::ValidateMove;
    type Request = ValidateMoveRequest;
    type Answer = ValidateMoveResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: ValidateMoveRequest,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<ValidateMoveResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let work =
            |request: &ValidateMoveRequest| Ok(write(Answered::in_language(request.language, validate_move(request)?)));
        service.rule_call(request, call.deadline(), call, work).await
    }
}

/// The call holds a place for the answer if it is large, and is `OVERLOADED` without one.
impl Call for ApplyMove {
    const OPERATION: Operation = Operation::ApplyMove;
    type Request = ApplyMoveRequest;
    type Answer = ApplyMoveResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: ApplyMoveRequest,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<ApplyMoveResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let (large_answers, own) = (service.large_answers.clone(), Arc::clone(call));
        let work = move |request: &ApplyMoveRequest| {
            let answer = apply_move(request)?;
            large_answers.admit(&own, answer.sown_houses())?;
            let language = (!request.text.is_empty()).then_some(request.language);
            Ok(write(Answered { language, ..Answered::wordless(answer) }))
        };
        service.rule_call(request, call.deadline(), call, work).await
    }
}

/// Every position of a game up to its first move that is not legal, and what happened in a range of plies. The call holds a
/// place for the answer if it is large, and is `OVERLOADED` without one.
impl Call for ReplayGame {
    const OPERATION: Operation = Operation::ReplayGame;
    type Request = ReplayGameRequest;
    type Answer = ReplayGameResponse;

    async fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: ReplayGameRequest,
        call: &Arc<CallContext>,
        write: impl FnOnce(Answered<ReplayGameResponse>) -> T + Send + 'static,
    ) -> Result<T> {
        let (presets, large_answers, own) = (service.presets(), service.large_answers.clone(), Arc::clone(call));
        let work = move |request: &ReplayGameRequest| {
            let answer = replay(request, &presets)?;
            large_answers.admit(&own, answer.size())?;
            // An operator may change a preset.
            let is_lasting = request.preset.is_none();
            Ok(write(Answered { is_lasting, ..Answered::in_language(request.language, answer) }))
        };
        service.rule_call(request, call.deadline(), call, work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Limits;
    use ayla_api::answer::BYTES_PER_HOUSE;
    use ayla_api::preset::Presets;
    use ayla_api::request::TextForm;
    use ayla_rules::{Line, Position};

    /// A game without an end, after this many moves: two pairs of seeds that go round one behind the other.
    fn request(moves: usize) -> ReplayGameRequest {
        let start = Position::read("awale 110000/110000 20/24 s").expect("a position");
        let (mut line, mut made) = (Line::from(start), Vec::new());
        for _ in 0..moves {
            let played = line.position().legal_moves()[0];
            line.play_unchecked(played, &mut ());
            made.push(played.text());
        }
        ReplayGameRequest { position: Some(start.to_string()), moves: made, ..ReplayGameRequest::default() }
    }

    #[tokio::test]
    async fn an_answer_takes_a_place_by_its_size() {
        let service = Arc::new(Service::new(Presets::built_in(), Limits::default()));
        // A move of 6,731 laps.
        let position = Some("andada 010194110/103238101 - s".to_owned());
        let long_move = ReplayGameRequest { position, moves: vec!["7".to_owned()], ..ReplayGameRequest::default() };
        for (request, is_large) in [(request(100), false), (request(1_000), false), (long_move, true)] {
            let text = TextForm::ALL.iter().copied().collect();
            let request = ReplayGameRequest { text, ..request };
            let positions = request.moves.len() + 1;
            let call = CallContext::local(ReplayGame::OPERATION);
            let answer = service.call::<ReplayGame>(request, &call).await.expect("a game");
            assert_eq!((answer.positions.len(), service.large_answers.held()), (positions, usize::from(is_large)));
            // The size is not put too low.
            let bytes = serde_json::to_vec(&answer).expect("JSON").len();
            assert!(bytes <= answer.size() * BYTES_PER_HOUSE, "{bytes} {}", answer.size());
        }
    }
}
