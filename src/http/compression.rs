//! Compression of answers for callers that accept gzip. Files of the pages come compressed from [`ayla_pages`]; streams
//! and pictures are sent as they are.

use axum::http::header::{CONTENT_TYPE, VARY};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use axum::response::Response;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

use super::cache::BY_LANGUAGE;
use crate::operation::Operation;

/// The size from which an answer is compressed: a smaller one fits into one packet as it is.
const LEAST_BYTES: u64 = 1_024;

/// The media types that are compressed: JSON, errors, and pages that are made for their request.
const COMPRESSED: [&str; 3] = ["application/json", "application/problem+json", ayla_pages::HTML];

/// The request header that selects whether an answer is compressed, and both that select it and its language.
const BY_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");
const BY_ENCODING_AND_LANGUAGE: HeaderValue = HeaderValue::from_static("accept-encoding, accept-language");

/// The layer that compresses answers which are large enough. It has little time: it works on the threads that serve
/// connections.
pub(super) fn layer() -> CompressionLayer<impl Predicate> {
    let predicate = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| is_compressed(headers);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(LEAST_BYTES).and(predicate))
}

/// Whether a response with these headers is compressed if it is large enough.
fn is_compressed(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| COMPRESSED.iter().any(|compressed| kind == compressed))
}

/// Says of the response to this operation that it depends on what the caller accepts, also of one that is not
/// compressed.
pub(super) fn vary(operation: Operation, response: &mut Response) {
    // A response without content stands for an answer that may be compressed, unless it is a picture.
    let stands_for_json = response.status() == StatusCode::NOT_MODIFIED
        && operation.contract().is_some()
        && operation != Operation::RenderBoard;
    let headers = response.headers_mut();
    if stands_for_json || is_compressed(headers) {
        let by_language = headers.get(VARY).is_some_and(|vary| vary.as_bytes().ends_with(BY_LANGUAGE.as_bytes()));
        headers.insert(VARY, if by_language { BY_ENCODING_AND_LANGUAGE } else { BY_ENCODING });
    }
}
