//! Streams of suggestions over gRPC, gRPC-web and server-sent events.

use ayla_test_server::http2::{self, Call, Connection};
use ayla_test_server::suggestions::{ENDLESS, endless, in_enough_time, until_deadline};
use ayla_test_server::{Reply, START, Server, alike, in_time, rpc};
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio_util::task::AbortOnDropHandle;
use tonic::Code;

use super::grpc::refusal;

const OPERATION: &str = "suggest-move-stream";
const PATH: &str = "/v1/variants/awale/suggest-move-stream";
const RPC: &str = "/mancala.v1.MancalaService/SuggestMoveStream";
const BUSY: &str = "ayla_search_slots_busy";
const IN_FLIGHT: &str = "ayla_calls_in_flight";

/// The answers over gRPC.
async fn over_grpc(server: &Server, body: &Value) -> Vec<Value> {
    server.rpc().await.answers(OPERATION, body).await.expect("no error")
}

/// The messages of a body over gRPC.
fn messages(body: Bytes) -> Vec<Value> {
    http2::frames(body).into_iter().map(|(_, message)| rpc::response(OPERATION, &message)).collect()
}

/// The answers over gRPC-web, whose trailers are a message of their own.
async fn over_web(server: &Server, body: &Value) -> Vec<Value> {
    let headers = [("content-type", "application/grpc-web+proto")];
    let reply = server.json().await.send("POST", RPC, &headers, &Call::grpc(OPERATION, body).body).await;
    let mut frames = http2::frames(reply.body);
    let (flags, trailers) = frames.pop().expect("trailers");
    assert!(flags == 0x80 && trailers.starts_with(b"grpc-status:0"), "{trailers:?}");
    let messages = frames.into_iter().inspect(|(flags, _)| assert_eq!(*flags, 0));
    messages.map(|(_, message)| rpc::response(OPERATION, &message)).collect()
}

/// The events of an answer.
fn events(reply: &Reply) -> Vec<Value> {
    assert_eq!(
        (reply.status.as_u16(), &reply.headers["content-type"]),
        (200, &"text/event-stream".parse().expect("ASCII"))
    );
    assert_eq!(reply.headers["cache-control"], "no-store");
    assert!(!reply.headers.contains_key("etag"));
    let text = std::str::from_utf8(&reply.body).expect("UTF-8");
    assert!(text.ends_with("\n\n"), "{text}");
    let events = text.split_terminator("\n\n").map(|event| {
        let said = event.strip_prefix("event: suggestion\ndata: ").unwrap_or_else(|| panic!("{event}"));
        alike::of_json(serde_json::from_str(said).expect("JSON"))
    });
    events.collect()
}

/// Checks what holds of any stream: the last answer is marked, and none is less deep than the one before.
fn check(answers: &[Value]) {
    let depth = |answer: &Value| answer["suggestion"]["depth"].as_u64().expect("a number");
    let nodes = |answer: &Value| answer["suggestion"]["nodes"].as_u64().expect("a number");
    assert!(answers.is_sorted_by_key(|answer| (depth(answer), nodes(answer))), "{answers:#?}");
    let (last, before) = answers.split_last().expect("one at least");
    assert_eq!(last["last"], true);
    assert_ne!(last["suggestion"]["stoppedBy"], "nothing");
    for answer in before {
        assert_eq!(answer["last"], false);
        assert_eq!(answer["suggestion"]["stoppedBy"], "nothing");
        assert_eq!(answer["suggestion"]["deterministic"], false);
        assert_eq!(answer["suggestion"]["principalLine"][0], answer["suggestion"]["move"]);
    }
}

#[tokio::test]
async fn answers_get_deeper_and_the_last_equals_suggest_move() {
    let server = Server::with_endless_searches(&[]);
    let mut json = server.json().await;
    let mut most = 0;
    for (position, candidates) in [
        (START, false),
        ("awale:repetition=2 404455/550444 3/6 n", true),
        ("andada:team=2 222222222222/222222222222 - s b", false),
        ("anywoli 444444444444/444444444444 0/0 s", true),
    ] {
        let variant = position.split([' ', ':']).next().expect("a game");
        let body = json!({"position": position, "nodes": 200_000, "candidates": candidates});
        let alone = alike::of_json(json.ask(variant, "suggest-move", &body).await.json());
        assert_eq!(alone["deterministic"], true);
        let query = format!("position={}&candidates={candidates}", position.replace(' ', "_"));
        let get = format!("/v1/variants/{variant}/suggest-move-stream?{query}");
        for answers in [
            over_grpc(&server, &body).await,
            over_web(&server, &body).await,
            events(&json.ask(variant, "suggest-move-stream", &body).await),
            // The limit of nodes over GET is the same.
            events(&json.get(&get).await),
        ] {
            check(&answers);
            assert_eq!(answers[answers.len() - 1]["suggestion"], alone);
            most = most.max(answers.len());
            let moves = answers[0]["suggestion"]["candidates"].as_array().map_or(0, Vec::len);
            assert_eq!(moves > 0, candidates);
        }
    }
    // On a busy machine a stream may miss most of them.
    assert!(most > 2);
}

