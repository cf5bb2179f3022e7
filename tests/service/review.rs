//! review-game over gRPC, gRPC-web and server-sent events.

use ayla_rules::{BySide, Line, Move, Position, Side, Status, Variant, Winner};
use ayla_test_games::{Random, read};
use ayla_test_server::http2::{self, Call};
use ayla_test_server::suggestions::Caller;
use ayla_test_server::{Json, Reply, Server, alike, in_time, rpc};
use serde_json::{Value, json};
use tonic::Code;

use super::grpc::refusal;
use super::transports::with;

const OPERATION: &str = "review-game";
const PATH: &str = "/v1/variants/awale/review-game";
const RPC: &str = "/mancala.v1.MancalaService/ReviewGame";
const BUSY: &str = "ayla_search_slots_busy";
const IN_FLIGHT: &str = "ayla_calls_in_flight";

/// The messages over JSON.
fn events(reply: &Reply) -> Vec<Value> {
    assert_eq!((reply.status.as_u16(), &reply.headers["cache-control"]), (200, &"no-store".parse().expect("ASCII")));
    let text = std::str::from_utf8(&reply.body).expect("UTF-8");
    let events = text.split_terminator("\n\n").filter(|event| *event != ":").map(|event| {
        let said = event.strip_prefix("event: review\ndata: ").unwrap_or_else(|| panic!("{event}"));
        alike::of_json(serde_json::from_str(said).expect("JSON"))
    });
    events.collect()
}

/// The messages over gRPC-web, whose trailers are a message of their own.
async fn over_web(server: &Server, body: &Value) -> Vec<Value> {
    let headers = [("content-type", "application/grpc-web+proto")];
    let reply = server.json().await.send("POST", RPC, &headers, &Call::grpc(OPERATION, body).body).await;
    let mut frames = http2::frames(reply.body);
    let (flags, trailers) = frames.pop().expect("trailers");
    assert!(flags == 0x80 && trailers.starts_with(b"grpc-status:0"), "{trailers:?}");
    frames.into_iter().map(|(_, message)| rpc::response(OPERATION, &message)).collect()
}

/// A body about a new game of this variant, which has a place for it over gRPC only.
fn over_grpc(body: &Value, variant: &str) -> Value {
    with(body, "variant", variant)
}

