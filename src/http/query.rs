//! Reads the query of a GET into the same types as the JSON body of a POST. Numbers and flags are written as in JSON, and
//! lists are separated by commas.

use std::borrow::Cow;

use ayla_rules::notation::quoted;
use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// A deserializer of `name=value&...`.
pub(super) fn deserializer(query: &str) -> impl Deserializer<'_, Error = Error> {
    MapDeserializer::new(form_urlencoded::parse(query.as_bytes()).map(|(name, value)| (name, Value(value))))
}

/// The text of a parameter or of an item in its list. The type to be read decides what the text means.
struct Value<'a>(Cow<'a, str>);

impl<'de> IntoDeserializer<'de> for Value<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_empty() || !self.0.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Error::custom(format!("{} is not a whole number", quoted(&self.0))));
        }
        match self.0.parse() {
            Ok(number) => visitor.visit_u64(number),
            // An integer of more than 64 bits is read as a float, as in JSON.
            Err(_) => visitor.visit_f64(self.0.parse().unwrap_or(f64::INFINITY)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_ref() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(Error::custom(format!("{} is not true or false", quoted(other)))),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let items = self.0.split(',').filter(|_| !self.0.is_empty());
        visitor.visit_seq(SeqDeserializer::new(items.map(|item| Value(item.to_owned().into()))))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        tuple tuple_struct map struct enum identifier ignored_any
    }
}
