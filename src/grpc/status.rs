//! From errors to statuses with `google.rpc` details.

use std::collections::HashMap;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

use crate::service::error::{Error, Reason, Violation};

/// The domain of every reason in `google.rpc.ErrorInfo`.
pub const DOMAIN: &str = "mancala.v1";

// A status travels in headers, and many clients refuse headers of more than 8 KiB: what a caller sent, and how often it
// is wrong, must not make one too long to be read.

/// The most bytes of a status's message.
const MESSAGE_BYTES: usize = 512;
/// The most bytes of one fact in the metadata, or of one field's path or fault.
const TEXT_BYTES: usize = 256;
/// About how many bytes all violations may have together; the first is always given.
const VIOLATIONS_BYTES: usize = 2_048;

/// The gRPC code of a reason.
pub(super) fn code(reason: Reason) -> Code {
    Code::from_i32(reason.info().grpc as i32)
}

impl From<Box<Error>> for Status {
    fn from(error: Box<Error>) -> Self {
        status(code(error.reason), &error)
    }
}

/// The status of an error, with this code.
pub(super) fn status(code: Code, error: &Error) -> Status {
    let violations = violations(&error.violations);
    let mut metadata: HashMap<String, String> =
        error.metadata.iter().map(|(name, value)| ((*name).to_owned(), cut(value, TEXT_BYTES))).collect();
    let found = error.violations.len() + error.unlisted;
    if violations.len() < found {
        metadata.insert("violations".to_owned(), found.to_string());
    }
    let mut details = ErrorDetails::with_error_info(error.reason.name(), DOMAIN, metadata);
    if !violations.is_empty() {
        details.set_bad_request(violations);
    }
    if error.retry_after.is_some() {
        details.set_retry_info(error.retry_after);
    }
    Status::with_error_details(code, cut(&error.detail, MESSAGE_BYTES), details)
}

/// The faults, the first of them where they are too many; then the metadata says how many there are.
fn violations(all: &[Violation]) -> Vec<FieldViolation> {
    let mut bytes = 0;
    let fault = |violation: &Violation| FieldViolation {
        field: cut(&violation.field.in_proto(), TEXT_BYTES),
        description: cut(&violation.description, TEXT_BYTES),
        reason: violation.reason.name().to_owned(),
        localized_message: None,
    };
    all.iter()
        .map(fault)
        .take_while(|fault| {
            let first = bytes == 0;
            bytes += fault.field.len() + fault.description.len() + fault.reason.len();
            first || bytes <= VIOLATIONS_BYTES
        })
        .collect()
}

/// A text of so many bytes at most, with a sign where it was cut.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let most = most.saturating_sub('…'.len_utf8());
    let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    format!("{}…", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::ErrorReason;
    use crate::service::error::Field;

    #[test]
    fn every_reason_is_in_the_contract_and_the_other_way_round() {
        let mut reasons = 0;
        for reason in Reason::all() {
            let name = format!("ERROR_REASON_{}", reason.name());
            assert!(ErrorReason::from_str_name(&name).is_some(), "{name}");
            reasons += 1;
        }
        let in_contract = (1..).take_while(|&number| ErrorReason::try_from(number).is_ok()).count();
        assert_eq!(in_contract, reasons);
    }

    #[test]
    fn a_status_is_short_enough_to_be_read_whatever_is_wrong() {
        let violation =
            |index| Violation::new(Field::named("moves").at(index), Reason::MalformedMove, "é".repeat(1_000));
        let mut error = Error::of_all((0..1_000).map(violation).collect()).expect("there are some");
        error.metadata = vec![("move", "9".repeat(60_000)), ("index", "0".to_owned())];
        let status = Status::from(error);
        let headers = status.clone().into_http::<()>();
        let bytes: usize = headers.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 32).sum();
        assert!(bytes < 8 * 1024, "{bytes} bytes");
        let details = status.get_error_details();
        let info = details.error_info().expect("always");
        assert_eq!(info.metadata["violations"], "1000");
        assert!(info.metadata["move"].ends_with("9…"));
        assert!(details.bad_request().expect("some").field_violations.len() > 1);
    }
}
