//! Suggestions that do not end by themselves, and the ways in which a caller can leave one.

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_util::task::AbortOnDropHandle;

use crate::http2::{self, Answer, Call, Connection};
use crate::{START, Server, in_time};

/// The limits of a server whose searches last longer than any test.
pub const ENDLESS: [(&str, &str); 3] =
    [("AYLA_SUGGEST_NODES", "1000000000000"), ("AYLA_SUGGEST_TIME_MS", "600000"), ("AYLA_DEADLINE_MS", "600000")];

/// A request for a search that lasts as long as the server allows.
pub fn endless() -> Value {
    endless_of("suggest-move")
}

/// A request of this operation for such a search.
pub fn endless_of(operation: &str) -> Value {
    match operation {
        "play-turn" => json!({"position": START, "reply": {"timeMs": 600_000}}),
        "review-game" => json!({"position": START, "moves": ["3"], "nodes": 1_000_000_000_000_u64}),
        _ => json!({"position": START, "timeMs": 600_000}),
    }
}

/// Gives a search a short time in milliseconds, and a longer one if it was not answered: a busy machine may not even
/// begin it in a short one.
///
/// # Panics
///
/// It is not answered in the longest time either.
pub async fn in_enough_time<T>(search: impl AsyncFn(u32) -> Option<T>) -> T {
    for time_ms in [400, 4_000, 40_000] {
        if let Some(answer) = search(time_ms).await {
            return answer;
        }
    }
    panic!("the search is not answered in its time");
}

/// The answer over gRPC to an endless search of this operation, whose caller has a deadline.
pub async fn until_deadline(server: &Server, operation: &str) -> Answer {
    let sender = server.rpc().await.0.sender;
    let search = async |time_ms| {
        let call = Call::grpc(operation, &endless_of(operation)).with("grpc-timeout", &format!("{time_ms}m"));
        Some(in_time(http2::call(&sender, &call)).await.answer()).filter(Answer::is_ok)
    };
    in_enough_time(search).await
}

/// A caller who leaves by closing the connection, or by resetting the stream.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// JSON over HTTP/1.1, where only the connection can be closed.
    Http1,
    JsonResets,
    JsonCloses,
    GrpcResets,
    GrpcCloses,
}

impl Caller {
    pub const ALL: [Self; 5] = [Self::Http1, Self::JsonResets, Self::JsonCloses, Self::GrpcResets, Self::GrpcCloses];

    /// Calls an operation for an endless search. The caller leaves when the result is dropped.
    pub async fn call(self, server: &Server, operation: &'static str) -> JoinSet<()> {
        let mut calls = JoinSet::new();
        let call = match self {
            Self::Http1 => {
                let mut json = server.json().await;
                calls.spawn(async move {
                    json.ask("awale", operation, &endless_of(operation)).await;
                });
                return calls;
            }
            Self::JsonResets | Self::JsonCloses => {
                Call::json(&format!("/v1/variants/awale/{operation}"), &endless_of(operation))
            }
            Self::GrpcResets | Self::GrpcCloses => Call::grpc(operation, &endless_of(operation)),
        };
        let Connection { sender, ended } = Connection::open(&server.address).await;
        let closes = matches!(self, Self::JsonCloses | Self::GrpcCloses);
        if !closes {
            // Without a sender the connection would always close.
            std::mem::forget(sender.clone());
        }
        let connection = closes.then(|| AbortOnDropHandle::new(ended));
        calls.spawn(async move {
            http2::call(&sender, &call).await;
            drop(connection);
        });
        calls
    }
}
