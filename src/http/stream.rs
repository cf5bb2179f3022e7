//! Answers that come one by one, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::header::CACHE_CONTROL;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, StreamExt, unfold};
use serde::Serialize;
use serde_json::{Value, json};

use crate::service::answer::{ReviewGameResponse, SuggestMoveStreamResponse};
use crate::service::call::{CallContext, End};
use crate::service::error::Result;
use crate::service::operation::Operation;
use crate::service::review::Review;
use crate::service::stream::Suggestions;

use super::cache;
use super::problem::Problem;

/// The name of the event that is an answer to suggest-move-stream.
const SUGGESTION: &str = "suggestion";
/// The name of the event that is an answer to review-game.
const REVIEW: &str = "review";
/// The name of the event that is a problem, after which nothing comes.
const ERROR: &str = "error";

/// The silence after which a comment is sent to keep the connection. Proxies commonly give up after half a minute or more.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// An answer that is one of several.
pub(super) trait Streamed: Serialize + Send + 'static {
    /// The name of its event.
    const EVENT: &'static str;

    /// Whether it is the last.
    fn is_last(&self) -> bool;
}

impl Streamed for SuggestMoveStreamResponse {
    const EVENT: &'static str = SUGGESTION;

    fn is_last(&self) -> bool {
        self.last
    }
}

impl Streamed for ReviewGameResponse {
    const EVENT: &'static str = REVIEW;

    fn is_last(&self) -> bool {
        self.end.is_some()
    }
}

/// The answer to suggest-move-stream.
pub(super) fn suggestions(suggestions: Suggestions, call: Arc<CallContext>) -> Response {
    let found = unfold(suggestions, async |mut suggestions| Some((suggestions.next().await?, suggestions)));
    events(StreamExt::inspect(found, move |found| note_end(&call, found)))
}

/// The answer to review-game.
pub(super) fn reviewed(review: Review, call: Arc<CallContext>) -> Response {
    let found = unfold(review, async |mut review| Some((review.next().await?, review)));
    events(StreamExt::inspect(found, move |found| note_end(&call, found)))
}

/// Notes what is sent, if it is the end: the status was sent long before.
fn note_end<T: Streamed>(call: &CallContext, found: &Result<T>) {
    match found {
        Ok(answer) if !answer.is_last() => {}
        Ok(_) => call.ended(End::Stream(None)),
        Err(error) => call.ended(End::Stream(Some(error.reason))),
    }
}

fn events<T: Streamed>(found: impl Stream<Item = Result<T>> + Send + 'static) -> Response {
    let events = StreamExt::map(found, |found| Ok::<_, Infallible>(event(found)));
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    response.headers_mut().insert(CACHE_CONTROL, cache::NEVER);
    response
}

fn event<T: Streamed>(found: Result<T>) -> Event {
    match found {
        Ok(answer) => named(T::EVENT, &answer),
        Err(error) => named(ERROR, &Problem::from(*error)),
    }
}

fn named(name: &'static str, said: &impl Serialize) -> Event {
    // It fails for no answer of ours: keys are strings. Without data it would be no event.
    Event::default().event(name).json_data(said).unwrap_or_else(|_| Event::default().event(ERROR).data("{}"))
}

/// The schema of an event: its data are text, and the text is JSON.
pub(super) fn event_schema(operation: Operation, answer: &Value) -> Value {
    let (name, description) = match operation {
        Operation::ReviewGame => (REVIEW, "What was found of a ply, or how far the review came."),
        _ => (SUGGESTION, "A better answer."),
    };
    let event = |name, description, content: &Value| {
        let data = json!({"type": "string", "contentMediaType": "application/json", "contentSchema": content});
        json!({
            "type": "object", "description": description, "required": ["event", "data"],
            "properties": {"event": {"type": "string", "enum": [name]}, "data": data},
        })
    };
    json!({"oneOf": [
        event(name, description, answer),
        event(ERROR, "The search failed. No event follows.", &json!({"$ref": "#/components/schemas/Problem"})),
    ]})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::error::{Error, Reason};
    use crate::service::json::Whole;
    use crate::service::preset::Presets;
    use crate::service::request::SuggestMoveRequest;
    use crate::service::{Limits, Service};
    use futures_util::stream::{iter, pending};
    use futures_util::{StreamExt, stream};
    use http_body_util::BodyExt;

    fn call() -> Arc<CallContext> {
        CallContext::local(Operation::SuggestMoveStream)
    }

    async fn answers() -> Vec<SuggestMoveStreamResponse> {
        let service = Arc::new(Service::new(Presets::built_in(), Limits::default()));
        let position = Some("awale 444444/444444 0/0 s".to_owned());
        let request = SuggestMoveRequest { position, depth: Some(Whole(2)), ..SuggestMoveRequest::default() };
        let mut suggestions = service.suggest_stream(request, None, &call()).await.expect("an answer");
        let mut all = Vec::new();
        while let Some(found) = suggestions.next().await {
            all.push(found.expect("no error"));
        }
        all
    }

    #[tokio::test]
    async fn an_error_on_the_way_is_an_event_and_the_status_of_the_call() {
        let last = answers().await.pop().expect("one at least");
        let first = SuggestMoveStreamResponse { last: false, ..last.clone() };
        let (ended, well) = (call(), call());
        note_end(&ended, &Ok(first.clone()));
        assert_eq!(ended.end(), None);
        let failed = || Err(Error::internal());
        note_end(&ended, &failed());
        assert_eq!(ended.end(), Some(End::Stream(Some(Reason::Internal))));
        note_end(&well, &Ok(last));
        assert_eq!(well.end(), Some(End::Stream(None)));

        let body = events(iter([Ok(first), failed()])).into_body().collect().await.expect("a body").to_bytes();
        let text = std::str::from_utf8(&body).expect("UTF-8");
        let sent: Vec<_> = text.split_terminator("\n\n").collect();
        assert!(sent[0].starts_with("event: suggestion\ndata: {\"suggestion\":{\"move\":"), "{text}");
        let problem = sent[1].strip_prefix("event: error\ndata: ").expect("an error");
        let problem: serde_json::Value = serde_json::from_str(problem).expect("JSON");
        assert_eq!((&problem["status"], &problem["reason"]), (&500.into(), &"INTERNAL".into()));
        assert_eq!(sent.len(), 2);
    }

    #[tokio::test]
    async fn a_long_silence_is_broken_by_comments() {
        let first = answers().await.swap_remove(0);
        tokio::time::pause();
        let found = stream::once(std::future::ready(Ok(first))).chain(pending());
        let mut body = events(found).into_body();
        let mut next = async || body.frame().await.expect("a frame").expect("no error").into_data().expect("data");
        assert!(next().await.starts_with(b"event: suggestion\n"));
        let asked = tokio::time::Instant::now();
        assert_eq!(next().await, ":\n\n");
        assert!(asked.elapsed() >= KEEP_ALIVE && asked.elapsed() < 2 * KEEP_ALIVE);
    }
}
