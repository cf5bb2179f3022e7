//! The OpenAPI document. Its paths come from the table of operations, its schemas from the types of requests and
//! answers, and its texts from the comments in the proto files.

mod comments;
mod endpoint;
mod examples;
mod reference;
mod responses;

use std::collections::BTreeMap;

use ayla_api::answer::Setup;
use ayla_api::form::NOT_IN_QUERY;
use ayla_api::json::VariantName;
use ayla_api::options;
use ayla_api::problem::Problem;
use ayla_api::request::PictureFormat;
use ayla_rules::fault::Part;
use ayla_rules::{Side, Variant};
use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::cache::Sharing;
use super::{batch, stream};
use crate::operation;
use crate::operation::{Contract, Example, Methods, Operation};

use comments::Comments;
use endpoint::{Endpoint, Form, Schemas, reference};

pub use reference::reference_page;

/// Returns the OpenAPI document as it is committed in `openapi/`.
///
/// # Panics
///
/// Panics if the descriptors of the build cannot be read, which a test rules out.
pub fn openapi() -> String {
    written(&document())
}

/// Returns the OpenAPI document of a server. Without API keys, the server leaves out what concerns them.
pub(super) fn openapi_of(sharing: Sharing) -> String {
    let mut document = document();
    if sharing == Sharing::Public {
        document["security"] = json!([]);
        document["components"].as_object_mut().map(|components| components.remove("securitySchemes"));
        responses::remove_keyed(&mut document);
    }
    written(&document)
}

fn written(document: &Value) -> String {
    // All keys of the document are strings, so it can always be written.
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}

fn document() -> Value {
    let comments = Comments::read();
    let mut schemas = BTreeMap::new();
    let mut paths: Map<String, Value> = Map::new();
    for (operation, contract) in Operation::in_contract() {
        let Some(endpoint) = Endpoint::of(operation) else { continue };
        for (name, format) in contract.paths() {
            paths.insert(name, path(operation, contract, &endpoint, format, &comments));
        }
        if let Some(short) = contract.short_path {
            let path = without_variant(paths[contract.path].clone(), contract);
            paths.insert(short.to_owned(), path);
        }
        for (name, schema) in endpoint.answer.into_iter().flat_map(|answer| answer.all) {
            // Answers leave out what they do not have, so nothing in them is null.
            schemas.insert(name, without_null(json(&schema)));
        }
        // The fields of a request without a body are parameters, and these refer to schemas.
        let has_body = contract.methods != Methods::Get;
        let Schemas { name: own, all, .. } = endpoint.input;
        for (name, schema) in all.into_iter().filter(|(name, _)| has_body || *name != own) {
            let schema = of_request(&name, json(&schema));
            schemas.entry(name).or_insert(schema);
        }
    }
    for (name, schema) in Schemas::of::<Problem>().all {
        schemas.insert(name, json(&schema));
    }
    let mut variant_name = json(&<VariantName as PartialSchema>::schema());
    variant_name["description"] = "The name of a variant.".into();
    schemas.insert(VariantName::name().into_owned(), variant_name);
    for (name, schema) in &mut schemas {
        comments.describe(name, schema);
    }
    name_kinds(&mut schemas, "Event");
    divide_by_variant(&mut schemas, "Setup", true);
    divide_by_variant(&mut schemas, "SetupInput", false);
    let games: Vec<_> = Variant::ALL.iter().map(|game| format!("[{}]({})", game.title(), game.document())).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Ayla",
            "description": format!(
                "The rules of traditional mancala games as a stateless service. A request holds all that its answer \
                depends on: a position in the [text notation](notation.md), as a setup or as a token, and the moves \
                made since.\n\nThe rules: [what the games share](rules/common.md), {}. Numbers such as AW-8 are \
                rulings on these pages, and N-6 is one on the page of the notation.\n\nLater versions may add to answers: \
                fields, values of enums, kinds of events and reasons of errors. A client has to pass over those that it does \
                not know.",
                games.join(", "),
            ),
            "license": {"name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE")},
            "version": env!("CARGO_PKG_VERSION"),
        },
        "servers": [{"url": ".", "description": "This server"}],
        "tags": [
            {"name": "variants", "description": "The variants, their options and presets. See [the rules](rules/common.md)."},
            {
                "name": "games",
                "description": "Questions about a position in the [text notation](notation.md): the legal moves, what a move does, \
                    the best move.",
            },
            {
                "name": "puzzles",
                "description": "Positions with exactly one best move. play-turn judges the moves of those who solve them.",
            },
            {"name": "server", "description": "The build and the limits."},
        ],
        "security": [{}, {"apiKey": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "headers": responses::headers(),
            "responses": responses::shared(),
            "securitySchemes": {
                "apiKey": {"type": "http", "scheme": "bearer", "description": "An API key, where the server requires one."},
            },
        },
    })
}

