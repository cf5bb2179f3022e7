//! The service of the contract: each handler maps a request, asks the domain, and maps its answer.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use futures_util::Stream;
use futures_util::stream::unfold;
use http::header::ACCEPT_LANGUAGE;
use tonic::{Request, Response, Status};

use crate::proto::{self, mancala_service_server::MancalaService};
use crate::service::call::CallContext;
use crate::service::error::{Error, Result};
use crate::service::operation::Operation;
use crate::service::request::{LocalizedRequest, PositionRequest};
use crate::service::{Service, rule_calls};
use crate::words::Language;

use super::timeout;

/// The operations over gRPC.
#[derive(Clone, Debug)]
pub struct Operations(Arc<Service>);

impl Operations {
    /// The operations of this service.
    #[must_use]
    pub const fn new(service: Arc<Service>) -> Self {
        Self(service)
    }

    async fn rule_call<M, T, A, R>(&self, request: Request<M>, call: fn(&T) -> Result<A>) -> Answer<R>
    where
        M: TryInto<T, Error = Box<Error>>,
        T: PositionRequest + LocalizedRequest + Send + 'static,
        A: Into<R> + Send + 'static,
    {
        let context = context(&request);
        let (request, deadline) = read(request)?;
        answer(self.0.rule_call(request, deadline, &context, call).await)
    }
}

/// The context of a call; one without limits for a service that stands in no server.
fn context<M>(request: &Request<M>) -> Arc<CallContext> {
    request.extensions().get().cloned().unwrap_or_else(|| CallContext::local(Operation::Unknown))
}

/// Reads a message, with the language of the answer, and the deadline.
fn read<M: TryInto<T, Error = Box<Error>>, T: LocalizedRequest>(
    request: Request<M>,
) -> std::result::Result<(T, Option<Instant>), Status> {
    let (metadata, _, message) = request.into_parts();
    let accepted = metadata.get(ACCEPT_LANGUAGE.as_str()).and_then(|accepted| accepted.to_str().ok());
    let read = message.try_into().and_then(|request: T| Ok((request, timeout::deadline(&metadata)?)));
    match read {
        Ok((mut request, deadline)) => {
            request.choose_language(accepted);
            Ok((request, deadline))
        }
        Err(error) => Err(error.in_language(Language::negotiate(None, accepted)).into()),
    }
}

fn answer<A: Into<R>, R>(answer: Result<A>) -> Answer<R> {
    Ok(Response::new(answer?.into()))
}

type Answer<T> = std::result::Result<Response<T>, Status>;

/// The messages of a stream.
type Messages<T> = Pin<Box<dyn Stream<Item = std::result::Result<T, Status>> + Send + 'static>>;

#[tonic::async_trait]
impl MancalaService for Operations {
    async fn list_variants(&self, request: Request<proto::ListVariantsRequest>) -> Answer<proto::ListVariantsResponse> {
        answer(Ok(self.0.variants(&read(request)?.0)))
    }

    async fn get_variant(&self, request: Request<proto::GetVariantRequest>) -> Answer<proto::GetVariantResponse> {
        answer(self.0.variant(&read(request)?.0))
    }

    async fn start_game(&self, request: Request<proto::StartGameRequest>) -> Answer<proto::StartGameResponse> {
        answer(self.0.start_game(&read(request)?.0))
    }

    async fn legal_moves(&self, request: Request<proto::LegalMovesRequest>) -> Answer<proto::LegalMovesResponse> {
        self.rule_call(request, rule_calls::legal_moves).await
    }

    async fn validate_move(&self, request: Request<proto::ValidateMoveRequest>) -> Answer<proto::ValidateMoveResponse> {
        self.rule_call(request, rule_calls::validate_move).await
    }

    async fn apply_move(&self, request: Request<proto::ApplyMoveRequest>) -> Answer<proto::ApplyMoveResponse> {
        let call = context(&request);
        let (request, deadline) = read(request)?;
        answer(self.0.apply_move(request, deadline, &call).await)
    }

    async fn play_turn(&self, request: Request<proto::PlayTurnRequest>) -> Answer<proto::PlayTurnResponse> {
        let call = context(&request);
        let (request, deadline) = read(request)?;
        answer(self.0.play_turn(request, deadline, &call).await)
    }

    async fn replay_game(&self, request: Request<proto::ReplayGameRequest>) -> Answer<proto::ReplayGameResponse> {
        let call = context(&request);
        let (request, deadline) = read(request)?;
        answer(self.0.replay_game(request, deadline, &call).await)
    }

    #[cfg(feature = "pictures")]
    async fn render_board(&self, request: Request<proto::RenderBoardRequest>) -> Answer<proto::RenderBoardResponse> {
        let call = context(&request);
        let (request, deadline) = read(request)?;
        answer(self.0.render_board(request, deadline, &call).await)
    }

    #[cfg(not(feature = "pictures"))]
    async fn render_board(&self, _: Request<proto::RenderBoardRequest>) -> Answer<proto::RenderBoardResponse> {
        Err(Error::no_pictures().into())
    }

    async fn suggest_move(&self, request: Request<proto::SuggestMoveRequest>) -> Answer<proto::SuggestMoveResponse> {
        let call = context(&request);
        let (request, deadline) = read(request)?;
        answer(self.0.suggest_move(request, deadline, &call).await)
    }

    type SuggestMoveStreamStream = Messages<proto::SuggestMoveStreamResponse>;

    async fn suggest_move_stream(
        &self,
        request: Request<proto::SuggestMoveStreamRequest>,
    ) -> Answer<Self::SuggestMoveStreamStream> {
        let call = context(&request);
        let (request, deadline) = read(request)?;
        let suggestions = self.0.suggest_stream(request, deadline, &call).await?;
        let messages = unfold(suggestions, async |mut suggestions| {
            let found = suggestions.next().await?;
            Some((found.map(Into::into).map_err(Status::from), suggestions))
        });
        Ok(Response::new(Box::pin(messages) as _))
    }

    type ReviewGameStream = Messages<proto::ReviewGameResponse>;

    async fn review_game(&self, request: Request<proto::ReviewGameRequest>) -> Answer<Self::ReviewGameStream> {
        let call = context(&request);
        let (request, deadline) = read(request)?;
        let review = self.0.review_stream(request, deadline, &call).await?;
        let messages = unfold(review, async |mut review| {
            let found = review.next().await?;
            Some((found.map(Into::into).map_err(Status::from), review))
        });
        Ok(Response::new(Box::pin(messages) as _))
    }

    async fn get_server_info(
        &self,
        request: Request<proto::GetServerInfoRequest>,
    ) -> Answer<proto::GetServerInfoResponse> {
        answer(Ok(self.0.server_info(&context(&request))))
    }
}
