//! The operations over HTTP: each by POST with a JSON body, and those about a position by GET as well.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use utoipa::{IntoParams, IntoResponses};

use crate::service::Service;
use crate::service::request::{LineInput, MoveInput, Omit, SuggestMove};

use super::answer::{
    ApplyMoveResponse, LegalMovesResponse, StartGameResponse, SuggestMoveResponse, ValidateMoveResponse,
};
use super::cache;
use super::catalogue::{GetServerInfoResponse, GetVariantResponse, ListVariantsResponse};
use super::extract::{Body, Game, NoParameters, Query};
use super::json::Json;
use super::problem::{Problem, Refusal};
use super::query::{LineQuery, MoveQuery, SuggestQuery};
use super::request::{LegalMovesRequest, MoveRequest, StartGameRequest, SuggestMoveRequest};
use super::stream::{self, Ending, SuggestionEvent};
use super::word::VariantName;

type Answer<T> = Result<Json<T>, Refusal>;

/// The game in question.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code, reason = "only its documentation is used")]
pub(super) struct GamePath {
    /// The game.
    #[param(inline, example = "awale")]
    variant: VariantName,
}

/// How a request about a position can be refused.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "only its documentation is used")]
pub(super) enum Refused {
    /// The request is malformed.
    #[response(status = 400, content_type = "application/problem+json")]
    Malformed(Problem),
    /// The server takes calls with an API key alone, and there is none, or one that is not known.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(Problem),
    /// The game or the preset is not known.
    #[response(status = 404, content_type = "application/problem+json")]
    Unknown(Problem),
    /// A move is not legal, or the game has ended.
    #[response(status = 409, content_type = "application/problem+json")]
    Illegal(Problem),
    /// The request is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// The body is not JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    NotJson(Problem),
    /// The position's parts do not fit each other, or it is of another game.
    #[response(status = 422, content_type = "application/problem+json")]
    Inconsistent(Problem),
    /// Too many suggestions wait, or the caller has asked for more than its API key is for.
    #[response(status = 429, content_type = "application/problem+json")]
    QueueFull(Problem),
    /// The service has more to do than it can.
    #[response(status = 503, content_type = "application/problem+json")]
    Overloaded(Problem),
}

/// How a request about nothing but the service can be refused.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "only its documentation is used")]
pub(super) enum NotTold {
    /// The request is malformed.
    #[response(status = 400, content_type = "application/problem+json")]
    Malformed(Problem),
    /// The server takes calls with an API key alone, and there is none, or one that is not known.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(Problem),
    /// The request is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// The caller has asked for more than its API key is for.
    #[response(status = 429, content_type = "application/problem+json")]
    RateLimited(Problem),
    /// The service has more to do than it can.
    #[response(status = 503, content_type = "application/problem+json")]
    Overloaded(Problem),
}

/// Every game: what there is to know about it, its options and its presets.
#[utoipa::path(get, path = "/v1/variants", operation_id = "ListVariants", tag = "variants",
    responses((status = 200, description = "The answer.", body = ListVariantsResponse), (status = 304, description = "Not modified."), NotTold))]
pub(super) async fn list_variants(
    State(service): State<Arc<Service>>,
    Query(NoParameters {}): Query<NoParameters>,
    headers: HeaderMap,
) -> Response {
    let variants = service.variants().into_iter().map(Into::into).collect();
    cache::by_content(&headers, &ListVariantsResponse { variants })
}

/// One game.
#[utoipa::path(get, path = "/v1/variants/{variant}", operation_id = "GetVariant", tag = "variants",
    params(GamePath),
    responses((status = 200, description = "The answer.", body = GetVariantResponse), (status = 304, description = "Not modified."), NotTold,
        (status = 404, body = Problem, content_type = "application/problem+json", description = "No such game.")))]
pub(super) async fn get_variant(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Query(NoParameters {}): Query<NoParameters>,
    headers: HeaderMap,
) -> Response {
    match service.variant(game.name()) {
        Ok(variant) => cache::by_content(&headers, &GetVariantResponse { variant: variant.into() }),
        Err(error) => Refusal::from(error).into_response(),
    }
}