/// Gives each object of a `oneOf` a schema of its own, named after its only field, so that generated types have a name.
fn name_kinds(schemas: &mut BTreeMap<String, Value>, name: &str) {
    let mut kinds = Vec::new();
    for choice in schemas.get_mut(name).and_then(|schema| schema["oneOf"].as_array_mut()).into_iter().flatten() {
        let field = choice["required"][0].as_str().unwrap_or_default();
        let kind = format!("{}{}", field[..1].to_ascii_uppercase(), &field[1..]);
        choice["description"] = choice["properties"][field]["description"].clone();
        kinds.push((kind.clone(), std::mem::replace(choice, reference(&kind))));
    }
    schemas.extend(kinds);
}

/// Replaces the schema of a set-up by one for each variant, with the options and the parts that the variant has. In an
/// answer all parts are given that the first position has.
fn divide_by_variant(schemas: &mut BTreeMap<String, Value>, name: &str, in_answer: bool) {
    let Some(whole) = schemas.get_mut(name) else { return };
    let description = whole["description"].clone();
    let whole = std::mem::replace(whole, json!({"description": description}));
    let mut choices = Vec::new();
    let mut mapping = Map::new();
    for &variant in Variant::ALL {
        let parts = variant.about().parts;
        let mut schema = whole.clone();
        let properties = &mut schema["properties"];
        let described = properties["variant"]["description"].clone();
        properties["variant"] = json!({"type": "string", "enum": [variant.name()], "description": described});
        let options = reference(&options::schema_name(variant));
        let described = properties["options"]["description"].clone();
        properties["options"] = if in_answer { options } else { json!({"oneOf": [options, {"type": "null"}]}) };
        properties["options"]["description"] = described;
        for part in Part::ALL.iter().filter(|part| !parts.contains(part)) {
            properties.as_object_mut().map(|properties| properties.remove(part.name()));
        }
        let first = variant.default_rules().first_position(Side::South).map(|position| Setup::from(position.setup()));
        let first = serde_json::to_value(first.ok()).unwrap_or_default();
        let is_needed = |part: &&Part| **part == Part::Stores || (in_answer && first.get(part.name()).is_some());
        let needed = parts.iter().filter(is_needed).map(|part| part.name().into());
        if let Some(required) = schema["required"].as_array_mut() {
            required.extend(needed);
        }
        schema["description"] =
            format!("{} A position of {}.", description.as_str().unwrap_or_default(), variant.title()).into();
        schema["example"] = first;
        let key = format!("{variant:?}{name}");
        let choice = reference(&key);
        mapping.insert(variant.name().to_owned(), choice["$ref"].clone());
        choices.push(choice);
        schemas.insert(key, schema);
    }
    schemas.entry(name.to_owned()).and_modify(|schema| {
        schema["oneOf"] = choices.into();
        // Not every generated client looks whether `variant` has the only word that a choice allows.
        schema["discriminator"] = json!({"propertyName": "variant", "mapping": mapping});
    });
}

