//! batch over gRPC and JSON: the answers of single calls, in order, and its limits.

use ayla::proto::{BatchRequest, PackedBatchRequest, PackedBatchResponse};
use ayla_rules::{Move, Position, Variant};
use ayla_test_games::Random;
use ayla_test_server::command::{folder, run, text};
use ayla_test_server::http2::{self, Call, Connection, frame};
use ayla_test_server::{Json, Reply, START, Server, alike, in_time, rpc};
use hyper::body::Bytes;
use prost::Message;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tonic::Code;

use super::grpc::refusal;

const PATH: &str = "/v1/batch";
const RPC: &str = "/mancala.v1.MancalaService/Batch";
const PACKED: &str = "/mancala.v1.MancalaService/PackedBatch";
const NDJSON: &str = "application/x-ndjson";
const IN_FLIGHT: &str = "ayla_calls_in_flight";
/// The most batches of one client at the same time.
const SHARE: usize = 32;

/// A body over JSON.
fn lines(requests: &[Value]) -> Vec<u8> {
    requests.iter().map(|request| format!("{request}\n")).collect::<String>().into_bytes()
}

/// A body over gRPC.
fn messages(requests: &[Value]) -> Vec<u8> {
    let message = |request: &Value| Call::grpc("batch", request).body;
    requests.iter().map(message).collect::<Vec<_>>().concat()
}

/// The answers in a body over JSON.
fn of_lines(body: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(body).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines().map(|line| alike::of_json(serde_json::from_str(line).expect("JSON"))).collect()
}

/// The answers in a body over gRPC.
fn of_messages(body: Bytes) -> Vec<Value> {
    http2::frames(body).into_iter().map(|(_, message)| rpc::response("batch", &message)).collect()
}

async fn post(json: &mut Json, body: &[u8]) -> Reply {
    json.send("POST", PATH, &[("content-type", NDJSON)], body).await
}

async fn over_json(json: &mut Json, requests: &[Value]) -> Vec<Value> {
    let reply = post(json, &lines(requests)).await;
    assert_eq!((reply.status.as_u16(), &reply.headers["content-type"]), (200, &NDJSON.parse().expect("ASCII")));
    assert_eq!(reply.headers["cache-control"], "no-store");
    of_lines(&reply.body)
}

async fn over_grpc(server: &Server, requests: &[Value]) -> Vec<Value> {
    let call = Call::new(RPC, "application/grpc", messages(requests));
    let (_connection, outcome) = in_time(http2::call_on_new(&server.address, &call)).await;
    let answer = outcome.answer();
    assert_eq!(answer.grpc_status().code(), Code::Ok, "{:?}", answer.grpc_status());
    of_messages(answer.body)
}

/// The answers to a packed batch, whose messages have this many requests each.
async fn packed(server: &Server, requests: &[Value], size: usize) -> Vec<Value> {
    let decoded = |(_, message): (u8, Bytes)| PackedBatchResponse::decode(message).expect("a message").responses;
    let message = |requests: &[Value]| {
        let request = |request| BatchRequest::decode(&Call::grpc("batch", request).body[5..]).expect("a message");
        frame(&PackedBatchRequest { requests: requests.iter().map(request).collect() }.encode_to_vec())
    };
    let body = requests.chunks(size).map(message).collect::<Vec<_>>().concat();
    let (_connection, outcome) =
        in_time(http2::call_on_new(&server.address, &Call::new(PACKED, "application/grpc", body))).await;
    let answer = outcome.answer();
    assert_eq!(answer.grpc_status().code(), Code::Ok, "{:?}", answer.grpc_status());
    let answers = http2::frames(answer.body).into_iter().flat_map(decoded);
    answers.map(|answer| rpc::response("batch", &answer.encode_to_vec())).collect()
}

/// The reasons of answers that are errors.
fn reasons(answers: &[Value]) -> Vec<&str> {
    answers.iter().filter_map(|answer| answer["error"]["reason"].as_str()).collect()
}

