//! The service of the contract: each handler maps a request, asks the domain, and maps its answer.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use futures_util::Stream;
use futures_util::stream::unfold;
use http::header::ACCEPT_LANGUAGE;
use tonic::{Request, Response, Status};

use crate::proto::{self, mancala_service_server::MancalaService};
use crate::service::error::{Error, Result};
use crate::service::request::{LocalizedRequest, PositionRequest};
use crate::service::{LargeAnswer, SearchGate, Service, rule_calls};
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
        let (request, deadline) = read(request)?;
        answer(self.0.rule_call(request, deadline, call).await)
    }
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

/// An answer with its place, if it has one.
fn held<T>(mut response: Response<T>, place: Option<LargeAnswer>) -> Response<T> {
    if let Some(place) = place {
        response.extensions_mut().insert(place);
    }
    response
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
        let (request, deadline) = read(request)?;
        let (answer, place) = self.0.apply_move(request, deadline).await?;
        Ok(held(Response::new(answer.into()), place))
    }

    async fn play_turn(&self, request: Request<proto::PlayTurnRequest>) -> Answer<proto::PlayTurnResponse> {
        let gate = request.extensions().get::<SearchGate>().cloned();
        let (request, deadline) = read(request)?;
        let (answer, place, searched) = self.0.play_turn(request, deadline, gate).await?;
        let mut response = held(Response::new(answer.into()), place);
        response.extensions_mut().insert(searched);
        Ok(response)
    }

    async fn replay_game(&self, request: Request<proto::ReplayGameRequest>) -> Answer<proto::ReplayGameResponse> {
        let (request, deadline) = read(request)?;
        let (answer, place) = self.0.replay_game(request, deadline).await?;
        Ok(held(Response::new(answer.into()), place))
    }

    #[cfg(feature = "pictures")]
    async fn render_board(&self, request: Request<proto::RenderBoardRequest>) -> Answer<proto::RenderBoardResponse> {
        let (request, deadline) = read(request)?;
        let (picture, place) = self.0.render_board(request, deadline).await?;
        Ok(held(Response::new(picture.into()), place))
    }

    #[cfg(not(feature = "pictures"))]
    async fn render_board(&self, _: Request<proto::RenderBoardRequest>) -> Answer<proto::RenderBoardResponse> {
        Err(Error::no_pictures().into())
    }

    async fn suggest_move(&self, request: Request<proto::SuggestMoveRequest>) -> Answer<proto::SuggestMoveResponse> {
        let (request, deadline) = read(request)?;
        let (suggestion, searched) = self.0.suggest_move(request, deadline).await?;
        let mut response = Response::new(suggestion.into());
        response.extensions_mut().insert(searched);
        Ok(response)
    }

    type SuggestMoveStreamStream = Messages<proto::SuggestMoveStreamResponse>;

    async fn suggest_move_stream(
        &self,
        request: Request<proto::SuggestMoveStreamRequest>,
    ) -> Answer<Self::SuggestMoveStreamStream> {
        let (request, deadline) = read(request)?;
        let suggestions = self.0.suggest_stream(request, deadline).await?;
        let searched = suggestions.searched().clone();
        let messages = unfold(suggestions, async |mut suggestions| {
            let found = suggestions.next().await?;
            Some((found.map(Into::into).map_err(Status::from), suggestions))
        });
        let mut response = Response::new(Box::pin(messages) as _);
        response.extensions_mut().insert(searched);
        Ok(response)
    }

    type ReviewGameStream = Messages<proto::ReviewGameResponse>;

    async fn review_game(&self, request: Request<proto::ReviewGameRequest>) -> Answer<Self::ReviewGameStream> {
        let gate = request.extensions().get::<SearchGate>().cloned();
        let (request, deadline) = read(request)?;
        let review = self.0.review_stream(request, deadline, gate).await?;
        let searched = review.searched().clone();
        let messages = unfold(review, async |mut review| {
            let found = review.next().await?;
            Some((found.map(Into::into).map_err(Status::from), review))
        });
        let mut response = Response::new(Box::pin(messages) as _);
        response.extensions_mut().insert(searched);
        Ok(response)
    }

    async fn get_server_info(&self, _: Request<proto::GetServerInfoRequest>) -> Answer<proto::GetServerInfoResponse> {
        answer(Ok(self.0.server_info()))
    }
}
