//! The server of the protocol. A service answers what tools ask for. No session exists: each call has all that its
//! answer depends on.

mod handler;
pub mod http;
pub mod message;
pub mod stdio;

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use ayla_api::answer::{
    PlayTurnResponse, ReadGameResponse, ReviewGameResponse, SuggestMoveResponse, SuggestMoveStreamResponse,
};
use ayla_api::error::{Error, Reason, Result};
use ayla_api::json::Side;
use ayla_api::preset::Presets;
use ayla_api::puzzles::Attempt;
use ayla_api::request::{PlayTurnRequest, ReadGameRequest, ReviewGameRequest, SuggestMoveRequest};
use ayla_api::words::Language;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use rmcp::RoleServer;
use rmcp::model::{CallToolResult, JsonObject, ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tracing::Span;

use crate::advice::{HintCall, review_request, review_result};
use crate::answer::{refusal, with_ignored};
use crate::arguments;
use crate::documents::Documents;
use crate::games;
use crate::puzzles::PuzzleCall;
use crate::tool::Tool;
use crate::turn::GameCall;

/// The call of a service for which a tool works. Its caller's rates apply to each method.
pub trait ServiceCall: Send + Sync {
    /// The language of the answer.
    fn language(&self) -> Language;

    /// The presets as they are now.
    fn presets(&self) -> Arc<Presets>;

    /// Plays a turn.
    fn play_turn(&self, request: PlayTurnRequest) -> BoxFuture<'_, Result<PlayTurnResponse>>;

    /// Reads games of other programs.
    fn read_game(&self, request: ReadGameRequest) -> BoxFuture<'_, Result<ReadGameResponse>>;

    /// Draws a board.
    #[cfg(feature = "pictures")]
    fn render_board(&self, request: ayla_api::request::RenderBoardRequest) -> BoxFuture<'_, Result<bytes::Bytes>>;

    /// Searches for a move.
    fn suggest_move(&self, request: SuggestMoveRequest) -> BoxFuture<'_, Result<SuggestMoveResponse>>;

    /// Searches for a move, and reports each better one.
    fn suggest_move_stream(&self, request: SuggestMoveRequest) -> AnswerStream<'_, SuggestMoveStreamResponse>;

    /// Reviews a game.
    fn review_game(&self, request: ReviewGameRequest) -> AnswerStream<'_, ReviewGameResponse>;

    /// Records why the tool was refused.
    fn record_refusal(&self, reason: Reason);
}

/// A stream of answers, once the first one is available.
pub type AnswerStream<'a, A> = BoxFuture<'a, Result<BoxStream<'static, Result<A>>>>;

/// The call that a tool works for, to be answered in the language of this locale if it names one.
type Calls = dyn Fn(Option<&str>) -> Arc<dyn ServiceCall> + Send + Sync;

/// The server of one request, or of one host on standard input and output.
#[derive(Clone)]
pub struct Server {
    calls: Arc<Calls>,
    documents: Documents,
    /// The span of the request.
    span: Span,
    /// Whether clients may hear of progress.
    has_progress: bool,
}

impl Server {
    /// A server that has these documents. `calls` makes the call that a tool works for, given the locale that its
    /// arguments name.
    pub fn new(
        documents: Documents,
        calls: impl Fn(Option<&str>) -> Arc<dyn ServiceCall> + Send + Sync + 'static,
    ) -> Self {
        Self { calls: Arc::new(calls), documents, span: Span::current(), has_progress: true }
    }

    /// Sets whether the client receives notifications of progress.
    #[must_use]
    pub fn with_progress(self, has_progress: bool) -> Self {
        Self { has_progress, ..self }
    }

    /// Answers a call of a tool. What is wrong with the arguments is a result, which models read.
    async fn answer(&self, tool: Tool, mut arguments: JsonObject, asked: Asked) -> CallToolResult {
        let schema = &tool.listed().input_schema;
        let ignored = arguments::take_unknown(&mut arguments, schema);
        let arguments = arguments::as_wanted(arguments, schema);
        let call = (self.calls)(arguments::locale(&arguments));
        let language = call.language();
        let presets = call.presets();
        let asked = Tools { call: &*call, asked };
        let answered = match tool {
            Tool::ListGames => games::list(arguments, language, &presets).map(Into::into),
            Tool::ExplainRule => games::explain(arguments, language, &presets, self.documents).map(Into::into),
            Tool::StartGame => asked.turn(GameCall::start(arguments, language, random_seed())).await,
            Tool::OpenGame => asked.open(GameCall::open(arguments, language, random_seed())).await,
            Tool::PlayMove => asked.turn(GameCall::play(arguments, language)).await,
            Tool::ShowGame => asked.turn(GameCall::show(arguments, language)).await,
            Tool::GetHint => asked.hint(HintCall::read(arguments)).await,
            Tool::ReviewGame => asked.review(review_request(arguments)).await,
            Tool::GetPuzzle => asked.puzzle(PuzzleCall::read(arguments, language)).await,
        };
        let result = answered.unwrap_or_else(|error| {
            call.record_refusal(error.reason);
            refusal(&error, language)
        });
        with_ignored(result, ignored, language)
    }
}

/// The client of a request.
struct Asked {
    /// The name under which the client wants to hear of progress.
    progress: Option<ProgressToken>,
    peer: Peer<RoleServer>,
}

impl Asked {
    /// The client of a request, which may hear of progress or not.
    fn new(context: &RequestContext<RoleServer>, has_progress: bool) -> Self {
        let progress = context.meta.get_progress_token().filter(|_| has_progress);
        Self { progress, peer: context.peer.clone() }
    }

    /// Reports progress for the `count`th time, if the client wants to hear of it.
    async fn report(&self, count: u32, message: String) {
        let Some(token) = self.progress.clone() else { return };
        let progress = ProgressNotificationParam::new(token, count.into()).with_message(message);
        // Without a receiver the client has left, and the call is about to be cancelled.
        let _ = self.peer.notify_progress(progress).await;
    }
}

/// A tool at work: the call of the service that it works for, and who waits for the answer.
struct Tools<'a> {
    call: &'a dyn ServiceCall,
    asked: Asked,
}

