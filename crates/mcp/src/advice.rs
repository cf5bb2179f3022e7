//! get_hint and review_game: searches about a game in a handle.

use ayla_api::answer::{ReviewEnd, ReviewedPly, SuggestMoveResponse};
use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::request::{CallRequest, Part, ReviewGameRequest, SuggestMoveRequest};
use ayla_api::rule_calls;
use ayla_api::words::{self, Language, Message, message};
use ayla_rules::{Line, Rules, Side, Status};
use serde_json::{Map, Value};

use crate::answer::{HintAnswer, ReviewAnswer, WithText};
use crate::arguments::{self, GetHint, ReviewGame};
use crate::turn::read_handle;

/// A call of get_hint, before and after the search.
#[derive(Clone, Debug)]
pub(crate) struct HintCall {
    /// What is asked of suggest-move.
    pub(crate) request: SuggestMoveRequest,
    rules: Rules,
    mover: Side,
}

impl HintCall {
    /// Reads the arguments of get_hint.
    ///
    /// # Errors
    ///
    /// Faults of the arguments, `MALFORMED_TOKEN` for the handle, `CONFLICTING_FIELDS` for a game without hints.
    pub(crate) fn read(arguments: Map<String, Value>) -> Result<Self> {
        let GetHint { handle, locale: _ } = arguments::read(arguments)?;
        let handle = read_handle(handle)?;
        if !handle.hints {
            return Err(hints_are_off());
        }
        let omit = [Part::PrincipalLine].into_iter().collect();
        let token = Some(handle.token);
        let mut request = SuggestMoveRequest { token, omit, why: Some(true), ..Default::default() };
        let position = rule_calls::line(&request)?.position();
        request.set_request_line(Some(position.rules().variant()), false);
        Ok(Self { request, rules: position.rules(), mover: position.turn() })
    }

    /// The move and what the search thinks of it, in sentences.
    pub(crate) fn sentence(&self, suggestion: &SuggestMoveResponse, language: Language) -> String {
        let verdict = words::verdict(&self.rules, self.mover, suggestion.value, suggestion.certainty.0);
        let best = message!("best-move", move = suggestion.r#move.clone());
        let sentences = [&best, &verdict].map(|message| words::sentence(&language.say(message), language));
        sentences.into_iter().chain(suggestion.why.clone()).collect::<Vec<_>>().join(" ")
    }

    /// The result, from what suggest-move has answered.
    pub(crate) fn result(self, suggestion: SuggestMoveResponse, language: Language) -> WithText<HintAnswer> {
        let sentence = self.sentence(&suggestion, language);
        WithText { text: sentence.clone(), answer: HintAnswer { suggestion, sentence } }
    }
}

/// Reads the arguments of review_game, as what is asked of review-game.
///
/// # Errors
///
/// Faults of the arguments, `MALFORMED_TOKEN` for the handle, and `CONFLICTING_FIELDS` for a game without hints that is
/// not over. Faults of the moves are found when the game is reviewed.
pub(crate) fn review_request(arguments: Map<String, Value>) -> Result<ReviewGameRequest> {
    let ReviewGame { handle, moves, from, to, locale: _ } = arguments::read(arguments)?;
    let handle = read_handle(handle)?;
    let token = Some(handle.token);
    let moves: Vec<_> = moves.into_iter().map(|written| written.0).collect();
    let request = ReviewGameRequest { token, moves, from, to, ..Default::default() };
    let is_over = |line: Line| matches!(line.position().status(), Status::Over { .. });
    if handle.hints || is_over(rule_calls::line(&request)?) { Ok(request) } else { Err(hints_are_off()) }
}

/// The result of review_game, from what review-game has found.
pub(crate) fn review_result(reviewed: Vec<ReviewedPly>, end: ReviewEnd, language: Language) -> WithText<ReviewAnswer> {
    let mut lines: Vec<_> =
        reviewed.iter().map(|reviewed| format!("{}. {}", reviewed.ply, reviewed.sentence)).collect();
    lines.extend(end.unanswered.as_ref().map(|unanswered| unanswered.message.clone()));
    if lines.is_empty() {
        lines.push(language.say(&Message::new("tool-nothing-to-review")));
    }
    WithText { text: lines.join("\n"), answer: ReviewAnswer { reviewed, end } }
}

fn hints_are_off() -> Box<Error> {
    Error::at(Field::named("handle"), Reason::ConflictingFields, Message::new("hints-off"))
}
