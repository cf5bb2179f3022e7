//! Requests, as JSON has them. Reading finds syntax errors only; `read` finds errors of content.
//!
//! `proto/mancala/v1` describes the fields at length; the OpenAPI document quotes it.
#![allow(missing_docs, reason = "the types of requests are described in proto/mancala/v1")]

mod input;

pub use input::{GameInput, LineInput, StartInput, VariantInput};

#[cfg(feature = "pictures")]
use ayla_pictures::Theme;
use ayla_rules::{Variant, View, string_enum};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
#[cfg(feature = "pictures")]
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use crate::json::object;
use crate::json::set::Set;
use crate::json::{EndReason, Named, Nodes, Phase, Seed, Side, Whole};
use crate::options::OptionsInput;
use crate::words::{Language, Voice};

/// What a request says about texts for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// The forms of text that the answer is to have.
    pub forms: TextForms,
    /// The side from which the board is seen: its row is below.
    pub viewer: ayla_rules::Side,
    /// The width of a board, in characters.
    pub width: Option<u32>,
    /// What the reader may see.
    pub view: View,
    /// The language of the texts, the names of the players, and the player who is addressed.
    pub voice: Voice,
    /// Whether a player is to be addressed.
    pub is_personal: bool,
    /// A sentence to begin with, such as why a move is refused.
    pub notice: Option<String>,
}

impl TextOptions {
    /// The language for the labels of moves, which go with texts; none where no text is asked for.
    pub const fn labels(&self) -> Option<Language> {
        if self.forms.is_empty() { None } else { Some(self.voice.language) }
    }

    /// The same for somebody with this view.
    #[must_use]
    pub fn seen_by(mut self, view: Option<ViewName>) -> Self {
        self.view = view.map_or(View::All, |Named(view)| view);
        self
    }

    /// The same, with this player addressed in place of the viewer.
    #[must_use]
    pub fn addressing(mut self, you: Option<Side>) -> Self {
        self.voice.you = you.map(|Named(side)| side).filter(|_| self.is_personal);
        self
    }
}

/// A request whose answer may have texts for people.
pub trait TextRequest {
    /// What it says about them, for texts in this language.
    fn text_options(&self, language: Language) -> TextOptions;
}

/// Defines a request that may ask for a language, and `with texts` one whose answer may have texts.
macro_rules! request {
    ($(#[$meta:meta])* $name:ident with texts { $($fields:tt)* }) => {
        request! {
            $(#[$meta])*
            $name {
                $($fields)*
                /// The forms of text that the answer has.
                #[serde(default, deserialize_with = "null_is_default")]
                #[schema(inline, required = false, nullable = true)]
                text: TextForms,
                /// The side from which the board is seen: its row is below.
                viewer: Option<Side>,
                /// The width of a board in characters, from 40 to 160; 72 if absent.
                #[schema(value_type = Option<usize>, minimum = 40, maximum = 160)]
                width: Option<Whole>,
                /// The names of the players in sentences.
                #[serde(default, deserialize_with = "object::optional")]
                names: Option<Names>,
                /// Whether sentences speak to a player: the viewer, or the side of a turn.
                you: Option<bool>,
            }
        }

        impl TextRequest for $name {
            fn text_options(&self, language: Language) -> TextOptions {
                let options = TextOptions {
                    forms: self.text,
                    viewer: self.viewer.map_or(ayla_rules::Side::South, |Named(side)| side),
                    width: self.width.map(Whole::to_u32),
                    view: View::All,
                    voice: Voice::new(language, self.names.as_ref()),
                    is_personal: self.you == Some(true),
                    notice: None,
                };
                options.addressing(self.viewer)
            }
        }
    };
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
        $(#[$meta])*
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
            /// The language of the answer, as a tag such as `fr`.
            pub locale: Option<String>,
        }
    };
}

/// A request of an operation.
pub trait CallRequest: Send + 'static {
    /// The language that the request asks for, as a tag such as `fr`.
    fn locale(&self) -> Option<&str>;

    /// Sets what the request line says over HTTP: the variant, if the path names one, and whether the method is GET, which
    /// allows less work.
    fn set_request_line(&mut self, variant: Option<Variant>, by_get: bool);

    /// Whether the request has a line that may take long to play.
    fn has_long_line(&self) -> bool {
        false
    }
}

