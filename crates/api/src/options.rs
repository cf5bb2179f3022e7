//! Options as a JSON map: names and values as the rules spell them, true booleans and whole numbers.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use ayla_rules::option::{Domain, Given, OptionInfo, Span, Value};
use ayla_rules::{Rules, Variant};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::json::Whole;
use crate::words::{self, Language};

/// The value of an option in an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionValue(pub Value);

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Flag(flag) => serializer.serialize_bool(flag),
            Value::Number(number) => serializer.serialize_u32(number),
            Value::Word(word) => serializer.serialize_str(word),
        }
    }
}

impl PartialSchema for OptionValue {
    fn schema() -> RefOr<Schema> {
        let of = |kind| ObjectBuilder::new().schema_type(kind);
        let any = AnyOfBuilder::new().item(of(Type::Boolean)).item(of(Type::Integer)).item(of(Type::String));
        Schema::AnyOf(any.build()).into()
    }
}

impl ToSchema for OptionValue {}

/// The options of a game in an answer, in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    variant: Variant,
    values: Vec<(&'static OptionInfo, Value)>,
}

impl Options {
    fn of(rules: Rules, is_wanted: impl Fn(&(&'static OptionInfo, Value)) -> bool) -> Self {
        Self { variant: rules.variant(), values: rules.options().into_iter().filter(is_wanted).collect() }
    }

    /// Every option that still matters once a game has begun (N-2).
    pub fn in_play(rules: Rules) -> Self {
        Self::of(rules, |(info, _)| !info.start_only)
    }

    /// The options that differ from their defaults: what start-game needs.
    pub fn changed(rules: Rules) -> Self {
        let defaults = rules.variant().default_rules().options();
        Self::of(rules, |option| !defaults.contains(option))
    }

    /// The variant whose options they are.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The options.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionInfo, Value)> {
        self.values.iter().copied()
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (info, value) in self.iter() {
            map.serialize_entry(info.name, &OptionValue(value))?;
        }
        map.end()
    }
}

/// The value of an option as a caller gave it. A number that no option can have, such as a negative one, is a text: the
/// error repeats it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInput(pub Given<Cow<'static, str>>);

impl<'de> Deserialize<'de> for OptionInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Scalar;

        impl Visitor<'_> for Scalar {
            type Value = Given<Cow<'static, str>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("type-option")
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
                Ok(Given::Flag(flag))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                Ok(number_or_text(number.into()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                Ok(number_or_text(number.into()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Number::from_f64(number).map_or_else(|| Given::Text(number.to_string().into()), number_or_text))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
                Ok(Given::Word(word.to_owned().into()))
            }
        }

        /// A whole number, or the text of any other.
        fn number_or_text(number: Number) -> Given<Cow<'static, str>> {
            let whole = Whole::deserialize(&number).ok().and_then(|Whole(whole)| u32::try_from(whole).ok());
            whole.map_or_else(|| Given::Text(number.to_string().into()), Given::Number)
        }

        deserializer.deserialize_any(Scalar).map(Self)
    }
}

/// Options by name, as a caller gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionsInput {
    /// The variant whose options they are, where the form of the request says so.
    pub variant: Option<Variant>,
    /// Names and values. No name occurs twice.
    pub values: Vec<(Cow<'static, str>, OptionInput)>,
}

impl OptionsInput {
    /// The options as the rules read them.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, Given<&str>)> {
        self.values.iter().map(|(name, OptionInput(value))| {
            let value = match value {
                Given::Flag(flag) => Given::Flag(*flag),
                Given::Number(number) => Given::Number(*number),
                Given::Word(word) => Given::Word(word.as_ref()),
                Given::Text(text) => Given::Text(text.as_ref()),
            };
            (name.as_ref(), value)
        })
    }
}

impl<'de> Deserialize<'de> for OptionsInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = OptionsInput;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("type-object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OptionsInput, A::Error> {
                let mut options = OptionsInput::default();
                while let Some(name) = map.next_key::<String>()? {
                    options.values.push((name.into(), map.next_value()?));
                }
                let mut names = HashSet::with_capacity(options.values.len());
                if options.values.iter().all(|(name, _)| names.insert(name.as_ref())) {
                    Ok(options)
                } else {
                    Err(A::Error::custom("an option is given twice"))
                }
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// The name of the schema of a variant's options.
pub fn schema_name(variant: Variant) -> String {
    format!("{variant:?}Options")
}

/// The schema of a variant's options, from the option table.
fn schema_of(variant: Variant) -> RefOr<Schema> {
    let mut schema = ObjectBuilder::new()
        .schema_type(Type::Object)
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    for (info, default) in variant.default_rules().options() {
        let rulings: Vec<_> = info.rulings.iter().map(ToString::to_string).collect();
        let meaning = Language::ENGLISH.say(&words::meaning(variant, info));
        let described = ObjectBuilder::new()
            .description(Some(format!("{meaning} ({})", rulings.join(", "))))
            .default(serde_json::to_value(OptionValue(default)).ok());
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
        let variants = Variant::ALL.iter().map(|&variant| Ref::from_schema_name(schema_name(variant)));
        let about =
            "The options of a game by name, as on the page of its rules. An option that is not given has its default.";
        let any = AnyOfBuilder::new().description(Some(about));
        Schema::AnyOf(variants.fold(any, AnyOfBuilder::item).build()).into()
    }
}

impl ToSchema for Options {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.extend(Variant::ALL.iter().map(|&variant| (schema_name(variant), schema_of(variant))));
    }
}

impl PartialSchema for OptionsInput {
    fn schema() -> RefOr<Schema> {
        Options::schema()
    }
}

impl ToSchema for OptionsInput {
    fn name() -> Cow<'static, str> {
        Options::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Options::schemas(schemas);
    }
}
