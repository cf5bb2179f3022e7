//! Reads requests from JSON and from the parameters of a query. A syntax error is reported with its field, one at a
//! time.
//!
//! A request without a fault is read by `serde_json` alone. Only if that fails, it is read again from a tree, with
//! errors that say what is wrong as data, not as a text.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use ayla_rules::notation::excerpt;
use ayla_steps::{count, weights};
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::error::Category;

use crate::error::{self, Error, Field, MEANT, Reason, Step, cut};
#[cfg(not(target_family = "wasm"))]
use crate::json::object::Object;
use crate::json::{is_digits, visit_digits};
use crate::words::{Argument, Message};

/// The most bytes of a field's name that an error quotes. The names of fields that there are are shorter.
const FIELD_BYTES: usize = 200;
/// The most bytes of a name or a value that an error quotes.
const QUOTATION_BYTES: usize = 60;

/// The most bytes of a query string.
pub const QUERY_BYTES: usize = 4 * 1_024;
/// The fields of requests that a query cannot express, since they are neither scalars nor lists of scalars.
pub const NOT_IN_QUERY: [&str; 3] = ["setup", "options", "names"];
/// The most bytes of a body, unless a server says otherwise.
pub const BODY_BYTES: usize = 64 * 1_024;

/// The error of a body that is larger than `limit` bytes.
pub fn too_large(limit: usize) -> Box<Error> {
    Error::new(Reason::TooLarge, message!("body-too-large", most = limit))
}

/// Reads a request from the JSON of a body. No body at all is a request without fields.
///
/// # Errors
///
/// `MALFORMED_REQUEST` and `UNKNOWN_FIELD`.
pub fn from_json<T: DeserializeOwned>(body: &[u8]) -> error::Result<T> {
    let body = if body.is_empty() { b"{}" } else { body };
    // Where the size of the program counts, one way has to do.
    #[cfg(not(target_family = "wasm"))]
    if let Ok(Object(request)) = serde_json::from_slice(counted(body)) {
        return Ok(request);
    }
    let progress = RefCell::default();
    let mut json = serde_json::Deserializer::from_slice(counted(body));
    let tree = Reader(&progress).deserialize(&mut json).and_then(|tree| json.end().map(|()| tree));
    match tree {
        Err(error) => Err(no_json(progress.take(), &error)),
        Ok(tree @ Tree::Object(_)) => T::deserialize(tree).map_err(Malformed::into_error),
        Ok(_) => Err(of_body(Message::new("body-no-object"))),
    }
}

/// JSON that is about to be read, which is counted.
fn counted(body: &[u8]) -> &[u8] {
    count(body.len() as u64 * weights::BYTE_OF_JSON);
    body
}

/// Reads a request from a query. Numbers and flags are written as in JSON, and lists are separated by
/// commas.
///
/// # Errors
///
/// `TOO_LARGE`, `MALFORMED_REQUEST` and `UNKNOWN_FIELD`.
pub fn from_query<T: DeserializeOwned>(text: &str) -> error::Result<T> {
    if text.len() > QUERY_BYTES {
        return Err(Error::new(Reason::TooLarge, message!("query-too-long", most = QUERY_BYTES)));
    }
    let parameters = form_urlencoded::parse(text.as_bytes());
    let fields: Vec<_> = parameters.map(|(name, value)| (name, Tree::Parameter(value))).collect();
    if let Some(field) = fields.iter().find_map(|(name, _)| NOT_IN_QUERY.into_iter().find(|field| field == name)) {
        let message = Message::new("not-in-query").quoting("field", field);
        return Err(Error::at(Field::named(field), Reason::UnknownField, message));
    }
    T::deserialize(Tree::Object(fields)).map_err(Malformed::into_error)
}

/// The error for a body that is not JSON.
fn no_json(place: Vec<Step>, error: &serde_json::Error) -> Box<Error> {
    let key = match error.classify() {
        _ if matches!(place.first(), Some(Step::At(_))) => return of_body(Message::new("body-no-object")),
        Category::Eof => "json-ends",
        Category::Syntax | Category::Data | Category::Io => "json-malformed",
    };
    let message = message!(key, line = error.line(), column = error.column());
    let field = place.into_iter().rev().fold(Field::WHOLE, Field::within);
    Error::at(Field::named(cut(field.to_string(), FIELD_BYTES)), Reason::MalformedRequest, message)
}

/// The error of a fault that is in no field.
fn of_body(message: Message) -> Box<Error> {
    Error::at(Field::WHOLE, Reason::MalformedRequest, message)
}

