//! The query parameters of GET: positions as text, moves parted by commas, and scalars.

use std::time::Duration;

use serde::Deserialize;
use utoipa::IntoParams;

use super::word::Seed;
use crate::service::error::{Error, Field, Reason, Result, Violation};
use crate::service::request::{LineInput, MoveInput, Omit, Part, SuggestMove};
use ayla_rules::Variant;
use ayla_rules::notation::quoted;

/// The position in question.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LineQuery {
    /// A position or a line in the text notation; `_` may stand for the space.
    #[param(required, nullable = false, example = "awale_444444/444444_0/0_s")]
    position: Option<String>,
    /// The moves made since, parted by commas.
    #[param(nullable = false, example = "3,4")]
    moves: Option<String>,
    /// Parts of the answer to leave out, parted by commas: `setup`, `events`, `legalMoves`.
    #[param(nullable = false)]
    omit: Option<String>,
}

/// The position and the move in question.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct MoveQuery {
    /// A position or a line in the text notation; `_` may stand for the space.
    #[param(required, nullable = false, example = "awale_444444/444444_0/0_s")]
    position: Option<String>,
    /// The moves made since, parted by commas.
    #[param(nullable = false)]
    moves: Option<String>,
    /// The move in question: a house number, `pass`, `take`, `give` or `agree`; in Awalé also a letter (N-6).
    #[serde(rename = "move")]
    #[param(required, nullable = false, example = "3")]
    asked: Option<String>,
    /// The seat that makes it, with a house of Andada: 1 to `team` (AN-7).
    #[param(nullable = false, value_type = Option<u32>, minimum = 1, maximum = 4)]
    seat: Option<String>,
    /// Parts of the answer to leave out, parted by commas: `setup`, `events`, `legalMoves`.
    #[param(nullable = false)]
    omit: Option<String>,
}

/// The position to suggest a move in, and the limits.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SuggestQuery {
    /// A position or a line in the text notation; `_` may stand for the space.
    #[param(required, nullable = false, example = "awale_444444/444444_0/0_s")]
    position: Option<String>,
    /// The moves made since, parted by commas.
    #[param(nullable = false)]
    moves: Option<String>,
    /// The greatest depth, in moves.
    #[param(nullable = false, value_type = Option<u32>, minimum = 1, example = 8)]
    depth: Option<String>,
    /// The most nodes, at most 200,000 by GET; a node is a move made in the search.
    #[param(nullable = false, value_type = Option<u64>, minimum = 1)]
    nodes: Option<String>,
    /// The most time, in milliseconds from the arrival of the request.
    #[param(nullable = false, value_type = Option<u32>, minimum = 1)]
    time_ms: Option<String>,
    /// Whether every legal move is wanted with its value.
    #[param(nullable = false, value_type = Option<bool>)]
    candidates: Option<String>,
    /// How well to play: 1, a beginner who sees one move, to 10, as well as the limits allow, as without a level. A level
    /// has limits of its own; of those and the ones given the smaller hold.
    #[param(nullable = false, value_type = Option<u32>, minimum = 1, maximum = 10)]
    level: Option<String>,
    /// What the choices of a level below 10 follow from: the same request with the same seed has the same answer. 0 when
    /// not given, 18446744073709551615 at most; without effect at level 10 or without a level.
    #[param(nullable = false, value_type = Option<u64>, format = "uint64", minimum = 0)]
    seed: Option<String>,
}

fn malformed(name: &'static str, value: &str, expected: &str) -> Box<Error> {
    Error::of(Violation {
        field: Field::named(name),
        reason: Reason::MalformedRequest,
        description: format!("the parameter {name} is {expected}, not {}", quoted(value)),
    })
}

fn number(name: &'static str, value: Option<String>) -> Result<Option<u64>> {
    let Some(value) = value else { return Ok(None) };
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if digits { Ok(Some(value.parse().unwrap_or(u64::MAX))) } else { Err(malformed(name, &value, "a whole number")) }
}

fn small(number: Option<u64>) -> Option<u32> {
    number.map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

fn list(value: Option<String>) -> Vec<String> {
    match value {
        Some(list) if !list.is_empty() => list.split(',').map(ToOwned::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn omit(value: Option<String>) -> Result<Omit> {
    let part = |name: &String| Part::from_name(name).ok_or_else(|| malformed("omit", name, &Part::NAMES.join(", ")));
    list(value).iter().map(part).collect()
}

fn line(variant: Variant, position: Option<String>, moves: Option<String>) -> LineInput {
    LineInput { variant: Some(variant), position, setup: None, moves: list(moves) }
}

impl LineQuery {
    pub(super) fn of(self, variant: Variant) -> Result<(LineInput, Omit)> {
        Ok((line(variant, self.position, self.moves), omit(self.omit)?))
    }
}

impl MoveQuery {
    pub(super) fn of(self, variant: Variant) -> Result<(LineInput, MoveInput, Omit)> {
        let asked = MoveInput { text: self.asked, seat: small(number("seat", self.seat)?) };
        Ok((line(variant, self.position, self.moves), asked, omit(self.omit)?))
    }
}

impl SuggestQuery {
    pub(super) fn of(self, variant: Variant) -> Result<SuggestMove> {
        let candidates = match self.candidates.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => return Err(malformed("candidates", other, "true or false")),
        };
        let time = small(number("timeMs", self.time_ms)?);
        Ok(SuggestMove {
            from: line(variant, self.position, self.moves),
            level: small(number("level", self.level)?),
            seed: self.seed.map(|seed| seed.parse().map_err(|_| malformed("seed", &seed, Seed::IS))).transpose()?,
            depth: small(number("depth", self.depth)?),
            nodes: number("nodes", self.nodes)?,
            time: time.map(|time| Duration::from_millis(time.into())),
            candidates,
            deadline: None,
            by_get: true,
        })
    }
}