#[tokio::test]
async fn a_level_also_chooses_the_intermediate_moves() {
    let server = Server::shared();
    let mut json = server.json().await;
    let body = json!({"position": START, "level": 6, "seed": 3});
    let alone = alike::of_json(json.ask("awale", "suggest-move", &body).await.json());
    for answers in [over_grpc(server, &body).await, events(&json.post(PATH, &body).await)] {
        check(&answers);
        assert_eq!(answers[answers.len() - 1]["suggestion"], alone);
        assert!(answers.iter().all(|answer| answer["suggestion"].get("candidates").is_none()), "{answers:#?}");
    }
}

#[tokio::test]
async fn a_stream_that_cannot_start_fails_with_the_usual_error() {
    let server = Server::shared();
    let rpc = server.rpc().await;
    let mut json = server.json().await;
    for (position, nodes, status, reason) in [
        ("awale 444444/444444 0/0 x", 1, 400, "MALFORMED_POSITION"),
        ("awale 000000/000000 21/27 n over=famine", 1, 409, "GAME_OVER"),
        (START, 0, 400, "MALFORMED_REQUEST"),
    ] {
        let body = json!({"position": position, "nodes": nodes});
        let reply = json.post(PATH, &body).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (status, &reason.into()));
        assert_eq!(reply.headers["content-type"], "application/problem+json");
        let refused = rpc.answers(OPERATION, &body).await.expect_err("refused");
        assert_eq!((refused.code(), refusal(&refused).reason.as_str()), (Code::InvalidArgument, reason));
    }
    let reply = json.get(&format!("{PATH}?position={}&move=1", START.replace(' ', "_"))).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (400, &"UNKNOWN_FIELD".into()));
}

#[tokio::test]
async fn each_stream_is_counted_with_its_outcome() {
    let server = Server::start();
    let body = json!({"position": START, "nodes": 1_000});
    over_grpc(&server, &body).await;
    over_web(&server, &body).await;
    let mut json = server.json().await;
    events(&json.post(PATH, &body).await);
    let get = format!("{PATH}?position={}&nodes=1000", START.replace(' ', "_"));
    events(&json.get(&get).await);
    let head = json.send("HEAD", &get, &[], &[]).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    json.get(PATH).await;
    for (transport, status, count) in
        [("grpc", "OK", 1.0), ("grpc-web", "OK", 1.0), ("http", "200", 3.0), ("http", "400", 1.0)]
    {
        let labels = format!(r#"operation="suggest-move-stream",transport="{transport}",status="{status}""#);
        server.until(&format!("ayla_calls_total{{{labels}}}"), |calls| calls == count).await;
    }
    server.until(IN_FLIGHT, |calls| calls == 0.0).await;
}

/// Calls for a stream over a connection of its own, which is closed when the result is dropped.
async fn start(server: &Server, body: Value) -> AbortOnDropHandle<Reply> {
    let mut json = server.json().await;
    AbortOnDropHandle::new(tokio::spawn(async move { json.post(PATH, &body).await }))
}

/// The answer to a call over JSON, unless it fails.
async fn answered(server: &Server, body: Value) -> Option<Reply> {
    let reply = in_time(start(server, body).await).await.expect("an answer");
    (reply.status == 200).then_some(reply)
}

/// A request for a search of this time.
fn timed(time_ms: u32) -> Value {
    json!({"position": START, "timeMs": time_ms})
}

#[tokio::test]
async fn streams_wait_in_the_same_queue_as_other_suggestions() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    let _first = start(&server, endless()).await;
    server.until(BUSY, |busy| busy == 1.0).await;
    let body = json!({"position": START});
    let reply = server.json().await.post(PATH, &body).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (429, &"SEARCH_QUEUE_FULL".into()));
    assert!(reply.headers.contains_key("retry-after"));
    let refused = server.rpc().await.answers(OPERATION, &body).await.expect_err("full");
    assert_eq!(refused.code(), Code::ResourceExhausted);
}

