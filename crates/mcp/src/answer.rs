//! Results of tools: text that stands alone, and the same as structured content.
#![allow(missing_docs, reason = "described by their comments where they differ from proto/mancala/v1")]

use std::collections::BTreeMap;

use ayla_api::answer;
use ayla_api::answer::{
    Agreement, Event, LegalMove, Play, PlayTurnResponse, Proposed, PuzzleProgress, Refused, ReviewEnd, ReviewedPly,
    Status, SuggestMoveResponse, Unanswered,
};
use ayla_api::catalogue::Variant;
use ayla_api::error::Error;
use ayla_api::json::{PuzzleTask, PuzzleTheme, Side, VariantName};
use ayla_api::words::{Argument, Language, message};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::arguments::SeatsName;

/// The media type of pictures.
const PNG: &str = "image/png";

answer! {
    /// A game after start_game, play_move or show_game.
    pub struct GameAnswer {
        /// The game as it stands now. Pass it to the next call exactly as it is.
        pub handle: String,
        /// The game. This and what is fixed for it is left out of the results of play_move without `events`.
        pub variant: Option<VariantName>,
        /// The side of the person.
        pub side: Option<SeatsName>,
        /// The level of the engine.
        pub level: Option<u32>,
        /// Whether get_hint may be used.
        pub hints: Option<bool>,
        /// Whether results list the legal moves.
        pub assist: Option<bool>,
        /// The moves made since the game began: the handle is that of the game after this move.
        pub ply: u32,
        /// What was played, and the game after it.
        pub turn: TurnAnswer,
    }
}

answer! {
    /// What play-turn answers, without what a model has elsewhere or does not need: it pays for each word.
    pub struct TurnAnswer {
        /// The person's move and the engine's.
        pub plays: Vec<PlayAnswer>,
        /// Why the person's move was not played.
        pub refused: Option<Refused>,
        /// Why the engine has not moved.
        pub unanswered: Option<Unanswered>,
        pub truncated: Option<bool>,
        pub position: PositionAnswer,
        /// The status of the game. The position has the stores.
        pub status: Status,
        pub legal_moves: Option<Vec<String>>,
        /// The labels of the legal moves that are words.
        pub labels: Option<BTreeMap<String, String>>,
        pub prompt: Option<String>,
        pub result: Option<String>,
        /// What agreeing to stop would give. This and `prompt` are left out of the results of play_move without `events`.
        pub agree: Option<Agreement>,
        pub proposed: Option<Proposed>,
    }
}

/// The position after a turn.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PositionAnswer {
    pub text: Option<String>,
}

answer! {
    /// A move that was played. What happened is said in the text of the result, and here with its events if they are
    /// asked for.
    pub struct PlayAnswer {
        pub side: Side,
        pub r#move: String,
        pub sentence: Option<String>,
        pub events: Option<Vec<Event>>,
        pub events_truncated: Option<bool>,
    }
}

