//! The requests about puzzles.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{CallRequest, Localized};
use crate::json::{PuzzleTheme, VariantName, Whole};

request! {
    GetPuzzleRequest {
        /// The id in the path.
        #[serde(skip)]
        id: String,
        /// Whether the answer has the solution.
        solution: Option<bool>,
    }
}

impl CallRequest for GetPuzzleRequest {
    fn set_id(&mut self, id: String) {
        self.id = id;
    }
}

request! {
    FindPuzzleRequest {
        /// The name of the game.
        #[schema(required, nullable = false, value_type = VariantName)]
        game: Option<String>,
        /// A theme that it has.
        theme: Option<PuzzleTheme>,
        /// Its grade.
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 6)]
        grade: Option<Whole>,
        /// The id of the puzzle before it.
        #[schema(example = "awale-17")]
        after: Option<String>,
        /// The day whose puzzle it is.
        #[schema(example = "2026-12-01")]
        day: Option<String>,
        /// Whether the answer has the solution.
        solution: Option<bool>,
    }
}

impl CallRequest for FindPuzzleRequest {}
