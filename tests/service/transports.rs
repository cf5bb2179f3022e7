//! gRPC, Connect and JSON give the same answers and errors: for the calls in `calls.jsonl` of each game and of none,
//! for the reference cases, and for random positions.

use ayla_rules::{Move, Variant};
use ayla_test_games::vectors::rows_of_all;
use ayla_test_games::{Case, Random, cases};
use ayla_test_server::{Json, Rpc, START, Server, alike};
use serde_json::{Value, json};
use tonic::Code;

use super::connect;
use super::grpc::refusal;
use super::http::check;

/// The refusal of a call: its reason, detail, metadata, and the fields at fault with the reason of each.
pub(super) type Refusal = (String, String, Value, Vec<(String, String)>);

/// Both transports of a server, whose answers must be alike.
pub(super) struct Both {
    pub(super) rpc: Rpc,
    pub(super) json: Json,
}

impl Both {
    pub(super) async fn new(server: &Server) -> Self {
        Self { rpc: server.rpc().await, json: server.json().await }
    }

    /// The answer over JSON.
    pub(super) async fn over_json(&mut self, variant: &str, operation: &str, body: &Value) -> Result<Value, Refusal> {
        let reply = self.json.ask(variant, operation, body).await;
        let body = reply.json();
        if reply.status.is_success() {
            return Ok(alike::of_json(body));
        }
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let violations = body["violations"].as_array().expect("a list");
        let fields: Vec<_> = violations.iter().map(|fault| (text(&fault["field"]), text(&fault["reason"]))).collect();
        let paths: Vec<_> = fields.iter().map(|(field, _)| field.as_str()).collect();
        check(&reply, body["status"].as_u64().expect("a number") as u16, &text(&body["reason"]), &paths, operation);
        // gRPC spells fields in snake case, and options below their game.
        let fields = fields.into_iter().map(|(field, reason)| {
            let field = alike::option_name(&field).replace("options.", &format!("options.{variant}."));
            (field.replace('-', "_"), reason)
        });
        Err((text(&body["reason"]), text(&body["detail"]), body["metadata"].clone(), fields.collect()))
    }

    /// The answer over gRPC, which has the variant in the message where it has it at all.
    async fn over_grpc(&mut self, variant: &str, operation: &str, body: &Value) -> Result<Value, Refusal> {
        let mut body = body.clone();
        if ["start-game", "play-turn", "replay-game", "review-game"].contains(&operation) {
            body["variant"] = variant.into();
        }
        let asked = self.rpc.ask(operation, &body).await;
        connect::assert_alike(&self.rpc, operation, &body, &asked).await;
        asked.map_err(|status| {
            let refused = refusal(&status);
            let unknown = ["UNKNOWN_VARIANT", "UNKNOWN_PRESET", "NO_SUCH_PUZZLE"].contains(&refused.reason.as_str());
            assert_eq!(status.code(), if unknown { Code::NotFound } else { Code::InvalidArgument }, "{status:?}");
            let fields = refused.fields.into_iter().zip(refused.reasons).collect();
            (refused.reason, status.message().to_owned(), json!(refused.metadata), fields)
        })
    }

    /// The answer of both transports, which must be the same.
    pub(super) async fn ask(&mut self, variant: &str, operation: &str, body: &Value) -> Result<Value, Refusal> {
        let json = self.over_json(variant, operation, body).await;
        assert_eq!(json, self.over_grpc(variant, operation, body).await, "{operation} {body}");
        json
    }
}

/// The body about a position, and its variant.
fn about(position: &str) -> (&str, Value) {
    (position.split([':', ' ', '_']).next().expect("a variant"), json!({"position": position}))
}

/// A body with another field.
pub(super) fn with(body: &Value, name: &str, value: impl Into<Value>) -> Value {
    let mut body = body.clone();
    body[name] = value.into();
    body
}

pub(super) fn texts<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item[name].as_str().expect("text")).collect()
}

