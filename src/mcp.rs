//! The Model Context Protocol: the operations as tools for language models. The tools are [`ayla_mcp`]'s; this module has the
//! service answer their requests. No session exists: each call has all that its answer depends on.

mod asked;
mod handler;
pub mod http;
pub mod stdio;

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};

use ayla_api::error::{Error, Result};
use ayla_api::json::Side;
use ayla_api::words::{Language, catalogues};
use ayla_mcp::advice::{HintCall, ReviewCall};
use ayla_mcp::answer::refusal;
use ayla_mcp::documents::Documents;
use ayla_mcp::games;
use ayla_mcp::tool::Tool;
use ayla_mcp::turn::GameCall;
use futures_util::StreamExt;
use rmcp::model::{CallToolResult, JsonObject};

use crate::service::Service;
use crate::service::call::{PlayTurn, ReviewGame, SuggestMove, SuggestMoveStream};
use asked::Asked;

/// The server of one request, or of one host on standard input and output.
#[derive(Clone, Debug)]
pub struct Server {
    service: Arc<Service>,
}

impl Server {
    /// A server over this service.
    #[must_use]
    pub const fn new(service: Arc<Service>) -> Self {
        Self { service }
    }

    /// What resources and rulings come from.
    fn documents() -> Documents {
        static BOARD: LazyLock<String> = LazyLock::new(|| ayla_pages::app(catalogues()));
        Documents { texts: ayla_pages::documents(), board: &BOARD }
    }

    /// Answers a call of a tool. What is wrong with the arguments is a result, which models read.
    async fn answer(&self, tool: Tool, arguments: JsonObject, asked: &Asked) -> CallToolResult {
        let accepted = asked.accepted.as_deref();
        let presets = self.service.presets();
        let answered = match tool {
            Tool::ListGames => games::list(arguments, accepted, &presets).map(|told| told.result(None)),
            Tool::ExplainRule => {
                games::explain(arguments, accepted, &presets, Self::documents()).map(|told| told.result(None))
            }
            Tool::StartGame => self.turn(GameCall::start(arguments, accepted, random_seed()), asked).await,
            Tool::PlayMove => self.turn(GameCall::play(arguments, accepted), asked).await,
            Tool::ShowGame => self.turn(GameCall::show(arguments, accepted), asked).await,
            Tool::GetHint => self.hint(HintCall::read(arguments, accepted), asked).await,
            Tool::ReviewGame => self.review(ReviewCall::read(arguments, accepted), asked).await,
        };
        answered.unwrap_or_else(|error| {
            asked.call.refused_for(error.reason);
            let language = error.language;
            refusal(error, language)
        })
    }

    /// Plays a turn.
    async fn turn(&self, read: Result<GameCall>, asked: &Asked) -> Result<CallToolResult> {
        let game = read?;
        let turn = self.service.call::<PlayTurn>(game.request(), &asked.call).await?;
        let picture = game.has_picture.then(|| (turn.position.token.clone(), game.viewer(), game.language()));
        let told = game.told(turn)?;
        let picture = match picture {
            Some((token, viewer, language)) => self.picture(token, viewer, language, asked).await?,
            None => None,
        };
        Ok(told.result(picture))
    }

    /// Draws a board, as a PNG in base64.
    #[cfg(feature = "pictures")]
    async fn picture(
        &self,
        token: Option<String>,
        viewer: Side,
        language: Language,
        asked: &Asked,
    ) -> Result<Option<String>> {
        use ayla_api::json::Named;
        use ayla_api::request::{PictureFormat, RenderBoardRequest};
        use base64::Engine;
        use base64::engine::general_purpose::STANDARD;

        use crate::service::call::RenderBoard;

        asked.call.before_picture().map_err(|error| error.in_language(language))?;
        let format = Some(Named(PictureFormat::Png));
        let request = RenderBoardRequest { token, viewer: Some(viewer), format, language, ..Default::default() };
        let drawn = self.service.call::<RenderBoard>(request, &asked.call).await?;
        Ok(Some(STANDARD.encode(drawn.picture)))
    }

    /// There are no pictures in this build.
    #[cfg(not(feature = "pictures"))]
    async fn picture(&self, _: Option<String>, _: Side, language: Language, _: &Asked) -> Result<Option<String>> {
        Err(Error::no_pictures().in_language(language))
    }

    /// Searches for a move; with progress, each better one is reported as it is found.
    async fn hint(&self, read: Result<HintCall>, asked: &Asked) -> Result<CallToolResult> {
        let hint = read?;
        asked.call.before_search().map_err(|error| error.in_language(hint.language()))?;
        if asked.progress.is_none() {
            let suggestion = self.service.call::<SuggestMove>(hint.request(), &asked.call).await?;
            return Ok(hint.told(suggestion).result(None));
        }
        let mut found = self.service.stream::<SuggestMoveStream>(hint.request(), &asked.call).await?.answer;
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
    async fn review(&self, read: Result<ReviewCall>, asked: &Asked) -> Result<CallToolResult> {
        let mut review = read?;
        asked.call.before_search().map_err(|error| error.in_language(review.language()))?;
        let mut found = self.service.stream::<ReviewGame>(review.request(), &asked.call).await?.answer;
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
}

/// The seed of a game whose caller gives none.
fn random_seed() -> u32 {
    RandomState::new().hash_one(()) as u32
}
