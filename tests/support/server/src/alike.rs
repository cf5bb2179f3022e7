//! One form for the answers of both transports, so that they can be compared: protobuf messages as our JSON spells them.

use std::sync::LazyLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions};
use serde_json::{Map, Value};

pub static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(ayla::proto::FILE_DESCRIPTOR_SET).expect("descriptors"));

/// The value of a proto enum as JSON spells it: without its enum's name; words in kebab case, reasons as they are.
pub fn enum_value(enum_name: &str, value: &str) -> String {
    let mut prefix = String::new();
    for character in enum_name.chars() {
        if character.is_ascii_uppercase() && !prefix.is_empty() {
            prefix.push('_');
        }
        prefix.push(character.to_ascii_uppercase());
    }
    let name = value.strip_prefix(&format!("{prefix}_")).unwrap_or_else(|| panic!("{enum_name}: {value}"));
    if enum_name.ends_with("Reason") && enum_name != "EndReason" {
        name.to_owned()
    } else {
        name.to_ascii_lowercase().replace('_', "-")
    }
}

/// An option's name as the rules spell it, from that of its field in JSON.
pub fn option_name(field: &str) -> String {
    let mut name = String::new();
    for character in field.chars() {
        if character.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

/// A message as our JSON would give it.
pub fn of_proto<M: Message>(name: &str, message: &M) -> Value {
    let descriptor = POOL.get_message_by_name(&format!("mancala.v1.{name}")).expect("a message of the contract");
    let message = DynamicMessage::decode(descriptor, message.encode_to_vec().as_slice()).expect("the message");
    let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
    let value = message.serialize_with_options(serde_json::value::Serializer, &options).expect("JSON");
    spelled(value)
}

/// Proto's own JSON in our spelling.
fn spelled(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(word(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(spelled).collect()),
        Value::Object(fields) => {
            let one_of = |names: &[&str]| match fields.iter().next() {
                Some((name, held)) if fields.len() == 1 && names.contains(&name.as_str()) => Some(held.clone()),
                _ => None,
            };
            // A oneof of games holds a map of options; a oneof of values holds the value.
            if let Some(Value::Object(options)) = one_of(&["awale", "andada", "anywoli"]) {
                let given = options.into_iter().map(|(name, value)| (option_name(&name), spelled(value)));
                return bare(given.collect());
            }
            if let Some(value) = one_of(&["flag", "number", "word"]) {
                return value;
            }
            bare(fields.into_iter().map(|(name, value)| (name, spelled(value))).collect())
        }
        other => other,
    }
}

/// A word of an enum in our spelling, other text as it is.
fn word(text: &str) -> String {
    for descriptor in POOL.all_enums() {
        if descriptor.full_name().starts_with("mancala.v1.") && descriptor.values().any(|value| value.name() == text) {
            return enum_value(descriptor.name(), text);
        }
    }
    text.to_owned()
}

/// Without what says nothing: empty lists, null, and words that are unspecified.
fn bare(fields: Map<String, Value>) -> Value {
    let says_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.eq_ignore_ascii_case("unspecified"),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    };
    Value::Object(fields.into_iter().filter(|(_, value)| !says_nothing(value)).collect())
}

/// Our JSON without what says nothing, its numbers as floats where they have a fraction.
pub fn of_json(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(of_json).collect()),
        Value::Object(fields) => bare(fields.into_iter().map(|(name, value)| (name, of_json(value))).collect()),
        other => other,
    }
}