/// A line of a file: a call, and its complete answer or how it is refused. `only` names the one transport that can
/// express the call.
#[tokio::test]
async fn every_call_of_the_files_is_answered_or_refused_as_expected() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let of_no_game = include_str!("calls.jsonl").lines().map(|row| (row.to_owned(), None));
    let of_games = rows_of_all("calls.jsonl").into_iter().map(|(game, row)| (row, Some(game.name())));
    for (line, game) in of_no_game.chain(of_games) {
        let line = line.as_str();
        let call: Value = serde_json::from_str(line).expect("JSON");
        let [variant, operation] = ["variant", "operation"].map(|name| call[name].as_str().expect("text"));
        assert_eq!(Variant::from_name(variant).map(Variant::name), game, "{line}");
        let outcome = match call["only"].as_str() {
            Some("json") => both.over_json(variant, operation, &call["body"]).await,
            Some(other) => panic!("{other}: {line}"),
            None => both.ask(variant, operation, &call["body"]).await,
        };
        if let Some(answer) = call.get("answer") {
            assert_eq!(&outcome.expect("answered"), answer, "{line}");
            continue;
        }
        let (reason, _, metadata, _) = outcome.expect_err("refused");
        assert_eq!(call["reason"], reason, "{line}");
        if let Some(expected) = call.get("metadata") {
            assert_eq!(&metadata, expected, "{line}");
        }
        let fields: Vec<_> = call["fields"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let status = call["status"].as_u64().expect("a number") as u16;
        check(&both.json.ask(variant, operation, &call["body"]).await, status, &reason, &fields, line);
    }
    let body = json!({"position": START, "moves": vec!["1"; 1_001]});
    let (reason, _, _, fields) = both.ask("awale", "legal-moves", &body).await.expect_err("too many");
    assert_eq!((reason.as_str(), fields), ("MALFORMED_REQUEST", vec![("moves".to_owned(), reason.clone())]));
}

