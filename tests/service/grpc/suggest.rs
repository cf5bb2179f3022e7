//! Suggestions to callers with a deadline.

use std::time::{Duration, Instant};

use ayla::proto;
use ayla_test_server::{START, Server};
use tonic::{Code, Request};

/// The answer to a caller with this timeout, if it came in time.
async fn within(server: &Server, timeout: Duration) -> Option<proto::SuggestMoveResponse> {
    let mut client = server.grpc().await;
    // More nodes than can be searched in the time.
    let position = Some(START.to_owned());
    let mut request = Request::new(proto::SuggestMoveRequest { position, nodes: Some(u64::MAX), ..Default::default() });
    request.set_timeout(timeout);
    let called = Instant::now();
    match client.suggest_move(request).await {
        Ok(answer) => Some(answer.into_inner()).filter(|_| called.elapsed() < timeout),
        // The client reports a deadline that has passed as this.
        Err(status) if status.code() == Code::Cancelled => None,
        Err(status) => panic!("{status}"),
    }
}

#[tokio::test]
async fn a_deadline_returns_the_best_move_so_far() {
    let server = Server::start();
    for timeout in [Duration::from_millis(100), Duration::from_millis(400)] {
        let mut answer = None;
        // A busy machine may be late, but not 20 times.
        for _ in 0..20 {
            answer = within(&server, timeout).await;
            if answer.is_some() {
                break;
            }
        }
        let answer = answer.expect("answered in time");
        assert_eq!(answer.certainty(), proto::Certainty::Estimated);
        assert_eq!(answer.stopped_by(), proto::StoppedBy::Deadline);
        assert!(!answer.deterministic);
        assert!(["1", "2", "3", "4", "5", "6"].contains(&answer.r#move.as_str()));
    }
}