/// JSON as it was written: with fields that are there twice. A parameter of a query is a text, of which the type to be
/// read decides what it means.
#[derive(Debug)]
enum Tree<'a> {
    Null,
    Flag(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(Cow<'a, str>),
    List(Vec<Self>),
    Object(Vec<(Cow<'a, str>, Self)>),
    Parameter(Cow<'a, str>),
}

/// A syntax error.
#[derive(Debug)]
struct Malformed {
    field: Field,
    reason: Reason,
    message: Message,
    /// Whether the message names the field, with all of the way to it.
    names_field: bool,
    /// What JSON has in place of a word of ProtoJSON, if it is one.
    meant: Option<String>,
}

impl Malformed {
    /// A fault of a field that the message names.
    fn in_field(name: &str, reason: Reason, message: Message) -> Self {
        let field = Field::WHOLE.then(cut(name.to_owned(), FIELD_BYTES));
        Self { field, reason, message: message.with("field", short(name)), names_field: false, meant: None }
    }

    /// Adds to a fault the word that is meant, if the caller wrote a word of ProtoJSON.
    fn hinting(mut self, found: &str, known: &mut dyn Iterator<Item = &str>) -> Self {
        self.meant = of_proto_json(found, known).map(str::to_owned);
        let hint = self.meant.clone().map(|meant| Message::new("did-you-mean").with("meant", meant));
        let hint = hint.map_or_else(|| Argument::from(""), Argument::from);
        Self { message: self.message.with("hint", hint), ..self }
    }

    /// A field that is there twice.
    fn twice(name: &str) -> Self {
        Self::in_field(name, Reason::MalformedRequest, Message::new("field-twice"))
    }

    /// The same fault, within a field or an element of a list.
    fn within(self, outer: Step) -> Self {
        Self { field: self.field.within(outer), ..self }
    }

    fn into_error(self) -> Box<Error> {
        let Self { field, reason, message, names_field, meant } = self;
        let message = if names_field { message.with("field", short(&field.to_string())) } else { message };
        let mut error = Error::at(field, reason, message);
        error.metadata.extend(meant.map(|meant| (MEANT, meant)));
        error
    }
}

/// The word of JSON that a word of ProtoJSON stands for, such as `timeMs` for `time_ms` and `south` for `SIDE_SOUTH`.
fn of_proto_json<'a>(found: &str, known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |word: &str| word.replace(['_', '-'], "").to_lowercase();
    let word = plain(found);
    let is_value = !found.contains(char::is_lowercase);
    let is_meant = |known: &&str| word == plain(known) || is_value && word.ends_with(&plain(known));
    known.filter(|_| found.contains('_')).filter(is_meant).max_by_key(|known| known.len())
}

/// A name or a value that a caller wrote, in quotation marks.
fn short(text: &str) -> Argument {
    Argument::Quotation(cut(excerpt(text), QUOTATION_BYTES).into())
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.field, self.message)
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    /// No type of a request has such a fault.
    fn custom<T: fmt::Display>(_: T) -> Self {
        let message = Message::new("unreadable");
        Self { field: Field::WHOLE, reason: Reason::MalformedRequest, message, names_field: false, meant: None }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_value(found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let word = if let Unexpected::Str(text) = found { text } else { "" };
        let found = match found {
            Unexpected::Str(text) => short(text),
            Unexpected::Signed(number) => number.to_string().into(),
            Unexpected::Unsigned(number) => number.to_string().into(),
            Unexpected::Float(number) => number.to_string().into(),
            Unexpected::Bool(flag) => flag.to_string().into(),
            Unexpected::Seq => Message::new("type-list").into(),
            Unexpected::Map => Message::new("type-object").into(),
            _ => "null".into(),
        };
        // The types of requests write the key of a message, and what belongs to it, as what they expect.
        let expected = expected.to_string();
        let (key, words) = expected.split_once(' ').unwrap_or((&expected, ""));
        let message = message!("wrong-value", expected = message!(key.to_owned(), words = words.to_owned()), found);
        let field = Field::WHOLE;
        let fault = Self { field, reason: Reason::MalformedRequest, message, names_field: true, meant: None };
        fault.hinting(word, &mut words.split(", "))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let key = if expected.is_empty() { "unknown-field-of-none" } else { "unknown-field" };
        let known: Argument = expected.iter().copied().collect();
        let fault = Self::in_field(field, Reason::UnknownField, message!(key, known));
        fault.hinting(field, &mut expected.iter().copied())
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::twice(field)
    }
}

/// Reads JSON, and notes the way to the field that is being read. Where it cannot be read, the way stays there.
#[derive(Copy, Clone)]
struct Reader<'a>(&'a RefCell<Vec<Step>>);

impl Reader<'_> {
    /// Reads a field, or an element of a list.
    fn within<T, E>(self, step: Step, read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        self.0.borrow_mut().push(step);
        let value = read()?;
        self.0.borrow_mut().pop();
        Ok(value)
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Tree<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Tree<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Tree<'de>, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Tree<'de>, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree<'de>, E> {
        Ok(Tree::Unsigned(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree<'de>, E> {
        Ok(Tree::Signed(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree<'de>, E> {
        Ok(Tree::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree<'de>, E> {
        Ok(Tree::Text(text.to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = self.within(Step::At(items.len()), || list.next_element_seed(self))? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let value = self.within(Step::Name(name.clone().into()), || map.next_value_seed(self))?;
            fields.push((name.into(), value));
        }
        Ok(Tree::Object(fields))
    }
}

impl Tree<'_> {
    /// The value as an error shows it.
    fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Null => Unexpected::Unit,
            Self::Flag(flag) => Unexpected::Bool(*flag),
            Self::Unsigned(number) => Unexpected::Unsigned(*number),
            Self::Signed(number) => Unexpected::Signed(*number),
            Self::Float(number) => Unexpected::Float(*number),
            Self::Text(text) | Self::Parameter(text) => Unexpected::Str(text),
            Self::List(_) => Unexpected::Seq,
            Self::Object(_) => Unexpected::Map,
        }
    }

    fn wrong(&self, expected: &'static str) -> Malformed {
        de::Error::invalid_type(self.unexpected(), &expected)
    }
}

impl<'de> Deserializer<'de> for Tree<'de> {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Flag(flag) => visitor.visit_bool(flag),
            Self::Unsigned(number) => visitor.visit_u64(number),
            Self::Signed(number) => visitor.visit_i64(number),
            Self::Float(number) => visitor.visit_f64(number),
            Self::Text(text) | Self::Parameter(text) => visitor.visit_string(text.into_owned()),
            Self::List(items) => visitor.visit_seq(Items { items: items.into_iter(), index: 0 }),
            Self::Object(fields) => {
                let mut names = HashSet::with_capacity(fields.len());
                if let Some((name, _)) = fields.iter().find(|(name, _)| !names.insert(name)) {
                    return Err(Malformed::twice(name));
                }
                visitor.visit_map(Fields { fields: fields.into_iter(), value: None })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self {
            Self::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match &self {
            Self::Flag(flag) => visitor.visit_bool(*flag),
            Self::Parameter(text) if text == "true" => visitor.visit_bool(true),
            Self::Parameter(text) if text == "false" => visitor.visit_bool(false),
            other => Err(other.wrong("domain-flag")),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match &self {
            Self::Unsigned(_) | Self::Signed(_) | Self::Float(_) => self.deserialize_any(visitor),
            Self::Parameter(text) if is_digits(text) => visit_digits(text, visitor),
            other => Err(de::Error::invalid_type(other.unexpected(), &visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self {
            Self::Text(text) | Self::Parameter(text) => visitor.visit_string(text.into_owned()),
            other => Err(other.wrong("type-text")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self {
            Self::List(_) => self.deserialize_any(visitor),
            Self::Parameter(text) => {
                let items = text.split(',').filter(|_| !text.is_empty());
                let items: Vec<_> = items.map(|item| Self::Parameter(item.to_owned().into())).collect();
                Self::List(items).deserialize_any(visitor)
            }
            other => Err(other.wrong("type-list")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self {
            Self::Object(_) => self.deserialize_any(visitor),
            other => Err(other.wrong("type-object")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char bytes byte_buf unit unit_struct newtype_struct
        tuple tuple_struct enum identifier ignored_any
    }
}

/// The elements of a list.
struct Items<'a> {
    items: std::vec::IntoIter<Tree<'a>>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Malformed;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Malformed> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(item).map(Some).map_err(|fault: Malformed| fault.within(Step::At(index)))
    }
}

/// The fields of an object.
struct Fields<'a> {
    fields: std::vec::IntoIter<(Cow<'a, str>, Tree<'a>)>,
    /// The value of the field whose name was read last.
    value: Option<(Cow<'a, str>, Tree<'a>)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Malformed;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Malformed> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        let key = seed.deserialize(StrDeserializer::new(&name));
        self.value = Some((name, value));
        key.map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Malformed> {
        let Some((name, value)) = self.value.take() else { return Err(de::Error::custom("no field")) };
        seed.deserialize(value).map_err(|fault: Malformed| fault.within(Step::Name(name.into_owned().into())))
    }
}
