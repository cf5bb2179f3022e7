//! Pictures over HTTP.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use ayla_api::json::Named;
use ayla_api::request::RenderBoardRequest;

use crate::operation;
use crate::service::picture::RenderBoardResponse;

/// A request for a picture in the format that the path names.
pub(super) fn in_format(request: RenderBoardRequest, head: &Parts) -> RenderBoardRequest {
    RenderBoardRequest { format: operation::format_of_path(head.uri.path()).map(Named), ..request }
}

/// The picture as a response.
pub(super) fn write(answer: RenderBoardResponse) -> Response {
    let content_type = HeaderValue::from_static(operation::media_type(answer.format));
    ([(CONTENT_TYPE, content_type)], answer.picture).into_response()
}
