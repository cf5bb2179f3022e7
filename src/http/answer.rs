//! The bodies of answers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::service::answer;
use crate::service::stream::Advice;
use ayla_engine::Level;
use ayla_rules as game;

use super::options::Options;
use super::request::{Setup, Stores};
use super::word::{Certainty, Destination, EndReason, IllegalReason, Side, StoppedBy, Winner};

/// A position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Position {
    /// The canonical text.
    #[schema(example = "awale 444444/444444 0/0 s")]
    pub text: String,
    /// The line to send next time, so that no rule that looks back is lost. The same as `text` when there is none.
    #[schema(example = "awale 444444/444444 0/0 s")]
    pub line: String,
    /// The structured form, which can be sent back unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
}

impl From<&game::Setup> for Setup {
    fn from(setup: &game::Setup) -> Self {
        let row = |row: &[u32]| Some(row.iter().map(|&seeds| seeds.into()).collect());
        Self {
            variant: Some(setup.rules.variant().name().to_owned()),
            options: Some(Options::in_play(&setup.rules)),
            south: row(&setup.south),
            north: row(&setup.north),
            stores: setup.stores.map(|[south, north]| Stores { south: Some(south.into()), north: Some(north.into()) }),
            turn: Some(setup.turn.into()),
            phase: setup.phase.map(Into::into),
            quiet: setup.quiet.map(Into::into),
            first: setup.first.map(Into::into),
            over: setup.over.map(Into::into),
        }
    }
}

impl From<answer::PositionAnswer> for Position {
    fn from(position: answer::PositionAnswer) -> Self {
        Self { text: position.text, line: position.line, setup: position.setup.as_ref().map(Into::into) }
    }
}

/// The final stores.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct Score {
    /// South's seeds.
    pub south: u32,
    /// North's seeds.
    pub north: u32,
}

/// How the game stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Whether the game has ended.
    pub over: bool,
    /// Why it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<EndReason>,
    /// Who won, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The final stores, once it has ended; none in Andada.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Whether both players may agree to stop (AW-7, AY-10), while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_agree: Option<bool>,
}

impl From<game::Status> for Status {
    fn from(status: game::Status) -> Self {
        match status {
            game::Status::InProgress { can_agree } => {
                Self { over: false, reason: None, winner: None, score: None, can_agree: Some(can_agree) }
            }
            game::Status::Over { reason, winner, score } => Self {
                over: true,
                reason: Some(reason.into()),
                winner: Some(winner.into()),
                score: score.map(|[south, north]| Score { south: south.into(), north: north.into() }),
                can_agree: None,
            },
        }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The move's text (N-6).
    #[serde(rename = "move")]
    pub played: String,
    /// The seat that makes it, in Andada (AN-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
}

impl From<answer::LegalMove> for LegalMove {
    fn from(legal: answer::LegalMove) -> Self {
        Self { played: legal.played.text(), seat: legal.seat }
    }
}

/// A house that cannot be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IllegalMove {
    /// The house's number, as a move's text (N-6).
    #[serde(rename = "move")]
    pub asked: String,
    /// Why not.
    pub reason: IllegalReason,
    /// The number of the ruling.
    #[schema(example = "AW-4")]
    pub ruling: &'static str,
    /// The reason as a sentence.
    pub message: String,
}

/// The answer of start-game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartGameResponse {
    /// The first position.
    pub position: Position,
    /// How the game stands.
    pub status: Status,
    /// Every legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<LegalMove>>,
}

/// The answer of legal-moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalMovesResponse {
    /// The position, settled (C-8).
    pub position: Position,
    /// How the game stands.
    pub status: Status,
    /// Every legal move but `agree`: houses in ascending order, then the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<LegalMove>>,
    /// Every house that cannot be played, with the reason.
    pub illegal_moves: Vec<IllegalMove>,
}

/// The answer of validate-move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ValidateMoveResponse {
    /// The position, settled (C-8).
    pub position: Position,
    /// How the game stands.
    pub status: Status,
    /// Whether the move is legal.
    pub legal: bool,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<IllegalReason>,
    /// The number of the ruling that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
    /// The reason as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The answer of apply-move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplyMoveResponse {
    /// The position after the move.
    pub position: Position,
    /// What happened on the way, in order: enough to show the move seed by seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Event>>,
    /// How the game stands after it.
    pub status: Status,
    /// The legal moves of the player to move next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<LegalMove>>,
}

