//! Reading requests: the path, the body, the query. Faults of form are reported one at a time, with their place.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Path, Request};
use axum::http::Uri;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::service::Service;
use crate::service::error::{Error, Field, Reason, Violation};
use ayla_rules::Variant;

use super::object::Object;
use super::problem::Refusal;

/// The game that the path names.
#[derive(Copy, Clone, Debug)]
pub(super) struct Game(pub(super) Variant);

impl<S: Send + Sync> FromRequestParts<S> for Game {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(name) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| Error::new(Reason::MalformedRequest, rejection.body_text()))?;
        Ok(Self(Service::game(&name)?))
    }
}

/// A body of JSON.
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T>
where
    Arc<Service>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let service = Arc::<Service>::from_ref(state);
        let limits = service.limits();
        if !is_json(&request) {
            let detail = "the body must be JSON, with the content type application/json";
            return Err(Error::new(Reason::UnsupportedMediaType, detail).into());
        }
        if request.uri().query().is_some() {
            read_query::<NoParameters>(request.uri(), limits.query_bytes)?;
        }
        let bytes = collect(request, limits.body_bytes).await?;
        Ok(Self(read_json(&bytes)?))
    }
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Box<Error>> {
    // Where a fault is takes about as long to keep account of as the reading itself: it is asked when there is one.
    if let Ok(Object(value)) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let Object(value) = read(&mut json)?;
    json.end().map_err(|error| fault("", &error.to_string()))?;
    Ok(value)
}

fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

async fn collect(request: Request, limit: usize) -> Result<Vec<u8>, Box<Error>> {
    let mut body = Limited::new(request.into_body(), limit);
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| match error.is::<LengthLimitError>() {
            true => Error::new(Reason::TooLarge, format!("the body is larger than {limit} bytes")),
            false => Error::new(Reason::MalformedRequest, format!("the body could not be read: {error}")),
        })?;
        // Trailers say nothing here.
        if let Some(data) = frame.data_ref() {
            whole.extend_from_slice(data);
        }
    }
    Ok(whole)
}

/// The query of a GET.
#[derive(Debug)]
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T>
where
    Arc<Service>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        Ok(Self(read_query(&parts.uri, Arc::<Service>::from_ref(state).limits().query_bytes)?))
    }
}

/// The query of an operation that takes no parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoParameters {}

fn read_query<T: DeserializeOwned>(uri: &Uri, limit: usize) -> Result<T, Box<Error>> {
    let query = uri.query().unwrap_or_default();
    if query.len() > limit {
        return Err(Error::new(Reason::TooLarge, format!("the query is longer than {limit} bytes")));
    }
    read(serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes())))
}

fn read<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(deserializer: D) -> Result<T, Box<Error>> {
    serde_path_to_error::deserialize(deserializer)
        .map_err(|error| fault(&error.path().to_string(), &error.inner().to_string()))
}

/// A fault of form at a place, from what serde says of it.
fn fault(path: &str, message: &str) -> Box<Error> {
    // serde marks with these what has no name.
    let path = path.trim_end_matches(['.', '?']);
    // For a field that is not known, or given twice, the path ends before it.
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
    // Where the field is known, the line and column say no more.
    let place = message.find(" at line ").filter(|_| !field.is_empty()).unwrap_or(message.len());
    let description = if message.starts_with("EOF while parsing a value at line 1 column 0") {
        "the body is empty"
    } else {
        &message[..place]
    };
    let field = field.chars().take(FIELD_CHARACTERS).collect::<String>();
    Error::of(Violation { field: Field::named(field), reason, description: description.to_owned() })
}

/// The most characters of a field's path that an error repeats: those of requests are shorter.
const FIELD_CHARACTERS: usize = 200;
