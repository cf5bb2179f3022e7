//! The operations over HTTP: one way from request to answer for each shape of operation.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::Method;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use ayla_api::request::CallRequest;
use ayla_api::rule_calls::Answered;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cache::{self, Caches, Tagged};
use super::json::Json;
#[cfg(feature = "pictures")]
use super::picture;
use super::problem::refuse;
use super::{batch, input, stream};
use crate::call::{Call, part};
use crate::operation::{Caching, Methods};
use crate::service::Service;
#[cfg(feature = "pictures")]
use crate::service::operations::RenderBoard;
use crate::service::operations::{Streamed, Unary, Visitor};

/// The methods by which an operation may be called.
pub(super) const fn allowed(methods: Methods) -> &'static [&'static str] {
    match methods {
        Methods::Get => &["GET", "HEAD"],
        Methods::Post => &["POST"],
        Methods::GetAndPost => &["GET", "HEAD", "POST"],
    }
}

/// A call on its way to the handler of its operation.
pub(super) struct Dispatch {
    pub(super) service: Arc<Service>,
    pub(super) caches: Caches,
    pub(super) call: Call,
    pub(super) request: Request,
}

impl Visitor for Dispatch {
    type Output = BoxFuture<'static, Response>;

    fn unary<O: Unary<Answer: Serialize>>(self) -> Self::Output {
        let is_by_content = O::OPERATION.contract().is_some_and(|contract| contract.caching == Caching::ByContent);
        let write: Write<O::Answer> = if is_by_content {
            |answer, head| cache::by_content(&head.headers, &answer)
        } else {
            |answer, _| Json(&answer).into_response()
        };
        Box::pin(self.answer::<O>(|request, _| request, write))
    }

    #[cfg(feature = "pictures")]
    fn picture(self) -> Self::Output {
        Box::pin(self.answer::<RenderBoard>(picture::in_format, |answer, _| picture::write(answer)))
    }

    fn streamed<O: Streamed>(self) -> Self::Output {
        Box::pin(self.stream::<O>())
    }

    fn batch(self) -> Self::Output {
        let Self { service, call, request, .. } = self;
        Box::pin(async move { batch::answer(&service, call, request) })
    }
}

/// Completes a request by what the head says.
type Complete<R> = fn(R, &Parts) -> R;
/// Writes an answer, given the head of its request.
type Write<A> = fn(A, &Parts) -> Response;

impl Dispatch {
    /// Answers with one answer.
    async fn answer<O: Unary>(self, complete: Complete<O::Request>, write: Write<O::Answer>) -> Response {
        let Self { service, caches, call, request } = self;
        let (head, body) = request.into_parts();
        let (request, call) = match read::<O::Request>(&head, body, &service, call).await {
            Ok(read) => read,
            Err(refused) => return refused,
        };
        let tagged = Tagged::of(&head, O::has_sentences(&request), &call, caches, &service);
        if let Some(not_modified) = tagged.as_ref().and_then(|tagged| tagged.not_modified(&head.headers)) {
            return not_modified;
        }
        let request = complete(request, &head);
        let language = call.language();
        let write = move |Answered { answer, has_sentences, is_lasting, .. }| {
            cache::describe(write(answer, &head), has_sentences.then_some(language), is_lasting)
        };
        match O::run(&service, request, &call, write).await {
            Ok(response) => match tagged {
                Some(tagged) => tagged.mark(response, &service),
                None => response,
            },
            Err(error) => refuse(*error, &call),
        }
    }

    /// Answers with a stream of server-sent events.
    async fn stream<O: Streamed>(self) -> Response {
        let Self { service, call, request, .. } = self;
        let (head, body) = request.into_parts();
        let (request, call) = match read::<O::Request>(&head, body, &service, call).await {
            Ok(read) => read,
            Err(refused) => return refused,
        };
        match O::run(&service, request, &call).await {
            Ok(Answered { answer, has_sentences, is_lasting, .. }) => {
                let language = has_sentences.then_some(call.language());
                cache::describe(stream::events(answer, call), language, is_lasting)
            }
            Err(error) => refuse(*error, &call),
        }
    }
}

/// Reads a request, and returns it with the call in its language; or the response, if it is refused.
async fn read<R: DeserializeOwned + CallRequest>(
    head: &Parts,
    body: axum::body::Body,
    service: &Service,
    call: Call,
) -> Result<(R, Call), Response> {
    let reading = call.part("read");
    let read = part::ended(&reading, input::read(head, body, service, &call).await);
    let mut request: R = read.map_err(|error| refuse(*error, &call))?;
    let call = call.for_locale(request.locale());
    let variant = call.variant().map_err(|error| refuse(*error, &call))?;
    request.set_request_line(variant, head.method != Method::POST);
    if let Some(id) = call.operation.id_in(head.uri.path()) {
        request.set_id(percent_encoding::percent_decode_str(id).decode_utf8_lossy().into_owned());
    }
    call.note_variant(&reading, &request);
    Ok((request, call))
}