/// As many requests about the first position.
fn starts(count: usize) -> Vec<Value> {
    (0..count).map(|id| json!({"id": id.to_string(), "position": START})).collect()
}

/// A request with this many moves of a game without an end: two pairs of seeds that go round one behind the other.
fn endless(moves: usize) -> Value {
    let start = Position::read("awale 110000/110000 20/24 s").expect("a position");
    let mut position = start;
    let mut made = Vec::new();
    for _ in 0..moves {
        let next = position.legal_moves()[0];
        position = position.play_unchecked(next, &mut ()).expect("legal");
        made.push(next.text());
    }
    json!({"position": start.to_string(), "moves": made})
}

/// Random requests of a variant, some of them at fault.
fn random(variant: Variant, seed: u64) -> Value {
    let mut random = Random(seed << 8 | variant as u64);
    let (start, moves, line) = random.line(variant, 12);
    let mut moves: Vec<_> = moves.iter().map(Move::to_string).collect();
    if random.chance(6) {
        moves.push(random.pick(&["0", "99", "x", "take"]).to_string());
    }
    let mut request = json!({"id": format!("{variant} {seed}"), "position": start.to_string(), "moves": moves});
    if random.chance(2) {
        let legal = line.position().legal_moves();
        let text = if legal.is_empty() || random.chance(3) { "7".to_owned() } else { random.pick(&legal).text() };
        request["move"] = text.into();
    }
    if random.chance(4) {
        request["locale"] = "fr".into();
    }
    let fault = random.below(12);
    match fault {
        0 => request["position"] = format!("{variant} 444444/44444x 0/0 s").into(),
        1 => request["token"] = "x".into(),
        2 => request["position"] = Value::Null,
        _ => {}
    }
    if (1..=2).contains(&fault) {
        // The game is in the path of a single call. A batch has it from the position, and faults of moves depend on it.
        request["moves"] = json!([]);
    }
    request
}

/// What the single calls answer.
async fn alone(json: &mut Json, variant: Variant, request: &Value) -> Value {
    let mut body = request.clone();
    let id = body.as_object_mut().expect("an object").remove("id").expect("an id");
    let operation = if body["move"].is_string() { "apply-move" } else { "legal-moves" };
    let reply = json.ask(variant.name(), operation, &body).await;
    let said = reply.json();
    alike::of_json(if reply.status == 200 {
        let [line, text] = ["line", "text"].map(|name| &said["position"][name]);
        let [status, moves] = [&said["status"], &said["legalMoves"]];
        let beside = (line != text).then_some(text);
        json!({"id": id, "position": line, "text": beside, "status": status, "legalMoves": moves})
    } else {
        let [reason, detail, metadata] = ["reason", "detail", "metadata"].map(|name| &said[name]);
        let error = json!({"reason": reason, "detail": detail, "metadata": metadata, "violations": said["violations"]});
        json!({"id": id, "error": error})
    })
}

#[tokio::test]
async fn each_position_is_answered_as_alone_on_both_transports_and_in_order() {
    let server = Server::shared();
    let mut json = server.json().await;
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    let mut lines = 0;
    for seed in 0..60 {
        for &variant in Variant::ALL {
            let request = random(variant, seed);
            expected.push(alone(&mut json, variant, &request).await);
            requests.push(request);
        }
        if requests.len() >= 60 {
            assert_eq!(over_json(&mut json, &requests).await, expected);
            assert_eq!(over_grpc(server, &requests).await, expected);
            for size in [1, 7, 100] {
                assert_eq!(packed(server, &requests, size).await, expected);
            }
            assert!((5..expected.len() - 5).contains(&reasons(&expected).len()), "{expected:?}");
            lines += expected.iter().filter(|answer| answer["text"].is_string()).count();
            (requests, expected) = Default::default();
        }
    }
    assert!(lines > 0, "no position has a text beside its line");
}

