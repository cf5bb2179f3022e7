//! The operations, and everything else that can be called: one table for the routers, the OpenAPI document, metrics,
//! traces, logs and the cache.

use super::call::Work;
use ayla_api::request::PictureFormat;
use ayla_rules::string_enum;

/// The name of the service in the protobuf contract.
pub const RPC_SERVICE: &str = "mancala.v1.MancalaService";

/// The path of the Model Context Protocol.
pub const MCP: &str = "/mcp";

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
    /// The same as [`ByRequest`](Self::ByRequest), with the endgame tables included in the tag.
    ByRequestAndTables,
    /// The same as [`ByRequest`](Self::ByRequest), but kept for a day.
    Picture,
    /// Tagged by its content, and revalidated each time: the content may change while the server runs.
    ByContent,
    /// Never kept.
    Never,
}

/// Who may call an operation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anyone: probes request health, and the contract is no secret.
    Public,
    /// Only callers with an API key, if the server has keys.
    Keyed,
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

/// The properties of a call that admission and the transports use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Kind {
    access: Access,
    searches: Searches,
    shape: Shape,
}

/// An operation of the contract: one row of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The name of the RPC, such as `LegalMoves`.
    pub rpc: &'static str,
    /// The path over HTTP, as OpenAPI writes it.
    pub path: &'static str,
    /// The HTTP methods.
    pub methods: Methods,
    /// How long caches may keep the answer to a `GET`.
    pub caching: Caching,
    /// The tag in the OpenAPI document.
    pub tag: &'static str,
}

/// The part of a path that stands for a format.
const FORMAT: &str = "{format}";

/// The format of the picture at this path.
pub fn format_of_path(path: &str) -> Option<PictureFormat> {
    path.rsplit_once('.').and_then(|(_, format)| PictureFormat::from_name(format))
}

/// The media type of a format.
pub const fn media_type(format: PictureFormat) -> &'static str {
    match format {
        PictureFormat::Svg => "image/svg+xml",
        PictureFormat::Png => "image/png",
        PictureFormat::Gif => "image/gif",
    }
}

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

