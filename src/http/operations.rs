//! The operations over HTTP: for each a handler, and the types of its input and its answer.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::service::answer::{
    ApplyMoveResponse, LegalMovesResponse, PlayTurnResponse, ReplayGameResponse, ReviewGameResponse, StartGameResponse,
    SuggestMoveResponse, SuggestMoveStreamResponse, ValidateMoveResponse,
};
use crate::service::catalogue::{GetServerInfoResponse, GetVariantResponse, ListVariantsResponse};
use crate::service::operation::{Contract, Methods, Operation};
#[cfg(feature = "pictures")]
use crate::service::request::RenderBoardRequest;
use crate::service::request::{
    ApplyMoveRequest, GetVariantRequest, LegalMovesRequest, ListVariantsRequest, PlayTurnRequest, ReplayGameRequest,
    ReviewGameRequest, StartGameRequest, SuggestMoveRequest, ValidateMoveRequest,
};
use crate::service::{Service, rule_calls};

use super::cache::{self, said_in};
use super::input::{Call, Input, NoParameters, Query, VariantPath, variant_name};
use super::json::Json;
#[cfg(feature = "pictures")]
use super::picture;
use super::problem::Answer;
use super::stream;

/// The schema of a type, with those that it refers to.
pub(super) struct Schemas {
    pub(super) name: String,
    pub(super) all: Vec<(String, RefOr<Schema>)>,
}

impl Schemas {
    /// The schema of a type.
    pub(super) fn of<T: ToSchema>() -> Self {
        let mut all = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut all);
        Self { name: T::name().into_owned(), all }
    }

    /// A reference to the schema of the type.
    pub(super) fn reference(&self) -> Value {
        reference(&self.name)
    }
}

/// A reference to the schema of this name.
pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// An operation as it is served and described.
pub(super) struct Endpoint {
    pub(super) handler: MethodRouter<Arc<Service>>,
    /// The schemas of the input; none for an operation without fields.
    pub(super) input: Option<Schemas>,
    /// The schemas of the answer; none for pictures.
    pub(super) answer: Option<Schemas>,
}

impl Endpoint {
    fn new<I: ToSchema, A: ToSchema>(handler: MethodRouter<Arc<Service>>) -> Self {
        Self { handler, input: Some(Schemas::of::<I>()), answer: Some(Schemas::of::<A>()) }
    }

    fn without_input<A: ToSchema>(handler: MethodRouter<Arc<Service>>) -> Self {
        Self { handler, input: None, answer: Some(Schemas::of::<A>()) }
    }

    #[cfg(feature = "pictures")]
    pub(super) fn of_pictures<I: ToSchema>(handler: MethodRouter<Arc<Service>>) -> Self {
        Self { handler, input: Some(Schemas::of::<I>()), answer: None }
    }
}

/// An operation of the contract as HTTP has it; none for what is not in the contract.
pub(super) fn endpoint(operation: Operation, contract: &Contract) -> Option<Endpoint> {
    let methods = match contract.methods {
        Methods::Get => MethodFilter::GET,
        Methods::Post => MethodFilter::POST,
        Methods::GetAndPost => MethodFilter::GET.or(MethodFilter::POST),
    };
    Some(match operation {
        Operation::ListVariants => {
            Endpoint::new::<ListVariantsRequest, ListVariantsResponse>(on(methods, list_variants))
        }
        Operation::GetVariant => Endpoint::new::<GetVariantRequest, GetVariantResponse>(on(methods, get_variant)),
        Operation::GetServerInfo => Endpoint::without_input::<GetServerInfoResponse>(on(methods, get_server_info)),
        Operation::StartGame => Endpoint::new::<StartGameRequest, StartGameResponse>(on(methods, start_game)),
        Operation::LegalMoves => Endpoint::new::<LegalMovesRequest, LegalMovesResponse>(on(methods, legal_moves)),
        Operation::ValidateMove => {
            Endpoint::new::<ValidateMoveRequest, ValidateMoveResponse>(on(methods, validate_move))
        }
        Operation::ApplyMove => Endpoint::new::<ApplyMoveRequest, ApplyMoveResponse>(on(methods, apply_move)),
        Operation::PlayTurn => Endpoint::new::<PlayTurnRequest, PlayTurnResponse>(on(methods, play_turn)),
        Operation::ReplayGame => Endpoint::new::<ReplayGameRequest, ReplayGameResponse>(on(methods, replay_game)),
        Operation::SuggestMove => Endpoint::new::<SuggestMoveRequest, SuggestMoveResponse>(on(methods, suggest_move)),
        Operation::SuggestMoveStream => {
            Endpoint::new::<SuggestMoveRequest, SuggestMoveStreamResponse>(on(methods, suggest_move_stream))
        }
        Operation::ReviewGame => Endpoint::new::<ReviewGameRequest, ReviewGameResponse>(on(methods, review_game)),
        #[cfg(feature = "pictures")]
        Operation::RenderBoard => Endpoint::of_pictures::<RenderBoardRequest>(on(methods, picture::render_board)),
        #[cfg(not(feature = "pictures"))]
        Operation::RenderBoard => return None,
        Operation::Health
        | Operation::HealthWatch
        | Operation::Reflection
        | Operation::Documentation
        | Operation::Unknown => return None,
    })
}

