//! An endgame table that another caller needs, while one asks for ever other tables.

use std::time::{Duration, Instant};

use ayla_test_server::Server;
use ayla_test_server::http2::{Answer, Call};
use serde_json::json;
use tokio::time::{sleep, timeout};

use super::others::{SOURCE, TIMEOUT};
use crate::calls::{Caller, Calls, Quality};

/// The bound of the time until it is ready: the table that is being built is finished first, which takes up to 11 s of
/// processor time at the lowest priority.
pub(super) const BOUND_MS: u64 = 30_000;
/// The time after which it counts as refused.
const MOST: Duration = Duration::from_secs(90);

/// Rules that nobody else uses, by the name of their table, which its number of seeds follows.
pub(super) const RULES: &str = "awale:limit=3";
/// The interval between two suggestions under these rules: that of a person's moves, longer than the round of the other
/// caller.
const SUGGESTIONS: Duration = Duration::from_secs(5);
/// The time for which it must be kept, in which the other caller gets further tables.
const KEPT: Duration = Duration::from_secs(20);
/// The interval between two looks at the tables of the server.
const LOOKS: Duration = Duration::from_millis(200);

/// The time until the table is ready, and as refused the looks after that which did not find it.
pub(super) async fn calls(server: &Server) -> Calls {
    let body = json!({"position": format!("{RULES} 444444/444444 0/0 s"), "nodes": 1_000});
    let suggestion = Call::json("/v1/variants/awale/suggest-move", &body);
    let asks = Caller { interval: SUGGESTIONS, ..Caller::new(SOURCE, &server.address, [suggestion], TIMEOUT) };
    let looks = Caller {
        interval: LOOKS,
        quality: has_table,
        ..Caller::new(SOURCE, &server.address, [Call::get("/v1/server-info")], TIMEOUT)
    };
    let asked = Instant::now();
    let asks = tokio::spawn(asks.calls(MOST + KEPT));
    let is_ready = async {
        let mut connection = None;
        while looks.call(&mut connection, &looks.calls[0]).await.1 != Quality::Good {
            sleep(LOOKS).await;
        }
    };
    let mut calls = Calls::default();
    if timeout(MOST, is_ready).await.is_ok() {
        calls.answered.push(asked.elapsed());
        calls.refused = looks.calls(KEPT).await.refused;
    } else {
        calls.refused = 1;
    }
    asks.abort();
    calls
}

fn has_table(answer: &Answer) -> Quality {
    let info = answer.json();
    let mut names = info["tables"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
    let is_there = names.any(|name| name.strip_prefix(RULES).is_some_and(|rest| rest.starts_with(' ')));
    if is_there { Quality::Good } else { Quality::Refused }
}
