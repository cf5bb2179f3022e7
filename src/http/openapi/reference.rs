//! The reference that `ayla reference` prints: what the OpenAPI document says of each operation and each type, in
//! Markdown. Its links are those of a page beside `docs/notation.md`.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use ayla_api::error::Reason;
use serde_json::{Map, Value, json};

use super::comments::Comments;
use super::document;
use super::endpoint::{Endpoint, Form};
use crate::operation::{Caching, Contract, Methods, Operation};

/// The first lines of the page.
const INTRODUCTION: &str = "\
# Reference

`ayla reference` prints this page, from the comments in `proto/mancala/v1`. It lists every [operation](#operations),
[type](#types) and [reason of an error](#error-reasons). [The service](service.md) explains what they have in common.

Names are those of JSON. Over gRPC a field is written in snake case (`legal_moves` for `legalMoves`), and the value of an
enum has the name of the enum in front (`SIDE_SOUTH` for `south`). A request over gRPC also has the field `variant` where
the path over HTTP names the game. Numbers such as AW-3 are [rulings](rules/common.md).

";

/// The name of the enum of the reasons of errors, which has a section of its own.
const REASON: &str = "ErrorReason";
/// The name of the schema of pictures over gRPC, which no schema of JSON refers to.
const PICTURE: &str = "RenderBoardResponse";

/// Returns the reference page.
///
/// # Panics
///
/// Panics if the descriptors of the build cannot be read, which a test rules out.
pub fn reference_page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let reference = Reference { document: document(), comments: Comments::read(), shown_elsewhere: BTreeSet::new() };
    // Writing into a string cannot fail.
    let _ = reference.write(&mut page);
    page
}

struct Reference {
    document: Value,
    comments: Comments,
    /// The schemas that are shown with their operation, or as a part of another schema.
    shown_elsewhere: BTreeSet<String>,
}

impl Reference {
    fn schemas(&self) -> &Map<String, Value> {
        self.document["components"]["schemas"].as_object().expect("the document has schemas")
    }

    /// Whether a schema only gives the name of a kind to a value: it is an object with one field.
    fn is_kind(&self, name: &str) -> bool {
        self.schemas()[name]["properties"].as_object().is_some_and(|properties| properties.len() == 1)
    }

    fn write(mut self, page: &mut String) -> fmt::Result {
        let operations: Vec<_> = Operation::in_contract().collect();
        page.push_str("## Operations\n\n| operation | RPC | HTTP | meaning |\n|---|---|---|---|\n");
        for (operation, contract) in &operations {
            let (summary, _) = self.comments.rpc(contract.rpc);
            let name = operation.name();
            writeln!(page, "| [{name}](#{name}) | `{}` | {} | {} |", contract.rpc, http(contract), cell(&summary))?;
        }
        for (operation, contract) in &operations {
            self.write_operation(*operation, contract, page)?;
        }
        page.push_str("\n## Types\n");
        let names: Vec<_> = self.schemas().keys().cloned().collect();
        // A schema that is one of several is shown as a part of these if it only names one of their kinds, or has no
        // name over gRPC.
        for name in &names {
            let parts = choices(&self.schemas()[name]);
            let are_kinds = parts.iter().all(|part| self.is_kind(part));
            self.shown_elsewhere.extend(parts.into_iter().filter(|part| are_kinds || !self.comments.has(part)));
        }
        for name in names.iter().filter(|name| !self.shown_elsewhere.contains(*name)) {
            if name != REASON {
                write!(page, "\n### {name}\n\n")?;
                self.write_schema(&self.schemas()[name], name.ends_with("Input"), page)?;
            }
        }
        self.write_reasons(page)
    }

    fn write_operation(&mut self, operation: Operation, contract: &Contract, page: &mut String) -> fmt::Result {
        let (_, description) = self.comments.rpc(contract.rpc);
        write!(page, "\n### {}\n\n{}\n\n", operation.name(), text(&description))?;
        let streamed = if operation.is_streamed() { " It answers with a stream of messages." } else { "" };
        writeln!(page, "gRPC: `{}`. HTTP: {}.{streamed} {}", contract.rpc, http(contract), caching(contract.caching))?;
        let Some(endpoint) = Endpoint::of(operation) else { return Ok(()) };
        let (asked, answered) = match endpoint.form {
            Form::Single => ("Request", "Answer"),
            Form::Events(_) => ("Request", "Each message"),
            Form::Lines => ("Each request", "Each answer"),
        };
        let (path, _) = contract.paths().pop().expect("an operation has a path");
        let methods = &self.document["paths"][path];
        if contract.methods == Methods::Get {
            let parameters = methods["get"]["parameters"].as_array().into_iter().flatten();
            let fields: Vec<_> = parameters.filter(|parameter| parameter["in"] == "query").collect();
            if !fields.is_empty() {
                page.push_str("\n| parameter | type | meaning |\n|---|---|---|\n");
                for field in fields {
                    write_row(page, field, &field["schema"], field["required"] == true, "required")?;
                }
            }
        } else {
            let name = endpoint.input.name;
            write!(page, "\n{asked}:\n\n")?;
            write_fields(&self.schemas()[&name], true, page)?;
            self.shown_elsewhere.insert(name);
        }
        if let Some(answer) = endpoint.answer {
            write!(page, "\n{answered}:\n\n")?;
            write_fields(&self.schemas()[&answer.name], false, page)?;
            // A message can contain the whole answer of another operation.
            self.shown_elsewhere.insert(answer.name);
        } else {
            page.push_str("\nAnswer over HTTP: the picture. Answer over gRPC:\n\n| field | meaning |\n|---|---|\n");
            for (field, meaning) in self.comments.fields(PICTURE) {
                writeln!(page, "| `{field}` | {} |", cell(&meaning))?;
            }
        }
        Ok(())
    }

    /// Describes a schema: its text, and the fields that it or its choices have.
    fn write_schema(&self, schema: &Value, is_input: bool, page: &mut String) -> fmt::Result {
        writeln!(page, "{}", text(schema["description"].as_str().unwrap_or_default()))?;
        let parts = choices(schema);
        let mut fields = json!({"properties": {}, "required": []});
        if schema["properties"].is_object() {
            fields = schema.clone();
        } else if !parts.is_empty() && parts.iter().all(|part| self.shown_elsewhere.contains(part)) {
            fields = union(parts.iter().map(|part| &self.schemas()[part]));
        } else if schema["enum"].is_null() || !schema["description"].as_str().unwrap_or_default().contains("\n- ") {
            write!(page, "\nType: {}.\n", kind(schema))?;
        }
        if fields["properties"].as_object().is_some_and(|properties| !properties.is_empty()) {
            page.push('\n');
            write_fields(&fields, is_input, page)?;
        }
        Ok(())
    }

    fn write_reasons(&self, page: &mut String) -> fmt::Result {
        let about = self.comments.text(REASON).unwrap_or_default();
        write!(page, "\n## Error reasons\n\n{}\n\n", text(&about))?;
        page.push_str("| reason | when | HTTP status and gRPC code |\n|---|---|---|\n");
        for reason in Reason::all() {
            let name = reason.name();
            let comment = self.comments.text(&format!("ErrorReason.ERROR_REASON_{name}")).unwrap_or_default();
            let (when, status) = comment.rsplit_once(". ").unwrap_or((&comment, ""));
            writeln!(page, "| `{name}` | {} | {} |", cell(when), cell(status.trim_end_matches('.')))?;
        }
        Ok(())
    }
}

/// The methods and the paths of an operation.
fn http(contract: &Contract) -> String {
    let methods = match contract.methods {
        Methods::Get => "GET",
        Methods::Post => "POST",
        Methods::GetAndPost => "GET, POST",
    };
    let paths: Vec<_> = contract.paths().into_iter().map(|(path, _)| format!("`{path}`")).collect();
    format!("{methods} {}", paths.join(", "))
}

fn caching(caching: Caching) -> &'static str {
    match caching {
        Caching::ByRequest => "An answer to GET may be cached for an hour.",
        Caching::ByRequestAndTables => "An answer to GET that no clock influenced may be cached for an hour.",
        Caching::Picture => "An answer may be cached for a day.",
        Caching::ByContent => "A cached answer must be revalidated each time.",
        Caching::Never => "Answers must not be cached.",
    }
}

