//! Options as a JSON map: names and values as the rules spell them, true booleans and whole numbers.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::service::request::{OptionInput, OptionsInput};
use ayla_rules::option::{Domain, OptionInfo, Span, Value};
use ayla_rules::{Rules, Variant};

use super::word::whole;

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionValue(OptionInput);

impl From<Value> for OptionValue {
    fn from(value: Value) -> Self {
        Self(match value {
            Value::Flag(flag) => OptionInput::Flag(flag),
            Value::Number(number) => OptionInput::Number(number),
            Value::Word(word) => OptionInput::Word(word.into()),
        })
    }
}

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            OptionInput::Flag(flag) => serializer.serialize_bool(*flag),
            OptionInput::Number(number) => serializer.serialize_u32(*number),
            OptionInput::Word(word) => serializer.serialize_str(word),
            OptionInput::Other(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::Bool(flag) => OptionInput::Flag(flag),
            // A number that no option can be is kept as it was written, to be named in the error.
            serde_json::Value::Number(number) => match whole(&number).and_then(|whole| u32::try_from(whole).ok()) {
                Some(number) => OptionInput::Number(number),
                None => OptionInput::Other(number.to_string()),
            },
            serde_json::Value::String(word) => OptionInput::Word(word.into()),
            serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => {
                return Err(D::Error::custom("an option is true, false, a number or a word"));
            }
        }))
    }
}

impl PartialSchema for OptionValue {
    fn schema() -> RefOr<Schema> {
        let of = |kind| ObjectBuilder::new().schema_type(kind);
        let any = AnyOfBuilder::new()
            .description(Some("The value of an option."))
            .item(of(Type::Boolean))
            .item(of(Type::Integer))
            .item(of(Type::String));
        Schema::AnyOf(any.build()).into()
    }
}

impl ToSchema for OptionValue {}

/// Options by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options(Vec<(Cow<'static, str>, OptionValue)>);

impl Options {
    /// Every option that still matters once a game has begun (N-2).
    #[must_use]
    pub fn in_play(rules: &Rules) -> Self {
        Self::of(rules.options().into_iter().filter(|(info, _)| !info.start_only))
    }

    /// The options that differ from their defaults: what start-game needs to be told.
    #[must_use]
    pub fn changed(rules: &Rules) -> Self {
        let defaults = rules.variant().default_rules().options();
        Self::of(rules.options().into_iter().filter(|option| !defaults.contains(option)))
    }

    fn of(options: impl Iterator<Item = (&'static OptionInfo, Value)>) -> Self {
        // Some are filtered out, so that only the most there can be is known.
        let mut all = Vec::with_capacity(options.size_hint().1.unwrap_or_default());
        all.extend(options.map(|(info, value)| (Cow::Borrowed(info.name), value.into())));
        Self(all)
    }
}

impl From<Options> for OptionsInput {
    fn from(options: Options) -> Self {
        Self { variant: None, values: options.0.into_iter().map(|(name, OptionValue(value))| (name, value)).collect() }
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
                let mut options = Options::default();
                while let Some(name) = map.next_key::<String>()? {
                    if options.0.iter().any(|(earlier, _)| *earlier == name) {
                        return Err(A::Error::custom(format!("the option {name:?} is given twice")));
                    }
                    options.0.push((name.into(), map.next_value()?));
                }
                Ok(options)
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// The name of the schema of a game's options.
const fn schema_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Awale => "AwaleOptions",
        Variant::Andada => "AndadaOptions",
        Variant::Anywoli => "AnywoliOptions",
    }
}

/// The schema of a game's options, from the table that the game is played by.
fn schema_of(variant: Variant) -> RefOr<Schema> {
    let mut schema = ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some(format!("The options of {}; those not given have their defaults.", variant.title())))
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    for (info, default) in variant.default_rules().options() {
        let default = match default {
            Value::Flag(flag) => serde_json::Value::from(flag),
            Value::Number(number) => serde_json::Value::from(number),
            Value::Word(word) => serde_json::Value::from(word),
        };
        let rulings: Vec<_> = info.rulings.iter().map(ToString::to_string).collect();
        let described = ObjectBuilder::new()
            .description(Some(format!("{} ({})", info.meaning, rulings.join(", "))))
            .default(Some(default));
        let property = match info.domain {
            Domain::Flag => described.schema_type(Type::Boolean),
            Domain::Word(words) => described.schema_type(Type::String).enum_values(Some(words.iter().copied())),
            Domain::Number(&[Span { min, max, step }]) => {
                let steps = (step > 1 && min.is_multiple_of(step)).then_some(f64::from(step));
                described
                    .schema_type(Type::Integer)
                    .minimum(Some(f64::from(min)))
                    .maximum(Some(f64::from(max)))
                    .multiple_of(steps)
            }
            Domain::Number(spans) => {
                let numbers = spans.iter().flat_map(|span| (span.min..=span.max).step_by(span.step as usize));
                described.schema_type(Type::Integer).enum_values(Some(numbers))
            }
        };
        schema = schema.property(info.name, property);
    }
    schema.build().into()
}

impl PartialSchema for Options {
    fn schema() -> RefOr<Schema> {
        let games = Variant::ALL.iter().map(|&variant| Ref::from_schema_name(schema_name(variant)));
        let any = games
            .fold(AnyOfBuilder::new(), AnyOfBuilder::item)
            .description(Some("The options of the game in question, names and values as its rules spell them."));
        Schema::AnyOf(any.build()).into()
    }
}

impl ToSchema for Options {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.extend(Variant::ALL.iter().map(|&variant| (schema_name(variant).to_owned(), schema_of(variant))));
    }
}
