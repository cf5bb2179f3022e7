//! The operations, and what else calls ask for: one table that the routers, the OpenAPI document, metrics, traces, logs
//! and the cache read.

use ayla_rules::string_enum;

/// The service of the contract in protobuf.
pub const RPC_SERVICE: &str = "mancala.v1.MancalaService";

/// The beginning of the paths of a variant, before its name.
const VARIANTS: &str = "/v1/variants/";

/// The HTTP methods of an operation. `HEAD` goes with `GET`.
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
    /// Tagged by the request, and kept for an hour: the answer follows from the request, the build and the limits.
    ByRequest,
    /// As [`ByRequest`](Self::ByRequest), with the endgame tables in the tag as well.
    ByRequestAndTables,
    /// As [`ByRequest`](Self::ByRequest), for a day.
    Picture,
    /// Tagged by its content, and checked each time: it may change while the server runs.
    ByContent,
    /// Never kept.
    Never,
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

string_enum! {
    /// The format of a picture. The spelling is the end of its path.
    pub enum PictureFormat {
        /// SVG: lines and areas, which are sharp at any size.
        Svg = "svg",
        /// PNG: pixels.
        Png = "png",
        /// GIF: pixels that move.
        Gif = "gif",
    }
}

/// The part of a path that is a format.
const FORMAT: &str = "{format}";

impl PictureFormat {
    /// The format of the picture at a path.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        path.rsplit_once('.').and_then(|(_, format)| Self::from_name(format))
    }

    /// The media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
        }
    }
}

impl Contract {
    /// The paths over HTTP: one, or one for each format of pictures.
    #[must_use]
    pub fn paths(&self) -> Vec<(String, Option<PictureFormat>)> {
        if self.path.contains(FORMAT) {
            let path = |&format: &PictureFormat| (self.path.replace(FORMAT, format.name()), Some(format));
            PictureFormat::ALL.iter().map(path).collect()
        } else {
            vec![(self.path.to_owned(), None)]
        }
    }
}