fn json(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

/// Describes the methods of a path.
fn path(
    operation: Operation,
    contract: &Contract,
    endpoint: &Endpoint,
    format: Option<PictureFormat>,
    comments: &Comments,
) -> Value {
    let mut methods = Map::new();
    if contract.methods != Methods::Post {
        let mut get = method(operation, contract, endpoint, comments, true);
        if let Some(format) = format {
            show_format(&mut get, contract, format);
        }
        methods.insert("get".to_owned(), get);
    }
    if contract.methods != Methods::Get {
        methods.insert("post".to_owned(), method(operation, contract, endpoint, comments, false));
    }
    Value::Object(methods)
}

/// The path of an operation whose position says which game it is of.
fn without_variant(mut path: Value, contract: &Contract) -> Value {
    let post = &mut path["post"];
    post["operationId"] = format!("{}OfAnyGame", contract.rpc).into();
    let summary = post["summary"].as_str().unwrap_or_default().trim_end_matches('.');
    post["summary"] = format!("{summary}, of the game of the position.").into();
    if let Some(post) = post.as_object_mut() {
        // The name of the game is the only parameter.
        post.shift_remove("parameters");
    }
    let examples = examples::by_variant(|variant| examples::request(Example::Move, variant));
    post["requestBody"]["content"]["application/json"]["examples"] = examples;
    post["requestBody"]["required"] = true.into();
    path
}

/// Adapts an operation that returns pictures to this format.
fn show_format(get: &mut Value, contract: &Contract, format: PictureFormat) {
    let name = format.name();
    get["operationId"] = format!("{}As{}{}", contract.rpc, name[..1].to_ascii_uppercase(), &name[1..]).into();
    let summary = get["summary"].as_str().unwrap_or_default().trim_end_matches('.');
    get["summary"] = format!("{summary}, as {}.", name.to_ascii_uppercase()).into();
    if format != PictureFormat::Gif {
        let only_in_gif = |parameter: &Value| ["from", "to"].iter().any(|name| parameter["name"] == *name);
        if let Some(parameters) = get["parameters"].as_array_mut() {
            parameters.retain(|parameter| !only_in_gif(parameter));
        }
    }
    // This is the form that client generators recognize as bytes.
    let schema = json!({"type": "string", "format": "binary"});
    let content = Map::from_iter([(operation::media_type(format).to_owned(), json!({"schema": schema}))]);
    let headers = responses::headers_of_answer(contract, true);
    get["responses"]["200"] = json!({"description": "The picture.", "headers": headers, "content": content});
}

fn method(operation: Operation, contract: &Contract, endpoint: &Endpoint, comments: &Comments, by_get: bool) -> Value {
    let (summary, description) = comments.rpc(contract.rpc);
    let mut method = json!({
        "tags": [contract.tag],
        "operationId": if by_get && contract.methods == Methods::GetAndPost {
            format!("{}ByGet", contract.rpc)
        } else {
            contract.rpc.to_owned()
        },
        "summary": summary,
        "description": description,
    });
    let mut parameters = Vec::new();
    if contract.path.contains("{variant}") {
        parameters.push(json!({
            "name": "variant", "in": "path", "required": true, "description": "The variant.",
            "schema": {"$ref": "#/components/schemas/VariantName"},
            "examples": examples::by_variant(|variant| Some(variant.name().into())),
        }));
    }
    if contract.path.contains(operation::ID) {
        parameters.push(json!({
            "name": "id", "in": "path", "required": true, "description": "The id of the puzzle.",
            "schema": {"type": "string"}, "examples": examples::by_variant(|variant| Some(format!("{variant}-1").into())),
        }));
    }
    if by_get {
        parameters.extend(query_parameters(&endpoint.input, comments));
    } else {
        let examples = examples::by_variant(|variant| examples::request(contract.example?, variant));
        let content = json!({"schema": endpoint.input.reference(), "examples": examples});
        method["requestBody"] = match endpoint.form {
            Form::Lines => json!({
                "required": true,
                "description": "A request on each line, as shown here. Blank lines are ignored.",
                "content": {(batch::MEDIA_TYPE): content},
            }),
            Form::Single | Form::Events(_) => {
                json!({"required": !operation.begins_games(), "content": {"application/json": content}})
            }
        };
    }
    if !parameters.is_empty() {
        method["parameters"] = parameters.into();
    }
    let mut described = Map::new();
    // This response comes first. For pictures, each format replaces it by its own description.
    described.insert(
        "200".to_owned(),
        endpoint.answer.as_ref().map_or(Value::Null, |schemas| {
            let mut answer = answer(endpoint, schemas);
            answer["headers"] = responses::headers_of_answer(contract, by_get);
            answer
        }),
    );
    if by_get && !(operation.is_streamed() && operation.suggests()) {
        described.insert("304".to_owned(), responses::reference(304));
    }
    for status in responses::errors().into_keys() {
        let is_possible = match status {
            404 => contract.path.contains("{variant}") || contract.tag == "puzzles",
            // What is wrong with a position of a batch is an answer.
            409 | 422 => match endpoint.form {
                Form::Lines => false,
                Form::Single | Form::Events(_) => {
                    contract.methods != Methods::Get || operation == Operation::RenderBoard
                }
            },
            415 => contract.methods != Methods::Get,
            _ => true,
        };
        if is_possible {
            described.insert(status.to_string(), responses::reference(status));
        }
    }
    method["responses"] = described.into();
    method
}

fn answer(endpoint: &Endpoint, schemas: &Schemas) -> Value {
    let (description, media_type, schema) = match endpoint.form {
        Form::Single => ("The answer.", "application/json", schemas.reference()),
        Form::Events(name) => {
            ("An event for each answer.", "text/event-stream", stream::event_schema(name, &schemas.reference()))
        }
        Form::Lines => ("An answer on each line, as described here.", batch::MEDIA_TYPE, schemas.reference()),
    };
    json!({"description": description, "content": {(media_type): {"schema": schema}}})
}

/// The schema of a request without the short comments on its fields, in place of which those of the contract are shown.
fn of_request(name: &str, mut schema: Value) -> Value {
    let is_of_request = name.ends_with("Request")
        || ["Reply", "Names", "SetupInput", "StoresInput", "TuzdiksInput", "BurntInput"].contains(&name);
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut).filter(|_| is_of_request);
    for field in fields.into_iter().flat_map(|fields| fields.values_mut()).filter_map(Value::as_object_mut) {
        field.shift_remove("description");
        let choices = field.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
        for choice in choices.filter_map(Value::as_object_mut) {
            choice.shift_remove("description");
        }
    }
    schema
}