/// What is running, and its limits.
#[utoipa::path(get, path = "/v1/server-info", operation_id = "GetServerInfo", tag = "server",
    responses((status = 200, description = "The answer.", body = GetServerInfoResponse), (status = 304, description = "Not modified."), NotTold))]
pub(super) async fn get_server_info(
    State(service): State<Arc<Service>>,
    Query(NoParameters {}): Query<NoParameters>,
    headers: HeaderMap,
) -> Response {
    cache::by_content(&headers, &GetServerInfoResponse::from(service.server_info()))
}

/// The first position of a game, from options or a preset.
#[utoipa::path(post, path = "/v1/variants/{variant}/start-game", operation_id = "StartGame", tag = "games",
    params(GamePath),
    request_body = StartGameRequest, responses((status = 200, description = "The answer.", body = StartGameResponse), Refused))]
pub(super) async fn start_game(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Body(request): Body<StartGameRequest>,
) -> Answer<StartGameResponse> {
    Ok(Json(service.start_game(&request.of(game))?.into()))
}

async fn legal(service: &Arc<Service>, (from, omit): (LineInput, Omit)) -> Answer<LegalMovesResponse> {
    let answer = service.rule_call(from, None, move |service, from| service.legal_moves(from, omit)).await?;
    Ok(Json(answer.into()))
}

/// Every legal move, and for every other house the reason why not.
#[utoipa::path(post, path = "/v1/variants/{variant}/legal-moves", operation_id = "LegalMoves", tag = "games",
    params(GamePath),
    request_body = LegalMovesRequest, responses((status = 200, description = "The answer.", body = LegalMovesResponse), Refused))]
pub(super) async fn legal_moves(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Body(request): Body<LegalMovesRequest>,
) -> Answer<LegalMovesResponse> {
    legal(&service, request.of(game)).await
}

/// Every legal move, and for every other house the reason why not; the position in the query.
#[utoipa::path(get, path = "/v1/variants/{variant}/legal-moves", operation_id = "LegalMovesByGet", tag = "games",
    params(GamePath, LineQuery),
    responses((status = 200, description = "The answer.", body = LegalMovesResponse), (status = 304, description = "Not modified."), Refused))]
pub(super) async fn legal_moves_by_get(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Query(query): Query<LineQuery>,
) -> Answer<LegalMovesResponse> {
    legal(&service, query.of(game)?).await
}

async fn validate(
    service: &Arc<Service>,
    (from, asked, omit): (LineInput, MoveInput, Omit),
) -> Answer<ValidateMoveResponse> {
    let answer = service.rule_call(from, None, move |service, from| service.validate_move(from, &asked, omit)).await?;
    Ok(Json(answer.into()))
}

/// Whether a move is legal; if not, the reason, its ruling, and a sentence.
#[utoipa::path(post, path = "/v1/variants/{variant}/validate-move", operation_id = "ValidateMove", tag = "games",
    params(GamePath),
    request_body = MoveRequest, responses((status = 200, description = "The answer.", body = ValidateMoveResponse), Refused))]
pub(super) async fn validate_move(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Body(request): Body<MoveRequest>,
) -> Answer<ValidateMoveResponse> {
    validate(&service, request.of(game)).await
}

/// Whether a move is legal; if not, the reason, its ruling, and a sentence; the position in the query.
#[utoipa::path(get, path = "/v1/variants/{variant}/validate-move", operation_id = "ValidateMoveByGet", tag = "games",
    params(GamePath, MoveQuery),
    responses((status = 200, description = "The answer.", body = ValidateMoveResponse), (status = 304, description = "Not modified."), Refused))]
pub(super) async fn validate_move_by_get(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Query(query): Query<MoveQuery>,
) -> Answer<ValidateMoveResponse> {
    validate(&service, query.of(game)?).await
}

async fn apply(service: &Arc<Service>, (from, asked, omit): (LineInput, MoveInput, Omit)) -> Answer<ApplyMoveResponse> {
    let answer = service.rule_call(from, None, move |service, from| service.apply_move(from, &asked, omit)).await?;
    Ok(Json(answer.into()))
}

/// The position after a move, what happened on the way, and the legal moves next.
#[utoipa::path(post, path = "/v1/variants/{variant}/apply-move", operation_id = "ApplyMove", tag = "games",
    params(GamePath),
    request_body = MoveRequest, responses((status = 200, description = "The answer.", body = ApplyMoveResponse), Refused))]
