//! What the fields of requests are made of.

use ayla_rules::string_enum;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::json::object;
use crate::json::set::Set;
use crate::json::{EndReason, Nodes, Phase, Seed, Side, Whole};
use crate::options::OptionsInput;

/// How well the engine is to play, and how long it may search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reply {
    /// How well the engine plays, from 1 to the highest level of the game; as well as it can if absent.
    #[schema(value_type = Option<usize>, minimum = 1, maximum = 15)]
    pub level: Option<Whole>,
    /// The seed of the random choices of a level below the highest.
    #[schema(schema_with = Seed::optional_schema)]
    pub seed: Option<Seed>,
    /// The greatest number of nodes of the search.
    #[schema(schema_with = Nodes::optional_schema)]
    pub nodes: Option<Nodes>,
    /// The greatest depth of the search, in moves.
    #[schema(value_type = Option<usize>, minimum = 1)]
    pub depth: Option<Whole>,
    /// The longest time of the search, in milliseconds.
    #[schema(value_type = Option<usize>, minimum = 1)]
    pub time_ms: Option<Whole>,
}

/// A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
/// each other (C-7).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetupInput {
    /// The name of the game.
    #[schema(required, nullable = false)]
    pub variant: Option<String>,
    /// The options, by name.
    pub options: Option<OptionsInput>,
    /// The seeds in South's houses, from left to right as South sees them.
    #[schema(required, nullable = false, value_type = Vec<usize>)]
    pub south: Option<Vec<Whole>>,
    /// The seeds in North's houses, from left to right as North sees them.
    #[schema(required, nullable = false, value_type = Vec<usize>)]
    pub north: Option<Vec<Whole>>,
    /// The seeds in the stores, in a game that has them.
    #[serde(default, deserialize_with = "object::optional")]
    pub stores: Option<StoresInput>,
    /// The side to move.
    #[schema(required, nullable = false)]
    pub turn: Option<Side>,
    /// The phase, in a game that has several.
    pub phase: Option<Phase>,
    /// The houses that are tuzdiks, in a game that has them.
    #[serde(default, deserialize_with = "object::optional")]
    pub tuzdiks: Option<TuzdiksInput>,
    /// The houses that are burnt, in a game that has them.
    #[serde(default, deserialize_with = "object::optional")]
    pub burnt: Option<BurntInput>,
    /// The number of moves since the last capture, where an option counts them.
    #[schema(value_type = Option<usize>)]
    pub quiet: Option<Whole>,
    /// The side that made the first move, where the rules need it.
    pub first: Option<Side>,
    /// Why the game has ended, if that does not follow from the seeds.
    pub over: Option<EndReason>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StoresInput {
    /// The seeds in South's store.
    #[schema(required, nullable = false, value_type = usize)]
    pub south: Option<Whole>,
    /// The seeds in North's store.
    #[schema(required, nullable = false, value_type = usize)]
    pub north: Option<Whole>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TuzdiksInput {
    /// The number of the house in North's row that is South's tuzdik.
    #[schema(value_type = Option<usize>)]
    pub south: Option<Whole>,
    /// The number of the house in South's row that is North's tuzdik.
    #[schema(value_type = Option<usize>)]
    pub north: Option<Whole>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BurntInput {
    /// The numbers of the burnt houses in South's row.
    #[schema(value_type = Option<Vec<usize>>)]
    pub south: Option<Vec<Whole>>,
    /// The numbers of the burnt houses in North's row.
    #[schema(value_type = Option<Vec<usize>>)]
    pub north: Option<Vec<Whole>>,
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
        /// The position as a token.
        Token = "token",
        /// The houses that may not be played, and why.
        IllegalMoves = "illegalMoves",
        /// The labels of the legal moves.
        Labels = "labels",
    }
}

/// The parts that an answer leaves out.
pub type Omit = Set<Part>;

string_enum! {
    /// The format of a picture. The spelling is the end of its path.
    pub enum PictureFormat {
        /// SVG: vector graphics, sharp at any size.
        Svg = "svg",
        /// PNG: a raster image.
        Png = "png",
        /// GIF: an animated raster image.
        Gif = "gif",
    }
}

string_enum! {
    /// A form of text for people.
    pub enum TextForm {
        /// At most three lines, for a chat.
        Line = "line",
        /// A board of characters.
        Board = "board",
        /// Sentences without layout.
        Spoken = "spoken",
    }
}

/// The forms of text that an answer has.
pub type TextForms = Set<TextForm>;