/// The names of the schemas of which a schema is one.
fn choices(schema: &Value) -> Vec<String> {
    let choices = ["oneOf", "anyOf"].iter().filter_map(|name| schema[name].as_array()).flatten();
    choices.filter_map(|choice| Some(referred(choice)?.to_owned())).collect()
}

/// The name of the schema that a reference refers to.
fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// A schema with the fields of all of these. Only those fields are required that all of them require.
fn union<'a>(schemas: impl Iterator<Item = &'a Value>) -> Value {
    let mut properties = Map::new();
    let mut required: Option<Vec<Value>> = None;
    for schema in schemas {
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let known = properties.entry(name.clone()).or_insert_with(
                || json!({"description": property["description"].clone(), "default": property["default"], "oneOf": []}),
            );
            let mut property = property.clone();
            property.as_object_mut().map(|property| (property.remove("description"), property.remove("default")));
            if let Some(kinds) = known["oneOf"].as_array_mut().filter(|kinds| !kinds.contains(&property)) {
                kinds.push(property);
            }
        }
        let own: Vec<_> = schema["required"].as_array().cloned().unwrap_or_default();
        required = Some(match required {
            Some(names) => names.into_iter().filter(|name| own.contains(name)).collect(),
            None => own,
        });
    }
    json!({"properties": properties, "required": required.unwrap_or_default()})
}