impl Tools<'_> {
    /// Plays a turn.
    async fn turn(&self, read: Result<GameCall>) -> Result<CallToolResult> {
        let game = read?;
        let turn = self.call.play_turn(game.request.clone()).await?;
        let pictured = game.has_picture.then(|| (turn.position.token.clone(), game.viewer()));
        let result = game.result(turn, self.call.language())?;
        let picture = match pictured {
            Some((token, viewer)) => Some(self.picture(token, viewer).await?),
            None => None,
        };
        Ok(result.with_picture(picture))
    }

    /// Judges the moves that were tried in a puzzle, one turn after the other.
    async fn puzzle(&self, read: Result<(PuzzleCall, Attempt)>) -> Result<CallToolResult> {
        let (puzzle, mut attempt) = read?;
        let mut token = None;
        loop {
            let turn = self.call.play_turn(attempt.next(token)).await?;
            if !attempt.goes_on(&turn) {
                return Ok(puzzle.result(turn).into());
            }
            token = turn.position.token;
        }
    }

    /// Reads a game, and goes on with it.
    async fn open(&self, read: Result<(GameCall, ReadGameRequest)>) -> Result<CallToolResult> {
        let (game, record) = read?;
        let reading = self.call.read_game(record).await?;
        self.turn(game.with_record(reading)).await
    }

    /// Draws a board, as a PNG in base64.
    #[cfg(feature = "pictures")]
    async fn picture(&self, token: Option<String>, viewer: Side) -> Result<String> {
        use ayla_api::json::Named;
        use ayla_api::request::{PictureFormat, RenderBoardRequest};
        use base64::Engine;
        use base64::engine::general_purpose::STANDARD;

        let format = Some(Named(PictureFormat::Png));
        let request = RenderBoardRequest { token, viewer: Some(viewer), format, ..Default::default() };
        Ok(STANDARD.encode(self.call.render_board(request).await?))
    }

    /// There are no pictures in this build.
    #[cfg(not(feature = "pictures"))]
    async fn picture(&self, _: Option<String>, _: Side) -> Result<String> {
        Err(Error::no_pictures())
    }

    /// Searches for a move; with progress, each better one is reported as it is found.
    async fn hint(&self, read: Result<HintCall>) -> Result<CallToolResult> {
        let hint = read?;
        let language = self.call.language();
        if self.asked.progress.is_none() {
            let suggestion = self.call.suggest_move(hint.request.clone()).await?;
            return Ok(hint.result(suggestion, language).into());
        }
        let mut found = self.call.suggest_move_stream(hint.request.clone()).await?;
        let mut reports = 0;
        while let Some(message) = found.next().await {
            let message = message?;
            if message.last {
                return Ok(hint.result(message.suggestion, language).into());
            }
            reports += 1;
            self.asked.report(reports, hint.sentence(&message.suggestion, language)).await;
        }
        Err(Error::internal())
    }

    /// Reviews a game; with progress, each move is reported as it is reviewed.
    async fn review(&self, read: Result<ReviewGameRequest>) -> Result<CallToolResult> {
        let mut found = self.call.review_game(read?).await?;
        let mut all = Vec::new();
        while let Some(message) = found.next().await {
            let ReviewGameResponse { reviewed, end } = message?;
            if let Some(reviewed) = reviewed {
                all.push(reviewed.clone());
                self.asked.report(all.len() as u32, reviewed.sentence).await;
            }
            if let Some(end) = end {
                return Ok(review_result(all, end, self.call.language()).into());
            }
        }
        Err(Error::internal())
    }
}

/// The seed of a game whose caller gives none.
fn random_seed() -> u32 {
    RandomState::new().hash_one(()) as u32
}
