//! The operations of the contract, a row each in the table [`operations`](crate::operations), and whatever else can be
//! called: for transports, the OpenAPI document, metrics, traces, logs and caches.

use ayla_rules::string_enum;

use crate::request::PictureFormat;

/// Hands the rows of all operations of the contract to the macro `$then`.
///
/// A row has the name of the RPC; the types of its request and of its answer, or of each message of a stream; the name
/// of the operation in paths, metrics and logs; how it is answered; the constant of `src/operation.rs` that has what
/// most rows of its kind have in common; its path over HTTP, if that is not `/v1/variants/{variant}/NAME`; and what
/// else is its own.
///
/// An operation is answered `by_rules` alone, in which case its request implements
/// [`RuleRequest`](crate::rule_calls::RuleRequest), or by the service, `with_one` answer, with a `picture`, with a
/// `stream` of messages, or as a `batch`. To add one, see `docs/call.md`.
#[macro_export]
macro_rules! operations {
    ($then:ident) => {
        $then! {
            /// Every variant.
            ListVariants(ListVariantsRequest -> ListVariantsResponse) "list-variants" by_rules,
                CATALOGUE at "/v1/variants" {};
            /// One variant.
            GetVariant(GetVariantRequest -> GetVariantResponse) "get-variant" by_rules,
                CATALOGUE at "/v1/variants/{variant}" {};
            /// The first position of a game.
            StartGame(StartGameRequest -> StartGameResponse) "start-game" by_rules,
                TURN { example: Some(Example::Start) };
            /// The legal moves.
            LegalMoves(LegalMovesRequest -> LegalMovesResponse) "legal-moves" by_rules,
                QUESTION { example: Some(Example::Position) };
            /// Whether a move is legal.
            ValidateMove(ValidateMoveRequest -> ValidateMoveResponse) "validate-move" by_rules,
                QUESTION { example: Some(Example::Move) };
            /// The position after a move.
            ApplyMove(ApplyMoveRequest -> ApplyMoveResponse) "apply-move" by_rules,
                QUESTION { example: Some(Example::Move) };
            /// A person's move, and the engine's reply.
            PlayTurn(PlayTurnRequest -> PlayTurnResponse) "play-turn" with_one,
                TURN {
                    short_path: Some("/v1/play-turn"),
                    searches: Searches::AsAsked,
                    example: Some(Example::Turn),
                };
            /// Every position of a game.
            ReplayGame(ReplayGameRequest -> ReplayGameResponse) "replay-game" by_rules,
                QUESTION { example: Some(Example::Replay) };
            /// The best move.
            SuggestMove(SuggestMoveRequest -> SuggestMoveResponse) "suggest-move" with_one,
                QUESTION {
                    caching: Caching::ByRequestAndTables,
                    searches: Searches::Once,
                    example: Some(Example::Search),
                };
            /// The build and the limits.
            GetServerInfo(GetServerInfoRequest -> GetServerInfoResponse) "get-server-info" with_one,
                CATALOGUE at "/v1/server-info" { tag: "server" };
            /// A position or a move as a picture.
            RenderBoard(RenderBoardRequest -> RenderBoardResponse) "render-board" picture,
                QUESTION at "/v1/variants/{variant}/board.{format}" { methods: Methods::Get, caching: Caching::Picture };
            /// The best move, and each better move as the search finds it.
            SuggestMoveStream(SuggestMoveRequest -> SuggestMoveStreamResponse) "suggest-move-stream" stream,
                STREAM { searches: Searches::Once, example: Some(Example::Search) };
            /// What the moves of a game cost.
            ReviewGame(ReviewGameRequest -> ReviewGameResponse) "review-game" stream,
                STREAM { searches: Searches::OnceAndAsAsked, example: Some(Example::Review) };
            /// The games of a text in a format of other programs.
            ReadGame(ReadGameRequest -> ReadGameResponse) "read-game" by_rules,
                TURN at "/v1/read-game" { example: Some(Example::Text) };
            /// A puzzle by its id.
            GetPuzzle(GetPuzzleRequest -> PuzzleResponse) "get-puzzle" by_rules,
                PUZZLE at "/v1/puzzles/{id}" {};
            /// A puzzle of a game.
            FindPuzzle(FindPuzzleRequest -> PuzzleResponse) "find-puzzle" by_rules,
                PUZZLE at "/v1/puzzles" {};
            /// Many positions, each with an answer of its own.
            Batch(BatchRequest -> BatchResponse) "batch" batch,
                STREAM at "/v1/batch" { methods: Methods::Post, example: Some(Example::Line) };
        }
    };
}

/// The types of all requests and answers, for what is made of the rows.
pub mod types {
    pub use crate::answer::*;
    pub use crate::catalogue::*;
    pub use crate::request::*;
    pub use crate::rule_calls::*;
}

