//! The Model Context Protocol: the service answers what the tools of [`ayla_mcp`] ask for.

use std::sync::{Arc, LazyLock};

use ayla_api::answer::{PlayTurnResponse, ReviewGameResponse, SuggestMoveResponse, SuggestMoveStreamResponse};
use ayla_api::error::{Reason, Result};
use ayla_api::preset::Presets;
use ayla_api::request::{PlayTurnRequest, ReviewGameRequest, SuggestMoveRequest};
use ayla_api::words::catalogues;
use ayla_mcp::documents::Documents;
use ayla_mcp::server::http::Access;
use ayla_mcp::server::{AnswerStream, Server, ServiceCall};
use futures_util::future::BoxFuture;

use crate::config::Config;
use crate::service::Service;
use crate::service::call::{CallContext, PlayTurn, ReviewGame, SuggestMove, SuggestMoveStream};
use crate::service::operation::Operation;

/// The server of the protocol for this service.
pub fn server(service: Arc<Service>) -> Server {
    static BOARD: LazyLock<String> = LazyLock::new(|| ayla_pages::app(catalogues()));
    let documents = Documents { texts: ayla_pages::documents(), board: &BOARD };
    Server::new(documents, move |head| {
        let context = head.and_then(|head| head.extensions.get().cloned());
        let context = context.unwrap_or_else(|| CallContext::local(Operation::Mcp));
        Arc::new(ToolCall { service: Arc::clone(&service), context })
    })
}

/// What the settings allow over HTTP.
pub fn access(config: &Config) -> Access {
    Access {
        body_bytes: config.limits.body_bytes,
        public_url: config.server.public_url.clone(),
        origins: config.access.cors_origins.clone(),
    }
}

/// A call of a tool, on whose account the service works.
struct ToolCall {
    service: Arc<Service>,
    context: Arc<CallContext>,
}

impl ServiceCall for ToolCall {
    fn presets(&self) -> Arc<Presets> {
        self.service.presets()
    }

    fn play_turn(&self, request: PlayTurnRequest) -> BoxFuture<'_, Result<PlayTurnResponse>> {
        Box::pin(self.service.call::<PlayTurn>(request, &self.context))
    }

    #[cfg(feature = "pictures")]
    fn render_board(&self, request: ayla_api::request::RenderBoardRequest) -> BoxFuture<'_, Result<bytes::Bytes>> {
        Box::pin(async move {
            let drawn = self.service.call::<crate::service::call::RenderBoard>(request, &self.context).await?;
            Ok(drawn.picture)
        })
    }

    fn suggest_move(&self, request: SuggestMoveRequest) -> BoxFuture<'_, Result<SuggestMoveResponse>> {
        Box::pin(self.service.call::<SuggestMove>(request, &self.context))
    }

    fn suggest_move_stream(&self, request: SuggestMoveRequest) -> AnswerStream<'_, SuggestMoveStreamResponse> {
        Box::pin(async move { Ok(self.service.stream::<SuggestMoveStream>(request, &self.context).await?.answer) })
    }

    fn review_game(&self, request: ReviewGameRequest) -> AnswerStream<'_, ReviewGameResponse> {
        Box::pin(async move { Ok(self.service.stream::<ReviewGame>(request, &self.context).await?.answer) })
    }

    fn record_refusal(&self, reason: Reason) {
        self.context.refused_for(reason);
    }
}
