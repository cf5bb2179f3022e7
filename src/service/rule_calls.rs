//! The calls that the rules alone answer: start-game, legal-moves, validate-move and apply-move. What they answer is pure.

use std::sync::Arc;

use ayla_rules::{Line, Move, Side};

use super::Service;
use super::answer::{ApplyMoveResponse, LegalMovesResponse, StartGameResponse, Texts, ValidateMoveResponse};
use super::call::{Answered, ApplyMove, Call, CallContext, LegalMoves, StartGame, ValidateMove};
use super::error::{Error, Result};
use super::operation::Operation;
use super::preset::Presets;
use super::read;
use super::request::{
    ApplyMoveRequest, LegalMovesRequest, Part, PositionRequest, StartGameRequest, TextRequest, ValidateMoveRequest,
};
use crate::event_log::EventLog;
use crate::text::LastMove;

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
        let line = start(&request, &service.presets())?;
        let text = Texts::new(&line, &[], request.text_options());
        let answer = StartGameResponse { text, ..StartGameResponse::new(&line, request.omit) };
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

/// The first position of a game, as a line without moves.
///
/// # Errors
///
/// Faults of the variant, the options, the preset or the texts, all at once.
pub fn start(request: &StartGameRequest, presets: &Presets) -> Result<Line> {
    let faults = read::text_faults(&request.text_options());
    Ok(read::finish_with(faults, read::first_position(request.start(), presets))?.into())
}

/// The line that a request is about, played to its end.
///
/// # Errors
///
/// Faults of the position and its moves.
pub fn line<T: PositionRequest>(request: &T) -> Result<Line> {
    read::line(request.line(), Vec::new())
}

/// Every legal move, and for every other house the reason why not.
///
/// # Errors
///
/// Faults of the position and its moves.
pub fn legal_moves(request: &LegalMovesRequest) -> Result<LegalMovesResponse> {
    let options = request.text_options();
    let line = read::line(request.line(), read::text_faults(&options))?;
    let answer = LegalMovesResponse::new(&line, request.omit, request.language);
    Ok(LegalMovesResponse { text: Texts::new(&line, &[], options), ..answer })
}

/// Whether a move is legal, and if not, why.
///
/// # Errors
///
/// Faults of the position, its moves, or the form of the move.
pub fn validate_move(request: &ValidateMoveRequest) -> Result<ValidateMoveResponse> {
    let seat = request.seat.map(|seat| seat.to_u32());
    let (line, proposal) = read::line_and_move(request.line(), request.r#move.as_deref(), seat, Vec::new())?;
    let illegal = line.position().check(proposal, seat).err();
    Ok(ValidateMoveResponse::new(&line, illegal, request.omit, request.language))
}

/// The position after a move, and what happened on the way.
///
/// # Errors
///
/// Faults of the position, its moves, or the form of the move; and the reason when the move is not legal.
pub fn apply_move(request: &ApplyMoveRequest) -> Result<ApplyMoveResponse> {
    let options = request.text_options();
    let Played { line, mover, played, log } = play_move(request)?;
    let last = log.as_ref().map(|log| LastMove { mover, played, log });
    let text = Texts::new(&line, last.as_slice(), options);
    let log = log.filter(|_| !request.omit.has(Part::Events));
    Ok(ApplyMoveResponse { text, ..ApplyMoveResponse::new(&line, log, request.omit) })
}

/// A line with a move played.
#[derive(Debug)]
pub struct Played {
    /// The line with the move.
    pub line: Line,
    /// The player who made the move.
    pub mover: Side,
    /// The move.
    pub played: Move,
    /// What happened in it; nothing where neither events nor texts are asked for.
    pub log: Option<EventLog>,
}

/// Plays a move.
///
/// # Errors
///
/// As [`apply_move`].
pub fn play_move(request: &ApplyMoveRequest) -> Result<Played> {
    let seat = request.seat.map(|seat| seat.to_u32());
    let text = request.r#move.as_deref();
    let errors = read::text_faults(&request.text_options());
    let (mut line, proposal) = read::line_and_move(request.line(), text, seat, errors)?;
    let mover = line.position().turn();
    let played = match line.position().check(proposal, seat) {
        Ok(played) => played,
        Err(illegal) => return Err(Error::illegal_move(text.unwrap_or_default(), illegal)),
    };
    if request.omit.has(Part::Events) && request.text.is_empty() {
        line.play_unchecked(played, &mut ());
        return Ok(Played { line, mover, played, log: None });
    }
    let mut log = EventLog::default();
    line.play_unchecked(played, &mut log);
    Ok(Played { line, mover, played, log: Some(log) })
}
