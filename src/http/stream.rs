//! Streamed answers, as server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use ayla_api::error::{Reason, Result};
use ayla_api::problem::Problem;
use futures_util::stream::{Stream, StreamExt};
use serde::Serialize;
use serde_json::{Value, json};

use super::cache;
use super::problem;
use crate::call::{Call, End, Status};
use crate::service::operations::StreamMessage;

/// The name of the event for an error, which ends the stream.
const ERROR: &str = "error";

/// How long a stream may be silent before a comment is sent to keep the connection open. Proxies commonly give up after
/// half a minute or more.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// Notes the end of the call if this is the last message: the status was sent long before.
fn note_end<T: StreamMessage>(call: &Call, found: &Result<T>) {
    match found {
        Ok(answer) if !answer.is_last() => {}
        Ok(_) => record_end(call, None),
        Err(error) => record_end(call, Some(error.reason)),
    }
}

/// Notes that a stream has ended, with an error if there is a reason for one.
pub(super) fn record_end(call: &Call, reason: Option<Reason>) {
    let status = Status::Http(reason.map_or(StatusCode::OK, problem::status));
    call.record_end(End { reason, ..End::of(status) });
}

/// Converts messages into events.
pub(super) fn events<T: StreamMessage + Serialize>(
    messages: impl Stream<Item = Result<T>> + Send + 'static,
    call: Call,
) -> Response {
    let events = messages.map(move |message| {
        note_end(&call, &message);
        Ok::<_, Infallible>(match message {
            Ok(message) => named(T::NAME, &message),
            Err(error) => {
                let problem = Problem::new(*error, call.language(), call.site());
                named(ERROR, &problem.of_call(call.request_id_text()))
            }
        })
    });
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    response.headers_mut().insert(CACHE_CONTROL, cache::NEVER);
    response
}

fn named(name: &'static str, data: &impl Serialize) -> Event {
    // Serializing our answers never fails, because all keys are strings. An event without data would be ignored, so
    // `{}` stands in.
    match serde_json::to_string(data) {
        Ok(text) => Event::default().event(name).data(text),
        Err(_) => Event::default().event(ERROR).data("{}"),
    }
}

/// The schema of events with this name. Their data are text that contains JSON.
pub(super) fn event_schema(name: &str, answer: &Value) -> Value {
    let event = |name, description, content: &Value| {
        let data = json!({"type": "string", "contentMediaType": "application/json", "contentSchema": content});
        json!({
            "type": "object", "description": description, "required": ["event", "data"],
            "properties": {"event": {"type": "string", "enum": [name]}, "data": data},
        })
    };
    json!({"oneOf": [
        event(name, "What was found.", answer),
        event(ERROR, "The search failed. No event follows.", &json!({"$ref": "#/components/schemas/Problem"})),
    ]})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::operations::Exchange;
    use crate::service::operations::SuggestMoveStream;
    use crate::service::{Limits, Service};
    use ayla_api::answer::SuggestMoveStreamResponse;
    use ayla_api::error::Error;
    use ayla_api::json::Whole;
    use ayla_api::preset::Presets;
    use ayla_api::request::SuggestMoveRequest;
    use futures_util::stream;
    use futures_util::stream::{iter, pending};
    use http_body_util::BodyExt;
    use std::sync::Arc;

    fn call() -> Call {
        Call::local(SuggestMoveStream::OPERATION)
    }

    async fn answers() -> Vec<SuggestMoveStreamResponse> {
        let service = Arc::new(Service::new(Presets::built_in(), Limits::default()));
        let position = Some("awale 444444/444444 0/0 s".to_owned());
        let request = SuggestMoveRequest { position, depth: Some(Whole(2)), ..SuggestMoveRequest::default() };
        let suggestions = service.stream::<SuggestMoveStream>(request, &call()).await.expect("an answer");
        suggestions.map(|found| found.expect("no error")).collect().await
    }

    #[tokio::test]
    async fn an_error_on_the_way_is_an_event_and_the_status_of_the_call() {
        let last = answers().await.pop().expect("one at least");
        let first = SuggestMoveStreamResponse { last: false, ..last.clone() };
        let ended = call();
        let well = call();
        note_end(&ended, &Ok(first.clone()));
        assert_eq!(ended.end(), None);
        let failed = || Err(Error::internal());
        note_end(&ended, &failed());
        assert_eq!(ended.end(), Some(&End::refused(Status::Http(StatusCode::INTERNAL_SERVER_ERROR), Reason::Internal)));
        note_end(&well, &Ok(last));
        assert_eq!(well.end(), Some(&End::of(Status::Http(StatusCode::OK))));

        let body = events(iter([Ok(first), failed()]), call()).into_body().collect().await.expect("a body").to_bytes();
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
        let mut body = events(found, call()).into_body();
        let mut next = async || body.frame().await.expect("a frame").expect("no error").into_data().expect("data");
        assert!(next().await.starts_with(b"event: suggestion\n"));
        let asked = tokio::time::Instant::now();
        assert_eq!(next().await, ":\n\n");
        assert!(asked.elapsed() >= KEEP_ALIVE && asked.elapsed() < 2 * KEEP_ALIVE);
    }
}
