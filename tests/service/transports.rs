//! gRPC and JSON give the same answers and errors: for the reference cases and for random positions.

use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla::proto::{self, ApplyMoveRequest, LegalMovesRequest, StartGameRequest, ValidateMoveRequest};
use ayla_rules::{Move, Variant};
use ayla_test_games::{Case, Random, cases};
use ayla_test_server::{Json, Server, alike};
use serde_json::{Value, json};
use tonic::transport::Channel;
use tonic_types::StatusExt;

/// What a request about a position says.
#[derive(Clone, Debug, Default)]
struct Asked {
    variant: String,
    position: String,
    moves: Vec<String>,
    asked: Option<String>,
    seat: Option<u32>,
}

impl Asked {
    fn about(position: &str) -> Self {
        let variant = position.split([':', ' ', '_']).next().unwrap_or_default();
        let variant = Variant::from_name(variant).unwrap_or(Variant::Awale);
        Self { variant: variant.name().to_owned(), position: position.to_owned(), ..Self::default() }
    }

    fn playing(mut self, asked: &str) -> Self {
        self.asked = Some(asked.to_owned());
        self
    }

    fn json(&self) -> Value {
        let mut body = json!({"position": self.position});
        if !self.moves.is_empty() {
            body["moves"] = json!(self.moves);
        }
        if let Some(asked) = &self.asked {
            body["move"] = json!(asked);
        }
        if let Some(seat) = self.seat {
            body["seat"] = json!(seat);
        }
        body
    }
}

/// An answer, or the reason of an error with its detail, facts, and the fields at fault.
type Outcome = Result<Value, (String, String, Value, Vec<(String, String)>)>;

struct Both {
    grpc: MancalaServiceClient<Channel>,
    json: Json,
}

impl Both {
    async fn new(server: &Server) -> Self {
        Self { grpc: server.grpc().await, json: server.json().await }
    }

    async fn over_json(&mut self, operation: &str, asked: &Asked) -> Outcome {
        let reply = self.json.ask(&asked.variant, operation, &asked.json()).await;
        let body = reply.json();
        if reply.status.is_success() {
            return Ok(alike::of_json(body));
        }
        assert_eq!(reply.headers["content-type"], "application/problem+json");
        assert_eq!(body["status"], reply.status.as_u16());
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let violations = body["violations"].as_array().expect("a list");
        let fields = violations.iter().map(|fault| (text(&fault["field"]), text(&fault["reason"]))).collect();
        Err((text(&body["reason"]), text(&body["detail"]), body["metadata"].clone(), fields))
    }