/// The fields of a request as query parameters: scalars, and lists separated by commas.
fn query_parameters(input: &Schemas, comments: &Comments) -> Vec<Value> {
    let mut schema = without_null(of_request(&input.name, json(&input.all[0].1)));
    comments.describe(&input.name, &mut schema);
    let required: Vec<_> = schema["required"].as_array().into_iter().flatten().cloned().collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let in_query = properties.filter(|(name, _)| !NOT_IN_QUERY.contains(&name.as_str()));
    in_query
        .map(|(name, property)| {
            let mut property = property.clone();
            let description = property.as_object_mut().and_then(|property| property.remove("description"));
            // In a query, a number and its digits are the same. A generator for Rust loses a parameter of two types.
            if let Some(types) = property["type"].as_array() {
                property["type"] = types[0].clone();
                property.as_object_mut().map(|property| property.shift_remove("pattern"));
            }
            let mut parameter = json!({
                "name": name, "in": "query",
                "required": required.iter().any(|required| required == name),
                "schema": property,
            });
            if let Some(description) = description {
                parameter["description"] = description;
            }
            if parameter["schema"]["type"] == "array" {
                (parameter["style"], parameter["explode"]) = ("form".into(), false.into());
            }
            if name == "variant" {
                parameter["examples"] = examples::by_variant(|variant| Some(variant.name().into()));
            }
            if name == "position" {
                parameter["description"] =
                    "A position or a line (N-7) in [text notation](notation.md); `_` may stand for the space.".into();
                parameter["examples"] = examples::by_variant(|variant| {
                    Some(examples::first(variant)?.to_string().replace(' ', "_").into())
                });
            }
            parameter
        })
        .collect()
}