#[tokio::test]
async fn one_position_too_many_is_refused_and_ends_the_batch() {
    let server = Server::shared();
    let mut json = server.json().await;
    let requests = starts(1_003);
    let packed = [packed(server, &requests, 400).await, packed(server, &requests, 1_003).await];
    let answers = [over_json(&mut json, &requests).await, over_grpc(server, &requests).await];
    for answers in answers.into_iter().chain(packed) {
        assert_eq!((answers.len(), reasons(&answers)), (1_001, vec!["TOO_LARGE"]));
        let ids = answers.iter().map(|answer| answer["id"].as_str().expect("an id").to_owned());
        assert!(ids.eq((0..1_001).map(|id| id.to_string())));
    }
    for answers in [over_json(&mut json, &requests[..1_000]).await, over_grpc(server, &requests[..1_000]).await] {
        assert_eq!((answers.len(), reasons(&answers)), (1_000, vec![]));
    }
    for answers in [over_json(&mut json, &[]).await, over_grpc(server, &[]).await] {
        assert_eq!(answers, [] as [Value; 0]);
    }
}

#[tokio::test]
async fn of_many_empty_requests_in_a_message_no_more_are_kept_than_are_answered() {
    let empty = [10, 0].repeat(30_000);
    let message = PackedBatchRequest::decode(&*empty).expect("a message");
    assert_eq!(message.requests.len(), 1_001);
    let server = Server::shared();
    let call = Call::new(PACKED, "application/grpc", frame(&empty));
    let (_connection, outcome) = in_time(http2::call_on_new(&server.address, &call)).await;
    let messages = http2::frames(outcome.answer().body).into_iter();
    let answers = messages.map(|(_, message)| PackedBatchResponse::decode(message).expect("a message").responses.len());
    assert_eq!(answers.sum::<usize>(), 1_001);
}

#[tokio::test]
async fn whole_games_are_answered_as_many_as_fit() {
    let server = Server::shared();
    let mut json = server.json().await;
    let requests = [vec![endless(1_000); 60], starts(1), vec![endless(1_001)]].concat();
    for answers in [over_json(&mut json, &requests).await, over_grpc(server, &requests).await] {
        assert_eq!((answers.len(), reasons(&answers)), (62, vec!["MALFORMED_REQUEST"]));
        assert_eq!(answers[61]["error"]["violations"][0]["field"], "moves");
    }
}

#[tokio::test]
async fn many_batches_on_a_connection_that_send_before_they_read_lose_nothing() {
    let server = Server::shared();
    let requests = starts(1_000).iter().map(|request| Call::grpc("batch", request).body).collect::<Vec<_>>();
    let connection = Connection::open(&server.address).await;
    for _ in 0..20 {
        let (mut sent, mut answers) = begin(&connection, RPC, "application/grpc").await;
        // Each message in a frame of its own, or in two, and all of them before the first answer is read.
        for (at, request) in requests.iter().enumerate() {
            let mut message = request.clone();
            if at % 2 == 0 {
                sent.send_data(message.split_to(5), false).expect("open");
            }
            sent.send_data(message, false).expect("open");
        }
        sent.send_data(Bytes::new(), true).expect("open");
        let answers = http2::frames(in_time(http2::receive(&mut answers)).await.expect("no error"));
        assert_eq!(answers.len(), 1_000);
        let [first, last] = [&answers[0], &answers[999]].map(|(_, message)| rpc::response("batch", message));
        assert_eq!([&first["id"], &last["id"]], ["0", "999"]);
    }
}

