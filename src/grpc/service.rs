//! The service of the contract: each handler maps a request, asks the domain, and maps its answer.

use std::pin::Pin;
use std::sync::Arc;

use futures_util::Stream;
use futures_util::stream::unfold;
use tonic::{Request, Response, Status};

use crate::service::Service;

use super::proto::mancala_service_server::MancalaService;
use super::{catalogue, proto, request, response, timeout};

/// The operations over gRPC.
#[derive(Clone, Debug)]
pub struct Operations(Arc<Service>);

impl Operations {
    /// The operations of this service.
    #[must_use]
    pub const fn new(service: Arc<Service>) -> Self {
        Self(service)
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl MancalaService for Operations {
    async fn list_variants(&self, _: Request<proto::ListVariantsRequest>) -> Answer<proto::ListVariantsResponse> {
        let variants = self.0.variants().into_iter().map(catalogue::variant).collect();
        Ok(Response::new(proto::ListVariantsResponse { variants }))
    }

    async fn get_variant(&self, request: Request<proto::GetVariantRequest>) -> Answer<proto::GetVariantResponse> {
        let variant = self.0.variant(&request.get_ref().variant)?;
        Ok(Response::new(proto::GetVariantResponse { variant: Some(catalogue::variant(variant)) }))
    }

    async fn start_game(&self, request: Request<proto::StartGameRequest>) -> Answer<proto::StartGameResponse> {
        let request = request::start_game(request.into_inner())?;
        Ok(Response::new(response::start_game(self.0.start_game(&request)?)))
    }

    async fn legal_moves(&self, request: Request<proto::LegalMovesRequest>) -> Answer<proto::LegalMovesResponse> {
        let deadline = timeout::deadline(request.metadata())?;
        let (from, omit) = request::legal_moves(request.into_inner())?;
        let answer = self.0.rule_call(from, deadline, move |service, from| service.legal_moves(from, omit)).await?;
        Ok(Response::new(response::legal_moves(answer)))
    }

    async fn validate_move(&self, request: Request<proto::ValidateMoveRequest>) -> Answer<proto::ValidateMoveResponse> {
        let deadline = timeout::deadline(request.metadata())?;
        let (from, asked, omit) = request::validate_move(request.into_inner())?;
        let answer =
            self.0.rule_call(from, deadline, move |service, from| service.validate_move(from, &asked, omit)).await?;
        Ok(Response::new(response::validate_move(answer)))
    }

    async fn apply_move(&self, request: Request<proto::ApplyMoveRequest>) -> Answer<proto::ApplyMoveResponse> {
        let deadline = timeout::deadline(request.metadata())?;
        let (from, asked, omit) = request::apply_move(request.into_inner())?;
        let answer =
            self.0.rule_call(from, deadline, move |service, from| service.apply_move(from, &asked, omit)).await?;
        Ok(Response::new(response::apply_move(answer)))
    }

    async fn suggest_move(&self, request: Request<proto::SuggestMoveRequest>) -> Answer<proto::SuggestMoveResponse> {
        let deadline = timeout::deadline(request.metadata())?;
        let request = request::suggest_move(request.into_inner(), deadline)?;
        let (answer, searched) = self.0.suggest_move(request).await?;
        let mut response = Response::new(response::suggest_move(answer));
        response.extensions_mut().insert(searched);
        Ok(response)
    }

    type SuggestMoveStreamStream =
        Pin<Box<dyn Stream<Item = Result<proto::SuggestMoveStreamResponse, Status>> + Send + 'static>>;

    async fn suggest_move_stream(
        &self,
        request: Request<proto::SuggestMoveStreamRequest>,
    ) -> Answer<Self::SuggestMoveStreamStream> {
        let deadline = timeout::deadline(request.metadata())?;
        let request = request::suggest_move_stream(request.into_inner(), deadline)?;
        let suggestions = self.0.suggest_stream(request).await?;
        let searched = suggestions.searched().clone();
        let messages = unfold(suggestions, async |mut suggestions| {
            let found = suggestions.next().await?;
            Some((found.map(response::advice).map_err(Status::from), suggestions))
        });
        let mut response = Response::new(Box::pin(messages) as _);
        response.extensions_mut().insert(searched);
        Ok(response)
    }

    async fn get_server_info(&self, _: Request<proto::GetServerInfoRequest>) -> Answer<proto::GetServerInfoResponse> {
        Ok(Response::new(response::server_info(self.0.server_info())))
    }
}