/// What a row of the table says of an operation of the contract.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The name of the RPC, such as `LegalMoves`.
    pub rpc: &'static str,
    /// The path over HTTP, as OpenAPI writes it.
    pub path: &'static str,
    /// The path without the name of a game, for requests whose position says which game it is of.
    pub short_path: Option<&'static str>,
    /// The HTTP methods.
    pub methods: Methods,
    /// How long caches may keep the answer to a `GET`.
    pub caching: Caching,
    /// The tag in the OpenAPI document.
    pub tag: &'static str,
    /// How often a call runs a search.
    pub searches: Searches,
    /// The form in which the answer is sent.
    pub shape: Shape,
    /// The example of a body; none for an operation that has no body.
    pub example: Option<Example>,
}

/// What most rows have in common: a question about a game that is answered by its content alone, at once.
const QUESTION: Contract = Contract {
    rpc: "",
    path: "",
    short_path: None,
    methods: Methods::GetAndPost,
    caching: Caching::ByRequest,
    tag: "games",
    searches: Searches::Never,
    shape: Shape::Whole,
    example: None,
};
/// A question about what the server has.
const CATALOGUE: Contract =
    Contract { methods: Methods::Get, caching: Caching::ByContent, tag: "variants", ..QUESTION };
/// A question about puzzles.
const PUZZLE: Contract = Contract { methods: Methods::Get, tag: "puzzles", ..QUESTION };
/// A step of a game.
const TURN: Contract = Contract { methods: Methods::Post, caching: Caching::Never, ..QUESTION };
/// A question that is answered by a stream.
const STREAM: Contract = Contract { caching: Caching::Never, shape: Shape::Stream, ..QUESTION };

/// Defines what can be called: the rows of the table, and what is not in the contract.
macro_rules! operation {
    ($(
        $(#[$doc:meta])*
        $name:ident($request:ident -> $answer:ident) $spelling:literal $how:ident,
            $kind:ident $(at $path:literal)? { $($field:ident: $value:expr),* $(,)? };
    )+) => {
        string_enum! {
            /// The operation that a call requests. The spelling is the label in metrics and logs.
            pub enum Operation {
                $($(#[$doc])* $name = $spelling,)+
                /// The health of a service over gRPC.
                Health = "health",
                /// The health of a service over gRPC, reported again whenever it changes.
                HealthWatch = "health-watch",
                /// Reflection: the contract over gRPC. It is a stream, which costs more than the documentation.
                Reflection = "reflection",
                /// The tools of the Model Context Protocol, over HTTP.
                Mcp = "mcp",
                /// The contract over HTTP, and the pages.
                Documentation = "documentation",
                /// Anything that does not exist.
                Unknown = "unknown",
            }
        }

        impl Operation {
            /// The row of the contract; none for an operation that is not in the contract.
            pub const fn contract(self) -> Option<&'static Contract> {
                match self {
                    $(Self::$name => Some(&Contract {
                        rpc: stringify!($name),
                        path: path!($spelling $($path)?),
                        $($field: $value,)*
                        ..$kind
                    }),)+
                    Self::Health | Self::HealthWatch | Self::Reflection | Self::Mcp | Self::Documentation | Self::Unknown => {
                        None
                    }
                }
            }
        }
    };
}

/// The path of an operation: its own, or that of a question about a game.
macro_rules! path {
    ($spelling:literal) => {
        concat!("/v1/variants/{variant}/", $spelling)
    };
    ($spelling:literal $path:literal) => {
        $path
    };
}

operations!(operation);

/// The name of the service in the protobuf contract.
pub const RPC_SERVICE: &str = "mancala.v1.MancalaService";

/// The path of the batch whose messages have many positions each.
pub const PACKED_BATCH: &str = "/mancala.v1.MancalaService/PackedBatch";

/// Whether a path is below that of the service, and so names an RPC or none.
pub fn is_rpc(path: &str) -> bool {
    path.strip_prefix('/').and_then(|path| path.strip_prefix(RPC_SERVICE)).is_some_and(|rest| rest.starts_with('/'))
}

/// The path prefix of the operations on a variant, up to the variant's name.
const VARIANTS: &str = "/v1/variants/";

/// The HTTP methods of an operation. `HEAD` is allowed wherever `GET` is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Methods {
    /// `GET` only.
    Get,
    /// `POST` only.
    Post,
    /// `GET` with query parameters and `POST` with a JSON body.
    GetAndPost,
}

/// How long caches may keep the answer to a `GET`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Caching {
    /// Tagged by the request, and kept for an hour: the answer depends only on the request, the build and the limits.
    ByRequest,
    /// As [`ByRequest`](Self::ByRequest), and the tag depends on the endgame tables that are ready, too.
    ByRequestAndTables,
    /// As [`ByRequest`](Self::ByRequest), and kept for a day.
    Picture,
    /// Tagged by its content, and revalidated each time: the content may change while the server runs.
    ByContent,
    /// Never kept.
    Never,
}

