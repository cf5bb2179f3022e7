//! Suggestions to callers with a deadline.

use ayla_test_server::suggestions::until_deadline;
use ayla_test_server::{Server, http2, rpc};
use serde_json::json;

#[tokio::test]
async fn a_deadline_returns_the_best_move_so_far() {
    let server = Server::with_endless_searches(&[]);
    let (_, message) = http2::frames(until_deadline(&server, "suggest-move").await.body).remove(0);
    let answer = rpc::response("suggest-move", &message);
    assert_eq!((&answer["certainty"], &answer["stoppedBy"]), (&json!("estimated"), &json!("deadline")));
    assert_eq!(answer["deterministic"], false);
    let played = answer["move"].as_str().expect("text");
    assert!(["1", "2", "3", "4", "5", "6"].contains(&played), "{played}");
}
