//! get_puzzle: a puzzle, and what became of the moves that were tried.

use ayla_api::answer::{PlayTurnResponse, PuzzleResponse};
use ayla_api::error::Result;
use ayla_api::json::Named;
use ayla_api::puzzles::{Attempt, find_puzzle, get_puzzle};
use ayla_api::request::{FindPuzzleRequest, GetPuzzleRequest, PlayTurnRequest, TextForm};
use ayla_api::words::{Language, Message, message};
use serde_json::{Map, Value};

use crate::answer::{PuzzleAnswer, WithText, without_known};
use crate::arguments::{self, GetPuzzle};
use crate::turn::{OMITTED, legal_moves};

/// A call of get_puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleCall {
    found: PuzzleResponse,
    language: Language,
}

impl PuzzleCall {
    /// Reads the arguments, and finds the puzzle; with the moves that are to be judged.
    ///
    /// # Errors
    ///
    /// Faults of the arguments, and `NO_SUCH_PUZZLE`.
    pub(crate) fn read(arguments: Map<String, Value>, language: Language) -> Result<(Self, Attempt)> {
        let GetPuzzle { variant, id, theme, grade, day, after, answer, locale: _ } = arguments::read(arguments)?;
        let found = match id {
            Some(id) => get_puzzle(&GetPuzzleRequest { id, ..Default::default() }, language)?,
            None => {
                let variant = variant.map(|Named(variant)| variant.name().to_owned());
                let request = FindPuzzleRequest { variant, theme, grade, day, after, ..Default::default() };
                find_puzzle(&request, language)?
            }
        };
        let turn = PlayTurnRequest {
            puzzle: Some(found.id.clone()),
            text: [TextForm::Spoken].into_iter().collect(),
            omit: OMITTED.into_iter().collect(),
            locale: Some(language.tag().to_owned()),
            ..PlayTurnRequest::default()
        };
        let tried = answer.into_iter().map(|written| written.0).collect();
        Ok((Self { found, language }, Attempt::new(tried, turn)))
    }

    /// The result, from the last answer of play-turn.
    pub(crate) fn result(self, turn: PlayTurnResponse) -> WithText<PuzzleAnswer> {
        let PuzzleResponse { id, variant, grade, themes, task, moves, matches, next, .. } = self.found;
        let say = |message: &Message| self.language.say(message);
        let mut lines = vec![say(&message!("heading-puzzle", id = id.clone(), grade))];
        lines.extend(turn.text.and_then(|text| text.spoken));
        lines.extend(turn.legal_moves.as_ref().map(|moves| say(&legal_moves(moves))));
        lines.extend(next.as_ref().map(|next| say(&message!("heading-next-puzzle", id = next.clone()))));
        let answer = PuzzleAnswer {
            id,
            variant,
            grade,
            themes,
            task,
            moves,
            matches,
            next,
            position: turn.position.text,
            legal_moves: without_known(turn.legal_moves),
            refused: turn.refused,
            progress: turn.puzzle,
        };
        WithText { answer, text: lines.join("\n") }
    }
}
