//! The arguments of the tools, as clients send them. Their comments are the descriptions that models read.

use ayla_api::error::Result;
use ayla_api::form;
use ayla_api::json::{Named, PuzzleTheme, RecordFormat, Seed, Side, VariantName, Whole, WrittenMove};
use ayla_api::options::OptionsInput;
use ayla_rules::string_enum;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

string_enum! {
    /// The side that a person plays.
    pub enum Seats {
        /// South, against the engine.
        South = "south",
        /// North, against the engine.
        North = "north",
        /// Both sides are played by people, without the engine.
        Both = "both",
    }
}

/// The side that a person plays, as JSON spells it.
pub type SeatsName = Named<Seats>;

/// Defines the arguments of the tools, which all may name a language.
macro_rules! arguments {
    ($($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
            /// The language of the text of the result, such as `en` or `fr`.
            pub locale: Option<String>,
        }
    )+};
}

arguments! {
    /// The arguments of list_games.
    ListGames {
        /// One game to describe with its options, levels and rulings. Without it, all games are listed in short.
        variant: Option<VariantName>,
    }

    /// The arguments of start_game.
    StartGame {
        /// The game to play.
        #[schema(required, nullable = false)]
        variant: Option<VariantName>,
        /// Options that differ from the defaults of the game, each with its games and its values there; list_games says
        /// what they mean. Not with `preset`.
        options: Option<OptionsInput>,
        /// A set of options, as list_games has them; by default one with which games end. Not with `options`.
        preset: Option<String>,
        /// The side that the person plays: `south` (the default) or `north` against the engine, or `both` for two
        /// people.
        side: Option<SeatsName>,
        /// The side that begins; `south` by default, or in a next round the one with fewer seeds.
        first: Option<Side>,
        /// The handle of a round that has ended, to play the next round of the match (Congklak). Not with `options` or
        /// `preset`.
        after: Option<String>,
        /// How well the engine plays: 1 (a beginner) to the game's highest (its best); 3 by default. Not with side
        /// `both`.
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 15)]
        level: Option<Whole>,
        /// The seed of the engine's random choices, for a game that can be played again in the same way. By
        /// default, each game gets its own.
        #[schema(value_type = Option<usize>, minimum = 0, maximum = 4_294_967_295_u32)]
        seed: Option<Seed>,
        /// Whether get_hint may be used in this game; `true` by default. This cannot be changed later.
        hints: Option<bool>,
        /// Whether results list the legal moves; `true` by default. Without, a model has to know the rules itself. This
        /// cannot be changed later.
        assist: Option<bool>,
        /// Whether to return the board as a PNG image too; `false` by default.
        picture: Option<bool>,
    }

    /// The arguments of open_game.
    OpenGame {
        /// The text of one game, as the other program writes it.
        #[schema(required, nullable = false)]
        record: Option<String>,
        /// The format of the text; found from the text by default.
        format: Option<RecordFormat>,
        /// The side that the person plays from there on: `south` (the default) or `north` against the engine, or
        /// `both`.
        side: Option<SeatsName>,
        /// The level of the engine, as in start_game.
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 15)]
        level: Option<Whole>,
        /// Whether to return the board as a PNG image too; `false` by default.
        picture: Option<bool>,
    }

    /// The arguments of play_move.
    PlayMove {
        /// The handle of the game, exactly as the last result has it.
        #[schema(required, nullable = false)]
        handle: Option<String>,
        /// The move of the person: one of the legal moves of the last result, such as `3` for house 3, or `agree` to
        /// propose to stop. Without a move, the engine makes its own if it is to move.
        r#move: Option<WrittenMove>,
        /// The side that speaks. Needed only between two people, and only for `agree`.
        side: Option<Side>,
        /// Whether the result is to say what happened seed by seed, for programs that draw it; `false` by default.
        events: Option<bool>,
        /// Whether to return the board as a PNG image too; `false` by default.
        picture: Option<bool>,
    }

    /// The arguments of show_game.
    ShowGame {
        /// The handle of the game, exactly as a result has it.
        #[schema(required, nullable = false)]
        handle: Option<String>,
        /// Whether to return the board as a PNG image too; `false` by default.
        picture: Option<bool>,
    }

    /// The arguments of get_hint.
    GetHint {
        /// The handle of the game, exactly as the last result has it.
        #[schema(required, nullable = false)]
        handle: Option<String>,
    }

    /// The arguments of review_game.
    ReviewGame {
        /// A handle of the game. For the whole game, pass the handle of start_game and all `moves` since.
        #[schema(required, nullable = false)]
        handle: Option<String>,
        /// The moves of both sides since that handle, in order.
        #[serde(default)]
        #[schema(required = false, value_type = Vec<WrittenMove>)]
        moves: Vec<WrittenMove>,
        /// The first move to review, by its number in the game. At most 50 moves are reviewed at once, by default the
        /// last.
        #[schema(value_type = Option<usize>, minimum = 1)]
        from: Option<Whole>,
        /// The last move to review.
        #[schema(value_type = Option<usize>, minimum = 1)]
        to: Option<Whole>,
    }

    /// The arguments of get_puzzle.
    GetPuzzle {
        /// The game. Needed without an `id`.
        variant: Option<VariantName>,
        /// The id of a puzzle, such as `awale-17`. Without it, the first puzzle of the game that matches.
        id: Option<String>,
        /// What the puzzle is about.
        theme: Option<PuzzleTheme>,
        /// How hard it is, from 1 to 6.
        #[schema(value_type = Option<usize>, minimum = 1, maximum = 6)]
        grade: Option<Whole>,
        /// A date, such as `2026-12-01`, for the puzzle of that day.
        day: Option<String>,
        /// The id of a puzzle, for the next one after it.
        after: Option<String>,
        /// The moves of South tried so far, in order, without those of North.
        #[serde(default)]
        #[schema(required = false, value_type = Vec<WrittenMove>)]
        answer: Vec<WrittenMove>,
    }

    /// The arguments of explain_rule.
    ExplainRule {
        /// The number of a ruling, such as `AW-3`, as results name it; or, with `variant`, the name of one of its options.
        #[schema(required, nullable = false)]
        rule: Option<String>,
        /// The game that an option belongs to.
        variant: Option<VariantName>,
    }
}

