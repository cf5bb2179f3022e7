//! JSON schemas that every host takes, from the types that describe the JSON API: one type for each field, everything
//! in its place, and none of the keywords that some hosts refuse, such as `$ref`, `oneOf` and `additionalProperties`.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Where the types of the JSON API refer to each other.
const IN_OPENAPI: &str = "#/components/schemas/";
/// The keywords that every host knows.
const KEYWORDS: [&str; 5] = ["type", "description", "required", "minimum", "maximum"];

/// The schema of a result. What its fields contain is described to a depth of two, which is enough to find what there
/// is: clients list all schemas at the beginning, and models pay for each word.
pub(crate) fn of_result<T: ToSchema>() -> JsonObject {
    of::<T>(2)
}

/// The schema of a type, with this many levels of fields.
pub(crate) fn of<T: ToSchema>(depth: usize) -> JsonObject {
    let mut others = Vec::new();
    T::schemas(&mut others);
    let others: Map<_, _> =
        others.into_iter().filter_map(|(name, schema)| Some((name, serde_json::to_value(schema).ok()?))).collect();
    let mut schema = plain(&serde_json::to_value(T::schema()).unwrap_or_default(), &others, depth);
    // The comment of a type is for programmers.
    schema.remove("description");
    schema
}

/// A schema in the keywords that every host knows.
fn plain(schema: &Value, others: &Map<String, Value>, depth: usize) -> JsonObject {
    let mut plain = match alternatives(schema, others) {
        Some(alternatives) => {
            let types = alternatives.into_iter().filter(|schema| schema["type"] != "null");
            types.map(|schema| self::plain(schema, others, depth)).reduce(merge).unwrap_or_default()
        }
        None => JsonObject::new(),
    };
    for key in KEYWORDS {
        plain.extend(schema.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    if let Some(Value::Array(types)) = schema.get("type") {
        let first = types.iter().find(|name| *name != "null").cloned();
        plain.extend(first.map(|name| ("type".to_owned(), name)));
    }
    match schema.get("enum").and_then(Value::as_array) {
        Some(values) if values.iter().all(Value::is_string) => _ = plain.insert("enum".to_owned(), json!(values)),
        // Not every host knows numbers in an enum.
        Some(values) => {
            let numbers = || values.iter().filter_map(Value::as_i64);
            plain.extend(numbers().min().map(|least| ("minimum".to_owned(), least.into())));
            plain.extend(numbers().max().map(|most| ("maximum".to_owned(), most.into())));
        }
        None => {}
    }
    if let Some(items) = schema.get("items") {
        plain.insert("items".to_owned(), self::plain(items, others, depth.saturating_sub(1)).into());
    }
    if depth == 0 {
        ["properties", "required", "enum", "description"].into_iter().for_each(|key| _ = plain.remove(key));
    } else if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let property =
            |(name, schema): (&String, &Value)| (name.clone(), self::plain(schema, others, depth - 1).into());
        plain.insert("properties".to_owned(), Value::Object(properties.iter().map(property).collect()));
    }
    plain
}

/// The schemas of which one has to fit, if this schema is defined by others.
fn alternatives<'a>(schema: &'a Value, others: &'a Map<String, Value>) -> Option<Vec<&'a Value>> {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return Some(others.get(name.trim_start_matches(IN_OPENAPI)).into_iter().collect());
    }
    let alternatives = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    Some(alternatives.iter().collect())
}

/// The schema of what fits one of two schemas, as far as one schema can say it. Of two descriptions the shorter one
/// holds more often.
fn merge(mut one: JsonObject, other: JsonObject) -> JsonObject {
    one.remove("required");
    for (key, value) in other {
        let merged = match (key.as_str(), one.remove(&key), value) {
            ("required", ..) => continue,
            ("properties", Some(Value::Object(mut fields)), Value::Object(others)) => {
                for (name, schema) in others {
                    let schema = match (fields.remove(&name), schema) {
                        (Some(Value::Object(one)), Value::Object(other)) => merge(one, other).into(),
                        (_, schema) => schema,
                    };
                    fields.insert(name, schema);
                }
                fields.into()
            }
            ("enum", Some(Value::Array(mut words)), Value::Array(others)) => {
                let more = others.into_iter().filter(|word| !words.contains(word)).collect::<Vec<_>>();
                words.extend(more);
                words.into()
            }
            ("minimum", Some(one), other) if one.as_f64() < other.as_f64() => one,
            ("maximum", Some(one), other) if one.as_f64() > other.as_f64() => one,
            ("description", Some(Value::String(one)), Value::String(other)) if one.len() <= other.len() => one.into(),
            (_, _, value) => value,
        };
        one.insert(key, merged);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::Tool;

    /// Calls a function for a schema and all within it.
    fn visit(schema: &JsonObject, check: &mut impl FnMut(&JsonObject)) {
        check(schema);
        let fields = schema.get("properties").and_then(Value::as_object);
        for inner in fields.into_iter().flat_map(Map::values).chain(schema.get("items")) {
            visit(inner.as_object().expect("a schema"), check);
        }
    }

    #[test]
    fn schemas_are_what_the_plainest_host_takes() {
        let mut kinds = 0;
        for tool in Tool::all() {
            for schema in [Some(&tool.input_schema), tool.output_schema.as_ref()].into_iter().flatten() {
                visit(schema, &mut |schema| {
                    assert!(schema["type"].is_string(), "{schema:?}");
                    for (key, value) in schema {
                        let is_known =
                            KEYWORDS.contains(&key.as_str()) || ["properties", "items"].contains(&key.as_str());
                        let is_enum =
                            key == "enum" && value.as_array().is_some_and(|all| all.iter().all(Value::is_string));
                        assert!(is_known || is_enum, "{key}: {value}");
                    }
                    kinds += usize::from(schema.contains_key("enum"));
                });
            }
        }
        assert!(kinds > 10, "{kinds}");
    }

    #[test]
    fn all_tools_together_are_short() {
        let listed = serde_json::to_string(Tool::all()).expect("JSON");
        assert!(listed.len() < 24_000, "{}", listed.len());
        let read = |tool: &rmcp::model::Tool| json!([tool.name, tool.description, tool.input_schema]).to_string().len();
        let read: usize = Tool::all().iter().map(read).sum();
        assert!(read < 12_000, "{read}");
    }
}