/// Every thirtieth: all of them are tested on the rules themselves.
#[tokio::test]
async fn the_cases_hold_on_both_transports() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for (name, case) in cases().into_iter().step_by(30) {
        match case {
            Case::Line { position, mut moves, after } => {
                let last = moves.pop().expect("a line has moves");
                let (variant, body) = about(&position);
                let body = with(&with(&body, "moves", moves), "move", last);
                let answer = both.ask(variant, "apply-move", &body).await.expect("legal");
                assert_eq!(answer["position"]["text"], after, "case {name}");
            }
            Case::Position { position, settled, legal, illegal, after, laps } => {
                let (variant, body) = about(&position);
                let answer = both.ask(variant, "legal-moves", &body).await.expect("well formed");
                assert_eq!(answer["position"]["text"], *settled.as_ref().unwrap_or(&position), "case {name}");
                assert_eq!(texts(&answer["legalMoves"], "move"), legal, "case {name}");
                for (text, reason) in illegal {
                    let body = with(&body, "move", text);
                    let answer = both.ask(variant, "validate-move", &body).await.expect("well formed");
                    assert_eq!([&answer["legal"], &answer["reason"]], [&json!(false), &json!(reason)], "case {name}");
                    let (refused, ..) = both.ask(variant, "apply-move", &body).await.expect_err("illegal");
                    assert_eq!(refused, reason, "case {name}: {body}");
                }
                for (text, after) in after {
                    let body = with(&body, "move", text.as_str());
                    let answer = both.ask(variant, "validate-move", &body).await.expect("well formed");
                    assert_eq!(answer["legal"], true, "case {name}: {text}");
                    let answer = both.ask(variant, "apply-move", &body).await.expect("legal");
                    assert_eq!(answer["position"]["text"], after, "case {name}: {text}");
                    if let Some(&laps) = laps.get(&text) {
                        let events = answer["events"].as_array().map(Vec::as_slice).unwrap_or_default();
                        let pick_ups = events.iter().filter(|event| event.get("pickUp").is_some()).count();
                        assert_eq!(pick_ups, laps, "case {name}: {text}");
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn the_events_of_a_move_end_before_the_20001st_sown_house() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    // 6,731 laps and 23,674 seeds.
    let body = json!({"position": "andada 010194110/103238101 - s", "move": "7"});
    let answer = both.ask("andada", "apply-move", &body).await.expect("legal");
    assert_eq!(answer["eventsTruncated"], true);
    let events = answer["events"].as_array().expect("a list");
    let sown = events.iter().filter_map(|event| event["sow"]["houses"].as_array()).map(Vec::len).sum::<usize>();
    assert_eq!(sown, 20_000);
    let quiet = both.ask("andada", "apply-move", &with(&body, "omit", json!(["events"]))).await.expect("legal");
    assert_eq!(quiet["position"], answer["position"]);
    assert_eq!(quiet.get("eventsTruncated"), None);
    let (variant, body) = about(START);
    let whole = both.ask(variant, "apply-move", &with(&body, "move", "1")).await.expect("legal");
    assert_eq!(whole.get("eventsTruncated"), None);
}

#[tokio::test]
async fn random_positions_get_the_same_answers() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for &variant in Variant::ALL {
        for seed in 0..60 {
            let mut random = Random(seed << 8 | variant as u64);
            let (start, moves, _) = random.line(variant, 30);
            let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
            let body = json!({"position": start.to_string(), "moves": moves});
            let forms = ["line", "board", "spoken"].into_iter().filter(|_| random.chance(2)).collect::<Vec<_>>();
            let shown = json!({
                "text": forms,
                "viewer": random.pick(&["south", "north"]),
                "width": 40 + random.below(121),
                "locale": random.pick(&["en", "fr-CI", "sw"]),
            });
            let with_texts = |body: &Value| {
                let mut body = body.clone();
                body.as_object_mut().expect("an object").extend(shown.as_object().expect("an object").clone());
                body
            };
            let answer =
                both.ask(variant.name(), "legal-moves", &with_texts(&body)).await.expect("a line of legal moves");
            assert_eq!(answer["text"].as_object().map_or(0, |texts| texts.len()), forms.len());
            let text =
                random.pick(&["0", "1", "3", "7", "13", "49", "pass", "take", "give", "agree", "B", "e", "04", ""]);
            let mut body = with(&body, "move", text);
            if random.chance(3) {
                body["seat"] = random.below(6).into();
            }
            let _ = both.ask(variant.name(), "validate-move", &body).await;
            let asked = with_texts(&body);
            let by_moves = both.ask(variant.name(), "apply-move", &asked).await.ok();
            // The line in an answer stands for the whole history, and its token for the ply too.
            let short = with(&asked, "moves", json!([]));
            let by_line = with(&short, "position", answer["position"]["line"].clone());
            let by_line = both.over_json(variant.name(), "apply-move", &by_line).await.ok();
            let by_token = with(&with(&short, "position", Value::Null), "token", answer["position"]["token"].clone());
            let by_token = both.ask(variant.name(), "apply-move", &by_token).await.ok();
            assert_eq!(by_token, by_moves);
            let [by_line, by_moves] = [by_line, by_moves].map(|answer| Some(answer?["position"]["line"].clone()));
            assert_eq!(by_line, by_moves);
        }
    }
}

#[tokio::test]
async fn a_setup_comes_back_unchanged() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for &variant in Variant::ALL {
        for seed in 0..60 {
            let (.., line) = Random(seed << 8 | variant as u64).line(variant, 40);
            let text = line.position().to_string();
            let body = json!({"position": text});
            let answer = both.ask(variant.name(), "legal-moves", &body).await.expect("well formed");
            let body = json!({"setup": answer["position"]["setup"]});
            assert_eq!(both.ask(variant.name(), "legal-moves", &body).await, Ok(answer), "{text}");
        }
    }
}

#[tokio::test]
async fn descriptions_are_the_same_and_every_preset_starts_the_same_game() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    let all = alike::of_json(both.json.get("/v1/variants").await.json());
    assert_eq!(both.rpc.ask("list-variants", &json!({})).await.expect("an answer"), all);
    assert_eq!(texts(&all["variants"], "name"), Variant::NAMES);
    let mut started = 0;
    for variant in all["variants"].as_array().expect("a list") {
        let name = variant["name"].as_str().expect("a name");
        let one = alike::of_json(both.json.get(&format!("/v1/variants/{name}")).await.json());
        assert_eq!(one, json!({"variant": variant}));
        assert_eq!(both.rpc.ask("get-variant", &json!({"variant": name})).await.expect("an answer"), one);
        for preset in variant["presets"].as_array().expect("a list") {
            assert_eq!(preset["builtIn"], true);
            let by_name = json!({"preset": preset["name"], "first": "north"});
            let by_options = json!({"options": preset["options"], "first": "north"});
            let by_name = both.ask(name, "start-game", &by_name).await;
            assert_eq!(by_name, both.ask(name, "start-game", &by_options).await);
            by_name.expect("a game");
            started += 1;
        }
    }
    assert_eq!(started, Variant::ALL.iter().map(|variant| variant.about().presets.len()).sum::<usize>());
    let andada = all["variants"].as_array().into_iter().flatten().find(|variant| variant["name"] == "andada");
    let andada = andada.expect("a game");
    let option = |name: &str| {
        let mut options = andada["options"].as_array().expect("a list").iter();
        options.find(|option| option["name"] == name).expect("an option")
    };
    let board = json!({"rows": 2, "defaultHouses": 12, "houses": {"min": 3, "max": 48, "step": 3}, "defaultSeeds": 2,
        "seeds": {"min": 2, "max": 2, "step": 1}});
    assert_eq!(andada["board"], board);
    let houses = ["type", "default", "startOnly"].map(|field| &option("houses")[field]);
    assert_eq!(houses, [&json!("number"), &json!(12), &json!(true)]);
    let bear_off = ["values", "rulings"].map(|field| &option("bear-off")[field]);
    assert_eq!(bear_off, [&json!(["permanent", "momentary"]), &json!(["AN-5", "AN-9"])]);
}

#[tokio::test]
async fn server_info_is_the_same_and_contains_the_limits() {
    let server = &Server::start();
    let mut both = Both::new(server).await;
    let mut info = alike::of_json(both.json.get("/v1/server-info").await.json());
    assert_eq!(both.rpc.ask("get-server-info", &json!({})).await.expect("an answer"), info);
    assert_eq!(info["build"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&info["engine"], &info["rules"]), (&json!(ayla_engine::ENGINE), &json!("1")));
    let slots = info["limits"].as_object_mut().expect("limits").remove("searchSlots");
    assert!(slots.and_then(|slots| slots.as_u64()) > Some(0));
    let limits = json!({"bodyBytes": 65_536, "queryBytes": 4_096, "lineMoves": 1_000, "sowingLaps": 10_000,
        "suggestNodesMax": 200_000_000, "suggestTimeMsMax": 10_000, "suggestDepthMax": ayla_engine::MAX_DEPTH,
        "getSuggestNodesMax": 200_000, "defaultSuggestNodes": 1_000_000, "searchQueue": 256, "deadlineMs": 15_000,
        "batchBytes": 524_288, "batchPositions": 1_000, "batchMoves": 1_000});
    assert_eq!(info["limits"], limits);
}

#[tokio::test]
async fn a_suggestion_limited_by_nodes_is_the_same_on_both_transports() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for (start, seat) in [
        (START, None),
        ("andada:team=3 100/111 - s", Some(1)),
        ("andada 222222222222/222222222222 - s o", None),
        ("anywoli 444444444444/444444444444 0/0 s", None),
    ] {
        let (variant, body) = about(start);
        let body = with(&with(&body, "nodes", 5_000), "candidates", true);
        let answer = both.ask(variant, "suggest-move", &body).await.expect("an answer");
        assert_eq!((&answer["deterministic"], &answer["engine"]), (&json!(true), &json!(ayla_engine::ENGINE)));
        assert_eq!(answer["principalLine"][0], answer["move"]);
        if let Some(seat) = seat {
            assert_eq!((&answer["move"], &answer["seat"]), (&json!("1"), &json!(seat)));
        }
        let line = start.replace(' ', "_");
        let path = format!("/v1/variants/{variant}/suggest-move?position={line}&nodes=5000&candidates=true");
        assert_eq!(alike::of_json(both.json.get(&path).await.json()), answer);
    }
    // A choice of who begins has no seat.
    let body = json!({"position": "andada 033/033 - n c", "nodes": 10});
    let answer = both.ask("andada", "suggest-move", &body).await.expect("an answer");
    assert!(["take", "give"].contains(&answer["move"].as_str().expect("a move")) && answer.get("seat").is_none());
}

