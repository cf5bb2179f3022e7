//! The callers that are not measured, and that take what they can get.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ayla_rules::Side;
use ayla_rules::notation::read_rules;
use ayla_test_server::attacks::Attack;
use ayla_test_server::http2::{Call, Connection};
use ayla_test_server::{START, Server, connect};
use h2::client::Builder;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{self, Runtime};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::others::{TIMEOUT, of_suggestion, replay};
use super::{Row, table};
use crate::calls::{Caller, Calls};

/// The address of the callers where they have one.
const SOURCE: &str = "127.0.0.1";
/// The addresses of those who send a head and one byte of a body.
const SOURCES: [&str; 2] = ["127.0.0.1", "127.0.0.3"];
/// The pause before such a connection is opened again.
const PAUSE: Duration = Duration::from_millis(50);
/// A head, and one byte of the body that it announces.
const PARTIAL: &[u8] =
    b"POST /v1/variants/awale/legal-moves HTTP/1.1\r\nhost: ayla\r\ncontent-type: application/json\r\n\
    content-length: 100\r\n\r\n{";
/// The interval between two suggestions under other options: all are asked for before the others begin.
const OPTIONS: Duration = Duration::from_millis(10);
/// The search of an honest caller.
pub(super) const HONEST_MS: u64 = 4_000;

/// The callers of a row. They have a thread of their own, so that their client delays that of the others no more than a
/// program on another processor would.
pub(super) struct Greedy {
    runtime: Runtime,
    clients: JoinSet<()>,
    calls: Arc<Mutex<Calls>>,
}

impl Greedy {
    /// Begins what the callers of this row do, with an API key if there is one.
    pub(super) fn begin(row: Row, server: &Server, key: Option<&str>) -> Self {
        let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a thread");
        let entered = runtime.enter();
        let mut clients = JoinSet::new();
        let calls = Arc::new(Mutex::new(Calls::default()));
        let address = &server.address;
        match row {
            Row::UntakenAnswers => repeat(&mut clients, [SOURCE; 3], address, untaken),
            Row::PartialBodies => repeat(&mut clients, SOURCES.repeat(505), address, partial),
            Row::Frames => clients = Attack::EndlessFrames.begin(server),
            Row::None
            | Row::TwoLoops
            | Row::ManyLoops
            | Row::Reviews
            | Row::LongPictures
            | Row::LongGames
            | Row::OptionSets
            | Row::ManyAddresses
            | Row::Keys
            | Row::Honest
            | Row::Memory
            | Row::Batches => {}
        }
        for mut caller in callers(row, address) {
            if let Some(key) = key {
                caller.calls = caller.calls.iter().map(|call| call.clone().by(key)).collect();
            }
            clients.spawn(caller.endless_calls(Arc::clone(&calls)));
        }
        drop(entered);
        Self { runtime, clients, calls }
    }

    /// Ends it, and returns the calls that were noted.
    pub(super) fn end(self) -> Calls {
        drop(self.clients);
        self.runtime.shutdown_background();
        self.calls.lock().expect("no caller failed").clone()
    }
}

/// The callers of a row who make calls without end, each on a connection of its own.
fn callers(row: Row, address: &str) -> Vec<Caller> {
    let from = |source: &str, calls: Vec<Call>| Caller::new(source, address, calls, TIMEOUT);
    let searches = |source: &str, call: Call| Caller { quality: of_suggestion, ..from(source, vec![call]) };
    let same = |count, call: Call| vec![from(SOURCE, vec![call]); count];
    let longest = |rules: &str| suggestion(rules, &[("nodes", 200_000_000), ("timeMs", 10_000)]);
    let loops = |count| vec![searches(SOURCE, longest("awale")); count];
    let addresses = |count, connections, call: &dyn Fn(usize) -> Call| {
        let caller = |at| searches(&format!("127.0.1.{}", at + 1), call(at));
        (0..count).flat_map(|at| vec![caller(at); connections]).collect()
    };
    match row {
        Row::None | Row::UntakenAnswers | Row::PartialBodies | Row::Frames => Vec::new(),
        Row::TwoLoops => loops(2),
        Row::ManyLoops => loops(66),
        Row::Keys => loops(50),
        Row::Reviews => {
            let body = json!({"position": START, "moves": ["3", "3"], "nodes": 200_000_000});
            same(2, Call::json("/v1/variants/awale/review-game", &body))
        }
        Row::LongPictures => (0..34).map(|at| from(SOURCE, vec![long_picture(at)])).collect(),
        Row::LongGames => same(300, replay(1_000)),
        Row::OptionSets => {
            let calls = option_sets().iter().map(|rules| suggestion(rules, &[("nodes", 1_000)])).collect();
            vec![Caller { interval: OPTIONS, quality: of_suggestion, ..from(SOURCE, calls) }]
        }
        Row::ManyAddresses => addresses(20, 2, &|_| longest("awale")),
        Row::Honest => addresses(64, 1, &|_| suggestion("awale", &[("timeMs", HONEST_MS)])),
        Row::Batches => same(66, batch()),
        Row::Memory => {
            let rules = ["awale", "anywoli", "awale:capture=two", "anywoli:last-four=starter-takes-eight"];
            addresses(8, 4, &|at| longest(rules[at % rules.len()]))
        }
    }
}

