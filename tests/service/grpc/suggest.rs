//! Suggestions to callers with a deadline.

use ayla_test_server::http2::{self, Call};
use ayla_test_server::suggestions::endless;
use ayla_test_server::{Server, in_time, rpc};
use serde_json::json;

#[tokio::test]
async fn a_deadline_returns_the_best_move_so_far() {
    let server = Server::with_endless_searches(&[]);
    let call = Call::grpc("suggest-move", &endless()).with("grpc-timeout", "200m");
    let answer = in_time(http2::call(&server.rpc().await.0.sender, &call)).await.answer();
    assert_eq!(answer.code(), Some("0"));
    let (_, message) = http2::frames(answer.body).remove(0);
    let answer = rpc::response("suggest-move", &message);
    assert_eq!((&answer["certainty"], &answer["stoppedBy"]), (&json!("estimated"), &json!("deadline")));
    assert_eq!(answer["deterministic"], false);
    let played = answer["move"].as_str().expect("text");
    assert!(["1", "2", "3", "4", "5", "6"].contains(&played), "{played}");
}
