//! From errors to statuses with `google.rpc` details.

use std::collections::HashMap;

use ayla_api::error::{DETAIL_BYTES, Error, Reason, Violation, cut};
use ayla_api::words::Language;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, LocalizedMessage, StatusExt};

use crate::call::{self, Arrived, End};
use crate::proto::path;

/// The domain of every reason in `google.rpc.ErrorInfo`.
pub const DOMAIN: &str = "mancala.v1";

// A status travels in headers, and many clients refuse headers of more than 8 KiB: whatever a caller sent, a status
// takes less than 6,000 bytes there.

/// The most bytes of a message in a header, where many characters are percent-encoded.
const ENCODED_MESSAGE_BYTES: usize = 720;
/// The most bytes of one fact in the metadata, or of the description of one fault.
const TEXT_BYTES: usize = 256;
/// The most bytes of a field's path.
const FIELD_BYTES: usize = 128;
/// The most bytes of all faults together.
const VIOLATIONS_BYTES: usize = 2_400;
/// The bytes that protobuf adds to the texts of a fault.
const VIOLATION_TAGS_BYTES: usize = 12;

/// The gRPC code of a reason.
pub(crate) fn code(reason: Reason) -> Code {
    match reason {
        Reason::MalformedRequest
        | Reason::MalformedPosition
        | Reason::MalformedMove
        | Reason::MalformedToken
        | Reason::UnknownField
        | Reason::UnknownOption
        | Reason::OptionOutOfRange
        | Reason::ConflictingFields
        | Reason::MissingField
        | Reason::SeatOutOfRange
        | Reason::InconsistentPosition
        | Reason::VariantMismatch
        | Reason::NotYourTurn
        | Reason::OldBoard
        | Reason::IllegalLine
        | Reason::RoundNotOver
        | Reason::NoFurtherRound
        | Reason::Illegal(_)
        | Reason::UnsupportedMediaType => Code::InvalidArgument,
        Reason::UnknownVariant | Reason::UnknownPreset | Reason::NoSuchPuzzle => Code::NotFound,
        Reason::NotFound | Reason::MethodNotAllowed | Reason::UnsupportedTransferCoding => Code::Unimplemented,
        Reason::TooLarge | Reason::RateLimited | Reason::SearchQueueFull => Code::ResourceExhausted,
        Reason::Unauthenticated => Code::Unauthenticated,
        Reason::Forbidden => Code::PermissionDenied,
        Reason::Overloaded => Code::Unavailable,
        Reason::DeadlineExceeded => Code::DeadlineExceeded,
        Reason::Cancelled => Code::Cancelled,
        Reason::Internal => Code::Internal,
    }
}

/// The status of a call that is refused, which is its end.
pub(crate) fn refuse(error: &Error, call: &Arrived) -> Status {
    refuse_with(code(error.reason), error, call)
}

/// The status of a call that is refused with this code, which is its end.
pub(super) fn refuse_with(code: Code, error: &Error, call: &Arrived) -> Status {
    call.record_end(End::refused(call::Status::Grpc(code), error.reason));
    status(code, error, call.language(), call.request_id_text())
}

/// The status of an error, with this code and in this language, of the call with this id.
fn status(code: Code, error: &Error, language: Language, id: &str) -> Status {
    let fact = |(name, value): &(&str, String)| ((*name).to_owned(), cut(value.clone(), TEXT_BYTES));
    let metadata: HashMap<String, String> = error.metadata.iter().map(fact).collect();
    let mut details = ErrorDetails::with_error_info(error.reason.name(), DOMAIN, metadata);
    if !error.violations.is_empty() {
        details.set_bad_request(violations(&error.violations, language));
    }
    let message = message(&error.detail(language));
    details.set_localized_message(language.tag(), message.clone());
    details.set_request_info(id, "");
    if error.retry_after.is_some() {
        details.set_retry_info(error.retry_after);
    }
    Status::with_error_details(code, message, details)
}

/// The faults, described in English and, where that is another language, in the language of the answer. If they are
/// many, long descriptions are cut.
fn violations(all: &[Violation], language: Language) -> Vec<FieldViolation> {
    let fault = |violation: &Violation| FieldViolation {
        field: cut(path(&violation.field), FIELD_BYTES),
        description: violation.description(),
        reason: violation.reason.name().to_owned(),
        localized_message: (language != Language::ENGLISH)
            .then(|| LocalizedMessage::new(language.tag(), violation.sentence(language))),
    };
    let mut faults: Vec<_> = all.iter().map(fault).collect();
    let other = |fault: &FieldViolation| {
        let tags = if fault.localized_message.is_some() { 2 * VIOLATION_TAGS_BYTES } else { VIOLATION_TAGS_BYTES };
        fault.field.len() + fault.reason.len() + tags
    };
    let other: usize = faults.iter().map(other).sum();
    let texts = |fault: &FieldViolation, most: usize| {
        let message = fault.localized_message.as_ref().map_or(0, |localized| localized.message.len());
        fault.description.len().min(most) + message.min(most)
    };
    let bytes = |most| faults.iter().map(|fault| texts(fault, most)).sum::<usize>();
    let most = (1..=TEXT_BYTES).rev().find(|&most| other + bytes(most) <= VIOLATIONS_BYTES).unwrap_or(1);
    for fault in &mut faults {
        let message = fault.localized_message.as_mut().map(|localized| &mut localized.message);
        for text in message.into_iter().chain([&mut fault.description]) {
            *text = cut(std::mem::take(text), most);
        }
    }
    faults
}

/// A text as a message that is short enough for a header.
pub(super) fn message(text: &str) -> String {
    let text = cut(text.to_owned(), DETAIL_BYTES);
    let mut bytes = 0;
    let end = text.char_indices().find(|(_, character)| {
        bytes += match character {
            '"' | '#' | '%' | '<' | '>' | '`' | '?' | '{' | '}' => 3,
            character if character.is_ascii_graphic() => 1,
            character => 3 * character.len_utf8(),
        };
        bytes > ENCODED_MESSAGE_BYTES
    });
    match end {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::ErrorReason;
    use ayla_api::error::Field;
    use ayla_api::words::Message;

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
        let violation = |index| {
            let field = Field::named("setup").then("options").option(ayla_rules::Variant::Anywoli, "repetition");
            Violation::new(field.at(index), Reason::OptionOutOfRange, Message::verbatim("é".repeat(1_000)))
        };
        let mut error = Error::of_all((0..1_000).map(violation)).expect("there are some");
        error.metadata.extend([("move", "9".repeat(60_000)), ("index", "0".to_owned())]);
        let french = Language::negotiate(Some("fr"), None);
        for language in [Language::ENGLISH, french] {
            assert_is_short(status(code(error.reason), &error, language, &"i".repeat(128)));
        }
    }

    fn assert_is_short(status: Status) {
        let headers = status.clone().into_http::<()>();
        let bytes: usize = headers.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 32).sum();
        assert!(bytes < 6_000, "{bytes} bytes");
        let details = status.get_error_details();
        let info = details.error_info().expect("always");
        assert_eq!(info.metadata["violations"], "1000");
        assert!(info.metadata["move"].ends_with("9…"));
        assert_eq!(details.bad_request().expect("some").field_violations.len(), 20);
        assert!(status.message().ends_with('…'));
    }
}