/// The plies and the end of a review, which has one end, at its end.
fn parted(mut messages: Vec<Value>) -> (Vec<Value>, Value) {
    let end = messages.pop().expect("one at least")["end"].clone();
    assert!(end.is_object(), "{messages:#?}");
    let plies = messages.into_iter().map(|message| {
        assert_eq!(message.as_object().map(serde_json::Map::len), Some(1));
        message["reviewed"].clone()
    });
    (plies.collect(), end)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// The score of South minus that of North; in Andada 1 for a win of South's.
fn result(status: Status) -> Option<f64> {
    match status {
        Status::InProgress { .. } => None,
        Status::Over { score: Some(BySide { south, north }), .. } => Some(f64::from(south) - f64::from(north)),
        Status::Over { winner, .. } => Some(match winner {
            Winner::South => 1.0,
            Winner::North => -1.0,
            Winner::Nobody => 0.0,
        }),
    }
}

/// Checks what a review says of a game against what suggest-move says of its positions. Returns how many plies left the
/// turn where it was, how many ended the game, and how many cost something.
async fn check(json: &mut Json, start: Position, moves: &[Move], plies: &[Value], nodes: u64) -> [usize; 3] {
    let variant = start.rules().variant().name();
    let texts: Vec<_> = moves.iter().map(Move::to_string).collect();
    let mut line = Line::from(start);
    let mut found = [0; 3];
    for (index, (&played, reviewed)) in moves.iter().zip(plies).enumerate() {
        let at = |made: usize| json!({"position": start.to_string(), "moves": texts[..made], "nodes": nodes});
        let mover = line.position().turn();
        line.play_unchecked(played, &mut ());
        let after = line.position();
        let named = ["side", "move", "ply"].map(|name| reviewed[name].clone());
        assert_eq!(named, [json!(mover.name()), json!(texts[index]), json!(index + 1)]);

        let before = json.ask(variant, "suggest-move", &at(index)).await.json();
        let (value, certainty) = match result(after.status()) {
            Some(lead) => (if mover == Side::South { lead } else { -lead }, json!("proven")),
            None => {
                let next = json.ask(variant, "suggest-move", &at(index + 1)).await.json();
                let value = number(&next["value"]);
                (if after.turn() == mover { value } else { -value }, next["certainty"].clone())
            }
        };
        let own = number(&before["value"]);
        let cost = number(&reviewed["cost"]);
        let is_best = before["move"] == texts[index];
        let [own, value] = match (before["certainty"] == "proven", is_best) {
            _ if played == Move::Agree => [value; 2],
            (true, true) => [own; 2],
            (true, false) => [own, value.min(own)],
            (false, true) => [value; 2],
            (false, false) => [own.max(value), value],
        };
        assert_eq!([number(&reviewed["valueBefore"]), number(&reviewed["valueAfter"])], [own, value], "{reviewed}");
        assert!((cost - (own - value)).abs() < 1e-6, "{reviewed}");
        let certainties = ["certaintyBefore", "certaintyAfter"].map(|name| reviewed[name].clone());
        let kept = if is_best && before["certainty"] == "proven" { before["certainty"].clone() } else { certainty };
        if played != Move::Agree {
            assert_eq!(certainties, [before["certainty"].clone(), kept]);
        }
        let [mistake, _] = start.rules().variant().about().mistakes;
        let is_mistake = cost > 0.0 && (certainties == ["proven", "proven"] || cost >= mistake);
        let better = is_mistake.then(|| before["move"].clone());
        assert_eq!(reviewed.get("better").map(|better| better["move"].clone()), better, "{reviewed}");
        let sentence = reviewed["sentence"].as_str().expect("text");
        assert_eq!(
            ["valait mieux", "rapportait", "semblait préférable"].iter().any(|better| sentence.contains(better)),
            is_mistake,
            "{sentence}"
        );
        let is_over = matches!(after.status(), Status::Over { .. });
        for (count, is) in found.iter_mut().zip([!is_over && after.turn() == mover, is_over, is_mistake]) {
            *count += usize::from(is);
        }
    }
    found
}

#[tokio::test]
async fn values_are_those_of_suggest_move_and_costs_follow_from_them() {
    const NODES: u64 = 20_000;
    let server = Server::shared();
    let rpc = server.rpc().await;
    let mut json = server.json().await;
    let opening = Position::read("andada 222222/222222 - s o").expect("a position");
    let mut games: Vec<_> = [Move::Take, Move::Give].map(|choice| (opening, vec![Move::House(2), choice])).into();
    for &variant in Variant::ALL {
        for seed in 0..5 {
            let (start, moves, _) = Random(seed << 8 | variant as u64).line(variant, 8);
            games.push((start, moves));
        }
    }
    let mut found = [0; 3];
    for (start, moves) in games {
        let texts: Vec<_> = moves.iter().map(Move::to_string).collect();
        let body = json!({"position": start.to_string(), "moves": texts, "nodes": NODES, "locale": "fr"});
        let variant = start.rules().variant().name();
        let messages = events(&json.ask(variant, OPERATION, &body).await);
        assert_eq!(rpc.answers(OPERATION, &body).await.expect("no error"), messages);
        assert_eq!(over_web(server, &body).await, messages);
        let (plies, end) = parted(messages);
        assert_eq!((plies.len(), &end["reviewedTo"]), (moves.len(), &json!(moves.len())));
        assert_eq!((end.get("unanswered"), &end["leftOut"]), (None, &json!(0)));
        for (all, one) in found.iter_mut().zip(check(&mut json, start, &moves, &plies, NODES).await) {
            *all += one;
        }
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

#[tokio::test]
async fn short_searches_judge_a_move_by_proven_values_only() {
    let server = Server::shared();
    let mut json = server.json().await;
    // The end of a game is proven by few nodes, an opening is not.
    for (start, moves, are_judged) in
        [("awale 000001/100004 22/21 s", json!(["6"]), true), ("awale 444444/444444 0/0 s", json!(["3", "4"]), false)]
    {
        let body = json!({"position": start, "moves": moves, "nodes": 19_999});
        let (plies, end) = parted(events(&json.ask("awale", OPERATION, &body).await));
        let count = moves.as_array().map_or(0, Vec::len);
        let left_out = if are_judged { 0 } else { count };
        assert_eq!(
            (plies.len(), end),
            (count - left_out, json!({"reviewedTo": count, "nodes": 19_999, "leftOut": left_out}))
        );
        let are_proven =
            |reviewed: &Value| [&reviewed["certaintyBefore"], &reviewed["certaintyAfter"]] == ["proven"; 2];
        assert!(plies.iter().all(are_proven), "{plies:?}");
    }
}

#[tokio::test]
async fn a_planted_mistake_is_found() {
    let server = Server::shared();
    let mut json = server.json().await;
    // House 6 captures; house 1 leaves the capture to be prevented.
    let start = "awale 100001/220043 17/18 s";
    let body = json!({"position": start, "moves": ["1", "6"], "nodes": 50_000});
    let (plies, _) = parted(events(&json.ask("awale", OPERATION, &body).await));
    let best = json.ask("awale", "suggest-move", &json!({"position": start, "nodes": 50_000})).await.json();
    assert_eq!(best["move"], "6");
    let mistake = &plies[0];
    assert_eq!(mistake["better"]["move"], "6");
    assert_eq!(mistake["valueBefore"], best["value"]);
    let cost = number(&mistake["cost"]);
    assert!(cost >= 2.0, "{mistake}");
    assert!(mistake["sentence"].as_str().is_some_and(|said| said.contains("House 6 was better by ")), "{mistake}");
}

/// A game without an end: its start, and this many moves.
fn long_game(length: usize) -> (&'static str, Vec<String>) {
    let start = "awale 110000/110000 20/24 s";
    let mut line = Line::from(Position::read(start).expect("a position"));
    let mut moves = Vec::new();
    for _ in 0..length {
        let played = line.position().legal_moves()[0];
        line.play_unchecked(played, &mut ());
        moves.push(played.to_string());
    }
    (start, moves)
}

#[tokio::test]
async fn a_range_of_plies_is_reviewed_and_shares_the_ceiling() {
    let server = Server::start_with(&[("AYLA_SUGGEST_NODES", "1020000")]);
    let mut json = server.json().await;
    let (start, moves) = long_game(80);
    let whole = json!({"position": start, "moves": moves});
    let (plies, end) = parted(events(&json.post(PATH, &whole).await));
    let numbers: Vec<_> = plies.iter().map(|reviewed| reviewed["ply"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, (31..=80).collect::<Vec<_>>());
    // 51 searches have as many nodes as one may have.
    assert_eq!(end, json!({"reviewedTo": 80, "nodes": 20_000, "leftOut": 0}));
    let some = with(&with(&whole, "from", 31), "to", 32);
    let (some, end) = parted(events(&json.post(PATH, &with(&some, "nodes", 20_000)).await));
    assert_eq!((some, end["reviewedTo"].clone()), (plies[..2].to_vec(), json!(32)));
    let nothing = json!({"position": start});
    assert_eq!(
        parted(events(&json.post(PATH, &nothing).await)),
        (Vec::new(), json!({"reviewedTo": 0, "nodes": 1_000_000, "leftOut": 0}))
    );
    // Over GET, by which browsers read events.
    let query = format!("position={}&moves={}&nodes=100000", start.replace(' ', "_"), moves[..2].join(","));
    let get = format!("{PATH}?{query}");
    let (plies, end) = parted(events(&json.get(&get).await));
    assert_eq!((plies.len(), end), (2, json!({"reviewedTo": 2, "nodes": 200_000 / 3, "leftOut": 0})));
    let head = json.send("HEAD", &get, &[], &[]).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
}

#[tokio::test]
async fn a_review_that_cannot_start_fails_with_the_usual_error() {
    let server = Server::start();
    let rpc = server.rpc().await;
    let mut json = server.json().await;
    for (fields, status, reason) in [
        (json!({"moves": ["3", "3", "9"]}), 409, "ILLEGAL_LINE"),
        (json!({"moves": ["3"], "nodes": 0}), 400, "MALFORMED_REQUEST"),
        (json!({"moves": ["3"], "from": 2}), 400, "MALFORMED_REQUEST"),
        (json!({"moves": ["3"], "from": 1, "to": 60}), 400, "MALFORMED_REQUEST"),
        (json!({"moves": ["3"], "you": true}), 400, "MISSING_FIELD"),
        (json!({"moves": ["x"]}), 400, "MALFORMED_MOVE"),
    ] {
        let reply = json.post(PATH, &fields).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (status, &reason.into()), "{fields}");
        let refused = rpc.answers(OPERATION, &over_grpc(&fields, "awale")).await.expect_err("refused");
        assert_eq!((refused.code(), refusal(&refused).reason.as_str()), (Code::InvalidArgument, reason));
    }
    let full = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1"), ("AYLA_SEARCH_QUEUE", "0")]);
    let _endless = Caller::Http1.call(&full, "suggest-move").await;
    full.until(BUSY, |busy| busy == 1.0).await;
    let reply = full.json().await.post(PATH, &json!({"moves": ["3"]})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["reason"]), (429, &"SEARCH_QUEUE_FULL".into()));
}

/// The limit of a search that does not end by itself.
const ENDLESS_NODES: u64 = 1_000_000_000_000;

#[tokio::test]
async fn a_deadline_ends_a_review_between_plies() {
    let server = Server::with_endless_searches(&[]);
    // No search of an opening ends by itself.
    let body = json!({"moves": ["3", "4"], "nodes": ENDLESS_NODES, "variant": "awale"});
    let (plies, end) = in_grpc_time(&server, &body, "300m").await;
    assert_eq!((plies, &end["reviewedTo"]), (0, &json!(0)));
    assert_eq!(end["unanswered"]["reason"], "DEADLINE_EXCEEDED");
    assert_eq!(end["nodes"], json!(ENDLESS_NODES / 3));

    // The game ends with the move that is reviewed last, and before that the searches end by a proof.
    let body = json!({"position": "awale 000001/100004 22/21 s", "moves": ["6"], "nodes": ENDLESS_NODES});
    let (plies, end) = in_grpc_time(&server, &body, "600S").await;
    assert_eq!((plies, &end["reviewedTo"], end.get("unanswered")), (1, &json!(1), None));
}

/// The number of plies and the end of a review over gRPC with this timeout.
async fn in_grpc_time(server: &Server, body: &Value, timeout: &str) -> (usize, Value) {
    let call = Call::grpc(OPERATION, body).with("grpc-timeout", timeout);
    let answer = in_time(http2::call(&server.rpc().await.0.sender, &call)).await.answer();
    assert_eq!(answer.code(), Some("0"));
    let messages = http2::frames(answer.body).into_iter();
    let (plies, end) = parted(messages.map(|(_, message)| rpc::response(OPERATION, &message)).collect());
    (plies.len(), end)
}

#[tokio::test]
async fn a_review_that_time_ends_says_how_far_it_came() {
    // The searches together take far longer than the deadline, on any machine. The board has so many seeds that no
    // search ends early by a proof.
    let start = "awale:seeds=8 888888/888888 0/0 s";
    let nodes = ("AYLA_SUGGEST_NODES", "1000000000");
    let server = Server::start_with(&[("AYLA_DEADLINE_MS", "1500"), ("AYLA_SUGGEST_TIME_MS", "1500"), nodes]);
    let mut line = read(start);
    let mut random = Random(7);
    let mut moves = Vec::new();
    while moves.len() < 30 {
        let played = random.pick(&line.position().legal_moves());
        line.play_unchecked(played, &mut ());
        moves.push(played.to_string());
    }
    let body = json!({"position": start, "moves": moves, "nodes": 2_000_000});
    let (plies, end) = parted(events(&server.json().await.post(PATH, &body).await));
    assert_eq!(end["unanswered"]["reason"], "DEADLINE_EXCEEDED");
    assert_eq!(end["reviewedTo"], plies.len());
    assert!(plies.len() < moves.len());
    // What was told does not depend on the time there was.
    let told = with(&body, "to", plies.len().max(1));
    let settings = [("AYLA_DEADLINE_MS", "600000"), ("AYLA_SUGGEST_TIME_MS", "600000"), nodes];
    let (again, _) = parted(events(&Server::start_with(&settings).json().await.post(PATH, &told).await));
    assert_eq!(again[..plies.len()], plies);
}

#[tokio::test]
async fn other_callers_have_their_turns_between_the_plies() {
    let times = ["AYLA_DEADLINE_MS", "AYLA_SUGGEST_TIME_MS"].map(|time| (time, "600000"));
    let server = Server::start_with(&[&times[..], &[("AYLA_SEARCH_SLOTS", "1")]].concat());
    let start = "awale 444444/444444 0/0 s";
    let moves = ["3", "4", "1", "1", "5", "2"];
    let body = json!({"position": start, "moves": moves, "nodes": 1_000_000});
    let mut connection = server.json().await;
    let review = tokio::spawn(async move { connection.post(PATH, &body).await });
    server.until(BUSY, |busy| busy == 1.0).await;
    let reply = server.json().await.ask("awale", "suggest-move", &json!({"position": start, "nodes": 10})).await;
    assert_eq!((reply.status.as_u16(), review.is_finished()), (200, false));
    // On a busy machine, the other plies take longer than any wait.
    review.abort();
}

#[tokio::test]
async fn a_caller_who_leaves_ends_the_review() {
    let server = Server::with_endless_searches(&[("AYLA_SEARCH_SLOTS", "1")]);
    let body = json!({"moves": ["3", "4"], "nodes": ENDLESS_NODES, "variant": "awale"});
    for call in [Call::grpc(OPERATION, &body), Call::json(PATH, &json!({"moves": ["3"], "nodes": ENDLESS_NODES}))] {
        let connection = server.rpc().await.0;
        let sender = connection.sender.clone();
        let asked = tokio::spawn(async move { http2::call(&sender, &call).await });
        server.until(BUSY, |busy| busy == 1.0).await;
        asked.abort();
        connection.ended.abort();
        server.until(BUSY, |busy| busy == 0.0).await;
        server.until(IN_FLIGHT, |calls| calls == 0.0).await;
    }
}
