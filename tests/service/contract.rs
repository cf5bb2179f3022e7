//! The proto descriptors and the OpenAPI schemas have the same fields, enum values and operations.

use std::collections::BTreeSet;

use ayla::operation::Operation;
use ayla_test_server::alike::{POOL, enum_value, option_name};
use prost_reflect::prost_types::method_options::IdempotencyLevel;
use prost_reflect::{DynamicMessage, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor};
use serde_json::Value;

type Names = BTreeSet<String>;

fn openapi() -> Value {
    serde_json::from_str(include_str!("../../openapi/mancala.v1.json")).expect("JSON")
}

fn schema<'a>(openapi: &'a Value, name: &str) -> &'a Value {
    let schema = &openapi["components"]["schemas"][name];
    assert!(schema.is_object(), "OpenAPI has no schema {name}");
    schema
}

fn properties(schema: &Value) -> Names {
    schema["properties"].as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

fn enum_of(schema: &Value) -> Names {
    let values = schema["enum"].as_array().unwrap_or_else(|| panic!("no enum: {schema}"));
    values.iter().map(|value| value.as_str().expect("text").to_owned()).collect()
}

fn values(descriptor: &EnumDescriptor) -> Names {
    let given = descriptor.values().filter(|value| value.number() != 0);
    given.map(|value| enum_value(descriptor.name(), value.name())).collect()
}

/// The schema of a message in JSON. One serves both operations that suggest a move, another both about puzzles.
fn schema_name(message: &MessageDescriptor) -> &str {
    match message.name() {
        "SuggestMoveStreamRequest" => "SuggestMoveRequest",
        "GetPuzzleResponse" | "FindPuzzleResponse" => "PuzzleResponse",
        name => name,
    }
}

#[test]
fn both_contracts_have_the_same_operations() {
    let service = POOL.get_service_by_name("mancala.v1.MancalaService").expect("the service");
    // Lines of JSON are packed already.
    let methods = service.methods().filter(|method| method.name() != "PackedBatch");
    let methods: BTreeSet<_> = methods.flat_map(|method| http_rules(&method)).collect();
    assert_eq!(routes_in_openapi(), methods);
}

/// An RPC, and a method and a path over HTTP.
type Route = (String, String, String);

fn routes_in_openapi() -> BTreeSet<Route> {
    let openapi = openapi();
    let paths = openapi["paths"].as_object().expect("paths");
    let operations = paths.iter().flat_map(|(path, operations)| {
        operations.as_object().expect("operations").iter().map(move |(verb, operation)| (path, verb, operation))
    });
    let route = |(path, verb, operation): (&String, &String, &Value)| {
        let id = operation["operationId"].as_str().expect("an id");
        let id = id.trim_end_matches("ByGet").trim_end_matches("OfAnyGame").split("As").next().expect("a name");
        (id.to_owned(), verb.clone(), path.clone())
    };
    operations.map(route).collect()
}

/// The routes that an RPC has by its annotations. Where a message has no field for the name of the game, a `*` stands
/// for it.
fn http_rules(method: &MethodDescriptor) -> Vec<Route> {
    let http = POOL.get_extension_by_name("google.api.http").expect("the annotation");
    let options = method.options();
    let rule = options.get_extension(&http);
    let rule = rule.as_message().expect("a rule");
    let more = rule.get_field_by_name("additional_bindings").expect("a list");
    let more = more.as_list().expect("a list").iter().filter_map(prost_reflect::Value::as_message);
    let route = |rule: &DynamicMessage| {
        let text = |name: &str| rule.get_field_by_name(name).and_then(|value| value.as_str().map(str::to_owned));
        let verb = ["get", "post"].into_iter().find(|verb| rule.has_field_by_name(verb)).expect("a method");
        assert_eq!(text("body").as_deref(), Some(if verb == "post" { "*" } else { "" }), "{}", method.name());
        let path = text(verb).expect("a path").replace("/variants/*/", "/variants/{variant}/");
        let is_field = |name: &str| method.input().get_field_by_name(name).is_some();
        assert_eq!(
            text(verb).expect("a path").contains("{variant}"),
            path.contains("{variant}") && is_field("variant")
        );
        (method.name().to_owned(), verb.to_owned(), path)
    };
    [rule].into_iter().chain(more).map(route).collect()
}

/// Clients of Connect may ask by `GET` what has no side effects.
#[test]
fn what_may_be_asked_by_get_is_said_in_the_contract() {
    for (operation, contract) in Operation::in_contract() {
        let service = POOL.get_service_by_name("mancala.v1.MancalaService").expect("the service");
        let method = service.methods().find(|method| method.name() == contract.rpc).expect("a method");
        let level = method.method_descriptor_proto().options.as_ref().map(|options| options.idempotency_level());
        let has_no_side_effects = level == Some(IdempotencyLevel::NoSideEffects);
        assert_eq!(ayla::connect::may_be_get(operation), has_no_side_effects, "{}", contract.rpc);
    }
}

#[test]
fn operations_that_share_a_schema_have_the_same_fields() {
    let fields = |name: &str| {
        let message = POOL.get_message_by_name(&format!("mancala.v1.{name}")).expect("a message");
        let fields = message.fields();
        fields.map(|field| (field.number(), field.name().to_owned(), field.kind(), field.cardinality())).collect()
    };
    for names in [["SuggestMoveRequest", "SuggestMoveStreamRequest"], ["GetPuzzleResponse", "FindPuzzleResponse"]] {
        let [one, other]: [Vec<_>; 2] = names.map(fields);
        assert_eq!(one, other);
    }
}

#[test]
fn messages_and_schemas_have_the_same_fields() {
    let openapi = openapi();
    let mut seen = Names::new();
    for message in
        POOL.all_messages().filter(|message| message.package_name() == "mancala.v1" && !message.is_map_entry())
    {
        let fields = message.fields();
        let names: Names = fields.map(|field| field.json_name().to_owned()).collect();
        let name = schema_name(&message);
        match message.name() {
            // A request without fields.
            "GetServerInfoRequest" => {
                assert!(names.is_empty());
                continue;
            }
            // A oneof in proto; in JSON the options of the game in question, and a plain value.
            "Options" => {
                let games = schema(&openapi, name)["anyOf"].as_array().expect("a choice").len();
                assert_eq!(games, names.len());
            }
            "OptionValue" => {
                assert_eq!(schema(&openapi, name)["anyOf"].as_array().expect("a choice").len(), names.len())
            }
            // In JSON one schema for each kind of event, and for each variant, in answers and in requests.
            "Event" => assert_eq!(properties_of_choices(&openapi, name, &mut seen), names),
            "Setup" => {
                assert_eq!(properties_of_choices(&openapi, name, &mut seen), names);
                assert_eq!(properties_of_choices(&openapi, "SetupInput", &mut seen), names);
                seen.insert("SetupInput".to_owned());
            }
            game if game.strip_suffix("Options").is_some_and(|variant| !variant.is_empty()) => {
                let names: Names = names.iter().map(|name| option_name(name)).collect();
                assert_eq!(properties(schema(&openapi, name)), names, "{name}");
                for field in message.fields() {
                    check_option(&schema(&openapi, name)["properties"][option_name(field.json_name())], &field);
                }
            }
            // Requests without a body: their fields are parameters.
            "ListVariantsRequest" | "GetVariantRequest" | "GetPuzzleRequest" | "FindPuzzleRequest" => {
                let path = match message.name() {
                    "ListVariantsRequest" => "/v1/variants",
                    "GetVariantRequest" => "/v1/variants/{variant}",
                    "GetPuzzleRequest" => "/v1/puzzles/{id}",
                    _ => "/v1/puzzles",
                };
                let parameters = openapi["paths"][path]["get"]["parameters"].as_array().expect("a list");
                let parameters =
                    parameters.iter().map(|parameter| parameter["name"].as_str().expect("text").to_owned());
                assert_eq!(parameters.collect::<Names>(), names);
                continue;
            }
            // Its fields are parameters too, but for what a query cannot have, and the format, which is in the path.
            "RenderBoardRequest" => {
                let parameters = openapi["paths"]["/v1/variants/{variant}/board.gif"]["get"]["parameters"].as_array();
                let parameters = parameters.expect("a list").iter().filter(|parameter| parameter["in"] == "query");
                let mut all: Names =
                    parameters.map(|parameter| parameter["name"].as_str().expect("text").to_owned()).collect();
                all.extend(["setup", "format"].map(str::to_owned));
                assert_eq!(all, names);
                continue;
            }
            // Over HTTP the answer is the picture itself, and a batch is lines.
            "RenderBoardResponse" | "PackedBatchRequest" | "PackedBatchResponse" => continue,
            "StartGameRequest" | "PlayTurnRequest" | "ReplayGameRequest" | "ReviewGameRequest" => {
                let mut all = properties(schema(&openapi, name));
                assert!(all.insert("variant".to_owned()), "the game is in the path");
                assert_eq!(all, names);
            }
            _ => assert_eq!(properties(schema(&openapi, name)), names, "{name}"),
        }
        seen.insert(name.to_owned());
        if ["Stores", "Tuzdiks", "Burnt"].contains(&name) {
            let input = format!("{name}Input");
            assert_eq!(properties(schema(&openapi, &input)), properties(schema(&openapi, name)));
            seen.insert(input);
        }
    }
    for descriptor in POOL.all_enums().filter(|descriptor| descriptor.package_name() == "mancala.v1") {
        // Words of options are checked where they stand.
        let users = users_of(&descriptor);
        if !users.is_empty() && users.iter().all(|message| message.name().ends_with("Options")) {
            continue;
        }
        match descriptor.name() {
            // The ends of paths.
            "PictureFormat" => {
                let path = |format| format!("/v1/variants/{{variant}}/board.{format}");
                assert!(values(&descriptor).iter().all(|format| openapi["paths"][path(format)].is_object()));
                continue;
            }
            // Parts of an answer are named as JSON names them.
            "Part" => {
                let parts = values(&descriptor);
                let parts: Names = parts.iter().map(|part| part.replace("-m", "M").replace("-l", "L")).collect();
                assert_eq!(enum_of(schema(&openapi, "Part")), parts);
            }
            name => assert_eq!(enum_of(schema(&openapi, name)), values(&descriptor), "{name}"),
        }
        seen.insert(descriptor.name().to_owned());
    }
    // The form of errors, which gRPC takes from google.rpc; and names, which are plain strings in proto.
    seen.extend(["Problem", "VariantName"].map(str::to_owned));
    let schemas: Names = openapi["components"]["schemas"].as_object().expect("schemas").keys().cloned().collect();
    assert_eq!(schemas, seen);
}

/// The messages that have a field of an enum.
fn users_of(descriptor: &EnumDescriptor) -> Vec<MessageDescriptor> {
    let has_it = |field: FieldDescriptor| field.kind() == Kind::Enum(descriptor.clone());
    POOL.all_messages().filter(|message| message.fields().any(has_it)).collect()
}

/// The properties of all schemas that a `oneOf` refers to, which are added to those seen.
fn properties_of_choices(openapi: &Value, name: &str, seen: &mut Names) -> Names {
    let choices = schema(openapi, name)["oneOf"].as_array().expect("a choice");
    let names = choices.iter().map(|choice| choice["$ref"].as_str().expect("a reference").rsplit('/').next());
    let names: Names = names.map(|name| name.expect("a name").to_owned()).collect();
    let all = names.iter().flat_map(|name| properties(schema(openapi, name))).collect();
    seen.extend(names);
    all
}

fn check_option(property: &Value, field: &FieldDescriptor) {
    match field.kind() {
        Kind::Bool => assert_eq!(property["type"], "boolean"),
        Kind::Uint32 => assert_eq!(property["type"], "integer"),
        Kind::Enum(descriptor) => assert_eq!(enum_of(property), values(&descriptor)),
        other => panic!("{}: {other:?}", field.full_name()),
    }
}