pub(super) async fn apply_move(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Body(request): Body<MoveRequest>,
) -> Answer<ApplyMoveResponse> {
    apply(&service, request.of(game)).await
}

/// The position after a move, what happened on the way, and the legal moves next; the position in the query.
#[utoipa::path(get, path = "/v1/variants/{variant}/apply-move", operation_id = "ApplyMoveByGet", tag = "games",
    params(GamePath, MoveQuery),
    responses((status = 200, description = "The answer.", body = ApplyMoveResponse), (status = 304, description = "Not modified."), Refused))]
pub(super) async fn apply_move_by_get(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Query(query): Query<MoveQuery>,
) -> Answer<ApplyMoveResponse> {
    apply(&service, query.of(game)?).await
}

async fn suggest(service: &Arc<Service>, request: SuggestMove) -> Result<Response, Refusal> {
    let (answer, searched) = service.suggest_move(request).await?;
    let answer = SuggestMoveResponse::from(answer);
    let lasting = answer.deterministic;
    let mut response = Json(answer).into_response();
    response.extensions_mut().insert(searched);
    if !lasting {
        response.headers_mut().insert(CACHE_CONTROL, cache::UNIQUE);
    }
    Ok(response)
}

/// The best move, with its value, its line, and how sure it is.
#[utoipa::path(post, path = "/v1/variants/{variant}/suggest-move", operation_id = "SuggestMove", tag = "games",
    params(GamePath),
    request_body = SuggestMoveRequest, responses((status = 200, description = "The answer.", body = SuggestMoveResponse), Refused))]
pub(super) async fn suggest_move(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Body(request): Body<SuggestMoveRequest>,
) -> Result<Response, Refusal> {
    suggest(&service, request.of(game)).await
}

/// The best move, with its value, its line, and how sure it is; the position in the query, and fewer nodes.
#[utoipa::path(get, path = "/v1/variants/{variant}/suggest-move", operation_id = "SuggestMoveByGet", tag = "games",
    params(GamePath, SuggestQuery),
    responses((status = 200, description = "The answer.", body = SuggestMoveResponse), (status = 304, description = "Not modified."), Refused))]
pub(super) async fn suggest_move_by_get(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Query(query): Query<SuggestQuery>,
) -> Result<Response, Refusal> {
    suggest(&service, query.of(game)?).await
}

/// The best move as suggest-move finds it, and what looks best on the way: server-sent events named `suggestion`, each
/// better than the one before. Those on the way that are not read in time are left out. If the search breaks off, an event
/// `error` with a problem document is the last.
#[utoipa::path(post, path = "/v1/variants/{variant}/suggest-move-stream", operation_id = "SuggestMoveStream", tag = "games",
    params(GamePath),
    request_body = SuggestMoveRequest, responses((status = 200, description = "An event for each answer.",
        body = inline(SuggestionEvent), content_type = "text/event-stream"), Refused))]
pub(super) async fn suggest_move_stream(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Body(request): Body<SuggestMoveRequest>,
) -> Result<Response, Refusal> {
    Ok(stream::suggestions(service.suggest_stream(request.of(game)).await?))
}

/// The same with the position in the query, and fewer nodes, for the EventSource of browsers. Close it when `last` is true:
/// it would ask again.
#[utoipa::path(get, path = "/v1/variants/{variant}/suggest-move-stream", operation_id = "SuggestMoveStreamByGet", tag = "games",
    params(GamePath, SuggestQuery),
    responses((status = 200, description = "An event for each answer.",
        body = inline(SuggestionEvent), content_type = "text/event-stream"), Refused))]
pub(super) async fn suggest_move_stream_by_get(
    State(service): State<Arc<Service>>,
    Game(game): Game,
    Query(query): Query<SuggestQuery>,
    method: Method,
) -> Result<Response, Refusal> {
    let mut response = stream::suggestions(service.suggest_stream(query.of(game)?).await?);
    if method == Method::HEAD {
        // The head is all there is.
        response.extensions_mut().remove::<Ending>();
    }
    Ok(response)
}
