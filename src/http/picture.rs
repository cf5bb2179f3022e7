//! Pictures over HTTP.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Uri};
use axum::response::Response;

use crate::service::Service;
use crate::service::json::Named;
use crate::service::operation::PictureFormat;
use crate::service::picture::RenderBoardResponse;
use crate::service::request::RenderBoardRequest;

use super::cache::said_in;
use super::input::{Call, Input};
use super::problem::Answer;

/// Draws a board, at the path of any format.
pub(super) async fn render_board(
    State(service): State<Arc<Service>>,
    uri: Uri,
    Call(call): Call,
    Input(mut request): Input<RenderBoardRequest>,
) -> Answer<Response> {
    request.format = PictureFormat::of_path(uri.path()).map(Named);
    let language = request.language;
    let RenderBoardResponse { picture, format, .. } = service.render_board(request, None, &call).await?;
    let content_type = HeaderValue::from_static(format.media_type());
    Ok(said_in(language, ([(CONTENT_TYPE, content_type)], picture)))
}