/// How often a call runs a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Searches {
    /// Never.
    Never,
    /// Once.
    Once,
    /// As often as the request says, possibly never.
    AsAsked,
    /// Once, and then again as often as the request says.
    OnceAndAsAsked,
}

string_enum! {
    /// The kinds of work for which calls use processor time. Each has a budget of its own.
    pub enum Work {
        /// What the rules alone say.
        Rules = "rules",
        /// Searches.
        Search = "search",
        /// Pictures.
        Picture = "picture",
    }
}

/// The form in which an answer is sent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A single answer.
    Whole,
    /// A stream of messages that ends with a last one.
    Stream,
    /// A single answer, or a stream of messages that ends with the answer, as the request asks.
    AsAsked,
    /// A stream of messages for as long as the caller likes. Waiting for a message costs nothing.
    Endless,
}

/// What the body of a request is to show as an example.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Example {
    /// A new game.
    Start,
    /// The first position.
    Position,
    /// The first position, and a move.
    Move,
    /// A new game with a move, and a reply.
    Turn,
    /// The first position, and the limit of a search.
    Search,
    /// The first moves of a game.
    Replay,
    /// The first moves of a game, and the limit of a search.
    Review,
    /// The first position, with an id.
    Line,
    /// The first moves of a game, in a format of other programs.
    Text,
}

/// The part of a path that stands for the id of a puzzle.
pub const ID: &str = "{id}";

/// The part of a path that stands for a format.
const FORMAT: &str = "{format}";

impl Contract {
    /// The HTTP paths: one, or for pictures one for each format.
    pub fn paths(&self) -> Vec<(String, Option<PictureFormat>)> {
        if self.path.contains(FORMAT) {
            let path = |&format: &PictureFormat| (self.path.replace(FORMAT, format.name()), Some(format));
            PictureFormat::ALL.iter().map(path).collect()
        } else {
            vec![(self.path.to_owned(), None)]
        }
    }
}

