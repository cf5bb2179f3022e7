//! Reading requests: the path, the body, the query. Faults of form are reported one at a time, with their place.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::service::Service;
use crate::service::error::{Error, Field, Reason, Result};
use crate::service::json::object::Object;
use crate::service::request::VariantRequest;

use super::problem::ErrorResponse;
use super::query;

/// The field of requests that a query cannot have: it is no scalar and no list of scalars.
const NOT_IN_QUERY: &str = "setup";

/// A request below the path of a variant: the JSON body of a POST, or the query of a GET.
#[derive(Debug)]
pub(super) struct Input<T>(pub(super) T);

impl<T: DeserializeOwned + VariantRequest> FromRequest<Arc<Service>> for Input<T> {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, service: &Arc<Service>) -> std::result::Result<Self, ErrorResponse> {
        let (mut parts, body) = request.into_parts();
        let name = variant_name(Path::from_request_parts(&mut parts, service).await)?;
        let variant = crate::service::variant_named(&name)?;
        let limits = service.limits();
        let by_get = parts.method != Method::POST;
        let mut input: T = if by_get {
            read_query(&parts.uri, limits.query_bytes)?
        } else {
            check_content_type(&parts.headers)?;
            NoParameters::check(&parts.uri, limits.query_bytes)?;
            read_json(&collect(body, limits.body_bytes).await?)?
        };
        input.set_request_line(variant, by_get);
        Ok(Self(input))
    }
}

/// A variant's name as axum reads it from a path.
pub(super) type VariantPath = std::result::Result<Path<String>, PathRejection>;

/// The name of a variant in a path.
///
/// # Errors
///
/// `MALFORMED_REQUEST` where it is no text.
pub(super) fn variant_name(name: VariantPath) -> Result<String> {
    name.map(|Path(name)| name).map_err(|rejection| Error::new(Reason::MalformedRequest, rejection.body_text()))
}

/// The query of an operation that takes no parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoParameters {}

impl NoParameters {
    fn check(uri: &Uri, limit: usize) -> Result<Self> {
        if uri.query().is_some() { read_query(uri, limit) } else { Ok(Self {}) }
    }
}

impl FromRequestParts<Arc<Service>> for NoParameters {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, service: &Arc<Service>) -> std::result::Result<Self, ErrorResponse> {
        Ok(Self::check(&parts.uri, service.limits().query_bytes)?)
    }
}

fn check_content_type(headers: &HeaderMap) -> Result<()> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let detail = "the body must be JSON, with the content type application/json";
    Err(Error::new(Reason::UnsupportedMediaType, detail))
}

async fn collect(body: axum::body::Body, limit: usize) -> Result<Vec<u8>> {
    let mut body = Limited::new(body, limit);
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| match error.is::<LengthLimitError>() {
            true => Error::new(Reason::TooLarge, format!("the body is larger than {limit} bytes")),
            false => Error::new(Reason::MalformedRequest, format!("the body could not be read: {error}")),
        })?;
        // Trailers have no meaning here.
        if let Some(data) = frame.data_ref() {
            whole.extend_from_slice(data);
        }
    }
    Ok(whole)
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    // Tracking the path of a fault takes about as long as reading: the path is looked up only when there is a fault.
    if let Ok(Object(value)) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let Object(value) = read(&mut json)?;
    json.end().map_err(|error| fault("", &error.to_string()))?;
    Ok(value)
}

fn read_query<T: DeserializeOwned>(uri: &Uri, limit: usize) -> Result<T> {
    let text = uri.query().unwrap_or_default();
    if text.len() > limit {
        return Err(Error::new(Reason::TooLarge, format!("the query is longer than {limit} bytes")));
    }
    if form_urlencoded::parse(text.as_bytes()).any(|(name, _)| name == NOT_IN_QUERY) {
        return Err(fault("", &format!("unknown field `{NOT_IN_QUERY}`, which only the body of a POST can have")));
    }
    read(query::deserializer(text))
}

fn read<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(deserializer: D) -> Result<T> {
    serde_path_to_error::deserialize(deserializer)
        .map_err(|error| fault(&error.path().to_string(), &error.inner().to_string()))
}

/// A fault of form, from the path and the message of serde.
fn fault(path: &str, message: &str) -> Box<Error> {
    // serde marks unnamed places with these characters.
    let path = path.trim_end_matches(['.', '?']);
    // The path to an unknown or duplicate field ends before the field.
    let named = |what: &str| message.strip_prefix(what)?.strip_prefix(" `")?.split_once('`').map(|(name, _)| name);
    let (reason, name) = match (named("unknown field"), named("duplicate field")) {
        (Some(name), _) => (Reason::UnknownField, Some(name)),
        (None, name) => (Reason::MalformedRequest, name),
    };
    let field = match name.filter(|&name| path.rsplit('.').next() != Some(name)) {
        Some(name) if path.is_empty() => name.to_owned(),
        Some(name) => format!("{path}.{name}"),
        None => path.to_owned(),
    };
    // Line and column add nothing where the field is known.
    let end = message.find(" at line ").filter(|_| !field.is_empty()).unwrap_or(message.len());
    let description = if message.starts_with("EOF while parsing a value at line 1 column 0") {
        "the body is empty"
    } else {
        &message[..end]
    };
    let field = field.chars().take(FIELD_CHARACTERS).collect::<String>();
    Error::at(Field::named(field), reason, description)
}

/// The most characters of a field's path that an error repeats: the paths of requests are shorter.
const FIELD_CHARACTERS: usize = 200;