/// Calls a macro with the table of operations.
///
/// The operations of the contract are grouped by shape: those with one answer; pictures, which a server can be built
/// without; streams; and batches, which are streams in both directions. Each row has the label of the operation in metrics and logs. `rpc` is the method in the
/// generated code, with the types of the request and the answer, and for a stream the name of its type in the generated
/// code. `by` says who answers: the `Rules` alone, by `RuleRequest`, or the `Service`, which implements `Call`.
macro_rules! operations {
    ($with:ident) => {
        $with! {
            unary {
                /// Every variant.
                ListVariants "list-variants" {
                    rpc: list_variants(ListVariantsRequest) -> ListVariantsResponse,
                    http: Get "/v1/variants", caching: ByContent, tag: "variants", access: Keyed, searches: Never, by: Rules
                }
                /// One variant.
                GetVariant "get-variant" {
                    rpc: get_variant(GetVariantRequest) -> GetVariantResponse,
                    http: Get "/v1/variants/{variant}", caching: ByContent, tag: "variants", access: Keyed, searches: Never, by: Rules
                }
                /// The first position of a game.
                StartGame "start-game" {
                    rpc: start_game(StartGameRequest) -> StartGameResponse,
                    http: Post "/v1/variants/{variant}/start-game", caching: Never, tag: "games", access: Keyed, searches: Never, by: Rules
                }
                /// The legal moves.
                LegalMoves "legal-moves" {
                    rpc: legal_moves(LegalMovesRequest) -> LegalMovesResponse,
                    http: GetAndPost "/v1/variants/{variant}/legal-moves", caching: ByRequest, tag: "games", access: Keyed, searches: Never, by: Rules
                }
                /// Whether a move is legal.
                ValidateMove "validate-move" {
                    rpc: validate_move(ValidateMoveRequest) -> ValidateMoveResponse,
                    http: GetAndPost "/v1/variants/{variant}/validate-move", caching: ByRequest, tag: "games", access: Keyed, searches: Never, by: Rules
                }
                /// The position after a move.
                ApplyMove "apply-move" {
                    rpc: apply_move(ApplyMoveRequest) -> ApplyMoveResponse,
                    http: GetAndPost "/v1/variants/{variant}/apply-move", caching: ByRequest, tag: "games", access: Keyed, searches: Never, by: Rules
                }
                /// A person's move, and the engine's reply.
                PlayTurn "play-turn" {
                    rpc: play_turn(PlayTurnRequest) -> PlayTurnResponse,
                    http: Post "/v1/variants/{variant}/play-turn", caching: Never, tag: "games", access: Keyed, searches: AsAsked, by: Service
                }
                /// Every position of a game.
                ReplayGame "replay-game" {
                    rpc: replay_game(ReplayGameRequest) -> ReplayGameResponse,
                    http: GetAndPost "/v1/variants/{variant}/replay-game", caching: ByRequest, tag: "games", access: Keyed, searches: Never, by: Rules
                }
                /// The best move.
                SuggestMove "suggest-move" {
                    rpc: suggest_move(SuggestMoveRequest) -> SuggestMoveResponse,
                    http: GetAndPost "/v1/variants/{variant}/suggest-move", caching: ByRequestAndTables, tag: "games", access: Keyed, searches: Once, by: Service
                }
                /// The build and the limits.
                GetServerInfo "get-server-info" {
                    rpc: get_server_info(GetServerInfoRequest) -> GetServerInfoResponse,
                    http: Get "/v1/server-info", caching: ByContent, tag: "server", access: Keyed, searches: Never, by: Service
                }
            }
            pictures {
                /// A position or a move as a picture.
                RenderBoard "render-board" {
                    rpc: render_board(RenderBoardRequest) -> RenderBoardResponse,
                    http: Get "/v1/variants/{variant}/board.{format}", caching: Picture, tag: "games", access: Keyed, searches: Never
                }
            }
            streams {
                /// The best move, and each better move as the search finds it.
                SuggestMoveStream "suggest-move-stream" {
                    rpc: suggest_move_stream(SuggestMoveStreamRequest) -> SuggestMoveStreamResponse as SuggestMoveStreamStream,
                    http: GetAndPost "/v1/variants/{variant}/suggest-move-stream", caching: Never, tag: "games", access: Keyed, searches: Once
                }
                /// What the moves of a game cost.
                ReviewGame "review-game" {
                    rpc: review_game(ReviewGameRequest) -> ReviewGameResponse as ReviewGameStream,
                    http: GetAndPost "/v1/variants/{variant}/review-game", caching: Never, tag: "games", access: Keyed, searches: OnceAndAsAsked
                }
            }
            batches {
                /// Many positions, each with an answer of its own.
                Batch "batch" {
                    rpc: batch(BatchRequest) -> BatchResponse as BatchStream,
                    http: Post "/v1/batch", caching: Never, tag: "games", access: Keyed, searches: Never
                }
            }
            others {
                /// The health of a service over gRPC.
                Health "health" { rpcs: ["/grpc.health.v1.Health/Check"], access: Public, searches: Never, shape: Whole }
                /// The health of a service over gRPC, reported again whenever it changes.
                HealthWatch "health-watch" { rpcs: ["/grpc.health.v1.Health/Watch"], access: Public, searches: Never, shape: Endless }
                /// Reflection: the contract over gRPC. It is a stream, which costs more than the documentation.
                Reflection "reflection" {
                    rpcs: [
                        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
                        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
                    ],
                    access: Keyed, searches: Never, shape: Stream
                }
                /// The tools of the Model Context Protocol, over HTTP.
                Mcp "mcp" { rpcs: [], access: Keyed, searches: AsAsked, shape: AsAsked }
                /// The contract over HTTP, and the pages.
                Documentation "documentation" { rpcs: [], access: Public, searches: Never, shape: Whole }
                /// Anything that does not exist.
                Unknown "unknown" { rpcs: [], access: Keyed, searches: Never, shape: Whole }
            }
        }
    };
}
pub(crate) use operations;

