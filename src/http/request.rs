//! The bodies of requests.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::request::{self, LineInput, MoveInput, Omit, SetupInput};
use ayla_rules::Variant;

use super::object;
use super::options::Options;
use super::word::{EndReason, Part, Phase, Seed, Side, Whole};

/// The seeds in the two stores.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stores {
    /// Seeds in South's store.
    #[schema(required, nullable = false, value_type = u32)]
    pub south: Option<Whole>,
    /// Seeds in North's store.
    #[schema(required, nullable = false, value_type = u32)]
    pub north: Option<Whole>,
}

/// A position in structured form. Answers give it so that it can be sent back unchanged.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// The game: `awale`, `andada` or `anywoli`.
    #[schema(required, nullable = false, example = "awale")]
    pub variant: Option<String>,
    /// The options; those not given have their defaults. Answers give every option that still matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Options>,
    /// The seeds in each of South's houses, from South's left to right.
    #[schema(required, nullable = false, value_type = Vec<u32>, example = json!([4, 4, 4, 4, 4, 4]))]
    pub south: Option<Vec<Whole>>,
    /// The seeds in each of North's houses, from North's left to right.
    #[schema(required, nullable = false, value_type = Vec<u32>, example = json!([4, 4, 4, 4, 4, 4]))]
    pub north: Option<Vec<Whole>>,
    /// The seeds captured so far; none in Andada.
    #[serde(default, deserialize_with = "object::optional", skip_serializing_if = "Option::is_none")]
    pub stores: Option<Stores>,
    /// Who is to move.
    #[schema(required, nullable = false)]
    pub turn: Option<Side>,
    /// The phase, in Andada only; `play` when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Consecutive moves without a capture, 0 to 999999; not in Andada; 0 when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u32>)]
    pub quiet: Option<Whole>,
    /// Who began the game, in Anywoli only; South when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    /// Why the game has ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<EndReason>,
}

impl From<Setup> for SetupInput {
    fn from(setup: Setup) -> Self {
        let row = |row: Option<Vec<Whole>>| row.unwrap_or_default().into_iter().map(Whole::to_u32).collect();
        Self {
            variant: setup.variant.unwrap_or_default(),
            options: setup.options.unwrap_or_default().into(),
            south: row(setup.south),
            north: row(setup.north),
            stores: setup.stores.map(|stores| [stores.south.map(Whole::to_u32), stores.north.map(Whole::to_u32)]),
            turn: setup.turn.map(|turn| turn.0),
            phase: setup.phase.map(|phase| phase.0),
            quiet: setup.quiet.map(Whole::to_u32),
            first: setup.first.map(|first| first.0),
            over: setup.over.map(|over| over.0),
        }
    }
}

/// The body of start-game.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"options": {"limit": 3, "over-limit": "none"}, "first": "north"}))]
pub struct StartGameRequest {
    /// The options; those not given have their defaults. Not together with `preset`.
    pub options: Option<Options>,
    /// Or the name of a preset.
    pub preset: Option<String>,
    /// Who begins; South when not given (C-5).
    pub first: Option<Side>,
    /// Parts of the answer to leave out.
    pub omit: Option<Vec<Part>>,
}

impl StartGameRequest {
    /// The request for a game.
    #[must_use]
    pub fn of(self, variant: Variant) -> request::StartGame {
        request::StartGame {
            variant: variant.name().to_owned(),
            options: self.options.map(Into::into),
            preset: self.preset,
            first: self.first.map(|first| first.0),
            omit: omit(self.omit),
        }
    }
}

/// The body of legal-moves.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"position": "awale 444444/444444 0/0 s"}))]
pub struct LegalMovesRequest {
    /// A position in the text notation, or a line: a position, `moves`, and the moves made since.
    pub position: Option<String>,
    /// Or a position in structured form.
    #[serde(default, deserialize_with = "object::optional")]
    pub setup: Option<Setup>,
    /// The moves made since, at most 1,000.
    pub moves: Option<Vec<String>>,
    /// Parts of the answer to leave out.
    pub omit: Option<Vec<Part>>,
}

