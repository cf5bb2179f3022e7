//! Batches: many positions in one call, each with an answer or an error of its own.

use ayla_rules::{Line, Position};
use serde::Deserialize;

use crate::answer::BatchResponse;
use crate::error::{Error, Field, Reason, Result};
use crate::form;
use crate::read;
use crate::request::{BatchRequest, PositionRequest};
use crate::words::Language;

/// The most positions of a batch.
pub const MOST_POSITIONS: usize = 1_000;
/// The most bytes of an id.
const ID_BYTES: usize = 64;

/// A batch that is being answered.
///
/// ```
/// use ayla_api::batch::Batch;
/// use ayla_api::words::Language;
///
/// let mut batch = Batch::default();
/// let request = br#"{"id": "7", "position": "awale 000100/004000 20/23 s"}"#;
/// let answer = batch.answer_json(request, Language::ENGLISH, |_, _| None);
/// assert_eq!(answer.id.as_deref(), Some("7"));
/// assert_eq!(answer.legal_moves.expect("no error")[0].r#move, "4");
/// let answer = batch.answer_json(b"{}", Language::ENGLISH, |_, _| None);
/// assert_eq!(answer.error.expect("no position").reason.name(), "MISSING_FIELD");
/// ```
#[derive(Debug, Default)]
pub struct Batch {
    /// The positions that were answered.
    positions: usize,
}

/// The id of a request that cannot be read otherwise.
#[derive(Deserialize)]
struct OnlyId {
    id: Option<String>,
}

impl Batch {
    /// Whether a position was refused because the batch has too many. Nothing is answered after that.
    pub const fn is_over(&self) -> bool {
        self.positions > MOST_POSITIONS
    }

    /// Answers a request as JSON, as [`answer`](Self::answer).
    pub fn answer_json(
        &mut self,
        text: &[u8],
        language: Language,
        value: impl FnOnce(&Position, u32) -> Option<i32>,
    ) -> BatchResponse {
        match form::from_json::<BatchRequest>(text) {
            Ok(request) => self.answer(request, language, value),
            Err(error) => {
                let id = serde_json::from_slice::<OnlyId>(text).ok().and_then(|request| request.id);
                self.refuse(id, error, language)
            }
        }
    }

    /// Answers a request, in this language if it asks for none. `value` returns the value of a position with this many
    /// seeds in its houses, if it is known.
    pub fn answer(
        &mut self,
        mut request: BatchRequest,
        language: Language,
        value: impl FnOnce(&Position, u32) -> Option<i32>,
    ) -> BatchResponse {
        let language = request.locale.as_deref().and_then(Language::of_locale).unwrap_or(language);
        let (id, fault) = id(request.id.take());
        let answered = self.count().and_then(|()| play(&request, fault.into_iter().collect()));
        match answered {
            Ok(line) => BatchResponse::new(id, &line, value),
            Err(error) => BatchResponse::failed(id, *error, language),
        }
    }

    /// Answers a request that cannot be read, for this reason, which is said in this language.
    pub fn refuse(&mut self, id: Option<String>, error: Box<Error>, language: Language) -> BatchResponse {
        let error = self.count().err().unwrap_or(error);
        BatchResponse::failed(self::id(id).0, *error, language)
    }

    /// Counts a position.
    fn count(&mut self) -> Result<()> {
        self.positions += 1;
        if self.is_over() {
            return Err(Error::new(Reason::TooLarge, message!("batch-too-long", most = MOST_POSITIONS)));
        }
        Ok(())
    }
}

/// Plays the moves of a request. `errors` are those that were found before.
fn play(request: &BatchRequest, errors: Vec<Error>) -> Result<Line> {
    let text = request.r#move.as_deref();
    let (game, proposal) = read::game_and_move(request.line(), text, errors)?;
    let mut line = game.line;
    if let Some(proposal) = proposal {
        let played = line.position().check(proposal, None);
        let played = played.map_err(|illegal| Error::illegal_move(text.unwrap_or_default(), illegal))?;
        line.play_unchecked(played, &mut ());
    }
    Ok(line)
}

/// The id of a request, unless it is too long, which is a fault.
fn id(id: Option<String>) -> (Option<String>, Option<Error>) {
    match id {
        Some(id) if id.len() > ID_BYTES => {
            let message = message!("id-too-long", most = ID_BYTES);
            (None, Some(*Error::at(Field::named("id"), Reason::MalformedRequest, message)))
        }
        id => (id, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Game;
    use ayla_rules::line::MAX_MOVES;

    const START: &str = "awale 444444/444444 0/0 s";

    /// A request with this many moves of a game without an end.
    fn request(moves: usize) -> BatchRequest {
        let game = Game::endless(moves);
        let moves = game.moves().iter().map(|played| played.text()).collect();
        BatchRequest { position: Some(game.start().to_string()), moves, ..BatchRequest::default() }
    }

    fn reason(answer: &BatchResponse) -> Option<Reason> {
        answer.error.as_ref().map(|error| error.reason)
    }

    #[test]
    fn the_position_after_the_last_that_is_allowed_ends_the_batch() {
        let mut batch = Batch::default();
        for _ in 0..MOST_POSITIONS {
            assert_eq!(reason(&batch.answer(request(0), Language::ENGLISH, |_, _| None)), None);
            assert!(!batch.is_over());
        }
        let answer = batch.answer_json(br#"{"id": "last"}"#, Language::ENGLISH, |_, _| None);
        assert_eq!((reason(&answer), answer.id.as_deref()), (Some(Reason::TooLarge), Some("last")));
        assert!(batch.is_over());
    }

    #[test]
    fn each_position_may_have_as_many_moves_as_a_game() {
        let mut batch = Batch::default();
        for (moves, expected) in [(MAX_MOVES, None), (MAX_MOVES + 1, Some(Reason::MalformedRequest)), (MAX_MOVES, None)]
        {
            let answer = batch.answer(request(moves), Language::ENGLISH, |_, _| None);
            assert_eq!(reason(&answer), expected, "{moves}");
        }
    }

    #[test]
    fn a_faulty_request_has_its_id_back_unless_it_is_too_long() {
        let mut batch = Batch::default();
        let long = "é".repeat(33);
        for (text, id, field) in [
            (r#"{"id": "a", "position": "x"}"#.to_owned(), Some("a"), "position"),
            (r#"{"position": "x", "house": 3, "id": "b"}"#.to_owned(), Some("b"), "house"),
            (format!(r#"{{"id": "{long}", "position": "{START}"}}"#), None, "id"),
            (format!(r#"{{"id": "{}", "move": "x"}}"#, &long[..64]), Some(&long[..64]), "position"),
            (r#"{"id": "#.to_owned(), None, "id"),
        ] {
            let answer = batch.answer_json(text.as_bytes(), Language::ENGLISH, |_, _| None);
            let error = answer.error.expect("a fault");
            assert_eq!((answer.id.as_deref(), error.violations[0].field.to_string().as_str()), (id, field), "{text}");
        }
        let text = format!(r#"{{"position": "{START}", "move": "7", "locale": "en"}}"#);
        let error = batch.answer_json(text.as_bytes(), Language::ENGLISH, |_, _| None).error.expect("no such house");
        assert_eq!(error.reason.name(), "NO_SUCH_HOUSE");
        assert!(error.detail.starts_with("There is no house 7"), "{}", error.detail);
    }
}