#[tokio::test]
async fn the_best_moves_and_why_the_first_is_good_are_the_same_on_both_transports() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for &variant in Variant::ALL {
        let position = variant.default_rules().start(ayla_rules::Side::South).text();
        let body = json!({"position": position, "nodes": 3_000, "multi": 2, "why": true, "locale": "fr"});
        let answer = both.ask(variant.name(), "suggest-move", &body).await.expect("an answer");
        let best = answer["candidates"].as_array().expect("a list");
        assert_eq!((best.len(), &best[0]["move"]), (2, &answer["move"]));
        assert!(
            best[0]["value"].as_f64() >= best[1]["value"].as_f64() && best[0]["move"] != best[1]["move"],
            "{answer}"
        );
        assert_eq!(best[1]["principalLine"][0], best[1]["move"]);
        let why = answer["why"].as_str().expect("a sentence");
        assert!(why.starts_with("Ce coup ") && why.ends_with('.'), "{why}");
        let text = position.replace(' ', "_");
        let query = format!("position={text}&nodes=3000&multi=2");
        let path = format!("/v1/variants/{variant}/suggest-move?{query}");
        let reply = both.json.get(&format!("{path}&why=true&locale=fr")).await;
        let [vary, language] = ["vary", "content-language"].map(|name| reply.headers[name].to_str().expect("text"));
        assert!(vary.to_lowercase().contains("accept-language") && language == "fr", "{vary}, {language}");
        assert_eq!(alike::of_json(reply.json()), answer);
        let reply = both.json.get(&path).await;
        assert!(reply.json().get("why").is_none() && reply.headers.get("content-language").is_none());
    }
    let body = json!({"position": START, "multi": 0});
    let refused = both.ask("awale", "suggest-move", &body).await.expect_err("no move is wanted");
    assert!(format!("{refused:?}").contains("multi"), "{refused:?}");
}

