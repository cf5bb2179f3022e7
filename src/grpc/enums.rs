//! The enums of the contract but for the words of options: each value has the number that follows from its place in the enum
//! of the domain. A test compares the names.

use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::json::Named;
use ayla_api::words::Message;
use ayla_rules::string_enum::StringEnum;

use super::status::path;
use crate::proto::ErrorReason;

/// The number of a value in the contract; that of the unspecified value where there is none.
pub(super) fn number<T: StringEnum>(value: Option<Named<T>>) -> i32 {
    value.map_or(0, |Named(value)| value.index() as i32 + 1)
}

/// The value with a number in the contract; none for the unspecified value.
///
/// # Errors
///
/// `MALFORMED_REQUEST` for a number that no value has.
pub(super) fn value<T: StringEnum>(number: i32, field: Field) -> Result<Option<Named<T>>> {
    if number == 0 {
        return Ok(None);
    }
    known(number).map(|value| Some(Named(value))).ok_or_else(|| {
        let message = unknown(&field, number);
        Error::at(field, Reason::MalformedRequest, message)
    })
}

/// What is wrong with a number that no value has.
pub(super) fn unknown(field: &Field, number: i32) -> Message {
    Message::new("unknown-number").with("field", path(field)).with("number", number.to_string())
}

/// The number of a reason in the contract.
pub(super) fn reason_number(reason: Reason) -> i32 {
    // A test finds each reason in the contract.
    ErrorReason::from_str_name(&format!("ERROR_REASON_{}", reason.name())).map_or(0, Into::into)
}

/// The value with a number in the contract, if there is one.
pub(super) fn known<T: StringEnum>(number: i32) -> Option<T> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    T::ALL.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto;
    use ayla_api::{answer, catalogue, request};

    #[test]
    fn unspecified_is_absent_and_an_unknown_number_is_refused() {
        let side = |number| value::<ayla_rules::Side>(number, Field::named("turn"));
        assert_eq!(side(0), Ok(None));
        assert_eq!(side(2), Ok(Some(Named(ayla_rules::Side::North))));
        assert_eq!(side(3).expect_err("unknown").violations[0].field.to_string(), "turn");
        assert!(side(-1).is_err());
    }

    #[test]
    fn every_value_has_the_number_of_its_name_in_the_contract() {
        fn check<T: StringEnum>(name: impl Fn(i32) -> Option<&'static str>, prefix: &str) {
            for &value in T::ALL {
                let spelled = value
                    .name()
                    .replace('-', "_")
                    .replace("legalMoves", "legal_moves")
                    .replace("principalLine", "principal_line")
                    .to_uppercase();
                let number = number(Some(Named(value)));
                assert_eq!(name(number), Some(format!("{prefix}_{spelled}").as_str()));
            }
            assert_eq!(name(T::ALL.len() as i32 + 1), None, "{prefix} has a value that {} lacks", T::TYPE);
        }
        macro_rules! check {
            ($($domain:ty, $contract:ident $prefix:literal;)+) => {$(
                check::<$domain>(|number| Some(proto::$contract::try_from(number).ok()?.as_str_name()), $prefix);
            )+};
        }
        check! {
            ayla_rules::Side, Side "SIDE";
            ayla_rules::Phase, Phase "PHASE";
            ayla_rules::EndReason, EndReason "END_REASON";
            ayla_rules::Winner, Winner "WINNER";
            ayla_rules::Destination, Destination "DESTINATION";
            ayla_rules::IllegalReason, IllegalReason "ILLEGAL_REASON";
            ayla_engine::Certainty, Certainty "CERTAINTY";
            answer::StoppedBy, StoppedBy "STOPPED_BY";
            catalogue::OptionType, OptionType "OPTION_TYPE";
            request::Part, Part "PART";
            ayla_rules::View, View "VIEW";
            ayla_api::request::PictureFormat, PictureFormat "PICTURE_FORMAT";
            ayla_pictures::Theme, Theme "THEME";
            ayla_puzzles::PuzzleTheme, PuzzleTheme "PUZZLE_THEME";
            ayla_puzzles::PuzzleTask, PuzzleTask "PUZZLE_TASK";
            answer::PuzzleState, PuzzleState "PUZZLE_STATE";
            ayla_records::RecordFormat, RecordFormat "RECORD_FORMAT";
            ayla_records::RecordFaultKind, RecordFaultKind "RECORD_FAULT_KIND";
            ayla_records::AssumptionKind, AssumptionKind "ASSUMPTION_KIND";
        }
    }
}
