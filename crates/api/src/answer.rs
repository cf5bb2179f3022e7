//! Answers, as JSON has them; gRPC maps them.
//!
//! The fields are described in `proto/mancala/v1`, which the OpenAPI document quotes.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

/// Defines an answer, or a part of one. JSON leaves out what is absent, and has the names of fields in camel case.
#[macro_export]
macro_rules! answer {
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        $crate::answer! { [$(#[$meta])* $name] [] $($fields)* }
    };
    ($head:tt [$($done:tt)*] $(#[$meta:meta])* pub $field:ident: Option<$type:ty>, $($rest:tt)*) => {
        $crate::answer! {
            $head
            [$($done)* $(#[$meta])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,]
            $($rest)*
        }
    };
    ($head:tt [$($done:tt)*] $(#[$meta:meta])* pub $field:ident: $type:ty, $($rest:tt)*) => {
        $crate::answer! { $head [$($done)* $(#[$meta])* pub $field: $type,] $($rest)* }
    };
    ([$(#[$meta:meta])* $name:ident] [$($fields:tt)*]) => {
        #[allow(missing_docs, reason = "described in proto/mancala/v1")]
        #[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
        $(#[$meta])*
        #[serde(rename_all = "camelCase")]
        pub struct $name { $($fields)* }
    };
}

mod batch;
mod event;
mod game;
mod puzzle;
mod record;
mod search;
mod server_info;

pub use batch::*;
pub use event::*;
pub use game::*;
pub use puzzle::*;
pub use record::*;
pub use search::*;
pub use server_info::*;

use event::sown_houses;

use ayla_rules::{self as rules, BySide, Illegal, Line, Move, Seen, View};
use serde::Serialize;
use utoipa::ToSchema;

use crate::event_log::EventLog;
use crate::json::{EndReason, IllegalReason, Named, Phase, Side, VariantName, Winner};
use crate::options::Options;
use crate::request::{Omit, Part, TextForm, TextOptions};
use crate::text::{DEFAULT_WIDTH, LastMove, Scene, next_round};
use crate::words::{self, Language, Voice};

answer! {
    pub struct Position {
        #[schema(example = "awale 444444/444444 0/0 s")]
        pub text: String,
        #[schema(example = "awale 444444/444444 0/0 s")]
        pub line: String,
        #[schema(example = "EAAAMPe973ve973gDf")]
        pub token: Option<String>,
        pub ply: u32,
        pub setup: Option<Setup>,
    }
}

impl Position {
    /// The position at the end of a line.
    fn new(line: &Line, setup: rules::Setup, omit: Omit) -> Self {
        let text = setup.text();
        let token = (!omit.has(Part::Token)).then(|| line.token());
        let ply = line.ply();
        let line = if line.is_only_position() { text.clone() } else { line.to_string() };
        Self { text, line, token, ply, setup: (!omit.has(Part::Setup)).then(|| setup.into()) }
    }
}

answer! {
    pub struct Setup {
        pub variant: VariantName,
        pub options: Options,
        pub south: Vec<u32>,
        pub north: Vec<u32>,
        pub stores: Option<Stores>,
        pub turn: Side,
        pub phase: Option<Phase>,
        pub tuzdiks: Option<Tuzdiks>,
        pub burnt: Option<Burnt>,
        pub quiet: Option<u32>,
        pub first: Option<Side>,
        pub over: Option<EndReason>,
    }
}

impl From<rules::Setup> for Setup {
    fn from(setup: rules::Setup) -> Self {
        Self {
            variant: Named(setup.rules.variant()),
            options: Options::in_play(setup.rules),
            south: setup.south,
            north: setup.north,
            stores: setup.stores.map(Into::into),
            turn: Named(setup.turn),
            phase: setup.phase.map(Named),
            tuzdiks: Tuzdiks::of(setup.tuzdiks),
            burnt: Burnt::of(setup.burnt),
            quiet: setup.quiet,
            first: setup.first.map(Named),
            over: setup.over.map(Named),
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Stores {
    pub south: u32,
    pub north: u32,
}

impl From<BySide<u32>> for Stores {
    fn from(BySide { south, north }: BySide<u32>) -> Self {
        Self { south, north }
    }
}

answer! {
    #[derive(Copy)]
    pub struct Tuzdiks {
        pub south: Option<u32>,
        pub north: Option<u32>,
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Burnt {
    pub south: Vec<u32>,
    pub north: Vec<u32>,
}

impl Burnt {
    /// The burnt houses of South and North, if there is one.
    fn of(BySide { south, north }: BySide<Vec<u32>>) -> Option<Self> {
        (!south.is_empty() || !north.is_empty()).then_some(Self { south, north })
    }
}

impl Tuzdiks {
    /// The tuzdiks of South and North, if there is one.
    fn of(BySide { south, north }: BySide<Option<u32>>) -> Option<Self> {
        (south.is_some() || north.is_some()).then_some(Self { south, north })
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Score {
    pub south: u32,
    pub north: u32,
}

impl From<BySide<u8>> for Score {
    fn from(BySide { south, north }: BySide<u8>) -> Self {
        Self { south: south.into(), north: north.into() }
    }
}

answer! {
    #[derive(Default)]
    pub struct Status {
        pub over: bool,
        pub reason: Option<EndReason>,
        pub winner: Option<Winner>,
        pub score: Option<Score>,
        pub can_agree: Option<bool>,
        pub turn: Option<Side>,
        pub stores: Option<Stores>,
        pub next_round: Option<NextRound>,
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct NextRound {
    pub first: Side,
}

impl Status {
    /// The status of a position, which is `setup`.
    pub fn new(status: rules::Status, setup: &rules::Setup) -> Self {
        let stores = setup.stores.map(Into::into);
        match status {
            rules::Status::InProgress { can_agree } => {
                Self { can_agree: Some(can_agree), turn: Some(Named(setup.turn)), stores, ..Self::default() }
            }
            rules::Status::Over { reason, winner, score } => Self {
                over: true,
                reason: Some(Named(reason)),
                winner: Some(Named(winner)),
                score: score.map(Score::from),
                stores,
                next_round: next_round(setup).map(|first| NextRound { first: Named(first) }),
                ..Self::default()
            },
        }
    }
}

answer! {
    pub struct LegalMove {
        pub r#move: String,
        pub seat: Option<u32>,
        pub label: Option<String>,
    }
}

impl LegalMove {
    /// A move of the player to move.
    pub fn new(position: &rules::Position, played: Move) -> Self {
        Self { r#move: played.text(), seat: position.seat(played), label: None }
    }

    /// Every legal move but `agree`; none where they are omitted. Each has a label in the language that `labels` names.
    pub fn all(position: &rules::Position, omit: Omit, labels: Option<Language>) -> Option<Vec<Self>> {
        let labels = labels.filter(|_| !omit.has(Part::Labels));
        let labelled = |played| {
            let label = labels.map(|language| language.say(&words::label(played)));
            Self { label, ..Self::new(position, played) }
        };
        (!omit.has(Part::LegalMoves)).then(|| position.legal_moves().into_iter().map(labelled).collect())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IllegalMove {
    pub r#move: String,
    pub reason: IllegalReason,
    #[schema(example = "AW-4")]
    pub ruling: &'static str,
    pub ruling_title: String,
    pub message: String,
}

impl IllegalMove {
    /// A move, and why it is not legal.
    fn new(played: Move, illegal: Illegal, voice: &Voice) -> Self {
        Self {
            r#move: played.text(),
            reason: Named(illegal.reason()),
            ruling: illegal.ruling().number(),
            ruling_title: voice.say(&words::ruling(illegal.ruling())),
            message: voice.say(&(&illegal).into()),
        }
    }

    /// Every house of the player to move that may not be played; none where they are omitted.
    pub fn all(position: &rules::Position, omit: Omit, voice: &Voice) -> Option<Vec<Self>> {
        let reason = |(played, illegal)| Self::new(played, illegal, voice);
        let moves = || position.illegal_houses().into_iter().map(reason).collect();
        (!omit.has(Part::IllegalMoves)).then(moves)
    }
}

answer! {
    #[derive(Default)]
    pub struct Texts {
        pub line: Option<String>,
        pub board: Option<String>,
        pub spoken: Option<String>,
    }
}

impl Texts {
    /// The texts asked for about the position at the end of a line, and the last moves; none where none is asked for.
    pub fn new<'a>(line: &Line, moves: impl IntoIterator<Item = &'a LastMove>, options: TextOptions) -> Option<Self> {
        let TextOptions { forms, viewer, width, view, voice, notice, .. } = options;
        if forms.is_empty() {
            return None;
        }
        let mut scene = Scene::new(line, moves, viewer, voice).seen_by(view);
        scene.notice = notice;
        Some(Self {
            line: forms.has(TextForm::Line).then(|| scene.line()),
            board: forms.has(TextForm::Board).then(|| scene.board(width.unwrap_or(DEFAULT_WIDTH))),
            spoken: forms.has(TextForm::Spoken).then(|| scene.spoken()),
        })
    }
}

answer! {
    pub struct StartGameResponse {
        pub position: Position,
        pub status: Status,
        pub legal_moves: Option<Vec<LegalMove>>,
        pub text: Option<Texts>,
    }
}

impl StartGameResponse {
    /// The answer about the position at the end of a line. The legal moves have labels in the language that `labels`
    /// names.
    pub fn new(line: &Line, omit: Omit, labels: Option<Language>) -> Self {
        let position = line.position();
        let setup = position.setup();
        Self {
            status: Status::new(position.status(), &setup),
            position: Position::new(line, setup, omit),
            legal_moves: LegalMove::all(&position, omit, labels),
            text: None,
        }
    }
}

answer! {
    pub struct LegalMovesResponse {
        pub position: Position,
        pub status: Status,
        pub legal_moves: Option<Vec<LegalMove>>,
        pub illegal_moves: Option<Vec<IllegalMove>>,
        pub text: Option<Texts>,
    }
}

impl LegalMovesResponse {
    /// The answer about the position at the end of a line. The legal moves have labels in the language that `labels`
    /// names.
    pub fn new(line: &Line, omit: Omit, voice: &Voice, labels: Option<Language>) -> Self {
        let StartGameResponse { position, status, legal_moves, text } = StartGameResponse::new(line, omit, labels);
        let illegal_moves = IllegalMove::all(&line.position(), omit, voice);
        Self { position, status, legal_moves, illegal_moves, text }
    }
}

answer! {
    pub struct ValidateMoveResponse {
        pub position: Position,
        pub status: Status,
        pub legal: bool,
        pub reason: Option<IllegalReason>,
        pub ruling: Option<&'static str>,
        pub ruling_title: Option<String>,
        pub message: Option<String>,
    }
}

impl ValidateMoveResponse {
    /// The answer about a move after a line.
    pub fn new(line: &Line, illegal: Option<Illegal>, omit: Omit, language: Language) -> Self {
        let position = line.position();
        let setup = position.setup();
        Self {
            status: Status::new(position.status(), &setup),
            position: Position::new(line, setup, omit),
            legal: illegal.is_none(),
            reason: illegal.map(|illegal| Named(illegal.reason())),
            ruling: illegal.map(|illegal| illegal.ruling().number()),
            ruling_title: illegal.map(|illegal| language.say(&words::ruling(illegal.ruling()))),
            message: illegal.map(|illegal| language.say(&(&illegal).into())),
        }
    }
}

answer! {
    pub struct ApplyMoveResponse {
        pub position: Position,
        pub events: Option<Vec<Event>>,
        pub events_truncated: Option<bool>,
        pub status: Status,
        pub legal_moves: Option<Vec<LegalMove>>,
        pub text: Option<Texts>,
    }
}

impl ApplyMoveResponse {
    /// The answer about the last move of a line, in which these events happened.
    pub fn new(line: &Line, log: Option<EventLog>, omit: Omit, labels: Option<Language>) -> Self {
        let StartGameResponse { position, status, legal_moves, text } = StartGameResponse::new(line, omit, labels);
        let events_truncated = log.as_ref().is_some_and(|log| log.truncated).then_some(true);
        let events = log.map(|log| Event::all(&log.events).collect());
        Self { position, events, events_truncated, status, legal_moves, text }
    }

    /// The sown houses that the answer tells of.
    pub fn sown_houses(&self) -> usize {
        sown_houses(self.events.iter().flatten())
    }
}

answer! {
    /// A position as a view shows it.
    pub struct SeenPosition {
        #[schema(example = "awale 444444/444444 0/0 s")]
        pub text: Option<String>,
        #[schema(example = "awale 444444/444444 0/0 s")]
        pub line: Option<String>,
        #[schema(example = "EAAAMPe973ve973gDf")]
        pub token: Option<String>,
        pub ply: u32,
        pub setup: Option<Setup>,
    }
}

impl SeenPosition {
    /// A position on the way, without what is for going on from it.
    pub fn on_the_way(setup: &rules::Setup, ply: u32, is_hidden: bool) -> Self {
        Self { text: (!is_hidden).then(|| setup.text()), line: None, token: None, ply, setup: None }
    }

    /// The position, without what says how many seeds are where if that `is_hidden`.
    pub fn new(Position { text, line, token, ply, setup }: Position, is_hidden: bool) -> Self {
        let shown = (!is_hidden).then_some((text, line));
        let (text, line) = shown.unzip();
        Self { text, line, token, ply, setup: setup.filter(|_| !is_hidden) }
    }
}

answer! {
    pub struct Board {
        pub south: Vec<HouseCount>,
        pub north: Vec<HouseCount>,
        pub stores: Option<Stores>,
        pub tuzdiks: Option<Tuzdiks>,
        pub burnt: Option<Burnt>,
    }
}

impl Board {
    /// The board of a position as somebody with this view may see it (AW-12).
    pub fn new(setup: &rules::Setup, view: View) -> Self {
        let row = |side| {
            let seen = setup.row(side).iter().map(|&seeds| view.see(setup.rules.variant(), side, seeds));
            seen.map(HouseCount::from).collect()
        };
        let stores = setup.stores.map(Into::into);
        let tuzdiks = Tuzdiks::of(setup.tuzdiks);
        let burnt = Burnt::of(setup.burnt.clone());
        Self { south: row(rules::Side::South), north: row(rules::Side::North), stores, tuzdiks, burnt }
    }
}

answer! {
    #[derive(Copy)]
    pub struct HouseCount {
        pub seeds: u32,
        pub or_more: Option<bool>,
    }
}

impl From<Seen> for HouseCount {
    fn from(Seen { seeds, or_more }: Seen) -> Self {
        Self { seeds, or_more: or_more.then_some(true) }
    }
}