/// The locale that the arguments of a tool name.
pub fn locale(arguments: &Map<String, Value>) -> Option<&str> {
    arguments.get("locale").and_then(Value::as_str)
}

/// Removes the arguments that the schema of a tool does not know, and returns their names: some hosts add fields of
/// their own to every call, and a model that has misspelt one should hear of it.
pub fn take_unknown(arguments: &mut Map<String, Value>, schema: &Map<String, Value>) -> Vec<String> {
    let is_unknown = |name: &&String| schema.get("properties").is_none_or(|known| known.get(name.as_str()).is_none());
    let unknown: Vec<String> = arguments.keys().filter(is_unknown).cloned().collect();
    unknown.iter().for_each(|name| _ = arguments.remove(name));
    unknown
}

/// The arguments as the schema of their tool wants them. Many hosts send every value as a text, so a text that is
/// the JSON of what is wanted is read as that; and every field, so one that may be absent is if it is null, an empty
/// text, list or object, or the text `null`.
pub fn as_wanted(arguments: Map<String, Value>, schema: &Map<String, Value>) -> Map<String, Value> {
    let mut arguments = fields_as_wanted(arguments, schema);
    // What is no whole number from 0 is one out of range, so that the answer says what the range is.
    for (name, value) in &mut arguments {
        let most = schema.get("properties").and_then(|fields| fields[name]["maximum"].as_u64());
        let is_whole = value.as_f64().is_some_and(|number| number >= 0.0 && number.fract() == 0.0);
        if let Some(most) = most.filter(|_| !is_whole) {
            *value = (most + 1).into();
        }
    }
    arguments
}

fn fields_as_wanted(fields: Map<String, Value>, schema: &Map<String, Value>) -> Map<String, Value> {
    let is_required = |name: &str| {
        let required = schema.get("required").and_then(Value::as_array);
        required.is_some_and(|required| required.iter().any(|required| required == name))
    };
    let wanted = |name: &str| schema.get("properties").and_then(|fields| fields.get(name));
    let field = |(name, value): (String, Value)| {
        let Some(wanted) = wanted(&name) else { return Some((name, value)) };
        let value = value_as_wanted(value, wanted);
        let is_absent = [json!(null), json!(""), json!("null"), json!({}), json!([])].contains(&value);
        (!is_absent || is_required(&name)).then_some((name, value))
    };
    fields.into_iter().filter_map(field).collect()
}

fn value_as_wanted(value: Value, wanted: &Value) -> Value {
    let kind = wanted["type"].as_str().unwrap_or_default();
    let value = match value {
        Value::Array(items) if kind != "array" && items.len() == 1 => items.into_iter().next().unwrap_or_default(),
        value @ (Value::String(_) | Value::Number(_)) if kind == "array" => list(&value),
        Value::String(text) if wanted.get("enum").is_some() => text.trim().to_lowercase().into(),
        value => value,
    };
    let is_wanted = |value: &Value| match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    let number = |text: &str| text.trim().trim_end_matches(".0").parse::<i64>().ok();
    let json = |text: &str| match kind {
        "boolean" => serde_json::from_str(&text.to_lowercase()).ok(),
        "integer" => number(text).map(Into::into),
        "string" if text.ends_with(".0") => number(text).map(|number| number.to_string().into()),
        _ => serde_json::from_str(text).ok(),
    };
    match (value.as_str().and_then(json).filter(is_wanted).unwrap_or(value), wanted) {
        (Value::Object(fields), Value::Object(schema)) => fields_as_wanted(fields, schema).into(),
        (Value::Array(items), _) => {
            items.into_iter().map(|item| value_as_wanted(item, &wanted["items"])).collect::<Vec<_>>().into()
        }
        (value, _) => value,
    }
}

