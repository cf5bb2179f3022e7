//! Values of requests and answers in JSON that serde alone would read or write differently.

pub mod object;
pub mod set;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use ayla_rules::string_enum::StringEnum;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// A string enum as JSON spells it. The enums of the rules are those of another crate, so serde cannot be implemented
/// on them themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Named<T>(pub T);

/// The name of a variant.
pub type VariantName = Named<ayla_rules::Variant>;
/// A player.
pub type Side = Named<ayla_rules::Side>;
/// The phase of a game of Andada.
pub type Phase = Named<ayla_rules::Phase>;
/// The reason for which a game has ended (N-5).
pub type EndReason = Named<ayla_rules::EndReason>;
/// The winner of a game that has ended.
pub type Winner = Named<ayla_rules::Winner>;
/// The reason for which a move is not legal (C-9).
pub type IllegalReason = Named<ayla_rules::IllegalReason>;
/// The place where captured seeds go.
pub type Destination = Named<ayla_rules::Destination>;
/// What somebody may see of a position.
pub type ViewName = Named<ayla_rules::View>;
/// Whether a value is the game-theoretic one (C-10) or an estimate.
pub type Certainty = Named<ayla_engine::Certainty>;
/// What a puzzle is about.
pub type PuzzleTheme = Named<ayla_puzzles::PuzzleTheme>;
/// What the solution of a puzzle reaches.
pub type PuzzleTask = Named<ayla_puzzles::PuzzleTask>;
/// The format of a game in a text of other programs.
pub type RecordFormat = Named<ayla_records::RecordFormat>;
/// The kind of a fault in such a text.
pub type RecordFaultKind = Named<ayla_records::RecordFaultKind>;
/// The kind of an assumption about what such a text leaves open.
pub type AssumptionKind = Named<ayla_records::AssumptionKind>;

impl<T> From<T> for Named<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: StringEnum> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de, T: StringEnum> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        let value = T::from_name(&name).map(Self);
        let expected = format!("domain-word {}", T::NAMES.join(", "));
        value.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&name), &expected.as_str()))
    }
}

impl<T: StringEnum> PartialSchema for Named<T> {
    fn schema() -> RefOr<Schema> {
        string_schema(T::NAMES.iter().copied())
    }
}

impl<T: StringEnum> ToSchema for Named<T> {
    fn name() -> Cow<'static, str> {
        // The schema `Variant` is the description of a variant.
        if T::TYPE == "Variant" { "VariantName".into() } else { T::TYPE.into() }
    }
}

/// The schema of a string that is one of these.
pub(crate) fn string_schema(names: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build().into()
}

/// A move as people and models write it: a text, or the number of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove(pub String);

impl WrittenMove {
    /// Reads a field that may be absent.
    pub(crate) fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
        Ok(Option::<Self>::deserialize(deserializer)?.map(|written| written.0))
    }

    /// Reads a list, which may be null.
    pub(crate) fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        let written = Option::<Vec<Self>>::deserialize(deserializer)?.unwrap_or_default();
        Ok(written.into_iter().map(|written| written.0).collect())
    }
}

impl<'de> Deserialize<'de> for WrittenMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MoveVisitor).map(Self)
    }
}

struct MoveVisitor;

impl Visitor<'_> for MoveVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("type-text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }
}

impl PartialSchema for WrittenMove {
    fn schema() -> RefOr<Schema> {
        // The number of a house is read, too, but not every client knows a field of two types.
        ObjectBuilder::new().schema_type(Type::String).build().into()
    }
}

impl ToSchema for WrittenMove {}

/// A whole number from 0. JSON has one kind of number, so `4.0` is a whole number, too. A number above 64 bits is the
/// greatest of 64 bits: no field has a use for it.
///
/// Schemas of fields name `usize` as its type, which has no format: `int32` and `int64` would leave numbers out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Whole(pub u64);

impl Whole {
    /// The number, or the greatest of 32 bits.
    pub fn to_u32(self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }
}

impl From<u32> for Whole {
    fn from(number: u32) -> Self {
        Self(number.into())
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor { saturates: true }).map(Self)
    }
}

impl PartialSchema for Whole {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).build().into()
    }
}

impl ToSchema for Whole {}

/// A number of nodes: a number as in [`Whole`], or a string of its digits, as the JSON of protobuf writes numbers of 64
/// bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Nodes(pub u64);

impl Nodes {
    /// The schema of a field that may be null.
    pub(crate) fn optional_schema() -> RefOr<Schema> {
        schema_of_64_bits().minimum(Some(1)).build().into()
    }
}

impl<'de> Deserialize<'de> for Nodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeVisitor { saturates: true }).map(Self)
    }
}

/// A whole number of 64 bits, or a string of its digits. One that is greater is refused: no other stands for it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// The schema of a field that may be null.
    pub(crate) fn optional_schema() -> RefOr<Schema> {
        schema_of_64_bits().minimum(Some(0)).maximum(Some(u64::MAX as usize)).build().into()
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeVisitor { saturates: false }).map(Self)
    }
}

/// A number of 64 bits, which may be null. It has no format: `int64` would leave out half of the numbers.
fn schema_of_64_bits() -> ObjectBuilder {
    let types = SchemaType::from_iter([Type::Integer, Type::String, Type::Null]);
    ObjectBuilder::new().schema_type(types).pattern(Some("^[0-9]{1,20}$"))
}

/// Returns whether a text is a number in digits.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Has a visitor visit the number that a text of digits stands for.
pub(crate) fn visit_digits<'de, V: Visitor<'de>, E: Error>(text: &str, visitor: V) -> Result<V::Value, E> {
    match text.parse() {
        Ok(number) => visitor.visit_u64(number),
        // An integer of more than 64 bits is read as a float, as in JSON.
        Err(_) => visitor.visit_f64(text.parse().unwrap_or(f64::INFINITY)),
    }
}

/// Reads a whole number, or a string of its digits where the format says what follows: only [`Nodes`] and [`Seed`] ask
/// for anything, [`Whole`] asks for a number.
#[derive(Copy, Clone)]
struct WholeVisitor {
    /// Whether a number above 64 bits is read as the greatest.
    saturates: bool,
}

impl Visitor<'_> for WholeVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.saturates { "type-whole" } else { "type-whole-of-64-bits" })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
        u64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u64, E> {
        /// The first float above 64 bits.
        const BEYOND: f64 = 18_446_744_073_709_551_616.0;
        if number.fract() == 0.0 && number >= 0.0 && (self.saturates || number < BEYOND) {
            Ok(number as u64)
        } else {
            Err(E::invalid_value(Unexpected::Float(number), &self))
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        if is_digits(text) { visit_digits(text, self) } else { Err(E::invalid_value(Unexpected::Str(text), &self)) }
    }
}

/// A time in whole milliseconds, or the greatest of 32 bits.
pub fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