/// Removes `null` from the types of a schema.
fn without_null(schema: Value) -> Value {
    match schema {
        Value::Object(mut fields) => {
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|kind| kind != "null");
                if let [one] = types.as_slice() {
                    fields["type"] = one.clone();
                }
            }
            if let Some(Value::Array(choices)) = fields.get_mut("oneOf") {
                choices.retain(|choice| choice["type"] != "null");
                if let [one] = choices.as_slice() {
                    let one = one.clone();
                    fields.remove("oneOf");
                    fields.extend(one.as_object().cloned().unwrap_or_default());
                }
            }
            fields.into_iter().map(|(name, value)| (name, without_null(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_null).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects every text for people in the document.
    fn texts(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(text) if name == "description" || name == "summary" => found.push(text.clone()),
                        _ => texts(value, found),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
            _ => {}
        }
    }

    #[test]
    fn texts_use_the_names_of_json() {
        let document: Value = serde_json::from_str(&openapi()).expect("JSON");
        let mut found = Vec::new();
        texts(&document, &mut found);
        assert!(found.len() > 200, "{} texts", found.len());
        for text in found {
            assert!(!text.contains("``"), "a name is lost: {text}");
            for word in text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_') {
                let is_reason = ayla_api::error::Reason::all().any(|reason| reason.name() == word);
                let is_grpc_code = ["INVALID_ARGUMENT", "RESOURCE_EXHAUSTED", "PERMISSION_DENIED"].contains(&word);
                let is_name = word != "_" && word.contains('_');
                assert!(!is_name || is_reason || is_grpc_code, "'{word}' is a name of protobuf: {text}");
            }
        }
    }

    #[test]
    fn each_value_of_an_enum_is_listed_with_its_own_meaning() {
        let document: Value = serde_json::from_str(&openapi()).expect("JSON");
        let mut lists = 0;
        for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
            let Some(values) = schema["enum"].as_array() else { continue };
            let description = schema["description"].as_str().expect("a description");
            let listed: Vec<&str> =
                description.split("\n\n- `").skip(1).filter_map(|item| item.split('`').next()).collect();
            if !listed.is_empty() {
                lists += 1;
                assert_eq!(listed.len(), values.len(), "{name}");
                assert!(values.iter().all(|value| listed.contains(&value.as_str().expect("text"))), "{name}");
            }
        }
        assert!(lists > 8, "{lists}");
        let reasons = document["components"]["schemas"]["ErrorReason"]["description"].as_str().expect("a description");
        assert!(reasons.contains("- `ILLEGAL_LINE`: A move of the line"), "{reasons}");
    }

    #[test]
    fn every_field_of_every_schema_is_described() {
        let document: Value = serde_json::from_str(&openapi()).expect("JSON");
        for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
            assert!(schema["description"].is_string(), "{name}");
            for (field, property) in schema["properties"].as_object().into_iter().flatten() {
                assert!(property["description"].is_string(), "{name}.{field}: {property}");
            }
        }
    }

    /// Calls a function with every schema that this schema contains or refers to.
    fn walk<'a>(schema: &'a Value, all: &'a Value, seen: &mut BTreeMap<String, ()>, visit: &mut impl FnMut(&'a Value)) {
        visit(schema);
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/"))
            && seen.insert(name.to_owned(), ()).is_none()
        {
            walk(&all[name], all, seen, visit);
        }
        match schema {
            Value::Object(fields) => fields.values().for_each(|value| walk(value, all, seen, visit)),
            Value::Array(items) => items.iter().for_each(|item| walk(item, all, seen, visit)),
            _ => {}
        }
    }

    #[test]
    fn nothing_that_is_answered_may_be_null() {
        let document: Value = serde_json::from_str(&openapi()).expect("JSON");
        let all = &document["components"]["schemas"];
        let mut seen = BTreeMap::new();
        let paths = document["paths"].as_object().expect("paths").values();
        let methods = paths.filter_map(Value::as_object).flat_map(Map::values).map(|method| &method["responses"]);
        for responses in methods.chain([&document["components"]["responses"]]) {
            walk(responses, all, &mut seen, &mut |schema| {
                assert_ne!(schema["type"], "null");
                let types = schema["type"].as_array();
                assert!(types.is_none_or(|types| !types.contains(&"null".into())), "{schema}");
            });
        }
        assert_eq!(all["SearchLimits"]["required"], json!(["nodes"]));
        assert!(seen.contains_key("AndadaSetup") && seen.contains_key("BearOff"), "{seen:?}");
        assert!(!seen.keys().any(|name| name.ends_with("Input") || name.ends_with("Request")), "{seen:?}");
    }

    #[test]
    fn a_set_up_has_the_parts_of_its_variant() {
        let document: Value = serde_json::from_str(&openapi()).expect("JSON");
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["Setup"]["oneOf"].as_array().map(Vec::len), Some(Variant::ALL.len()));
        let andada = &schemas["AndadaSetup"];
        assert_eq!(andada["properties"]["variant"]["enum"], json!(["andada"]));
        assert_eq!(andada["properties"]["options"]["$ref"], "#/components/schemas/AndadaOptions");
        assert!(andada["properties"]["stores"].is_null());
        assert!(andada["required"].as_array().expect("a list").contains(&"phase".into()));
        let input = &schemas["AnywoliSetupInput"];
        assert_eq!(input["required"], json!(["variant", "south", "north", "turn", "stores"]));
        assert!(!document.to_string().contains("uint64"));
    }
}
