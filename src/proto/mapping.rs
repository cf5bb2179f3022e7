//! The values of messages, from and to the types of requests and answers.

use std::collections::{BTreeMap, HashMap};

use ayla_api::error::{Error, Field, Reason, Result, Step};
use ayla_api::json::set::Set;
use ayla_api::json::{Named, Nodes, Seed, VariantName, Whole};
use ayla_api::operation::types::*;
use ayla_api::options::OptionValue;
use ayla_api::words::{Names, message};
use ayla_rules::option::Value;
use ayla_rules::string_enum::StringEnum;

use crate::proto;

/// An RPC of the contract.
pub trait Rpc {
    /// The message that is received.
    type Received: prost::Message + Default + 'static;
    /// The message that is sent, or each of them.
    type Sent: prost::Message + 'static;
}

/// A value of a request that is read from one of a message. Reading finds faults of form only; the service finds those
/// of content.
pub trait FromProto<M>: Sized {
    /// Reads the value at this place.
    ///
    /// # Errors
    ///
    /// `MALFORMED_REQUEST` for a number that no value of an enum has.
    fn from_proto(value: M, at: At<'_>) -> Result<Self>;
}

/// A value of an answer that becomes one of a message, which cannot fail.
pub trait IntoProto<M> {
    /// The value in the message.
    fn into_proto(self) -> M;
}

/// The place of a value in a request.
#[derive(Copy, Clone, Debug)]
pub enum At<'a> {
    /// The request itself.
    Request,
    /// A field, by its name in JSON.
    Field(&'a At<'a>, &'static str),
    /// An element of a list.
    Element(&'a At<'a>, usize),
}

impl At<'_> {
    /// The place in an error.
    fn field(self) -> Field {
        match self {
            Self::Request => Field::WHOLE,
            Self::Field(outer, name) => outer.field().then(name),
            Self::Element(outer, index) => outer.field().at(index),
        }
    }
}

/// The path of a field as the contract spells it: fields in snake case, an option within the message of its game.
pub(crate) fn path(field: &Field) -> String {
    field.path(|step| match step {
        Step::Name(name) => snake_case(name),
        Step::At(index) => format!("[{index}]"),
        Step::Option(variant, name) => format!("{variant}.{}", snake_case(name)),
    })
}

fn snake_case(name: &str) -> String {
    let separated = name.chars().flat_map(|character| {
        let underscore = character.is_ascii_uppercase().then_some('_');
        underscore.into_iter().chain([if character == '-' { '_' } else { character.to_ascii_lowercase() }])
    });
    separated.collect()
}

// ------------------------------------------------------------------------------------------------------------ requests

impl<M, T: FromProto<M>> FromProto<Option<M>> for Option<T> {
    fn from_proto(value: Option<M>, at: At<'_>) -> Result<Self> {
        value.map(|value| T::from_proto(value, at)).transpose()
    }
}

impl<M, T: FromProto<M>> FromProto<Vec<M>> for Vec<T> {
    fn from_proto(values: Vec<M>, at: At<'_>) -> Result<Self> {
        let value = |(index, value)| T::from_proto(value, At::Element(&at, index));
        values.into_iter().enumerate().map(value).collect()
    }
}

impl<M, T: FromProto<M>> FromProto<M> for Box<T> {
    fn from_proto(value: M, at: At<'_>) -> Result<Self> {
        T::from_proto(value, at).map(Self::new)
    }
}

impl FromProto<Vec<u32>> for Option<Vec<Whole>> {
    fn from_proto(values: Vec<u32>, at: At<'_>) -> Result<Self> {
        Vec::from_proto(values, at).map(Some)
    }
}

/// A value of an enum: each has the number that follows from its place in the enum of the domain, which a test
/// compares. The unspecified one is absent.
impl<T: StringEnum> FromProto<i32> for Option<Named<T>> {
    fn from_proto(number: i32, at: At<'_>) -> Result<Self> {
        if number == 0 { Ok(None) } else { known(number, at).map(|value| Some(Named(value))) }
    }
}

impl<T: StringEnum> FromProto<Vec<i32>> for Set<T> {
    fn from_proto(numbers: Vec<i32>, at: At<'_>) -> Result<Self> {
        let value = |(index, &number)| known(number, At::Element(&at, index));
        numbers.iter().enumerate().map(value).collect()
    }
}

/// The value of an enum with a number in the contract.
fn known<T: StringEnum>(number: i32, at: At<'_>) -> Result<T> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let value = index.and_then(|index| T::ALL.get(index).copied());
    value.ok_or_else(|| {
        let field = at.field();
        let message = message!("unknown-number", field = path(&field), number = number.to_string());
        Error::at(field, Reason::MalformedRequest, message)
    })
}

/// Implements the reading of values that are always in order.
macro_rules! from_proto {
    ($($message:ty => $type:ty: $value:expr;)+) => {$(
        impl FromProto<$message> for $type {
            fn from_proto(value: $message, _: At<'_>) -> Result<Self> {
                let read: fn($message) -> Self = $value;
                Ok(read(value))
            }
        }
    )+};
}

