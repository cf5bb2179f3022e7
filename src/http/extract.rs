//! Reading requests: the path, the body, the query. Faults of form are reported one at a time, with their place.

use std::sync::Arc;

use axum::RequestExt;
use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Path, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::game::Variant;
use crate::service::Service;
use crate::service::error::{Error, Field, Reason, Violation};

use super::problem::Refusal;

/// The game that the path names.
#[derive(Copy, Clone, Debug)]
pub(super) struct Game(pub(super) Variant);

impl<S: Send + Sync> FromRequestParts<S> for Game
where
    Arc<Service>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(name) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| Error::new(Reason::MalformedRequest, rejection.body_text()))?;
        Ok(Self(Arc::<Service>::from_ref(state).variant(&name)?.variant))
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
        let limit = Arc::<Service>::from_ref(state).limits().body_bytes;
        if !is_json(&request) {
            let detail = "the body must be JSON, with the content type application/json";
            return Err(Error::new(Reason::UnsupportedMediaType, detail).into());
        }
        let bytes = collect(request, limit).await?;
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = read(&mut json)?;
        json.end().map_err(|error| fault("", &error.to_string()))?;
        Ok(Self(value))
    }
}

fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

async fn collect(request: Request, limit: usize) -> Result<Bytes, Box<Error>> {
    let body = Limited::new(request.into_limited_body(), limit);
    match body.collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Error::new(Reason::TooLarge, format!("the body is larger than {limit} bytes")))
        }
        Err(error) => Err(Error::new(Reason::MalformedRequest, format!("the body could not be read: {error}"))),
    }
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
        let limit = Arc::<Service>::from_ref(state).limits().query_bytes;
        let query = parts.uri.query().unwrap_or_default();
        if query.len() > limit {
            return Err(Error::new(Reason::TooLarge, format!("the query is longer than {limit} bytes")).into());
        }
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        Ok(Self(read(pairs)?))
    }
}

fn read<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(deserializer: D) -> Result<T, Box<Error>> {
    serde_path_to_error::deserialize(deserializer)
        .map_err(|error| fault(&error.path().to_string(), &error.inner().to_string()))
}

/// A fault of form at a place, from what serde says of it.
fn fault(path: &str, message: &str) -> Box<Error> {
    let reason = if message.starts_with("unknown field") { Reason::UnknownField } else { Reason::MalformedRequest };
    let mut path = if path == "." { String::new() } else { path.to_owned() };
    // For a field that is not known the path may end before it.
    let unknown = message.split('`').nth(1).filter(|_| reason == Reason::UnknownField);
    if let Some(name) = unknown.filter(|&name| path.rsplit('.').next() != Some(name)) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(name);
    }
    Error::of(Violation { field: Field::named(path), reason, description: message.to_owned() })
}