/// A call of suggest-move in the first position of a game by these rules.
fn suggestion(rules: &str, limits: &[(&str, u64)]) -> Call {
    let rules = read_rules(rules).expect("rules");
    let start = rules.start(Side::South).position().expect("a start is consistent");
    let mut body = json!({"position": start.to_string()});
    for &(limit, value) in limits {
        body[limit] = value.into();
    }
    Call::json(&format!("/v1/variants/{}/suggest-move", rules.variant().name()), &body)
}

/// The GIF of a move of 6,731 laps, in one of many sizes and colours.
fn long_picture(at: usize) -> Call {
    let theme = ["light", "dark", "contrast"][at % 3];
    let width = [320, 480, 640, 960, 1_280][at % 5];
    Call::get(&format!(
        "/v1/variants/andada/board.gif?position=andada_010194110/103238101_-_s&move=7&theme={theme}&width={width}"
    ))
}

/// A batch of as many positions as are allowed.
fn batch() -> Call {
    let positions = [START, "andada 010194110/103238101 - s"].into_iter().cycle().take(1_000);
    let lines = positions.map(|position| format!("{}\n", json!({"position": position})));
    Call::new("/v1/batch", "application/x-ndjson", lines.collect::<String>())
}

/// Options of Anywoli and Awalé, of which most sets have an endgame table of their own; those of large tables first.
fn option_sets() -> Vec<String> {
    let mut sets = Vec::new();
    for houses in (3..=24).rev() {
        let seeds = (120 / houses).min(4);
        for last_four in ["last-captor", "starter-takes-eight", "play-out"] {
            for bonus in [false, true] {
                sets.push(format!("anywoli:bonus-move={bonus},houses={houses},last-four={last_four},seeds={seeds}"));
            }
        }
    }
    for capture in ["two", "two-or-three"] {
        for limit in 1..=6 {
            for over in ["last", "none"] {
                sets.push(format!("awale:capture={capture},limit={limit},over-limit={over}"));
            }
        }
    }
    sets.retain(|set| read_rules(set) != read_rules(table::RULES));
    sets
}

/// Spawns clients, one from each of these addresses, which connect again after a pause when their connection has ended.
fn repeat<F>(
    clients: &mut JoinSet<()>,
    sources: impl IntoIterator<Item = &'static str>,
    address: &str,
    client: fn(&'static str, String) -> F,
) where
    F: Future<Output = Option<()>> + Send + 'static,
{
    for source in sources {
        let address = address.to_owned();
        clients.spawn(async move {
            loop {
                client(source, address.clone()).await;
                sleep(PAUSE).await;
            }
        });
    }
}

/// A connection that asks for 190 long answers, and takes no byte of them.
async fn untaken(source: &'static str, address: String) -> Option<()> {
    let connection = Connection::attempt(source, &address, Builder::new().initial_window_size(0)).await?;
    let call = Call::get("/openapi.json");
    let mut answers = Vec::new();
    for _ in 0..190 {
        let mut sender = connection.sender.clone().ready().await.ok()?;
        answers.push(sender.send_request(call.head(), true).ok()?);
    }
    let _ = connection.ended.await;
    Some(())
}

/// A connection on which a head and one byte of its body are sent.
async fn partial(source: &'static str, address: String) -> Option<()> {
    let mut stream = connect(source, &address).await.ok()?;
    stream.write_all(PARTIAL).await.ok()?;
    // It ends when the server closes it.
    while stream.read(&mut [0; 1_024]).await.ok()? > 0 {}
    Some(())
}