impl From<Play> for PlayAnswer {
    fn from(Play { side, r#move, seat: _, events, events_truncated, sentence, suggestion: _ }: Play) -> Self {
        let sentence = events.is_some().then_some(sentence);
        Self { side, r#move, sentence, events, events_truncated }
    }
}

impl TurnAnswer {
    /// The answer of play-turn; in `short` without what the results before had too.
    pub fn new(turn: PlayTurnResponse, short: bool) -> Self {
        let legal_moves = without_known(turn.legal_moves);
        let labels = legal_moves.iter().flatten();
        let labels: BTreeMap<_, _> =
            labels.filter_map(|legal| Some((legal.r#move.clone(), legal.label.clone()?))).collect();
        let moves = |moves: Vec<LegalMove>| moves.into_iter().map(|legal| legal.r#move).collect();
        Self {
            plays: turn.plays.into_iter().map(PlayAnswer::from).collect(),
            refused: turn.refused,
            unanswered: turn.unanswered,
            truncated: turn.truncated,
            position: PositionAnswer { text: turn.position.text },
            status: Status {
                can_agree: turn.status.can_agree.filter(|&can| can && !short),
                stores: None,
                ..turn.status
            },
            legal_moves: legal_moves.map(moves),
            labels: (!labels.is_empty()).then_some(labels),
            prompt: turn.prompt.filter(|_| !short),
            result: turn.result,
            agree: turn.agree.filter(|_| !short),
            proposed: turn.proposed,
        }
    }
}

/// Legal moves without what their numbers say, and without the first seat, which most games have alone.
pub(crate) fn without_known(mut moves: Option<Vec<LegalMove>>) -> Option<Vec<LegalMove>> {
    for LegalMove { r#move, seat, label } in moves.iter_mut().flatten() {
        *seat = seat.filter(|&seat| seat > 1);
        if r#move.bytes().all(|letter| letter.is_ascii_digit()) {
            *label = None;
        }
    }
    moves
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

answer! {
    /// The result of get_puzzle.
    pub struct PuzzleAnswer {
        pub id: String,
        pub variant: VariantName,
        /// How hard it is, from 1 to 6.
        pub grade: u8,
        /// What it is about. Each is a hint.
        pub themes: Vec<PuzzleTheme>,
        pub task: PuzzleTask,
        /// The choices of the solution.
        pub moves: u32,
        /// The puzzles that match.
        pub matches: u32,
        /// The next one that matches.
        pub next: Option<String>,
        /// The position after the moves of `answer` that are right.
        pub position: Option<String>,
        pub legal_moves: Option<Vec<LegalMove>>,
        /// Why a move of `answer` cannot be played.
        pub refused: Option<Refused>,
        /// What the last move of `answer` was.
        pub progress: Option<PuzzleProgress>,
    }
}

answer! {
    /// The result of list_games.
    pub struct GamesAnswer {
        pub games: Vec<GameSummary>,
        /// The game that was asked about.
        pub variant: Option<Variant>,
    }
}

/// A game in short.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GameSummary {
    #[schema(value_type = VariantName)]
    pub name: &'static str,
    pub title: &'static str,
    pub summary: String,
    pub presets: Vec<PresetSummary>,
}

/// A set of options with a name, in short.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PresetSummary {
    pub name: String,
    pub summary: String,
}

answer! {
    /// The result of explain_rule.
    pub struct RuleAnswer {
        /// The rulings, with what each says.
        pub rulings: Vec<RulingText>,
        /// What the option changes, where the question was about one.
        pub meaning: Option<String>,
    }
}

answer! {
    /// What a ruling says.
    pub struct RulingText {
        #[schema(example = "AW-3")]
        pub number: String,
        /// The ruling in a sentence, if it is one that answers cite.
        pub title: Option<String>,
        /// The section of the rules that states it, in Markdown.
        pub section: String,
        /// The resource with the whole page.
        pub resource: String,
    }
}

/// An answer with the text that says the same.
#[derive(Clone, Debug)]
pub struct WithText<A> {
    pub answer: A,
    pub text: String,
}

impl<A: Serialize> WithText<A> {
    /// The result of a tool; `picture` is a PNG in base64, to be shown too.
    pub fn with_picture(self, picture: Option<String>) -> CallToolResult {
        let image = picture.map(|picture| ContentBlock::image(picture, PNG));
        let content = [Some(ContentBlock::text(self.text)), image].into_iter().flatten().collect();
        let mut result = CallToolResult::success(content);
        // That a result is no error is the default.
        result.is_error = None;
        // Serializing our answers never fails, because all keys are strings.
        result.structured_content = serde_json::to_value(self.answer).ok();
        result
    }
}

impl<A: Serialize> From<WithText<A>> for CallToolResult {
    fn from(answer: WithText<A>) -> Self {
        answer.with_picture(None)
    }
}

/// The result with the names of the arguments that the tool does not have, if there are any.
pub fn with_ignored(mut result: CallToolResult, ignored: Vec<String>, language: Language) -> CallToolResult {
    if !ignored.is_empty() {
        let names: Argument = ignored.iter().cloned().collect();
        result.content.push(ContentBlock::text(language.say(&message!("tool-ignored", names))));
        if let Some(Value::Object(answer)) = &mut result.structured_content {
            answer.insert("ignored".to_owned(), ignored.into());
        }
    }
    result
}

/// The result of a tool that could not answer: the reason by its name, and what is wrong in sentences.
pub fn refusal(error: &Error, language: Language) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(format!("{}: {}", error.reason.name(), error.detail(language)))])
}
