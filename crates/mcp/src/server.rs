//! The server of the protocol. A service answers what tools ask for. No session exists: each call has all that its answer
//! depends on.

mod asked;
mod handler;
pub mod http;
pub mod stdio;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use ::http::request::Parts;
use ayla_api::answer::{PlayTurnResponse, ReviewGameResponse, SuggestMoveResponse, SuggestMoveStreamResponse};
use ayla_api::error::{Error, Reason, Result};
use ayla_api::json::Side;
use ayla_api::preset::Presets;
use ayla_api::request::{PlayTurnRequest, ReviewGameRequest, SuggestMoveRequest};
use ayla_api::words::Language;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use rmcp::model::{CallToolResult, JsonObject};

use crate::advice::{HintCall, ReviewCall};
use crate::answer::refusal;
use crate::documents::Documents;
use crate::games;
use crate::tool::Tool;
use crate::turn::GameCall;
use asked::Asked;

/// The call of a service for which a tool works. Its caller's rates apply to each method.
pub trait ServiceCall: Send + Sync {
    /// The presets as they are now.
    fn presets(&self) -> Arc<Presets>;

    /// Plays a turn.
    fn play_turn(&self, request: PlayTurnRequest) -> BoxFuture<'_, Result<PlayTurnResponse>>;

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

/// Finds the call that a request belongs to, by its head; none on standard input.
type Calls = dyn Fn(Option<&Parts>) -> Arc<dyn ServiceCall> + Send + Sync;

/// The server of one request, or of one host on standard input and output.
#[derive(Clone)]
pub struct Server {
    calls: Arc<Calls>,
    documents: Documents,
}

impl Server {
    /// A server that has these documents. `calls` finds the call that a request belongs to, by its head; on standard input,
    /// requests have none.
    pub fn new(
        documents: Documents,
        calls: impl Fn(Option<&Parts>) -> Arc<dyn ServiceCall> + Send + Sync + 'static,
    ) -> Self {
        Self { calls: Arc::new(calls), documents }
    }

    /// Answers a call of a tool. What is wrong with the arguments is a result, which models read.
    async fn answer(&self, tool: Tool, arguments: JsonObject, asked: &Asked) -> CallToolResult {
        let accepted = asked.accepted.as_deref();
        let presets = asked.call.presets();
        let answered = match tool {
            Tool::ListGames => games::list(arguments, accepted, &presets).map(|told| told.result(None)),
            Tool::ExplainRule => {
                games::explain(arguments, accepted, &presets, self.documents).map(|told| told.result(None))
            }
            Tool::StartGame => turn(GameCall::start(arguments, accepted, random_seed()), asked).await,
            Tool::PlayMove => turn(GameCall::play(arguments, accepted), asked).await,
            Tool::ShowGame => turn(GameCall::show(arguments, accepted), asked).await,
            Tool::GetHint => hint(HintCall::read(arguments, accepted), asked).await,
            Tool::ReviewGame => review(ReviewCall::read(arguments, accepted), asked).await,
        };
        answered.unwrap_or_else(|error| {
            asked.call.record_refusal(error.reason);
            let language = error.language;
            refusal(error, language)
        })
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

/// Plays a turn.
async fn turn(read: Result<GameCall>, asked: &Asked) -> Result<CallToolResult> {
    let game = read?;
    let turn = asked.call.play_turn(game.request()).await?;
    let pictured = game.has_picture.then(|| (turn.position.token.clone(), game.viewer(), game.language()));
    let told = game.told(turn)?;
    let picture = match pictured {
        Some((token, viewer, language)) => Some(picture(token, viewer, language, asked).await?),
        None => None,
    };
    Ok(told.result(picture))
}

/// Draws a board, as a PNG in base64.
#[cfg(feature = "pictures")]
async fn picture(token: Option<String>, viewer: Side, language: Language, asked: &Asked) -> Result<String> {
    use ayla_api::json::Named;
    use ayla_api::request::{PictureFormat, RenderBoardRequest};
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    let format = Some(Named(PictureFormat::Png));
    let request = RenderBoardRequest { token, viewer: Some(viewer), format, language, ..Default::default() };
    let drawn = asked.call.render_board(request).await.map_err(|error| error.in_language(language))?;
    Ok(STANDARD.encode(drawn))
}

/// There are no pictures in this build.
#[cfg(not(feature = "pictures"))]
async fn picture(_: Option<String>, _: Side, language: Language, _: &Asked) -> Result<String> {
    Err(Error::no_pictures().in_language(language))
}

/// Searches for a move; with progress, each better one is reported as it is found.
async fn hint(read: Result<HintCall>, asked: &Asked) -> Result<CallToolResult> {
    let hint = read?;
    let refused = |error: Box<Error>| error.in_language(hint.language());
    if asked.progress.is_none() {
        let suggestion = asked.call.suggest_move(hint.request()).await.map_err(refused)?;
        return Ok(hint.told(suggestion).result(None));
    }
    let mut found = asked.call.suggest_move_stream(hint.request()).await.map_err(refused)?;
    let mut reports = 0;
    while let Some(message) = found.next().await {
        let message = message?;
        if message.last {
            return Ok(hint.told(message.suggestion).result(None));
        }
        reports += 1;
        asked.report(reports, hint.sentence(&message.suggestion)).await;
    }
    Err(Error::internal())
}

/// Reviews a game; with progress, each move is reported as it is reviewed.
async fn review(read: Result<ReviewCall>, asked: &Asked) -> Result<CallToolResult> {
    let mut review = read?;
    let language = review.language();
    let found = asked.call.review_game(review.request()).await;
    let mut found = found.map_err(|error| error.in_language(language))?;
    let mut reports = 0;
    while let Some(message) = found.next().await {
        let sentence;
        (review, sentence) = match review.hear(message?) {
            Ok(heard) => heard,
            Err(told) => return Ok(told.result(None)),
        };
        if let Some(sentence) = sentence {
            reports += 1;
            asked.report(reports, sentence).await;
        }
    }
    Err(Error::internal())
}

/// The seed of a game whose caller gives none.
fn random_seed() -> u32 {
    RandomState::new().hash_one(()) as u32
}
