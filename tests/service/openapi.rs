//! The committed OpenAPI document matches the code, and its names do not meet in generated clients.

use std::collections::BTreeSet;

use serde_json::Value;

const COMMITTED: &str = include_str!("../../openapi/mancala.v1.json");

#[test]
fn the_committed_document_is_current() {
    assert!(
        COMMITTED == ayla::http::openapi(),
        "openapi/mancala.v1.json is out of date; mend it with: cargo run -- openapi > openapi/mancala.v1.json"
    );
}

/// In Go, all enums of a package have their constants in one place, and a field cannot have the name of a method.
#[test]
fn names_do_not_meet_in_generated_clients() {
    let document: Value = serde_json::from_str(COMMITTED).expect("JSON");
    let renamed = include_str!("../../clients/go.yaml").split_once("\nnameMappings:\n").expect("names").1;
    let mut types = BTreeSet::new();
    let mut constants = BTreeSet::new();
    let mut getters = BTreeSet::new();
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        // Each type has a file, and some file systems do not tell capital letters from small ones.
        assert!(types.insert(name.to_ascii_lowercase()), "{name}");
        for word in schema["enum"].as_array().into_iter().flatten() {
            let constant = format!("{name}_{}", word.as_str().expect("text")).to_ascii_uppercase().replace('-', "_");
            assert!(constants.insert(constant), "{name} has {word}, which is a word of another enum too");
        }
        let Some(fields) = schema["properties"].as_object() else { continue };
        let getter = |field: &String| format!("get{}{}", field[..1].to_ascii_uppercase(), &field[1..]);
        for getter in fields.keys().map(getter).filter(|getter| fields.contains_key(getter)) {
            assert!(
                renamed.contains(&format!("\n  {getter}: ")),
                "clients/go.yaml has no other name for {name}.{getter}"
            );
            getters.insert(getter);
        }
    }
    assert!(constants.contains("SIDE_SOUTH") && constants.contains("WINNER_SOUTH"), "{constants:?}");
    assert_eq!(getters, BTreeSet::from(["getSuggestNodesMax".to_owned()]));
}

/// A generator for Rust does not find its own type for a parameter that has two.
#[test]
fn every_parameter_has_one_type() {
    let document: Value = serde_json::from_str(COMMITTED).expect("JSON");
    let paths = document["paths"].as_object().expect("paths").values();
    let methods = paths.flat_map(|path| path.as_object().expect("methods").values());
    let parameters: Vec<_> = methods.filter_map(|method| method["parameters"].as_array()).flatten().collect();
    assert!(parameters.len() > 50, "{}", parameters.len());
    for parameter in parameters {
        let schema = &parameter["schema"];
        assert!(schema["type"].is_string() || schema["$ref"].is_string(), "{parameter}");
    }
}
