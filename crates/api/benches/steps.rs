//! The time of a step in each kind of answer. Where it is far from ten nanoseconds, a weight of `ayla_steps::weights`
//! is wrong.
//!
//! `cargo bench -p ayla-api --bench steps`

use std::time::{Duration, Instant};

use ayla_api::preset::Presets;
use ayla_api::request::{
    ApplyMoveRequest, CallRequest, FindPuzzleRequest, GetVariantRequest, LegalMovesRequest, ListVariantsRequest,
    ReadGameRequest, ReplayGameRequest, StartGameRequest, ValidateMoveRequest,
};
use ayla_api::rule_calls::RuleRequest;
use ayla_api::words::Language;
use ayla_rules::{Line, Position, Variant};
use ayla_steps::within;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// How long each answer is computed again.
const TIME: Duration = Duration::from_millis(200);

fn main() {
    println!("{:<44} {:>10} {:>9} {:>8} {:>9}", "answer", "us", "steps", "ns/step", "bytes");
    for &variant in Variant::ALL {
        let start = variant.default_rules().first_position(ayla_rules::Side::South).expect("a position");
        let played = start.legal_moves()[0].text();
        let of = |more: Value| {
            let mut request = json!({"position": start.to_string()});
            request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            request
        };
        let name = variant.name();
        measure::<GetVariantRequest>(&format!("get-variant {name}"), Some(variant), json!({}));
        measure::<StartGameRequest>(&format!("start-game {name}"), Some(variant), json!({}));
        measure::<LegalMovesRequest>(&format!("legal-moves {name}"), None, of(json!({})));
        measure::<ValidateMoveRequest>(&format!("validate-move {name}"), None, of(json!({"move": played})));
        measure::<ApplyMoveRequest>(&format!("apply-move {name}"), None, of(json!({"move": played})));
        let text = json!({"move": played, "text": ["line", "board", "spoken"]});
        measure::<ApplyMoveRequest>(&format!("apply-move with texts {name}"), None, of(text));
        let moves = game(start, 200);
        let text = json!({"moves": moves, "text": ["line", "board", "spoken"]});
        measure::<ReplayGameRequest>(&format!("replay-game with texts {name}"), Some(variant), of(text));
        let omit = json!({"moves": moves, "omit": ["events"], "from": 1, "to": 1});
        measure::<ReplayGameRequest>(&format!("replay-game without {name}"), Some(variant), of(omit));
    }
    let long = "andada 010194110/103238101 - s";
    measure::<LegalMovesRequest>("legal-moves long sowing", None, json!({"position": long}));
    measure::<ValidateMoveRequest>("validate-move long sowing", None, json!({"position": long, "move": "7"}));
    measure::<ApplyMoveRequest>("apply-move long sowing", None, json!({"position": long, "move": "7"}));
    let omit = json!({"position": long, "move": "7", "omit": ["events"]});
    measure::<ApplyMoveRequest>("apply-move long sowing without events", None, omit);
    let endless = Position::read("awale:repetition=10 110000/110000 20/24 s").expect("a position");
    let request = json!({"position": endless.to_string(), "moves": game(endless, 1_000)});
    measure::<LegalMovesRequest>("legal-moves after 1000 that may recur", None, request);
    let endless = Position::read("awale 110000/110000 20/24 s").expect("a position");
    let request = json!({"position": endless.to_string(), "moves": game(endless, 1_000)});
    measure::<LegalMovesRequest>("legal-moves after 1000", None, request);
    measure::<ListVariantsRequest>("list-variants", None, json!({}));
    measure::<FindPuzzleRequest>("find-puzzle", None, json!({}));
    for (name, text) in [
        ("read-game numbers", "1. ".repeat(20_000)),
        ("read-game letters", "AbC ".repeat(16_000)),
        ("read-game pairs", "1. 64 64\n".repeat(7_000)),
        ("read-game tags", format!("{}{}", "[A \"b\"]\n".repeat(2_700), "4S,4S,4S,4S,4S,4S/4S ".repeat(2_000))),
        ("read-game positions", "awale 444444/444444 0/0 s moves 3\n".repeat(1_900)),
        ("read-game long sowings", format!("{long} moves 7\n").repeat(20)),
    ] {
        measure::<ReadGameRequest>(name, None, json!({"text": text}));
    }
}

/// The first moves of a game.
fn game(start: Position, most: usize) -> Vec<String> {
    let mut line = Line::from(start);
    let mut moves = Vec::new();
    while let Some(&played) =
        line.position().legal_moves().get(moves.len() % 2).or(line.position().legal_moves().first())
        && moves.len() < most
    {
        line.play_unchecked(played, &mut ());
        moves.push(played.text());
    }
    moves
}

fn measure<R>(name: &str, variant: Option<Variant>, request: Value)
where
    R: RuleRequest<Answer: Serialize> + CallRequest + DeserializeOwned,
{
    let presets = Presets::built_in();
    let mut request: R = serde_json::from_value(request).expect("a request");
    request.set_request_line(variant, false);
    let answer = || request.answer(&presets, Language::ENGLISH);
    let counted = within(u64::MAX / 2, answer);
    let bytes = match counted.result.expect("no limit") {
        Ok(answered) => serde_json::to_vec(&answered.answer).expect("JSON").len(),
        Err(error) => error.to_string().len(),
    };
    let mut least = Duration::MAX;
    let begun = Instant::now();
    while begun.elapsed() < TIME {
        let one = Instant::now();
        let _ = std::hint::black_box(answer());
        least = least.min(one.elapsed());
    }
    let nanoseconds = least.as_nanos() as f64;
    println!(
        "{name:<44} {:>10.1} {:>9} {:>8.1} {bytes:>9}",
        nanoseconds / 1e3,
        counted.steps,
        nanoseconds / counted.steps.max(1) as f64,
    );
}
