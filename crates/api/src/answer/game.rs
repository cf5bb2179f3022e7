//! Answers about whole games: play-turn, replay-game and review-game.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_rules::{self as rules, BySide, ByTurn, Illegal, Move, Ruling};
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

answer! {
    pub struct PlayTurnResponse {
        pub plays: Vec<Play>,
        pub refused: Option<Refused>,
        pub unanswered: Option<Unanswered>,
        pub truncated: Option<bool>,
        pub position: SeenPosition,
        pub board: Board,
        pub status: Status,
        pub legal_moves: Option<Vec<LegalMove>>,
        pub illegal_moves: Option<Vec<IllegalMove>>,
        pub prompt: Option<String>,
        pub result: Option<String>,
        pub agree: Option<Agreement>,
        pub proposed: Option<Proposed>,
        pub recurrences: u32,
        pub text: Option<Texts>,
        pub texts: Option<Vec<LocalizedTexts>>,
        pub record: Option<String>,
        pub picture: Option<Picture>,
        pub puzzle: Option<PuzzleProgress>,
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LocalizedTexts {
    #[schema(example = "fr")]
    pub locale: &'static str,
    pub text: Texts,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Picture {
    pub url: String,
    pub alt: String,
}

impl PlayTurnResponse {
    /// The sown houses that the answer tells of.
    pub fn sown_houses(&self) -> usize {
        sown_houses(self.plays.iter().flat_map(|play| play.events.iter().flatten()))
    }

    /// Leaves out what happened in the moves.
    pub fn leave_out_events(&mut self) {
        for play in self.plays.iter_mut().filter(|play| play.events.is_some()) {
            (play.events, play.events_truncated) = (Some(Vec::new()), Some(true));
        }
    }
}

answer! {
    pub struct Play {
        pub side: Side,
        pub r#move: String,
        pub seat: Option<u32>,
        pub events: Option<Vec<Event>>,
        pub events_truncated: Option<bool>,
        pub sentence: String,
        pub suggestion: Option<SuggestMoveResponse>,
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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
            message: words::sentence(&voice.say(message), voice.language),
        }
    }

    /// Why a move that is not legal is refused.
    pub fn illegal(illegal: &Illegal, voice: &Voice) -> Self {
        Self::new(Reason::Illegal(illegal.reason()), illegal.ruling(), &illegal.into(), voice)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unanswered {
    pub reason: Reason,
    pub message: String,
    pub retry_after_ms: u32,
}

impl Unanswered {
    /// What could not be searched because of this error. The message is for players: limits and keys are not their
    /// business.
    pub fn new(error: &Error, language: Language) -> Self {
        let wait = error.retry_after.unwrap_or(RETRY_AFTER);
        let reason = error.reason;
        let unanswered = Self { reason, message: String::new(), retry_after_ms: milliseconds(wait) };
        Self { message: unanswered.message_in(language), ..unanswered }
    }

    /// The message in this language.
    pub fn message_in(&self, language: Language) -> String {
        language.say(&Message::new(match self.reason {
            Reason::DeadlineExceeded => "unanswered-late",
            _ => "unanswered-busy",
        }))
    }
}

answer! {
    pub struct Agreement {
        pub winner: Winner,
        pub score: Score,
        pub label: Option<String>,
    }
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
        let ByTurn { mover, other } = BySide { south, north }.map(f64::from).by_turn(side);
        mover - other
    }

    /// Who would win, and by what score.
    pub fn result(&self) -> Message {
        let Score { south, north } = self.score;
        let [won, lost] = [south.max(north), south.min(north)];
        let message = match self.winner.0.side() {
            Some(winner) => message!("would-win", winner),
            None => Message::new("would-draw"),
        };
        message.with("won", won).with("lost", lost)
    }
}

answer! {
    pub struct Proposed {
        pub by: Side,
        pub winner: Option<Winner>,
        pub score: Option<Score>,
        pub accepted: Option<bool>,
        pub message: String,
    }
}

answer! {
    pub struct ReplayGameResponse {
        pub positions: Vec<ReplayedPosition>,
        pub result: Option<String>,
        pub first_illegal: Option<FirstIllegal>,
        pub record: Option<GameRecord>,
    }
}

impl ReplayGameResponse {
    /// The size of the answer as a number of sown houses: those it tells of, and those that take as much room as the
    /// rest.
    pub fn size(&self) -> usize {
        let plays = || self.positions.iter().filter_map(|position| position.play.as_ref());
        let rest: usize = self.positions.iter().map(ReplayedPosition::bytes).sum();
        sown_houses(plays().flat_map(|play| play.events.iter().flatten())) + rest / BYTES_PER_HOUSE
    }
}

answer! {
    pub struct ReplayedPosition {
        pub position: SeenPosition,
        pub status: Status,
        pub play: Option<Play>,
        pub board: Option<Board>,
        pub text: Option<Texts>,
    }
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

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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

answer! {
    pub struct ReviewGameResponse {
        pub reviewed: Option<ReviewedPly>,
        pub end: Option<ReviewEnd>,
    }
}

answer! {
    pub struct ReviewedPly {
        pub ply: u32,
        pub side: Side,
        pub r#move: String,
        pub seat: Option<u32>,
        pub value_before: f64,
        pub certainty_before: Certainty,
        pub value_after: f64,
        pub certainty_after: Certainty,
        pub better: Option<LegalMove>,
        pub cost: f64,
        pub sentence: String,
    }
}

answer! {
    pub struct ReviewEnd {
        pub reviewed_to: u32,
        pub nodes: u64,
        pub unanswered: Option<Unanswered>,
        pub left_out: u32,
    }
}
