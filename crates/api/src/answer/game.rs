//! Answers about whole games: play-turn, replay-game and review-game.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_rules::{self as rules, Illegal, Move, Ruling};
use serde::Serialize;
use utoipa::ToSchema;

use super::event::sown_houses;
use super::{
    BYTES_PER_HOUSE, Board, Event, GameRecord, IllegalMove, LegalMove, PuzzleProgress, Score, SeenPosition, Status,
    SuggestMoveResponse, Texts,
};
use crate::error::{Error, RETRY_AFTER, Reason};
use crate::json::{Certainty, IllegalReason, Named, Side, Winner, milliseconds};
use crate::words::{self, Language, Message, Voice};

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayTurnResponse {
    pub plays: Vec<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<Unanswered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    pub position: SeenPosition,
    pub board: Board,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<LegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_moves: Option<Vec<IllegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree: Option<Agreement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<Proposed>,
    pub recurrences: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Texts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Vec<LocalizedTexts>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<PuzzleProgress>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LocalizedTexts {
    #[schema(example = "fr")]
    pub locale: &'static str,
    pub text: Texts,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Picture {
    pub url: String,
    pub alt: String,
}

impl PlayTurnResponse {
    /// The sown houses that the answer tells of.
    pub fn sown_houses(&self) -> usize {
        sown_houses(self.plays.iter().flat_map(|play| play.events.iter().flatten()))
    }
}

impl PlayTurnResponse {
    /// Leaves out what happened in the moves.
    pub fn leave_out_events(&mut self) {
        for play in self.plays.iter_mut().filter(|play| play.events.is_some()) {
            (play.events, play.events_truncated) = (Some(Vec::new()), Some(true));
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Play {
    pub side: Side,
    pub r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Event>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events_truncated: Option<bool>,
    pub sentence: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<SuggestMoveResponse>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    pub reason: Reason,
    #[schema(example = "AW-4")]
    pub ruling: &'static str,
    pub ruling_title: String,
    pub message: String,
}

impl Refused {
    /// Why a move is refused.
    pub fn new(reason: Reason, ruling: Ruling, message: &Message, voice: &Voice) -> Self {
        Self {
            reason,
            ruling: ruling.number(),
            ruling_title: voice.say(&words::ruling(ruling)),
            message: words::sentence(&voice.say(message)),
        }
    }

    /// Why a move that is not legal is refused.
    pub fn illegal(illegal: &Illegal, voice: &Voice) -> Self {
        Self::new(Reason::Illegal(illegal.reason()), illegal.ruling(), &illegal.into(), voice)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unanswered {
    pub reason: Reason,
    pub message: String,
    pub retry_after_ms: u32,
}

impl Unanswered {
    /// What could not be searched because of this error. The message is for players: limits and keys are not their business.
    pub fn new(error: &Error, language: Language) -> Self {
        let wait = error.retry_after.unwrap_or(RETRY_AFTER);
        let reason = error.reason;
        let unanswered = Self { reason, message: String::new(), retry_after_ms: milliseconds(wait) };
        Self { message: unanswered.said(language), ..unanswered }
    }

    /// The message in this language.
    pub fn said(&self, language: Language) -> String {
        language.say(&Message::new(match self.reason {
            Reason::DeadlineExceeded => "unanswered-late",
            _ => "unanswered-busy",
        }))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Agreement {
    pub winner: Winner,
    pub score: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl Agreement {
    /// What agreeing to stop would give; nothing where it is not possible.
    pub fn of(position: rules::Position) -> Option<Self> {
        match position.play(Move::Agree).ok()?.status() {
            rules::Status::Over { winner, score: Some(score), .. } => {
                Some(Self { winner: Named(winner), score: score.into(), label: None })
            }
            rules::Status::Over { score: None, .. } | rules::Status::InProgress { .. } => None,
        }
    }

    /// The seeds by which a player would have more than the other.
    pub fn margin(&self, side: rules::Side) -> f64 {
        let Score { south, north } = self.score;
        let (own, other) = side.order(south, north).into();
        f64::from(own) - f64::from(other)
    }

    /// Who would win, and by what score.
    pub fn result(&self) -> Message {
        let Score { south, north } = self.score;
        let [won, lost] = [south.max(north), south.min(north)];
        let message = match self.winner.0.side() {
            Some(winner) => Message::new("would-win").with("winner", winner),
            None => Message::new("would-draw"),
        };
        message.with("won", won).with("lost", lost)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Proposed {
    pub by: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayGameResponse {
    pub positions: Vec<ReplayedPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_illegal: Option<FirstIllegal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<GameRecord>,
}

impl ReplayGameResponse {
    /// The size of the answer as a number of sown houses: those it tells of, and those that take as much room as the rest.
    pub fn size(&self) -> usize {
        let plays = || self.positions.iter().filter_map(|position| position.play.as_ref());
        let rest: usize = self.positions.iter().map(ReplayedPosition::bytes).sum();
        sown_houses(plays().flat_map(|play| play.events.iter().flatten())) + rest / BYTES_PER_HOUSE
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ReplayedPosition {
    pub position: SeenPosition,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Texts>,
}

impl ReplayedPosition {
    /// About the bytes that this takes over JSON, events apart.
    fn bytes(&self) -> usize {
        /// The ply, the status and the names of the fields.
        const STATUS: usize = 160;
        /// A move, and the event of a pick-up.
        const PLAY: usize = 160;
        /// A house of a board.
        const HOUSE: usize = 13;
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let board = self.board.as_ref().map_or(0, |board| board.south.len() + board.north.len());
        let texts =
            self.text.as_ref().map_or(0, |text| length(&text.line) + length(&text.board) + length(&text.spoken));
        let sentence = self.play.as_ref().map_or(0, |play| PLAY + play.sentence.len());
        STATUS + length(&self.position.text) + HOUSE * board + texts + sentence
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstIllegal {
    pub index: u32,
    pub reason: IllegalReason,
    #[schema(example = "AW-4")]
    pub ruling: &'static str,
    pub ruling_title: String,
    pub message: String,
}

impl FirstIllegal {
    /// The first move of a game that is not legal, by its place among the moves of the request, from 0.
    pub fn new(index: usize, illegal: &Illegal, voice: &Voice) -> Self {
        let Refused { ruling, ruling_title, message, .. } = Refused::illegal(illegal, voice);
        Self { index: index as u32, reason: Named(illegal.reason()), ruling, ruling_title, message }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ReviewGameResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewed: Option<ReviewedPly>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<ReviewEnd>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedPly {
    pub ply: u32,
    pub side: Side,
    pub r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    pub value_before: f64,
    pub certainty_before: Certainty,
    pub value_after: f64,
    pub certainty_after: Certainty,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<LegalMove>,
    pub cost: f64,
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewEnd {
    pub reviewed_to: u32,
    pub nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<Unanswered>,
    pub left_out: u32,
}
