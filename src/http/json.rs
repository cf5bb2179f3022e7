//! Answers as JSON responses.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A JSON body, written into one buffer that is large enough for most answers. [`axum::Json`] begins with a small
/// buffer that is reallocated as it grows, and takes twice as long for an answer of apply-move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Json<T>(pub(super) T);

/// The initial capacity of a body: answers of apply-move seldom have more than 1,000 bytes.
const CAPACITY: usize = 1_024;

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut text = Vec::with_capacity(CAPACITY);
        if serde_json::to_writer(&mut text, &self.0).is_err() {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        let mut response = Response::new(Body::from(text));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}
