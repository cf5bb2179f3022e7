//! The committed OpenAPI document matches the code.

#[test]
fn the_committed_document_is_current() {
    let committed = include_str!("../../openapi/mancala.v1.json");
    assert!(
        committed == ayla::http::openapi(),
        "openapi/mancala.v1.json is out of date; mend it with: cargo run -- openapi > openapi/mancala.v1.json"
    );
}
