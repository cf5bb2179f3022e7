//! The comments of the proto files, as the OpenAPI document quotes them.

use std::collections::HashMap;

use ayla_api::request::Part;
use prost::Message;
use prost_types::{FileDescriptorProto, FileDescriptorSet};
use serde_json::Value;

use crate::operation::Operation;
use crate::proto::FILE_DESCRIPTOR_SET;

/// The package of the contract.
const PACKAGE: &str = "mancala.v1";

/// The comments of the contract by what they describe: `Message`, `Message.field`, `Enum`, `Enum.VALUE`, `Service.Rpc`.
pub(super) struct Comments {
    texts: HashMap<String, String>,
    /// The values of each enum, the unspecified one left out, in order.
    enums: HashMap<String, Vec<String>>,
    /// The fields of each message, in order, as JSON spells them.
    fields: HashMap<String, Vec<String>>,
}

/// The numbers of the fields of descriptors, which are the steps on the path to a comment.
mod path {
    pub(super) const MESSAGE: i32 = 4;
    pub(super) const ENUM: i32 = 5;
    pub(super) const SERVICE: i32 = 6;
    /// The fields of a message, the values of an enum, the methods of a service.
    pub(super) const MEMBER: i32 = 2;
}

impl Comments {
    /// Reads the comments from the descriptors of the build.
    pub(super) fn read() -> Self {
        let set = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect("the build wrote the descriptors");
        let mut comments = Self { texts: HashMap::new(), enums: HashMap::new(), fields: HashMap::new() };
        for file in set.file.iter().filter(|file| file.package() == PACKAGE) {
            comments.read_file(file);
        }
        comments
    }

    fn read_file(&mut self, file: &FileDescriptorProto) {
        for descriptor in &file.enum_type {
            let values = descriptor.value.iter().filter(|value| value.number() != 0);
            self.enums.insert(descriptor.name().to_owned(), values.map(|value| value.name().to_owned()).collect());
        }
        for message in &file.message_type {
            let fields = message.field.iter().map(|field| field.json_name().to_owned());
            self.fields.insert(message.name().to_owned(), fields.collect());
        }
        for location in file.source_code_info.iter().flat_map(|info| &info.location) {
            if let Some(name) = name_at(file, &location.path)
                && let Some(text) = &location.leading_comments
            {
                let text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
                self.texts.insert(name, text.trim().to_owned());
            }
        }
    }

    /// The comment on a message, field, enum, value or method, in the spelling of JSON.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.texts.get(name).map(|text| self.respelled(text))
    }

    /// Whether the contract has a message or an enum of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    /// The fields of a message in order, each with its comment.
    pub(super) fn fields(&self, message: &str) -> Vec<(String, String)> {
        let fields = self.fields.get(message).into_iter().flatten();
        fields.map(|field| (field.clone(), self.text(&format!("{message}.{field}")).unwrap_or_default())).collect()
    }

    /// The comment on an RPC: its first sentence, and all of it.
    pub(super) fn rpc(&self, rpc: &str) -> (String, String) {
        let text = self.text(&format!("MancalaService.{rpc}")).unwrap_or_default();
        let summary = text.split_inclusive(". ").next().unwrap_or_default().trim().to_owned();
        (summary, text)
    }

    /// Adds descriptions to a schema and its properties, where they have none.
    pub(super) fn describe(&self, name: &str, schema: &mut Value) {
        let message = match name {
            "MoveRequest" => "ApplyMoveRequest",
            // Both messages have the same fields.
            "PuzzleResponse" => "FindPuzzleResponse",
            // Requests have types of their own.
            name => name.strip_suffix("Input").unwrap_or(name),
        };
        let mut description = self.text(message);
        if let Some(values) = self.enums.get(message).filter(|_| schema["enum"].is_array()) {
            for (index, value) in values.iter().enumerate() {
                let meaning = self.text(&format!("{message}.{value}")).unwrap_or_default();
                let list = description.get_or_insert_default();
                *list += &format!("\n\n- `{}`: {meaning}", spelling(message, index, value));
            }
        }
        set(schema, description);
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            for (field, property) in properties {
                set(property, self.text(&format!("{message}.{field}")));
            }
        }
        // A oneof: one schema a field.
        for choice in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
            for (field, property) in choice.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
                set(property, self.text(&format!("{message}.{field}")));
            }
        }
    }

    /// A text with the names in backticks spelled as in JSON.
    fn respelled(&self, text: &str) -> String {
        let pieces = text.split('`').enumerate();
        let respelled = pieces.map(|(index, piece)| if index % 2 == 1 { self.name(piece) } else { piece.to_owned() });
        respelled.collect::<Vec<_>>().join("`")
    }

    /// A name of protobuf as JSON spells it: RPCs as in paths, enum values without their enum, fields in camel case.
    fn name(&self, name: &str) -> String {
        if let Some((operation, _)) = Operation::in_contract().find(|(_, contract)| contract.rpc == name) {
            return operation.name().to_owned();
        }
        for (enum_name, values) in &self.enums {
            if let Some(index) = values.iter().position(|value| value == name) {
                return spelling(enum_name, index, name);
            }
        }
        let is_field = name.starts_with(|first: char| first.is_ascii_lowercase());
        let is_field = is_field && !name.bytes().any(|byte| byte.is_ascii_uppercase());
        if is_field { camel_case(name) } else { name.to_owned() }
    }
}

fn set(schema: &mut Value, description: Option<String>) {
    if let (Some(description), Some(schema)) = (description, schema.as_object_mut()) {
        schema.entry("description").or_insert(description.into());
    }
}

/// The name of what a path in a file's descriptor leads to.
fn name_at(file: &FileDescriptorProto, path: &[i32]) -> Option<String> {
    let index = |index: i32| usize::try_from(index).ok();
    let (kind, which, member) = match *path {
        [kind, which] => (kind, index(which)?, None),
        [kind, which, path::MEMBER, member] => (kind, index(which)?, Some(index(member)?)),
        _ => return None,
    };
    let (name, member) = match kind {
        path::MESSAGE => {
            let message = file.message_type.get(which)?;
            (message.name(), member.and_then(|member| message.field.get(member)).map(|field| field.json_name()))
        }
        path::ENUM => {
            let descriptor = file.enum_type.get(which)?;
            (descriptor.name(), member.and_then(|member| descriptor.value.get(member)).map(|value| value.name()))
        }
        path::SERVICE => {
            let service = file.service.get(which)?;
            (service.name(), member.and_then(|member| service.method.get(member)).map(|method| method.name()))
        }
        _ => return None,
    };
    Some(member.map_or_else(|| name.to_owned(), |member| format!("{name}.{member}")))
}

/// The spelling of an enum value in JSON. Reasons of refusal keep their capitals.
fn spelling(enum_name: &str, index: usize, value: &str) -> String {
    if enum_name == "Part" {
        return Part::NAMES.get(index).copied().unwrap_or_default().to_owned();
    }
    let words = enum_name.bytes().filter(u8::is_ascii_uppercase).count();
    let bare = value.splitn(words + 1, '_').last().unwrap_or_default();
    if matches!(enum_name, "ErrorReason" | "IllegalReason") {
        bare.to_owned()
    } else {
        bare.to_ascii_lowercase().replace('_', "-")
    }
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
        name
    })
}
