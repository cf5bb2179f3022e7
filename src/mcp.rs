//! The Model Context Protocol: the service answers what the tools of [`ayla_mcp`] ask for.

use std::sync::{Arc, LazyLock};

use ayla_api::answer::{
    PlayTurnResponse, ReadGameResponse, ReviewGameResponse, SuggestMoveResponse, SuggestMoveStreamResponse,
};
use ayla_api::error::{Reason, Result};
use ayla_api::preset::Presets;
use ayla_api::request::{PlayTurnRequest, ReadGameRequest, ReviewGameRequest, SuggestMoveRequest};
use ayla_api::words::{Language, catalogues};
use ayla_mcp::documents::Documents;
use ayla_mcp::server::http::Access;
use ayla_mcp::server::{AnswerStream, Server, ServiceCall};
use futures_util::future::BoxFuture;
use http::StatusCode;

use crate::call::{Call, End, Status};
use crate::config::Config;
use crate::service::Service;
use crate::service::operations::{PlayTurn, ReadGame, ReviewGame, SuggestMove, SuggestMoveStream};

/// The server of the protocol for one call, on whose account the service works.
pub fn server(service: Arc<Service>, call: Call) -> Server {
    static BOARD: LazyLock<String> = LazyLock::new(|| ayla_pages::app(catalogues()));
    let documents = Documents { texts: ayla_pages::documents(), board: &BOARD };
    Server::new(documents, move |locale| {
        Arc::new(ToolCall { service: Arc::clone(&service), call: call.clone().for_locale(locale) })
    })
}

/// What the settings allow over HTTP.
pub fn access(config: &Config) -> Access {
    Access {
        body_bytes: config.limits.body_bytes,
        public_url: config.server.public_url.clone(),
        hosts: config.access.tool_hosts.clone(),
        origins: config.access.cors_origins.clone(),
    }
}

/// The most sown houses that the result of a tool tells of.
const MOST_SOWN: usize = 1_000;

/// A call of a tool.
struct ToolCall {
    service: Arc<Service>,
    call: Call,
}

impl ServiceCall for ToolCall {
    fn language(&self) -> Language {
        self.call.language()
    }

    fn presets(&self) -> Arc<Presets> {
        self.service.presets()
    }

    fn play_turn(&self, request: PlayTurnRequest) -> BoxFuture<'_, Result<PlayTurnResponse>> {
        Box::pin(async move {
            let mut answer = self.service.answer::<PlayTurn>(request, &self.call).await?;
            // The library writes the answer on the thread of its connection.
            if answer.sown_houses() > MOST_SOWN {
                answer.leave_out_events();
            }
            Ok(answer)
        })
    }

    fn read_game(&self, request: ReadGameRequest) -> BoxFuture<'_, Result<ReadGameResponse>> {
        Box::pin(self.service.answer::<ReadGame>(request, &self.call))
    }

    #[cfg(feature = "pictures")]
    fn render_board(&self, request: ayla_api::request::RenderBoardRequest) -> BoxFuture<'_, Result<bytes::Bytes>> {
        Box::pin(async move {
            let drawn = self.service.answer::<crate::service::operations::RenderBoard>(request, &self.call).await?;
            Ok(drawn.picture)
        })
    }

    fn suggest_move(&self, request: SuggestMoveRequest) -> BoxFuture<'_, Result<SuggestMoveResponse>> {
        Box::pin(self.service.answer::<SuggestMove>(request, &self.call))
    }

    fn suggest_move_stream(&self, request: SuggestMoveRequest) -> AnswerStream<'_, SuggestMoveStreamResponse> {
        Box::pin(async move { self.service.stream::<SuggestMoveStream>(request, &self.call).await })
    }

    fn review_game(&self, request: ReviewGameRequest) -> AnswerStream<'_, ReviewGameResponse> {
        Box::pin(async move { self.service.stream::<ReviewGame>(request, &self.call).await })
    }

    fn record_refusal(&self, reason: Reason) {
        // The answer that says so is in order.
        self.call.record_end(End::refused(Status::Http(StatusCode::OK), reason));
    }
}
