//! Results of tools: text that stands alone, and the same as structured content.
#![allow(missing_docs, reason = "described by their comments where they differ from proto/mancala/v1")]

use ayla_api::answer::{PlayTurnResponse, ReviewEnd, ReviewedPly, SuggestMoveResponse};
use ayla_api::catalogue::Variant;
use ayla_api::error::Error;
use ayla_api::json::VariantName;
use ayla_api::words::Language;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use utoipa::ToSchema;

use crate::arguments::SeatsName;

/// The media type of pictures.
const PNG: &str = "image/png";

/// A game after start_game, play_move or show_game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameAnswer {
    /// The game as it stands now. Pass it to the next call exactly as it is.
    pub handle: String,
    pub game: VariantName,
    /// The side of the person.
    pub side: SeatsName,
    /// The level of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Whether get_hint may be used.
    pub hints: bool,
    /// The moves made since the game began: the handle is that of the game after this move.
    pub ply: u32,
    /// What was played, and the game after it.
    pub turn: PlayTurnResponse,
}

/// The result of get_hint.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct HintAnswer {
    pub suggestion: SuggestMoveResponse,
    /// The move and what the search thinks of it, in sentences.
    pub sentence: String,
}

/// The result of review_game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ReviewAnswer {
    pub reviewed: Vec<ReviewedPly>,
    pub end: ReviewEnd,
}

/// The result of list_games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GamesAnswer {
    pub games: Vec<GameSummary>,
    /// The game that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
}

/// A game in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameSummary {
    #[schema(value_type = VariantName)]
    pub name: &'static str,
    pub title: &'static str,
    pub summary: String,
    pub presets: Vec<PresetSummary>,
}

/// A set of options with a name, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PresetSummary {
    pub name: String,
    pub summary: String,
}

/// The result of explain_rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleAnswer {
    /// The rulings, with what each says.
    pub rulings: Vec<RulingText>,
    /// What the option changes, where the question was about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

/// What a ruling says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RulingText {
    #[schema(example = "AW-3")]
    pub number: String,
    /// The ruling in a sentence, if it is one that answers cite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The section of the rules that states it, in Markdown.
    pub section: String,
    /// The resource with the whole page.
    pub resource: String,
}

/// An answer with the text that says the same.
#[derive(Clone, Debug)]
pub struct Told<A> {
    pub answer: A,
    pub text: String,
}

impl<A: Serialize> Told<A> {
    /// The result of a tool; `picture` is a PNG in base64, to be shown too.
    pub fn result(self, picture: Option<String>) -> CallToolResult {
        let image = picture.map(|picture| ContentBlock::image(picture, PNG));
        let content = [Some(ContentBlock::text(self.text)), image].into_iter().flatten().collect();
        let mut result = CallToolResult::success(content);
        // Serializing our answers never fails, because all keys are strings.
        result.structured_content = serde_json::to_value(self.answer).ok();
        result
    }
}

/// The result of a tool that could not answer: the reason by its name, and what is wrong in sentences.
pub fn refusal(error: &Error, language: Language) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(format!("{}: {}", error.reason.name(), error.detail(language)))])
}
