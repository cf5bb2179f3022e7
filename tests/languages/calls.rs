//! Calls of every operation.

use ayla_rules::Variant;
use ayla_test_games::Random;
use ayla_test_games::vectors::{positions, rows_of_all};
use serde_json::{Value, json};

/// A call over HTTP.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) body: String,
}

impl Call {
    fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), body: String::new() }
    }

    fn post(variant: &str, operation: &str, body: impl ToString) -> Self {
        Self { method: "POST", path: format!("/v1/variants/{variant}/{operation}"), body: body.to_string() }
    }
}

/// The calls of the files of each game, with all texts, and others.
pub(crate) fn calls() -> Vec<Call> {
    let rows = rows_of_all("calls.jsonl").into_iter().map(|(_, row)| {
        let mut call: Value = serde_json::from_str(&row).expect("JSON");
        let operation = call["operation"].as_str().expect("text").to_owned();
        if ["start-game", "legal-moves", "apply-move", "replay-game"].contains(&operation.as_str()) {
            call["body"]["text"] = texts();
        }
        // The header says the language.
        call["body"].as_object_mut().expect("an object").remove("locale");
        Call::post(call["variant"].as_str().expect("text"), &operation, &call["body"])
    });
    rows.chain(turns()).chain(others()).collect()
}

fn texts() -> Value {
    json!(["line", "board", "spoken"])
}

/// Turns of random games, spoken to each of the players, and to nobody: most with a legal move, some with another text.
fn turns() -> Vec<Call> {
    let mut random = Random(7);
    let mut calls = Vec::new();
    for round in 0..40 {
        for &variant in Variant::ALL {
            let (_, _, line) = random.line(variant, 60);
            let position = line.position();
            let turn = position.turn().name();
            let legal = random.legal(&position).map(|played| played.text().to_string());
            let text = match round {
                3 | 15 | 27 => "agree".to_owned(),
                9 | 21 => "hello".to_owned(),
                12 | 24 => "9".to_owned(),
                _ => legal.unwrap_or_else(|| "1".to_owned()),
            };
            for mut body in [
                json!({"side": turn}),
                json!({"you": true, "side": "south", "names": {"south": "Amina", "north": "عائشة"}}),
                json!({"you": true, "side": "north"}),
            ] {
                body["position"] = line.to_string().into();
                body["move"] = text.as_str().into();
                body["text"] = texts();
                if round % 4 == 1 {
                    body["reply"] = json!({"nodes": 200});
                }
                calls.push(Call::post(variant.name(), "play-turn", body));
            }
        }
    }
    calls
}

fn others() -> impl Iterator<Item = Call> {
    const POSITION: &str = "awale_110000/110000_20/24_s";
    let gets = [
        "/v1/variants".to_owned(),
        "/v1/nowhere".to_owned(),
        "/v1/variants/chess".to_owned(),
        "/v1/variants/awale/play-turn".to_owned(),
        format!("/v1/variants/awale/legal-moves?position={POSITION}&x=1"),
        format!("/v1/variants/awale/suggest-move?position={POSITION}&nodes=100"),
        format!("/v1/variants/awale/board.svg?position={POSITION}&move=2"),
        format!("/v1/variants/awale/board.svg?position={POSITION}&width=7&from=3"),
        "/v1/variants/anywoli/board.svg?position=anywoli_0000/1210_0/0_s&move=pass".to_owned(),
        "/v1/variants/andada/board.svg?position=andada_303303/303303_-_s_c".to_owned(),
    ];
    let boards = positions("search").into_iter().map(|position| {
        let variant = position.split([' ', ':']).next().expect("a game");
        format!("/v1/variants/{variant}/board.svg?position={}", position.replace(' ', "_"))
    });
    let bodies = [
        "",
        "[]",
        "{",
        "{\"move\": 3}",
        "{\"x\": 1}",
        "{\"seat\": []}",
        "{\"viewer\": \"east\"}",
        "{\"you\": true}",
        "{\"width\": 1}",
    ];
    let long = json!({"position": POSITION.replace('_', " "), "moves": vec!["1"; 2_000]});
    let unknown: serde_json::Map<_, _> = (0..40).map(|index| (format!("option-{index}"), json!(1))).collect();
    let posts = bodies.map(|body| Call::post("awale", "play-turn", body)).into_iter().chain([
        Call::post("awale", "legal-moves", long),
        Call::post("anywoli", "start-game", json!({"options": unknown})),
        Call::post("awale", "review-game", json!({"moves": ["3", "3", "4", "6"], "nodes": 2_000})),
    ]);
    gets.into_iter().chain(boards).map(Call::get).chain(posts)
}
