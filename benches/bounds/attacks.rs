//! The calls of others, and liveness, while one client attacks.

use std::time::{Duration, Instant};

use ayla_test_server::attacks::Attack;
use ayla_test_server::http2::{self, Call, Connection, Outcome};
use ayla_test_server::{START, Server, hostile};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::report::Report;

/// The bound of a 99th percentile, in milliseconds.
const BOUND_MS: u64 = 50;
/// The pause between two calls of a caller.
const INTERVAL: Duration = Duration::from_millis(10);
/// The time after which a call counts as refused.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The time before the calls of others begin, in which an attack takes what it can get.
const BEFORE: Duration = Duration::from_secs(2);
/// The address of the callers that are measured; the attacks come from another.
const SOURCE: &str = "127.0.0.2";

/// The size of a body that keeps a thread busy for long, in bytes: as large as the limit can be.
const BLOCKING_BODY: usize = 16 << 20;

pub(crate) async fn measure(report: &mut Report, seconds: u32) {
    report.table(&["attack", "calls", "refused", "median", "99th percentile", "longest", "bound"]);
    let time = Duration::from_secs(seconds.into());
    let server = Server::start();
    row(report, "none", &server, time).await;
    for attack in Attack::ALL {
        // A server of its own, so that nothing is left of the attack before.
        let server = Server::start();
        let clients = attack.begin(&server);
        sleep(BEFORE).await;
        row(report, attack.name(), &server, time).await;
        drop(clients);
    }

    let limit = BLOCKING_BODY.to_string();
    let server = Server::start_with(&[("AYLA_BODY_BYTES", &limit), ("TOKIO_WORKER_THREADS", "1")]);
    let mut blocking = JoinSet::new();
    let (address, call) = (server.address.clone(), hostile::unknown_options(BLOCKING_BODY));
    for _ in 0..2 {
        let connection = Connection::open(&address).await;
        let call = call.clone();
        blocking.spawn(async move { while let Outcome::Answered(_) = http2::call(&connection.sender, &call).await {} });
    }
    sleep(BEFORE).await;
    let (blocked, live) = tokio::join!(others(&server, time), alive(&server, time));
    live.row(report, "the only thread of the public port blocked: /livez");
    let is_blocked = blocked.refused > 0 || blocked.answered.iter().any(|&time| time > Duration::from_millis(BOUND_MS));
    report.expect("the thread of the public port is blocked", is_blocked);
    drop(blocking);
}

/// The calls of one or more callers.
#[derive(Default)]
struct Calls {
    answered: Vec<Duration>,
    refused: usize,
}

impl Calls {
    fn row(self, report: &mut Report, name: &str) {
        let (calls, refused) = (self.answered.len() + self.refused, self.refused);
        report.row(name, &[calls, refused], &self.answered.into(), 99, BOUND_MS);
        report.expect(&format!("{name}: refused"), refused == 0);
    }
}

/// Prints the calls of others during an attack, and those for liveness.
async fn row(report: &mut Report, name: &str, server: &Server, time: Duration) {
    let (others, live) = tokio::join!(others(server, time), alive(server, time));
    others.row(report, name);
    live.row(report, &format!("{name}: /livez"));
}

/// Calls legal-moves over gRPC and JSON, each on a connection that is kept and on a new one for each call.
async fn others(server: &Server, time: Duration) -> Calls {
    let body = json!({"position": START});
    let calls = [Call::grpc("legal-moves", &body), Call::json("/v1/variants/awale/legal-moves", &body)];
    let mut callers = JoinSet::new();
    for call in calls {
        for keeps in [true, false] {
            callers.spawn(caller(server.address.clone(), call.clone(), keeps, time));
        }
    }
    let mut all = Calls::default();
    for calls in callers.join_all().await {
        all.answered.extend(calls.answered);
        all.refused += calls.refused;
    }
    all
}

/// Asks the admin port for liveness, on a new connection each time.
async fn alive(server: &Server, time: Duration) -> Calls {
    let mut call = Call::new("/livez", "text/plain", "");
    call.method = hyper::Method::GET;
    caller(server.admin.clone(), call, false, time).await
}

/// Repeats a call for this time.
async fn caller(address: String, call: Call, keeps_connection: bool, time: Duration) -> Calls {
    let (mut calls, mut connection, begun) = (Calls::default(), None, Instant::now());
    let mut ticks = interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while begun.elapsed() < time {
        ticks.tick().await;
        let called = Instant::now();
        let answer = async {
            if connection.is_none() {
                connection = Connection::attempt(SOURCE, &address, &h2::client::Builder::new()).await;
            }
            match http2::call(&connection.as_ref()?.sender, &call).await {
                Outcome::Answered(answer) => Some(answer),
                Outcome::NotTaken | Outcome::Failed(_) => None,
            }
        };
        let is_good = |answer: &http2::Answer| answer.status == 200 && answer.code().is_none_or(|code| code == "0");
        let is_answered = timeout(TIMEOUT, answer).await.ok().flatten().is_some_and(|answer| is_good(&answer));
        if is_answered {
            calls.answered.push(called.elapsed());
        } else {
            calls.refused += 1;
        }
        if !is_answered || !keeps_connection {
            connection = None;
        }
    }
    calls
}