async fn list_variants(
    State(service): State<Arc<Service>>,
    Query(request): Query<ListVariantsRequest>,
    headers: HeaderMap,
) -> Response {
    said_in(request.language, cache::by_content(&headers, &service.variants(&request)))
}

async fn get_variant(
    State(service): State<Arc<Service>>,
    name: VariantPath,
    Query(mut request): Query<GetVariantRequest>,
    headers: HeaderMap,
) -> Answer<Response> {
    request.variant = variant_name(name).map_err(|error| error.in_language(request.language))?;
    Ok(said_in(request.language, cache::by_content(&headers, &service.variant(&request)?)))
}

async fn get_server_info(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    _: NoParameters,
    headers: HeaderMap,
) -> Response {
    cache::by_content(&headers, &service.server_info(&call))
}

async fn start_game(State(service): State<Arc<Service>>, Input(request): Input<StartGameRequest>) -> Answer<Response> {
    let answer = Json(service.start_game(&request)?);
    Ok(if request.text.is_empty() { answer.into_response() } else { said_in(request.language, answer) })
}

async fn legal_moves(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<LegalMovesRequest>,
) -> Answer<Response> {
    let language = request.language;
    Ok(said_in(language, Json(service.rule_call(request, None, &call, rule_calls::legal_moves).await?)))
}

async fn validate_move(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<ValidateMoveRequest>,
) -> Answer<Response> {
    let language = request.language;
    Ok(said_in(language, Json(service.rule_call(request, None, &call, rule_calls::validate_move).await?)))
}

async fn apply_move(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<ApplyMoveRequest>,
) -> Answer<Response> {
    let (language, has_text) = (request.language, !request.text.is_empty());
    let answer = Json(service.apply_move(request, None, &call).await?);
    Ok(if has_text { said_in(language, answer) } else { answer.into_response() })
}

async fn play_turn(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<PlayTurnRequest>,
) -> Answer<Response> {
    let language = request.language;
    Ok(said_in(language, Json(service.play_turn(request, None, &call).await?)))
}

async fn replay_game(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<ReplayGameRequest>,
) -> Answer<Response> {
    let (language, has_preset) = (request.language, request.preset.is_some());
    let mut response = said_in(language, Json(service.replay_game(request, None, &call).await?));
    if has_preset {
        // An operator may change it.
        response.headers_mut().insert(CACHE_CONTROL, cache::NEVER);
    }
    Ok(response)
}

async fn suggest_move(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<SuggestMoveRequest>,
) -> Answer<Response> {
    let suggestion = service.suggest_move(request, None, &call).await?;
    let is_lasting = suggestion.deterministic;
    let mut response = Json(suggestion).into_response();
    if !is_lasting {
        response.headers_mut().insert(CACHE_CONTROL, cache::NEVER);
    }
    Ok(response)
}

async fn suggest_move_stream(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<SuggestMoveRequest>,
) -> Answer<Response> {
    Ok(stream::suggestions(service.suggest_stream(request, None, &call).await?, call))
}

async fn review_game(
    State(service): State<Arc<Service>>,
    Call(call): Call,
    Input(request): Input<ReviewGameRequest>,
) -> Answer<Response> {
    let language = request.language;
    let review = service.review_stream(request, None, &call).await?;
    Ok(said_in(language, stream::reviewed(review, call)))
}