/// A list that is written as a text, as JSON or with spaces or commas between its items, or as its only item.
fn list(value: &Value) -> Value {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let items = text.split(|character: char| character == ',' || character.is_whitespace());
    let items = || items.filter(|item| !item.is_empty()).collect::<Vec<_>>().into();
    serde_json::from_str(&text).ok().filter(Value::is_array).unwrap_or_else(items)
}

/// Reads the arguments of a tool.
///
/// # Errors
///
/// `MALFORMED_REQUEST`.
pub fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T> {
    form::from_json(Value::Object(arguments).to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::Tool;
    use ayla_api::error::Reason;
    use ayla_api::words::Language;

    fn play(arguments: Value) -> Result<PlayMove> {
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        read(arguments)
    }

    #[test]
    fn a_move_may_be_a_number() {
        for (written, text) in [(json!("3"), "3"), (json!(3), "3"), (json!(-1), "-1"), (json!(2.5), "2.5")] {
            assert_eq!(play(json!({"move": written})).expect("read").r#move, Some(WrittenMove(text.to_owned())));
        }
        assert_eq!(play(json!({"move": [3]})).expect_err("a list").reason, Reason::MalformedRequest);
    }

    #[test]
    fn texts_that_are_json_of_what_is_wanted_are_read_as_that() {
        let Value::Object(given) = json!({
            "variant": "awale", "options": r#"{"limit": "3", "majority": "true", "capture": "two"}"#, "preset": "null",
            "level": "3", "seed": "", "hints": "false", "picture": "yes", "first": "\"south\"",
        }) else {
            panic!("an object");
        };
        let wanted = as_wanted(given, &Tool::StartGame.listed().input_schema);
        let expected = json!({
            "variant": "awale", "options": {"limit": 3, "majority": true, "capture": "two"},
            "level": 3, "hints": false, "picture": "yes", "first": "south",
        });
        assert_eq!(Value::Object(wanted), expected);
        let Value::Object(given) = json!({"handle": "", "moves": r#"["3", 4, "\"5\""]"#}) else { panic!("an object") };
        let wanted = as_wanted(given, &Tool::ReviewGame.listed().input_schema);
        assert_eq!(Value::Object(wanted), json!({"handle": "", "moves": ["3", 4, "5"]}));
    }

    #[test]
    fn what_is_expected_is_said_in_words() {
        let refused = play(json!({"move": [3]})).expect_err("a list").detail(Language::ENGLISH);
        assert_eq!(refused, "The field 'move' takes a string, not a list.");
    }

    #[test]
    fn values_are_read_as_models_write_them() {
        let wanted = |tool: Tool, given: Value| {
            let Value::Object(given) = given else { panic!("{given}") };
            Value::Object(as_wanted(given, &tool.listed().input_schema))
        };
        let given =
            json!({"variant": "Kalah", "options": [], "level": "3.0", "hints": "True", "side": " South", "preset": {}});
        let expected = json!({"variant": "kalah", "level": 3, "hints": true, "side": "south"});
        assert_eq!(wanted(Tool::StartGame, given), expected);
        for level in [json!("hard"), json!(2.5), json!(-1), json!("-1"), json!(true)] {
            assert_eq!(wanted(Tool::StartGame, json!({"level": level})), json!({"level": 16}));
        }
        // Options are refused as they are.
        let options = json!({"options": {"limit": "hard", "houses": -1}});
        assert_eq!(wanted(Tool::StartGame, options.clone()), options);
        assert_eq!(wanted(Tool::StartGame, json!({"options": {"limit": null}, "side": null})), json!({}));
        for (given, expected) in [(json!(["3"]), json!("3")), (json!([3]), json!(3)), (json!("3.0"), json!("3"))] {
            assert_eq!(wanted(Tool::PlayMove, json!({"move": given})), json!({"move": expected}));
        }
        for moves in [json!("3 6 1"), json!("3,6, 1"), json!(["3", "6", "1"]), json!("[\"3\", \"6\", \"1\"]")] {
            assert_eq!(wanted(Tool::ReviewGame, json!({"moves": moves})), json!({"moves": ["3", "6", "1"]}));
        }
        assert_eq!(wanted(Tool::ReviewGame, json!({"moves": 3})), json!({"moves": ["3"]}));
    }

    #[test]
    fn what_no_tool_has_is_passed_over_by_name() {
        let Value::Object(mut given) = json!({"toolCallId": "x", "move": "3", "bord": 1}) else { panic!("an object") };
        let ignored = take_unknown(&mut given, &Tool::PlayMove.listed().input_schema);
        assert_eq!((ignored, Value::Object(given)), (vec!["toolCallId".into(), "bord".into()], json!({"move": "3"})));
    }
}
