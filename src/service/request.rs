//! Requests, as JSON has them. Reading finds faults of form only; `read` finds those of content.
//!
//! The fields are described in `proto/mancala/v1`, which the OpenAPI document quotes.
#![allow(missing_docs, reason = "described in proto/mancala/v1")]

use ayla_rules::line::MAX_MOVES;
use ayla_rules::{Variant, string_enum};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::json::object;
use super::json::{EndReason, Named, Phase, Seed, Side, Whole};
use super::options::OptionsInput;

/// A request below the path of a variant.
pub trait VariantRequest {
    /// Sets what the request line says over HTTP: the variant, and whether the method is GET, which allows less work.
    fn set_request_line(&mut self, variant: Variant, by_get: bool);
}

/// A request about a position and the moves made since.
pub trait PositionRequest {
    /// The position and the moves.
    fn line(&self) -> LineInput<'_>;
}

/// The position that a request is about, and the moves made since.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct LineInput<'a> {
    /// The variant that the position must have, where the request names one.
    pub variant: Option<Variant>,
    /// A position or a line in the text notation.
    pub position: Option<&'a str>,
    /// A position in structured form.
    pub setup: Option<&'a SetupInput>,
    /// The moves made since.
    pub moves: &'a [String],
}

/// A line of more moves than this is played in a pool: each may be a sowing of thousands of laps.
const LONG_LINE: usize = 64;
/// The text of a line of that many moves is longer than this.
const LONG_TEXT: usize = 256;
/// No position has as many houses in a row, and no game as many options.
const MANY: usize = 64;

impl LineInput<'_> {
    /// Whether playing the line may take long. A line that cannot be played is never long: one of too many moves, or from a
    /// setup of too many houses or options, which would take much memory while it waits.
    #[must_use]
    pub fn is_long(&self) -> bool {
        let is_faulty = self.moves.len() > MAX_MOVES
            || self.setup.is_some_and(|SetupInput { south, north, options, .. }| {
                let row = |row: &Option<Vec<Whole>>| row.as_ref().map_or(0, Vec::len);
                let options = options.as_ref().map_or(0, |options| options.values.len());
                row(south).max(row(north)).max(options) > MANY
            });
        let is_long = self.moves.len() > LONG_LINE || self.position.is_some_and(|text| text.len() > LONG_TEXT);
        is_long && !is_faulty
    }
}

/// Defines a request about a position, with the fields that all of them have.
macro_rules! position_request {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
        $(#[$meta])*
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct $name {
            /// The variant in the path.
            #[serde(skip)]
            pub variant: Option<Variant>,
            /// Whether the request came by GET.
            #[serde(skip)]
            pub by_get: bool,
            pub position: Option<String>,
            #[serde(default, deserialize_with = "object::optional")]
            pub setup: Option<Box<SetupInput>>,
            #[serde(default, deserialize_with = "null_is_default")]
            #[schema(required = false, nullable = true)]
            pub moves: Vec<String>,
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl VariantRequest for $name {
            fn set_request_line(&mut self, variant: Variant, by_get: bool) {
                (self.variant, self.by_get) = (Some(variant), by_get);
            }
        }

        impl PositionRequest for $name {
            fn line(&self) -> LineInput<'_> {
                LineInput {
                    variant: self.variant,
                    position: self.position.as_deref(),
                    setup: self.setup.as_deref(),
                    moves: &self.moves,
                }
            }
        }
    };
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"options": {"limit": 3, "over-limit": "none"}, "first": "north"}))]
pub struct StartGameRequest {
    #[serde(skip)]
    pub variant: String,
    pub options: Option<OptionsInput>,
    pub preset: Option<String>,
    pub first: Option<Side>,
    #[serde(default, deserialize_with = "null_is_default")]
    #[schema(inline, required = false, nullable = true)]
    pub omit: Omit,
}

impl VariantRequest for StartGameRequest {
    fn set_request_line(&mut self, variant: Variant, _: bool) {
        variant.name().clone_into(&mut self.variant);
    }
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s"}))]
    LegalMovesRequest {
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

position_request! {
    /// The body of validate-move and of apply-move.
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s", "moves": ["3"], "move": "4"}))]
    MoveRequest {
        #[schema(required, nullable = false, example = "3")]
        r#move: Option<String>,
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 4)]
        seat: Option<Whole>,
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s", "depth": 8}))]
    SuggestMoveRequest {
        #[schema(value_type = Option<usize>, minimum = 1)]
        depth: Option<Whole>,
        #[schema(value_type = Option<usize>, minimum = 1)]
        nodes: Option<Whole>,
        #[schema(value_type = Option<usize>, minimum = 1)]
        time_ms: Option<Whole>,
        candidates: Option<bool>,
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 10)]
        level: Option<Whole>,
        #[schema(schema_with = Seed::optional_schema)]
        seed: Option<Seed>,
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

/// A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
/// each other (C-7).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetupInput {
    #[schema(required, nullable = false)]
    pub variant: Option<String>,
    pub options: Option<OptionsInput>,
    #[schema(required, nullable = false, value_type = Vec<usize>)]
    pub south: Option<Vec<Whole>>,
    #[schema(required, nullable = false, value_type = Vec<usize>)]
    pub north: Option<Vec<Whole>>,
    #[serde(default, deserialize_with = "object::optional")]
    pub stores: Option<StoresInput>,
    #[schema(required, nullable = false)]
    pub turn: Option<Side>,
    pub phase: Option<Phase>,
    #[schema(value_type = Option<usize>)]
    pub quiet: Option<Whole>,
    pub first: Option<Side>,
    pub over: Option<EndReason>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StoresInput {
    #[schema(required, nullable = false, value_type = usize)]
    pub south: Option<Whole>,
    #[schema(required, nullable = false, value_type = usize)]
    pub north: Option<Whole>,
}

string_enum! {
    /// A part of an answer that a caller may leave out.
    pub enum Part {
        /// The structured form of the position.
        Setup = "setup",
        /// What happened during the move.
        Events = "events",
        /// The legal moves.
        LegalMoves = "legalMoves",
        /// The principal lines of a suggestion.
        PrincipalLine = "principalLine",
    }
}

/// The parts that an answer leaves out.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Omit(u8);

impl Omit {
    /// Whether the answer leaves this part out.
    #[must_use]
    pub const fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u8 != 0
    }
}

impl FromIterator<Part> for Omit {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        Self(parts.into_iter().fold(0, |omitted, part| omitted | 1 << part as u8))
    }
}

impl<'de> Deserialize<'de> for Omit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<Named<Part>>::deserialize(deserializer)?;
        Ok(parts.into_iter().map(|Named(part)| part).collect())
    }
}

impl PartialSchema for Omit {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(utoipa::openapi::Ref::from_schema_name(Named::<Part>::name())).build().into()
    }
}

impl ToSchema for Omit {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Named::<Part>::name().into_owned(), Named::<Part>::schema()));
    }
}

/// Reads a field that may be null, which is as good as absent.
fn null_is_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