#[tokio::test]
async fn bodies_and_positions_have_limits_of_their_own() {
    let server = Server::start_with(&[("AYLA_BODY_BYTES", "1024"), ("AYLA_BATCH_BYTES", "4096")]);
    let mut json = server.json().await;
    let long = json!({"id": "x".repeat(1_024)});
    let answers = over_json(&mut json, &[starts(1), vec![long], starts(1)].concat()).await;
    assert_eq!((answers.len(), reasons(&answers)), (3, vec!["TOO_LARGE"]));

    let reply = post(&mut json, &lines(&starts(200))).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (413, &"TOO_LARGE".into()));
    // A body whose length is not announced is answered until it is too large.
    let connection = Connection::open(&server.address).await;
    let answer = http2::call(&connection.sender, &Call::new(PATH, NDJSON, lines(&starts(200)))).await.answer();
    let answers = of_lines(&answer.body);
    assert_eq!((answer.status.as_u16(), reasons(&answers)), (200, vec!["TOO_LARGE"]));
    assert!(answers.len() < 200 && answers[answers.len() - 1].get("id").is_none(), "{answers:?}");

    let call = Call::new(RPC, "application/grpc", messages(&starts(200)));
    let status = http2::call(&connection.sender, &call).await.answer().grpc_status();
    assert_eq!((status.code(), refusal(&status).reason.as_str()), (Code::ResourceExhausted, "TOO_LARGE"));
    let message = messages(&[json!({"position": "x".repeat(1_024)})]);
    let status = http2::call(&connection.sender, &Call::new(RPC, "application/grpc", message)).await.answer();
    assert_eq!(refusal(&status.grpc_status()).reason, "TOO_LARGE");
    let call = Call::new(RPC, "application/grpc", frame(b"\xff"));
    let status = http2::call(&connection.sender, &call).await.answer().grpc_status();
    assert_eq!((status.code(), refusal(&status).reason.as_str()), (Code::InvalidArgument, "MALFORMED_REQUEST"));
}

#[tokio::test]
async fn what_is_no_batch_is_refused_before_any_answer() {
    let server = Server::shared();
    let mut json = server.json().await;
    for (path, headers, status, reason) in [
        (PATH, &[("content-type", "application/json")][..], 415, "UNSUPPORTED_MEDIA_TYPE"),
        (PATH, &[("content-type", "text/plain")], 415, "UNSUPPORTED_MEDIA_TYPE"),
        (PATH, &[("content-type", NDJSON), ("content-encoding", "gzip")], 415, "UNSUPPORTED_MEDIA_TYPE"),
        ("/v1/batch?id=1", &[("content-type", NDJSON)], 400, "UNKNOWN_FIELD"),
    ] {
        let reply = json.send("POST", path, headers, b"{}").await;
        assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (status, &reason.into()));
    }
    assert_eq!(json.get(PATH).await.status, 405);
    assert_eq!(of_lines(&json.send("POST", PATH, &[], b"{}\n").await.body).len(), 1);
    let headers = [("content-type", "Application/X-NDJSON; charset=utf-8"), ("accept-language", "fr")];
    let answers = of_lines(&json.send("POST", PATH, &headers, b"{}\r\n\n").await.body);
    assert_eq!(answers[0]["error"]["detail"], "Il manque la position\u{a0}: donnez position, setup ou token.");
}

/// Begins a batch, and returns the streams of its requests and of its answers.
async fn begin(connection: &Connection, path: &str, media_type: &str) -> (h2::SendStream<Bytes>, h2::RecvStream) {
    let mut sender = connection.sender.clone().ready().await.expect("open");
    let head = Call::new(path, media_type, Vec::new()).head();
    let (answer, requests) = sender.send_request(head, false).expect("open");
    let answer = in_time(answer).await.expect("a head");
    assert_eq!(answer.status(), 200);
    (requests, answer.into_body())
}

/// A batch whose client has sent these requests and no end.
struct Open {
    connection: Connection,
    requests: h2::SendStream<Bytes>,
    answers: h2::RecvStream,
}

impl Open {
    async fn begin(server: &Server, path: &str, media_type: &str, window: u32) -> Self {
        let settings = h2::client::Builder::new().initial_window_size(window).clone();
        let connection = Connection::with(&server.address, &settings).await;
        let (requests, answers) = begin(&connection, path, media_type).await;
        Self { connection, requests, answers }
    }

    /// Whether nothing more is received, once that is known.
    async fn has_ended(&mut self) -> bool {
        let end = in_time(self.answers.data()).await;
        end.is_none_or(|piece| piece.expect("no error").is_empty())
    }

