//! Pages about the reasons of errors, to which the types of problem documents lead.

use crate::DOCS_FOLDER;
use crate::spoken::with_header;

/// What the server says of a reason; the catalogues say the rest.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The reason, as errors spell it.
    pub reason: &'static str,
    /// The HTTP status of the errors that have it.
    pub status: u16,
    /// The key of what a caller should do.
    pub advice: String,
    /// The names of the operations that it can occur in: none for every operation, an empty list for what is no
    /// operation.
    pub operations: Option<Vec<&'static str>>,
    /// A call, and the error that answers it.
    pub example: String,
}

/// The page of a reason, with the keys of its texts and the place of its example.
pub(crate) fn template(problem: &Problem) -> String {
    let Problem { reason, status, advice, operations, example: _ } = problem;
    let link = |name: &&str| format!("<a href=\"..{DOCS_FOLDER}/#{name}\"><code>{name}</code></a>");
    let operations = match operations.as_deref() {
        None => "{{problem-every-operation}}".to_owned(),
        Some([]) => "{{problem-tools}}".to_owned(),
        Some(names) => names.iter().map(link).collect::<Vec<_>>().join(", "),
    };
    let template = with_header(include_str!("../files/problem.html"), "../");
    let template = template.replace("{reason}", reason).replace("{advice}", advice);
    template.replace("{status}", &status.to_string()).replace("{operations}", &operations)
}