fn legal_moves(moves: Option<Vec<answer::LegalMove>>) -> Option<Vec<LegalMove>> {
    Some(moves?.into_iter().map(Into::into).collect())
}

impl From<(answer::Standing, answer::MoveList)> for StartGameResponse {
    fn from((standing, moves): (answer::Standing, answer::MoveList)) -> Self {
        Self {
            position: standing.position.into(),
            status: standing.status.into(),
            legal_moves: legal_moves(moves.legal),
        }
    }
}

impl From<(answer::Standing, answer::MoveList)> for LegalMovesResponse {
    fn from((standing, moves): (answer::Standing, answer::MoveList)) -> Self {
        let illegal = |(asked, illegal): (game::Move, game::Illegal)| IllegalMove {
            asked: asked.text(),
            reason: illegal.reason().into(),
            ruling: illegal.ruling().number(),
            message: illegal.to_string(),
        };
        Self {
            position: standing.position.into(),
            status: standing.status.into(),
            legal_moves: legal_moves(moves.legal),
            illegal_moves: moves.illegal.into_iter().map(illegal).collect(),
        }
    }
}

impl From<answer::Validated> for ValidateMoveResponse {
    fn from(validated: answer::Validated) -> Self {
        let (reason, ruling, message) = match validated.illegal {
            Some(illegal) => {
                (Some(illegal.reason().into()), Some(illegal.ruling().number()), Some(illegal.to_string()))
            }
            None => (None, None, None),
        };
        Self {
            position: validated.standing.position.into(),
            status: validated.standing.status.into(),
            legal: reason.is_none(),
            reason,
            ruling,
            message,
        }
    }
}

impl From<answer::Applied> for ApplyMoveResponse {
    fn from(applied: answer::Applied) -> Self {
        Self {
            position: applied.standing.position.into(),
            events: applied.events.map(|events| events.into_iter().map(Into::into).collect()),
            status: applied.standing.status.into(),
            legal_moves: legal_moves(applied.moves.legal),
        }
    }
}

/// A house: whose it is, and its number from its owner's left.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct House {
    /// The owner.
    pub side: Side,
    /// The number, from 1.
    pub house: u32,
}

impl From<game::House> for House {
    fn from(house: game::House) -> Self {
        Self { side: house.side.into(), house: house.number.into() }
    }
}

/// One thing that happened during a move. The one property says what.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Event {
    /// All seeds of a house are taken up, to be sown.
    PickUp(PickUpEvent),
    /// Seeds are sown one by one.
    Sow(SowEvent),
    /// The seeds of a house are captured.
    Capture(CaptureEvent),
    /// The seeds in hand leave the board (AN-5).
    BearOff(BearOffEvent),
    /// The game ends: houses and hand are emptied, and the seeds shared.
    Share(ShareEvent),
}

/// All seeds of a house are taken up, to be sown.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct PickUpEvent {
    /// The house.
    pub house: House,
    /// How many seeds.
    pub seeds: u32,
    /// Which lap of the sowing this begins, from 1.
    pub lap: u32,
}

/// Seeds are sown one by one, with nothing between.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SowEvent {
    /// The houses that get a seed, in order.
    pub houses: Vec<House>,
}

/// The seeds of a house are captured.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CaptureEvent {
    /// The house.
    pub house: House,
    /// How many seeds.
    pub seeds: u32,
    /// Where they go.
    pub to: Destination,
    /// The ruling by which they are captured.
    pub ruling: &'static str,
}

/// The seeds in hand leave the board (AN-5).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BearOffEvent {
    /// How many seeds.
    pub seeds: u32,
    /// The ruling by which they leave.
    pub ruling: &'static str,
}

/// The game ends: houses and hand are emptied, and the seeds shared.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShareEvent {
    /// Seeds that go to South's store.
    pub south: u32,
    /// Seeds that go to North's store.
    pub north: u32,
    /// Seeds that count for nobody.
    pub off: u32,
    /// The ruling by which they are shared.
    pub ruling: &'static str,
}

