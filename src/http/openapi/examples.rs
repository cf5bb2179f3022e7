//! Examples in the OpenAPI document: a request for each variant, and real errors.

use ayla_api::error::Error;
use ayla_api::preset::Presets;
use ayla_api::problem::Problem;
use ayla_api::read;
use ayla_api::request::{ApplyMoveRequest, LegalMovesRequest};
use ayla_api::rule_calls::RuleRequest;
use ayla_api::words::Language;
use ayla_rules::{Position, Side, Variant};
use serde_json::{Value, json};

use crate::operation::Example;

const ENGLISH: Language = Language::ENGLISH;

/// An example for each variant, by its name.
pub(super) fn by_variant(value: impl Fn(Variant) -> Option<Value>) -> Value {
    let examples = Variant::ALL.iter().filter_map(|&variant| {
        Some((variant.name().to_owned(), json!({"summary": variant.title(), "value": value(variant)?})))
    });
    Value::Object(examples.collect())
}

/// The first position of a variant.
pub(super) fn first(variant: Variant) -> Option<Position> {
    variant.default_rules().first_position(Side::South).ok()
}

/// Two moves of a game.
fn opening(mut position: Position) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(&played) = position.legal_moves().first().filter(|_| moves.len() < 2) {
        moves.push(played.text());
        position = position.play_unchecked(played, &mut ()).unwrap_or(position);
    }
    moves
}

/// The body of a request about a variant.
pub(super) fn request(example: Example, variant: Variant) -> Option<Value> {
    let position = first(variant)?;
    let text = position.to_string();
    Some(match example {
        Example::Start => json!({"preset": variant.about().presets.last()?.name, "first": "north"}),
        Example::Turn => json!({
            "preset": variant.about().presets.last()?.name,
            "move": position.legal_moves().first()?.text(),
            "reply": {"level": 4},
            "text": ["line"],
        }),
        Example::Replay => json!({"moves": opening(position), "text": ["line"]}),
        Example::Review => json!({"moves": opening(position), "nodes": 10_000}),
        Example::Position => json!({"position": text}),
        Example::Search => json!({"position": text, "nodes": 10_000}),
        Example::Line => json!({"id": "a", "position": text}),
        Example::Text => json!({"text": "1. 64 64\n2. 21 32"}),
        Example::Move => json!({"position": text, "move": position.legal_moves().first()?.text()}),
    })
}

/// An error that has this status.
pub(super) fn problem(status: u16) -> Option<Value> {
    let about = |text: &str| LegalMovesRequest { position: Some(text.to_owned()), ..LegalMovesRequest::default() };
    let error = match status {
        400 => about("awale:few=99 444444/444444 0/0 s").answer(&Presets::default(), ENGLISH).err()?,
        404 => read::variant(&"mancala".into()).err()?,
        409 => {
            let [position, moves, played] = ["awale 444444/444444 0/0 s", "3 1", "3"];
            let moves = moves.split(' ').map(str::to_owned).collect();
            let position = Some(position.to_owned());
            let played = Some(played.to_owned());
            let request = ApplyMoveRequest { position, moves, r#move: played, ..ApplyMoveRequest::default() };
            request.answer(&Presets::default(), ENGLISH).err()?
        }
        422 => about("awale 44444/444444 0/0 s").answer(&Presets::default(), ENGLISH).err()?,
        429 => Error::queue_full(),
        503 => Error::overloaded(),
        _ => return None,
    };
    serde_json::to_value(Problem::new(*error, ENGLISH, None)).ok()
}
