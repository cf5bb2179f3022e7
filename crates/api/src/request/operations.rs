//! The request of each operation.

#[cfg(feature = "pictures")]
use ayla_pictures::Theme;
use ayla_rules::{Variant, View};
use serde::Deserialize;
use utoipa::ToSchema;
#[cfg(feature = "pictures")]
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

#[cfg(feature = "pictures")]
use super::parts::PictureFormat;
use super::parts::{Omit, Reply, SetupInput, TextForms};
use super::{
    CallRequest, GameInput, GameRequest, LineInput, Localized, PositionRequest, StartInput, TextOptions, TextRequest,
    VariantInput, null_is_default,
};
use crate::json::object;
use crate::json::{Named, Nodes, PuzzleTheme, RecordFormat, Seed, Side, VariantName, ViewName, Whole, WrittenMove};
use crate::options::OptionsInput;
use crate::words::{Language, Names, Voice};

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
        /// The position that has ended, after which the new game is the next round.
        after: Option<String>,
        /// The parts that the answer leaves out.
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

impl StartGameRequest {
    /// How the game starts.
    pub fn start(&self) -> StartInput<'_> {
        let Self { variant, options, preset, first, after, .. } = self;
        let [preset, after] = [preset, after].map(Option::as_deref);
        StartInput { variant, options: options.as_ref(), preset, first: *first, after }
    }
}

impl CallRequest for StartGameRequest {
    fn variant(&self) -> Option<Variant> {
        self.variant.known()
    }

    fn set_request_line(&mut self, variant: Option<Variant>, _: bool) {
        self.variant = variant.into();
    }
}

request! {
    ListVariantsRequest {}
}

impl CallRequest for ListVariantsRequest {}

request! {
    GetVariantRequest {
        #[serde(skip)]
        variant: VariantInput,
    }
}

impl CallRequest for GetVariantRequest {
    fn variant(&self) -> Option<Variant> {
        self.variant.known()
    }

    fn set_request_line(&mut self, variant: Option<Variant>, _: bool) {
        self.variant = variant.into();
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GetServerInfoRequest {}

impl Localized for GetServerInfoRequest {
    /// Its answer has no sentences.
    fn locale(&self) -> Option<&str> {
        None
    }
}

impl CallRequest for GetServerInfoRequest {}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s"}))]
    LegalMovesRequest with texts {
        /// The parts that the answer leaves out.
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s", "moves": ["3"], "move": "4"}))]
    ValidateMoveRequest {
        /// The move as text (N-6).
        #[serde(default, deserialize_with = "WrittenMove::optional")]
        #[schema(required, nullable = false, example = "3")]
        r#move: Option<String>,
        /// The seat of the player in a team, from 1 (AN-7).
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 4)]
        seat: Option<Whole>,
        /// The parts that the answer leaves out.
        #[schema(inline, required = false, nullable = true)]
        omit: Omit,
    }
}

position_request! {
    #[schema(example = json!({"position": "awale 444444/444444 0/0 s", "moves": ["3"], "move": "4"}))]
    ApplyMoveRequest with texts {
        /// The move as text (N-6).
        #[serde(default, deserialize_with = "WrittenMove::optional")]
        #[schema(required, nullable = false, example = "3")]
        r#move: Option<String>,
        /// The seat of the player in a team, from 1 (AN-7).
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 4)]
        seat: Option<Whole>,
        /// The parts that the answer leaves out.
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
        /// How well the engine plays, from 1 to the highest level of the game; as well as it can if absent.
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 15)]
        level: Option<Whole>,
        /// The seed of the random choices of a level below the highest.
        #[schema(schema_with = Seed::optional_schema)]
        seed: Option<Seed>,
        /// The parts that the answer leaves out.
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
        #[serde(default, deserialize_with = "WrittenMove::optional")]
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
        /// The id of a puzzle, in place of a position.
        puzzle: Option<String>,
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
        #[serde(default, deserialize_with = "WrittenMove::optional")]
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
        /// The token of the newest board of the game, where `token` is that of a button: if they differ, nothing is
        /// played.
        newest_token: Option<String>,
        /// Further languages in which the answer has the texts that are asked for, as tags such as `fr`.
        #[serde(default, deserialize_with = "null_is_default")]
        #[schema(required = false, nullable = true)]
        locales: Vec<String>,
        /// What the viewer may see of the houses; everything if absent.
        view: Option<ViewName>,
        /// Whether the answer has the whole game as a line.
        record: Option<bool>,
        /// The id of a puzzle that is being solved.
        puzzle: Option<String>,
        /// The parts that the answer leaves out.
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
        /// The format of other programs in which the answer has the whole game.
        record: Option<RecordFormat>,
        /// The parts that the answer leaves out.
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
    #[schema(example = json!({"text": "1. 64 64\n2. 21 32"}))]
    ReadGameRequest {
        /// The games, in a format of other programs.
        #[schema(required, nullable = false, example = "1. 64 64")]
        text: Option<String>,
        /// The format; found from the text if absent.
        format: Option<RecordFormat>,
    }
}

impl CallRequest for ReadGameRequest {}

request! {
    GetPuzzleRequest {
        /// The id in the path.
        #[serde(skip)]
        id: String,
        /// Whether the answer has the solution.
        solution: Option<bool>,
    }
}

impl CallRequest for GetPuzzleRequest {
    fn variant(&self) -> Option<Variant> {
        Variant::from_name(self.id.split_once('-')?.0)
    }

    fn set_id(&mut self, id: String) {
        self.id = id;
    }
}

request! {
    FindPuzzleRequest {
        /// The name of the variant.
        #[schema(required, nullable = false, value_type = VariantName)]
        variant: Option<String>,
        /// A theme that it has.
        theme: Option<PuzzleTheme>,
        /// Its grade.
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 6)]
        grade: Option<Whole>,
        /// The id of the puzzle before it.
        #[schema(example = "awale-17")]
        after: Option<String>,
        /// The day whose puzzle it is.
        #[schema(example = "2026-12-01")]
        day: Option<String>,
        /// Whether the answer has the solution.
        solution: Option<bool>,
    }
}

impl CallRequest for FindPuzzleRequest {
    fn variant(&self) -> Option<Variant> {
        Variant::from_name(self.variant.as_deref()?)
    }
}

position_request! {
    #[schema(example = json!({"id": "a", "position": "awale 444444/444444 0/0 s", "move": "4"}))]
    BatchRequest after {
        /// A name for the request, which its answer has too: at most 64 bytes.
        id: Option<String>,
    } {
        /// The move as text (N-6).
        #[serde(default, deserialize_with = "WrittenMove::optional")]
        r#move: Option<String>,
    }
}
