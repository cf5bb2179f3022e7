//! Errors as RFC 9457 problem documents.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Violation;
use crate::error::{Error, Reason};
use crate::words::Language;

/// An error: an RFC 9457 problem document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The kind of problem, as the address of a page about it: relative to the server, or below its public address.
    #[serde(rename = "type")]
    #[schema(example = "/problems/EMPTY_HOUSE")]
    pub kind: String,
    /// The kind of problem in a few words.
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong, in sentences.
    pub detail: String,
    /// The kind of problem, as gRPC names it, too.
    pub reason: Reason,
    /// How long to wait before another try, in milliseconds, where it makes sense to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retry_after_ms: Option<u64>,
    /// The id of the call, by which its operator finds it in the log. The header `x-request-id` has it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub request_id: Option<String>,
    /// Facts for a program, such as the `index` of the move that makes a line illegal. `violations` is how many faults were
    /// found, where more were found than are listed.
    pub metadata: BTreeMap<String, String>,
    /// The faults that were found, the first twenty of them.
    pub violations: Vec<Violation>,
}

impl Problem {
    /// The problem of an error, described in this language, of a server with this public address.
    pub fn new(error: Error, language: Language, site: Option<&str>) -> Self {
        Self {
            kind: format!("{}/problems/{}", site.unwrap_or_default(), error.reason.name()),
            title: error.title(language),
            status: error.reason.status(),
            detail: error.detail(language),
            reason: error.reason,
            retry_after_ms: error.retry_after.map(|after| u64::try_from(after.as_millis()).unwrap_or(u64::MAX).max(1)),
            request_id: None,
            violations: Violation::all(&error, language),
            metadata: error.metadata.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }

    /// Adds the id of the call.
    #[must_use]
    pub fn of_call(self, id: &str) -> Self {
        Self { request_id: Some(id.to_owned()), ..self }
    }
}