    async fn receive(&mut self) -> Bytes {
        let piece = in_time(self.answers.data()).await.expect("a piece").expect("no error");
        self.answers.flow_control().release_capacity(piece.len()).expect("it was received");
        piece
    }
}

#[tokio::test]
async fn each_position_is_answered_as_soon_as_it_arrives() {
    let server = Server::start();
    for (path, media_type) in [(PATH, NDJSON), (RPC, "application/grpc")] {
        let mut open = Open::begin(&server, path, media_type, 65_535).await;
        for request in starts(20) {
            let requests = [request];
            let sent = if path == RPC { messages(&requests) } else { lines(&requests) };
            open.requests.send_data(sent.into(), false).expect("open");
            let piece = open.receive().await;
            let answers = if path == RPC { of_messages(piece) } else { of_lines(&piece) };
            assert_eq!((answers.len(), &answers[0]["id"]), (1, &requests[0]["id"]));
        }
        open.requests.send_data(Bytes::new(), true).expect("open");
        assert!(open.has_ended().await);
        server.until(IN_FLIGHT, |calls| calls == 0.0).await;
    }
    for (transport, status) in [("grpc", "OK"), ("http", "200")] {
        let labels = format!(r#"operation="batch",transport="{transport}",status="{status}""#);
        server.until(&format!("ayla_calls_total{{{labels}}}"), |calls| calls == 1.0).await;
    }
}

#[tokio::test]
async fn a_client_has_half_of_the_places_and_frees_them_by_leaving() {
    let server = Server::start();
    for (path, media_type) in [(PATH, NDJSON), (RPC, "application/grpc")] {
        let mut open = Vec::new();
        for _ in 0..SHARE {
            open.push(Open::begin(&server, path, media_type, 65_535).await);
        }
        let mut json = server.json().await;
        let reply = post(&mut json, &lines(&starts(1))).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (503, &"OVERLOADED".into()));
        let call = Call::new(RPC, "application/grpc", messages(&starts(1)));
        let answer = http2::call(&server.rpc().await.0.sender, &call).await.answer();
        assert_eq!(answer.code(), Some("14"));
        // Others have places.
        let mut other = Json::over(server.connect_from("127.0.0.2").await, &server.address).await;
        assert_eq!(reasons(&over_json(&mut other, &starts(1)).await), [""; 0]);
        for open in open.drain(..) {
            // In one of the two ways.
            match path {
                PATH => open.connection.ended.abort(),
                _ => drop((open.requests, open.answers, open.connection)),
            }
        }
        server.until(IN_FLIGHT, |calls| calls == 0.0).await;
        assert_eq!(reasons(&over_json(&mut json, &starts(1)).await), [""; 0]);
    }
}

#[tokio::test]
async fn answers_that_are_not_read_are_not_made() {
    // Longer than the test, so that no batch ends before it is read.
    let times = ["AYLA_DEADLINE_MS", "AYLA_BODY_TIME_MS", "AYLA_STALL_TIME_MS"].map(|time| (time, "600000"));
    let server = Server::start_with(&times);
    over_json(&mut server.json().await, &starts(1_000)).await;
    over_grpc(&server, &starts(1_000)).await;
    let before = server.most_memory();
    // Errors are longer than other answers: those of a batch take more than a megabyte.
    let faulty = json!({"position": "awale:a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8 444444/444444 0/0 s"});
    let faulty = vec![faulty; 1_000];
    let whole = post(&mut server.json().await, &lines(&faulty)).await.body.len() as u64;
    let mut open = Vec::new();
    for _ in 0..SHARE / 2 {
        for (path, media_type) in [(PATH, NDJSON), (RPC, "application/grpc")] {
            let mut batch = Open::begin(&server, path, media_type, 16_384).await;
            let body = if path == RPC { messages(&faulty) } else { lines(&faulty) };
            batch.requests.send_data(body.into(), true).expect("open");
            open.push(batch);
        }
    }
    // The first answers are made: this one waits for its turn behind them.
    let mut other = Json::over(server.connect_from("127.0.0.2").await, &server.address).await;
    over_json(&mut other, &starts(1)).await;
    let taken = server.most_memory().saturating_sub(before);
    // What the formula in docs/operations.md has for as many connections and calls.
    assert!(taken < SHARE as u64 * (304 + 16 + 4 * 64) * 1_024, "{taken}");
    assert!(taken < SHARE as u64 * whole / 3, "{taken} {whole}");
    // What was not read is still there.
    for (at, batch) in open.iter_mut().enumerate().take(2) {
        let mut body = Vec::new();
        while let Some(piece) = in_time(batch.answers.data()).await {
            let piece = piece.expect("no error");
            batch.answers.flow_control().release_capacity(piece.len()).expect("it was received");
            body.extend_from_slice(&piece);
        }
        let answers = if at % 2 == 0 { of_lines(&body) } else { of_messages(body.into()) };
        assert_eq!(reasons(&answers), ["UNKNOWN_OPTION"; 1_000]);
    }
}

