//! JSON schemas, from the types that describe the JSON API.

use rmcp::model::JsonObject;
use serde_json::{Map, Value};
use utoipa::ToSchema;

// Where the OpenAPI document has its schemas, and where a schema that stands alone has them.
const IN_OPENAPI: &str = "#/components/schemas/";
const IN_SCHEMA: &str = "#/$defs/";

/// The schema of a type, with those that it refers to.
pub(crate) fn of<T: ToSchema>() -> JsonObject {
    let mut others = Vec::new();
    T::schemas(&mut others);
    let mut schema = object(&T::schema());
    let others: Map<_, _> = others.iter().map(|(name, schema)| (name.clone(), object(schema).into())).collect();
    if !others.is_empty() {
        schema.insert("$defs".to_owned(), others.into());
    }
    // The comment of a type is for programmers.
    schema.remove("description");
    schema
}

fn object(schema: &impl serde::Serialize) -> JsonObject {
    let mut schema = serde_json::to_value(schema).unwrap_or_default();
    point_to_definitions(&mut schema);
    match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

/// Rewrites the references within a schema.
fn point_to_definitions(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                *reference = reference.replace(IN_OPENAPI, IN_SCHEMA);
            }
            // What is said of an optional field stands beside its type, where models do not look for it.
            let described = fields.get_mut("oneOf").and_then(|types| types.get_mut(0)?.as_object_mut());
            if let Some(description) = described.and_then(|first| first.remove("description")) {
                fields.insert("description".to_owned(), description);
            }
            fields.values_mut().for_each(point_to_definitions);
        }
        Value::Array(items) => items.iter_mut().for_each(point_to_definitions),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
