//! More callers than there is room for, most of them hostile, and one that is well-behaved.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ayla_test_server::attacks::Attack;
use ayla_test_server::http2::{self, Call, Connection, Outcome};
use ayla_test_server::{Json, Rpc, START, Server, WAIT, in_time};
use hyper::Request;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

const LEGAL_MOVES: &str = "/v1/variants/awale/legal-moves";
const PREFACE: &str = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The least duration of the storm.
const STORM: Duration = Duration::from_secs(2);

const CONNECTIONS: u64 = 256;
const CALLS: u64 = 32;
const STREAMS: u64 = 50;
const HEADER_BYTES: u64 = 16 * 1_024;
const BODY_BYTES: u64 = 64 * 1_024;

/// The most memory that callers may take, by the formula in docs/operations.md.
const TAKEN: u64 =
    CONNECTIONS * (272 * 1_024 + 2 * HEADER_BYTES + STREAMS * 4 * 1_024) + CALLS * (HEADER_BYTES + 4 * BODY_BYTES);
/// The most memory of the search, with tables of earlier searches that the allocator has not released.
const SEARCH: u64 = 5 * 2 * 1_024 * 1_024;
/// The memory of an idle process in the debug profile.
const REST: u64 = 48 * 1_024 * 1_024;

/// The target of the storm.
#[derive(Debug)]
struct Storm {
    address: String,
    /// What each kind of caller did: without that, the test would prove nothing.
    done: [AtomicUsize; 8],
}

impl Storm {
    fn count(&self, kind: usize) {
        self.done[kind].fetch_add(1, Ordering::Relaxed);
    }

    async fn open(&self) -> Option<TcpStream> {
        // A caller who cannot connect at once must not keep others from running.
        tokio::task::yield_now().await;
        TcpStream::connect(&self.address).await.ok()
    }

    /// A connection on which these bytes were sent, unless it is refused.
    async fn send(&self, bytes: &[u8]) -> Option<TcpStream> {
        let mut stream = self.open().await?;
        stream.write_all(bytes).await.ok()?;
        Some(stream)
    }

    async fn connect(&self, settings: &h2::client::Builder) -> Option<Connection> {
        tokio::task::yield_now().await;
        Connection::attempt("127.0.0.1", &self.address, settings).await
    }
}

fn legal_moves() -> Call {
    Call::json(LEGAL_MOVES, &json!({"position": START}))
}

/// Makes as many calls at once as a connection allows, again and again.
async fn flood(storm: Arc<Storm>) {
    let grpc = Call::grpc("legal-moves", &json!({"position": START}));
    let slow = Call::json("/v1/variants/awale/suggest-move", &json!({"position": START, "timeMs": 50}));
    let calls = [legal_moves(), grpc, slow];
    loop {
        let Some(connection) = storm.connect(&h2::client::Builder::new()).await else { continue };
        let mut running = JoinSet::new();
        for at in 0..STREAMS as usize {
            let sender = connection.sender.clone();
            let call = calls[at % calls.len()].clone();
            running.spawn(async move { http2::call(&sender, &call).await });
        }
        while running.join_next().await.is_some() {}
        storm.count(0);
        connection.ended.abort();
    }
}

