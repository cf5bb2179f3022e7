//! get_hint and review_game: searches about a game in a handle.

use ayla_api::answer::{ReviewGameResponse, ReviewedPly, SuggestMoveResponse};
use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::request::{CallRequest, LegalMovesRequest, Part, ReviewGameRequest, SuggestMoveRequest};
use ayla_api::rule_calls;
use ayla_api::words::{self, Language, Message};
use ayla_rules::{Rules, Side, Status};
use serde_json::{Map, Value};

use crate::answer::{HintAnswer, ReviewAnswer, Told};
use crate::arguments::{self, GetHint, ReviewGame};
use crate::turn::read_handle;

/// A call of get_hint, before and after the search.
#[derive(Clone, Debug)]
pub struct HintCall {
    request: SuggestMoveRequest,
    rules: Rules,
    mover: Side,
}

impl HintCall {
    /// Reads the arguments of get_hint.
    ///
    /// # Errors
    ///
    /// Faults of the arguments, `MALFORMED_TOKEN` for the handle, `CONFLICTING_FIELDS` for a game without hints.
    pub fn read(arguments: Map<String, Value>) -> Result<Self> {
        let GetHint { handle, locale: _ } = arguments::read(arguments)?;
        let handle = read_handle(handle)?;
        if !handle.hints {
            return Err(hints_are_off());
        }
        let about = LegalMovesRequest { token: Some(handle.token.clone()), ..Default::default() };
        let position = rule_calls::line(&about)?.position();
        let omit = [Part::PrincipalLine].into_iter().collect();
        let token = Some(handle.token);
        let mut request = SuggestMoveRequest { token, omit, why: Some(true), ..Default::default() };
        request.set_request_line(Some(position.rules().variant()), false);
        Ok(Self { request, rules: position.rules(), mover: position.turn() })
    }

    /// What is asked of suggest-move.
    pub fn request(&self) -> SuggestMoveRequest {
        self.request.clone()
    }

    /// The move and what the search thinks of it, in sentences.
    pub fn sentence(&self, suggestion: &SuggestMoveResponse, language: Language) -> String {
        let verdict = words::verdict(&self.rules, self.mover, suggestion.value, suggestion.certainty.0);
        let best = Message::new("best-move").with("move", suggestion.r#move.clone());
        let sentences = [&best, &verdict].map(|message| words::sentence(&language.say(message)));
        sentences.into_iter().chain(suggestion.why.clone()).collect::<Vec<_>>().join(" ")
    }

    /// The result, from what suggest-move has answered.
    pub fn told(self, suggestion: SuggestMoveResponse, language: Language) -> Told<HintAnswer> {
        let sentence = self.sentence(&suggestion, language);
        Told { text: sentence.clone(), answer: HintAnswer { suggestion, sentence } }
    }
}

/// A call of review_game, before and after the searches.
#[derive(Clone, Debug)]
pub struct ReviewCall {
    request: ReviewGameRequest,
    reviewed: Vec<ReviewedPly>,
}

impl ReviewCall {
    /// Reads the arguments of review_game.
    ///
    /// # Errors
    ///
    /// Faults of the arguments, `MALFORMED_TOKEN` for the handle, and `CONFLICTING_FIELDS` for a game without hints that is not
    /// over. Faults of the moves are found when the game is reviewed.
    pub fn read(arguments: Map<String, Value>) -> Result<Self> {
        let ReviewGame { handle, moves, from, to, locale: _ } = arguments::read(arguments)?;
        let handle = read_handle(handle)?;
        let moves: Vec<_> = moves.into_iter().map(|written| written.0).collect();
        if !handle.hints {
            let token = Some(handle.token.clone());
            let about = LegalMovesRequest { token, moves: moves.clone(), ..Default::default() };
            let line = rule_calls::line(&about)?;
            if matches!(line.position().status(), Status::InProgress { .. }) {
                return Err(hints_are_off());
            }
        }
        let token = Some(handle.token);
        let request = ReviewGameRequest { token, moves, from, to, ..Default::default() };
        Ok(Self { request, reviewed: Vec::new() })
    }

    /// What is asked of review-game.
    pub fn request(&self) -> ReviewGameRequest {
        self.request.clone()
    }

    /// Keeps a message of the review; the sentence about its move, if it is about one.
    ///
    /// # Errors
    ///
    /// The result, after the last message.
    pub fn hear(
        mut self,
        message: ReviewGameResponse,
        language: Language,
    ) -> std::result::Result<(Self, Option<String>), Told<ReviewAnswer>> {
        let sentence = message.reviewed.as_ref().map(|reviewed| reviewed.sentence.clone());
        self.reviewed.extend(message.reviewed);
        match message.end {
            None => Ok((self, sentence)),
            Some(end) => {
                let mut lines: Vec<_> =
                    self.reviewed.iter().map(|reviewed| format!("{}. {}", reviewed.ply, reviewed.sentence)).collect();
                lines.extend(end.unanswered.as_ref().map(|unanswered| unanswered.message.clone()));
                if lines.is_empty() {
                    lines.push(language.say(&Message::new("tool-nothing-to-review")));
                }
                Err(Told { text: lines.join("\n"), answer: ReviewAnswer { reviewed: self.reviewed, end } })
            }
        }
    }
}

fn hints_are_off() -> Box<Error> {
    Error::at(Field::named("handle"), Reason::ConflictingFields, Message::new("hints-off"))
}
