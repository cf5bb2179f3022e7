//! The responses that operations share: errors, and that the caller has the answer; and the headers of all responses.

use std::collections::BTreeMap;

use ayla_api::error::Reason;
use ayla_api::words::Language;
use serde_json::{Map, Value, json};

use super::examples;
use crate::http::problem::status;
use crate::operation::{Caching, Contract, Shape};

/// Each header, whether it is a whole number, and what it says. The document has each once; any may be absent from a
/// response.
const HEADERS: [(&str, bool, &str); 11] = [
    ("ETag", false, "The tag of the answer: send it as `If-None-Match` to get 304 while the answer is the same."),
    ("Cache-Control", false, "Which caches may keep the answer, and how long."),
    ("Vary", false, "The request headers on which the answer depends."),
    ("Content-Encoding", false, "`gzip` for a long answer to a caller whose `Accept-Encoding` names it."),
    ("Content-Language", false, "The language of the sentences in the answer."),
    ("Retry-After", true, "The seconds after which to try again."),
    ("WWW-Authenticate", false, "That an API key is needed."),
    ("Accept-Encoding", false, "The content encodings of bodies that are read."),
    (RULES, false, "The version of the rules that the answer follows."),
    (KEYED[0], false, "What remains of the rates of the API key."),
    (KEYED[1], false, "The rates of the API key."),
];

/// The header of all responses of operations.
const RULES: &str = "Ayla-Rules";

/// The headers that only calls with an API key get.
const KEYED: [&str; 2] = ["RateLimit", "RateLimit-Policy"];

/// The HTTP statuses of errors, each with the reasons that it can have.
pub(super) fn errors() -> BTreeMap<u16, String> {
    let mut errors = BTreeMap::<u16, String>::new();
    for reason in Reason::all() {
        // These are left out: a caller that has left reads no response, only existing methods of a path are described,
        // `NotYourTurn` occurs only within answers, and `Forbidden` only for tools and for browsers that ask before a
        // call.
        if !matches!(reason, Reason::Cancelled | Reason::MethodNotAllowed | Reason::NotYourTurn | Reason::Forbidden) {
            let meanings = errors.entry(status(reason).as_u16()).or_default();
            let meaning = Language::ENGLISH.say(&reason.title());
            *meanings += &format!("- `{}`: {meaning}\n", reason.name());
        }
    }
    errors
}

/// The responses that many operations have: each error, and that the caller has the answer.
pub(super) fn shared() -> Map<String, Value> {
    let not_modified =
        json!({"description": "Not modified.", "headers": references(["ETag", "Cache-Control", "Vary"])});
    let error = |(status, description): (u16, String)| {
        let mut problem = json!({"schema": {"$ref": "#/components/schemas/Problem"}});
        if let Some(example) = examples::problem(status) {
            problem["example"] = example;
        }
        let content = json!({"application/problem+json": problem});
        let response = json!({"description": description, "headers": headers_of_error(status), "content": content});
        (name(status), response)
    };
    [(name(304), not_modified)].into_iter().chain(errors().into_iter().map(error)).collect()
}

/// The name of the response with this status in the document.
fn name(status: u16) -> String {
    format!("Status{status}")
}

/// A reference to the response with this status.
pub(super) fn reference(status: u16) -> Value {
    json!({"$ref": format!("#/components/responses/{}", name(status))})
}

/// The headers, as components of the document.
pub(super) fn headers() -> Value {
    let component = |(name, is_number, description): (&str, bool, &str)| {
        let kind = if is_number { "integer" } else { "string" };
        (name.to_owned(), json!({"description": description, "schema": {"type": kind}}))
    };
    HEADERS.into_iter().map(component).collect::<Map<_, _>>().into()
}

/// The headers of an answer.
pub(super) fn headers_of_answer(contract: &Contract, by_get: bool) -> Value {
    let tag = (by_get && contract.caching != Caching::Never).then_some("ETag");
    let may_be_compressed = contract.caching != Caching::Picture && contract.shape == Shape::Whole;
    let encoding = may_be_compressed.then_some("Content-Encoding");
    references(tag.into_iter().chain(["Cache-Control", "Vary", "Content-Language"]).chain(encoding))
}

/// The headers of an error with this status.
fn headers_of_error(status: u16) -> Value {
    let own = match status {
        401 => Some("WWW-Authenticate"),
        415 => Some("Accept-Encoding"),
        429 | 503 => Some("Retry-After"),
        _ => None,
    };
    references(["Cache-Control", "Vary", "Content-Language", "Content-Encoding"].into_iter().chain(own))
}

fn references(names: impl IntoIterator<Item = &'static str>) -> Value {
    let reference = |name: &str| (name.to_owned(), json!({"$ref": format!("#/components/headers/{name}")}));
    names.into_iter().chain([RULES]).chain(KEYED).map(reference).collect::<Map<_, _>>().into()
}

/// Removes from a document what only calls with an API key get.
pub(super) fn remove_keyed(document: &mut Value) {
    match document {
        Value::Object(fields) => {
            if let Some(headers) = fields.get_mut("headers").and_then(Value::as_object_mut) {
                headers.retain(|name, _| !KEYED.contains(&name.as_str()));
            }
            fields.values_mut().for_each(remove_keyed);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_keyed),
        _ => {}
    }
}
