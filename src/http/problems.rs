//! The pages about the reasons of errors: which operations have each, and an example.

use ayla_api::error::{Error, Reason};
use ayla_api::problem::Problem;
use ayla_api::words::Language;
use ayla_rules::IllegalReason;
use serde_json::Value;

use crate::operation::{Contract, Operation, Searches};

/// Calls and the errors that answer them, each as one line of JSON. A test makes the calls, and compares.
const EXAMPLES: &str = include_str!("problems.jsonl");

/// What there is to say of each reason.
pub(super) fn problems() -> Vec<ayla_pages::Problem> {
    let examples: Vec<Value> = EXAMPLES.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let problem = |reason: Reason| ayla_pages::Problem {
        reason: reason.name(),
        status: reason.status(),
        advice: match reason {
            Reason::Illegal(_) => "problem-play-legal".to_owned(),
            reason => format!("title-{}.advice", reason.name()),
        },
        operations: operations(reason),
        example: example(reason, &examples),
    };
    Reason::all().map(problem).collect()
}

/// The names of the operations in which a reason can occur; none for one that can occur in all of them.
pub fn operations(reason: Reason) -> Option<Vec<&'static str>> {
    use Operation::*;
    let starts = |operation: Operation| operation.begins_games();
    let has_position =
        |operation, contract: &Contract| contract.tag == "games" && !matches!(operation, StartGame | ReadGame);
    let can_be = |&(operation, contract): &(Operation, &'static Contract)| match reason {
        Reason::MalformedMove | Reason::MalformedToken | Reason::IllegalLine => has_position(operation, contract),
        Reason::MalformedPosition
        | Reason::InconsistentPosition
        | Reason::UnknownOption
        | Reason::OptionOutOfRange
        | Reason::VariantMismatch => starts(operation) || has_position(operation, contract),
        Reason::UnknownPreset | Reason::RoundNotOver | Reason::NoFurtherRound => starts(operation),
        Reason::UnknownVariant => {
            operation == FindPuzzle
                || has_position(operation, contract)
                || operation.variant_in(contract.path).is_some()
        }
        Reason::NoSuchPuzzle => contract.tag == "puzzles" || matches!(operation, PlayTurn | RenderBoard),
        Reason::SeatOutOfRange => matches!(operation, ValidateMove | ApplyMove | PlayTurn),
        Reason::NotYourTurn | Reason::OldBoard => operation == PlayTurn,
        Reason::Illegal(illegal) => match operation {
            SuggestMove | SuggestMoveStream => illegal == IllegalReason::GameOver,
            operation => matches!(operation, ApplyMove | PlayTurn | RenderBoard | Batch),
        },
        Reason::SearchQueueFull => contract.searches != Searches::Never,
        Reason::Forbidden => false,
        Reason::MalformedRequest
        | Reason::UnknownField
        | Reason::ConflictingFields
        | Reason::MissingField
        | Reason::NotFound
        | Reason::MethodNotAllowed
        | Reason::TooLarge
        | Reason::UnsupportedMediaType
        | Reason::UnsupportedTransferCoding
        | Reason::Unauthenticated
        | Reason::RateLimited
        | Reason::Overloaded
        | Reason::DeadlineExceeded
        | Reason::Cancelled
        | Reason::Internal => true,
    };
    let named: Vec<_> = Operation::in_contract().filter(can_be).map(|(operation, _)| operation.name()).collect();
    (named.len() < Operation::in_contract().count()).then_some(named)
}

/// A call and its answer; of a reason that does not follow from a request alone, an answer.
fn example(reason: Reason, examples: &[Value]) -> String {
    let pretty = |json: &Value| serde_json::to_string_pretty(json).unwrap_or_default();
    let problem = || Problem::new(*Error::new(reason, reason.title()), Language::ENGLISH, None);
    match examples.iter().find(|example| example["answer"]["reason"] == reason.name()) {
        Some(example) => {
            let body = example.get("body").map(|body| format!("\n\n{body}")).unwrap_or_default();
            format!("{}{body}\n\n{}", example["call"].as_str().unwrap_or_default(), pretty(&example["answer"]))
        }
        None => serde_json::to_value(problem()).map(|problem| pretty(&problem)).unwrap_or_default(),
    }
}
