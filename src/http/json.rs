//! Answers on their way out, as JSON.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A body of JSON, written at once into room enough for it. [`axum::Json`] begins with little, has it moved as it grows,
/// and writes through a buffer that is slower than a vector: for the answer of apply-move that takes twice as long.
#[derive(Copy, Clone, Debug)]
pub(super) struct Json<T>(pub(super) T);

/// The room that is given to a body to begin with: the answers of apply-move have seldom more than 1,000 bytes.
const ROOM: usize = 1_024;

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut text = Vec::with_capacity(ROOM);
        if serde_json::to_writer(&mut text, &self.0).is_err() {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        let mut response = Response::new(Body::from(text));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}
