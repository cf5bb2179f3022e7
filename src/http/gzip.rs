//! Fixed content, which clients that can expand it get compressed.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::cache;

/// Content with the tag of these bytes.
type Tagged = (HeaderValue, Bytes);

/// Content that is the same for every caller, as it is and compressed.
pub(super) struct Content {
    content_type: &'static str,
    plain: Tagged,
    /// Made for the first client that accepts it.
    compressed: OnceLock<Tagged>,
}

impl Content {
    pub(super) fn new(content_type: &'static str, content: impl Into<Bytes>) -> Self {
        Self { content_type, plain: tagged(content.into()), compressed: OnceLock::new() }
    }

    /// Answers a request for the content.
    pub(super) fn answer(&self, request: &HeaderMap) -> Response {
        let is_compressed = accepts_gzip(request);
        let (tag, content) = if is_compressed {
            self.compressed.get_or_init(|| tagged(compressed(&self.plain.1).into()))
        } else {
            &self.plain
        };
        let mut response = cache::tagged(request, tag.clone(), self.content_type, content.clone());
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        if is_compressed && response.status() == StatusCode::OK {
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn tagged(content: Bytes) -> Tagged {
    (cache::tag(&content), content)
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).expect("a vector takes all bytes")
}

/// Whether the client names gzip among the encodings that it accepts, other than with the weight 0.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let lists = request.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_say_whether_they_accept_gzip() {
        let accepts = |value: &'static str| {
            accepts_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        for value in ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "identity,gzip ; q=1"] {
            assert!(accepts(value), "{value}");
        }
        for value in ["", "identity", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip", "gzip;q=much"] {
            assert!(!accepts(value), "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