macro_rules! define_operations {
    (
        unary { $($unary:tt)* }
        pictures { $($picture:tt)* }
        streams { $($stream:tt)* }
        batches { $($batch:tt)* }
        others { $($other:tt)* }
    ) => {
        define_operations! {
            [Whole $($unary)* $($picture)*] [Stream $($stream)* $($batch)*] others { $($other)* }
        }
    };
    (
        $([$shape:ident $(
            $(#[$meta:meta])* $name:ident $label:literal {
                rpc: $method:ident($request:ident) -> $answer:ident $(as $stream:ident)?,
                http: $methods:ident $path:literal, caching: $caching:ident, tag: $tag:literal,
                access: $access:ident, searches: $searches:ident $(, by: $by:ident)?
            }
        )+])+
        others { $(
            $(#[$other_meta:meta])* $other:ident $other_label:literal {
                rpcs: [$($rpc:literal),* $(,)?],
                access: $other_access:ident, searches: $other_searches:ident, shape: $other_shape:ident
            }
        )+ }
    ) => {
        string_enum! {
            /// The operation that a call requests. The spelling is the label in metrics and logs.
            pub enum Operation {
                $($($(#[$meta])* $name = $label,)+)+
                $($(#[$other_meta])* $other = $other_label),+
            }
        }

        impl Operation {
            /// The row of the contract; none for an operation that is not in the contract.
            pub const fn contract(self) -> Option<Contract> {
                match self {
                    $($(Self::$name => Some(Contract {
                        rpc: stringify!($name),
                        path: $path,
                        methods: Methods::$methods,
                        caching: Caching::$caching,
                        tag: $tag,
                    }),)+)+
                    $(Self::$other)|+ => None,
                }
            }

            const fn kind(self) -> Kind {
                let (access, searches, shape) = match self {
                    $($(Self::$name => (Access::$access, Searches::$searches, Shape::$shape),)+)+
                    $(Self::$other => (Access::$other_access, Searches::$other_searches, Shape::$other_shape),)+
                };
                Kind { access, searches, shape }
            }

            /// The gRPC paths of operations that are not in the contract.
            const fn other_rpcs(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$name)|+)|+ => &[],
                    $(Self::$other => &[$($rpc),*],)+
                }
            }
        }
    };
}

operations!(define_operations);

impl Operation {
    /// Every operation of the contract with its row.
    pub fn in_contract() -> impl Iterator<Item = (Self, Contract)> {
        Self::ALL.iter().filter_map(|&operation| Some((operation, operation.contract()?)))
    }

    /// The operation that a gRPC path names.
    pub fn of_grpc(path: &str) -> Self {
        let rpc = path.strip_prefix('/').and_then(|path| path.strip_prefix(RPC_SERVICE)?.strip_prefix('/'));
        let is_named = |operation: &Self| match (operation.contract(), rpc) {
            (Some(contract), Some(rpc)) => contract.rpc == rpc,
            (Some(_), None) => false,
            (None, _) => operation.other_rpcs().contains(&path),
        };
        Self::ALL.iter().copied().find(is_named).unwrap_or(Self::Unknown)
    }

    /// The operation that an HTTP path names.
    pub fn of_http(path: &str) -> Self {
        if ayla_pages::is_page(path) || path == ayla_pages::OPENAPI {
            return Self::Documentation;
        }
        if cfg!(feature = "mcp") && path == MCP {
            return Self::Mcp;
        }
        // Every call runs this, so the path is split once, instead of splitting every route.
        let below_variant = path.strip_prefix(VARIANTS).and_then(|path| {
            let (variant, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
            (!variant.is_empty()).then_some(rest)
        });
        let matches = |route: &str| match route.strip_prefix(VARIANTS).and_then(|route| route.strip_prefix("{variant}"))
        {
            Some(rest) => below_variant.is_some_and(|path| match rest.strip_suffix(FORMAT) {
                Some(rest) => path.strip_prefix(rest).is_some_and(|format| PictureFormat::from_name(format).is_some()),
                None => path == rest,
            }),
            None => route == path,
        };
        Self::in_contract()
            .find(|(_, contract)| matches(contract.path))
            .map_or(Self::Unknown, |(operation, _)| operation)
    }

    /// Whether anyone may call the operation without an API key.
    pub const fn is_public(self) -> bool {
        matches!(self.kind().access, Access::Public)
    }

    /// Whether the operation always runs a search, whatever the request says.
    pub const fn suggests(self) -> bool {
        matches!(self.kind().searches, Searches::Once | Searches::OnceAndAsAsked)
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
        matches!(self.kind().searches, Searches::AsAsked | Searches::OnceAndAsAsked)
    }

    /// Whether a call lasts as long as its caller likes.
    pub const fn is_unbounded(self) -> bool {
        matches!(self.kind().shape, Shape::Endless)
    }

    /// Whether the answer is a stream of messages that ends.
    pub const fn is_streamed(self) -> bool {
        matches!(self.kind().shape, Shape::Stream)
    }

    /// Whether the answer may be a stream of messages that ends, which its head says.
    pub const fn may_stream(self) -> bool {
        matches!(self.kind().shape, Shape::Stream | Shape::AsAsked)
    }

    /// Whether the stream sends messages as a search finds them, until a deadline at the latest.
    pub const fn streams_search(self) -> bool {
        self.is_streamed() && self.suggests()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_their_operations() {
        for (operation, contract) in Operation::in_contract() {
            for (path, _) in contract.paths() {
                assert_eq!(Operation::of_http(&path.replace("{variant}", "awale")), operation);
            }
            assert_eq!(Operation::of_grpc(&format!("/{RPC_SERVICE}/{}", contract.rpc)), operation);
        }
        let other =
            ["/pages/board.js", "/docs/index.css", "/rules", "/rules/fr", "/docs", "/openapi.json"].map(str::to_owned);
        for page in ayla_pages::paths().chain(other) {
            assert_eq!(Operation::of_http(&page), Operation::Documentation, "{page}");
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
        ] {
            assert_eq!(Operation::of_http(path), Operation::Unknown, "{path}");
        }
    }
}