from_proto! {
    bool => bool: |flag| flag;
    String => String: |text| text;
    // Protobuf has no text that is absent.
    String => Option<String>: |text| Some(text).filter(|text| !text.is_empty());
    String => VariantInput: |name| name.as_str().into();
    u32 => Whole: Whole::from;
    u32 => Option<Whole>: |number| Some(number.into());
    u64 => Nodes: Nodes;
    u64 => Seed: Seed;
}

// ------------------------------------------------------------------------------------------------------------- answers

impl<M, T: IntoProto<M>> IntoProto<Option<M>> for Option<T> {
    fn into_proto(self) -> Option<M> {
        self.map(T::into_proto)
    }
}

impl<M, T: IntoProto<M>> IntoProto<Vec<M>> for Vec<T> {
    fn into_proto(self) -> Vec<M> {
        self.into_iter().map(T::into_proto).collect()
    }
}

impl<M, T: IntoProto<M>> IntoProto<Vec<M>> for Option<Vec<T>> {
    fn into_proto(self) -> Vec<M> {
        self.unwrap_or_default().into_proto()
    }
}

impl<T: StringEnum> IntoProto<i32> for Named<T> {
    fn into_proto(self) -> i32 {
        self.0.index() as i32 + 1
    }
}

impl<T: StringEnum> IntoProto<i32> for Option<Named<T>> {
    fn into_proto(self) -> i32 {
        self.map_or(0, Named::into_proto)
    }
}

/// Implements the writing of values.
macro_rules! into_proto {
    ($($type:ty => $message:ty: $value:expr;)+) => {$(
        impl IntoProto<$message> for $type {
            fn into_proto(self) -> $message {
                let write: fn(Self) -> $message = $value;
                write(self)
            }
        }
    )+};
}

into_proto! {
    bool => bool: |flag| flag;
    i32 => i32: |number| number;
    u8 => u32: u32::from;
    u32 => u32: |number| number;
    u64 => u64: |number| number;
    u64 => Option<u64>: Some;
    f64 => f64: |number| number;
    String => String: |text| text;
    &'static str => String: str::to_owned;
    VariantName => String: |name| name.0.name().to_owned();
    Field => String: |field| path(&field);
    BTreeMap<String, String> => HashMap<String, String>: |facts| facts.into_iter().collect();
    // A test finds each reason in the contract.
    Reason => i32: |reason| {
        proto::ErrorReason::from_str_name(&format!("ERROR_REASON_{}", reason.name())).map_or(0, Into::into)
    };
    OptionValue => proto::OptionValue: |OptionValue(value)| {
        use proto::option_value::Value as Sent;
        proto::OptionValue {
            value: Some(match value {
                Value::Flag(flag) => Sent::Flag(flag),
                Value::Number(number) => Sent::Number(number),
                Value::Word(word) => Sent::Word(word.to_owned()),
            }),
        }
    };
    OptionValue => Option<proto::OptionValue>: |value| Some(value.into_proto());
}

include!(concat!(env!("OUT_DIR"), "/mapping.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_api::{answer, catalogue, request};
    use ayla_rules::Side;

    #[test]
    fn unspecified_is_absent_and_an_unknown_number_is_refused() {
        let side = |number| Option::<Named<Side>>::from_proto(number, At::Field(&At::Request, "turn"));
        assert_eq!(side(0), Ok(None));
        assert_eq!(side(2), Ok(Some(Named(Side::North))));
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
                let number = Named(value).into_proto();
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

    #[test]
    fn a_field_is_spelled_as_in_the_contract() {
        let field = Field::named("setup").then("options").option(ayla_rules::Variant::Awale, "over-limit");
        assert_eq!(path(&field), "setup.options.awale.over_limit");
        assert_eq!(path(&Field::named("timeMs")), "time_ms");
    }

    fn fault<T: std::fmt::Debug>(result: Result<T>) -> String {
        let error = result.expect_err("a fault");
        assert_eq!(error.reason, Reason::MalformedRequest);
        path(&error.violations[0].field)
    }

    #[test]
    fn faults_of_form_name_their_field() {
        let omitting =
            |omit| LegalMovesRequest::from_proto(proto::LegalMovesRequest { omit, ..Default::default() }, At::Request);
        assert_eq!(fault(omitting(vec![1, 0])), "omit[1]");
        assert_eq!(fault(omitting(vec![99])), "omit[0]");
        let start = proto::StartGameRequest { first: -1, ..Default::default() };
        assert_eq!(fault(StartGameRequest::from_proto(start, At::Request)), "first");
        let setup = proto::Setup { over: 99, ..Default::default() };
        let request = proto::SuggestMoveRequest { setup: Some(setup), ..Default::default() };
        assert_eq!(fault(SuggestMoveRequest::from_proto(request, At::Request)), "setup.over");
    }

    #[test]
    fn absent_fields_stay_absent() {
        let request = proto::StartGameRequest { options: Some(proto::Options::default()), ..Default::default() };
        let read = StartGameRequest::from_proto(request, At::Request).expect("well formed");
        assert_eq!(read.options, Some(Default::default()));
        assert_eq!(read.first, None);
        let request = proto::StartGameRequest { first: 2, ..Default::default() };
        let read = StartGameRequest::from_proto(request, At::Request).expect("well formed");
        assert_eq!(read.first, Some(Named(Side::North)));
    }
}