impl Operation {
    /// The gRPC paths of operations that are not in the contract, and of other forms of one that is.
    pub const fn other_rpcs(self) -> &'static [&'static str] {
        match self {
            Self::Batch => &[PACKED_BATCH],
            Self::Health => &["/grpc.health.v1.Health/Check"],
            Self::HealthWatch => &["/grpc.health.v1.Health/Watch"],
            Self::Reflection => &[
                "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
                "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
            ],
            _ => &[],
        }
    }

    /// How often a call runs a search.
    const fn searches(self) -> Searches {
        match (self.contract(), self) {
            (Some(contract), _) => contract.searches,
            (None, Self::Mcp) => Searches::AsAsked,
            (None, _) => Searches::Never,
        }
    }

    /// The form in which the answer is sent.
    const fn shape(self) -> Shape {
        match (self.contract(), self) {
            (Some(contract), _) => contract.shape,
            (None, Self::HealthWatch) => Shape::Endless,
            (None, Self::Reflection) => Shape::Stream,
            (None, Self::Mcp) => Shape::AsAsked,
            (None, _) => Shape::Whole,
        }
    }

    /// Every operation of the contract with its row.
    pub fn in_contract() -> impl Iterator<Item = (Self, &'static Contract)> {
        Self::ALL.iter().filter_map(|&operation| Some((operation, operation.contract()?)))
    }

    /// The path of its RPC, if it is an operation of the contract.
    pub fn rpc_path(self) -> Option<String> {
        Some(format!("/{RPC_SERVICE}/{}", self.contract()?.rpc))
    }

    /// The operation that a gRPC path names.
    pub fn of_grpc(path: &str) -> Self {
        let rpc = path.strip_prefix('/').and_then(|path| path.strip_prefix(RPC_SERVICE)?.strip_prefix('/'));
        let is_named = |operation: &Self| {
            operation.contract().zip(rpc).is_some_and(|(contract, rpc)| contract.rpc == rpc)
                || operation.other_rpcs().contains(&path)
        };
        Self::ALL.iter().copied().find(is_named).unwrap_or(Self::Unknown)
    }

    /// The operation of the contract that an HTTP path names, if this build has it.
    pub fn at_path(path: &str) -> Option<Self> {
        // Every call runs this, so the path is split once, instead of splitting every route.
        let below_variant = split_at_variant(path).map(|(_, rest)| rest);
        let matches = |route: &str| match route.strip_prefix(VARIANTS).and_then(|route| route.strip_prefix("{variant}"))
        {
            Some(rest) => below_variant.is_some_and(|path| match rest.strip_suffix(FORMAT) {
                Some(rest) => path.strip_prefix(rest).is_some_and(|format| PictureFormat::from_name(format).is_some()),
                None => path == rest,
            }),
            None => route == path || id_at(route, path).is_some(),
        };
        let is_built = |operation| cfg!(feature = "pictures") || operation != Self::RenderBoard;
        let names = |contract: &Contract| matches(contract.path) || contract.short_path == Some(path);
        Self::in_contract()
            .find(|&(operation, contract)| is_built(operation) && names(contract))
            .map(|(operation, _)| operation)
    }

    /// The name of the variant in an HTTP path of the operation, percent-encoded; none where it has no variant.
    pub fn variant_in(self, path: &str) -> Option<&str> {
        self.contract().filter(|contract| contract.path.starts_with(VARIANTS))?;
        split_at_variant(path).map(|(variant, _)| variant)
    }

    /// The id in an HTTP path of the operation, percent-encoded; none where it has no id.
    pub fn id_in(self, path: &str) -> Option<&str> {
        id_at(self.contract()?.path, path)
    }

    /// Whether anyone may call the operation without an API key: probes request health, and the contract is no secret.
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Health | Self::HealthWatch | Self::Documentation)
    }

    /// Whether the operation always runs a search, whatever the request says.
    pub const fn suggests(self) -> bool {
        matches!(self.searches(), Searches::Once | Searches::OnceAndAsAsked)
    }

    /// The work that the operation always does, whatever the request says.
    pub const fn always_does(self) -> Option<Work> {
        match self {
            Self::RenderBoard => Some(Work::Picture),
            _ if self.suggests() => Some(Work::Search),
            _ => None,
        }
    }

    /// Whether the request decides if the operation runs a search, or how often.
    pub const fn may_suggest(self) -> bool {
        matches!(self.searches(), Searches::AsAsked | Searches::OnceAndAsAsked)
    }

    /// Whether a request may begin a game, as one without fields does where the path names the game.
    pub const fn begins_games(self) -> bool {
        matches!(self, Self::StartGame | Self::PlayTurn | Self::ReplayGame | Self::ReviewGame)
    }

    /// Whether a call lasts as long as its caller likes.
    pub const fn is_unbounded(self) -> bool {
        matches!(self.shape(), Shape::Endless)
    }

    /// Whether the answer is a stream of messages that ends.
    pub const fn is_streamed(self) -> bool {
        matches!(self.shape(), Shape::Stream)
    }

    /// Whether the answer may be a stream of messages that ends, which its head says.
    pub const fn may_stream(self) -> bool {
        matches!(self.shape(), Shape::Stream | Shape::AsAsked)
    }
}

/// What a path has in the place of the id in a route; none for another path.
fn id_at<'a>(route: &str, path: &'a str) -> Option<&'a str> {
    let id = path.strip_prefix(route.strip_suffix(ID)?)?;
    (!id.is_empty() && !id.contains('/')).then_some(id)
}

/// The name of the variant in a path, and what follows it.
fn split_at_variant(path: &str) -> Option<(&str, &str)> {
    let path = path.strip_prefix(VARIANTS)?;
    let (variant, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
    // `/v1/variants/` names no operation; `/v1/variants//legal-moves` names one of a variant without a name, which is
    // refused.
    (!path.is_empty()).then_some((variant, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_their_operations() {
        for (operation, contract) in Operation::in_contract() {
            for (path, _) in contract.paths() {
                let path = path.replace("{variant}", "awale").replace(ID, "awale-17");
                let is_built = cfg!(feature = "pictures") || operation != Operation::RenderBoard;
                assert_eq!(Operation::at_path(&path), is_built.then_some(operation));
            }
            if let Some(path) = contract.short_path {
                assert_eq!((Operation::at_path(path), operation.variant_in(path)), (Some(operation), None));
            }
            assert_eq!(Operation::of_grpc(&operation.rpc_path().expect("a path")), operation);
        }
    }

    #[test]
    fn other_paths_are_unknown() {
        for path in ["", "/", "x", "/mancala.v1.MancalaService/", "/mancala.v1.MancalaService/applyMove", "/a/b/c"] {
            assert_eq!(Operation::of_grpc(path), Operation::Unknown, "{path}");
        }
        for path in [
            "",
            "/v1",
            "/v1/variantsx",
            "/v1/variants/",
            "/v1/variants/awale/",
            "/v1/variants/awale/board.",
            "/v1/variants/awale/board.bmp",
            "/v1/variants/awale/health",
            "/v1/puzzles/",
            "/v1/puzzles/awale-17/",
            "/v1/puzzlesx",
        ] {
            assert_eq!(Operation::at_path(path), None, "{path}");
        }
    }
}
