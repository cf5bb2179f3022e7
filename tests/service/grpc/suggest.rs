//! Suggestions: their form, and the deadline of a caller.

use std::time::{Duration, Instant};

use ayla::proto;
use tonic::{Code, Request};

use super::server::client;

fn ask(position: &str) -> proto::SuggestMoveRequest {
    proto::SuggestMoveRequest { position: Some(position.to_owned()), ..Default::default() }
}

#[tokio::test]
async fn a_suggestion_reports_its_limits_and_what_stopped_it() {
    let mut client = client().await;
    let request =
        proto::SuggestMoveRequest { nodes: Some(1_000), depth: Some(1_000), ..ask("awale 100001/000000 20/20 s") };
    let answer = client.suggest_move(request.clone()).await.expect("answered").into_inner();
    assert_eq!((answer.r#move.as_str(), answer.seat), ("6", None));
    assert_eq!(answer.principal_line.first(), Some(&answer.r#move));
    assert_eq!(answer.engine, ayla_engine::ENGINE);
    assert!(answer.deterministic);
    assert_eq!(answer.candidates, []);
    let limits = proto::SearchLimits { depth: Some(ayla_engine::MAX_DEPTH), nodes: Some(1_000), ..Default::default() };
    assert_eq!(answer.limits, Some(limits));
    assert_ne!(answer.certainty(), proto::Certainty::Unspecified);
    assert_ne!(answer.stopped_by(), proto::StoppedBy::Unspecified);
    let again = client.suggest_move(request).await.expect("answered").into_inner();
    assert_eq!(again, answer);
}

#[tokio::test]
async fn a_seat_comes_with_the_move_where_there_are_seats() {
    let mut client = client().await;
    let request = proto::SuggestMoveRequest { nodes: Some(100), ..ask("andada:team=3 100/111 - s") };
    let answer = client.suggest_move(request).await.expect("answered").into_inner();
    assert_eq!((answer.r#move.as_str(), answer.seat), ("1", Some(1)));
    let request = proto::SuggestMoveRequest { time_ms: Some(50), ..ask("andada 033/033 - n c") };
    let answer = client.suggest_move(request).await.expect("answered").into_inner();
    assert!(["take", "give"].contains(&answer.r#move.as_str()));
    assert_eq!(answer.seat, None);
    assert!(!answer.deterministic);
    assert_eq!(answer.limits.and_then(|limits| limits.time_ms), Some(50));
}

/// The answer to a caller who waits so long, if it came in time.
async fn within(patience: Duration) -> Option<proto::SuggestMoveResponse> {
    let mut client = client().await;
    // More than can be searched in the time.
    let mut request =
        Request::new(proto::SuggestMoveRequest { nodes: Some(u64::MAX), ..ask("awale 444444/444444 0/0 s") });
    request.set_timeout(patience);
    let called = Instant::now();
    let answer = client.suggest_move(request).await;
    match answer {
        Ok(answer) if called.elapsed() < patience => Some(answer.into_inner()),
        Ok(_) => None,
        // What the client makes of a deadline that has passed.
        Err(status) if status.code() == Code::Cancelled => None,
        Err(status) => panic!("{status}"),
    }
}

#[tokio::test]
async fn a_deadline_returns_the_best_move_so_far() {
    for patience in [Duration::from_millis(100), Duration::from_millis(400)] {
        let mut answer = None;
        // A busy machine may be late, though not time after time.
        for _ in 0..20 {
            answer = within(patience).await;
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