#[tokio::test]
async fn a_level_plays_the_same_moves_on_both_transports() {
    let server = Server::shared();
    let mut both = Both::new(server).await;
    for &variant in Variant::ALL {
        let position = variant.default_rules().start(ayla_rules::Side::South).text();
        let text = position.replace(' ', "_");
        let mut moves = std::collections::HashSet::new();
        for (level, seed) in [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, u64::MAX), (6, 1)] {
            let body = json!({"position": position, "level": level, "seed": seed});
            let answer = both.ask(variant.name(), "suggest-move", &body).await.expect("an answer");
            let path = format!("/v1/variants/{variant}/suggest-move?position={text}&level={level}&seed={seed}");
            assert_eq!(alike::of_json(both.json.get(&path).await.json()), answer);
            assert_eq!((&answer["deterministic"], &answer["limits"]["level"]), (&json!(true), &json!(level)));
            assert!(answer.get("candidates").is_none(), "they are given only on request: {answer}");
            if level == 1 {
                assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes <= 30), "{answer}");
                moves.insert(answer["move"].to_string());
            }
            let body = with(&body, "candidates", true);
            let with_all = both.over_json(variant.name(), "suggest-move", &body).await.expect("an answer");
            assert_eq!(with_all["move"], answer["move"]);
            assert!(texts(&with_all["candidates"], "move").contains(&answer["move"].as_str().expect("a move")));
        }
        assert!(moves.len() > 1, "six seeds, one move: {moves:?}");
    }
}

#[tokio::test]
async fn the_highest_level_is_a_plain_suggestion_and_the_lower_limit_wins() {
    let server = Server::shared();
    let mut json = server.json().await;
    let mut ask = async |request: Value| json.ask("awale", "suggest-move", &request).await.json();
    let plain = ask(json!({"position": START, "nodes": 5_000})).await;
    let mut highest = ask(json!({"position": START, "nodes": 5_000, "level": 15, "seed": 9})).await;
    assert_eq!(highest["limits"], json!({"nodes": 5_000, "level": 15}));
    highest["limits"] = plain["limits"].clone();
    assert_eq!(highest, plain);
    assert_eq!(ask(json!({"position": START, "nodes": 5_000, "seed": 9})).await, plain);

    let own = ask(json!({"position": START, "level": 7})).await["limits"].clone();
    let more = ask(json!({"position": START, "level": 7, "nodes": 900_000})).await;
    assert_eq!(more["limits"], own);
    let less = ask(json!({"position": START, "level": 7, "nodes": 10, "depth": 2})).await;
    assert_eq!(less["limits"], json!({"depth": 2, "nodes": 10, "level": 7}));
    let timed = ask(json!({"position": START, "level": 1, "timeMs": 5_000})).await;
    assert_eq!((&timed["deterministic"], &timed["limits"]["timeMs"]), (&json!(false), &json!(5_000)));
}
