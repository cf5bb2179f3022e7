//! `ayla puzzle`: a puzzle, and what moves are in it.

use std::sync::Arc;

use ayla_api::answer::{PlayTurnResponse, PuzzleResponse};
use ayla_api::error::Result;
use ayla_api::json::{Named, Whole};
use ayla_api::puzzles::{Attempt, find_puzzle, get_puzzle};
use ayla_api::request::{FindPuzzleRequest, GetPuzzleRequest, PlayTurnRequest, TextForm};
use ayla_api::words::{Language, message};
use ayla_puzzles::{GRADES, PuzzleTheme};
use ayla_rules::{Token, Variant};
use ayla_terminal::{Format, number, system_error, word};
use clap::Args;

use super::board;
use crate::call::Call;
use crate::operation::Operation;
use crate::service::Service;
use crate::service::operations::PlayTurn;

#[derive(Debug, Args)]
pub struct Puzzle {
    /// The id of a puzzle, such as awale-17; or a game, for the first of its puzzles that matches.
    #[arg(value_name = "ID|GAME")]
    which: String,
    /// The moves of South to try, one after the other. North's replies are made.
    #[arg(value_name = "MOVE")]
    tried: Vec<String>,
    /// What the puzzle is about, such as sacrifice. docs/puzzles.md has the themes.
    #[arg(long, value_parser = word::<PuzzleTheme>("the themes are"))]
    theme: Option<PuzzleTheme>,
    /// How hard the puzzle is, from 1 to 6.
    #[arg(long, value_parser = number::<u32>("--grade", 1..=GRADES.into()))]
    grade: Option<u32>,
    /// The id of a puzzle of the game, for the next one that matches.
    #[arg(long, value_name = "ID")]
    after: Option<String>,
    /// A date such as 2026-12-01, for the puzzle of that day.
    #[arg(long, value_name = "DATE", conflicts_with = "after")]
    day: Option<String>,
    /// Show the solution.
    #[arg(long, conflicts_with = "tried")]
    solution: bool,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Puzzle {
    pub(super) fn answer(&self, service: Service) -> Result<String> {
        let language = self.format.language();
        let puzzle = self.puzzle(language)?;
        if self.tried.is_empty() {
            return self.format.answer(&puzzle, |puzzle| plain(puzzle, language));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(system_error)?;
        let turn = runtime.block_on(self.solve(puzzle.id, &Arc::new(service), language))?;
        self.format.answer(&turn, judged)
    }

    fn puzzle(&self, language: Language) -> Result<PuzzleResponse> {
        let solution = Some(self.solution);
        if self.which.contains('-') && Variant::from_name(&self.which).is_none() {
            let id = self.which.clone();
            return get_puzzle(&GetPuzzleRequest { id, solution, ..Default::default() }, language);
        }
        let request = FindPuzzleRequest {
            variant: Some(self.which.clone()),
            theme: self.theme.map(Named),
            grade: self.grade.map(Whole::from),
            after: self.after.clone(),
            day: self.day.clone(),
            solution,
            locale: None,
        };
        find_puzzle(&request, language)
    }

    /// The turn of the last move that is tried.
    async fn solve(&self, id: String, service: &Arc<Service>, language: Language) -> Result<PlayTurnResponse> {
        let locale = Some(language.tag().to_owned());
        let text = [TextForm::Board].into_iter().collect();
        let turn = PlayTurnRequest { puzzle: Some(id), text, locale, ..PlayTurnRequest::default() };
        let call = Call::local(Operation::PlayTurn).for_locale(Some(language.tag()));
        let mut attempt = Attempt::new(self.tried.clone(), turn);
        let mut token = None;
        loop {
            let turn = service.answer::<PlayTurn>(attempt.next(token), &call).await?;
            if !attempt.goes_on(&turn) {
                return Ok(turn);
            }
            token = turn.position.token;
        }
    }
}

/// What became of the last move, the moves that were made in its turn, and the board.
fn judged(turn: &PlayTurnResponse) -> String {
    let PlayTurnResponse { plays, refused, text, puzzle, .. } = turn;
    let verdict = refused.as_ref().map(|refused| &refused.message).or(puzzle.as_ref().map(|puzzle| &puzzle.text));
    let sentences: Vec<_> =
        verdict.into_iter().chain(plays.iter().map(|play| &play.sentence)).map(String::as_str).collect();
    let board = text.as_ref().map(board::plain).unwrap_or_default();
    format!("{}\n\n{board}", sentences.join("\n"))
}

fn plain(puzzle: &PuzzleResponse, language: Language) -> String {
    let PuzzleResponse { id, token, grade, text, next, solution_text, .. } = puzzle;
    let heading = message!("heading-puzzle", id = id.clone(), grade);
    let mut plain = format!("{}\n{text}\n\n", language.say(&heading));
    if let Ok(line) = Token::read(token).and_then(|token| token.line()) {
        plain += &board::standing(&line, None, language);
        plain += &board::legal_moves(&line.position(), language);
    }
    if let Some(next) = next {
        plain += &format!("{}\n", language.say(&message!("heading-next-puzzle", id = next.clone())));
    }
    for sentences in solution_text.iter().flatten() {
        plain += &format!("  {sentences}\n");
    }
    plain
}