impl From<game::Event> for Event {
    fn from(event: game::Event) -> Self {
        match event {
            game::Event::PickUp { house, seeds, lap } => {
                Self::PickUp(PickUpEvent { house: house.into(), seeds: seeds.into(), lap })
            }
            game::Event::Sow { houses } => Self::Sow(SowEvent { houses: houses.into_iter().map(Into::into).collect() }),
            game::Event::Capture { house, seeds, to, ruling } => Self::Capture(CaptureEvent {
                house: house.into(),
                seeds: seeds.into(),
                to: to.into(),
                ruling: ruling.number(),
            }),
            game::Event::BearOff { seeds, ruling } => {
                Self::BearOff(BearOffEvent { seeds: seeds.into(), ruling: ruling.number() })
            }
            game::Event::Share { south, north, off, ruling } => Self::Share(ShareEvent {
                south: south.into(),
                north: north.into(),
                off: off.into(),
                ruling: ruling.number(),
            }),
        }
    }
}

/// A move with its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The move's text (N-6).
    #[serde(rename = "move")]
    pub played: String,
    /// The seat that makes it, in Andada (AN-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    /// Final stores of the player to move minus the opponent's, seeds already stored included; in Andada 1 is won, -1
    /// lost, 0 neither (C-10). A whole number when proven.
    pub value: f64,
    /// Whether the value is proven.
    pub certainty: Certainty,
    /// The moves that the value rests on, this one first.
    pub principal_line: Vec<String>,
}

impl From<answer::Candidate> for Candidate {
    fn from(candidate: answer::Candidate) -> Self {
        Self {
            played: candidate.legal.played.text(),
            seat: candidate.legal.seat,
            value: candidate.value,
            certainty: candidate.certainty.into(),
            principal_line: candidate.line.iter().map(|played| played.text()).collect(),
        }
    }
}

/// Limits of a search.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchLimits {
    /// The greatest depth, in moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The most nodes; a node is a move made in the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The most time, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u32>,
    /// The level, where one was asked for: the other limits hold what it allows itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

/// The answer of suggest-move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestMoveResponse {
    /// The best move's text (N-6).
    #[serde(rename = "move")]
    pub played: String,
    /// The seat that makes it, in Andada (AN-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    /// Final stores of the player to move minus the opponent's, seeds already stored included; in Andada 1 is won, -1
    /// lost, 0 neither (C-10). A whole number when proven.
    pub value: f64,
    /// Whether the value is proven.
    pub certainty: Certainty,
    /// The moves that the value rests on, the best move first.
    pub principal_line: Vec<String>,
    /// Every legal move with its value, best first, when asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub candidates: Vec<Candidate>,
    /// The depth of the last search that was completed.
    pub depth: u32,
    /// The moves made.
    pub nodes: u64,
    /// The limits in force, after the server's clamps.
    pub limits: SearchLimits,
    /// What ended the search.
    pub stopped_by: StoppedBy,
    /// The endgame tables used.
    pub tables: Vec<String>,
    /// The engine, with its version.
    pub engine: String,
    /// Whether the answer depends on nothing but the request, the engine and the tables.
    pub deterministic: bool,
}

impl From<answer::Suggestion> for SuggestMoveResponse {
    fn from(suggestion: answer::Suggestion) -> Self {
        let best = Candidate::from(suggestion.best);
        let limits = suggestion.limits;
        Self {
            played: best.played,
            seat: best.seat,
            value: best.value,
            certainty: best.certainty,
            principal_line: best.principal_line,
            candidates: suggestion.candidates.into_iter().map(Into::into).collect(),
            depth: suggestion.depth,
            nodes: suggestion.nodes,
            limits: SearchLimits {
                depth: limits.depth,
                nodes: limits.nodes,
                time_ms: limits.time.map(millis),
                level: limits.level.map(Level::number),
            },
            stopped_by: suggestion.stopped_by.into(),
            tables: suggestion.tables,
            engine: suggestion.engine.to_owned(),
            deterministic: suggestion.deterministic,
        }
    }
}

/// One of the answers of suggest-move-stream.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SuggestMoveStreamResponse {
    /// What suggest-move would answer, were the search to end here; `stoppedBy` is `nothing` and `deterministic` false in
    /// all but the last.
    pub suggestion: SuggestMoveResponse,
    /// Whether the search has ended: nothing comes after it.
    pub last: bool,
}

impl From<Advice> for SuggestMoveStreamResponse {
    fn from(advice: Advice) -> Self {
        Self { suggestion: advice.suggestion.into(), last: advice.last }
    }
}

/// A time in milliseconds.
pub(super) fn millis(time: std::time::Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
