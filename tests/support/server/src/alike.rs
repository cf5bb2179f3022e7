//! A common form for both transports: protobuf messages to and from the JSON of the service.

use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, DynamicMessage, Kind, MessageDescriptor, SerializeOptions};
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

/// Converts the JSON of the service to a message.
pub fn to_proto(message: MessageDescriptor, body: &Value) -> DynamicMessage {
    let variant = body["variant"].as_str().or(body["setup"]["variant"].as_str()).unwrap_or_default();
    let json = to_proto_json(body, &Kind::Message(message.clone()), variant);
    DynamicMessage::deserialize(message, json).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// Converts the JSON of the service to protobuf's own: enum values by their names, and options below their game.
fn to_proto_json(value: &Value, kind: &Kind, variant: &str) -> Value {
    match (value, kind) {
        (Value::Array(items), _) => items.iter().map(|item| to_proto_json(item, kind, variant)).collect(),
        (Value::String(word), Kind::Enum(names)) => {
            let spelled = |name: &str| enum_value(names.name(), name) == option_name(word);
            names.values().find(|value| spelled(value.name())).unwrap_or_else(|| panic!("{word}")).name().into()
        }
        (Value::Object(_), Kind::Message(message)) if message.name() == "Options" => {
            let game = message.get_field_by_name(variant).unwrap_or_else(|| panic!("no variant {variant:?}"));
            Value::Object(Map::from_iter([(variant.to_owned(), to_proto_json(value, &game.kind(), variant))]))
        }
        (Value::Object(fields), Kind::Message(message)) => {
            let field = |name: &str| {
                let mut fields = message.fields();
                let field = fields.find(|field| field.json_name() == name || option_name(field.json_name()) == name);
                field.unwrap_or_else(|| panic!("{} has no field {name}", message.name()))
            };
            let converted = fields.iter().map(|(name, value)| {
                let field = field(name);
                (field.json_name().to_owned(), to_proto_json(value, &field.kind(), variant))
            });
            Value::Object(converted.collect())
        }
        _ => value.clone(),
    }
}

/// Converts a message to the JSON of the service.
pub fn of_proto(message: &DynamicMessage) -> Value {
    let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
    spelled(message.serialize_with_options(serde_json::value::Serializer, &options).expect("JSON"))
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
            if let Some(Value::Object(options)) = one_of(ayla_rules::Variant::NAMES) {
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
