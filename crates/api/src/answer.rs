//! Answers, as JSON has them; gRPC maps them.
//!
//! The fields are described in `proto/mancala/v1`, which the OpenAPI document quotes.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_rules::{self as rules, Illegal, Line, Move, Ruling, Seen, View, string_enum};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{Error, RETRY_AFTER, Reason};
use crate::event_log::EventLog;
use crate::json::{
    Destination, EndReason, ErrorReason, IllegalReason, Named, Phase, Side, VariantName, Winner, milliseconds,
};
use crate::options::Options;
use crate::read::IllegalPly;
use crate::request::{Omit, Part, TextForm, TextOptions};
use crate::search::Found;
use crate::text::{DEFAULT_WIDTH, LastMove, Scene};
use crate::words::{self, Language, Message, Voice};

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Position {
    #[schema(example = "awale 444444/444444 0/0 s")]
    pub text: String,
    #[schema(example = "awale 444444/444444 0/0 s")]
    pub line: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "EAAAMPe973ve973gDf")]
    pub token: Option<String>,
    pub ply: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
}

impl Position {
    /// The position at the end of a line.
    fn new(line: &Line, setup: rules::Setup, omit: Omit) -> Self {
        let text = setup.text();
        let (token, ply) = ((!omit.has(Part::Token)).then(|| line.token()), line.ply());
        let line = if line.is_only_position() { text.clone() } else { line.to_string() };
        Self { text, line, token, ply, setup: (!omit.has(Part::Setup)).then(|| setup.into()) }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    pub variant: VariantName,
    pub options: Options,
    pub south: Vec<u32>,
    pub north: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stores: Option<Stores>,
    pub turn: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<EndReason>,
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
            quiet: setup.quiet,
            first: setup.first.map(Named),
            over: setup.over.map(Named),
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Stores {
    pub south: u32,
    pub north: u32,
}

impl From<[u32; 2]> for Stores {
    fn from([south, north]: [u32; 2]) -> Self {
        Self { south, north }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Score {
    pub south: u32,
    pub north: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    pub over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<EndReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_agree: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stores: Option<Stores>,
}

impl Status {
    /// The status of a position, which is `setup`.
    #[must_use]
    pub fn new(status: rules::Status, setup: &rules::Setup) -> Self {
        let stores = setup.stores.map(Into::into);
        match status {
            rules::Status::InProgress { can_agree } => Self {
                over: false,
                reason: None,
                winner: None,
                score: None,
                can_agree: Some(can_agree),
                turn: Some(Named(setup.turn)),
                stores,
            },
            rules::Status::Over { reason, winner, score } => Self {
                over: true,
                reason: Some(Named(reason)),
                winner: Some(Named(winner)),
                score: score.map(|[south, north]| Score { south: south.into(), north: north.into() }),
                can_agree: None,
                turn: None,
                stores,
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LegalMove {
    pub r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
}

impl LegalMove {
    /// A move of the player to move.
    #[must_use]
    pub fn new(position: &rules::Position, played: Move) -> Self {
        Self { r#move: played.text(), seat: position.seat(played) }
    }

    /// Every legal move but `agree`; none where they are omitted.
    #[must_use]
    pub fn all(position: &rules::Position, omit: Omit) -> Option<Vec<Self>> {
        let moves = || position.legal_moves().into_iter().map(|played| Self::new(position, played)).collect();
        (!omit.has(Part::LegalMoves)).then(moves)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct IllegalMove {
    pub r#move: String,
    pub reason: IllegalReason,
    #[schema(example = "AW-4")]
    pub ruling: &'static str,
    pub message: String,
}

impl IllegalMove {
    /// A move, and why it is not legal.
    fn new(played: Move, illegal: Illegal, voice: &Voice) -> Self {
        Self {
            r#move: played.text(),
            reason: Named(illegal.reason()),
            ruling: illegal.ruling().number(),
            message: voice.say(&(&illegal).into()),
        }
    }

    /// Every house of the player to move that may not be played; none where they are omitted.
    #[must_use]
    pub fn all(position: &rules::Position, omit: Omit, voice: &Voice) -> Option<Vec<Self>> {
        let reason = |(played, illegal)| Self::new(played, illegal, voice);
        let moves = || position.illegal_houses().into_iter().map(reason).collect();
        (!omit.has(Part::IllegalMoves)).then(moves)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Texts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spoken: Option<String>,
}

impl Texts {
    /// The texts asked for about the position at the end of a line, and the last moves; none where none is asked for.
    #[must_use]
    pub fn new(line: &Line, moves: &[LastMove<'_>], options: TextOptions) -> Option<Self> {
        let TextOptions { forms, side, width, view, voice, notice } = options;
        if forms.is_empty() {
            return None;
        }
        let scene = Scene::new(line, moves, side, voice).seen_by(view).with_notice(notice);
        Some(Self {
            line: forms.has(TextForm::Line).then(|| scene.line()),
            board: forms.has(TextForm::Board).then(|| scene.board(width.unwrap_or(DEFAULT_WIDTH))),
            spoken: forms.has(TextForm::Spoken).then(|| scene.spoken()),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartGameResponse {
    pub position: Position,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<LegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Texts>,
}

impl StartGameResponse {
    /// The answer about the position at the end of a line.
    #[must_use]
    pub fn new(line: &Line, omit: Omit) -> Self {
        let position = line.position();
        let setup = position.setup();
        Self {
            status: Status::new(position.status(), &setup),
            position: Position::new(line, setup, omit),
            legal_moves: LegalMove::all(&position, omit),
            text: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalMovesResponse {
    pub position: Position,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<LegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_moves: Option<Vec<IllegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Texts>,
}

impl LegalMovesResponse {
    /// The answer about the position at the end of a line.
    #[must_use]
    pub fn new(line: &Line, omit: Omit, language: Language) -> Self {
        let StartGameResponse { position, status, legal_moves, text } = StartGameResponse::new(line, omit);
        let illegal_moves = IllegalMove::all(&line.position(), omit, &language.into());
        Self { position, status, legal_moves, illegal_moves, text }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ValidateMoveResponse {
    pub position: Position,
    pub status: Status,
    pub legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<IllegalReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl ValidateMoveResponse {
    /// The answer about a move after a line.
    #[must_use]
    pub fn new(line: &Line, illegal: Option<Illegal>, omit: Omit, language: Language) -> Self {
        let position = line.position();
        let legal = illegal.is_none();
        let (reason, ruling, message) = match illegal {
            Some(illegal) => {
                (Some(Named(illegal.reason())), Some(illegal.ruling().number()), Some(language.say(&(&illegal).into())))
            }
            None => (None, None, None),
        };
        let setup = position.setup();
        let status = Status::new(position.status(), &setup);
        Self { position: Position::new(line, setup, omit), status, legal, reason, ruling, message }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplyMoveResponse {
    pub position: Position,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Event>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events_truncated: Option<bool>,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<LegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Texts>,
}

impl ApplyMoveResponse {
    /// The answer about the last move of a line, in which these events happened.
    #[must_use]
    pub fn new(line: &Line, log: Option<EventLog>, omit: Omit) -> Self {
        let StartGameResponse { position, status, legal_moves, text } = StartGameResponse::new(line, omit);
        let events_truncated = log.as_ref().is_some_and(|log| log.truncated).then_some(true);
        let events = log.map(|log| Event::all(&log.events).collect());
        Self { position, events, events_truncated, status, legal_moves, text }
    }
}

/// The room that a sown house takes at most over JSON, with its share of the rest of its lap: by this other parts of an
/// answer are counted as sown houses.
pub const BYTES_PER_HOUSE: usize = 87;

/// The sown houses that these events tell of. A store that a seed is sown into counts as one.
fn sown_houses<'a>(events: impl IntoIterator<Item = &'a Event>) -> usize {
    let seeds = |sow: &SowEvent| sow.houses.len() + usize::from(sow.store.is_some());
    events.into_iter().map(|event| if let Event::Sow(sow) = event { seeds(sow) } else { 0 }).sum()
}

impl ApplyMoveResponse {
    /// The sown houses that the answer tells of.
    #[must_use]
    pub fn sown_houses(&self) -> usize {
        sown_houses(self.events.iter().flatten())
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct House {
    pub side: Side,
    pub house: u32,
}

impl From<rules::House> for House {
    fn from(house: rules::House) -> Self {
        Self { side: Named(house.side), house: house.number.into() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Event {
    PickUp(PickUpEvent),
    Sow(SowEvent),
    Capture(CaptureEvent),
    BearOff(BearOffEvent),
    Share(ShareEvent),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickUpEvent {
    pub house: House,
    pub seeds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_more: Option<bool>,
    pub lap: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SowEvent {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub houses: Vec<House>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<Side>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CaptureEvent {
    pub house: House,
    pub seeds: u32,
    pub to: Destination,
    pub ruling: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BearOffEvent {
    pub seeds: u32,
    pub ruling: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShareEvent {
    pub south: u32,
    pub north: u32,
    pub off: u32,
    pub ruling: &'static str,
}

impl Event {
    /// The events of a move. Seeds sown into houses with nothing between them are one event.
    pub fn all(events: &[rules::Event]) -> impl Iterator<Item = Self> {
        let house = |event: &rules::Event| match event.sown() {
            Some(rules::Place::House(house)) => Some(house),
            Some(rules::Place::Store(_)) | None => None,
        };
        events.chunk_by(move |one, next| house(one).is_some() && house(next).is_some()).map(move |run| match run[0] {
            rules::Event::PickUp { house, seeds, lap } => {
                Self::PickUp(PickUpEvent { house: house.into(), seeds: seeds.into(), or_more: None, lap })
            }
            rules::Event::Sow { place: rules::Place::House(_) } => {
                Self::Sow(SowEvent { houses: run.iter().filter_map(house).map(Into::into).collect(), store: None })
            }
            rules::Event::Sow { place: rules::Place::Store(side) } => {
                Self::Sow(SowEvent { houses: Vec::new(), store: Some(Named(side)) })
            }
            rules::Event::Capture { house, seeds, to, ruling } => Self::Capture(CaptureEvent {
                house: house.into(),
                seeds: seeds.into(),
                to: Named(to),
                ruling: ruling.number(),
            }),
            rules::Event::BearOff { seeds, ruling } => {
                Self::BearOff(BearOffEvent { seeds: seeds.into(), ruling: ruling.number() })
            }
            rules::Event::Share { south, north, off, ruling } => Self::Share(ShareEvent {
                south: south.into(),
                north: north.into(),
                off: off.into(),
                ruling: ruling.number(),
            }),
        })
    }

    /// This event of a game, as somebody with this view may see it (AW-12).
    #[must_use]
    pub fn seen(self, variant: rules::Variant, view: View) -> Self {
        match self {
            Self::PickUp(PickUpEvent { house, seeds, lap, .. }) => {
                let HouseCount { seeds, or_more } = view.see(variant, house.side.0, seeds).into();
                Self::PickUp(PickUpEvent { house, seeds, or_more, lap })
            }
            Self::Sow(_) | Self::Capture(_) | Self::BearOff(_) | Self::Share(_) => self,
        }
    }
}

/// What ended a search, as JSON spells it.
pub type StoppedByName = Named<StoppedBy>;
/// Whether a value is the game-theoretic one (C-10) or an estimate.
pub type Certainty = Named<ayla_engine::Certainty>;

string_enum! {
    /// What ended a search.
    pub enum StoppedBy {
        /// The value is proven: there is nothing more to find.
        Proven = "proven",
        /// The limit of depth.
        Depth = "depth",
        /// The limit of nodes.
        Nodes = "nodes",
        /// The limit of time, the caller's or the server's.
        Time = "time",
        /// The caller's deadline.
        Deadline = "deadline",
        /// Nothing yet: the search goes on, and a better answer may follow.
        Nothing = "nothing",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    pub r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    pub value: f64,
    pub certainty: Certainty,
    pub principal_line: Vec<String>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    pub nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestMoveResponse {
    pub r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    pub value: f64,
    pub certainty: Certainty,
    pub principal_line: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub candidates: Vec<Candidate>,
    pub depth: u32,
    pub nodes: u64,
    pub limits: SearchLimits,
    pub stopped_by: StoppedByName,
    pub tables: Vec<String>,
    pub engine: &'static str,
    pub deterministic: bool,
}

impl SuggestMoveResponse {
    /// What a search has found.
    #[must_use]
    pub fn new(found: Found, omit: Omit) -> Self {
        let position = found.position;
        let candidate = |candidate: ayla_engine::Candidate| {
            let LegalMove { r#move, seat } = LegalMove::new(&position, candidate.played);
            let line = if omit.has(Part::PrincipalLine) { &[] } else { candidate.line.as_slice() };
            let principal_line = line.iter().map(|played| played.text()).collect();
            Candidate { r#move, seat, value: candidate.value, certainty: Named(candidate.certainty), principal_line }
        };
        let Candidate { r#move, seat, value, certainty, principal_line } = candidate(found.best);
        Self {
            r#move,
            seat,
            value,
            certainty,
            principal_line,
            candidates: found.candidates.into_iter().map(candidate).collect(),
            depth: found.depth,
            nodes: found.nodes,
            limits: found.limits,
            stopped_by: Named(found.stopped_by),
            tables: found.table.into_iter().collect(),
            engine: ayla_engine::ENGINE,
            deterministic: found.deterministic,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SuggestMoveStreamResponse {
    pub suggestion: SuggestMoveResponse,
    pub last: bool,
}

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
    pub text: Option<Texts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Picture {
    pub url: String,
    pub alt: String,
}

impl PlayTurnResponse {
    /// The sown houses that the answer tells of.
    #[must_use]
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
    pub reason: ErrorReason,
    #[schema(example = "AW-4")]
    pub ruling: &'static str,
    pub ruling_title: String,
    pub message: String,
}

impl Refused {
    /// Why a move is refused.
    #[must_use]
    pub fn new(reason: Reason, ruling: Ruling, message: &Message, voice: &Voice) -> Self {
        Self {
            reason: ErrorReason(reason),
            ruling: ruling.number(),
            ruling_title: voice.say(&words::ruling(ruling)),
            message: words::sentence(&voice.say(message)),
        }
    }

    /// Why a move that is not legal is refused.
    #[must_use]
    pub fn illegal(illegal: &Illegal, voice: &Voice) -> Self {
        Self::new(Reason::Illegal(illegal.reason()), illegal.ruling(), &illegal.into(), voice)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unanswered {
    pub reason: ErrorReason,
    pub message: String,
    pub retry_after_ms: u32,
}

impl Unanswered {
    /// What could not be searched because of this error.
    #[must_use]
    pub fn new(error: Box<Error>, language: Language) -> Self {
        let error = error.in_language(language);
        let wait = error.retry_after.unwrap_or(RETRY_AFTER);
        Self { reason: ErrorReason(error.reason), message: error.detail(), retry_after_ms: milliseconds(wait) }
    }
}

/// A position as a view shows it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeenPosition {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "awale 444444/444444 0/0 s")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "awale 444444/444444 0/0 s")]
    pub line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "EAAAMPe973ve973gDf")]
    pub token: Option<String>,
    pub ply: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
}

impl SeenPosition {
    /// A position on the way, without what is for going on from it.
    #[must_use]
    pub fn on_the_way(setup: &rules::Setup, ply: u32, is_hidden: bool) -> Self {
        Self { text: (!is_hidden).then(|| setup.text()), line: None, token: None, ply, setup: None }
    }

    /// The position, without what says how many seeds are where if that `is_hidden`.
    #[must_use]
    pub fn new(Position { text, line, token, ply, setup }: Position, is_hidden: bool) -> Self {
        let shown = (!is_hidden).then_some((text, line));
        let (text, line) = shown.unzip();
        Self { text, line, token, ply, setup: setup.filter(|_| !is_hidden) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Board {
    pub south: Vec<HouseCount>,
    pub north: Vec<HouseCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stores: Option<Stores>,
}

impl Board {
    /// The board of a position as somebody with this view may see it (AW-12).
    #[must_use]
    pub fn new(setup: &rules::Setup, view: View) -> Self {
        let row = |side| {
            let seen = setup.row(side).iter().map(|&seeds| view.see(setup.rules.variant(), side, seeds));
            seen.map(HouseCount::from).collect()
        };
        let stores = setup.stores.map(Into::into);
        Self { south: row(rules::Side::South), north: row(rules::Side::North), stores }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseCount {
    pub seeds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_more: Option<bool>,
}

impl From<Seen> for HouseCount {
    fn from(Seen { seeds, or_more }: Seen) -> Self {
        Self { seeds, or_more: or_more.then_some(true) }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Agreement {
    pub winner: Winner,
    pub score: Score,
}

impl Agreement {
    /// What agreeing to stop would give; nothing where it is not possible.
    #[must_use]
    pub fn of(position: rules::Position) -> Option<Self> {
        match position.play(Move::Agree).ok()?.status() {
            rules::Status::Over { winner, score: Some([south, north]), .. } => {
                Some(Self { winner: Named(winner), score: Score { south: south.into(), north: north.into() } })
            }
            rules::Status::Over { score: None, .. } | rules::Status::InProgress { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayGameResponse {
    pub positions: Vec<ReplayedPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_illegal: Option<FirstIllegal>,
}

impl ReplayGameResponse {
    /// The size of the answer as a number of sown houses: those it tells of, and those that take as much room as the rest.
    #[must_use]
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
    /// The first move of a game that is not legal.
    #[must_use]
    pub fn new(IllegalPly { index, illegal, .. }: &IllegalPly, voice: &Voice) -> Self {
        let Refused { ruling, ruling_title, message, .. } = Refused::illegal(illegal, voice);
        Self { index: *index as u32, reason: Named(illegal.reason()), ruling, ruling_title, message }
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<Unanswered>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::{House, Place, Side::North, Side::South};
    use serde_json::json;

    #[test]
    fn a_seed_sown_into_a_store_is_an_event_of_its_own() {
        let sow = |place| rules::Event::Sow { place };
        let house = |side, number| sow(Place::House(House { side, number }));
        let events = [house(South, 6), sow(Place::Store(South)), house(North, 1), house(North, 2)];
        let said: Vec<_> = Event::all(&events).collect();
        let expected = json!([
            {"sow": {"houses": [{"side": "south", "house": 6}]}},
            {"sow": {"store": "south"}},
            {"sow": {"houses": [{"side": "north", "house": 1}, {"side": "north", "house": 2}]}},
        ]);
        assert_eq!(serde_json::to_value(&said).expect("JSON"), expected);
        assert_eq!(sown_houses(&said), 4);
    }
}
