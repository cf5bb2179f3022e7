//! Pictures over HTTP.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use ayla_api::json::Named;
use ayla_api::request::RenderBoardRequest;
use ayla_api::rule_calls::Answered;

use super::cache::said;
use super::input::{self, context};
use super::problem::refuse;
use crate::service::Service;
use crate::service::call::RenderBoard;
use crate::service::operation;
use crate::service::picture::RenderBoardResponse;

/// Draws a board in the format that the path names.
pub(super) async fn render_board(State(service): State<Arc<Service>>, request: Request) -> Response {
    let (call, format) = (context(&request), operation::format_of_path(request.uri().path()));
    let write = |mut answered: Answered<RenderBoardResponse>| {
        let content_type = HeaderValue::from_static(operation::media_type(answered.answer.format));
        let picture = std::mem::take(&mut answered.answer.picture);
        said(&answered, ([(CONTENT_TYPE, content_type)], picture).into_response())
    };
    let answered = match input::read::<RenderBoardRequest>(request, &service).await {
        Ok(input) => {
            let input = RenderBoardRequest { format: format.map(Named), ..input };
            service.answer::<RenderBoard, _>(input, &call, write).await
        }
        Err(error) => Err(error),
    };
    answered.unwrap_or_else(|error| refuse(*error, &call))
}