#[tokio::test]
async fn a_deadline_ends_a_stream_with_the_best_move_so_far() {
    let limited = async |time_ms: u32| {
        let time = time_ms.to_string();
        let times = [("AYLA_DEADLINE_MS", &*time), ("AYLA_SUGGEST_TIME_MS", &*time)];
        let server = Server::start_with(&[&ENDLESS[..], &times].concat());
        answered(&server, endless()).await
    };
    let answers = events(&in_enough_time(limited).await);
    check(&answers);
    let last = &answers[answers.len() - 1]["suggestion"];
    assert_eq!((&last["stoppedBy"], &last["deterministic"]), (&"time".into(), &false.into()));

    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1")]);
    let answers = messages(until_deadline(&server, OPERATION).await.body);
    check(&answers);
    assert_eq!(answers[answers.len() - 1]["suggestion"]["stoppedBy"], "deadline");

    // Beside another search it has its turns all the same.
    let _first = start(&server, endless()).await;
    server.until(BUSY, |busy| busy == 1.0).await;
    let second = in_enough_time(async |time_ms| answered(&server, timed(time_ms)).await).await;
    check(&events(&second));
}

/// A stream over HTTP/2 to a caller whose window is this large, and who has read nothing.
async fn unread(server: &Server, call: &Call, window: u32) -> (Connection, h2::RecvStream) {
    let connection = Connection::with(&server.address, h2::client::Builder::new().initial_window_size(window)).await;
    let mut sender = connection.sender.clone().ready().await.expect("open");
    let (answer, mut body) = sender.send_request(call.head(), false).expect("open");
    body.send_data(call.body.clone(), true).expect("open");
    let answer = in_time(answer).await.expect("a head");
    assert_eq!(answer.status(), 200);
    (connection, answer.into_body())
}

/// Calls for a stream, over both transports.
fn calls(body: &Value) -> [Call; 2] {
    [Call::grpc(OPERATION, body), Call::json(PATH, body)]
}

#[tokio::test]
async fn a_slow_reader_does_not_delay_the_search_and_gets_the_last_answer() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    // Enough nodes for the caller to get the first answer before the last is found.
    for call in calls(&json!({"position": START, "nodes": 3_000_000})) {
        let (_connection, mut body) = unread(&server, &call, 32).await;
        // The search ends though its answers are not read, and others get its slot.
        server.until(BUSY, |busy| busy == 0.0).await;
        let reply = server.json().await.post(PATH, &json!({"position": START, "nodes": 10})).await;
        assert_eq!(reply.status, 200);
        server.until(IN_FLIGHT, |calls| calls == 1.0).await;
        let received = in_time(http2::receive(&mut body)).await.expect("no error");
        let lasts: Vec<bool> = if call.path == RPC {
            messages(received).iter().map(|message| message["last"] == true).collect()
        } else {
            let text = std::str::from_utf8(&received).expect("UTF-8");
            text.split_terminator("\n\n").map(|event| event.ends_with(",\"last\":true}")).collect()
        };
        // The answers for which there was room, and the last: those between are gone.
        assert!((2..=6).contains(&lasts.len()), "{lasts:?}");
        assert_eq!(lasts.iter().position(|&last| last), Some(lasts.len() - 1));
        server.until(IN_FLIGHT, |calls| calls == 0.0).await;
    }
}

#[tokio::test]
async fn a_stream_that_is_not_read_stalls_like_any_other_answer() {
    let times = [("AYLA_DEADLINE_MS", "300"), ("AYLA_SUGGEST_TIME_MS", "300"), ("AYLA_STALL_TIME_MS", "300")];
    let server = Server::start_with(&times);
    for call in calls(&json!({"position": START, "nodes": 10_000})) {
        let (connection, body) = unread(&server, &call, 0).await;
        in_time(connection.ended).await.expect("no panic").ok();
        server.until(IN_FLIGHT, |calls| calls == 0.0).await;
        drop(body);
    }
}

#[tokio::test]
async fn a_long_search_does_not_count_as_a_stall() {
    let server = Server::start_with(&[("AYLA_STALL_TIME_MS", "300"), ("AYLA_IDLE_TIME_MS", "300")]);
    let json = start(&server, timed(1_000)).await;
    let call = Call::grpc(OPERATION, &timed(1_000));
    let (_connection, outcome) = in_time(http2::call_on_new(&server.address, &call)).await;
    check(&messages(outcome.answer().body));
    check(&events(&json.await.expect("an answer")));
}