macro_rules! operations {
    (
        contract { $($(#[$meta:meta])* $name:ident = $label:literal: $rpc:literal, $methods:ident, $path:literal, $caching:ident, $tag:literal;)+ }
        others { $($(#[$other_meta:meta])* $other:ident = $other_label:literal;)+ }
    ) => {
        string_enum! {
            /// What a call asks for. The spelling is the label in metrics and logs.
            pub enum Operation {
                $($(#[$meta])* $name = $label,)+
                $($(#[$other_meta])* $other = $other_label),+
            }
        }

        impl Operation {
            /// The row of the contract; none for what is not in it.
            #[must_use]
            pub const fn contract(self) -> Option<Contract> {
                match self {
                    $(Self::$name => Some(Contract {
                        rpc: $rpc,
                        path: $path,
                        methods: Methods::$methods,
                        caching: Caching::$caching,
                        tag: $tag,
                    }),)+
                    $(Self::$other)|+ => None,
                }
            }
        }
    };
}

operations! {
    contract {
        /// Every variant.
        ListVariants = "list-variants": "ListVariants", Get, "/v1/variants", ByContent, "variants";
        /// One variant.
        GetVariant = "get-variant": "GetVariant", Get, "/v1/variants/{variant}", ByContent, "variants";
        /// The first position of a game.
        StartGame = "start-game": "StartGame", Post, "/v1/variants/{variant}/start-game", Never, "games";
        /// The legal moves.
        LegalMoves = "legal-moves": "LegalMoves", GetAndPost, "/v1/variants/{variant}/legal-moves", ByRequest, "games";
        /// Whether a move is legal.
        ValidateMove = "validate-move": "ValidateMove", GetAndPost, "/v1/variants/{variant}/validate-move", ByRequest, "games";
        /// The position after a move.
        ApplyMove = "apply-move": "ApplyMove", GetAndPost, "/v1/variants/{variant}/apply-move", ByRequest, "games";
        /// A person's move, and the engine's reply.
        PlayTurn = "play-turn": "PlayTurn", Post, "/v1/variants/{variant}/play-turn", Never, "games";
        /// Every position of a game.
        ReplayGame = "replay-game": "ReplayGame", GetAndPost, "/v1/variants/{variant}/replay-game", ByRequest, "games";
        /// A position or a move as a picture.
        RenderBoard = "render-board": "RenderBoard", Get, "/v1/variants/{variant}/board.{format}", Picture, "games";
        /// The best move.
        SuggestMove = "suggest-move": "SuggestMove", GetAndPost, "/v1/variants/{variant}/suggest-move", ByRequestAndTables, "games";
        /// The best move, and each better one as the search finds it.
        SuggestMoveStream = "suggest-move-stream": "SuggestMoveStream", GetAndPost, "/v1/variants/{variant}/suggest-move-stream", Never, "games";
        /// What the moves of a game cost.
        ReviewGame = "review-game": "ReviewGame", GetAndPost, "/v1/variants/{variant}/review-game", Never, "games";
        /// The build and the limits.
        GetServerInfo = "get-server-info": "GetServerInfo", Get, "/v1/server-info", ByContent, "server";
    }
    others {
        /// The health of a service over gRPC.
        Health = "health";
        /// The health of a service over gRPC, reported again whenever it changes.
        HealthWatch = "health-watch";
        /// The contract over gRPC.
        Reflection = "reflection";
        /// The contract over HTTP, and the pages to try it.
        Documentation = "documentation";
        /// Nothing that exists.
        Unknown = "unknown";
    }
}

impl Operation {
    /// Every operation of the contract with its row.
    pub fn in_contract() -> impl Iterator<Item = (Self, Contract)> {
        Self::ALL.iter().filter_map(|&operation| Some((operation, operation.contract()?)))
    }

    /// The operation that a gRPC path names.
    #[must_use]
    pub fn of_grpc(path: &str) -> Self {
        let Some((service, method)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return Self::Unknown;
        };
        match (service, method) {
            (RPC_SERVICE, rpc) => Self::in_contract()
                .find(|(_, contract)| contract.rpc == rpc)
                .map_or(Self::Unknown, |(operation, _)| operation),
            ("grpc.health.v1.Health", "Check") => Self::Health,
            ("grpc.health.v1.Health", "Watch") => Self::HealthWatch,
            (
                "grpc.reflection.v1.ServerReflection" | "grpc.reflection.v1alpha.ServerReflection",
                "ServerReflectionInfo",
            ) => Self::Reflection,
            _ => Self::Unknown,
        }
    }

    /// The operation that an HTTP path names.
    #[must_use]
    pub fn of_http(path: &str) -> Self {
        let is_page = ["/docs/", "/pages/", "/rules/"].iter().any(|folder| path.starts_with(folder));
        if is_page || matches!(path, "/" | "/play" | "/rules" | "/openapi.json" | "/docs") {
            return Self::Documentation;
        }
        // Every call asks: the path is parted once, rather than each route.
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

    /// Whether anybody may call it without an API key: probes ask for health, and the contract is no secret. Over gRPC
    /// the contract is a stream, which costs more.
    #[must_use]
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Health | Self::HealthWatch | Self::Documentation)
    }

    /// Whether it searches.
    #[must_use]
    pub const fn suggests(self) -> bool {
        matches!(self, Self::SuggestMove | Self::SuggestMoveStream | Self::ReviewGame)
    }

    /// Whether the request says if it searches, or how often.
    #[must_use]
    pub const fn may_suggest(self) -> bool {
        matches!(self, Self::PlayTurn | Self::ReviewGame)
    }

    /// Whether a call lasts as long as its caller likes. Such calls cost nothing while they wait.
    #[must_use]
    pub const fn is_unbounded(self) -> bool {
        matches!(self, Self::HealthWatch)
    }

    /// Whether the answer is a stream of messages.
    #[must_use]
    pub const fn is_streamed(self) -> bool {
        matches!(self, Self::Reflection | Self::SuggestMoveStream | Self::ReviewGame)
    }

    /// Whether the messages of the stream come as a search finds them, until a deadline at the latest.
    #[must_use]
    pub const fn streams_search(self) -> bool {
        matches!(self, Self::SuggestMoveStream | Self::ReviewGame)
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
        for page in ["/play", "/pages/board.js", "/docs/index.css", "/rules", "/rules/", "/rules/awale"] {
            assert_eq!(Operation::of_http(page), Operation::Documentation);
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