/// The body of validate-move and of apply-move.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"position": "awale 444444/444444 0/0 s", "moves": ["3"], "move": "4"}))]
pub struct MoveRequest {
    /// A position in the text notation, or a line: a position, `moves`, and the moves made since.
    pub position: Option<String>,
    /// Or a position in structured form.
    #[serde(default, deserialize_with = "object::optional")]
    pub setup: Option<Setup>,
    /// The moves made since, at most 1,000.
    pub moves: Option<Vec<String>>,
    /// The move in question: a house number, `pass`, `take`, `give` or `agree`; in Awalé also a letter (N-6).
    #[serde(rename = "move")]
    #[schema(required, nullable = false)]
    pub asked: Option<String>,
    /// The seat that makes it, with a house of Andada: 1 to `team` (AN-7).
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 4)]
    pub seat: Option<Whole>,
    /// Parts of the answer to leave out.
    pub omit: Option<Vec<Part>>,
}

/// The body of suggest-move. Without any limit it is as with `nodes` of 1,000,000.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"position": "awale 444444/444444 0/0 s", "depth": 8}))]
pub struct SuggestMoveRequest {
    /// A position in the text notation, or a line: a position, `moves`, and the moves made since.
    pub position: Option<String>,
    /// Or a position in structured form.
    #[serde(default, deserialize_with = "object::optional")]
    pub setup: Option<Setup>,
    /// The moves made since, at most 1,000.
    pub moves: Option<Vec<String>>,
    /// The greatest depth, in moves. All moves are then searched so deep; without it, those that look worse less deep.
    #[schema(value_type = Option<u32>, minimum = 1)]
    pub depth: Option<Whole>,
    /// The most nodes; a node is a move made in the search.
    #[schema(value_type = Option<u64>, minimum = 1)]
    pub nodes: Option<Whole>,
    /// The most time, in milliseconds from the arrival of the request.
    #[schema(value_type = Option<u32>, minimum = 1)]
    pub time_ms: Option<Whole>,
    /// Whether every legal move is wanted with its value.
    pub candidates: Option<bool>,
    /// How well to play: 1, a beginner who sees one move, to 10, as well as the limits allow, as without a level. A level
    /// has limits of its own; of those and the ones given the smaller hold.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 10)]
    pub level: Option<Whole>,
    /// What the choices of a level below 10 follow from: the same request with the same seed has the same answer. 0 when
    /// not given, 18446744073709551615 at most; without effect at level 10 or without a level.
    #[schema(value_type = Option<u64>, format = "uint64", minimum = 0)]
    pub seed: Option<Seed>,
}

/// The parts that a request leaves out.
fn omit(parts: Option<Vec<Part>>) -> Omit {
    parts.unwrap_or_default().into_iter().map(|part| part.0).collect()
}

/// The position that a request is about.
fn line(variant: Variant, position: Option<String>, setup: Option<Setup>, moves: Option<Vec<String>>) -> LineInput {
    LineInput {
        variant: Some(variant),
        position,
        setup: setup.map(|setup| Box::new(setup.into())),
        moves: moves.unwrap_or_default(),
    }
}

/// The move that a request is about.
fn asked(text: Option<String>, seat: Option<Whole>) -> MoveInput {
    MoveInput { text, seat: seat.map(Whole::to_u32) }
}

impl LegalMovesRequest {
    /// The position in question, and the parts left out.
    #[must_use]
    pub fn of(self, variant: Variant) -> (LineInput, Omit) {
        (line(variant, self.position, self.setup, self.moves), omit(self.omit))
    }
}

impl MoveRequest {
    /// The position and the move in question, and the parts left out.
    #[must_use]
    pub fn of(self, variant: Variant) -> (LineInput, MoveInput, Omit) {
        let omit = omit(self.omit);
        (line(variant, self.position, self.setup, self.moves), asked(self.asked, self.seat), omit)
    }
}

impl SuggestMoveRequest {
    /// The request.
    #[must_use]
    pub fn of(self, variant: Variant) -> request::SuggestMove {
        request::SuggestMove {
            from: line(variant, self.position, self.setup, self.moves),
            level: self.level.map(Whole::to_u32),
            seed: self.seed.map(|seed| seed.0),
            depth: self.depth.map(Whole::to_u32),
            nodes: self.nodes.map(|nodes| nodes.0),
            time: self.time_ms.map(|time| Duration::from_millis(time.to_u32().into())),
            candidates: self.candidates.unwrap_or(false),
            deadline: None,
            by_get: false,
        }
    }
}
