//! The pages about the reasons of errors: their examples are answers of the service, and their operations those that
//! have them.

use std::fs;
use std::path::Path;

use ayla::http::problems::operations;
use ayla_api::error::{FaultClass, Reason};
use ayla_test_games::vectors::rows_of_all;
use ayla_test_server::Server;
use serde_json::{Value, json};

fn reason(value: &Value) -> Reason {
    let name = value.as_str().expect("a reason");
    Reason::all().find(|reason| reason.name() == name).expect("a reason")
}

fn assert_named(reason: Reason, operation: &str) {
    let named = operations(reason);
    assert!(named.is_none_or(|named| named.contains(&operation)), "{reason:?} in {operation}");
}

#[tokio::test]
async fn the_examples_are_answers_of_the_service() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/problems.jsonl");
    let kept = fs::read_to_string(&path).expect("a file");
    let mut client = Server::shared().json().await;
    let mut answered = String::new();
    let mut reasons = Vec::new();
    for line in kept.lines() {
        let mut example: Value = serde_json::from_str(line).expect("JSON");
        let (method, path) = example["call"].as_str().and_then(|call| call.split_once(' ')).expect("a call");
        let body = example.get("body").map(Value::to_string).unwrap_or_default();
        let reply = client.send(method, path, &[], body.as_bytes()).await;
        let mut answer = reply.json();
        // Each call has its own.
        answer.as_object_mut().expect("an object").remove("requestId");
        let found = reason(&answer["reason"]);
        if let Some(operation) = ayla::operation::of_http(path).contract().map(|_| ayla::operation::of_http(path)) {
            assert_named(found, operation.name());
        }
        reasons.push(found);
        example["answer"] = answer;
        answered += &format!("{example}\n");
    }
    if std::env::var_os("AYLA_MEND").is_some() {
        fs::write(&path, &answered).expect("written");
    } else {
        assert!(kept == answered, "with AYLA_MEND=1 this test writes {} again", path.display());
    }
    // What the request alone does not bring about has no call.
    let others = [
        Reason::NotYourTurn,
        Reason::OldBoard,
        Reason::TooLarge,
        Reason::UnsupportedMediaType,
        Reason::UnsupportedTransferCoding,
    ];
    for reason in Reason::all() {
        let has_example = reason.class() != FaultClass::Circumstances && !others.contains(&reason);
        assert_eq!(reasons.iter().filter(|found| **found == reason).count(), usize::from(has_example), "{reason:?}");
    }
}

#[test]
fn the_operations_of_a_reason_are_those_that_refuse_for_it() {
    let rows = rows_of_all("calls.jsonl").into_iter().map(|(_, row)| row);
    let rows = rows.chain(include_str!("calls.jsonl").lines().map(str::to_owned));
    let mut refused = 0;
    for call in rows.filter_map(|row| serde_json::from_str::<Value>(&row).ok()) {
        if let Some(name) = call.get("reason") {
            assert_named(reason(name), call["operation"].as_str().expect("text"));
            refused += 1;
        }
    }
    assert!(refused > 50, "{refused}");
}

#[tokio::test]
async fn the_type_of_a_problem_leads_to_its_page() {
    let mut client = Server::shared().json().await;
    let problem = client.ask("awale", "legal-moves", &json!({"position": "x"})).await.json();
    assert_eq!(problem["type"], "/problems/MALFORMED_POSITION");
    for reason in Reason::all() {
        for language in ["en", "fr"] {
            let path = format!("/problems/{}", reason.name());
            let page = client.send("GET", &path, &[("accept-language", language)], &[]).await;
            assert_eq!(
                (page.status.as_u16(), &page.headers["content-language"]),
                (200, &language.parse().expect("ASCII"))
            );
            let html = String::from_utf8(page.body.to_vec()).expect("text");
            // Every key and every place is filled.
            let left = ["title-", "problem-", "{reason}", "{status}", "{operations}", "{example}", "{{"];
            assert!(left.iter().all(|left| !html.contains(left)), "{path} {language}: {html}");
            assert!(html.contains(reason.name()) && html.contains(&format!("HTTP {}", reason.status())), "{path}");
        }
    }
    assert_eq!(client.get("/problems/NO_REASON").await.status, 404);
}
