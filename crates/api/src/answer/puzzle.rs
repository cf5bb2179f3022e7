//! Answers about puzzles.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_puzzles::{Filter, Id, Puzzle};
use ayla_rules::{Line, View, string_enum};
use serde::Serialize;
use utoipa::ToSchema;

use crate::event_log::EventLog;
use crate::json::{Named, PuzzleTask, PuzzleTheme, VariantName};
use crate::text::LastMove;
use crate::words::{self, Language, Voice};

string_enum! {
    /// What a move was in a puzzle.
    pub enum PuzzleState {
        /// Not the move of the solution. It is not made.
        Wrong = "wrong",
        /// The move of the solution, and there is more to find; or no move was made.
        GoesOn = "goes-on",
        /// The last move of the solution.
        Solved = "solved",
    }
}

/// What a move was in a puzzle, as JSON spells it.
pub type PuzzleStateName = Named<PuzzleState>;

answer! {
    pub struct PuzzleResponse {
        #[schema(example = "awale-17")]
        pub id: String,
        pub variant: VariantName,
        #[schema(example = "awale 010120/301010 17/22 s")]
        pub position: String,
        pub token: String,
        pub grade: u8,
        pub themes: Vec<PuzzleTheme>,
        pub task: PuzzleTask,
        pub moves: u32,
        pub text: String,
        pub matches: u32,
        #[schema(example = "awale-18")]
        pub next: Option<String>,
        pub solution: Option<Vec<String>>,
        pub solution_text: Option<Vec<String>>,
        pub worth: Option<String>,
    }
}

impl PuzzleResponse {
    /// A puzzle among those that match a filter, with its solution if that is asked for.
    pub(crate) fn new(id: Id, puzzle: &Puzzle, filter: Filter, has_solution: bool, language: Language) -> Self {
        let Puzzle { position, grade, ref themes, ref line, .. } = *puzzle;
        Self {
            id: id.to_string(),
            variant: Named(id.variant),
            position: position.to_string(),
            token: Line::from(position).token(),
            grade,
            themes: themes.iter().copied().map(Named).collect(),
            task: Named(puzzle.task()),
            moves: puzzle.choices().len() as u32,
            text: language.say(&words::puzzle_task(puzzle.task(), &puzzle.position)),
            matches: filter.ids(id.variant).count() as u32,
            next: filter.ids(id.variant).find(|next| next.number > id.number).map(|next| next.to_string()),
            solution: has_solution.then(|| line.iter().map(|played| played.text()).collect()),
            solution_text: has_solution.then(|| solution_text(puzzle, language)),
            worth: has_solution.then(|| {
                let why = words::puzzle_why(puzzle).into_iter();
                Voice::from(language).say_all(&why.chain([words::puzzle_worth(puzzle)]).collect::<Vec<_>>())
            }),
        }
    }
}

/// What happens in each move of a solution.
fn solution_text(puzzle: &Puzzle, language: Language) -> Vec<String> {
    let variant = puzzle.position.rules().variant();
    let voice = Voice::from(language);
    let mut line = Line::from(puzzle.position);
    let said = puzzle.line.iter().map(|&played| {
        voice.say_all(&LastMove::play(&mut line, played, EventLog::default()).messages(variant, View::All))
    });
    said.collect()
}

answer! {
    pub struct PuzzleProgress {
        #[schema(example = "awale-17")]
        pub id: String,
        pub state: PuzzleStateName,
        pub text: String,
        pub moves_left: u32,
        pub refutation: Option<Vec<String>>,
    }
}
