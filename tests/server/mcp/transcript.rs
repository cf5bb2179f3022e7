//! The conversation in `docs/mcp.md`.

use ayla_test_server::Server;
use ayla_test_server::mcp::{Mcp, Revision, text};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/mcp.md");

/// The calls of the conversation: each gets the handle of the last result, unless it has its own.
fn calls() -> Vec<(&'static str, Value)> {
    let rules = json!({"majority": true});
    vec![
        ("start_game", json!({"variant": "awale", "options": rules, "level": 2, "seed": 4})),
        ("play_move", json!({"move": "the left one"})),
        ("play_move", json!({"move": "3"})),
        ("get_hint", json!({})),
        ("show_game", json!({"locale": "fr"})),
    ]
}

#[tokio::test]
async fn the_conversation_on_the_page_is_what_is_said() {
    let server = Server::shared();
    let mut mcp = Mcp::connect(server, Revision::Stateless).await;
    let mut transcript = String::new();
    let mut handle = Value::Null;
    for (tool, mut arguments) in calls() {
        if tool != "start_game" && arguments.get("handle").is_none() {
            arguments["handle"] = handle.clone();
        }
        let result = mcp.call(tool, arguments.clone()).await;
        transcript += &format!("> {tool} {arguments}\n{}\n\n", text(&result));
        if let Some(next) = result["structuredContent"].get("handle") {
            handle = next.clone();
        }
    }
    let transcript = transcript.trim_end();
    assert!(
        PAGE.contains(&format!("```\n{transcript}\n```")),
        "docs/mcp.md should have this conversation:\n{transcript}"
    );
}
