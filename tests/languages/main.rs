//! The service in two languages that nobody speaks: with accents and longer words, and from right to left. What is cut,
//! put together from pieces or not in the catalogues shows in them.

mod calls;
mod said;

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use ayla::http::{Caches, Http};
use ayla::service::{Limits, Service};
use ayla_api::preset::Presets;
use ayla_api::words::add_languages;
use ayla_test_languages::{ACCENTED, MIRRORED, pseudo_languages};
use http::Request;
use http_body_util::BodyExt;

use calls::{Call, calls};
use said::{Said, parsed, said};

/// What answers over HTTP, without the ports and limits of a server.
static HTTP: LazyLock<Http> = LazyLock::new(|| {
    add_languages(pseudo_languages()).expect("no language was used before");
    // A table that is built between two answers would be named in the second only.
    let limits = Limits { table_memory: 0, ..Limits::default() };
    Http::new(Arc::new(Service::new(Presets::built_in(), limits)), Caches::PUBLIC).with_pages(&[])
});

/// What the service says to people in answer to a call.
async fn answer(call: &Call, language: &str) -> Vec<Said> {
    let mut answers = Vec::new();
    for language in ["en", language] {
        let request = Request::builder().method(call.method).uri(&call.path).header("accept-language", language);
        let request = request.header("content-type", "application/json").body(Body::from(call.body.clone()));
        let request = request.expect("a request");
        let reply = HTTP.answer(ayla::call::Call::unlimited(&request), request).await;
        let body = reply.into_body().collect().await.expect("a body").to_bytes();
        answers.push(parsed(std::str::from_utf8(&body).expect("UTF-8")));
    }
    said(&answers[0], &answers[1])
}

#[tokio::test]
async fn longer_words_are_whole_and_nothing_is_english() {
    let mut whole = 0;
    for call in calls() {
        for Said { place, text } in answer(&call, ACCENTED).await {
            // The id of the call is no word.
            if place == ".requestId" {
                continue;
            }
            let is_line = place.ends_with(".text.line");
            if is_line {
                let lines: Vec<_> = text.split('\n').collect();
                assert!(lines.len() == 3 && lines.iter().all(|line| line.len() <= 400), "{call:?}: {place}: {text}");
            }
            assert_eq!(said::english(&text), None, "{call:?}: {place}: {text}");
            // A line that is too long is cut between words.
            if !(is_line && text.contains('…')) {
                assert!(said::is_whole(&text), "{call:?}: {place}: {text}");
                whole += 1;
            }
        }
    }
    assert!(whole > 1_000, "only {whole} texts were whole");
}

#[tokio::test]
async fn what_changes_the_direction_of_a_text_ends_within_it() {
    let mut isolated = 0;
    for call in calls() {
        for Said { place, text } in answer(&call, MIRRORED).await {
            assert!(text.lines().all(said::is_balanced), "{call:?}: {place}: {text:?}");
            isolated += 1;
        }
    }
    assert!(isolated > 1_000, "only {isolated} texts were looked at");
}
