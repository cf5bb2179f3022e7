//! get_puzzle: a puzzle, and what became of the moves that were tried.

use ayla_api::answer::{PlayTurnResponse, PuzzleResponse, PuzzleState};
use ayla_api::error::Result;
use ayla_api::json::Named;
use ayla_api::puzzles::{find_puzzle, get_puzzle};
use ayla_api::request::{FindPuzzleRequest, GetPuzzleRequest, PlayTurnRequest, TextForm};
use ayla_api::words::{Language, Message};
use serde_json::{Map, Value};

use crate::answer::{PuzzleAnswer, Told, without_known};
use crate::arguments::{self, GetPuzzle};
use crate::turn::{OMITTED, legal_moves};

/// A call of get_puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleCall {
    found: PuzzleResponse,
    /// The moves that are to be judged, from the last to the first.
    tried: Vec<String>,
    language: Language,
}

impl PuzzleCall {
    /// Reads the arguments, and finds the puzzle.
    ///
    /// # Errors
    ///
    /// Faults of the arguments, and `NO_SUCH_PUZZLE`.
    pub fn read(arguments: Map<String, Value>, language: Language) -> Result<Self> {
        let GetPuzzle { game, id, theme, grade, day, after, answer, locale: _ } = arguments::read(arguments)?;
        let found = match id {
            Some(id) => get_puzzle(&GetPuzzleRequest { id, ..Default::default() }, language)?,
            None => {
                let game = game.map(|Named(game)| game.name().to_owned());
                let request = FindPuzzleRequest { game, theme, grade, day, after, ..Default::default() };
                find_puzzle(&request, language)?
            }
        };
        let tried = answer.into_iter().rev().map(|written| written.0).collect();
        Ok(Self { found, tried, language })
    }

    /// What is asked of play-turn for the next move that was tried, in the position of this token.
    pub fn request(&mut self, token: Option<String>) -> PlayTurnRequest {
        PlayTurnRequest {
            puzzle: Some(self.found.id.clone()),
            token,
            r#move: self.tried.pop(),
            text: [TextForm::Spoken].into_iter().collect(),
            omit: OMITTED.into_iter().collect(),
            locale: Some(self.language.tag().to_owned()),
            ..PlayTurnRequest::default()
        }
    }

    /// Whether there is a move to judge after this answer: the moves before it are right.
    pub fn goes_on(&self, turn: &PlayTurnResponse) -> bool {
        let state = turn.puzzle.as_ref().map(|puzzle| puzzle.state);
        !self.tried.is_empty() && turn.refused.is_none() && state == Some(Named(PuzzleState::GoesOn))
    }

    /// The result, from the last answer of play-turn.
    pub fn told(self, turn: PlayTurnResponse) -> Told<PuzzleAnswer> {
        let PuzzleResponse { id, variant, grade, themes, task, moves, matches, next, .. } = self.found;
        let say = |message: &Message| self.language.say(message);
        let mut lines = vec![say(&Message::new("tool-puzzle").with("id", id.clone()).with("grade", grade))];
        lines.extend(turn.text.and_then(|text| text.spoken));
        lines.extend(turn.legal_moves.as_ref().map(|moves| say(&legal_moves(moves))));
        lines.extend(next.as_ref().map(|next| say(&Message::new("tool-next-puzzle").with("id", next.clone()))));
        let answer = PuzzleAnswer {
            id,
            game: variant,
            grade,
            themes,
            task,
            moves,
            matches,
            next,
            position: turn.position.text,
            legal_moves: turn.legal_moves.map(|moves| moves.into_iter().map(without_known).collect()),
            refused: turn.refused,
            progress: turn.puzzle,
        };
        Told { answer, text: lines.join("\n") }
    }
}