/// A request about a position and the moves made since.
pub trait PositionRequest {
    /// The position and the moves.
    fn line(&self) -> LineInput<'_>;
}

/// A request about a game: one that goes on from a position, or a new one.
pub trait GameRequest: PositionRequest {
    /// The game.
    fn game(&self) -> GameInput<'_>;
}

/// Defines a request about a position or a game, with the fields of the position and of the moves made since.
macro_rules! line_request {
    ($(#[$meta:meta])* $name:ident $(with $texts:ident)? { $($fields:tt)* }) => {
        request! {
            $(#[$meta])*
            $name $(with $texts)? {
                /// Whether the request came by GET.
                #[serde(skip)]
                by_get: bool,
                /// The position, or a line of moves from one, in text notation (N-1 to N-7).
                position: Option<String>,
                /// The position in structured form.
                #[serde(default, deserialize_with = "object::optional")]
                setup: Option<Box<SetupInput>>,
                /// The position or the line as a token.
                token: Option<String>,
                /// The moves made since, from the first to the last.
                #[serde(default, deserialize_with = "null_is_default")]
                #[schema(required = false, nullable = true)]
                moves: Vec<String>,
                $($fields)*
            }
        }

        impl CallRequest for $name {
            fn locale(&self) -> Option<&str> {
                self.locale.as_deref()
            }

            fn set_request_line(&mut self, variant: Option<Variant>, by_get: bool) {
                self.variant = variant.into();
                self.by_get = by_get;
            }

            fn has_long_line(&self) -> bool {
                self.line().is_long()
            }
        }

        impl PositionRequest for $name {
            fn line(&self) -> LineInput<'_> {
                LineInput {
                    variant: self.variant(),
                    position: self.position.as_deref(),
                    setup: self.setup.as_deref(),
                    token: self.token.as_deref(),
                    moves: &self.moves,
                }
            }
        }
    };
}

/// Defines a request about a position, with the fields that all of them have.
macro_rules! position_request {
    ($(#[$meta:meta])* $name:ident $(with $texts:ident)? { $($fields:tt)* }) => {
        line_request! {
            $(#[$meta])*
            $name $(with $texts)? {
                /// The variant in the path.
                #[serde(skip)]
                variant: Option<Variant>,
                $($fields)*
            }
        }

        impl $name {
            const fn variant(&self) -> Option<Variant> {
                self.variant
            }
        }
    };
}

/// Defines a request about a game, which may be a new one, with the fields that all of them have.
macro_rules! game_request {
    ($(#[$meta:meta])* $name:ident $(with $texts:ident)? { $($fields:tt)* }) => {
        line_request! {
            $(#[$meta])*
            $name $(with $texts)? {
                #[serde(skip)]
                variant: VariantInput,
                /// The options of a new game, by name.
                options: Option<OptionsInput>,
                /// The name of a set of options for a new game.
                preset: Option<String>,
                /// The side that makes the first move of a new game.
                first: Option<Side>,
                $($fields)*
            }
        }

        impl $name {
            fn variant(&self) -> Option<Variant> {
                self.variant.known()
            }
        }

        impl GameRequest for $name {
            fn game(&self) -> GameInput<'_> {
                let Self { variant, options, preset, first, .. } = self;
                let start = StartInput { variant, options: options.as_ref(), preset: preset.as_deref(), first: *first };
                GameInput { line: self.line(), start }
            }
        }
    };
}

request! {
    #[schema(example = json!({"options": {"limit": 3, "over-limit": "none"}, "first": "north"}))]
    StartGameRequest with texts {
        #[serde(skip)]
        variant: VariantInput,
        /// The options of a new game, by name.
        options: Option<OptionsInput>,
        /// The name of a set of options for a new game.
        preset: Option<String>,
        /// The side that makes the first move of a new game.
        first: Option<Side>,
        /// The parts that the answer leaves out.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

impl StartGameRequest {
    /// How the game starts.
    pub fn start(&self) -> StartInput<'_> {
        let Self { variant, options, preset, first, .. } = self;
        StartInput { variant, options: options.as_ref(), preset: preset.as_deref(), first: *first }
    }
}

impl CallRequest for StartGameRequest {
    fn locale(&self) -> Option<&str> {
        self.locale.as_deref()
    }

    fn set_request_line(&mut self, variant: Option<Variant>, _: bool) {
        self.variant = variant.into();
    }
}

request! {
    ListVariantsRequest {}
}

impl CallRequest for ListVariantsRequest {
    fn locale(&self) -> Option<&str> {
        self.locale.as_deref()
    }

    fn set_request_line(&mut self, _: Option<Variant>, _: bool) {}
}

request! {
    GetVariantRequest {
        #[serde(skip)]
        variant: VariantInput,
    }
}

impl CallRequest for GetVariantRequest {
    fn locale(&self) -> Option<&str> {
        self.locale.as_deref()
    }

    fn set_request_line(&mut self, variant: Option<Variant>, _: bool) {
        self.variant = variant.into();
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GetServerInfoRequest {}

impl CallRequest for GetServerInfoRequest {
    /// Its answer has no sentences.
    fn locale(&self) -> Option<&str> {
        None
    }

    fn set_request_line(&mut self, _: Option<Variant>, _: bool) {}
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s"}))]
    LegalMovesRequest with texts {
        /// The parts that the answer leaves out.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s", "moves": ["3"], "move": "4"}))]
    ValidateMoveRequest {
        /// The move as text (N-6).
        #[schema(required, nullable = false, example = "3")]
        r#move: Option<String>,
        /// The seat of the player in a team, from 1 (AN-7).
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 4)]
        seat: Option<Whole>,
        /// The parts that the answer leaves out.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s", "moves": ["3"], "move": "4"}))]
    ApplyMoveRequest with texts {
        /// The move as text (N-6).
        #[schema(required, nullable = false, example = "3")]
        r#move: Option<String>,
        /// The seat of the player in a team, from 1 (AN-7).
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 4)]
        seat: Option<Whole>,
        /// The parts that the answer leaves out.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s", "depth": 8}))]
    SuggestMoveRequest {
        /// The greatest depth of the search, in moves.
        #[schema(value_type = Option<usize>, minimum = 1)]
        depth: Option<Whole>,
        /// The greatest number of nodes of the search.
        #[schema(schema_with = Nodes::optional_schema)]
        nodes: Option<Nodes>,
        /// The longest time of the search, in milliseconds.
        #[schema(value_type = Option<usize>, minimum = 1)]
        time_ms: Option<Whole>,
        /// Whether the answer has the value and the line of every legal move.
        candidates: Option<bool>,
        /// The number of best moves for which the answer has the value and the line.
        #[schema(value_type = Option<usize>, minimum = 1)]
        multi: Option<Whole>,
        /// Whether the answer says in words why the move is good.
        why: Option<bool>,
        /// How well the engine plays, from 1 to 10; 10 if absent.
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 10)]
        level: Option<Whole>,
        /// The seed of the random choices of a level below 10.
        #[schema(schema_with = Seed::optional_schema)]
        seed: Option<Seed>,
        /// The parts that the answer leaves out.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

impl SuggestMoveRequest {
    /// The limits of the search.
    pub const fn limits(&self) -> Reply {
        let Self { level, seed, nodes, depth, time_ms, .. } = *self;
        Reply { level, seed, nodes, depth, time_ms }
    }
}

#[cfg(feature = "pictures")]
position_request! {
    RenderBoardRequest {
        /// The format, which over HTTP is in the path.
        #[serde(skip)]
        format: Option<Named<PictureFormat>>,
        /// The move as text (N-6).
        r#move: Option<String>,
        /// The side from which the board is seen: its row is below.
        viewer: Option<Side>,
        /// What the viewer may see of the houses; everything if absent.
        view: Option<ViewName>,
        /// The colours; light ones if absent.
        theme: Option<ThemeName>,
        /// The width in pixels; 640 if absent.
        #[schema(schema_with = picture_width)]
        width: Option<Whole>,
        /// After how many moves of the game the first frame is; only in GIF.
        #[schema(value_type = Option<usize>, minimum = 0)]
        from: Option<Whole>,
        /// After how many moves of the game the last frame is; only in GIF.
        #[schema(value_type = Option<usize>, minimum = 0)]
        to: Option<Whole>,
    }
}

/// The colours of a picture, as JSON spells them.
#[cfg(feature = "pictures")]
pub type ThemeName = Named<Theme>;

/// The schema of the width of a picture.
#[cfg(feature = "pictures")]
fn picture_width() -> Schema {
    let widths = ayla_pictures::Width::ALL.iter().map(|width| width.pixels());
    ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(widths)).build().into()
}

game_request! {
    #[schema(example = json!({"preset": "tournament", "move": "3", "reply": {"level": 4}, "text": ["line"]}))]
    PlayTurnRequest with texts {
        /// The move as text (N-6).
        r#move: Option<String>,
        /// The seat of the player in a team, from 1 (AN-7).
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 4)]
        seat: Option<Whole>,
        /// Whether the move is read as people type it; yes if absent.
        lenient: Option<bool>,
        /// How well the engine is to play, and how long it may search; without it, there is no reply.
        #[serde(default, deserialize_with = "object::optional")]
        reply: Option<Reply>,
        /// The side of the person; whoever is to move if absent.
        side: Option<Side>,
        /// The side that has proposed to stop, while the other has not answered.
        proposed_by: Option<Side>,
        /// What the viewer may see of the houses; everything if absent.
        view: Option<ViewName>,
        /// Whether the answer has the whole game as a line.
        record: Option<bool>,
        /// The parts that the answer leaves out.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

game_request! {
    #[schema(example = json!({"moves": ["3", "3", "4"], "text": ["board"]}))]
    ReplayGameRequest with texts {
        /// The first ply that is told, from 1.
        #[schema(value_type = Option<usize>, minimum = 1)]
        from: Option<Whole>,
        /// The last ply that is told.
        #[schema(value_type = Option<usize>, minimum = 1)]
        to: Option<Whole>,
        /// What the viewer may see of the houses; everything if absent.
        view: Option<ViewName>,
        /// The parts that the answer leaves out.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

game_request! {
    #[schema(example = json!({"moves": ["3", "3", "4"], "nodes": 10_000}))]
    ReviewGameRequest {
        /// The first ply that is told, from 1.
        #[schema(value_type = Option<usize>, minimum = 1)]
        from: Option<Whole>,
        /// The last ply that is told.
        #[schema(value_type = Option<usize>, minimum = 1)]
        to: Option<Whole>,
        /// The greatest number of nodes of the search.
        #[schema(schema_with = Nodes::optional_schema)]
        nodes: Option<Nodes>,
        /// The names of the players in sentences.
        #[serde(default, deserialize_with = "object::optional")]
        names: Option<Names>,
        /// The side from which the board is seen: its row is below.
        viewer: Option<Side>,
        /// Whether sentences speak to a player: the viewer, or the side of a turn.
        you: Option<bool>,
    }
}

request! {
    #[schema(example = json!({"id": "a", "position": "awale 444444/444444 0/0 s", "move": "4"}))]
    BatchRequest {
        /// A name for the request, which its answer has too: at most 64 bytes.
        id: Option<String>,
        /// The position, or a line of moves from one, in text notation (N-1 to N-7).
        position: Option<String>,
        /// The position in structured form.
        #[serde(default, deserialize_with = "object::optional")]
        setup: Option<Box<SetupInput>>,
        /// The position or the line as a token.
        token: Option<String>,
        /// The moves made since, from the first to the last.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(required = false, nullable = true)]
        moves: Vec<String>,
        /// The move as text (N-6).
        r#move: Option<String>,
    }
}

impl PositionRequest for BatchRequest {
    fn line(&self) -> LineInput<'_> {
        let Self { position, setup, token, moves, .. } = self;
        LineInput {
            variant: None,
            position: position.as_deref(),
            setup: setup.as_deref(),
            token: token.as_deref(),
            moves,
        }
    }
}

/// Whose view of a position is asked for, as JSON spells it.
pub type ViewName = Named<View>;

/// How well the engine is to play, and how long it may search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reply {
    /// How well the engine plays, from 1 to 10; 10 if absent.
    #[schema(value_type = Option<usize>, minimum = 1, maximum = 10)]
    pub level: Option<Whole>,
    /// The seed of the random choices of a level below 10.
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

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// The name of South.
    pub south: Option<String>,
    /// The name of North.
    pub north: Option<String>,
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

/// Reads a field that may be null, which is as good as absent.
fn null_is_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
