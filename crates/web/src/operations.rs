//! The operations by their names.

use ayla_api::json::Named;
use ayla_api::picture::Shown;
use ayla_api::request::{
    ApplyMoveRequest, FindPuzzleRequest, GetPuzzleRequest, GetVariantRequest, LegalMovesRequest, ListVariantsRequest,
    PictureFormat, ReadGameRequest, RenderBoardRequest, ReplayGameRequest, StartGameRequest, ValidateMoveRequest,
};
use ayla_api::rule_calls::RuleRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::{Call, Stopped};
use crate::json::json;

/// Answers an operation with a body.
type Answer = fn(&mut Call<'_>) -> std::result::Result<Vec<u8>, Stopped>;

/// What each operation is answered by.
pub(crate) const OPERATIONS: [(&str, Answer); 15] = [
    ("variants", by_rules::<ListVariantsRequest>),
    ("variant", by_rules::<GetVariantRequest>),
    ("start-game", by_rules::<StartGameRequest>),
    ("legal-moves", by_rules::<LegalMovesRequest>),
    ("validate-move", by_rules::<ValidateMoveRequest>),
    ("apply-move", by_rules::<ApplyMoveRequest>),
    ("replay-game", by_rules::<ReplayGameRequest>),
    ("read-game", by_rules::<ReadGameRequest>),
    ("play-turn", |call| call.play_turn()),
    ("suggest-move", |call| call.suggest_move()),
    ("suggest-move-stream", |call| call.suggest_move_stream()),
    ("review-game", |call| call.review_game()),
    ("puzzles", by_rules::<FindPuzzleRequest>),
    ("puzzle", by_rules::<GetPuzzleRequest>),
    ("board.svg", render_board),
];

/// Answers by the rules alone.
fn by_rules<R: RuleRequest<Answer: Serialize> + DeserializeOwned>(
    call: &mut Call<'_>,
) -> std::result::Result<Vec<u8>, Stopped> {
    let request: R = call.read()?;
    Ok(json(&request.answer(&call.rules.presets, call.language)?.answer))
}

/// Draws a board as SVG.
fn render_board(call: &mut Call<'_>) -> std::result::Result<Vec<u8>, Stopped> {
    let request: RenderBoardRequest = call.read()?;
    let request = RenderBoardRequest { format: Some(Named(PictureFormat::Svg)), ..request };
    Ok(Shown::read(&request, call.language)?.svg(call.language).into_bytes())
}
