//! The operations of the JSON API without a server.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use ayla_api::batch::Batch;
use ayla_api::operation::{Operation, Searches};
use ayla_api::words::Language;
use ayla_web::{Content, Host, Outcome, Rules};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Answers calls of the JSON API as a server does, one after the other.
///
/// >>> from ayla_rules import Local
/// >>> status, answer, messages = Local().call("/v1/variants/awale/start-game", b"{}")
/// >>> status
/// 200
#[pyclass(module = "ayla_rules", frozen)]
pub(crate) struct Local {
    rules: Mutex<Rules>,
    began: Instant,
}

#[pymethods]
impl Local {
    #[new]
    fn new() -> Self {
        Self { rules: Mutex::default(), began: Instant::now() }
    }

    /// Whether the operation at a path searches, which takes long.
    ///
    /// >>> from ayla_rules import Local
    /// >>> Local.searches("/v1/variants/awale/suggest-move")
    /// True
    #[staticmethod]
    fn searches(path: &str) -> bool {
        let contract = Operation::at_path(path).and_then(Operation::contract);
        contract.is_some_and(|contract| contract.searches != Searches::Never)
    }

    /// Answers a call at a path: with the body of a POST or, if `is_query`, with the query of a GET. `accepted` is
    /// written as the header `Accept-Language`. Returns the status of HTTP, the answer and, of a stream, its messages.
    #[pyo3(signature = (path, content, *, is_query = false, accepted = None))]
    fn call(
        &self,
        py: Python<'_>,
        path: &str,
        content: Vec<u8>,
        is_query: bool,
        accepted: Option<&str>,
    ) -> PyResult<(u16, Vec<u8>, Vec<Vec<u8>>)> {
        py.detach(|| {
            if Operation::at_path(path) == Some(Operation::Batch) && !is_query {
                return Ok((200, batch(&content, accepted), Vec::new()));
            }
            let messages = RefCell::new(Vec::new());
            let host =
                Host { now: &|| self.began.elapsed(), send: &|message| messages.borrow_mut().push(message.to_vec()) };
            let query = String::from_utf8_lossy(&content);
            let content = if is_query { Content::Query(&query) } else { Content::Body(&content) };
            let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
            match rules.call(path, accepted, content, host) {
                Outcome::Answered { status, body } => Ok((status, body, messages.into_inner())),
                Outcome::NeedsWeights(variant) => Err(PyRuntimeError::new_err(format!("no weights for {variant}"))),
            }
        })
    }
}

/// Answers each line of a batch by a line. Its bytes are not limited here, and no endgame tables are looked at.
fn batch(content: &[u8], accepted: Option<&str>) -> Vec<u8> {
    let language = Language::negotiate(None, accepted);
    let mut batch = Batch::default();
    let mut answers = Vec::new();
    for line in content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        if !batch.is_over() {
            // All keys are strings, so that this cannot fail.
            let _ = serde_json::to_writer(&mut answers, &batch.answer_json(line, language, |_, _| None));
            answers.push(b'\n');
        }
    }
    answers
}