    async fn over_grpc(&mut self, operation: &str, asked: &Asked) -> Outcome {
        let asked = asked.clone();
        let (position, moves) = (Some(asked.position), asked.moves);
        let answer = match operation {
            "legal-moves" => {
                let request = LegalMovesRequest { position, moves, ..Default::default() };
                let answer = self.grpc.legal_moves(request).await;
                answer.map(|answer| alike::of_proto("LegalMovesResponse", answer.get_ref()))
            }
            "validate-move" => {
                let (r#move, seat) = (asked.asked, asked.seat);
                let request = ValidateMoveRequest { position, moves, r#move, seat, ..Default::default() };
                let answer = self.grpc.validate_move(request).await;
                answer.map(|answer| alike::of_proto("ValidateMoveResponse", answer.get_ref()))
            }
            "apply-move" => {
                let (r#move, seat) = (asked.asked, asked.seat);
                let request = ApplyMoveRequest { position, moves, r#move, seat, ..Default::default() };
                let answer = self.grpc.apply_move(request).await;
                answer.map(|answer| alike::of_proto("ApplyMoveResponse", answer.get_ref()))
            }
            other => panic!("no operation {other}"),
        };
        answer.map_err(|status| {
            let details = status.get_error_details();
            let info = details.error_info().expect("every error has a reason");
            assert_eq!(info.domain, "mancala.v1");
            let faults = details.bad_request().map(|bad| bad.field_violations.clone()).unwrap_or_default();
            let fields = faults.into_iter().map(|fault| (fault.field, fault.reason)).collect();
            (info.reason.clone(), status.message().to_owned(), json!(info.metadata), fields)
        })
    }

    /// The answer of both transports, which must be the same.
    async fn ask(&mut self, operation: &str, asked: &Asked) -> Outcome {
        let json = self.over_json(operation, asked).await;
        let grpc = self.over_grpc(operation, asked).await;
        assert_eq!(json, grpc, "{operation} {asked:?}");
        json
    }
}

fn texts<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item[name].as_str().expect("text")).collect()
}

#[tokio::test]
async fn every_case_holds_on_both_transports() {
    let server = Server::start();
    let mut both = Both::new(&server).await;
    for (number, case) in cases() {
        match case {
            Case::Line { position, mut moves, after } => {
                let last = moves.pop().expect("a line has moves");
                let asked = Asked { moves, ..Asked::about(&position).playing(&last) };
                let answer = both.ask("apply-move", &asked).await.expect("legal");
                assert_eq!(answer["position"]["text"], after, "case {number}");
            }
            Case::Position { position, settled, legal, illegal, after, laps } => {
                let asked = Asked::about(&position);
                let answer = both.ask("legal-moves", &asked).await.expect("well formed");
                assert_eq!(answer["position"]["text"], settled.unwrap_or(position), "case {number}");
                assert_eq!(texts(&answer["legalMoves"], "move"), legal, "case {number}");
                for (text, reason) in illegal {
                    let asked = asked.clone().playing(&text);
                    let answer = both.ask("validate-move", &asked).await.expect("well formed");
                    assert_eq!([&answer["legal"], &answer["reason"]], [&json!(false), &json!(reason)], "case {number}");
                    let (refused, ..) = both.ask("apply-move", &asked).await.expect_err("illegal");
                    assert_eq!(refused, reason, "case {number}: {text}");
                }
                for (text, after) in after {
                    let asked = asked.clone().playing(&text);
                    let answer = both.ask("validate-move", &asked).await.expect("well formed");
                    assert_eq!(answer["legal"], true, "case {number}: {text}");
                    let answer = both.ask("apply-move", &asked).await.expect("legal");
                    assert_eq!(answer["position"]["text"], after, "case {number}: {text}");
                    if let Some(&laps) = laps.get(&text) {
                        let events = answer["events"].as_array().map(Vec::as_slice).unwrap_or_default();
                        let pick_ups = events.iter().filter(|event| event.get("pickUp").is_some()).count();
                        assert_eq!(pick_ups, laps, "case {number}: {text}");
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn random_positions_get_the_same_answers() {
    let server = Server::start();
    let mut both = Both::new(&server).await;
    for &variant in Variant::ALL {
        for seed in 0..150 {
            let mut random = Random(seed << 8 | variant as u64);
            let (start, moves, _) = random.line(variant, 30);
            let mut asked = Asked::about(&start.to_string());
            asked.moves = moves.iter().map(Move::to_string).collect();
            let answer = both.ask("legal-moves", &asked).await.expect("a line of legal moves");
            let text =
                random.pick(&["0", "1", "3", "7", "13", "49", "pass", "take", "give", "agree", "B", "e", "04", ""]);
            let mut asked = asked.playing(text);
            if random.chance(3) {
                asked.seat = Some(random.below(6) as u32);
            }
            let _ = both.ask("validate-move", &asked).await;
            let _ = both.ask("apply-move", &asked).await;
            // The line that an answer gives stands for the whole history.
            let line = answer["position"]["line"].as_str().expect("a line");
            let short = Asked { moves: Vec::new(), position: line.to_owned(), ..asked.clone() };
            let by_line = both.over_json("apply-move", &short).await.ok();
            let by_moves = both.over_json("apply-move", &asked).await.ok();
            assert_eq!(
                by_line.map(|answer| answer["position"].clone()),
                by_moves.map(|answer| answer["position"].clone())
            );
        }
    }
}

#[tokio::test]
async fn a_setup_comes_back_unchanged() {
    let server = Server::start();
    let mut both = Both::new(&server).await;
    for &variant in Variant::ALL {
        for seed in 0..60 {
            let mut random = Random(seed << 8 | variant as u64);
            let (.., line) = random.line(variant, 40);
            let text = line.position().to_string();
            let asked = Asked::about(&text);
            let answer = both.over_json("legal-moves", &asked).await.expect("well formed");
            let again =
                both.json.ask(variant.name(), "legal-moves", &json!({"setup": answer["position"]["setup"]})).await;
            assert_eq!(alike::of_json(again.json()), alike::of_json(answer), "{text}");

            let request = LegalMovesRequest { position: Some(text.clone()), ..Default::default() };
            let answer = both.grpc.legal_moves(request).await.expect("well formed").into_inner();
            let setup = answer.position.clone().expect("a position").setup;
            let again = both.grpc.legal_moves(LegalMovesRequest { setup, ..Default::default() }).await;
            assert_eq!(again.expect("well formed").into_inner(), answer, "{text}");
        }
    }
}

#[tokio::test]
async fn every_preset_starts_the_same_game_on_both_transports() {
    let server = Server::start();
    let mut both = Both::new(&server).await;
    let variants = both.json.get("/v1/variants").await.json();
    let over_grpc = both.grpc.list_variants(proto::ListVariantsRequest {}).await.expect("an answer").into_inner();
    assert_eq!(alike::of_json(variants.clone()), alike::of_proto("ListVariantsResponse", &over_grpc));
    let mut started = 0;
    for variant in variants["variants"].as_array().expect("a list") {
        let name = variant["name"].as_str().expect("a name").to_owned();
        for preset in variant["presets"].as_array().expect("a list") {
            let json = both.json.ask(&name, "start-game", &json!({"preset": preset["name"], "first": "north"})).await;
            let by_options =
                both.json.ask(&name, "start-game", &json!({"options": preset["options"], "first": "north"})).await;
            assert_eq!(json.json(), by_options.json());
            let request = StartGameRequest {
                variant: name.clone(),
                preset: Some(preset["name"].as_str().expect("a name").to_owned()),
                first: proto::Side::North.into(),
                ..Default::default()
            };
            let grpc = both.grpc.start_game(request).await.expect("an answer").into_inner();
            assert_eq!(alike::of_json(json.json()), alike::of_proto("StartGameResponse", &grpc));
            started += 1;
        }
    }
    assert_eq!(started, 11);
    let info = both.json.get("/v1/server-info").await.json();
    let over_grpc = both.grpc.get_server_info(proto::GetServerInfoRequest {}).await.expect("an answer").into_inner();
    assert_eq!(alike::of_json(info), alike::of_proto("GetServerInfoResponse", &over_grpc));
}

#[tokio::test]
async fn a_suggestion_limited_by_nodes_is_the_same_on_both_transports() {
    let server = Server::start();
    let mut both = Both::new(&server).await;
    for &variant in Variant::ALL {
        let start = variant.default_rules().start(ayla_rules::Side::South).position().expect("consistent");
        let body = json!({"position": start.to_string(), "nodes": 5_000, "candidates": true});
        let json = both.json.ask(variant.name(), "suggest-move", &body).await.json();
        let request = proto::SuggestMoveRequest {
            position: Some(start.to_string()),
            nodes: Some(5_000),
            candidates: Some(true),
            ..Default::default()
        };
        let grpc = both.grpc.suggest_move(request).await.expect("an answer").into_inner();
        assert_eq!(alike::of_json(json.clone()), alike::of_proto("SuggestMoveResponse", &grpc));
        assert_eq!(json["deterministic"], true);
        let line = start.to_string().replace(' ', "_");
        let path = format!("/v1/variants/{variant}/suggest-move?position={line}&nodes=5000&candidates=true");
        assert_eq!(both.json.get(&path).await.json(), json);
    }
}

#[tokio::test]
async fn a_level_plays_the_same_moves_on_both_transports() {
    let server = Server::start();
    let mut both = Both::new(&server).await;
    for &variant in Variant::ALL {
        let position =
            variant.default_rules().start(ayla_rules::Side::South).position().expect("consistent").to_string();
        let text = position.replace(' ', "_");
        let mut moves = std::collections::HashSet::new();
        for (level, seed) in [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, u64::MAX), (6, 1)] {
            let body = json!({"position": position, "level": level, "seed": seed});
            let json = both.json.ask(variant.name(), "suggest-move", &body).await.json();
            let request = proto::SuggestMoveRequest {
                position: Some(position.clone()),
                level: Some(level),
                seed: Some(seed),
                ..Default::default()
            };
            let grpc = both.grpc.suggest_move(request).await.expect("an answer").into_inner();
            assert_eq!(alike::of_json(json.clone()), alike::of_proto("SuggestMoveResponse", &grpc));
            let path = format!("/v1/variants/{variant}/suggest-move?position={text}&level={level}&seed={seed}");
            assert_eq!(both.json.get(&path).await.json(), json);
            assert_eq!((&json["deterministic"], &json["limits"]["level"]), (&json!(true), &json!(level)));
            assert!(json.get("candidates").is_none(), "nobody asked for them: {json}");
            if level == 1 {
                assert!(json["nodes"].as_u64().is_some_and(|nodes| nodes <= 30), "{json}");
                moves.insert(json["move"].to_string());
            }
            let stated = json!({"position": position, "level": level, "seed": seed, "candidates": true});
            let with_all = both.json.ask(variant.name(), "suggest-move", &stated).await.json();
            assert_eq!(with_all["move"], json["move"]);
            assert!(texts(&with_all["candidates"], "move").contains(&json["move"].as_str().expect("a move")));
        }
        assert!(moves.len() > 1, "six seeds, one move: {moves:?}");
    }
}

#[tokio::test]
async fn the_highest_level_is_a_plain_suggestion_and_the_lower_limit_wins() {
    let server = Server::start();
    let mut json = server.json().await;
    let mut ask = async |request: Value| json.ask("awale", "suggest-move", &request).await.json();
    let position = "awale 444444/444444 0/0 s";
    let plain = ask(json!({"position": position, "nodes": 5_000})).await;
    let mut highest = ask(json!({"position": position, "nodes": 5_000, "level": 10, "seed": 9})).await;
    assert_eq!(highest["limits"], json!({"nodes": 5_000, "level": 10}));
    highest["limits"] = plain["limits"].clone();
    assert_eq!(highest, plain);
    assert_eq!(ask(json!({"position": position, "nodes": 5_000, "seed": 9})).await, plain);

    let own = ask(json!({"position": position, "level": 7})).await["limits"].clone();
    let more = ask(json!({"position": position, "level": 7, "nodes": 900_000})).await;
    assert_eq!(more["limits"], own);
    let less = ask(json!({"position": position, "level": 7, "nodes": 10, "depth": 2})).await;
    assert_eq!(less["limits"], json!({"depth": 2, "nodes": 10, "level": 7}));
    let timed = ask(json!({"position": position, "level": 1, "timeMs": 5_000})).await;
    assert_eq!((&timed["deterministic"], &timed["limits"]["timeMs"]), (&json!(false), &json!(5_000)));
}
