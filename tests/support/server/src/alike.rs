//! A common form for the answers of both transports: protobuf messages converted to the JSON that the service sends.

use std::sync::LazyLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions};
use serde_json::{Map, Value};

pub static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(ayla::proto::FILE_DESCRIPTOR_SET).expect("descriptors"));

/// The JSON spelling of a proto enum value: without the prefix, in kebab case except for reasons.
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

/// The name of an option in the rules, from the name of its JSON field.
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

/// Converts a message to the JSON of the service.
pub fn of_proto<M: Message>(name: &str, message: &M) -> Value {
    let descriptor = POOL.get_message_by_name(&format!("mancala.v1.{name}")).expect("a message of the contract");
    let message = DynamicMessage::decode(descriptor, message.encode_to_vec().as_slice()).expect("the message");
    let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
    let value = message.serialize_with_options(serde_json::value::Serializer, &options).expect("JSON");
    spelled(value)
}

/// Converts protobuf's own JSON to that of the service.
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

/// The JSON spelling of an enum value; other text unchanged.
fn word(text: &str) -> String {
    for descriptor in POOL.all_enums() {
        if descriptor.full_name().starts_with("mancala.v1.") && descriptor.values().any(|value| value.name() == text) {
            return enum_value(descriptor.name(), text);
        }
    }
    text.to_owned()
}

/// Removes empty lists, null and unspecified enum values.
fn bare(fields: Map<String, Value>) -> Value {
    let says_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.eq_ignore_ascii_case("unspecified"),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    };
    Value::Object(fields.into_iter().filter(|(_, value)| !says_nothing(value)).collect())
}

/// Removes empty lists and null from the JSON of the service.
pub fn of_json(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(of_json).collect()),
        Value::Object(fields) => bare(fields.into_iter().map(|(name, value)| (name, of_json(value))).collect()),
        other => other,
    }
}
