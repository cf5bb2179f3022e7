//! The calls of others, and liveness, while one client attacks.

use std::time::Duration;

use ayla_test_server::attacks::Attack;
use ayla_test_server::http2::{self, Call, Connection, Outcome};
use ayla_test_server::{START, Server, hostile};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::calls::{Caller, Calls};
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
    let address = server.address.clone();
    let call = hostile::unknown_options(BLOCKING_BODY);
    for _ in 0..2 {
        let connection = Connection::open(&address).await;
        let call = call.clone();
        blocking.spawn(async move { while let Outcome::Answered(_) = http2::call(&connection.sender, &call).await {} });
    }
    sleep(BEFORE).await;
    let (blocked, live) = tokio::join!(others(&server, time), alive(&server, time));
    live.row(report, "the only thread of the public port blocked: /livez", BOUND_MS);
    let is_blocked = blocked.refused > 0 || blocked.answered.iter().any(|&time| time > Duration::from_millis(BOUND_MS));
    report.expect("the thread of the public port is blocked", is_blocked);
    drop(blocking);
}

/// Prints the calls of others during an attack, and those for liveness.
async fn row(report: &mut Report, name: &str, server: &Server, time: Duration) {
    let (others, live) = tokio::join!(others(server, time), alive(server, time));
    others.row(report, name, BOUND_MS);
    live.row(report, &format!("{name}: /livez"), BOUND_MS);
}

/// Calls legal-moves over gRPC and JSON, each on a connection that is kept and on a new one for each call.
async fn others(server: &Server, time: Duration) -> Calls {
    let body = json!({"position": START});
    let calls = [Call::grpc("legal-moves", &body), Call::json("/v1/variants/awale/legal-moves", &body)];
    let mut callers = JoinSet::new();
    for call in calls {
        for keeps in [true, false] {
            let caller = Caller::new(SOURCE, &server.address, [call.clone()], TIMEOUT);
            callers.spawn(Caller { interval: INTERVAL, keeps_connection: keeps, ..caller }.calls(time));
        }
    }
    callers.join_all().await.into_iter().collect()
}

/// Asks the admin port for liveness, on a new connection each time.
async fn alive(server: &Server, time: Duration) -> Calls {
    let caller = Caller::new(SOURCE, &server.admin, [Call::get("/livez")], TIMEOUT);
    Caller { interval: INTERVAL, keeps_connection: false, ..caller }.calls(time).await
}