#[tokio::test]
async fn others_have_their_turns_beside_batches_without_end() {
    let server = Server::start_with(&[("AYLA_SEARCH_SLOTS", "1")]);
    // Moves of thousands of laps.
    let slow = lines(&vec![json!({"position": "andada 010194110/103238101 - s"}); 1_000]);
    let mut greedy = JoinSet::new();
    for _ in 0..SHARE {
        let mut json = server.json().await;
        let slow = slow.clone();
        greedy.spawn(async move {
            loop {
                post(&mut json, &slow).await;
            }
        });
    }
    server.until(IN_FLIGHT, |calls| calls == SHARE as f64).await;
    let mut other = Json::over(server.connect_from("127.0.0.2").await, &server.address).await;
    // Other calls have slots of their own, or need none.
    let long = endless(100);
    for _ in 0..10 {
        assert_eq!(in_time(over_json(&mut other, &starts(10))).await.len(), 10);
        for body in [&long, &json!({"position": START})] {
            assert_eq!(in_time(other.ask("awale", "legal-moves", body)).await.status, 200);
        }
    }
    assert_eq!(greedy.len(), SHARE, "none has failed");
}

#[tokio::test]
async fn the_value_is_that_of_an_endgame_table() {
    let folder = folder("batch-table");
    let file = folder.join("awale.ayla");
    run(&["tablebase", "build", "awale", "--seeds", "4", "--output", text(&file)]).answer();
    let server = Server::start_with(&[("AYLA_TABLES", text(&folder))]);
    let mut json = server.json().await;
    let ending = "awale 000001/110000 20/25 s";
    let requests =
        [ending, "awale:majority=true 000001/110000 20/21 s", START, "awale 000000/000000 21/27 n over=famine"];
    let requests = requests.map(|position| json!({"position": position}));
    let body = json!({"position": ending, "nodes": 10_000});
    let suggestion = json.ask("awale", "suggest-move", &body).await.json();
    assert_eq!(suggestion["certainty"], "proven");
    for answers in [over_json(&mut json, &requests).await, over_grpc(&server, &requests).await] {
        let values: Vec<_> = answers.iter().map(|answer| answer["value"].clone()).collect();
        assert_eq!(values, [suggestion["value"].clone(), Value::Null, Value::Null, Value::Null]);
    }
}

#[tokio::test]
async fn the_time_of_a_batch_is_limited() {
    let server = Server::start_with(&[("AYLA_DEADLINE_MS", "50")]);
    let mut open = Open::begin(&server, PATH, NDJSON, 65_535).await;
    tokio::time::sleep(std::time::Duration::from_millis(60)).await;
    open.requests.send_data(lines(&starts(1)).into(), false).expect("open");
    let answers = of_lines(&open.receive().await);
    assert_eq!((answers.len(), reasons(&answers)), (1, vec!["DEADLINE_EXCEEDED"]));
    assert!(open.has_ended().await);
    let labels = r#"operation="batch",transport="http",status="504""#;
    server.until(&format!("ayla_calls_total{{{labels}}}"), |calls| calls == 1.0).await;
}
