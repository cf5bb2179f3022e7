//! The table of operations, and the types of each.

use std::sync::Arc;

use ayla_api::error::Result;
use ayla_api::request;
use ayla_api::rule_calls::{Answered, RuleRequest};
use ayla_rules::string_enum;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Caching, Example, Methods, Searches, Shape};
use crate::call::Call;
use crate::grpc::Protobuf;
use crate::service::Service;
use crate::service::operations::{Exchange, Streamed, Unary};

/// An operation of the contract.
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

string_enum! {
    /// The operation that a call requests. The spelling is the label in metrics and logs.
    pub enum Operation {
        /// Every variant.
        ListVariants = "list-variants",
        /// One variant.
        GetVariant = "get-variant",
        /// The first position of a game.
        StartGame = "start-game",
        /// The legal moves.
        LegalMoves = "legal-moves",
        /// Whether a move is legal.
        ValidateMove = "validate-move",
        /// The position after a move.
        ApplyMove = "apply-move",
        /// A person's move, and the engine's reply.
        PlayTurn = "play-turn",
        /// Every position of a game.
        ReplayGame = "replay-game",
        /// The best move.
        SuggestMove = "suggest-move",
        /// The build and the limits.
        GetServerInfo = "get-server-info",
        /// A position or a move as a picture.
        RenderBoard = "render-board",
        /// The best move, and each better move as the search finds it.
        SuggestMoveStream = "suggest-move-stream",
        /// What the moves of a game cost.
        ReviewGame = "review-game",
        /// The games of a text in a format of other programs.
        ReadGame = "read-game",
        /// A puzzle by its id.
        GetPuzzle = "get-puzzle",
        /// A puzzle of a game.
        FindPuzzle = "find-puzzle",
        /// Many positions, each with an answer of its own.
        Batch = "batch",
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

impl Operation {
    /// The row of the contract; none for an operation that is not in the contract.
    pub const fn contract(self) -> Option<&'static Contract> {
        Some(match self {
            Self::ListVariants => &Contract { rpc: "ListVariants", path: "/v1/variants", ..CATALOGUE },
            Self::GetVariant => &Contract { rpc: "GetVariant", path: "/v1/variants/{variant}", ..CATALOGUE },
            Self::StartGame => &Contract {
                rpc: "StartGame",
                path: "/v1/variants/{variant}/start-game",
                example: Some(Example::Start),
                ..TURN
            },
            Self::LegalMoves => &Contract {
                rpc: "LegalMoves",
                path: "/v1/variants/{variant}/legal-moves",
                example: Some(Example::Position),
                ..QUESTION
            },
            Self::ValidateMove => &Contract {
                rpc: "ValidateMove",
                path: "/v1/variants/{variant}/validate-move",
                example: Some(Example::Move),
                ..QUESTION
            },
            Self::ApplyMove => &Contract {
                rpc: "ApplyMove",
                path: "/v1/variants/{variant}/apply-move",
                example: Some(Example::Move),
                ..QUESTION
            },
            Self::PlayTurn => &Contract {
                rpc: "PlayTurn",
                path: "/v1/variants/{variant}/play-turn",
                short_path: Some("/v1/play-turn"),
                searches: Searches::AsAsked,
                example: Some(Example::Turn),
                ..TURN
            },
            Self::ReplayGame => &Contract {
                rpc: "ReplayGame",
                path: "/v1/variants/{variant}/replay-game",
                example: Some(Example::Replay),
                ..QUESTION
            },
            Self::SuggestMove => &Contract {
                rpc: "SuggestMove",
                path: "/v1/variants/{variant}/suggest-move",
                caching: Caching::ByRequestAndTables,
                searches: Searches::Once,
                example: Some(Example::Search),
                ..QUESTION
            },
            Self::GetServerInfo => {
                &Contract { rpc: "GetServerInfo", path: "/v1/server-info", tag: "server", ..CATALOGUE }
            }
            Self::RenderBoard => &Contract {
                rpc: "RenderBoard",
                path: "/v1/variants/{variant}/board.{format}",
                methods: Methods::Get,
                caching: Caching::Picture,
                ..QUESTION
            },
            Self::SuggestMoveStream => &Contract {
                rpc: "SuggestMoveStream",
                path: "/v1/variants/{variant}/suggest-move-stream",
                searches: Searches::Once,
                example: Some(Example::Search),
                ..STREAM
            },
            Self::ReviewGame => &Contract {
                rpc: "ReviewGame",
                path: "/v1/variants/{variant}/review-game",
                searches: Searches::OnceAndAsAsked,
                example: Some(Example::Review),
                ..STREAM
            },
            Self::ReadGame => {
                &Contract { rpc: "ReadGame", path: "/v1/read-game", example: Some(Example::Text), ..TURN }
            }
            Self::GetPuzzle => &Contract { rpc: "GetPuzzle", path: "/v1/puzzles/{id}", ..PUZZLE },
            Self::FindPuzzle => &Contract { rpc: "FindPuzzle", path: "/v1/puzzles", ..PUZZLE },
            Self::Batch => &Contract {
                rpc: "Batch",
                path: "/v1/batch",
                methods: Methods::Post,
                example: Some(Example::Line),
                ..STREAM
            },
            Self::Health | Self::HealthWatch | Self::Reflection | Self::Mcp | Self::Documentation | Self::Unknown => {
                return None;
            }
        })
    }
}

/// Generic code that is run for the types of one operation.
pub(crate) trait Visitor: Sized {
    /// What is made of it.
    type Output;

    /// For an operation with a single answer.
    fn unary<O: Unary<Answer: Serialize + ToSchema> + Protobuf>(self) -> Self::Output;

    /// For an operation that answers with a picture.
    #[cfg(feature = "pictures")]
    fn picture(self) -> Self::Output;

    /// For an operation that answers with a stream of messages.
    fn streamed<O: Streamed + Protobuf>(self) -> Self::Output;

    /// For batches.
    fn batch(self) -> Self::Output;
}

/// Calls the method of the visitor for this operation.
///
/// # Errors
///
/// The visitor, for what is not in the contract, or not in this build.
pub(crate) fn visit<V: Visitor>(operation: Operation, visitor: V) -> std::result::Result<V::Output, V> {
    Ok(match operation {
        Operation::ListVariants => visitor.unary::<ListVariants>(),
        Operation::GetVariant => visitor.unary::<GetVariant>(),
        Operation::StartGame => visitor.unary::<StartGame>(),
        Operation::LegalMoves => visitor.unary::<LegalMoves>(),
        Operation::ValidateMove => visitor.unary::<ValidateMove>(),
        Operation::ApplyMove => visitor.unary::<ApplyMove>(),
        Operation::PlayTurn => visitor.unary::<PlayTurn>(),
        Operation::ReplayGame => visitor.unary::<ReplayGame>(),
        Operation::SuggestMove => visitor.unary::<SuggestMove>(),
        Operation::GetServerInfo => visitor.unary::<GetServerInfo>(),
        #[cfg(feature = "pictures")]
        Operation::RenderBoard => visitor.picture(),
        #[cfg(not(feature = "pictures"))]
        Operation::RenderBoard => return Err(visitor),
        Operation::SuggestMoveStream => visitor.streamed::<SuggestMoveStream>(),
        Operation::ReviewGame => visitor.streamed::<ReviewGame>(),
        Operation::ReadGame => visitor.unary::<ReadGame>(),
        Operation::GetPuzzle => visitor.unary::<GetPuzzle>(),
        Operation::FindPuzzle => visitor.unary::<FindPuzzle>(),
        Operation::Batch => visitor.batch(),
        Operation::Health
        | Operation::HealthWatch
        | Operation::Reflection
        | Operation::Mcp
        | Operation::Documentation
        | Operation::Unknown => return Err(visitor),
    })
}

/// Defines operations that the rules alone answer. The service implements the others, each where its work is.
macro_rules! by_rules {
    ($($(#[$meta:meta])* $name:ident($request:ident),)+) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug)]
        pub struct $name;

        impl Exchange for $name {
            const OPERATION: Operation = Operation::$name;
            type Request = request::$request;
            type Answer = <request::$request as RuleRequest>::Answer;
        }

        impl Unary for $name {
            async fn run<T: Send + 'static>(
                service: &Arc<Service>,
                request: Self::Request,
                call: &Call,
                write: impl FnOnce(Answered<Self::Answer>) -> T + Send + 'static,
            ) -> Result<T> {
                service.answer_by_rules(request, call, write).await
            }
        }
    )+};
}

by_rules! {
    /// Every variant.
    ListVariants(ListVariantsRequest),
    /// One variant.
    GetVariant(GetVariantRequest),
    /// The first position of a game.
    StartGame(StartGameRequest),
    /// The legal moves.
    LegalMoves(LegalMovesRequest),
    /// Whether a move is legal.
    ValidateMove(ValidateMoveRequest),
    /// The position after a move.
    ApplyMove(ApplyMoveRequest),
    /// Every position of a game.
    ReplayGame(ReplayGameRequest),
    /// The games of a text in a format of other programs.
    ReadGame(ReadGameRequest),
    /// A puzzle by its id.
    GetPuzzle(GetPuzzleRequest),
    /// A puzzle of a game.
    FindPuzzle(FindPuzzleRequest),
}

/// A person's move, and the engine's reply.
#[derive(Copy, Clone, Debug)]
pub struct PlayTurn;

/// The best move.
#[derive(Copy, Clone, Debug)]
pub struct SuggestMove;

/// The build and the limits.
#[derive(Copy, Clone, Debug)]
pub struct GetServerInfo;

/// A position or a move as a picture.
#[derive(Copy, Clone, Debug)]
pub struct RenderBoard;

/// The best move, and each better move as the search finds it.
#[derive(Copy, Clone, Debug)]
pub struct SuggestMoveStream;

/// What the moves of a game cost.
#[derive(Copy, Clone, Debug)]
pub struct ReviewGame;
