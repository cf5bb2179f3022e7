//! The committed OpenAPI document and the reference page match the code.

#[test]
fn the_committed_document_is_current() {
    let committed = include_str!("../../openapi/mancala.v1.json");
    assert!(
        committed == ayla::http::openapi(),
        "openapi/mancala.v1.json is out of date; mend it with: cargo run -- openapi > openapi/mancala.v1.json"
    );
}

#[test]
fn the_committed_reference_is_current() {
    let committed = include_str!("../../docs/reference.md");
    assert!(
        committed == ayla::http::reference_page(),
        "docs/reference.md is out of date; mend it with: cargo run -- reference > docs/reference.md"
    );
}
