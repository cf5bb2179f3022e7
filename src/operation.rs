//! The operations, and everything else that can be called: one table for the transports, the OpenAPI document, metrics,
//! traces, logs and the cache.

pub mod contract;

use crate::call::Work;
use ayla_api::request::PictureFormat;

pub use contract::{Contract, Operation};
pub(crate) use contract::{Visitor, visit};

/// The name of the service in the protobuf contract.
pub const RPC_SERVICE: &str = "mancala.v1.MancalaService";

/// The path of the Model Context Protocol.
pub const MCP: &str = "/mcp";

/// The path of the file that says where to report a security problem.
pub const SECURITY_TXT: &str = "/.well-known/security.txt";

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
pub(crate) const ID: &str = "{id}";

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

impl Operation {
    /// The gRPC paths of operations that are not in the contract.
    pub const fn other_rpcs(self) -> &'static [&'static str] {
        match self {
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
        if ayla_pages::is_page(path) || [ayla_pages::OPENAPI, SECURITY_TXT].contains(&path) {
            return Self::Documentation;
        }
        if cfg!(feature = "mcp") && path == MCP {
            return Self::Mcp;
        }
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
        Self::in_contract()
            .find(|&(operation, contract)| {
                is_built(operation) && (matches(contract.path) || contract.short_path == Some(path))
            })
            .map_or(Self::Unknown, |(operation, _)| operation)
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

    /// Whether the stream sends messages as a search finds them, until a deadline at the latest.
    pub const fn streams_search(self) -> bool {
        self.is_streamed() && self.suggests()
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
    // `/v1/variants/` names no operation; `/v1/variants//legal-moves` names one of a variant without a name, which is refused.
    (!path.is_empty()).then_some((variant, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_their_operations() {
        for (operation, contract) in Operation::in_contract() {
            for (path, _) in contract.paths() {
                assert_eq!(Operation::of_http(&path.replace("{variant}", "awale").replace(ID, "awale-17")), operation);
            }
            if let Some(path) = contract.short_path {
                assert_eq!((Operation::of_http(path), operation.variant_in(path)), (operation, None));
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
            "/v1/puzzles/",
            "/v1/puzzles/awale-17/",
            "/v1/puzzlesx",
        ] {
            assert_eq!(Operation::of_http(path), Operation::Unknown, "{path}");
        }
    }
}