fn write_fields(schema: &Value, is_input: bool, page: &mut String) -> fmt::Result {
    page.push_str("| field | type | meaning |\n|---|---|---|\n");
    let required: Vec<_> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let field = json!({"name": name, "description": property["description"]});
        let is_required = required.contains(&name.as_str());
        // In requests the exception is worth a word, in answers the same for what may be absent.
        let (is_marked, mark) = if is_input { (is_required, "required") } else { (!is_required, "may be absent") };
        write_row(page, &field, property, is_marked, mark)?;
    }
    Ok(())
}

fn write_row(page: &mut String, field: &Value, schema: &Value, is_marked: bool, mark: &str) -> fmt::Result {
    let mut kind = kind(schema);
    if is_marked {
        write!(kind, ", {mark}")?;
    }
    if !schema["default"].is_null() {
        write!(kind, "; default {}", value(&schema["default"]))?;
    }
    let meaning = field["description"].as_str().unwrap_or_default();
    writeln!(page, "| `{}` | {kind} | {} |", field["name"].as_str().unwrap_or_default(), cell(meaning))
}

/// The anchor of the section that shows a schema. An answer is shown with its operation.
fn anchor(name: &str) -> String {
    let answered = |(operation, contract): (Operation, &Contract)| {
        (name.strip_suffix("Response") == Some(contract.rpc)).then(|| operation.name().to_owned())
    };
    match Operation::in_contract().find_map(answered) {
        Some(operation) => operation,
        None if name == REASON => "error-reasons".to_owned(),
        None => name.to_ascii_lowercase(),
    }
}