/// Sends a body slowly.
async fn trickle(storm: Arc<Storm>) {
    let head = "host: ayla\r\ncontent-type: application/json\r\ncontent-length: 10000";
    loop {
        let Some(mut stream) = storm.send(format!("POST {LEGAL_MOVES} HTTP/1.1\r\n{head}\r\n\r\n").as_bytes()).await
        else {
            continue;
        };
        storm.count(1);
        while stream.write_all(b"   ").await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Requests answers over HTTP/1 and does not read them.
async fn pipeline(storm: Arc<Storm>) {
    let many = "GET /openapi.json HTTP/1.1\r\nhost: ayla\r\n\r\n".repeat(500);
    loop {
        let Some(stream) = storm.send(many.as_bytes()).await else { continue };
        storm.count(2);
        while stream.try_write(b"\r\n").is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Requests answers over HTTP/2 with a window of no byte or one.
async fn stall(storm: Arc<Storm>, window: u32) {
    loop {
        let Some(connection) = storm.connect(h2::client::Builder::new().initial_window_size(window)).await else {
            continue;
        };
        let mut kept = Vec::new();
        while let Ok(mut sender) = connection.sender.clone().ready().await {
            let request = Request::get("http://ayla/openapi.json").body(()).expect("a request");
            let Ok((answer, _)) = sender.send_request(request, true) else { break };
            kept.push(answer);
            if kept.len() == STREAMS as usize {
                storm.count(3);
                break;
            }
        }
        let _ = timeout(Duration::from_secs(3), connection.ended).await;
    }
}

/// Opens connections and sends nothing, or not enough.
async fn half_open(storm: Arc<Storm>, said: String) {
    loop {
        let Some(mut stream) = storm.send(said.as_bytes()).await else { continue };
        storm.count(4);
        let mut answer = Vec::new();
        let _ = timeout(Duration::from_secs(3), stream.read_to_end(&mut answer)).await;
    }
}

/// Sends what is not HTTP, not gRPC, or too large.
async fn malformed(storm: Arc<Storm>) {
    let frame = |head: &str| format!("{PREFACE}\0\0\0\x04\0\0\0\0\0{head}");
    let large = "x".repeat(200_000);
    let raw = [
        frame(&large),
        // DATA on no stream, HEADERS that cannot be decoded, SETTINGS of a wrong length, WINDOW_UPDATE by nothing.
        frame("\0\0\x04\0\0\0\0\0\0abcd"),
        frame("\0\0\x04\x01\x05\0\0\0\x01\x7f\x7f\x7f\x7f"),
        frame("\0\0\x01\x04\0\0\0\0\0a"),
        frame("\0\0\x04\x08\0\0\0\0\0\0\0\0\0"),
        format!("GET / HTTP/1.1\r\nlarge: {large}\r\n\r\n"),
        format!("POST {LEGAL_MOVES} HTTP/1.1\r\nhost: a\r\ncontent-length: 200000\r\n\r\n{large}"),
        format!("POST {LEGAL_MOVES} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"),
        "\0\x01\x02\r\n\r\n".to_owned(),
    ];
    let framed: [&[u8]; 5] =
        [b"\0\xff\xff\xff\xff", b"\0\0\0\0\x09abc", b"\x01\0\0\0\x03abc", b"\x07\0\0\0\x01a", b"\0\0\0\0\x02\xff\xff"];
    loop {
        for text in &raw {
            let Some(mut stream) = storm.send(text.as_bytes()).await else { continue };
            let mut answer = Vec::new();
            let _ = timeout(Duration::from_secs(2), stream.read_to_end(&mut answer)).await;
        }
        let Some(connection) = storm.connect(&h2::client::Builder::new()).await else { continue };
        for body in framed {
            let call = Call::new("/mancala.v1.MancalaService/LegalMoves", "application/grpc", body);
            if let Outcome::Answered(answer) = http2::call(&connection.sender, &call).await {
                let code = answer.code().expect("a code").to_owned();
                assert!(!["2", "13"].contains(&code.as_str()), "{body:?}: {answer:?}");
                storm.count(5);
            }
        }
        connection.ended.abort();
    }
}

/// Cancels calls as soon as they are made.
async fn reset(storm: Arc<Storm>) {
    loop {
        let Some(connection) = storm.connect(&h2::client::Builder::new()).await else { continue };
        loop {
            let Ok(mut sender) = connection.sender.clone().ready().await else { break };
            let Ok((_, mut stream)) = sender.send_request(legal_moves().head(), false) else { break };
            stream.send_reset(h2::Reason::CANCEL);
            storm.count(6);
            tokio::task::yield_now().await;
        }
        connection.ended.abort();
    }
}

/// Opens more connections than are allowed.
async fn crowd(storm: Arc<Storm>) {
    loop {
        let mut held = Vec::new();
        for _ in 0..300 {
            if let Ok(stream) = TcpStream::connect(&storm.address).await {
                held.push(stream);
            }
        }
        storm.count(7);
        sleep(Duration::from_millis(500)).await;
    }
}

/// Makes a call over each connection, which is answered.
async fn is_answered(json: &mut Json, rpc: &Rpc) {
    let body = json!({"position": START});
    let answer = in_time(json.ask("awale", "legal-moves", &body)).await;
    assert_ne!(answer.headers.get("connection"), Some(&"close".parse().expect("a value")));
    assert_eq!(answer.status, 200, "{:?}", answer.body);
    in_time(rpc.ask("legal-moves", &body)).await.expect("an answer");
}

/// A server with the limits of this file, and these.
fn server(settings: &[(&str, &str)]) -> Server {
    let [connections, calls, streams, body_bytes] =
        [CONNECTIONS, CALLS, STREAMS, BODY_BYTES].map(|number| number.to_string());
    let limits = [
        ("AYLA_CONNECTIONS", &*connections),
        ("AYLA_CALLS", &*calls),
        ("AYLA_STREAMS", &*streams),
        ("AYLA_BODY_BYTES", &*body_bytes),
        ("AYLA_IDLE_TIME_MS", "120000"),
        ("AYLA_SEARCH_SLOTS", "1"),
        ("AYLA_SEARCH_QUEUE", "4"),
        ("AYLA_SUGGEST_NODES", "100000"),
    ];
    Server::start_with(&[&limits[..], settings].concat())
}

/// Well-behaved callers: of both transports, and of the admin port. The storm comes from another address.
struct Callers {
    json: Json,
    rpc: Rpc,
    operator: Json,
}

impl Callers {
    async fn connect(server: &Server) -> Self {
        let other = "127.0.0.2";
        let json = Json::over(server.connect_from(other).await, &server.address).await;
        let rpc = Rpc(Connection::over(server.connect_from(other).await, &h2::client::Builder::new()).await);
        Self { json, rpc, operator: server.operator().await }
    }

    /// Makes calls, which are all answered.
    async fn are_answered(&mut self) {
        for path in ["/livez", "/readyz", "/metrics"] {
            assert_eq!(in_time(self.operator.get(path)).await.status, 200, "{path}");
        }
        for _ in 0..20 {
            is_answered(&mut self.json, &self.rpc).await;
        }
    }
}

impl Storm {
    /// Begins a storm of callers of every kind.
    fn begin(server: &Server) -> (Arc<Self>, JoinSet<()>) {
        let storm = Arc::new(Self { address: server.address.clone(), done: Default::default() });
        let mut callers = JoinSet::new();
        let mut call = |count: usize, caller: &dyn Fn() -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>>| {
            for _ in 0..count {
                callers.spawn(caller());
            }
        };
        call(4, &|| Box::pin(flood(Arc::clone(&storm))));
        call(24, &|| Box::pin(trickle(Arc::clone(&storm))));
        call(3, &|| Box::pin(pipeline(Arc::clone(&storm))));
        call(3, &|| Box::pin(stall(Arc::clone(&storm), 0)));
        call(3, &|| Box::pin(stall(Arc::clone(&storm), 1)));
        for said in ["", "GET /v1/var", "PRI * HTTP/2", PREFACE] {
            call(8, &|| Box::pin(half_open(Arc::clone(&storm), said.to_owned())));
        }
        call(2, &|| Box::pin(malformed(Arc::clone(&storm))));
        call(2, &|| Box::pin(reset(Arc::clone(&storm))));
        call(1, &|| Box::pin(crowd(Arc::clone(&storm))));
        (storm, callers)
    }

    fn done(&self) -> [usize; 8] {
        self.done.each_ref().map(|done| done.load(Ordering::Relaxed))
    }
}

/// Ends a storm.
async fn end(mut callers: JoinSet<()>) {
    callers.abort_all();
    while let Some(caller) = callers.join_next().await {
        // A panic: a malformed call looked like a failure of the service.
        caller.or_else(|ended| if ended.is_cancelled() { Ok(()) } else { Err(ended) }).expect("no caller fails");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn well_behaved_callers_are_answered_in_a_storm() {
    let server = server(&[
        ("AYLA_HEAD_TIME_MS", "1000"),
        ("AYLA_BODY_TIME_MS", "1000"),
        // Enough for the test to be served by a busy machine in between.
        ("AYLA_STALL_TIME_MS", "3000"),
    ]);
    let mut well_behaved = Callers::connect(&server).await;
    well_behaved.are_answered().await;
    let before = server.memory();

    let begun = Instant::now();
    let (storm, callers) = Storm::begin(&server);
    let mut most = before;
    let ends = tokio::spawn(sleep(STORM));
    // It lasts until every kind of caller has connected, and calls and connections were refused.
    let mut was_storm = false;
    while !ends.is_finished() || !was_storm {
        assert!(begun.elapsed() < WAIT, "it was no storm: {:?}", storm.done());
        well_behaved.are_answered().await;
        was_storm = !storm.done().contains(&0) && shed(&server, "calls").await && shed(&server, "connections").await;
        most = most.max(server.memory());
    }
    end(callers).await;
    let before = before / 1_024;
    let most = most / 1_024;
    println!("{before} KB, then {most} KB; {:?}", storm.done());
    assert!(most < (REST + SEARCH + TAKEN) / 1_024, "{most} KB");

    // Afterwards nothing is left of it.
    server.until("ayla_calls_in_flight", |calls| calls == 0.0).await;
    server.until("ayla_connections_open", |open| open == 2.0).await;
    well_behaved.are_answered().await;
    assert_none_failed(&server).await;
}

/// The duration of the soak in seconds, unless `SOAK_SECONDS` sets another.
const SOAK_SECONDS: u64 = 300;
/// The duration of the same attacks before the soak, in seconds. The allocator keeps most of what it took at their peak
/// in partly used pages, which says nothing about what a longer time adds.
const WARM_UP_SECONDS: u64 = 30;
/// The time after attacks in which a server returns to what it had before.
const RECOVERY: Duration = Duration::from_secs(30);
/// How often an idle server is probed.
const PROBE_INTERVAL: Duration = Duration::from_secs(2);
/// The memory that a server may have after the soak above what it had after the warm-up, in bytes. What the allocator
/// keeps after the same attacks differs by up to 11 MiB: see benches/README.md.
const KEPT: u64 = 16 * 1_024 * 1_024;

/// What a process has.
#[derive(Copy, Clone, Debug)]
struct Resources {
    memory: u64,
    descriptors: usize,
}

impl Resources {
    fn of(server: &Server) -> Self {
        Self { memory: server.memory(), descriptors: server.descriptors() }
    }

    fn max(self, other: Self) -> Self {
        Self { memory: self.memory.max(other.memory), descriptors: self.descriptors.max(other.descriptors) }
    }
}

/// Attacks a server for this long in every way, while well-behaved callers are answered. Returns the most that it had.
async fn attack(server: &Server, seconds: u64) -> Resources {
    let mut well_behaved = Callers::connect(server).await;
    let begun = Instant::now();
    let mut rounds = 0;
    let mut most = Resources::of(server);
    let (storm, callers) = Storm::begin(server);
    let attacks = Attack::ALL.map(|attack| attack.begin(server));
    // An older connection to the admin port makes room for the attack on it: those of the next rounds are newer.
    let makes_room = async {
        while !well_behaved.operator.is_closed() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    in_time(makes_room).await;
    while begun.elapsed() < Duration::from_secs(seconds) {
        well_behaved.operator = server.operator().await;
        well_behaved.are_answered().await;
        rounds += 1;
        most = most.max(Resources::of(server));
    }
    end(callers).await;
    drop(attacks);
    println!("{rounds} rounds of calls in {seconds} s; what the storm did: {:?}", storm.done());
    most
}

/// Leaves a server alone but for probes. Returns what it has when that is enough, or when the time for it has passed.
async fn recover(server: &Server, is_enough: impl Fn(Resources) -> bool) -> Resources {
    let ended = Instant::now();
    loop {
        assert_eq!(server.operator().await.get("/metrics").await.status, 200);
        // The connection of the probe is gone by then.
        sleep(PROBE_INTERVAL).await;
        let now = Resources::of(server);
        if is_enough(now) || ended.elapsed() >= RECOVERY {
            println!("{now:?} {:.1} s later", ended.elapsed().as_secs_f64());
            return now;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "lasts six minutes, or as many seconds as SOAK_SECONDS says and one minute"]
async fn a_server_recovers_from_five_minutes_of_every_attack() {
    let seconds = std::env::var("SOAK_SECONDS").map_or(SOAK_SECONDS, |text| text.parse().expect("a number of seconds"));
    let server = server(&[]);
    let descriptors = server.descriptors();
    Callers::connect(&server).await.are_answered().await;
    let connections_are_gone = async {
        while server.descriptors() > descriptors {
            sleep(Duration::from_millis(20)).await;
        }
    };
    in_time(connections_are_gone).await;
    let fresh = Resources::of(&server);

    attack(&server, WARM_UP_SECONDS).await;
    let before = recover(&server, |_| false).await;
    let most = attack(&server, seconds).await;
    let is_idle = |now: Resources| now.memory <= before.memory + KEPT && now.descriptors <= fresh.descriptors;
    let after = recover(&server, is_idle).await;
    println!("{fresh:?} fresh, {before:?} after the warm-up, at most {most:?}, {after:?} after the soak");
    assert!(is_idle(after));
    Callers::connect(&server).await.are_answered().await;
    assert_none_failed(&server).await;
}

/// Whether calls or connections were refused.
async fn shed(server: &Server, what: &str) -> bool {
    server.metric(&format!("ayla_shed_total{{reason=\"{what}\"}}")).await.is_some_and(|shed| shed > 0.0)
}

/// Asserts that no call failed for another reason than overload.
async fn assert_none_failed(server: &Server) {
    let text = server.operator().await.get("/metrics").await.body;
    let text = std::str::from_utf8(&text).expect("UTF-8");
    for line in text.lines().filter(|line| line.starts_with("ayla_calls_total{") && !line.ends_with(" 0")) {
        let (_, status) = line.split_once("status=\"").expect("a label");
        let failed = ["INTERNAL", "UNKNOWN", "DATA_LOSS", "5"].iter().any(|failure| status.starts_with(failure));
        assert!(!failed || status.starts_with("503"), "{line}");
    }
}