/// A value as code.
fn value(value: &Value) -> String {
    format!("`{}`", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// The type of a value, in words.
fn kind(schema: &Value) -> String {
    if let Some(name) = referred(schema) {
        return format!("[{name}](#{})", anchor(name));
    }
    let choices = ["oneOf", "anyOf"].iter().filter_map(|name| schema[name].as_array()).flatten();
    let mut kinds: Vec<_> = choices.filter(|choice| choice["type"] != "null").map(kind).collect();
    kinds.dedup();
    if !kinds.is_empty() {
        return kinds.join(" or ");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(value).collect::<Vec<_>>().join(", ");
    }
    let name = schema["type"].as_array().and_then(|types| types.iter().find(|name| *name != "null"));
    match name.unwrap_or(&schema["type"]).as_str() {
        Some("array") => format!("list of {}", kind(&schema["items"])),
        Some("boolean") => "true or false".to_owned(),
        Some("integer" | "number") => number(schema),
        Some("string") if schema["format"] == "binary" => "bytes".to_owned(),
        Some("string") => "text".to_owned(),
        _ if schema["additionalProperties"]["$ref"].is_string() => {
            format!("object of {} by name", kind(&schema["additionalProperties"]))
        }
        _ => "object of texts by name".to_owned(),
    }
}

fn number(schema: &Value) -> String {
    let name = if schema["type"] == "number" { "number" } else { "whole number" };
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Null | Value::Number(_), Value::Null) => name.to_owned(),
        (Value::Null, maximum) => format!("{name} up to {maximum}"),
        (minimum, maximum) => format!("{minimum} to {maximum}"),
    }
}

/// A text of the document in Markdown, where lists have no empty lines.
fn text(text: &str) -> String {
    let mut lines = String::new();
    for paragraph in text.split("\n\n") {
        let separator = if lines.is_empty() {
            ""
        } else if paragraph.starts_with("- ") && is_list(&lines) {
            "\n"
        } else {
            "\n\n"
        };
        lines.push_str(separator);
        lines.push_str(&paragraph.replace('\n', " "));
    }
    lines
}

/// Whether the last line of a text is an item of a list.
fn is_list(text: &str) -> bool {
    text.rsplit('\n').next().is_some_and(|line| line.starts_with("- "))
}

/// A text of the document as a cell of a table.
fn cell(description: &str) -> String {
    text(description).replace('\n', " ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grpc;
    use crate::http::problem::status;

    #[test]
    fn the_comments_on_reasons_name_their_status_and_code() {
        let comments = Comments::read();
        let mut named = 0;
        for reason in Reason::all() {
            let comment = comments.text(&format!("ErrorReason.ERROR_REASON_{}", reason.name())).expect("a comment");
            let (_, end) = comment.rsplit_once(". ").expect("sentences");
            let debug = format!("{:?}", grpc::code_of(reason));
            let mut code = String::new();
            for letter in debug.chars() {
                if letter.is_uppercase() && !code.is_empty() {
                    code.push('_');
                }
                code.push(letter.to_ascii_uppercase());
            }
            match end {
                // Exceptions, which say in words what only one of the transports has.
                end if end.starts_with("No call fails") || end.contains(" over HTTP") || end.contains("in gRPC") => {}
                end => {
                    assert_eq!(end, format!("{}, {code}.", status(reason).as_u16()), "{}", reason.name());
                    named += 1;
                }
            }
        }
        assert!(named > 30, "{named}");
    }

    #[test]
    fn every_operation_type_and_reason_is_on_the_page() {
        let page = reference_page();
        for (operation, _) in Operation::in_contract() {
            assert!(page.contains(&format!("\n### {}\n", operation.name())), "{}", operation.name());
        }
        for reason in Reason::all() {
            assert!(page.contains(&format!("\n| `{}` | ", reason.name())), "{}", reason.name());
        }
        let anchors: BTreeSet<_> = page
            .lines()
            .filter_map(|line| line.strip_prefix('#'))
            .map(|title| title.trim_start_matches('#').trim().to_ascii_lowercase().replace(' ', "-"))
            .collect();
        let links: Vec<_> = page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(links.len() > 150, "{} links", links.len());
        for link in links {
            assert!(anchors.contains(link), "{link}");
        }
    }
}
